/* Minimum-weight perfect matchings against all matchings, found by dynamic programming over sets. */
#include "base/random.h"
#include "support/memory.h"
#include "tournament/matching.h"

enum { MOST = 16 };

/* The least cost of matching all vertices: best[set] matches the lowest vertex of the set with each other one. */
static int64_t least_cost(uint32_t n, const int64_t *cost)
{
    static int64_t best[1 << MOST];
    best[0] = 0;
    for (uint32_t set = 1; set < 1u << n; set++) {
        best[set] = INT64_MAX;
        uint32_t low = 0;
        while (!(set >> low & 1)) low++;
        for (uint32_t j = low + 1; j < n; j++) {
            const uint32_t rest = set & ~(1u << low) & ~(1u << j);
            if (!(set >> j & 1) || best[rest] == INT64_MAX) continue;
            const int64_t sum = best[rest] + cost[low * n + j];
            if (sum < best[set]) best[set] = sum;
        }
    }
    return best[(1u << n) - 1];
}

/* Checks that all are matched in pairs. Returns the cost. */
static int64_t matched_cost(uint32_t n, const int64_t *cost, const uint32_t *partner)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        assert_that(partner[i], <, n);
        assert_int_not_equal(partner[i], i);
        assert_int_equal(partner[partner[i]], i);
        if (i < partner[i]) sum += cost[(size_t)i * n + partner[i]];
    }
    return sum;
}

/* Symmetric random costs: below `range`, or in three clusters of odd size, which force blossoms within blossoms. */
static void random_costs(uint32_t n, int64_t range, bool clustered, uint64_t *random, int64_t *cost)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= i; j++) {
            int64_t c = (int64_t)(alea__mix_next(random) % (uint64_t)range);
            if (clustered && i % 3 != j % 3) c += 3 * range;
            if (clustered && (i / 3) % 2 != (j / 3) % 2) c += range / 2;
            cost[(size_t)i * n + j] = cost[(size_t)j * n + i] = c;
        }
}

static void matchings_are_the_cheapest_of_all(void **state)
{
    (void)state;
    static const int64_t ranges[] = {2, 3, 10, 1000, INT64_C(1) << 47};
    uint64_t random = 1;
    for (uint32_t n = 2; n <= (is_sanitized() ? 12 : MOST); n += 2) {
        const int trials = n <= 10 ? 2000 : n <= 14 ? 100 : 10;
        for (size_t range = 0; range < sizeof ranges / sizeof *ranges; range++)
            for (int clustered = 0; clustered < 2; clustered++)
                for (int trial = 0; trial < trials; trial++) {
                    int64_t cost[MOST * MOST];
                    uint32_t partner[MOST];
                    random_costs(n, ranges[range], clustered, &random, cost);
                    OK(alea__matching_solve(n, cost, partner, &test_error));
                    assert_true(matched_cost(n, cost, partner) == least_cost(n, cost));
                }
    }
}

/* Points on a line: neighbours in their order are the best partners; and with squares as well. In large fields. */
static void on_a_line_neighbours_are_matched(void **state)
{
    (void)state;
    const uint32_t n = is_sanitized() ? 60 : 400;
    uint64_t random = 2;
    for (int squared = 0; squared < 2; squared++) {
        int64_t *cost = calloc((size_t)n * n, sizeof *cost), *at = calloc(n, sizeof *at), expected = 0;
        uint32_t *partner = calloc(n, sizeof *partner), *rank = calloc(n, sizeof *rank);
        for (uint32_t i = 0; i < n; i++) at[i] = (int64_t)(alea__mix_next(&random) % 100000);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) {
                const int64_t apart = llabs(at[i] - at[j]);
                cost[(size_t)i * n + j] = squared ? apart * apart : apart;
                rank[i] += at[j] < at[i] || (at[j] == at[i] && j < i);
            }
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++)
                if (rank[i] % 2 == 0 && rank[j] == rank[i] + 1) expected += cost[(size_t)i * n + j];
        OK(alea__matching_solve(n, cost, partner, &test_error));
        assert_true(matched_cost(n, cost, partner) == expected);
        free(cost);
        free(at);
        free(partner);
        free(rank);
    }
}

/* Random costs in large fields: development builds assert that the dual has the same value; here nothing better is found by
   exchanging the partners of any two pairs. */
static void large_matchings_cannot_be_improved(void **state)
{
    (void)state;
    const uint32_t n = is_sanitized() ? 40 : 300;
    uint64_t random = 3;
    int64_t *cost = calloc((size_t)n * n, sizeof *cost);
    uint32_t *partner = calloc(n, sizeof *partner);
    for (int trial = 0; trial < 4; trial++) {
        random_costs(n, trial < 2 ? 30 : 1000000, trial % 2, &random, cost);
        OK(alea__matching_solve(n, cost, partner, &test_error));
        matched_cost(n, cost, partner);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) {
                const uint32_t p = partner[i], q = partner[j];
                if (j == i || j == p) continue;
                assert_true(cost[(size_t)i * n + p] + cost[(size_t)j * n + q] <=
                            cost[(size_t)i * n + j] + cost[(size_t)p * n + q]);
            }
    }
    free(cost);
    free(partner);
}

static void wrong_costs_are_refused(void **state)
{
    (void)state;
    uint32_t partner[4];
    const int64_t negative[4] = {0, -1, -1, 0}, skew[4] = {0, 1, 2, 0},
                  dear[4] = {0, ALEA__MATCHING_DEAREST + 1, ALEA__MATCHING_DEAREST + 1, 0},
                  just[4] = {-5, ALEA__MATCHING_DEAREST, ALEA__MATCHING_DEAREST, -7};
    assert_int_equal(alea__matching_solve(2, negative, partner, &test_error), ALEA_E_RANGE);
    assert_int_equal(alea__matching_solve(2, skew, partner, &test_error), ALEA_E_RANGE);
    assert_int_equal(alea__matching_solve(2, dear, partner, &test_error), ALEA_E_RANGE);
    assert_int_equal(alea__matching_solve(3, just, partner, &test_error), ALEA_E_RANGE);
    assert_int_equal(alea__matching_solve(ALEA__MATCHING_MOST + 2, just, partner, &test_error), ALEA_E_RANGE);
    OK(alea__matching_solve(2, just, partner, &test_error));
    assert_true(partner[0] == 1 && partner[1] == 0);
    OK(alea__matching_solve(0, NULL, NULL, &test_error));
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    uint64_t random = 4;
    int64_t cost[36];
    uint32_t partner[6];
    random_costs(6, 9, false, &random, cost);
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++)
        status = with_allocations(k, alea__matching_solve(6, cost, partner, &test_error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matchings_are_the_cheapest_of_all),
        cmocka_unit_test(on_a_line_neighbours_are_matched),
        cmocka_unit_test(large_matchings_cannot_be_improved),
        cmocka_unit_test(wrong_costs_are_refused),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
