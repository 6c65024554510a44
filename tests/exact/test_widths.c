/* Kernels of every width compute the same values, to the last bit; those that the machine does not have are not tried. */
#include "../support/facts.h"
#include "../support/test.h"
#include "base/kernel.h"

#include <alea/exact.h>

enum { WIDTHS = 3, NUMBERS = 7 };
static const int width[WIDTHS] = {16, 32, 64};

static void no_vectors_are_wider_than_the_limit(void **state)
{
    (void)state;
    const int machine = alea__lane_bytes();
    assert_true(machine == 16 || machine == 32 || machine == 64);
    for (int i = 0; i < WIDTHS; i++) {
        alea__limit_lane_bytes(width[i]);
        assert_int_equal(alea__lane_bytes(), machine < width[i] ? machine : width[i]);
    }
    alea__limit_lane_bytes(0);
    assert_int_equal(alea__lane_bytes(), machine);
}

/* The values and widths of a table, and whether the checker agrees that they hold. */
static void solve(const alea_game *game, alea_objective objective, double out[NUMBERS])
{
    alea_verdict verdict;
    alea_table *table = solve_game(game, objective);
    const alea_table_facts facts = table_facts(table);
    OK(alea_table_verify(table, NULL, &verdict, &test_error));
    assert_true(verdict.holds);
    const double numbers[NUMBERS] = {facts.start.lower,  facts.start.upper, facts.second.lower,
                                     facts.second.upper, facts.width,       (double)facts.stored};
    memcpy(out, numbers, sizeof numbers);
    alea_table_free(table);
}

static void evaluate(const alea_game *game, alea_objective objective, double out[NUMBERS])
{
    alea_bot *low = open_bot(game, "hold(9)"), *high = open_bot(game, "hold(14)");
    alea_evaluation result;
    OK(alea_bot_evaluate(game, low, high, objective, NULL, &result, &test_error));
    const double numbers[NUMBERS] = {result.first.value.lower, result.first.value.upper,
                                     result.first.turns.lower, result.first.turns.upper,
                                     result.second.win.lower,  result.second.win.upper,
                                     result.second.money.lower};
    memcpy(out, numbers, sizeof numbers);
    alea_bot_free(low);
    alea_bot_free(high);
}

/* Compares what each width makes of a game. */
static void compare(const char *spec, alea_objective objective,
                    void (*work)(const alea_game *, alea_objective, double out[NUMBERS]))
{
    alea_game *game = open_game(spec);
    double usual[NUMBERS], limited[NUMBERS];
    work(game, objective, usual);
    for (int i = 0; i < WIDTHS; i++) {
        alea__limit_lane_bytes(width[i]);
        work(game, objective, limited);
        alea__limit_lane_bytes(0);
        for (int k = 0; k < NUMBERS; k++)
            if (memcmp(&usual[k], &limited[k], sizeof usual[k]) != 0)
                fail_msg("%s: number %d is %.17g with vectors of %d bytes, else %.17g", spec, k, limited[k],
                         width[i], usual[k]);
    }
    alea_game_free(game);
}

static void solutions_do_not_depend_on_the_width(void **state)
{
    (void)state;
    compare("pig(goal=60)", ALEA_WIN, solve);
    compare("two-dice-pig(goal=30)", ALEA_WIN, solve);
    compare("pig-pen(goal=20,players=2)", ALEA_MONEY, solve);
    compare("pig-solitaire(turns=6)", ALEA_WIN, solve);
    compare("hog", ALEA_WIN, solve);
}

static void results_do_not_depend_on_the_width(void **state)
{
    (void)state;
    compare("pig(goal=60)", ALEA_WIN, evaluate);
    compare("two-dice-pig(goal=30)", ALEA_WIN, evaluate);
    compare("pig-pen(goal=20,players=2)", ALEA_MONEY, evaluate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_vectors_are_wider_than_the_limit),
        cmocka_unit_test(solutions_do_not_depend_on_the_width),
        cmocka_unit_test(results_do_not_depend_on_the_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
