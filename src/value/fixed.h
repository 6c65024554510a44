#pragma once
/* Exact arithmetic for those who check values: numbers as 64-bit integers that count units of 2^-places, weighted sums in
   128 bits, and one division at the end that rounds down. No rounding mode, no floating-point sum: what is computed here
   depends on nothing but these few lines.

   Everything rounds down, that is, it gives lower bounds. An upper bound is the negative of a lower bound of the negated
   values, so that one piece of code checks both.

       int places = alea__fixed_places(1);                         // probabilities: 60
       alea__divider by = alea__divider_for(36);
       alea__wide sum = 0;
       sum += (alea__wide)weight * alea__fixed_below(lower, places);   // … for every outcome; weights add up to 36
       int64_t mean = alea__divide(&by, sum);

   A sum of weights times values, weights below 2^32 all together, cannot overflow 128 bits; alea__divide takes sums up to
   2^62 times the divisor. */
#include "base/assert.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128 alea__wide;
__extension__ typedef unsigned __int128 alea__wide_unsigned;

enum { ALEA__FIXED_MOST_PLACES = 60 };

/* The number of binary places that leaves room for numbers from -greatest to greatest: |number| <= 2^61 units, at most 60
   places. -1 if there is no room (2^61 and more, NaN). */
static inline int alea__fixed_places(double greatest)
{
    int exponent;
    if (!(greatest >= 0 && greatest < 0x1p61)) return -1;
    frexp(greatest, &exponent); /* greatest < 2^exponent */
    int places = 61 - exponent;
    return places < ALEA__FIXED_MOST_PLACES ? places : ALEA__FIXED_MOST_PLACES;
}

/* Whether a number has a place in 64 bits; false for NaN and the infinities. */
static inline bool alea__fixed_fits(double number, int places)
{
    return fabs(number) <= ldexp(1, 62 - places);
}

/* The greatest number of units that is not above `number`, which must fit. Scaling by a power of two and floor are exact in
   any rounding mode; only numbers below 2^-1000 could lose bits, and those become 0 or -1 all the same. */
static inline int64_t alea__fixed_below(double number, int places)
{
    return (int64_t)floor(ldexp(number, places));
}

/* The least number of units that is not below. */
static inline int64_t alea__fixed_above(double number, int places)
{
    return -alea__fixed_below(-number, places);
}

/* A whole number; it must fit. */
static inline int64_t alea__fixed_whole(int64_t number, int places)
{
    ALEA_ASSERT(number <= INT64_MAX >> places && number >= -(INT64_MAX >> places));
    return number * (INT64_C(1) << places);
}

/* Converts back to double, for messages: a double not above the units, at most one step below. */
static inline double alea__fixed_double_below(int64_t units, int places)
{
    double near = (double)units;
    if (fabs(near) < 0x1p62 && (int64_t)near > units) near = nextafter(near, -INFINITY);
    return ldexp(near, -places);
}

static inline double alea__fixed_double_above(int64_t units, int places)
{
    return -alea__fixed_double_below(-units, places);
}

/* ---- division by a number that stays the same ---- */

/* floor(n / divisor) for n < 2^63 is n * factor >> shift: Granlund and Montgomery, Division by Invariant Integers using
   Multiplication (PLDI 1994), theorem 4.2 with N = 63 bits, where the factor always fits 64. */
typedef struct alea__divider {
    uint64_t divisor, factor;
    int shift;
} alea__divider;

/* 1 <= divisor <= 2^31. */
static inline alea__divider alea__divider_for(uint64_t divisor)
{
    ALEA_ASSERT(divisor >= 1 && divisor <= UINT64_C(1) << 31);
    int log = 0;
    while (UINT64_C(1) << log < divisor) log++;
    alea__wide_unsigned power = (alea__wide_unsigned)1 << (63 + log);
    return (alea__divider){divisor, (uint64_t)((power + divisor - 1) / divisor), 63 + log};
}

static inline uint64_t alea__divide_small(const alea__divider *by, uint64_t number)
{
    return (uint64_t)((alea__wide_unsigned)number * by->factor >> by->shift);
}

/* floor(sum / divisor) for |sum| <= 2^62 * divisor: first made positive, then divided in two steps as on paper. */
static inline int64_t alea__divide(const alea__divider *by, alea__wide sum)
{
    const int64_t shift = INT64_C(1) << 62;
    alea__wide_unsigned positive = (alea__wide_unsigned)(sum + (alea__wide)shift * (alea__wide)by->divisor);
    uint64_t high = (uint64_t)(positive >> 32), low = (uint64_t)positive & UINT32_MAX;
    uint64_t first = alea__divide_small(by, high);
    uint64_t rest = (high - first * by->divisor) << 32 | low;
    return (int64_t)((alea__wide)first * (INT64_C(1) << 32) + (alea__wide)alea__divide_small(by, rest) -
                     shift);
}
