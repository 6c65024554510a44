/* Recorded games: read back, and reviewed. */
#include "signature.h"

#include <math.h>

/* Values are known to 1e-12 of their scale; a review adds and subtracts a few of them for each event. */
#define UNIT 4e-12

static const char record_file[] = "signature.jsonl";

typedef struct review_job {
    const char *needs, *game, *bot[4];
    alea_objective objective;
    uint64_t games, rollouts; /* rollouts 0: exact values */
} review_job;

static bool review_play(const review_job *job, const alea_game *game)
{
    const alea_run_options options = {.games = job->games,
                                      .seed = 99,
                                      .seed_given = true,
                                      .record = record_file,
                                      .record_games = job->games};
    lineup bots = open_lineup(game, job->bot);
    alea_run_result *result;
    alea_error error;
    bool played = bots.complete &&
                  put_status(alea_run_match(game, bots.bot, bots.count, &options, &result, &error), &error);
    if (played) alea_run_result_free(result);
    close_lineup(&bots);
    return played;
}

static void review_put_game(const alea_record *record, const alea_record_game *game)
{
    put_count((int64_t)game->number);
    put_count((int64_t)game->count);
    put_count(game->finished);
    for (unsigned i = 0; i < record->players; i++) put_count(game->player[i]);
    for (size_t i = 0; i < game->count; i++) {
        put_count(game->event[i].kind);
        put_count(game->event[i].seat);
        put_count(game->event[i].what);
    }
    put_count(game->outcome.winner);
    put_count(game->outcome.turns);
    for (unsigned i = 0; i < record->players; i++) {
        put_count(game->outcome.score[i]);
        put_count(game->outcome.money[i]);
    }
}

static void review_put_seat(const alea_review_seat *seat)
{
    put_point(seat->result);
    put_point(seat->start);
    put_point(seat->luck);
    put_point(seat->mistakes);
    put_point(seat->opponents_mistakes);
    put_point(seat->adjusted);
    put_point(seat->own_luck);
    put_point(seat->luck_error);
    put_point(seat->mistakes_error);
    put_count((int64_t)seat->rolls);
    put_count((int64_t)seat->decisions);
    put_count(seat->forfeited);
    for (int grade = 0; grade < ALEA_GRADES; grade++) put_count((int64_t)seat->grades[grade]);
}

static void review_put_event(const alea_review *review, const alea_review_event *event)
{
    put_count(event->kind);
    put_count(event->seat);
    put_count(event->what);
    put_count(event->turn);
    put_count(event->known);
    put_count(event->moves);
    put_count(event->grade);
    for (unsigned seat = 0; seat < review->players; seat++) put_point(event->value[seat]);
    put_point(event->amount);
    put_point(event->error);
    put_point(event->best_value);
    put_point(event->chosen_value);
}

static void review_put_worst(alea_reviewer *reviewer, const alea_review *review)
{
    size_t worst[2];
    alea_reason why[2];
    alea_error error;
    size_t count = alea_review_find_worst(review, 0, worst, COUNT_OF(worst));
    put_count((int64_t)count);
    for (size_t i = 0; i < count; i++) {
        put_count((int64_t)worst[i]);
        if (!put_status(alea_review_explain(reviewer, review, worst[i], why, &error), &error)) return;
        for (int side = 0; side < 2; side++) {
            put_count(why[side].move);
            put_count(why[side].rolls);
            put_point(why[side].value);
            put_point(why[side].better);
            put_point(why[side].better_value);
            put_point(why[side].worse);
            put_point(why[side].worse_value);
        }
    }
}

/* Writes what every event changed, and the worst decisions. */
static void review_put_events(alea_reviewer *reviewer, const alea_review *review)
{
    put_within(UNIT * fmax(1, review->scale));
    put_count(review->estimated);
    put_count(review->objective);
    for (size_t i = 0; i < review->events; i++) review_put_event(review, &review->event[i]);
    review_put_worst(reviewer, review);
}

/* Sums over all events. */
static void review_put_totals(const alea_review *review)
{
    put_within(UNIT * fmax(1, review->scale) * (double)review->events);
    put_point(review->scale);
    put_count(review->finished);
    for (unsigned seat = 0; seat < review->players; seat++) review_put_seat(&review->seat[seat]);
    for (size_t i = 0; i < review->turns; i++) {
        put_count(review->turn[i].turn);
        put_count(review->turn[i].seat);
        put_point(review->turn[i].luck);
        put_point(review->turn[i].mistakes);
        put_point(review->turn[i].value);
    }
    for (size_t i = 0; i < review->kinds; i++) {
        put_count(review->kind[i].seat);
        put_count((int64_t)review->kind[i].decisions);
        put_count((int64_t)review->kind[i].mistakes);
        put_point(review->kind[i].cost);
    }
}

/* Data shared by the lines of a job, opened by the first requested one. */
typedef struct reviewed {
    alea_game *game;
    alea_record *record;
    alea_reviewer *reviewer;
    bool tried;
} reviewed;

static void reviewed_open(reviewed *r, const review_job *job)
{
    const alea_review_options options = {.objective_given = true,
                                         .objective = job->objective,
                                         .estimate = job->rollouts > 0,
                                         .rollouts = job->rollouts};
    alea_error error;
    if (r->tried) return;
    r->tried = true;
    r->game = open_game(job->game, count_specs(job->bot));
    if (r->game && review_play(job, r->game) &&
        put_status(alea_record_open(record_file, &r->record, &error), &error))
        put_status(alea_reviewer_open(&options, &r->reviewer, &error), &error);
    remove(record_file);
}

static void reviewed_close(reviewed *r)
{
    alea_reviewer_free(r->reviewer);
    alea_record_free(r->record);
    alea_game_free(r->game);
}

static void review_put_record(reviewed *r)
{
    const alea_record *record = r->record;
    put_count(record->players);
    put_count((int64_t)record->seed);
    put_count(record->rotates);
    put_count((int64_t)record->count);
    for (size_t i = 0; i < record->count; i++) review_put_game(record, &record->played[i]);
}

static void review_put_reviews(reviewed *r, bool totals)
{
    alea_review *review;
    alea_error error;
    for (size_t i = 0; i < r->record->count; i++) {
        if (!put_status(alea_review_game(r->reviewer, r->record, i, &review, &error), &error)) return;
        if (totals)
            review_put_totals(review);
        else
            review_put_events(r->reviewer, review);
        alea_review_free(review);
    }
}

/* clang-format off */
static const review_job review_list[] = {
    {NULL, "pig", {"hold(20)", "random(0.8)"}, ALEA_WIN, 1, 0},
    {NULL, "pig(goal=40)", {"hold(20)", "@bots/lua-steady/steady.lua", "random(0.8)"}, ALEA_WIN, 1, 60},
    {NULL, "two-dice-pig(goal=40)", {"hold(15)", "random(0.7)"}, ALEA_WIN, 1, 0},
    {NULL, "pig-pen(goal=20,over_goal=hold)", {"hold(12)", "random(0.7)"}, ALEA_MONEY, 1, 0},
    {NULL, "pig-pen(goal=20)", {"hold(12)", "forfeit(2)"}, ALEA_WIN, 2, 0},
    {NULL, "pig-pen(goal=20)", {"hold(12)", "hold(8)", "random(0.7)"}, ALEA_MONEY, 1, 40},
    {NULL, "pig-solitaire(goal=50,turns=0)", {"random(0.8)"}, ALEA_TURNS, 1, 0},
    {NULL, "hog", {"always(4)", "random"}, ALEA_WIN, 1, 0},
    {NULL, "hog(goal=50)", {"bacon(8,5)", "random"}, ALEA_WIN, 1, 50},
    {NULL, "@tests/rules/small-despirala.lua", {"greedy", "random", "random"}, ALEA_SCORE, 1, 0},
    {NULL, "coin-pig(goal=8)", {"first", "random"}, ALEA_WIN, 1, 0},
    {NULL, "red-and-black", {"random"}, ALEA_WIN, 2, 0},
};
/* clang-format on */

void review_jobs(void)
{
    static const char *const kinds[] = {"record", "review", "review-totals"};
    for (size_t i = 0; i < COUNT_OF(review_list); i++) {
        const review_job *job = &review_list[i];
        reviewed r = {.tried = false};
        for (size_t kind = 0; kind < COUNT_OF(kinds); kind++) {
            if (!line_begin(job->needs, "%s/%s/%s/%s", kinds[kind], job->game,
                            alea_objective_name(job->objective), job->rollouts ? "estimated" : "exact"))
                continue;
            reviewed_open(&r, job);
            if (r.record && kind == 0) review_put_record(&r);
            if (r.reviewer && kind > 0) review_put_reviews(&r, kind == 2);
            line_end();
        }
        reviewed_close(&r);
    }
}
