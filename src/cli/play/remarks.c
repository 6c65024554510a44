/* The coach's remarks: the cost of each decision of a person, with --coach=all the luck of each roll, and the sums at the end. */
#include "base/assert.h"
#include "cli/play/table_game.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* " ± 1.2 %" of an estimate; else nothing. */
static const char *remarks_error(const table_game *t, double error, char out[48])
{
    char value[32];
    *out = 0;
    if (error <= 0) return out;
    alea_review_format_value(t->coach.objective, error, false, value);
    snprintf(out, 48, "%s%s", console_view(t->console).ascii ? " +/- " : " ± ", value);
    return out;
}

/* The least amount that is not shown as zero. */
static double remarks_least(const table_game *t)
{
    return t->coach.objective == ALEA_WIN ? 0.0005 : 0.005;
}

void play_remark_roll(table_game *t, unsigned seat)
{
    size_t count;
    alea_review_luck luck;
    char amount[32], error[48];
    const alea_event *event = alea_session_events(t->session, &count);
    const play_player *p = play_in_seat(t, seat);
    if (t->coached != COACH_ALL || count == 0 || (t->fold && p->kind != PLAY_HUMAN)) return;
    if (!coach_weigh(&t->coach, &event[count - 1], count - 1, &luck)) return;
    ALEA_ASSERT(event[count - 1].kind == ALEA_ROLLED && luck.error >= 0);
    if (fabs(luck.amount) < remarks_least(t) || fabs(luck.amount) <= 2 * luck.error) return;
    const char *grade = alea_grade_name(luck.grade);
    console_say(t->console, PLAY_LUCK, strcmp(p->name, "You") == 0 ? "you" : p->name,
                alea_review_format_value(t->coach.objective, luck.amount, true, amount),
                remarks_error(t, luck.error, error), *grade ? ", " : "", grade);
}

void play_remark_move(table_game *t, const alea_review_answer *answer, uint32_t move)
{
    char cost[32], best[32], chosen[32], error[48];
    const alea_answer *a = &answer->answer;
    const unsigned at = coach_find(a, move);
    if (at == a->count || a->count < 2) return;
    const alea_review_cost *c = &answer->cost[at];
    if (c->amount < remarks_least(t)) {
        if (t->coached != COACH_ALL) return;
        const alea_interval worth = a->move[at].value;
        console_say(
            t->console, coach_estimates(&t->coach) ? PLAY_NONE_BETTER : PLAY_BEST, a->move[at].name,
            alea_review_format_value(t->coach.objective, (worth.lower + worth.upper) / 2, false, best));
        return;
    }
    ALEA_ASSERT(a->best < a->count);
    const alea_interval is = a->move[a->best].value, was = a->move[at].value;
    const char *grade = alea_grade_name(c->grade);
    const bool number = isdigit((unsigned char)a->move[at].name[0]);
    console_say(t->console, PLAY_MISTAKE, number ? PLAY_CHOOSING : "", a->move[at].name,
                alea_review_format_value(t->coach.objective, c->amount, false, cost),
                remarks_error(t, c->error, error), *grade ? ", " : "", grade, a->move[a->best].name,
                alea_review_format_value(t->coach.objective, (is.lower + is.upper) / 2, false, best),
                a->move[at].name,
                alea_review_format_value(t->coach.objective, (was.lower + was.upper) / 2, false, chosen));
}

/* The session as the only game of a record, which borrows everything. */
static void remarks_record(const table_game *t, alea_record *record, alea_record_game *game)
{
    size_t count;
    const alea_event *event = alea_session_events(t->session, &count);
    *game = (alea_record_game){.count = count, .end = *alea_session_state(t->session)};
    *record = (alea_record){
        .players = t->players, .seed = alea_session_seed(t->session), .played = game, .count = 1};
    /* A record owns its game and events; the reviewer only reads them. */
    memcpy(&game->event, &event, sizeof event);
    memcpy(&record->game, &t->game, sizeof t->game);
    for (unsigned i = 0; i < t->players; i++) {
        record->player[i] = alea_session_player(t->session, i);
        game->player[i] = alea_session_in_seat(t->session, i);
    }
    game->finished = alea_game_outcome(t->game, &game->end, &game->outcome, NULL) == ALEA_OK;
}

/* The review of the game so far; NULL if there is none. A whole game is estimated with fewer rollouts than a single decision. */
static alea_review *remarks_review(table_game *t, alea_record *record)
{
    alea_review *review = NULL;
    alea_reviewer *quick = NULL;
    const alea_review_options options = {.size = sizeof options,
                                         .objective_given = true,
                                         .objective = t->coach.objective,
                                         .estimate = true,
                                         .bank = true};
    if (coach_estimates(&t->coach) && alea_reviewer_open(&options, &quick, NULL) != ALEA_OK) return NULL;
    if (alea_review_game(quick ? quick : t->coach.reviewer, record, 0, &review, NULL) != ALEA_OK)
        review = NULL;
    if (review) review->game = t->game; /* the reviewer's goes with it */
    alea_reviewer_free(quick);
    return review;
}

void play_remark_end(table_game *t)
{
    alea_record record;
    alea_record_game game;
    char words[600];
    if (!t->coached || !coach_knows(&t->coach)) return;
    remarks_record(t, &record, &game);
    alea_review *review = remarks_review(t, &record);
    if (!review) return;
    console_show(t->console, "\n");
    for (unsigned seat = 0; seat < t->players; seat++) {
        alea_review_summary(review, seat, play_in_seat(t, seat)->name, words, sizeof words);
        console_say(t->console, "%s", words);
    }
    alea_review_free(review);
}
