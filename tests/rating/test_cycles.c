/* Significant arrows by hand; shortest cycles against all cycles of small random graphs. */
#include "rating/cycles.h"
#include "rating/rating_test.h"
#include "support/memory.h"

static alea__cycles find_cycles(const alea__pair_results *results, double confidence)
{
    alea__cycles c;
    OK(alea__find_cycles(results, confidence, &c, &test_error));
    return c;
}

/* ---- p-values ---- */

static void p_values_are_those_of_students_distribution(void **state)
{
    (void)state;
    const alea__pair_result known = {0, 1, 100, 0.5 + 1.6448536269514722 * 0.02, 0.0004, 0, 0};
    assert_near(alea__pair_p_value(&known), 0.05, 1e-9);
    const alea__pair_result measured = {0,      1,  22, 0.5 + 2.228 * 0.02,
                                        0.0004, 11, 0}; /* t table, 10 degrees */
    assert_near(alea__pair_p_value(&measured), 0.025, 0.0002);
    const alea__pair_result equal = {0, 1, 32, 1, 0, 16, 0}; /* z = 1/2 / sqrt(1/4 / 16) */
    assert_near(alea__pair_p_value(&equal), erfc(4 / sqrt(2)) / 2, 1e-12);
    static const double means[] = {0.4, 0.5, 0.6}, p[] = {1, 0.5, 0};
    for (int k = 0; k < 3; k++) {
        const alea__pair_result exact = pair_exact(0, 1, 10, means[k]);
        assert_true(alea__pair_p_value(&exact) == p[k]);
    }
}

/* Four pairs with two-sided p-values of 0.01, 0.015, 0.03 and 0.005. Holm at 5 %: 0.005 <= 0.05/4, 0.01 <= 0.05/3, 0.015 <= 0.05/2 and
   0.03 <= 0.05 all pass; with 0.06 in the place of 0.03, three do. At 4 %: 0.005 <= 0.01, 0.01 <= 0.0133, 0.015 <= 0.02, 0.03 <= 0.04. At
   3 %: 0.005 <= 0.0075, 0.01 <= 0.01, 0.015 <= 0.015, 0.03 <= 0.03, just not: rounding. At 2.9 %: 0.005, then 0.01 > 0.00967 ends it. */
static void arrows_pass_holms_procedure(void **state)
{
    (void)state;
    static const double z[] = {2.5758293035489004, 2.4323790585844467, 2.1700903775845606,
                               2.8070337683438042};
    alea__pair_result pair[5];
    for (uint32_t k = 0; k < 4; k++)
        pair[k] =
            (alea__pair_result){2 * k, 2 * k + 1, 100, 0.5 + (k % 2 ? -1 : 1) * z[k] * 0.01, 0.0001, 0, 0};
    pair[4] = pair_exact(0, 7, 1, 0.500001); /* certain, and no test */
    const alea__pair_results results = {8, 5, pair, NULL, false};
    static const struct {
        double confidence;
        uint32_t arrows;
    } expected[] = {{0.95, 5}, {0.96, 5}, {0.971, 2}, {0.979, 2}, {0.981, 1}};
    for (int k = 0; k < 5; k++) {
        alea__cycles c = find_cycles(&results, expected[k].confidence);
        assert_int_equal(c.arrows, expected[k].arrows);
        assert_int_equal(c.length, 0);
        assert_int_equal(c.sets, 8);
        alea__cycles_free(&c);
    }
}

/* ---- cycles ---- */

/* The first of the shortest among all cycles that begin with their lowest node, found by searching all paths. */
typedef struct everywhere {
    bool beats[7][7];
    uint32_t path[7], best[7], length;
} everywhere;

static void go_on(everywhere *e, uint32_t depth)
{
    const uint32_t node = e->path[depth - 1];
    if (depth > 2 && e->beats[node][e->path[0]] && (e->length == 0 || depth < e->length)) {
        e->length = depth;
        memcpy(e->best, e->path, sizeof e->best);
    }
    for (uint32_t next = e->path[0] + 1; next < 7 && depth < 7; next++) {
        bool used = !e->beats[node][next];
        for (uint32_t k = 0; k < depth; k++) used |= e->path[k] == next;
        if (used) continue;
        e->path[depth] = next;
        go_on(e, depth + 1);
    }
}

static void shortest_cycles_are_the_first_of_all_cycles(void **state)
{
    (void)state;
    uint64_t random = 6;
    unsigned lengths[8] = {0};
    for (int graph = 0; graph < 3000; graph++) {
        alea__pair_result pair[21];
        alea__pair_results results = all_pairs(7, pair);
        everywhere e = {0};
        uint32_t count = 0;
        const double density = random_part(&random);
        for (uint32_t k = 0; k < results.count; k++) {
            if (random_part(&random) > density) continue;
            const bool first = random_part(&random) < 0.5;
            const uint32_t a = pair[k].a, b = pair[k].b;
            pair[count++] = pair_exact(a, b, 1, first ? 0.6 : 0.3);
            e.beats[first ? a : b][first ? b : a] = true;
        }
        results.count = count;
        for (e.path[0] = 0; e.path[0] < 7; e.path[0]++) go_on(&e, 1);
        alea__cycles c = find_cycles(&results, 0.95);
        assert_int_equal(c.length, e.length);
        assert_int_equal(c.arrows, count);
        assert_int_equal(c.sets < 7, e.length > 0);
        for (uint32_t k = 0; k < c.length; k++) assert_int_equal(c.cycle[k], e.best[k]);
        lengths[c.length]++;
        alea__cycles_free(&c);
    }
    assert_that(lengths[0], >, 200);
    assert_that(lengths[3], >, 200);
    assert_that(lengths[4], >, 50);
    assert_that(lengths[5], >, 5);
}

static void fields_without_results_have_no_cycle(void **state)
{
    (void)state;
    const alea__pair_result pair[] = {{0, 1, 0, 0, 0, 0, 0}};
    const alea__pair_results results = {3, 1, pair, NULL, false};
    alea__cycles c = find_cycles(&results, 0.95);
    assert_int_equal(c.length, 0);
    assert_int_equal(c.sets, 3);
    alea__cycles_free(&c);
    assert_int_equal(alea__find_cycles(&results, 0.3, &c, &test_error), ALEA_E_RANGE);
    const alea__pair_results none = {0};
    assert_int_equal(alea__find_cycles(&none, 0.9, &c, &test_error), ALEA_E_RANGE);
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    const alea__pair_result pair[] = {
        {0, 1, 9, 0.9, 0, 0, 0}, {1, 2, 9, 0.9, 0, 0, 0}, {0, 2, 9, 0.1, 0, 0, 0}};
    const alea__pair_results results = {3, 3, pair, NULL, false};
    alea__cycles c;
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++)
        status = with_allocations(k, alea__find_cycles(&results, 0.95, &c, &test_error));
    assert_int_equal(c.length, 3);
    alea__cycles_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p_values_are_those_of_students_distribution),
        cmocka_unit_test(arrows_pass_holms_procedure),
        cmocka_unit_test(shortest_cycles_are_the_first_of_all_cycles),
        cmocka_unit_test(fields_without_results_have_no_cycle),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
