/* Exact results of two policies, and of one alone: the reference numbers, games that never end, and identities. */
#include "exact/interval.h"
#include "family/race/solve/solve.h"
#include "race/race_test.h"
#include "support/problem.h"

#include <alea/exact.h>
#include <math.h>

/* An explicit tolerance makes simple games use the general method, which is tested here. */
static const alea_solve_options general = {.tolerance = 1e-9};

static alea__policy *optimal(const alea_game *game, alea_objective objective)
{
    alea__values *values;
    alea__policy *policy;
    OK(race_solve(PROBLEM(game, .objective = objective, .options = &(alea_solve_options){0}), &values,
                  &test_error));
    OK(race_plan_of_values(game->rules, values, &policy, &test_error));
    alea__values_free(values);
    return policy;
}

static alea_evaluation evaluate(const alea_game *game, const alea__policy *first, const alea__policy *second,
                                alea_objective objective, const alea_solve_options *options)
{
    alea_evaluation eval;
    OK(race_evaluate(PROBLEM(game, .objective = objective, .policy = {first, second}, .options = options),
                     &eval, &test_error));
    eval.mean =
        second ? alea__exact_mean(&eval.first, &eval.second) : eval.first; /* as bot/evaluate.c does */
    return eval;
}

static alea_evaluation evaluate_specs(const char *spec, const char *first, const char *second,
                                      alea_objective objective)
{
    alea_game *game = open_game(spec);
    alea__policy *a = strcmp(first, "optimal") == 0 ? optimal(game, objective) : open_policy(game, first);
    alea__policy *b = second ? open_policy(game, second) : NULL;
    alea_solve_options options = objective == ALEA_WIN && second ? general : (alea_solve_options){0};
    alea_evaluation eval = evaluate(game, a, b, objective, &options);
    race_policy_free(a);
    race_policy_free(b);
    alea_game_free(game);
    return eval;
}

static void assert_prints(alea_interval got, double printed, double half_unit)
{
    if (!(got.lower <= printed + half_unit && got.upper >= printed - half_unit &&
          got.upper - got.lower <= 1e-9))
        fail_msg("%.15f to %.15f, where %.12f is expected", got.lower, got.upper, printed);
}

/* ---- reference numbers ---- */

/* In print 0.534698326238, which is right to ten digits. */
static void hold_20_against_itself_wins_0_534698326165_when_first(void **unused)
{
    (void)unused;
    alea_evaluation eval = evaluate_specs("pig", "hold(20)", "hold(20)", ALEA_WIN);
    assert_prints(eval.first.value, 0.534698326165, 5e-13);
    assert_prints(eval.mean.value, 0.5, 0);
}

static void optimal_play_of_pig_beats_the_policies_as_in_print(void **unused)
{
    (void)unused;
    static const struct {
        const char *policy;
        double first, second;
    } row[] = {{"hold(20)", 0.571498430, 0.508342065},
               {"hold(25)", 0.551273833, 0.490864726},
               {"keep-pace", 0.535052737, 0.474166667}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        alea_evaluation eval = evaluate_specs("pig", "optimal", row[i].policy, ALEA_WIN);
        assert_prints(eval.first.value, row[i].first, 5e-10);
        assert_prints(eval.second.value, row[i].second, 5e-10);
    }
}

static void solitaire_with_hold_20_takes_12_636769490_turns(void **unused)
{
    (void)unused;
    alea_evaluation eval = evaluate_specs("pig-solitaire(turns=0)", "hold(20)", NULL, ALEA_TURNS);
    assert_prints(eval.first.value, 12.636769490, 5e-10);
    assert_that(eval.first.never.upper, ==, 0);
    assert_that(eval.first.win.lower, ==, 1);
    assert_prints(evaluate_specs("pig-solitaire(turns=0)", "optimal", NULL, ALEA_TURNS).first.value,
                  12.545232351955, 5e-13);
}

static void solitaire_in_10_turns_of_best_play_reaches_the_goal_as_in_print(void **unused)
{
    (void)unused;
    assert_prints(evaluate_specs("pig-solitaire", "optimal", NULL, ALEA_WIN).first.value, 0.465442736130,
                  5e-13);
}

static void best_play_of_pig_pen_against_itself_earns_its_value(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea__policy *best = optimal(game, ALEA_MONEY);
    alea_evaluation eval = evaluate(game, best, best, ALEA_MONEY, &(alea_solve_options){0});
    assert_prints(eval.first.money, 3.9800975375, 5e-11);
    assert_prints(eval.second.money, -3.9800975375, 5e-11);
    race_policy_free(best);
    alea_game_free(game);
}

/* ---- identities ---- */

static bool overlap(alea_interval a, double lower, double upper)
{
    return a.lower <= upper && a.upper >= lower;
}

/* Exchanging the bots exchanges their results. */
static void turned_round_everything_is_the_others(void **unused)
{
    (void)unused;
    static const char *const spec[] = {"pig(goal=30)", "two-dice-pig(goal=30)", "pig-pen(goal=15)"};
    for (size_t i = 0; i < 3; i++) {
        alea_objective objective = i == 2 ? ALEA_MONEY : ALEA_WIN;
        alea_evaluation a = evaluate_specs(spec[i], "hold(9)", "random(0.6)", objective);
        alea_evaluation b = evaluate_specs(spec[i], "random(0.6)", "hold(9)", objective);
        assert_true(overlap(a.first.win, b.second.loss.lower, b.second.loss.upper));
        assert_true(overlap(a.second.win, b.first.loss.lower, b.first.loss.upper));
        assert_true(overlap(a.first.money, -b.second.money.upper, -b.second.money.lower));
        assert_true(overlap(a.first.turns, b.second.turns.lower, b.second.turns.upper));
        assert_true(overlap(a.first.win, 1 - a.first.loss.upper, 1 - a.first.loss.lower));
        assert_that(a.first.never.upper, ==, 0);
        assert_that(a.first.turns.upper - a.first.turns.lower, <, 1e-8);
    }
}

/* random(0) holds whenever it may, which hold(0) does too; random(1) never does. */
static void certain_chances_are_the_policies_that_they_are(void **unused)
{
    (void)unused;
    alea_evaluation a = evaluate_specs("two-dice-pig(goal=20)", "random(0)", "hold(6)", ALEA_WIN);
    alea_evaluation b = evaluate_specs("two-dice-pig(goal=20)", "hold(0)", "hold(6)", ALEA_WIN);
    assert_true(overlap(a.first.win, b.first.win.lower, b.first.win.upper));
    a = evaluate_specs("two-dice-pig(goal=20)", "random(1)", "hold(6)", ALEA_WIN);
    assert_that(a.first.win.lower, ==, 0);
    assert_that(a.first.win.upper, <, 1e-9);
    assert_that(a.first.never.upper, ==, 0);
}

/* ---- games that never end ---- */

static void two_who_always_roll_never_end(void **unused)
{
    (void)unused;
    alea_evaluation eval = evaluate_specs("two-dice-pig(goal=20)", "always-roll", "always-roll", ALEA_WIN);
    assert_that(eval.first.never.lower, ==, 1);
    assert_that(eval.mean.never.upper, ==, 1);
    assert_that(eval.first.win.upper, ==, 0);
    assert_that(eval.second.loss.upper, ==, 0);
    assert_true(isinf(eval.first.turns.lower));
}

static void a_chase_ends_even_when_nobody_holds_with_a_leader(void **unused)
{
    (void)unused;
    alea_evaluation eval = evaluate_specs("pig-pen(goal=15)", "always-roll", "hold(10)", ALEA_WIN);
    assert_that(eval.first.never.upper, ==, 0);
    assert_that(eval.first.win.upper, <, 1e-9);
    assert_true(isfinite(eval.first.turns.upper));
}

static void a_game_that_may_end_or_not_tells_both_chances(void **unused)
{
    (void)unused;
    const char *rules =
        write_rules("dice = 1, sides = 4, goal = 4, first_roll = \"forced\", ending = \"bank\",\n"
                    "roll = function(a) if a == 1 then return bust() end return add(a == 4 and 4 or 1) end");
    /* always-roll never wins; random(0) wins with a 4, or a point at a time. */
    alea_evaluation eval = evaluate_specs(rules, "always-roll", "random(0)", ALEA_WIN);
    assert_that(eval.first.loss.lower, >, 1 - 1e-9);
    assert_that(eval.first.never.upper, ==, 0);
    alea_game *game = open_game(rules);
    alea__policy *roll = open_policy(game, "always-roll"), *far = open_policy(game, "hold-at-total(4)");
    eval = evaluate(game, far, roll, ALEA_WIN, &general);
    assert_that(eval.first.win.lower, >, 1 - 1e-9);
    race_policy_free(roll);
    race_policy_free(far);
    alea_game_free(game);
}

static void one_who_never_holds_never_reaches_the_goal_alone(void **unused)
{
    (void)unused;
    alea_evaluation eval = evaluate_specs("pig-solitaire(turns=0)", "always-roll", NULL, ALEA_TURNS);
    assert_true(isinf(eval.first.value.lower));
    assert_that(eval.first.never.lower, ==, 1);
    assert_true(evaluate_specs("pig-solitaire(turns=3)", "always-roll", NULL, ALEA_WIN).first.win.upper <
                1e-12);
}

/* ---- refusals ---- */

static void three_players_and_too_little_memory_are_refused(void **unused)
{
    (void)unused;
    alea_error error;
    alea_evaluation eval;
    alea_game *three = open_game("pig(players=3)"), *pen = open_game("pig-pen");
    alea__policy *a = open_policy(three, "hold(20)"), *b = open_policy(pen, "hold(20)");
    assert_int_equal(
        race_evaluate(PROBLEM(three, .objective = ALEA_WIN, .policy = {a, a}, .options = &general), &eval,
                      &error),
        ALEA_E_USAGE);
    assert_int_equal(race_evaluate(PROBLEM(pen, .objective = ALEA_WIN, .policy = {b, b},
                                           .options = &(alea_solve_options){.memory = 1000}),
                                   &eval, &error),
                     ALEA_E_REFUSED);
    assert_says(error, "1000 bytes");
    race_policy_free(a);
    race_policy_free(b);
    alea_game_free(three);
    alea_game_free(pen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hold_20_against_itself_wins_0_534698326165_when_first),
        cmocka_unit_test(optimal_play_of_pig_beats_the_policies_as_in_print),
        cmocka_unit_test(solitaire_with_hold_20_takes_12_636769490_turns),
        cmocka_unit_test(solitaire_in_10_turns_of_best_play_reaches_the_goal_as_in_print),
        cmocka_unit_test(best_play_of_pig_pen_against_itself_earns_its_value),
        cmocka_unit_test(turned_round_everything_is_the_others),
        cmocka_unit_test(certain_chances_are_the_policies_that_they_are),
        cmocka_unit_test(two_who_always_roll_never_end),
        cmocka_unit_test(a_chase_ends_even_when_nobody_holds_with_a_leader),
        cmocka_unit_test(a_game_that_may_end_or_not_tells_both_chances),
        cmocka_unit_test(one_who_never_holds_never_reaches_the_goal_alone),
        cmocka_unit_test(three_players_and_too_little_memory_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
