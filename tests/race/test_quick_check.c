/* The checker's quick bounds of turns against its exact ones: never above them, hardly below, the same with all vectors. */
#include "base/kernel.h"
#include "family/race/check/quick_check.h"
#include "race/exact_test.h"
#include "support/memory.h"

/* ---- tables ---- */

typedef struct quick_case {
    const char *game, *rules;
    alea_objective objective;
    uint32_t rows;    /* of a chase, else 0 */
    double low, high; /* the range of its numbers */
    bool cuts;        /* its turns may be cut off */
} quick_case;

static const quick_case cases[] = {
    {"pig(goal=60)", NULL, ALEA_WIN, 0, 0, 1, true},
    {"piglet(goal=20)", NULL, ALEA_WIN, 0, 0, 1, true},
    {"pig(goal=70,dice=2)", NULL, ALEA_WIN, 0, 0, 1, true},
    {"two-dice-pig(goal=50)", NULL, ALEA_WIN, 0, 0, 1, true},
    {"two-dice-pig(goal=30,forced_doubles=true)", NULL, ALEA_WIN, 0, 0, 1, false},
    {"pig-solitaire(turns=5,goal=40)", NULL, ALEA_WIN, 0, 0, 1, true},
    {"pig-solitaire(turns=0,goal=50)", NULL, ALEA_TURNS, 0, 1, 20, true},
    {"pig-pen(goal=40)", NULL, ALEA_WIN, 81, 0, 1, false},
    {"pig-pen(goal=40)", NULL, ALEA_MONEY, 81, -90, 90, false},
    {NULL,
     "dice = 1, sides = 4, goal = 30, over_goal = 'hold', first_roll = 'free', ending = 'bank',\n"
     "roll = function(f) if f == 1 then return wipe() end return add(f - 1) end",
     ALEA_WIN, 0, 0, 1, true},
    {NULL,
     "dice = 1, sides = 5, goal = 30, ending = 'bank',\n"
     "roll = function(f) if f == 1 then return bust() end return add(f) end,\n"
     "landing = function(score) if score == 17 then return wipe() end end",
     ALEA_WIN, 0, 0, 1, false},
};

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* Numbers that are no solution of anything. From 0 to 1, a third of them are 0 or 1. */
static alea__values *random_table(const quick_case *q, const race_rules *r, uint64_t seed)
{
    alea__values *v = alea__values_new(q->objective);
    const uint32_t rows = q->rows ? q->rows : r->goal;
    const uint32_t columns = r->players == 2 ? rows : r->turn_limit ? r->turn_limit + 1 : 1;
    assert_int_equal(alea__values_add(v, &(alea__matrix_shape){"mover", "own", "other", rows, columns}, NULL),
                     ALEA_OK);
    for (size_t i = 0; i < (size_t)rows * columns; i++) {
        const double share = (double)next_random(&seed) / 0x1p31;
        double number = q->low + share * (q->high - q->low);
        if (q->objective == ALEA_WIN && next_random(&seed) % 3 == 0) number = share < 0.5 ? 0 : 1;
        v->matrix[0].lower[i] = number;
        v->matrix[0].upper[i] = number + 1e-9 < q->high ? number + 1e-9 : number;
    }
    v->layers = v->layers_done = 1;
    return v;
}

/* ---- one table ---- */

typedef struct comparison {
    const quick_case *q;
    const race_bounds *bounds;
    race_workspace exact;
    race_quick quick;
    unsigned compared;
    int64_t worst; /* that the deepest attempt was below */
} comparison;

/* What exact_step.h loses in a turn by rounding down: less than a unit in each roll, of which there are N / losing on average. */
static int64_t exact_may_lose(const race_bounds *b)
{
    uint32_t losing = b->rules->outcomes;
    for (uint32_t m = 0; m < b->rules->memories; m++)
        if (b->row[m].bust + b->row[m].wipe < losing) losing = b->row[m].bust + b->row[m].wipe;
    return b->rules->outcomes / losing + 1;
}

static void compare_lanes(comparison *c, race_exact_turn turn, const int64_t gives[RACE_QUICK_LANES],
                          bool deepest)
{
    for (unsigned lane = 0; lane < RACE_QUICK_LANES; lane++, turn.own++) {
        if (!race_is_turn_start(c->bounds->rules, c->bounds->values, turn.own, turn.waiter)) continue;
        race_set_opponent(c->bounds, &turn, &c->exact);
        const int64_t exact = race_exact_start(c->bounds, &turn, &c->exact);
        if (gives[lane] > exact + exact_may_lose(c->bounds))
            fail_msg("%s, scores %u,%u, sign %d: %lld is above %lld", c->q->game ? c->q->game : c->q->rules,
                     (unsigned)turn.own, (unsigned)turn.waiter, turn.sign, (long long)gives[lane],
                     (long long)exact);
        if (deepest && exact - gives[lane] > c->worst) c->worst = exact - gives[lane];
        c->compared++;
    }
}

/* Cut off at `cut`, with all kinds of vectors. */
static void compare_at(comparison *c, const race_exact_turn *turn, uint32_t cut)
{
    race_quick_kernel *const kernels[] = {race_quick_portable, KERNEL_OF_TWO(race_quick),
                                          KERNEL_OF_THREE(race_quick)};
    int64_t gives[3][RACE_QUICK_LANES];
    for (unsigned k = 0; k < 3; k++) {
        c->quick.kernel = kernels[k];
        race_quick_turns(&c->quick, turn->own, cut, gives[k]);
    }
    assert_memory_equal(gives[0], gives[1], sizeof gives[0]);
    assert_memory_equal(gives[0], gives[2], sizeof gives[0]);
    compare_lanes(c, *turn, gives[0], cut > c->bounds->top);
}

static void compare_group(comparison *c, const race_exact_turn *turn)
{
    const uint32_t end = c->bounds->top + 1, from = turn->own + RACE_QUICK_LANES;
    race_set_opponent(c->bounds, turn, &c->exact);
    race_quick_set_opponent(&c->quick, turn, &c->exact);
    assert_true(c->quick.usable);
    compare_at(c, turn, end);
    for (uint32_t cut = from; cut < end && c->q->cuts; cut += 1 + cut / 4) compare_at(c, turn, cut);
    uint32_t before = 0;
    for (unsigned attempt = 0; attempt < 4; attempt++) {
        const uint32_t cut = race_quick_cut(&c->quick, turn->own, attempt);
        if (cut == 0) break;
        assert_in_range(cut, from, end);
        assert_that(cut, >, before);
        before = cut;
    }
    assert_that(before, ==, end);
}

static void compare_table(const quick_case *q, const alea_game *game, uint64_t seed)
{
    alea__values *values = random_table(q, rules_of(game), seed);
    race_bounds bounds;
    race_quick_rules rules;
    comparison c = {.q = q, .bounds = &bounds};
    OK(race_bounds_make(rules_of(game), values, 0, &bounds, &test_error));
    OK(race_quick_rules_make(&bounds, &rules, &test_error));
    OK(race_workspace_make(&bounds, &c.exact, &test_error));
    OK(race_quick_make(&rules, &c.quick, &test_error));
    assert_int_equal(rules.may_cut, q->cuts);
    for (uint32_t waiter = rules_of(game)->turn_limit > 0; waiter < values->matrix[0].columns; waiter += 3)
        for (uint32_t own = 0; own + RACE_QUICK_LANES <= values->matrix[0].rows; own += 5)
            for (int sign = -1; sign <= 1; sign += 2)
                compare_group(&c, &(race_exact_turn){RACE_MOVER, own, waiter, sign});
    assert_that(c.compared, >, 10);
    /* A roll is at most 3 units of the quick check too small, and numbers lose what its units drop. */
    assert_that(c.worst, <=,
                ((INT64_C(4) << rules.drop) * (int64_t)(bounds.top + 2) * bounds.rules->memories));
    race_quick_clear(&c.quick);
    race_workspace_clear(&c.exact);
    race_quick_rules_clear(&rules);
    race_bounds_clear(&bounds);
    alea__values_free(values);
}

static void quick_bounds_are_never_above_exact_ones_even_for_senseless_tables(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        alea_game *game = open_game(cases[i].rules ? write_rules(cases[i].rules) : cases[i].game);
        for (uint64_t seed = 1; seed <= 4; seed++) compare_table(&cases[i], game, seed);
        alea_game_free(game);
    }
}

/* ---- a solved game ---- */

/* How many bounds of a solved table the first attempts prove, and their average depth. */
static void count_first_attempts(const race_bounds *bounds, double *share, double *depth)
{
    race_quick_rules rules;
    race_workspace exact;
    race_quick quick;
    unsigned all = 0, proved = 0;
    OK(race_quick_rules_make(bounds, &rules, &test_error));
    OK(race_workspace_make(bounds, &exact, &test_error));
    OK(race_quick_make(&rules, &quick, &test_error));
    const alea__matrix *m = &bounds->values->matrix[0];
    *depth = 0;
    for (race_exact_turn turn = {.sign = -1}; turn.sign <= 1; turn.sign += 2)
        for (turn.waiter = 0; turn.waiter < m->columns; turn.waiter++) {
            race_set_opponent(bounds, &turn, &exact);
            race_quick_set_opponent(&quick, &turn, &exact);
            for (uint32_t own = 0; own + RACE_QUICK_LANES <= m->rows; own += RACE_QUICK_LANES) {
                int64_t gives[RACE_QUICK_LANES];
                const uint32_t cut = race_quick_cut(&quick, own, 0);
                race_quick_turns(&quick, own, cut, gives);
                for (uint32_t lane = 0; lane < RACE_QUICK_LANES; lane++, all++) {
                    const size_t at = (size_t)(own + lane) * m->columns + turn.waiter;
                    const double bound = turn.sign > 0 ? m->lower[at] : m->upper[at];
                    proved += alea__fixed_above(turn.sign * bound, bounds->places) < gives[lane];
                    *depth += cut - own - lane;
                }
            }
        }
    *share = (double)proved / all;
    *depth /= all;
    race_quick_clear(&quick);
    race_workspace_clear(&exact);
    race_quick_rules_clear(&rules);
}

static void first_attempts_prove_nearly_all_of_a_solved_game(void **unused)
{
    (void)unused;
    static const char *const games[] = {"pig", "pig(goal=300)", "two-dice-pig", "pig(dice=2)"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        alea_game *game = open_game(games[i]);
        const alea_solve_options options = {.threads = 1};
        alea__values *values;
        race_bounds bounds;
        double share, depth;
        OK(race_solve(&(alea__problem){.rules = game->rules, .objective = ALEA_WIN, .options = &options},
                      &values, &test_error));
        OK(race_bounds_make(rules_of(game), values, 0, &bounds, &test_error));
        count_first_attempts(&bounds, &share, &depth);
        print_message("%s: %.4f proved, %.1f points deep\n", games[i], share, depth);
        assert_that(share, >, 0.98);
        assert_that(depth, <, 120);
        race_bounds_clear(&bounds);
        alea__values_free(values);
        alea_game_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_bounds_are_never_above_exact_ones_even_for_senseless_tables),
        cmocka_unit_test(first_attempts_prove_nearly_all_of_a_solved_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
