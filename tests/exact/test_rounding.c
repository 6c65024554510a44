/* Rounding down in the processor's mode and by emulation: the same bounds, bit for bit, of solved games, of results between
   policies, and of best responses. With ALEA_SOAK every game of the catalogue, in full size. */
#include "../support/test.h"
#include "base/directed.h"
#include "value/values.h"

#include <alea/exact.h>

typedef struct job {
    const char *game;
    alea_objective objective;
    const char *first, *second; /* policies; of a player alone only the first */
} job;

static const job small[] = {
    {"pig(goal=60)", ALEA_WIN, "hold(20)", "always-roll"},
    {"pig(goal=37,dice=3,sides=4)", ALEA_WIN, "optimal", "hold-at-total(20)"},
    {"pig(goal=16)", ALEA_WIN, "hold(11)", "random(0.7)"},
    {"piglet", ALEA_WIN, "hold(2)", "random(0.7)"},
    {"two-dice-pig(goal=12)", ALEA_WIN, "hold(7)", "random(0.7)"},
    {"two-dice-pig(goal=12,double_one=bust)", ALEA_WIN, "hold(6)", "hold(9)"},
    {"two-dice-pig(goal=12,forced_doubles=true)", ALEA_WIN, "hold(6)", "hold(9)"},
    {"tests/rules/race-tiny.lua", ALEA_WIN, "hold(3)", "random(0.7)"},
    {"tests/rules/race-tiny.lua", ALEA_MONEY, "hold(3)", "optimal(for=money)"},
    {"tests/rules/race-tiny.lua(ending=bank)", ALEA_MONEY, "hold(2)", "hold(3)"},
    {"pig-solitaire(goal=40)", ALEA_WIN, "hold(10)", NULL},
    {"pig-solitaire(goal=40,turns=0)", ALEA_TURNS, "hold(10)", NULL},
    {"coin-pig(goal=8)", ALEA_WIN, "optimal", "random"},
    {"red-and-black(goal=30,fortune=12)", ALEA_WIN, "optimal", NULL},
    {"tests/rules/chase-graph.lua(goal=10,cap=150)", ALEA_MONEY, "optimal(for=money)", "random"},
    {"tests/rules/mixed-dice.lua", ALEA_MONEY, "optimal(for=money)", "random"},
    {"tests/rules/pig-graph.lua(goal=10)", ALEA_WIN, "optimal", "random"},
    {"tests/rules/two-dice-pig-graph.lua(goal=6)", ALEA_WIN, "optimal", "random"},
    {"tests/rules/solitaire-graph.lua(goal=20,turns=4)", ALEA_WIN, "optimal", NULL},
    {"tests/rules/solitaire-graph.lua(goal=20)", ALEA_TURNS, "optimal", NULL},
};

/* Hog and Despirala round to nearest, with errors bounded beforehand; the mode must not matter there either. */
static const job whole[] = {
    {"pig", ALEA_WIN, "hold(20)", "random(0.7)"},
    {"pig(goal=400)", ALEA_WIN, "hold(20)", "hold(25)"},
    {"pig(goal=100,dice=2,sides=8)", ALEA_WIN, "hold(20)", "random(0.7)"},
    {"piglet(goal=60)", ALEA_WIN, "hold(2)", "random(0.7)"},
    {"two-dice-pig", ALEA_WIN, "hold(20)", "random(0.7)"},
    {"two-dice-pig(goal=60,double_one=bust)", ALEA_WIN, "hold(20)", "random(0.7)"},
    {"two-dice-pig(goal=60,forced_doubles=true)", ALEA_WIN, "hold(20)", "random(0.7)"},
    {"pig-pen", ALEA_WIN, "hold(20)", "random(0.7)"},
    {"pig-pen", ALEA_MONEY, "hold(20)", "hold(25)"},
    {"pig-pen(over_goal=hold)", ALEA_MONEY, "hold(20)", "random(0.7)"},
    {"pig-solitaire", ALEA_WIN, "hold(20)", NULL},
    {"pig-solitaire(turns=0)", ALEA_TURNS, "hold(20)", NULL},
    {"coin-pig", ALEA_WIN, "optimal", "random"},
    {"coin-pig(goal=12,heads=3,tails=2)", ALEA_WIN, "optimal", "random"},
    {"red-and-black", ALEA_WIN, "optimal", NULL},
    {"tests/rules/chase-graph.lua(goal=10,cap=150)", ALEA_MONEY, "optimal(for=money)", "random"},
    {"tests/rules/pig-graph.lua(goal=30)", ALEA_WIN, "optimal", "random"},
    {"tests/rules/two-dice-pig-graph.lua(goal=16)", ALEA_WIN, "optimal", "random"},
    {"hog", ALEA_WIN, "always(4)", "always(5)"},
    {"hog-moon", ALEA_WIN, "always(4)", "always(5)"},
    {"hog-feral", ALEA_WIN, "always(4)", "always(5)"},
    {"hog-piggy", ALEA_WIN, "always(4)", "always(5)"},
    {"despirala", ALEA_SCORE, "optimal", NULL},
};

/* ---- one way ---- */

/* The results of one of the two ways. A status other than ALEA_OK is a result, too. */
typedef struct found {
    alea_status solved, evaluated, responded;
    alea_table *table, *reply;
    alea_evaluation evaluation;
    alea_best_response response;
} found;

static found find(const alea_game *game, const job *j, bool emulated)
{
    found f = {.table = NULL};
    alea_bot *first = open_bot(game, j->first), *second = j->second ? open_bot(game, j->second) : NULL;
    alea__emulate_rounding(emulated);
    f.solved = alea_table_solve(game, j->objective, NULL, &f.table, &test_error);
    f.evaluated = alea_bot_evaluate(game, first, second, j->objective, NULL, &f.evaluation, &test_error);
    f.responded = alea_table_best_response(game, second ? second : first, j->objective, NULL, &f.reply,
                                           &f.response, &test_error);
    alea__emulate_rounding(false);
    alea_bot_free(first);
    alea_bot_free(second);
    return f;
}

static void clear(found *f)
{
    alea_table_free(f->table);
    alea_table_free(f->reply);
}

/* ---- comparing ---- */

static bool same(double a, double b)
{
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y || (isnan(a) && isnan(b));
}

static void compare_numbers(const char *game, const char *what, const double *by_mode, const double *emulated,
                            size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!same(by_mode[i], emulated[i]))
            fail_msg("%s, %s, number %zu: by emulation %a, expected %a", game, what, i, emulated[i],
                     by_mode[i]);
}

static void compare_tables(const char *game, const char *what, const alea_table *by_mode,
                           const alea_table *emulated)
{
    const alea__values *a = alea__table_values(by_mode), *b = alea__table_values(emulated);
    assert_int_equal(a->count, b->count);
    for (unsigned i = 0; i < a->count; i++) {
        const size_t cells = (size_t)a->matrix[i].rows * a->matrix[i].columns;
        assert_int_equal(cells, (size_t)b->matrix[i].rows * b->matrix[i].columns);
        compare_numbers(game, what, a->matrix[i].lower, b->matrix[i].lower, cells);
        compare_numbers(game, what, a->matrix[i].upper, b->matrix[i].upper, cells);
    }
    compare_numbers(game, what, &a->width, &b->width, 1);
}

/* Solves, evaluates and responds both ways; something must have been found. */
static void compare_job(const job *j)
{
    alea_game *game = open_game(j->game);
    found a = find(game, j, false), b = find(game, j, true);
    assert_int_equal(a.solved, b.solved);
    assert_int_equal(a.evaluated, b.evaluated);
    assert_int_equal(a.responded, b.responded);
    if (a.solved == ALEA_OK) compare_tables(j->game, "solved", a.table, b.table);
    if (a.responded == ALEA_OK) compare_tables(j->game, "best response", a.reply, b.reply);
    if (a.evaluated == ALEA_OK)
        compare_numbers(j->game, "evaluated", (const double *)&a.evaluation, (const double *)&b.evaluation,
                        sizeof a.evaluation / sizeof(double));
    if (a.solved != ALEA_OK || a.evaluated != ALEA_OK || (j->second && a.responded != ALEA_OK))
        fail_msg("%s: statuses %d, %d, %d: %s", j->game, a.solved, a.evaluated, a.responded,
                 test_error.message);
    clear(&a);
    clear(&b);
    alea_game_free(game);
}

static void small_games_have_the_same_bounds(void **state)
{
    (void)state;
    if (!alea__can_round_down()) cannot_run("a rounding mode");
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) compare_job(&small[i]);
}

static void the_catalogue_has_the_same_bounds(void **state)
{
    const char *soak = getenv("ALEA_SOAK");
    (void)state;
    if (!soak || *soak != '1') skip();
    if (!alea__can_round_down()) cannot_run("a rounding mode");
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) compare_job(&whole[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_games_have_the_same_bounds),
        cmocka_unit_test(the_catalogue_has_the_same_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
