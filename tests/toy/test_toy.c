/* A family with only the required functions (rules, play, policies, text), and the features it gets from them. Numbers come
   from an independent recursion by the rules. */
#include "support/files.h"

#include "bot/bot.h"
#include "support/facts.h"
#include "toy/toy_family.h"
#include "value/values.h"
#include <alea/alea.h>

/* This program has its own families. */
const alea__family *const alea__families[] = {&toy_family, NULL};

enum { GOAL = 12, SIDES = 4 };

static alea_game *open_toy(int goal, int sharing)
{
    char rules[400];
    snprintf(rules, sizeof rules,
             "return { name = \"toy\", title = \"Toy\", family = \"toy\", text = \"A race.\",\n"
             "rules = function(p) return { players = 2, goal = %d, sides = %d, sharing = %d } end }\n",
             goal, SIDES, sharing);
    write_file("toy.lua", rules);
    return open_game("./toy.lua");
}

/* ---- the same game once more ---- */

typedef enum style { BEST, CAUTIOUS, BOLD } style;

typedef struct recursion {
    style style[2];
    bool money;
    double value[2][GOAL][GOAL]; /* [player to move][own][other], to the first player */
} recursion;

static double after(const recursion *r, int player, int own, int other, int gain)
{
    if (own + gain < GOAL) return r->value[1 - player][other][own + gain];
    if (r->money) return player == 0 ? GOAL - other : other - GOAL;
    return player == 0;
}

static double one_die(const recursion *r, int player, int own, int other)
{
    double sum = 0;
    for (int a = 1; a <= SIDES; a++) sum += after(r, player, own, other, a);
    return sum / SIDES;
}

static double two_dice(const recursion *r, int player, int own, int other)
{
    double sum = 0;
    for (int a = 1; a <= SIDES; a++)
        for (int b = 1; b <= SIDES; b++) sum += after(r, player, own, other, a == b ? 0 : a + b);
    return sum / (SIDES * SIDES);
}

static double turn(const recursion *r, int player, int own, int other)
{
    const double one = one_die(r, player, own, other), two = two_dice(r, player, own, other);
    switch (r->style[player]) {
    case CAUTIOUS: return own + SIDES >= GOAL ? one : two;
    case BOLD: return two;
    default: return player == 0 ? fmax(one, two) : fmin(one, two);
    }
}

/* Iterates until no value changes: a turn without a gain has a chance of 1/4. */
static void iterate(recursion *r)
{
    for (int round = 0; round < 300; round++)
        for (int sum = 2 * GOAL - 2; sum >= 0; sum--)
            for (int own = 0; own < GOAL; own++)
                for (int player = 0; player < 2 && sum >= own && sum - own < GOAL; player++)
                    r->value[player][own][sum - own] = turn(r, player, own, sum - own);
}

static recursion *solved(style first, style second, bool money)
{
    static recursion r;
    r = (recursion){.style = {first, second}, .money = money};
    iterate(&r);
    return &r;
}

/* ---- */

#define assert_in(interval, number)                                                                 \
    do {                                                                                            \
        const alea_interval in_ = (interval);                                                       \
        const double n_ = (number);                                                                 \
        if (!(in_.lower <= n_ + 1e-13 && n_ - 1e-13 <= in_.upper && in_.upper - in_.lower < 1e-11)) \
            fail_msg("%.17g is not in [%.17g, %.17g]", n_, in_.lower, in_.upper);                   \
    } while (0)

static alea_table *solve_toy(const alea_game *game, alea_objective objective)
{
    alea_table *table;
    OK(alea_table_solve(game, objective, NULL, &table, &test_error));
    return table;
}

static void assert_verdict(const alea_table *table, bool holds)
{
    alea_verdict verdict;
    OK(alea_table_verify(table, NULL, &verdict, &test_error));
    if (verdict.holds != holds) fail_msg("%d: %s", holds, verdict.reason);
}

static void assert_json(char *text, const char *wanted)
{
    assert_true(text[0] == '{' || text[0] == '[');
    assert_text_says(text, wanted);
    alea_text_free(text);
}

static const alea_view_options json = {.json = true};

static void every_state_has_the_value_of_the_recursion(void **unused)
{
    (void)unused;
    for (int sharing = 0; sharing < 2; sharing++)
        for (int money = 0; money < 2; money++) {
            alea_game *game = open_toy(GOAL, sharing);
            const alea_objective objective = money ? ALEA_MONEY : ALEA_WIN;
            alea_table *table = solve_toy(game, objective);
            const recursion *r = solved(BEST, BEST, money);
            assert_verdict(table, true);
            assert_in(table_facts(table).start, r->value[0][0][0]);
            for (int i = 0; i < 2 * GOAL * GOAL; i++) {
                const int own = i / 2 % GOAL, other = i / 2 / GOAL, seat = i % 2;
                const toy_state s = {
                    .score = {seat ? other : own, seat ? own : other}, .mover = seat, .turns = 7};
                alea_state state;
                alea_answer answer;
                alea_error error;
                toy_put(&s, &state);
                if (alea_table_ask(table, &state, &answer, &error) != ALEA_OK) {
                    assert_says(error, "no state"); /* 0,1 and the like cannot be come to with this seat */
                    continue;
                }
                assert_in(answer.value, r->value[0][own][other]);
                assert_in(answer.move[0].value, one_die(r, 0, own, other));
                assert_in(answer.move[1].value, two_dice(r, 0, own, other));
                assert_string_equal(answer.move[1].name, "two");
                alea_answer_free(&answer);
            }
            alea_table_free(table);
            alea_game_free(game);
        }
}

static void seats_share_their_states_where_the_family_says_how(void **unused)
{
    (void)unused;
    uint32_t rows[2];
    for (int sharing = 0; sharing < 2; sharing++) {
        alea_game *game = open_toy(GOAL, sharing);
        alea_table *table = solve_toy(game, ALEA_WIN);
        rows[sharing] = alea__table_values(table)->matrix[0].rows;
        alea_table_free(table);
        alea_game_free(game);
    }
    assert_that(rows[0], <, 0.55 * rows[1]);
}

static void damage_is_found(void **unused)
{
    (void)unused;
    alea_game *game = open_toy(GOAL, 0);
    alea_table *table = solve_toy(game, ALEA_WIN), *read;
    OK(alea_table_write(table, "toy.h5", &test_error));
    OK(alea_table_open(game, "toy.h5", &read, &test_error));
    assert_verdict(read, true);
    const alea__matrix *m = &alea__table_values(read)->matrix[0];
    for (uint32_t i = 0; i < m->rows; i += 7) {
        const double lower = m->lower[i], upper = m->upper[i];
        m->lower[i] = m->upper[i] = lower + (lower > 0.5 ? -1e-9 : 1e-9);
        assert_verdict(read, false);
        m->lower[i] = lower;
        m->upper[i] = upper;
    }
    assert_verdict(read, true);
    alea_table_free(read);
    alea_table_free(table);
    alea_game_free(game);
}

static void policies_are_evaluated_and_replied_to(void **unused)
{
    (void)unused;
    for (int sharing = 0; sharing < 2; sharing++) {
        alea_game *game = open_toy(GOAL, sharing);
        alea_bot *cautious = open_bot(game, "cautious"), *bold = open_bot(game, "bold");
        alea_evaluation e;
        alea_best_response reply;
        alea_table *table;
        char *text;
        OK(alea_bot_evaluate(game, cautious, bold, ALEA_WIN, NULL, &e, &test_error));
        assert_in(e.first.win, solved(CAUTIOUS, BOLD, false)->value[0][0][0]);
        assert_in(e.second.win, solved(CAUTIOUS, BOLD, false)->value[1][0][0]);
        assert_in(e.first.money, solved(CAUTIOUS, BOLD, true)->value[0][0][0]);
        const alea_view_match match = {
            .game = game, .objective = ALEA_WIN, .first = "cautious", .second = "bold"};
        OK(alea_view_evaluation(&match, &e, &json, &text, &test_error));
        assert_json(text, "\"bold\"");
        OK(alea_table_best_response(game, bold, ALEA_WIN, NULL, &table, &reply, &test_error));
        assert_in(reply.first, solved(BEST, BOLD, false)->value[0][0][0]);
        assert_in(reply.second, solved(BEST, BOLD, false)->value[1][0][0]);
        assert_verdict(table, true);
        OK(alea_view_best_response(table, &reply, &(alea_view_work){0}, &json, &text, &test_error));
        assert_json(text, "exploitability");
        alea_table_free(table);
        alea_bot_free(bold);
        alea_bot_free(cautious);
        alea_game_free(game);
    }
}

static void people_name_states_as_they_are_described(void **unused)
{
    (void)unused;
    alea_game *game = open_toy(GOAL, 0);
    alea_table *table = solve_toy(game, ALEA_WIN);
    alea_answer answer;
    alea_state state;
    alea_error error;
    char *text;
    const alea_setting there = {"state", "scores 5,9, seat 0"}, nowhere = {"state", "scores 50,9, seat 0"};
    if (alea_game_parse_state(game, &there, 1, &state, &error) != ALEA_OK) fail_msg("%s", error.message);
    assert_int_equal(alea_table_ask(table, &state, &answer, &error), ALEA_OK);
    assert_in(answer.value, solved(BEST, BEST, false)->value[0][5][9]);
    assert_int_equal(alea_view_answer(table, &state, &answer, &json, &text, &error), ALEA_OK);
    assert_json(text, "\"two\"");
    assert_int_equal(alea_view_solution(table, &(alea_view_work){0}, &json, &text, &error), ALEA_OK);
    assert_json(text, "toy");
    alea_answer_free(&answer);
    assert_int_equal(alea_game_parse_state(game, &nowhere, 1, &state, &error), ALEA_E_STATE);
    assert_says(error, "the first one is scores 0,0, seat 0");
    alea_table_free(table);
    alea_game_free(game);
}

/* Four standard errors. */
static void runs_agree_with_evaluations(void **unused)
{
    (void)unused;
    alea_game *game = open_toy(GOAL, 0);
    alea_table *table = solve_toy(game, ALEA_WIN);
    OK(alea_table_write(table, "best.h5", &test_error));
    write_file("lua.lua", "return { decide = function(view) return view.own + 4 >= 12 and 1 or 2 end }\n");
    const char *specs[] = {"optimal", "table:best.h5", "cautious", "./lua.lua", "first", "random", "bold"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_bot *bots[2] = {open_bot(game, specs[i]), open_bot(game, "bold")};
        const alea_run_options options = {.games = 20000, .seats = ALEA_FIXED};
        alea_run_result *result;
        alea_evaluation e;
        char *text;
        OK(alea_run_match(game, bots, 2, &options, &result, &test_error));
        OK(alea_bot_evaluate(game, bots[0], bots[1], ALEA_WIN, NULL, &e, &test_error));
        assert_near(result->standing[0].win_rate, e.first.win.lower, 4 * 0.5 / sqrt(20000));
        if (i == 3) assert_in(e.first.win, solved(CAUTIOUS, BOLD, false)->value[0][0][0]);
        OK(alea_view_run(result, 0, &json, &text, &test_error));
        assert_json(text, "standings");
        alea_run_result_free(result);
        alea_bot_free(bots[1]);
        alea_bot_free(bots[0]);
    }
    alea_table_free(table);
    alea_game_free(game);
}

/* All players roll two dice; their cost is that of the recursion. */
static void a_session_is_recorded_and_reviewed_exactly(void **unused)
{
    (void)unused;
    const char *players[] = {"human(Ann)", "human(Bob)"};
    alea_game *game = open_toy(GOAL, 0);
    alea_session *session;
    alea_record *record;
    alea_reviewer *reviewer;
    alea_review *review;
    char *text;
    const alea_session_options options = {.seed = 5, .record = "toy.jsonl"};
    OK(alea_session_start(game, players, 2, &options, &session, &test_error));
    OK(alea_session_seat(session, NULL, &test_error));
    for (int seat; (seat = alea_game_to_move(game, alea_session_state(session))) != ALEA_OVER;) {
        uint32_t faces[16];
        unsigned count;
        if (seat == ALEA_CHANCE)
            OK(alea_session_roll(session, faces, &count, &test_error));
        else
            OK(alea_session_move(session, TOY_TWO, &test_error));
    }
    alea_session_free(session);
    OK(alea_record_open("toy.jsonl", &record, &test_error));
    OK(alea_reviewer_open(&(alea_review_options){0}, &reviewer, &test_error));
    OK(alea_review_game(reviewer, record, 0, &review, &test_error));
    if (review->estimated) fail_msg("%s", review->why_estimated);
    const recursion *r = solved(BEST, BEST, false);
    size_t decisions = 0;
    for (size_t i = 0; i < review->events; i++) {
        const alea_review_event *event = &review->event[i];
        if (event->kind != ALEA_MOVED) continue;
        const toy_state s = toy_get(&event->before);
        const int own = (int)s.score[s.mover], other = (int)s.score[1 - s.mover];
        const double one = one_die(r, 0, own, other), two = two_dice(r, 0, own, other);
        assert_near(event->chosen_value, two, 1e-12);
        assert_near(event->best_value, fmax(one, two), 1e-12);
        decisions++;
    }
    assert_that(decisions, >=, 4);
    alea_review *const reviews[] = {review};
    OK(alea_view_reviews(&(alea_view_reviewed){.reviewer = reviewer, .review = reviews, .count = 1}, &json,
                         &text, &test_error));
    assert_json(text, "\"luck\"");
    OK(alea_view_replay(record, false, &json, &text, &test_error));
    assert_json(text, "\"two\"");
    alea_review_free(review);
    alea_reviewer_free(reviewer);
    alea_record_free(record);
    alea_game_free(game);
}

/* Stops at the first report, and checks that it came from listing: no state is solved before all are listed. */
static int stop_now(void *reports, uint64_t done, uint64_t total)
{
    assert_true(done <= total);
    ++*(int *)reports;
    return 1;
}

static void listing_can_be_stopped_and_done_again(void **unused)
{
    (void)unused;
    int reports = 0;
    alea_error error;
    alea_table *table = NULL;
    alea_game *game = open_toy(60, 0);
    const alea_solve_options stopped = {.progress = {stop_now, &reports, NULL}};
    assert_int_equal(alea_table_solve(game, ALEA_WIN, &stopped, &table, &error), ALEA_E_STOPPED);
    assert_null(table);
    assert_int_equal(reports, 1);
    assert_int_equal(alea_table_solve(game, ALEA_WIN, NULL, &table, &error), ALEA_OK);
    assert_true(table_facts(table).states > 4096);
    alea_table_free(table);
    alea_game_free(game);
}

static void what_cannot_be_listed_is_refused(void **unused)
{
    (void)unused;
    alea_error error;
    alea_table *table;
    alea_game *game = open_toy(2, 2); /* it counts turns, which cannot be removed */
    assert_int_equal(alea_table_solve(game, ALEA_WIN, NULL, &table, &error), ALEA_E_REFUSED);
    assert_says(error, "or a limit ends the game");
    alea_game_free(game);
    game = open_toy(100000, 0);
    assert_int_equal(alea_table_solve(game, ALEA_WIN, NULL, &table, &error), ALEA_E_REFUSED);
    assert_says(error, "more than 2000000 states");
    alea_game_free(game);
    game = open_toy(GOAL, 0);
    assert_int_equal(alea_table_solve(game, ALEA_TURNS, NULL, &table, &error), ALEA_E_USAGE);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_has_the_value_of_the_recursion),
        cmocka_unit_test(seats_share_their_states_where_the_family_says_how),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(policies_are_evaluated_and_replied_to),
        cmocka_unit_test(people_name_states_as_they_are_described),
        cmocka_unit_test(runs_agree_with_evaluations),
        cmocka_unit_test(a_session_is_recorded_and_reviewed_exactly),
        cmocka_unit_test(listing_can_be_stopped_and_done_again),
        cmocka_unit_test(what_cannot_be_listed_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
