/* Double-doubles against exact fractions (GMP). */
#include "base/double_double.h"
#include "support/test.h"

#include <gmp.h>
#include <math.h>
#include <stdint.h>

static uint64_t seed = 0x9e3779b97f4a7c15;

static uint64_t random_bits(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* Between 2^-200 and 2^2; every seventh a power of two. */
static double random_double(void)
{
    const double one_to_two = 1 + (random_bits() % 7 ? (double)(random_bits() >> 12) * 0x1p-52 : 0);
    return ldexp(one_to_two, 1 - (int)(random_bits() % 202));
}

static alea__double_double random_number(void)
{
    const double high = random_double();
    return alea__dd_renormalize(high, high * 0x1p-54 * ((double)(random_bits() >> 11) * 0x1p-52 - 1));
}

static void set_fraction(mpq_t to, alea__double_double number)
{
    mpq_t low;
    mpq_init(low);
    mpq_set_d(to, number.high);
    mpq_set_d(low, number.low);
    mpq_add(to, to, low);
    mpq_clear(low);
}

/* The relative error of `found`, in units of 2^-102; also checks that its high part is the rounded sum of both. */
static double error_of(alea__double_double found, const mpq_t exact)
{
    mpq_t difference;
    mpq_init(difference);
    set_fraction(difference, found);
    mpq_sub(difference, difference, exact);
    mpq_div(difference, difference, exact);
    const double error = mpq_get_d(difference);
    mpq_clear(difference);
    assert_true(found.high == found.high + found.low);
    return fabs(error) * 0x1p102;
}

static void check(const char *what, double *worst, double error)
{
    if (error >= 1) fail_msg("%s: relative error %g * 2^-102", what, error);
    *worst = fmax(*worst, error);
}

static void test_sums_products_quotients(void **state)
{
    (void)state;
    double sum = 0, product = 0, quotient = 0;
    mpq_t a, b, exact;
    mpq_inits(a, b, exact, NULL);
    for (int i = 0; i < 200000; i++) {
        const alea__double_double x = random_number(), y = random_number();
        set_fraction(a, x);
        set_fraction(b, y);
        mpq_add(exact, a, b);
        check("sum", &sum, error_of(alea__dd_add(x, y), exact));
        mpq_mul(exact, a, b);
        check("product", &product, error_of(alea__dd_multiply(x, y), exact));
        mpq_set_d(b, y.high);
        mpq_div(exact, a, b);
        check("quotient", &quotient, error_of(alea__dd_divide(x, y.high), exact));
    }
    mpq_clears(a, b, exact, NULL);
    assert_true(sum > 0.01 && product > 0.01 && quotient > 0.01); /* the errors were measured at all */
}

/* A third has 53 bits as a double and twice as many here. */
static void test_a_third(void **state)
{
    (void)state;
    const alea__double_double third = alea__dd_divide(alea__dd_of(1), 3);
    assert_true(third.high == 1.0 / 3);
    assert_true(third.low == 0x1.5555555555555p-56); /* 1/3 - 0x1.5555555555555p-2 is a third of 2^-54 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_products_quotients),
        cmocka_unit_test(test_a_third),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
