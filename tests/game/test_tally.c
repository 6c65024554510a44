/* Sums of squares do not overflow: against the compiler's own 128-bit numbers. */

#include "game/tally.h"
#include "support/test.h"

__extension__ typedef unsigned __int128 wide;

static void squares_of_any_dollars_add_up(void **unused)
{
    (void)unused;
    const int64_t dollars[] = {0,          1,           -1,        65535,      -4294967296,
                               4294967295, 99999999999, INT64_MAX, -INT64_MAX, INT64_MIN / 2};
    uint64_t sum[2] = {0, 0};
    wide want = 0;
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < sizeof dollars / sizeof *dollars; i++) {
            uint64_t n = dollars[i] < 0 ? 0 - (uint64_t)dollars[i] : (uint64_t)dollars[i];
            alea__add_square(sum, dollars[i]);
            want += (wide)n * n;
            assert_that(sum[0], ==, (uint64_t)want);
            assert_that(sum[1], ==, (uint64_t)(want >> 64));
        }
}

static void tallies_add_up(void **unused)
{
    (void)unused;
    alea__tally sum = {.games = 1, .money_squared = {{UINT64_MAX, 1}}},
                more = {.games = 2, .money_squared = {{1, 2}}};
    alea__tally_add(&sum, &more);
    assert_int_equal(sum.games, 3);
    assert_that(sum.money_squared[0][0], ==, 0);
    assert_that(sum.money_squared[0][1], ==, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_of_any_dollars_add_up),
        cmocka_unit_test(tallies_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
