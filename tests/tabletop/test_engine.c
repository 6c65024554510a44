/* The engine of turns against the list of all states, in games small enough for both. */
#include "base/random.h"
#include "exact/explicit.h"
#include "family/tabletop/solve/exact.h"
#include "support/files.h"
#include "support/test.h"
#include <alea/alea.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const games[] = {
    "big-pig(goal=20)",
    "craps",
    "great-rolled-ones(ending=first,goal=8)",
    "great-rolled-ones(ending=round,goal=8)",
    "pass-the-pigs(goal=20)",
    "progressive-pig(goal=15)",
    "ship-captain-crew",
    "shut-the-box(tiles=6)",
    "shut-the-box(aim=all,tiles=6)",
    "threes(dice=3)",
    "twenty-one(limit=10)",
    "yahtzee(turns=1)",
    "yahtzee(bonus=false,joker=none,turns=2)",
};
enum { GAMES = sizeof games / sizeof *games, STEPS = 60 };

static void intervals_agree(alea_interval engine, alea_interval list)
{
    const double width = fmax(engine.upper - engine.lower, list.upper - list.lower);
    assert_true(engine.lower <= list.upper && list.lower <= engine.upper);
    assert_true(width < 1e-9);
}

/* Compares all moves of positions along a game in which every move and outcome is drawn. */
static void positions_agree(const alea_game *game, const alea__values *engine, const alea__values *list)
{
    void *query; /* keeps the turn, and answers as a fresh one does */
    alea__stream own;
    alea_state state = alea_game_start(game);
    alea__stream_start(&own, 7, 0, ALEA__SEAT, 0);
    OK(tabletop_query_ops.open(game->rules, engine, &query, &test_error));
    for (int i = 0; i < STEPS && alea_game_to_move(game, &state) != ALEA_OVER; i++) {
        alea_answer a, b, kept;
        const unsigned moves = alea_game_move_count(game, &state);
        const uint32_t outcomes = alea_game_chance_count(game, &state);
        OK(alea__ask_values(game, engine, &state, &a, &test_error));
        OK(alea__ask_values(game, list, &state, &b, &test_error));
        OK(tabletop_query_ops.ask(query, &state, &kept, &test_error));
        assert_int_equal(a.count, b.count);
        assert_int_equal(a.count, kept.count);
        assert_int_equal(a.best, kept.best);
        assert_memory_equal(&a.value, &kept.value, sizeof a.value);
        intervals_agree(a.value, b.value);
        for (unsigned m = 0; m < a.count; m++) {
            assert_int_equal(a.move[m].move, b.move[m].move);
            assert_memory_equal(&a.move[m].value, &kept.move[m].value, sizeof a.move[m].value);
            intervals_agree(a.move[m].value, b.move[m].value);
        }
        assert_int_equal(a.best, b.best);
        const uint32_t what = moves ? alea_game_move(game, &state, alea__draw_below(&own, moves))
                                    : alea__draw_below(&own, outcomes);
        OK(alea_game_apply(game, &state, what, &test_error));
        alea_answer_free(&a);
        alea_answer_free(&b);
        alea_answer_free(&kept);
    }
    tabletop_query_ops.close(query);
}

/* A counter that is taken from the total; equal players at an end at once; two counters, one of them a set. */
static const char *const rules[][2] = {
    {"minus.lua",
     "players = 1, rounds = 2, counter = { c = upto(9) }, turn = function() return roll(1, {}) end,\n"
     "moves = function(s) if s.dice then return go({}, { c = plus(s.dice[1]) }) end return {\n"
     "{ 'roll', roll(1, {}), when = below('c', 4) }, { 'stop', done { total = minus('c') } } } end"},
    {"ties.lua", "players = 2, player = { n = upto(3) }, over = at_least('n', 2), winner = most('n'), ends = "
                 "'at once', ties = 'last',\n"
                 "turn = function() return roll(1, {}) end, dice = 3, moves = function(s) return {\n"
                 "{ 'take', done { n = plus(s.dice[1] - 1) } }, { 'give', done { n = plus(1), ['other.n'] = "
                 "plus(1) } } } end"},
    {"sets.lua",
     "players = 1, rounds = 3, counter = { c = upto(3), s = set { 'a', 'b', 'c' } }, turn = function() "
     "return roll(1, {}) end,\n"
     "moves = function(s) if s.dice and s.dice[1] < 4 then local m = ({ 'a', 'b', 'c' })[s.dice[1]] return "
     "{\n"
     "{ 'use', go({}, { s = without(m), c = plus(1) }), when = has('s', m) }, done {} } end return {\n"
     "{ 'roll', roll(1, {}), when = below('c', 3) }, { 'stop', done { total = plus('c') } } } end"},
};

/* The checker accepts the values, and refuses them with any bound of the first states raised or lowered. */
static void is_proved(const alea_game *game, alea__values *values)
{
    const alea_progress silent = {0};
    alea_verdict verdict;
    alea__matrix *m = &values->matrix[0];
    OK(tabletop_solver_ops.check(game->rules, values, &silent, &verdict, &test_error));
    if (!verdict.holds) print_message("%s\n", verdict.reason);
    assert_true(verdict.holds && verdict.checked == m->columns);
    for (uint32_t i = 0; i < m->columns && i < 8; i++)
        for (int upper = 0; upper < 2; upper++) {
            double *bound = upper ? &m->upper[i] : &m->lower[i];
            const double kept = *bound;
            *bound += upper ? -1e-6 : 1e-6;
            OK(tabletop_solver_ops.check(game->rules, values, &silent, &verdict, &test_error));
            assert_false(verdict.holds);
            *bound = kept;
        }
}

/* Solves a game in both ways and compares the results. */
static void game_agrees(const char *spec)
{
    alea_game *game = open_game(spec);
    const alea_solve_options options = {.size = sizeof options};
    const alea__problem problem = {
        .rules = game->rules, .objective = alea_game_objective(game), .options = &options};
    const tabletop_program *program;
    alea__values *engine, *list;
    print_message("%s\n", spec);
    OK(tabletop_program_of(game->rules, NULL, &program, &test_error));
    OK(tabletop_engine_solve(program, &problem, &engine, &test_error));
    OK(alea__explicit_solve(&problem, &list, &test_error));
    assert_true(tabletop_is_engine_values(engine) && !tabletop_is_engine_values(list));
    intervals_agree(engine->start, list->start);
    is_proved(game, engine);
    if (alea_game_players(game) == 2) intervals_agree(engine->second, list->second);
    positions_agree(game, engine, list);
    alea__values_free(engine);
    alea__values_free(list);
    alea_game_free(game);
}

/* Writes a rule file of these rules. */
static void write_rules(const char *file, const char *body)
{
    char text[1200];
    snprintf(text, sizeof text,
             "return { name = 'mine', title = 'Mine', family = 'tabletop', text = 'x', rules = "
             "function() return { %s } end }",
             body);
    write_file(file, text);
}

static void rules_of_other_kinds_agree(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char path[40];
        write_rules(rules[i][0], rules[i][1]);
        snprintf(path, sizeof path, "./%s", rules[i][0]);
        game_agrees(path);
    }
}

static void digits_are_shown_by_what_they_count(void **unused)
{
    static const struct {
        const char *number, *shown;
    } of[] = {{"346", "3 red, 4 yellow, 6 green"},
              {"20", "2 yellow"},
              {"306", "3 red, 6 green"},
              {"0", "none"},
              {"-5", "-5"},
              {"1000", "1000"}};
    (void)unused;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char body[400];
        alea_game *game;
        alea_fact fact;
        snprintf(body, sizeof body,
                 "players = 1, rounds = 1, turn = function() return go { cup = %s } end, moves = function() "
                 "return {\n"
                 "{ 'draw', done {} }, { 'stop', done {} } } end,\n"
                 "labels = { cup = { 'in the cup', 'red', 'yellow', 'green' } }",
                 of[i].number);
        write_rules("digits.lua", body);
        OK(alea_game_open("./digits.lua", &game, &test_error));
        const alea_state state = alea_game_start(game);
        size_t index = 0;
        while (alea_game_fact(game, &state, 0, index, &fact) && strcmp(fact.label, "in the cup") != 0)
            index++;
        assert_string_equal(fact.label, "in the cup");
        assert_string_equal(fact.value, of[i].shown);
        alea_game_free(game);
    }
}

static void both_ways_agree(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GAMES; i++) game_agrees(games[i]);
}

/* Whether both policies have the same distribution of scores; the engine's does not support all games. */
static bool distributions_agree(const char *spec)
{
    alea_game *game = open_game(spec);
    const alea_solve_options options = {.size = sizeof options};
    const alea_stats_options stats = {.size = sizeof stats};
    const alea__problem problem = {.rules = game->rules, .objective = ALEA_SCORE, .options = &options};
    const tabletop_program *program;
    alea__values *values[2];
    alea__policy *policy[2];
    alea_distribution found[2] = {{.scores = 0}};
    OK(tabletop_program_of(game->rules, NULL, &program, &test_error));
    OK(tabletop_engine_solve(program, &problem, &values[0], &test_error));
    OK(alea__explicit_solve(&problem, &values[1], &test_error));
    bool there = true;
    for (int i = 0; i < 2 && there; i++) {
        OK(tabletop_solver_ops.policy_of_values(game->rules, values[i], &policy[i], &test_error));
        there =
            tabletop_distribution_ops.find(game->rules, policy[i], &stats, &found[i], &test_error) == ALEA_OK;
        tabletop_policy_free(policy[i]);
    }
    double mean = 0;
    for (uint32_t i = 0; i < found[0].scores && there; i++) {
        const double other = i < found[1].scores ? found[1].probability[i] : 0;
        mean += i * found[0].probability[i];
        assert_true(fabs(found[0].probability[i] - other) < 1e-12);
    }
    if (there) assert_true(fabs(mean - values[1]->start.lower) < 1e-9);
    for (int i = 0; i < 2; i++) {
        alea__values_free(values[i]);
        free(found[i].probability);
    }
    alea_game_free(game);
    return there;
}

static void scores_have_the_same_distribution(void **unused)
{
    (void)unused;
    assert_true(distributions_agree("yahtzee(turns=1)"));
    assert_true(distributions_agree("yahtzee(bonus=false,joker=none,turns=2)"));
    assert_true(distributions_agree("ship-captain-crew"));
    assert_false(distributions_agree("threes(dice=3)")); /* dice count as they are kept */
}

/* The same bounds, to the last bit, where rounding is emulated. */
static void emulated_rounding_gives_the_same(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pass-the-pigs(goal=15)");
    const alea_solve_options options = {.size = sizeof options};
    const alea__problem problem = {.rules = game->rules, .objective = ALEA_WIN, .options = &options};
    const tabletop_program *program;
    alea__values *mode, *emulated;
    OK(tabletop_program_of(game->rules, NULL, &program, &test_error));
    OK(tabletop_engine_solve(program, &problem, &mode, &test_error));
    alea__emulate_rounding(true);
    OK(tabletop_engine_solve(program, &problem, &emulated, &test_error));
    alea__emulate_rounding(false);
    const size_t size = mode->matrix[0].columns * sizeof *mode->matrix[0].lower;
    assert_memory_equal(mode->matrix[0].lower, emulated->matrix[0].lower, size);
    assert_memory_equal(mode->matrix[0].upper, emulated->matrix[0].upper, size);
    alea__values_free(mode);
    alea__values_free(emulated);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_agree),
        cmocka_unit_test(rules_of_other_kinds_agree),
        cmocka_unit_test(digits_are_shown_by_what_they_count),
        cmocka_unit_test(scores_have_the_same_distribution),
        cmocka_unit_test(emulated_rounding_gives_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
