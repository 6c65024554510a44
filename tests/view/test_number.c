#include "base/directed.h"
#include "support/test.h"
#include "view/number.h"

static void counts_have_commas_between_thousands(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__count_text(out, 0), "0");
    assert_string_equal(alea__count_text(out, 999), "999");
    assert_string_equal(alea__count_text(out, 1000), "1,000");
    assert_string_equal(alea__count_text(out, 12345), "12,345");
    assert_string_equal(alea__count_text(out, 123456), "123,456");
    assert_string_equal(alea__count_text(out, 1000000), "1,000,000");
    assert_string_equal(alea__count_text(out, -1), "-1");
    assert_string_equal(alea__count_text(out, -123), "-123");
    assert_string_equal(alea__count_text(out, -123456), "-123,456");
    assert_string_equal(alea__count_text(out, INT64_MAX), "9,223,372,036,854,775,807");
    assert_string_equal(alea__count_text(out, INT64_MIN), "-9,223,372,036,854,775,808");
}

static void short_numbers_have_two_or_three_digits_and_a_unit(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__short_text(out, 0), "0");
    assert_string_equal(alea__short_text(out, 7), "7");
    assert_string_equal(alea__short_text(out, 0.5), "0.5");
    assert_string_equal(alea__short_text(out, 12.34), "12");
    assert_string_equal(alea__short_text(out, 999), "999");
    assert_string_equal(alea__short_text(out, 999.4), "999");
    assert_string_equal(alea__short_text(out, 999.6), "1.0 k");
    assert_string_equal(alea__short_text(out, 1234), "1.2 k");
    assert_string_equal(alea__short_text(out, 9940), "9.9 k");
    assert_string_equal(alea__short_text(out, 9960), "10 k");
    assert_string_equal(alea__short_text(out, 123456), "123 k");
    assert_string_equal(alea__short_text(out, 999600), "1.0 M");
    assert_string_equal(alea__short_text(out, 1234567), "1.2 M");
    assert_string_equal(alea__short_text(out, 96e6), "96 M");
    assert_string_equal(alea__short_text(out, 3.44e9), "3.4 G");
    assert_string_equal(alea__short_text(out, 1e12), "1.0 T");
    assert_string_equal(alea__short_text(out, -1234567), "-1.2 M");
}

static void durations_are_said_in_the_units_that_one_would_use(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__duration_text(out, 0), "0.00 s");
    assert_string_equal(alea__duration_text(out, 0.314), "0.31 s");
    assert_string_equal(alea__duration_text(out, 9.994), "9.99 s");
    assert_string_equal(alea__duration_text(out, 9.996), "10.0 s");
    assert_string_equal(alea__duration_text(out, 12.44), "12.4 s");
    assert_string_equal(alea__duration_text(out, 59.94), "59.9 s");
    assert_string_equal(alea__duration_text(out, 59.96), "1 min 0 s");
    assert_string_equal(alea__duration_text(out, 125), "2 min 5 s");
    assert_string_equal(alea__duration_text(out, 3599.4), "59 min 59 s");
    assert_string_equal(alea__duration_text(out, 3599.6), "1 h 0 min");
    assert_string_equal(alea__duration_text(out, 3725), "1 h 2 min");
    assert_string_equal(alea__duration_text(out, 273600), "3 d 4 h");
}

static void clocks_count_minutes_and_hours(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__clock_text(out, 0), "0:00");
    assert_string_equal(alea__clock_text(out, 3.4), "0:03");
    assert_string_equal(alea__clock_text(out, 59.6), "1:00");
    assert_string_equal(alea__clock_text(out, 125), "2:05");
    assert_string_equal(alea__clock_text(out, 3723), "1:02:03");
    assert_string_equal(alea__clock_text(out, 360000), "100:00:00");
}

static void times_that_are_none_show_as_zero_or_very_long(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__clock_text(out, -5), "0:00");
    assert_string_equal(alea__clock_text(out, (double)NAN), "0:00");
    assert_string_equal(alea__clock_text(out, (double)INFINITY), "833333:20:00");
    assert_string_equal(alea__duration_text(out, -5), "0.00 s");
    assert_string_equal(alea__duration_text(out, (double)INFINITY), "34722 d 5 h");
}

static void an_estimate_shows_the_digits_that_its_error_leaves_certain(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__estimate_text(out, -1.0312, 0.0123, false), "-1.031 ± 0.012");
    assert_string_equal(alea__estimate_text(out, 12.4871, 0.3111, false), "12.5 ± 0.3");
    assert_string_equal(alea__estimate_text(out, 12.4871, 0.2949, false), "12.49 ± 0.29");
    assert_string_equal(alea__estimate_text(out, 12.4871, 0.2951, false), "12.5 ± 0.3");
    assert_string_equal(alea__estimate_text(out, 5, 0.0999, false), "5.00 ± 0.10");
    assert_string_equal(alea__estimate_text(out, 5, 0.1, false), "5.00 ± 0.10");
    assert_string_equal(alea__estimate_text(out, 1234.5, 42, false), "1234 ± 42");
    assert_string_equal(alea__estimate_text(out, 1234.6, 1.5, false), "1234.6 ± 1.5");
    assert_string_equal(alea__estimate_text(out, 0.5, 1e-30, false), "0.500000000000 ± 0.000000000000");
}

static void ascii_has_no_sign_beyond_it(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__estimate_text(out, 1.5, 0.4, true), "1.5 +/- 0.4");
}

static void exact_and_unknown_errors_say_so(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__estimate_text(out, 2.5, 0, false), "2.5 ± 0");
    assert_string_equal(alea__estimate_text(out, 2.5, (double)NAN, false), "2.5 ± ?");
    assert_string_equal(alea__rate_text(out, 1, 0, false), "100 % ± 0");
    assert_string_equal(alea__rate_text(out, 0.3, (double)INFINITY, true), "30 % +/- ?");
}

/* 1,000,000 games won at a rate of 0.534698: the error is √(p(1−p)/n) = 0.000499. */
static void a_rate_is_in_per_cent_with_its_standard_error(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__rate_text(out, 0.534698, sqrt(0.534698 * 0.465302 / 1e6), false),
                        "53.47 % ± 0.05");
    assert_string_equal(alea__rate_text(out, 0.534698, sqrt(0.534698 * 0.465302 / 1e7), false),
                        "53.470 % ± 0.016");
    assert_string_equal(alea__rate_text(out, 0.534698, sqrt(0.534698 * 0.465302 / 1e2), false), "53 % ± 5");
}

static void a_proved_number_shows_the_digits_that_its_bounds_make_certain(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__certain_text(out, 0.53059272527370, 0.53059272527379, 15), "0.5305927252737");
    assert_string_equal(alea__certain_text(out, 0.5, 0.6, 15), "0.6");
    assert_string_equal(alea__certain_text(out, 3.98009, 3.98011, 15), "3.9801");
    assert_string_equal(alea__certain_text(out, 12, 17, 15), "14");
    assert_string_equal(alea__certain_text(out, 0.123456789, 0.12345679, 6), "0.123457");
}

static void bounds_that_are_one_number_show_it(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__certain_text(out, 0, 0, 15), "0");
    assert_string_equal(alea__certain_text(out, 0.125, 0.125, 15), "0.125");
    assert_string_equal(alea__bound_text(out, 0.125, 0.125, ALEA__AT_MOST), "0.125");
}

static void zero_has_no_sign(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__certain_text(out, -3e-4, 1e-4, 15), "0.000");
}

/* The nearest number of this many digits would be on the wrong side. */
static void bounds_are_rounded_outwards(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    const double lower = 0.123459, upper = 0.134451;
    assert_string_equal(alea__bound_text(out, lower, upper, ALEA__AT_LEAST), "0.123");
    assert_string_equal(alea__bound_text(out, lower, upper, ALEA__AT_MOST), "0.135");
    assert_string_equal(alea__bound_text(out, -upper, -lower, ALEA__AT_LEAST), "-0.135");
    assert_string_equal(alea__bound_text(out, -upper, -lower, ALEA__AT_MOST), "-0.123");
    assert_string_equal(alea__bound_text(out, 0.9991, 0.9999, ALEA__AT_MOST), "0.99991");
    assert_string_equal(alea__bound_text(out, 99.5, 99.9999, ALEA__AT_MOST), "100.00");
    assert_string_equal(alea__bound_text(out, 0x1p-1074, 0.5, ALEA__AT_LEAST), "0.00");
    assert_string_equal(alea__bound_text(out, -0.5, -0x1p-1074, ALEA__AT_MOST), "-0.00");
    assert_string_equal(alea__bound_text(out, -0x1p-1074, 0.5, ALEA__AT_LEAST), "-0.01");
    assert_string_equal(alea__bound_text(out, 0.25, 0x1p1000, ALEA__AT_LEAST), "0.25");
}

/* glibc's printf rounds by the current mode, which is a second method, for numbers of all sizes and widths. */
static void bounds_are_printed_as_by_directed_rounding(void **state)
{
    char out[ALEA__NUMBER], expected[ALEA__NUMBER];
    uint32_t seed = 1;
    (void)state;
    if (!alea__can_round_down()) cannot_run("a rounding mode");
    for (int i = 0; i < 20000; i++) {
        seed = seed * 1664525u + 1013904223u;
        const double bound = ldexp((double)(int32_t)seed, -40 + i % 48), width = pow(10, -(i % 19)) * 0.7,
                     other = i % 2 ? bound + width : bound - width;
        const int decimals = i % 19 > 15 ? 15 : i % 19;
        if (other == bound || fabs(fabs(other - bound) / width - 1) > 0.2) continue;
        fesetround(i % 2 ? FE_DOWNWARD : FE_UPWARD);
        snprintf(expected, sizeof expected, "%.*f", decimals + 2, bound);
        fesetround(FE_TONEAREST);
        if (i % 2)
            alea__bound_text(out, bound, other, ALEA__AT_LEAST);
        else
            alea__bound_text(out, other, bound, ALEA__AT_MOST);
        assert_string_equal(out, expected);
    }
}

static void numbers_without_bounds_say_so(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    assert_string_equal(alea__certain_text(out, 5, (double)INFINITY, 15), "inf");
    assert_string_equal(alea__bound_text(out, 5, (double)INFINITY, ALEA__AT_MOST), "inf");
    assert_string_equal(alea__certain_text(out, (double)NAN, (double)NAN, 15), "?");
}

static void the_longest_numbers_fit(void **state)
{
    (void)state;
    char out[ALEA__NUMBER];
    alea__estimate_text(out, -1.7e308, 1e308, false);
    assert_int_equal(out[ALEA__NUMBER - 1], 0);
    alea__bound_text(out, -1.7e308, 1.7e308, ALEA__AT_LEAST);
    assert_int_equal(out[ALEA__NUMBER - 1], 0);
    alea__short_text(out, 1.7e308);
    assert_int_equal(out[ALEA__NUMBER - 1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_have_commas_between_thousands),
        cmocka_unit_test(short_numbers_have_two_or_three_digits_and_a_unit),
        cmocka_unit_test(durations_are_said_in_the_units_that_one_would_use),
        cmocka_unit_test(clocks_count_minutes_and_hours),
        cmocka_unit_test(times_that_are_none_show_as_zero_or_very_long),
        cmocka_unit_test(an_estimate_shows_the_digits_that_its_error_leaves_certain),
        cmocka_unit_test(ascii_has_no_sign_beyond_it),
        cmocka_unit_test(exact_and_unknown_errors_say_so),
        cmocka_unit_test(a_rate_is_in_per_cent_with_its_standard_error),
        cmocka_unit_test(a_proved_number_shows_the_digits_that_its_bounds_make_certain),
        cmocka_unit_test(bounds_that_are_one_number_show_it),
        cmocka_unit_test(zero_has_no_sign),
        cmocka_unit_test(bounds_are_rounded_outwards),
        cmocka_unit_test(bounds_are_printed_as_by_directed_rounding),
        cmocka_unit_test(numbers_without_bounds_say_so),
        cmocka_unit_test(the_longest_numbers_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
