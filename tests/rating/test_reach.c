/* Strongly connected sets and groups against transitive closures, in random graphs. */
#include "base/random.h"
#include "rating/reach.h"
#include "support/memory.h"

enum { NODES = 9 };

/* reach[i][j]: there is a way from i to j, by Warshall's algorithm. */
static void close(bool reach[NODES][NODES])
{
    for (int i = 0; i < NODES; i++) reach[i][i] = true;
    for (int k = 0; k < NODES; k++)
        for (int i = 0; i < NODES; i++)
            for (int j = 0; j < NODES; j++) reach[i][j] |= reach[i][k] && reach[k][j];
}

static void sets_and_groups_are_those_of_the_closure(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int graph = 0; graph < 3000; graph++) {
        uint32_t edge[30][2], count = (uint32_t)(alea__mix_next(&random) % 25), set[NODES], sets,
                              group[NODES], groups;
        bool reach[NODES][NODES] = {{false}}, either[NODES][NODES] = {{false}};
        for (uint32_t k = 0; k < count; k++) {
            edge[k][0] = (uint32_t)(alea__mix_next(&random) % NODES);
            edge[k][1] = (uint32_t)(alea__mix_next(&random) % NODES);
            reach[edge[k][0]][edge[k][1]] = true;
            either[edge[k][0]][edge[k][1]] = either[edge[k][1]][edge[k][0]] = true;
        }
        close(reach);
        close(either);
        alea__arrows g;
        OK(alea__arrows_make(NODES, count, (const uint32_t(*)[2])edge, &g, &test_error));
        OK(alea__strong_sets(&g, set, &sets, &test_error));
        OK(alea__connected_groups(&g, group, &groups, &test_error));
        alea__arrows_free(&g);
        uint32_t seen = 0;
        for (int i = 0; i < NODES; i++) {
            assert_that(set[i], <, sets);
            assert_that(group[i], <=, seen); /* numbered in the order of the lowest node */
            if (group[i] == seen) seen++;
            for (int j = 0; j < NODES; j++) {
                assert_int_equal(set[i] == set[j], reach[i][j] && reach[j][i]);
                assert_int_equal(group[i] == group[j], either[i][j]);
                if (reach[i][j]) assert_that(set[i], <=, set[j]);
            }
        }
        assert_int_equal(seen, groups);
    }
}

/* A path of 100,000 nodes: no recursion that could use up the stack. */
static void long_paths_are_walked(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    uint32_t(*edge)[2] = calloc(LONG, sizeof *edge), *set = calloc(LONG, sizeof *set), sets;
    for (uint32_t k = 0; k < LONG - 1; k++) {
        edge[k][0] = k;
        edge[k][1] = k + 1;
    }
    for (uint32_t closed = 0; closed < 2; closed++) {
        edge[LONG - 1][0] = LONG - 1;
        edge[LONG - 1][1] = 0;
        alea__arrows g;
        OK(alea__arrows_make(LONG, LONG - 1 + closed, (const uint32_t(*)[2])edge, &g, &test_error));
        OK(alea__strong_sets(&g, set, &sets, &test_error));
        assert_int_equal(sets, closed ? 1 : LONG);
        assert_int_equal(set[LONG - 1], closed ? 0 : LONG - 1);
        alea__arrows_free(&g);
    }
    free(edge);
    free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_and_groups_are_those_of_the_closure),
        cmocka_unit_test(long_paths_are_walked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
