/* Series and continued fractions. The coefficients of e^x and ln are those of Taylor: short intervals make them short enough. */
#include "rating/elementary.h"
#include "base/assert.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ln 2 as a sum; the first part has 32 binary places, so that its product with an exponent is exact. */
#define LN2_HIGH 0x1.62e42fefp-1
#define LN2_LOW  0x1.473de6af278edp-34
#define SQRT_2PI 2.50662827463100050242

/* 2^k for -1022 <= k <= 1023. */
static double elementary_power_of_2(int k)
{
    const uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* e^x = 2^k e^r with |r| <= ln 2 / 2, by 14 terms of the series: the first one left out is below 1e-17. */
double alea__exp(double x)
{
    ALEA_ASSERT(x <= 709);
    if (x < -708) return 0;
    const double k = floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
    const double r = (x - k * LN2_HIGH) - k * LN2_LOW;
    double sum = 1;
    for (int n = 13; n > 0; n--) sum = 1 + r * sum / n;
    return k > 1000 ? sum * 2 * elementary_power_of_2((int)k - 1) : sum * elementary_power_of_2((int)k);
}

/* ln x = k ln 2 + ln m with m between 1/sqrt 2 and sqrt 2, and ln m = 2 artanh((m - 1) / (m + 1)). */
double alea__log(double x)
{
    ALEA_ASSERT(x > 0 && x < INFINITY);
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int k = (int)(bits >> 52) - 1023;
    ALEA_ASSERT(k > -1023);
    double m;
    bits = (bits & (UINT64_MAX >> 12)) | UINT64_C(1023) << 52;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.41421356237309505) {
        m /= 2;
        k++;
    }
    const double s = (m - 1) / (m + 1), square = s * s;
    double sum = 0;
    for (int n = 25; n > 0; n -= 2) sum = 1.0 / n + square * sum;
    return k * LN2_HIGH + (2 * s * sum + k * LN2_LOW);
}

double alea__logistic(double x)
{
    const double small = alea__exp(x < 0 ? x : -x); /* at most 1 */
    return (x < 0 ? small : 1) / (1 + small);
}

double alea__logit(double x)
{
    ALEA_ASSERT(x > 0 && x < 1);
    return alea__log(x / (1 - x));
}

static double elementary_normal_density(double x)
{
    return alea__exp(-x * x / 2) / SQRT_2PI;
}

/* Near the middle by the series x + x^3/3 + x^5/(3 * 5) + …, farther out by the continued fraction 1/(x + 1/(x + 2/(x + …))):
   Abramowitz and Stegun, 26.2.11 and 26.2.14. */
double alea__normal_tail(double x)
{
    if (x < 0) return 1 - alea__normal_tail(-x);
    if (x > 37.5) return 0;
    if (x < 2.5) {
        double term = x, sum = 0;
        for (int n = 3; n < 99; n += 2) {
            sum += term;
            term *= x * x / n;
        }
        return 0.5 - elementary_normal_density(x) * sum;
    }
    double rest = x;
    for (int n = 100; n > 0; n--) rest = x + n / rest;
    return elementary_normal_density(x) / rest;
}

/* Newton's method for ln P(Z > x) = ln tail. The function is concave and falling, and sqrt(-2 ln tail) is to the right of
   the root, so all steps go left and none passes it, until rounding ends that. */
double alea__normal_point(double tail)
{
    ALEA_ASSERT(tail > 0 && tail <= 0.5);
    const double wanted = alea__log(tail);
    double x = sqrt(-2 * wanted);
    for (int step = 0; step < 50; step++) {
        const double found = alea__normal_tail(x), slope = elementary_normal_density(x) / found;
        const double next = x - (wanted - alea__log(found)) / slope;
        if (!(next < x)) break;
        x = next;
    }
    return x > 0 ? x : 0;
}

double alea__student_point(double tail, double freedom)
{
    ALEA_ASSERT(freedom >= 1);
    const double x = alea__normal_point(tail), y = x * x, f = 1 / freedom;
    const double g1 = x * (y + 1) / 4;
    const double g2 = x * ((5 * y + 16) * y + 3) / 96;
    const double g3 = x * (((3 * y + 19) * y + 17) * y - 15) / 384;
    const double g4 = x * ((((79 * y + 776) * y + 1482) * y - 1920) * y - 945) / 92160;
    return x + f * (g1 + f * (g2 + f * (g3 + f * g4)));
}

/* The normal quantile is about (8 f + 1) / (8 f + 3) sqrt(f ln(1 + t^2 / f)). */
double alea__student_tail(double t, double freedom)
{
    ALEA_ASSERT(freedom >= 1);
    if (freedom > 1e9) return alea__normal_tail(t);
    const double shrunk = (8 * freedom + 1) / (8 * freedom + 3);
    const double z = shrunk * sqrt(freedom * alea__log(1 + t * t / freedom));
    return alea__normal_tail(t < 0 ? -z : z);
}

double alea__two_sided(double confidence)
{
    return alea__normal_point((1 - confidence) / 2);
}
