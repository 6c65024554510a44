/* Intervals rounded outward, and the messages for limits that are too small. */
#include "exact/interval.h"
#include "exact/limits.h"
#include "support/test.h"

static int64_t units(double number) /* multiples of 2^-60; exact for the numbers below */
{
    return (int64_t)ldexp(number, 60);
}

static void a_sum_is_rounded_only_where_it_is_not_exact(void **unused)
{
    (void)unused;
    assert_that(alea__sum_towards(0.25, 0.5, INFINITY), ==, 0.75);
    assert_that(alea__sum_towards(0.25, 0.5, -INFINITY), ==, 0.75);
    assert_that(alea__sum_towards(1, 0x1p-60, INFINITY), ==, 1 + 0x1p-52);
    assert_that(alea__sum_towards(1, 0x1p-60, -INFINITY), ==, 1);
    assert_that(alea__sum_towards(1, -0x1p-60, -INFINITY), ==, 1 - 0x1p-53);
    assert_that(alea__sum_towards(INFINITY, 1, -INFINITY), ==, INFINITY);
}

static void sums_and_rests_contain_the_exact_ones(void **unused)
{
    (void)unused;
    const double samples[] = {0, 0x1p-60, 0.1, 1.0 / 3, 0.5, 0.7, 1 - 0x1p-53, 1};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            const int64_t a = units(samples[i]), b = units(samples[j]);
            const alea_interval x = {ldexp((double)a, -60), ldexp((double)a, -60)};
            const alea_interval sum = alea__interval_shift(x, ldexp((double)b, -60));
            assert_that(units(sum.lower), <=, a + b);
            assert_that(a + b, <=, units(sum.upper));
            assert_that(sum.upper, <=, nextafter(sum.lower, 2));
            const alea_interval rest = alea__interval_rest(1, x);
            assert_that(units(rest.lower), <=, (INT64_C(1) << 60) - a);
            assert_that(units(rest.upper), >=, (INT64_C(1) << 60) - a);
        }
}

static void a_chance_stays_between_nothing_and_certainty(void **unused)
{
    (void)unused;
    const alea_interval low = alea__chance_around(1e-9, 1e-8), high = alea__chance_around(1 - 1e-9, 1e-8);
    assert_that(low.lower, ==, 0);
    assert_that(low.upper, >, 1e-8);
    assert_that(high.upper, ==, 1);
    assert_that(high.lower, <, 1 - 1e-8);
}

static void a_refusal_for_memory_says_how_much_would_do(void **unused)
{
    (void)unused;
    alea_error error;
    assert_int_equal(alea__check_memory("This", 1e9, 0, &error), ALEA_OK);
    assert_int_equal(alea__check_memory("This", 1000, 1000, &error), ALEA_OK);
    assert_int_equal(alea__check_memory("This", 0x1p60, 0, &error), ALEA_E_MEMORY);
    assert_int_equal(alea__check_memory("This", 0x1p60, 1000, &error), ALEA_E_REFUSED);
    assert_int_equal(alea__check_memory("This", 3 << 20, 1000, &error), ALEA_E_REFUSED);
    assert_string_equal(error.message,
                        "This takes about 3.0 MiB (3145728 bytes) of memory; the limit is 1000 bytes.");
}

static void a_refusal_for_tolerance_names_one_that_is_wide_enough(void **unused)
{
    (void)unused;
    alea_error error;
    static const char *const before[] = {"a --tolerance of ", "Ask for "};
    for (int asked = 0; asked < 2; asked++)
        for (double width = 1; width < 100; width *= 1.037) {
            const alea_solve_options options = {.tolerance = asked ? width / 2 : 0};
            assert_int_equal(alea__check_tolerance(ALEA_MONEY, width, width / 2, &options, &error),
                             ALEA_E_RANGE);
            const char *ask = strstr(error.message, before[asked]);
            assert_non_null(ask);
            ask += strlen(before[asked]);
            assert_int_equal(alea__check_tolerance(ALEA_MONEY, width, atof(ask), &options, &error), ALEA_OK);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_is_rounded_only_where_it_is_not_exact),
        cmocka_unit_test(sums_and_rests_contain_the_exact_ones),
        cmocka_unit_test(a_chance_stays_between_nothing_and_certainty),
        cmocka_unit_test(a_refusal_for_memory_says_how_much_would_do),
        cmocka_unit_test(a_refusal_for_tolerance_names_one_that_is_wide_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
