/* Published values, and values with an exact formula; and games that are not solved, with the reason. */
#include "graph/graph_test.h"
#include "support/facts.h"
#include "support/memory.h"

#include <math.h>

/* ---- Piglet ---- */

/* Neller and Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25:1, 2004: Piglet to 2. */
static void piglet_has_its_six_values(void **unused)
{
    (void)unused;
    static const struct {
        const char *state;
        double numerator, denominator;
    } known[] = {{"0,0,0", 4, 7}, {"0,0,1", 5, 7}, {"0,1,0", 2, 5},
                 {"0,1,1", 3, 5}, {"1,0,0", 4, 5}, {"1,1,0", 2, 3}};
    alea_game *game = open_game("coin-pig");
    alea_table *table = solve_game(game, ALEA_WIN);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        alea_interval v = value_at(table, known[i].state);
        /* the bounds times the denominator, which is exact up to an ulp, on either side of the numerator */
        assert_that(v.lower * known[i].denominator, <=, known[i].numerator);
        assert_that(v.upper * known[i].denominator, >=, known[i].numerator);
        assert_that(v.upper - v.lower, <, 1e-13);
    }
    assert_string_equal(best_at(table, "0,1,1"), "flip");
    assert_proved(table);
    alea_table_free(table);
    alea_game_free(game);
}

/* With one point to make, who flips first with heads h : t tails wins with probability h / (h + t) summed over rounds. */
static void a_goal_of_one_is_a_geometric_series(void **unused)
{
    (void)unused;
    for (int heads = 1; heads <= 4; heads++)
        for (int tails = 1; tails <= 4; tails++) {
            char spec[80];
            snprintf(spec, sizeof spec, "coin-pig(goal=1,heads=%d,tails=%d)", heads, tails);
            alea_game *game = open_game(spec);
            alea_table *table = solve_game(game, ALEA_WIN);
            /* p + q (1 - V) = V, with p = h / (h + t): V = 1 / (1 + q) */
            assert_value(value_at(table, "0,0,0"), (double)(heads + tails) / (heads + 2 * tails), 1e-15);
            alea_table_free(table);
            alea_game_free(game);
        }
}

/* ---- red and black ---- */

/* A non-negative fraction; all of the test's stay within 64 bits. */
typedef struct fraction {
    uint64_t over, under;
} fraction;

/* Bold play (Dubins and Savage, How to Gamble If You Must, 1965, section 5.2): Q(0) = 0, Q(1) = 1, and, with p the chance
   to win, Q(x) = p Q(2x) up to 1/2, p + (1 - p) Q(2x - 1) above. Fortunes are `x` out of 2^bits. */
static fraction bold(uint64_t x, unsigned bits, uint64_t win, uint64_t lose)
{
    uint64_t goal = UINT64_C(1) << bits, all = win + lose;
    if (x == 0) return (fraction){0, 1};
    if (x == goal) return (fraction){1, 1};
    bool above = 2 * x > goal;
    fraction q = bold(above ? 2 * x - goal : 2 * x, bits, win, lose);
    return above ? (fraction){win * q.under + lose * q.over, all * q.under}
                 : (fraction){win * q.over, all * q.under};
}

/* Whether lower <= over / under <= upper, in long double: products are exact for small fractions. */
static void assert_encloses(alea_interval v, fraction q)
{
    if ((long double)v.lower * q.under > q.over || (long double)v.upper * q.under < q.over ||
        v.upper - v.lower > 1e-12)
        fail_msg("%llu/%llu is not in [%.17g, %.17g]", (unsigned long long)q.over,
                 (unsigned long long)q.under, v.lower, v.upper);
}

static void nothing_beats_bold_play_when_the_odds_are_bad(void **unused)
{
    (void)unused;
    static const unsigned odds[][2] = {{1, 2}, {2, 3}, {9, 10}, {18, 20}};
    for (unsigned bits = 1; bits <= 5; bits++)
        for (size_t i = 0; i < 4; i++) {
            char spec[80], state[20];
            snprintf(spec, sizeof spec, "red-and-black(goal=%d,fortune=1,win=%u,lose=%u)", 1 << bits,
                     odds[i][0], odds[i][1]);
            alea_game *game = open_game(spec);
            alea_table *table = solve_game(game, ALEA_WIN);
            for (uint64_t x = 1; x < UINT64_C(1) << bits; x++) {
                snprintf(state, sizeof state, "%d", (int)x);
                assert_encloses(value_at(table, state), bold(x, bits, odds[i][0], odds[i][1]));
            }
            assert_proved(table);
            alea_table_free(table);
            alea_game_free(game);
        }
}

/* Billingsley, Probability and Measure, 3rd ed. 1995, section 7: at red and black with p = 18/38 a gambler who has 900 and
   wants 1,000 gets there by bold play with probability .88. */
static void nine_hundred_of_a_thousand_is_worth_point_eight_eight(void **unused)
{
    (void)unused;
    alea_game *game = open_game("red-and-black");
    alea_table *table = solve_game(game, ALEA_WIN);
    assert_value(table_facts(table).start, 0.88, 0.005);
    assert_string_equal(best_at(table, "90"), "10");
    alea_table_free(table);
    alea_game_free(game);
}

/* In a fair game all stakes are equal: a martingale (Williams, Probability with Martingales, 1991, section 10.10). */
static void in_a_fair_game_every_stake_is_as_good(void **unused)
{
    (void)unused;
    alea_game *game = open_game("red-and-black(goal=60,fortune=24,win=7,lose=7)");
    alea_table *table = solve_game(game, ALEA_WIN);
    alea_answer answer;
    alea_error error;
    alea_state state = alea_game_start(game);
    assert_value(table_facts(table).start, 0.4, 0);
    assert_int_equal(alea_table_ask(table, &state, &answer, &error), ALEA_OK);
    assert_int_equal(answer.count, 24);
    assert_int_equal(answer.best, 0); /* of equals the first */
    assert_true(answer.tied);
    for (unsigned i = 0; i < answer.count; i++) assert_value(answer.move[i].value, 0.4, 0);
    alea_answer_free(&answer);
    assert_proved(table);
    alea_table_free(table);
    alea_game_free(game);
}

/* ---- Pig ---- */

/* Published to many digits in the literature on Pig, and computed twice by independent programs. */
static void pig_to_100_and_its_kin_have_their_values(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        alea_objective objective;
        double value, rounded;
    } known[] = {
        {"tests/rules/pig-graph.lua", ALEA_WIN, 0.530592725273747, 5e-16},
        {"tests/rules/solitaire-graph.lua", ALEA_TURNS, 12.545232351955, 5e-13},
        {"tests/rules/solitaire-graph.lua(turns=1)", ALEA_WIN, 0.010196982700, 5e-13},
        {"tests/rules/solitaire-graph.lua(turns=3)", ALEA_WIN, 0.037772147482, 5e-13},
    };
    size_t first = is_sanitized() ? 1 : 0;
    for (size_t i = first; i < sizeof known / sizeof *known; i++) {
        alea_game *game = open_game(known[i].game);
        alea_table *table = solve_game(game, known[i].objective);
        assert_value(table_facts(table).start, known[i].value, known[i].rounded);
        assert_that(table_facts(table).width, <, 2e-12);
        assert_proved(table);
        alea_table_free(table);
        alea_game_free(game);
    }
}

/* ---- other objectives ---- */

static void scores_are_made_as_large_as_they_can_be(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(
        1, "start = function() return 0 end,\n" /* keep a die's points, or roll once more */
           "moves = function(s) if s > 0 and s < 7 then return { 'keep', 'roll' }, { s + 10, 7 } end end,\n"
           "chances = function(s)\n"
           "  if s == 0 then return 6, { 1, 2, 3, 4, 5, 6 } end\n"
           "  if s == 7 then return 6, { 11, 12, 13, 14, 15, 16 } end\n"
           "end,\n"
           "payoff = function(s) return { score = s - 10 } end");
    alea_table *table = solve_game(game, ALEA_SCORE);
    assert_value(table_facts(table).start, 4.25, 0); /* 4, 5, 6 are kept; else 3.5 */
    assert_string_equal(best_at(table, "3"), "roll");
    assert_string_equal(best_at(table, "4"), "keep");
    assert_proved(table);
    alea_table_free(table);
    alea_game_free(game);
}

static void money_is_zero_for_the_two_together(void **unused)
{
    (void)unused;
    alea_game *game = open_game("tests/rules/chase-graph.lua");
    alea_table *table = solve_game(game, ALEA_MONEY);
    alea_table_facts facts = table_facts(table);
    assert_that(facts.second.lower, ==, -facts.start.upper);
    assert_that(facts.second.upper, ==, -facts.start.lower);
    assert_proved(table);
    alea_table_free(table);
    alea_game_free(game);
}

/* ---- refusals ---- */

static void unsolved(const alea_game *game, alea_objective objective, const alea_solve_options *options,
                     alea_status wanted, const char *sentence)
{
    alea_table *table = NULL;
    alea_error error;
    assert_int_equal(alea_table_solve(game, objective, options, &table, &error), wanted);
    assert_null(table);
    assert_says(error, sentence);
}

static void a_state_without_a_way_to_an_end_is_named_with_the_way_to_it(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(1, "start = function() return 'start' end,\n"
                                    "moves = function(s)\n"
                                    "  if s == 'start' then return { 'out', 'in' }, { 'done', 'trap' } end\n"
                                    "  if s == 'trap' then return { 'round' }, { 'cellar' } end\n"
                                    "  if s == 'cellar' then return { 'round' }, { 'trap' } end\n"
                                    "end,\n"
                                    "payoff = function() return { win = true } end");
    unsolved(game, ALEA_WIN, NULL, ALEA_E_REFUSED,
             "no end can be reached from the state trap, which is reached by start > trap.");
    alea_game_free(game);
}

static void a_game_that_can_be_kept_from_ending_is_refused(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(
        2, "start = function() return 0 end,\n"
           "moves = function(s) if s < 2 then return { 'wait', 'shoot' }, { pass(s), s + 2 } end end,\n"
           "chances = function(s) if s == 2 then return { 1, 9 }, { 3, pass(1) } end end,\n"
           "payoff = function() return { win = true } end");
    unsolved(game, ALEA_WIN, NULL, ALEA_E_REFUSED, "moves can keep the game from ending");
    unsolved(game, ALEA_WIN, NULL, ALEA_E_REFUSED, "from the state 0, which is reached by 0.");
    alea_game_free(game);
}

static void objectives_that_the_game_does_not_have_are_refused(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    unsolved(game, ALEA_MONEY, NULL, ALEA_E_USAGE, "money");
    unsolved(game, ALEA_TURNS, NULL, ALEA_E_USAGE, "turns");
    alea_game_free(game);
}

static void too_little_memory_is_said_before_anything_is_begun(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    const alea_solve_options options = {.memory = 1 << 20};
    unsolved(game, ALEA_WIN, &options, ALEA_E_REFUSED, "of memory");
    alea_game_free(game);
}

static void a_tolerance_that_doubles_cannot_give_is_refused(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    const alea_solve_options options = {.tolerance = 1e-17};
    unsolved(game, ALEA_WIN, &options, ALEA_E_RANGE, "cannot be reached");
    alea_game_free(game);
}

static bool at_once(void *user)
{
    (void)user;
    return true;
}

static void solving_stops_on_request(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig(goal=20)");
    const alea_solve_options options = {.progress = {.stopped = at_once}};
    unsolved(game, ALEA_WIN, &options, ALEA_E_STOPPED, "Stopped");
    alea_game_free(game);
}

/* Chance that returns to the same state: otherwise every component would have a first position. */
static void a_game_may_come_back_to_the_same_state(void **unused)
{
    (void)unused;
    alea_game *game =
        open_rules(1, "turns = true, start = function() return 0 end,\n"
                      "moves = function() end,\n"
                      "chances = function(s) if s == 0 then return { 5, 1 }, { pass(0), 1 } end end,\n"
                      "payoff = function() return {} end");
    alea_table *table = solve_game(game, ALEA_TURNS);
    assert_value(table_facts(table).start, 6, 0); /* the first six takes six rolls */
    assert_proved(table);
    alea_table_free(table);
    alea_game_free(game);
}

static void a_random_walk_of_many_steps_is_still_proved(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(
        1, "turns = true, start = function() return 100 end,\n" /* ruin or 200: 10,000 steps */
           "moves = function() end,\n"
           "chances = function(s) if s > 0 and s < 200 then return 2, { pass(s - 1), pass(s + 1) } end end,\n"
           "payoff = function(s) return { win = s > 0 } end");
    alea_table *table = solve_game(game, ALEA_TURNS), *wins = solve_game(game, ALEA_WIN);
    alea_interval turns = table_facts(table).start;
    assert_that(turns.lower, <=, 10000);
    assert_that(turns.upper, >=, 10000);
    assert_that(turns.upper - turns.lower, <, 1e-4);
    assert_value(table_facts(wins).start, 0.5, 0);
    assert_proved(table);
    assert_proved(wins);
    alea_table_free(wins);
    alea_table_free(table);
    alea_game_free(game);
}

static void every_allocation_may_fail(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    alea_status status = ALEA_E_MEMORY;
    long failed = 0;
    for (long k = 0; status != ALEA_OK; k++) {
        alea_table *table = NULL;
        alea_error error;
        status = with_allocations(k, alea_table_solve(game, ALEA_WIN, NULL, &table, &error));
        failed += status != ALEA_OK;
        alea_table_free(table);
    }
    assert_that(failed, >, 10);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piglet_has_its_six_values),
        cmocka_unit_test(a_goal_of_one_is_a_geometric_series),
        cmocka_unit_test(nothing_beats_bold_play_when_the_odds_are_bad),
        cmocka_unit_test(nine_hundred_of_a_thousand_is_worth_point_eight_eight),
        cmocka_unit_test(in_a_fair_game_every_stake_is_as_good),
        cmocka_unit_test(pig_to_100_and_its_kin_have_their_values),
        cmocka_unit_test(scores_are_made_as_large_as_they_can_be),
        cmocka_unit_test(money_is_zero_for_the_two_together),
        cmocka_unit_test(a_state_without_a_way_to_an_end_is_named_with_the_way_to_it),
        cmocka_unit_test(a_game_that_can_be_kept_from_ending_is_refused),
        cmocka_unit_test(objectives_that_the_game_does_not_have_are_refused),
        cmocka_unit_test(too_little_memory_is_said_before_anything_is_begun),
        cmocka_unit_test(a_tolerance_that_doubles_cannot_give_is_refused),
        cmocka_unit_test(solving_stops_on_request),
        cmocka_unit_test(a_game_may_come_back_to_the_same_state),
        cmocka_unit_test(a_random_walk_of_many_steps_is_still_proved),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
