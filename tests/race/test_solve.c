/* Best play: the reference numbers, refusals and their messages, and the options. That the values are right in every
   position of small games is test_exact_brute's to show. */
#include "family/race/check/check.h"
#include "family/race/solve/solve.h"
#include "family/race/solve/solve_two_player.h"
#include "race/race_test.h"
#include "support/memory.h"
#include "support/problem.h"

#include <alea/table.h>
#include <stdlib.h>

static alea__values *solve_with(const alea_game *game, alea_objective objective,
                                const alea_solve_options *options)
{
    alea__values *values = NULL;
    OK(race_solve(PROBLEM(game, .objective = objective, .options = options), &values, &test_error));
    return values;
}

static alea__values *solve(const alea_game *game, alea_objective objective)
{
    return solve_with(game, objective, &(alea_solve_options){0});
}

/* The value lies within half a unit of the last printed digit. */
static void assert_start(const char *spec, alea_objective objective, double printed, double half_unit,
                         double width)
{
    alea_game *game = open_game(spec);
    alea__values *values = solve(game, objective);
    assert_near_interval(values->start, printed, half_unit, width);
    alea__values_free(values);
    alea_game_free(game);
}

static void assert_certified(const alea_game *game, const alea__values *values)
{
    alea_verdict verdict;
    OK(race_certify(game->rules, values, &(alea_progress){0}, &verdict, &test_error));
    if (!verdict.holds) fail_msg("%s", verdict.reason);
}

/* ---- reference numbers ---- */

static alea_interval general_pig(const alea_game *pig, alea__values **out)
{
    race_roll_model odds;
    alea_error error;
    assert_int_equal(race_roll_model_make(rules_of(pig), &odds, &error), ALEA_OK);
    const race_problem problem = {
        .roll_model = &odds, .objective = ALEA_WIN, .options = &(alea_solve_options){0}};
    if (race_solve_two_players(&problem, out, &error) != ALEA_OK) fail_msg("%s", error.message);
    race_roll_model_clear(&odds);
    return (*out)->start;
}

static void pig_by_the_general_way_is_worth_0_530592725273747(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea__values *values;
    assert_near_interval(general_pig(pig, &values), 0.530592725273747, 0, 1e-12);
    const size_t at = 22 * 100;
    const alea_interval middle = {values->matrix[0].lower[at], values->matrix[0].upper[at]};
    assert_near_interval(middle, 0.694098717394198, 0, 1e-12);
    assert_int_equal(values->states, 505000);
    assert_that(values->width, <=, 1e-12);
    assert_certified(pig, values);
    alea__values_free(values);
    alea_game_free(pig);
}

static void two_dice_pig_is_worth_what_is_in_print(void **unused)
{
    (void)unused;
    assert_start("two-dice-pig", ALEA_WIN, 0.519558893861, 5e-13, 1e-12);
    assert_start("two-dice-pig(double_one=bust)", ALEA_WIN, 0.529894578975, 5e-13, 1e-12);
}

static void solitaire_reaches_the_goal_in_1_to_12_turns_as_in_print(void **unused)
{
    (void)unused;
    static const double print[] = {0.010196982700, 0.020289986945, 0.037772147482, 0.064902480225,
                                   0.103767743873, 0.155480360134, 0.219837899104, 0.295110604749,
                                   0.378277417555, 0.465442736130, 0.552371324417, 0.635165050770};
    alea_game *game = open_game("pig-solitaire(turns=12)");
    alea__values *values = solve(game, ALEA_WIN);
    for (int turns = 1; turns <= 12; turns++) { /* row 0: nothing banked */
        const alea_interval value = {values->matrix[0].lower[turns], values->matrix[0].upper[turns]};
        assert_near_interval(value, print[turns - 1], 5e-13, 1e-12);
    }
    assert_certified(game, values);
    alea__values_free(values);
    alea_game_free(game);
}

static void solitaire_takes_12_545232351955_turns_at_best(void **unused)
{
    (void)unused;
    assert_start("pig-solitaire(turns=0)", ALEA_TURNS, 12.545232351955, 5e-13, 1e-9);
}

/* The chances to win that are in print, 0.5204011212 and 0.5212025086, are not those of best play. */
static void pig_pen_is_worth_3_9800975375_and_4_0533041160_dollars(void **unused)
{
    (void)unused;
    assert_start("pig-pen", ALEA_MONEY, 3.9800975375, 5e-11, 1e-9);
    assert_start("pig-pen(over_goal=hold)", ALEA_MONEY, 4.0533041160, 5e-11, 1e-9);
}

static void pig_pen_is_won_with_0_5204059813_and_0_5212520463(void **unused)
{
    (void)unused;
    assert_start("pig-pen", ALEA_WIN, 0.5204059813, 5e-11, 1e-12);
    assert_start("pig-pen(over_goal=hold)", ALEA_WIN, 0.5212520463, 5e-11, 1e-12);
}

/* ---- tables that prove themselves ---- */

static void tables_of_every_kind_pass_the_checker(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        alea_objective objective;
    } kind[] = {{"piglet", ALEA_WIN},
                {"two-dice-pig(goal=30)", ALEA_WIN},
                {"two-dice-pig(goal=20,forced_doubles=true)", ALEA_WIN},
                {"pig-solitaire(turns=0)", ALEA_TURNS},
                {"pig-pen(goal=10)", ALEA_MONEY}};
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        alea_game *game = open_game(kind[i].spec);
        alea__values *values = solve(game, kind[i].objective);
        assert_certified(game, values);
        alea__values_free(values);
        alea_game_free(game);
    }
}

/* ---- refusals ---- */

static void assert_refused(const char *spec, alea_objective objective, const alea_solve_options *options,
                           alea_status status, const char *sentence)
{
    alea_game *game = open_game(spec);
    alea__values *values = NULL;
    alea_error error;
    assert_int_equal(race_solve(PROBLEM(game, .objective = objective, .options = options), &values, &error),
                     status);
    assert_null(values);
    assert_says(error, sentence);
    alea_game_free(game);
}

static void assert_rules_refused(const char *rules, const char *sentence)
{
    assert_refused(write_rules(rules), ALEA_WIN, &(alea_solve_options){0}, ALEA_E_REFUSED, sentence);
}

static void three_players_of_a_chase_are_refused(void **unused)
{
    (void)unused;
    assert_refused("pig-pen(players=3)", ALEA_WIN, &(alea_solve_options){0}, ALEA_E_REFUSED, "3 players");
}

static void objectives_that_a_game_does_not_have_are_refused(void **unused)
{
    (void)unused;
    assert_refused("pig", ALEA_MONEY, &(alea_solve_options){0}, ALEA_E_USAGE,
                   "does not have the objective \"money\"");
    assert_refused("pig-solitaire", ALEA_TURNS, &(alea_solve_options){0}, ALEA_E_USAGE,
                   "objective \"turns\"");
}

#define BANK "dice = 1, sides = 6, goal = 10, ending = \"bank\", "

static void money_that_nobody_ever_pays_is_refused(void **unused)
{
    (void)unused;
    const char *rules = write_rules("dice = 1, sides = 3, goal = 2, ending = \"chase\",\n"
                                    "roll = function(a) if a == 1 then return bust() end return add(a) end,\n"
                                    "payoff = { money = { per_point = function(s) return 0 end } }");
    assert_refused(rules, ALEA_MONEY, &(alea_solve_options){0}, ALEA_E_REFUSED, "nobody ever pays");
}

static void games_that_need_not_end_are_refused_with_the_reason(void **unused)
{
    (void)unused;
    assert_rules_refused(
        BANK "first_roll = \"free\", roll = function(a) if a == 1 then return bust() end return add(a) end",
        "`first_roll` is \"free\"");
    assert_rules_refused(BANK "first_roll = \"forced\", roll = function(a) return add(a) end",
                         "memory is 0, no roll can lose the turn");
    assert_rules_refused(BANK "first_roll = \"forced\", roll = function(a) return bust() end",
                         "no rolls add points that can be kept");
    assert_rules_refused(BANK "first_roll = \"forced\", roll = function(a) if a == 1 then return bust() end\n"
                              "  return add(a, { forced = true }) end",
                         "every roll forces another");
    assert_rules_refused(
        BANK
        "first_roll = \"forced\", roll = function(a) if a == 1 then return bust() end return add(2) end,\n"
        "landing = function(s) if s == 8 then return bust() end end",
        "From a total of 6");
    assert_rules_refused(
        BANK
        "first_roll = \"forced\", roll = function(a) if a == 1 then return bust() end return add(a - 2) end",
        "rolls that add nothing");
}

static void a_chase_that_nobody_must_lose_is_refused(void **unused)
{
    (void)unused;
    assert_rules_refused(
        "dice = 1, sides = 6, goal = 10, ending = \"chase\", first_roll = \"forced\",\n"
        "roll = function(a, m) if a == 1 and m == 1 then return bust() end return add(a, { memory = 1 }) end",
        "grow without limit");
}

static void too_little_memory_is_said_before_anything_is_begun(void **unused)
{
    (void)unused;
    const alea_solve_options little = {.memory = 1000000};
    assert_refused("two-dice-pig(goal=1000)", ALEA_WIN, &little, ALEA_E_REFUSED,
                   "the limit is 1000000 bytes");
    assert_refused("pig-pen", ALEA_MONEY, &little, ALEA_E_REFUSED, "of memory");
    assert_refused("pig-solitaire(goal=5000,turns=100)", ALEA_WIN, &little, ALEA_E_REFUSED, "of memory");
}

static void a_tolerance_out_of_reach_is_said_with_what_can_be_had(void **unused)
{
    (void)unused;
    assert_refused("two-dice-pig(goal=20)", ALEA_WIN, &(alea_solve_options){.tolerance = 1e-18}, ALEA_E_RANGE,
                   "cannot be reached in double precision");
    assert_refused("pig-solitaire(turns=3)", ALEA_WIN, &(alea_solve_options){.tolerance = 1e-18},
                   ALEA_E_RANGE, "Ask for");
}

/* ---- progress ---- */

typedef struct watch {
    uint64_t calls, last, total, stop_after;
    bool ordered;
} watch;

static int note(void *user, uint64_t done, uint64_t total)
{
    watch *w = user;
    w->ordered = w->ordered && done >= w->last && done <= total;
    w->last = done;
    w->total = total;
    return ++w->calls > w->stop_after;
}

static void progress_counts_beginnings_of_turns_up_to_all(void **unused)
{
    (void)unused;
    watch w = {.stop_after = UINT64_MAX, .ordered = true};
    alea_game *game = open_game("pig-pen(goal=10)");
    alea__values *values =
        solve_with(game, ALEA_MONEY, &(alea_solve_options){.progress = {.report = note, .user = &w}});
    assert_true(w.ordered);
    assert_that(w.calls, >, 10);
    assert_int_equal(w.last, w.total);
    alea__values_free(values);
    alea_game_free(game);
}

static void work_stops_when_asked(void **unused)
{
    (void)unused;
    watch w = {.stop_after = 3, .ordered = true};
    assert_refused("pig-pen(goal=10)", ALEA_MONEY,
                   &(alea_solve_options){.progress = {.report = note, .user = &w}}, ALEA_E_STOPPED,
                   "Stopped");
    assert_int_equal(w.calls, 4);
}

static void a_failing_allocation_is_said_and_nothing_is_lost(void **unused)
{
    (void)unused;
    static const char *const spec[] = {"two-dice-pig(goal=8)", "pig-pen(goal=10)",
                                       "pig-solitaire(goal=8,turns=0)", "pig-solitaire(goal=8,turns=2)"};
    for (size_t i = 0; i < 4; i++) {
        alea_game *game = open_game(spec[i]);
        alea_status status = ALEA_E_MEMORY;
        for (long k = 0; status != ALEA_OK; k += i == 1 ? 5 : 1) {
            alea__values *values = NULL;
            alea_error error;
            status =
                with_allocations(k, race_solve(PROBLEM(game, .objective = i == 2 ? ALEA_TURNS : ALEA_WIN,
                                                       .options = &(alea_solve_options){.tolerance = 1e-3}),
                                               &values, &error));
            alea__values_free(values);
        }
        alea_game_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pig_by_the_general_way_is_worth_0_530592725273747),
        cmocka_unit_test(two_dice_pig_is_worth_what_is_in_print),
        cmocka_unit_test(solitaire_reaches_the_goal_in_1_to_12_turns_as_in_print),
        cmocka_unit_test(solitaire_takes_12_545232351955_turns_at_best),
        cmocka_unit_test(pig_pen_is_worth_3_9800975375_and_4_0533041160_dollars),
        cmocka_unit_test(pig_pen_is_won_with_0_5204059813_and_0_5212520463),
        cmocka_unit_test(tables_of_every_kind_pass_the_checker),
        cmocka_unit_test(three_players_of_a_chase_are_refused),
        cmocka_unit_test(objectives_that_a_game_does_not_have_are_refused),
        cmocka_unit_test(money_that_nobody_ever_pays_is_refused),
        cmocka_unit_test(games_that_need_not_end_are_refused_with_the_reason),
        cmocka_unit_test(a_chase_that_nobody_must_lose_is_refused),
        cmocka_unit_test(too_little_memory_is_said_before_anything_is_begun),
        cmocka_unit_test(a_tolerance_out_of_reach_is_said_with_what_can_be_had),
        cmocka_unit_test(progress_counts_beginnings_of_turns_up_to_all),
        cmocka_unit_test(work_stops_when_asked),
        cmocka_unit_test(a_failing_allocation_is_said_and_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
