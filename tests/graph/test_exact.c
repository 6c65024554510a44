/* Policies exactly: against each other, answered best, frozen, written down; and tables that were tampered with. */
#include "graph/graph_test.h"
#include "support/facts.h"
#include "support/memory.h"

#include <math.h>

static alea_evaluation evaluate(const alea_game *game, const char *first, const char *second,
                                alea_objective objective)
{
    alea_evaluation result;
    alea_bot *a = open_bot(game, first), *b = second ? open_bot(game, second) : NULL;
    OK(alea_bot_evaluate(game, a, b, objective, NULL, &result, &test_error));
    alea_bot_free(b);
    alea_bot_free(a);
    return result;
}

/* ---- evaluating ---- */

static void always_flipping_is_a_matter_of_two_heads_in_a_row(void **unused)
{
    (void)unused;
    /* Both flip for two heads: the mover reaches them in a turn with probability 1/4, else the other player moves. */
    alea_game *game = open_game("coin-pig");
    alea_evaluation e = evaluate(game, "first", "first", ALEA_WIN);
    assert_value(e.first.win, 4.0 / 7, 1e-15);
    assert_value(e.second.win, 3.0 / 7, 1e-15);
    assert_value(e.first.loss, 3.0 / 7, 1e-15);
    assert_value(e.mean.value, 0.5, 0);
    assert_value(e.first.turns, 4, 0);
    assert_that(e.first.never.upper, ==, 0);
    alea_game_free(game);
}

static void optimal_play_against_itself_is_worth_its_value(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"coin-pig(goal=6)", "tests/rules/pig-graph.lua(goal=15)",
                                        "tests/rules/chase-graph.lua(goal=10)"};
    for (size_t i = 0; i < 3; i++) {
        alea_game *game = open_game(specs[i]);
        alea_table *table = solve_game(game, ALEA_WIN);
        alea_evaluation e = evaluate(game, "optimal", "optimal", ALEA_WIN);
        alea_interval v = table_facts(table).start, w = table_facts(table).second;
        assert_value(e.first.value, (v.lower + v.upper) / 2, 1e-13);
        assert_value(e.second.value, (w.lower + w.upper) / 2, 1e-13);
        alea_table_free(table);
        alea_game_free(game);
    }
}

static void each_objective_has_its_own_best_play(void **unused)
{
    (void)unused;
    alea_game *game = open_game("tests/rules/chase-graph.lua(goal=14)");
    alea_table *table = solve_game(game, ALEA_MONEY);
    alea_interval v = table_facts(table).start;
    alea_evaluation e = evaluate(game, "optimal(for=money)", "optimal(for=money)", ALEA_MONEY);
    assert_value(e.first.money, (v.lower + v.upper) / 2, 1e-11);
    alea_evaluation greedy = evaluate(game, "optimal(for=win)", "optimal(for=money)", ALEA_MONEY);
    assert_that(greedy.first.money.upper, <, v.upper);
    alea_table_free(table);
    alea_game_free(game);
}

static void one_player_is_evaluated_alone(void **unused)
{
    (void)unused;
    alea_game *game = open_game("red-and-black(goal=4,fortune=2,win=1,lose=2)");
    alea_evaluation timid = evaluate(game, "first", NULL, ALEA_WIN),
                    bold = evaluate(game, "optimal", NULL, ALEA_WIN);
    /* Gambler's ruin with unit stakes (Feller, An Introduction to Probability Theory 1, XIV.2): q/p = 2. */
    assert_value(timid.first.win, 1 - (16.0 - 4) / (16 - 1), 1e-15);
    assert_value(bold.first.win, 1.0 / 3, 1e-15);
    assert_that(timid.first.loss.upper, ==, 0);
    alea_game_free(game);
}

/* Runs are played by the referee; four standard errors. */
static void sampled_games_agree(const char *spec, const char *first, const char *second)
{
    alea_game *game = open_game(spec);
    alea_bot *bots[] = {open_bot(game, first), open_bot(game, second)};
    alea_evaluation e = evaluate(game, first, second, ALEA_WIN);
    alea_run_options options = {.games = 100000};
    alea_run_result *result;
    alea_error error;
    assert_int_equal(alea_run_match(game, bots, 2, &options, &result, &error), ALEA_OK);
    double win = (e.mean.win.lower + e.mean.win.upper) / 2,
           turns = (e.mean.turns.lower + e.mean.turns.upper) / 2;
    const alea_standing *s = &result->standing[0];
    if (fabs(s->win_rate - win) > 4 * s->win_rate_se)
        fail_msg("%s: %s v %s won %.5f, exactly it is %.5f", spec, first, second, s->win_rate, win);
    assert_near((double)result->turns / (double)result->games, turns, 0.05 * turns);
    alea_run_result_free(result);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
    alea_game_free(game);
}

static void runs_agree_with_exact_results(void **unused)
{
    (void)unused;
    sampled_games_agree("coin-pig(goal=5)", "optimal", "random");
    sampled_games_agree("coin-pig(heads=2)", "first", "random");
    sampled_games_agree("tests/rules/chase-graph.lua(goal=10)", "random", "optimal");
    sampled_games_agree("tests/rules/pig-graph.lua(goal=20)", "optimal", "random");
}

/* Dice of different sizes in one game: no die may use the random bits left over from another. */
static void runs_with_dice_of_several_sizes_agree_too(void **unused)
{
    (void)unused;
    sampled_games_agree("tests/rules/mixed-dice.lua", "optimal", "random");
}

/* ---- best replies ---- */

static alea_table *reply_to(const alea_game *game, const char *spec, alea_objective objective,
                            alea_best_response *out)
{
    alea_table *table;
    alea_bot *bot = open_bot(game, spec);
    OK(alea_table_best_response(game, bot, objective, NULL, &table, out, &test_error));
    alea_bot_free(bot);
    return table;
}

static void the_best_reply_to_optimal_play_gains_nothing(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig(goal=5,heads=3,tails=2)");
    alea_best_response reply;
    alea_table *table = reply_to(game, "optimal", ALEA_WIN, &reply);
    assert_value(reply.exploitability, 0, 1e-13);
    assert_proved(table);
    alea_table_free(table);
    alea_game_free(game);
}

static void a_best_reply_earns_what_it_says(void **unused)
{
    (void)unused;
    static const char *const opponents[] = {"random", "first"};
    for (int i = 0; i < 2; i++) {
        alea_game *game = open_game("tests/rules/pig-graph.lua(goal=12)");
        alea_best_response reply;
        alea_table *table = reply_to(game, opponents[i], ALEA_WIN, &reply);
        alea_error error;
        assert_proved(table);
        assert_that(reply.exploitability.lower, >, 0);
        assert_int_equal(alea_table_write(table, "reply.h5", &error), ALEA_OK);
        alea_evaluation e = evaluate(game, "table:reply.h5", opponents[i], ALEA_WIN);
        assert_value(e.first.value, (reply.first.lower + reply.first.upper) / 2, 1e-13);
        assert_value(e.second.value, (reply.second.lower + reply.second.upper) / 2, 1e-13);
        alea_table_free(table);
        alea_game_free(game);
    }
}

static void there_is_nobody_to_reply_to_in_a_game_of_one(void **unused)
{
    (void)unused;
    alea_game *game = open_game("red-and-black(goal=4,fortune=2)");
    alea_bot *bot = open_bot(game, "first");
    alea_table *table = NULL;
    alea_best_response reply;
    alea_error error;
    assert_int_equal(alea_table_best_response(game, bot, ALEA_WIN, NULL, &table, &reply, &error),
                     ALEA_E_USAGE);
    assert_says(error, "there is no opponent to respond to");
    alea_bot_free(bot);
    alea_game_free(game);
}

/* ---- asking ---- */

static void the_value_is_that_of_the_best_move(void **unused)
{
    (void)unused;
    alea_game *game = open_game("tests/rules/chase-graph.lua(goal=10)");
    alea_table *table = solve_game(game, ALEA_WIN);
    const graph_rules *g = graph_of(game);
    for (uint32_t i = 0; i < g->graph.decisions; i++) {
        alea_state state;
        alea_answer answer;
        alea_error error;
        graph_stand(g, g->graph.decision[i], &state);
        assert_int_equal(alea_table_ask(table, &state, &answer, &error), ALEA_OK);
        double best = 0;
        for (unsigned m = 0; m < answer.count; m++) best = fmax(best, answer.move[m].value.upper);
        assert_that(answer.value.lower, <=, best);
        assert_that(best, <=, answer.value.upper + 1e-15);
        alea_answer_free(&answer);
    }
    alea_table_free(table);
    alea_game_free(game);
}

static void states_that_cannot_be_are_refused(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    static const struct {
        alea_setting setting[2];
        size_t count;
        alea_status status;
        const char *sentence;
    } cases[] = {
        {{{"state", "2,0,0"}}, 1, ALEA_E_STATE, "has no state \"2,0,0\". States"},
        {{{"state", "0,0"}}, 1, ALEA_E_STATE, "the first one is 0,0,0"},
        {{{"state", ""}}, 1, ALEA_E_STATE, "has no state"},
        {{{"state", "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"}}, 1, ALEA_E_STATE, "has no state"},
        {{{"state", "99999999999999999999"}}, 1, ALEA_E_STATE, "has no state"},
        {{{"stat", "0,0,0"}}, 1, ALEA_E_USAGE, "did you mean \"state\"?"},
        {{{"state", "0,0,0"}, {"state", "0,0,0"}}, 2, ALEA_E_USAGE, "given twice"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        alea_state state;
        alea_error error;
        assert_int_equal(alea_game_parse_state(game, cases[i].setting, cases[i].count, &state, &error),
                         cases[i].status);
        assert_says(error, cases[i].sentence);
    }
    alea_table *table = solve_game(game, ALEA_WIN);
    alea_state end = state_of(game, "won");
    alea_answer answer;
    alea_error error;
    assert_int_equal(alea_table_ask(table, &end, &answer, &error), ALEA_E_STATE);
    alea_table_free(table);
    alea_game_free(game);
}

/* ---- tables ---- */

static void a_table_comes_back_from_its_file(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig(goal=4)");
    alea_table *table = solve_game(game, ALEA_WIN), *again;
    alea_error error;
    assert_int_equal(alea_table_write(table, "coin.h5", &error), ALEA_OK);
    assert_int_equal(alea_table_open(game, "coin.h5", &again, &error), ALEA_OK);
    assert_proved(again);
    alea_interval a = value_at(table, "1,2,1"), b = value_at(again, "1,2,1");
    assert_memory_equal(&a, &b, sizeof a);
    alea_table_free(again);
    alea_table_free(table);
    alea_game_free(game);
}

/* Moves one bound of the table and expects the checker to say so. */
static void refuted(alea_table *table, double *bound, double by, const char *sentence)
{
    alea_verdict verdict;
    alea_error error;
    double before = *bound;
    *bound += by;
    assert_int_equal(alea_table_verify(table, NULL, &verdict, &error), ALEA_OK);
    assert_false(verdict.holds);
    if (!strstr(verdict.reason, sentence)) fail_msg("\"%s\" is not in \"%s\"", sentence, verdict.reason);
    *bound = before;
    assert_proved(table);
}

static alea__values *values_of(alea_table *table)
{
    return (alea__values *)(uintptr_t)alea__table_values(table);
}

static void a_bound_that_was_moved_is_found_with_its_state(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    alea_table *table = solve_game(game, ALEA_WIN);
    alea__values *v = values_of(table);
    alea_state at = state_of(game, "1,0,0"), end = state_of(game, "won");
    uint32_t node = graph_state_of(&at).node, won = graph_state_of(&end).node;
    refuted(table, &v->matrix[0].lower[node], 1e-6, "In the state 1,0,0 the lower bound is 0.80000");
    refuted(table, &v->matrix[0].upper[node], -1e-6, "In the state 1,0,0 the upper bound is 0.79999");
    refuted(table, &v->matrix[0].lower[node], 1e-13, "In the state 1,0,0 the lower bound");
    refuted(table, &v->matrix[0].upper[won], -1e-9, "In the state won the upper bound");
    refuted(table, &v->matrix[0].upper[node], NAN, "A bound is not a number");
    refuted(table, &v->matrix[0].lower[node], -INFINITY, "A bound is not a number");
    refuted(table, &v->start.lower, 1e-6, "The value of the start is given as");
    refuted(table, &v->second.upper, -1e-6, "The value of moving second is given as");
    refuted(table, &v->width, -1e-14, "no interval is wider");
    alea_table_free(table);
    alea_game_free(game);
}

/* Payments of many units, and bounds that are all too small for them: 32 units of 2^-59 are 2^64. */
static void a_payment_that_the_bounds_leave_out_is_found(void **unused)
{
    (void)unused;
    alea_game *game =
        open_rules(1, "start = function() return 'start' end,\n"
                      "chances = function(s) if s == 'start' then return { 1 }, { 'end' } end end,\n"
                      "moves = function() end,\n"
                      "payoff = function() return { score = 32 } end");
    alea_table *table = solve_game(game, ALEA_SCORE);
    assert_proved(table);
    alea__values *v = values_of(table);
    for (uint32_t node = 0; node < v->matrix[0].rows; node++)
        v->matrix[0].lower[node] = v->matrix[0].upper[node] = 0;
    v->start = v->second = (alea_interval){0, 0};
    alea_verdict verdict;
    assert_int_equal(alea_table_verify(table, NULL, &verdict, NULL), ALEA_OK);
    assert_false(verdict.holds);
    assert_non_null(strstr(verdict.reason, "but one step gives 32"));
    alea_table_free(table);
    alea_game_free(game);
}

static void a_reply_with_another_opponent_is_refuted(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    alea_best_response reply;
    alea_table *table = reply_to(game, "random", ALEA_WIN, &reply);
    alea_verdict verdict;
    alea_error error;
    values_of(table)->opponent[0] = ALEA__POLICY_FIRST;
    assert_int_equal(alea_table_verify(table, NULL, &verdict, &error), ALEA_OK);
    assert_false(verdict.holds);
    values_of(table)->opponent[0] = 77;
    assert_int_equal(alea_table_verify(table, NULL, &verdict, &error), ALEA_E_FILE);
    alea_table_free(table);
    alea_game_free(game);
}

static void values_of_another_game_do_not_fit(void **unused)
{
    (void)unused;
    alea_game *small = open_game("coin-pig"), *large = open_game("coin-pig(goal=3)"),
              *one = open_game("red-and-black");
    alea_table *table = solve_game(small, ALEA_WIN);
    alea_error error;
    const alea__values *v = alea__table_values(table);
    assert_int_equal(small->family->solver->fits(small->rules, v, &error), ALEA_OK);
    assert_int_equal(large->family->solver->fits(large->rules, v, &error), ALEA_E_FILE);
    assert_int_equal(one->family->solver->fits(one->rules, v, &error), ALEA_E_FILE);
    assert_says(error, "one row for each state");
    alea_table_free(table);
    alea_game_free(one);
    alea_game_free(large);
    alea_game_free(small);
}

/* ---- plans ---- */

static void a_lua_bot_is_frozen_and_counts_as_what_it_plays(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig(goal=3)");
    write_file("bot.lua", "return function(view) return view.moves[1] end");
    alea_evaluation bot = evaluate(game, "bot.lua", "random", ALEA_WIN),
                    same = evaluate(game, "first", "random", ALEA_WIN);
    assert_memory_equal(&bot.mean.value, &same.mean.value, sizeof bot.mean.value);
    alea_bot *lua = open_bot(game, "bot.lua");
    alea_error error;
    assert_int_equal(alea_bot_freeze(lua, NULL, "bot.h5", &error), ALEA_OK);
    alea_evaluation table = evaluate(game, "table:bot.h5", "random", ALEA_WIN);
    assert_memory_equal(&table.mean.value, &same.mean.value, sizeof same.mean.value);
    assert_int_equal(alea_bot_freeze(lua, NULL, "bot.csv", &error), ALEA_E_REFUSED);
    alea_bot_free(lua);
    alea_game_free(game);
}

static void a_bot_that_contradicts_itself_has_no_exact_results(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig(goal=3)");
    write_file("bot.lua",
               "n = 0; return function(view) n = n + 1; return view.moves[1 + n % #view.moves] end");
    alea_bot *a = open_bot(game, "bot.lua"), *b = open_bot(game, "first");
    alea_evaluation result;
    alea_error error;
    assert_int_equal(alea_bot_evaluate(game, a, b, ALEA_WIN, NULL, &result, &error), ALEA_E_REFUSED);
    assert_says(error, "contradicts itself");
    alea_bot_free(b);
    alea_bot_free(a);
    alea_game_free(game);
}

static void packed_policies_come_back_and_damaged_ones_do_not(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig(goal=3)");
    const alea__family *family = game->family;
    alea_bot *bot = open_bot(game, "optimal");
    unsigned char *data, *again;
    size_t size, other;
    alea__policy *policy;
    alea_error error;
    assert_int_equal(family->solver->pack_policy(game->rules, bot->policy, &data, &size, &error), ALEA_OK);
    assert_int_equal(family->solver->unpack_policy(game->rules, data, size, &policy, &error), ALEA_OK);
    assert_int_equal(family->solver->pack_policy(game->rules, policy, &again, &other, &error), ALEA_OK);
    assert_int_equal(size, other);
    assert_memory_equal(data, again, size);
    game->family->policy->free(policy);
    for (size_t cut = 0; cut < size; cut++)
        assert_int_equal(family->solver->unpack_policy(game->rules, data, cut, &policy, &error), ALEA_E_FILE);
    data[size - 1] = 2;
    assert_int_equal(family->solver->unpack_policy(game->rules, data, size, &policy, &error), ALEA_E_FILE);
    alea__free(again);
    alea__free(data);
    alea_bot_free(bot);
    alea_game_free(game);
}

static void every_allocation_of_a_reply_may_fail(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    alea_bot *bot = open_bot(game, "random");
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++) {
        alea_table *table = NULL;
        alea_best_response reply;
        alea_error error;
        status =
            with_allocations(k, alea_table_best_response(game, bot, ALEA_WIN, NULL, &table, &reply, &error));
        alea_table_free(table);
    }
    alea_bot_free(bot);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(always_flipping_is_a_matter_of_two_heads_in_a_row),
        cmocka_unit_test(optimal_play_against_itself_is_worth_its_value),
        cmocka_unit_test(each_objective_has_its_own_best_play),
        cmocka_unit_test(one_player_is_evaluated_alone),
        cmocka_unit_test(runs_agree_with_exact_results),
        cmocka_unit_test(runs_with_dice_of_several_sizes_agree_too),
        cmocka_unit_test(the_best_reply_to_optimal_play_gains_nothing),
        cmocka_unit_test(a_best_reply_earns_what_it_says),
        cmocka_unit_test(there_is_nobody_to_reply_to_in_a_game_of_one),
        cmocka_unit_test(the_value_is_that_of_the_best_move),
        cmocka_unit_test(states_that_cannot_be_are_refused),
        cmocka_unit_test(a_table_comes_back_from_its_file),
        cmocka_unit_test(a_bound_that_was_moved_is_found_with_its_state),
        cmocka_unit_test(a_payment_that_the_bounds_leave_out_is_found),
        cmocka_unit_test(a_reply_with_another_opponent_is_refuted),
        cmocka_unit_test(values_of_another_game_do_not_fit),
        cmocka_unit_test(a_lua_bot_is_frozen_and_counts_as_what_it_plays),
        cmocka_unit_test(a_bot_that_contradicts_itself_has_no_exact_results),
        cmocka_unit_test(packed_policies_come_back_and_damaged_ones_do_not),
        cmocka_unit_test(every_allocation_of_a_reply_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
