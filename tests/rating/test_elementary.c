/* Elementary functions against the C library's, which is good to the last bits on this machine, and against published tables. */
#include "rating/elementary.h"
#include "rating/rating_test.h"

static void assert_relative(double found, double expected, double tolerance, double at)
{
    if (!(fabs(found - expected) <= tolerance * fabs(expected)))
        fail_msg("at %.17g: got %.17g, expected %.17g", at, found, expected);
}

static void exp_and_log_are_those_of_the_c_library(void **state)
{
    (void)state;
    for (int k = -70000; k <= 70000; k++) {
        const double x = k * 0.0100123;
        assert_relative(alea__exp(x), exp(x), 1e-14, x);
        assert_relative(alea__logistic(x), x < -600 ? exp(x) : 1 / (1 + exp(-x)), 1e-14, x);
        const double y = exp(x);
        if (y > 0.5 && y < 2)
            assert_near(alea__log(y), log(y), 2e-16);
        else
            assert_relative(alea__log(y), log(y), 1e-15, y);
    }
    assert_true(alea__exp(0) == 1);
    assert_true(alea__log(1) == 0);
    assert_true(alea__exp(-1000) == 0);
    assert_true(alea__logistic(0) == 0.5 && alea__logit(0.5) == 0);
    assert_true(alea__logistic(800) == 1 && alea__logistic(-800) == 0);
    assert_near(alea__logit(10.0 / 11), log(10), 1e-15);
}

static void the_normal_distribution_is_that_of_the_c_library(void **state)
{
    (void)state;
    for (int k = -3700; k <= 3700; k++) {
        const double x = k * 0.01;
        assert_relative(alea__normal_tail(x), erfc(x / sqrt(2)) / 2, 1e-12, x);
        if (k > 0) assert_near(alea__normal_point(alea__normal_tail(x)), x, 1e-12);
    }
    assert_true(alea__normal_point(0.5) == 0);
    assert_true(alea__normal_tail(38) == 0 && alea__normal_tail(-38) == 1);
}

/* Abramowitz and Stegun, tables 26.1 and 26.10. */
static void points_are_those_of_published_tables(void **state)
{
    (void)state;
    assert_near(alea__two_sided(0.95), 1.9599639845400545, 1e-12);
    assert_near(alea__normal_point(0.001), 3.0902323061678132, 1e-12);
    static const struct {
        double freedom, tail, point;
    } table[] = {{4, 0.025, 2.776},  {5, 0.025, 2.571},   {10, 0.025, 2.228},  {30, 0.025, 2.042},
                 {10, 0.005, 3.169}, {10, 0.0005, 4.587}, {60, 0.0005, 3.460}, {120, 0.005, 2.617}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        assert_relative(alea__student_point(table[k].tail, table[k].freedom), table[k].point,
                        table[k].freedom < 10 ? 0.02 : 0.001, table[k].freedom);
    assert_near(alea__student_point(0.025, INFINITY), 1.9599639845400545, 1e-12);
    for (size_t k = 1; k < sizeof table / sizeof *table; k++) {
        const double tail = alea__student_tail(table[k].point, table[k].freedom);
        assert_relative(alea__normal_point(tail), alea__normal_point(table[k].tail), 0.02, table[k].freedom);
        assert_near(alea__student_tail(-table[k].point, table[k].freedom), 1 - tail, 1e-12);
    }
    assert_near(alea__student_tail(1.5, INFINITY), alea__normal_tail(1.5), 0);
}

/* Welford and sums against two passes over the numbers. */
static void moments_are_those_of_the_whole_list(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    double value[COUNT], mean = 0, squares = 0;
    for (int k = 0; k < COUNT; k++) value[k] = 1e4 + (k * 7919 % 1009) * 0.125;
    for (int k = 0; k < COUNT; k++) mean += value[k] / COUNT;
    for (int k = 0; k < COUNT; k++) squares += (value[k] - mean) * (value[k] - mean);
    alea__moments m = {0};
    for (int k = 0; k < COUNT; k++) moments_add(&m, value[k]);
    assert_int_equal(m.units, COUNT);
    assert_relative(m.mean, mean, 1e-13, 0);
    assert_relative(alea__moments_variance(&m), squares / (COUNT - 1), 1e-11, 0);
    double sum = 0, of_squares = 0; /* exact: multiples of 1/64 */
    for (int k = 0; k < COUNT; k++) sum += value[k], of_squares += value[k] * value[k];
    const alea__moments by_sums = alea__moments_of_sums(COUNT, sum, of_squares);
    assert_relative(by_sums.mean, mean, 1e-13, 0);
    assert_relative(alea__moments_mean_variance(&by_sums), squares / (COUNT - 1) / COUNT, 1e-6, 0);
    const alea__moments one = {.units = 1, .mean = 3}, none = alea__moments_of_sums(0, 0, 0);
    assert_true(alea__moments_variance(&one) == 0 && alea__moments_mean_variance(&one) == 0);
    assert_true(none.mean == 0 && alea__moments_of_sums(2, 3, 4.4999).squares == 0);
}

/* The same for covariances between three seats, placed among four entrants. */
static void lineup_moments_are_those_of_the_whole_list(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    double value[COUNT][3], mean[3] = {0}, products[3][3] = {{0}};
    for (int k = 0; k < COUNT; k++) {
        value[k][0] = k * 7919 % 1009;
        value[k][1] = k * 104729 % 1013 + value[k][0] / 2;
        value[k][2] = 5 - value[k][1] + k % 7;
    }
    for (int k = 0; k < COUNT; k++)
        for (int i = 0; i < 3; i++) mean[i] += value[k][i] / COUNT;
    for (int k = 0; k < COUNT; k++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) products[i][j] += (value[k][i] - mean[i]) * (value[k][j] - mean[j]);
    alea__lineup_moments all = {.seats = 3};
    for (int k = 0; k < COUNT; k++) lineup_moments_add(&all, value[k]);
    double variance[16] = {0};
    static const uint32_t lineup[] = {2, 0, 3};
    alea__slope_variance_add(variance, 4, lineup, &all);
    alea__slope_variance_add(variance, 4, lineup, &all);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_relative(variance[lineup[i] * 4 + lineup[j]], 2.0 * COUNT / (COUNT - 1) * products[i][j],
                            1e-10, i);
    for (int i = 0; i < 4; i++) assert_true(variance[4 + i] == 0 && variance[4 * i + 1] == 0);
    double none[4] = {0};
    const alea__lineup_moments one = {.seats = 2, .units = 1, .mean = {1, 2}};
    alea__slope_variance_add(none, 2, (const uint32_t[]){0, 1}, &one);
    assert_true(none[0] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_and_log_are_those_of_the_c_library),
        cmocka_unit_test(the_normal_distribution_is_that_of_the_c_library),
        cmocka_unit_test(points_are_those_of_published_tables),
        cmocka_unit_test(moments_are_those_of_the_whole_list),
        cmocka_unit_test(lineup_moments_are_those_of_the_whole_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
