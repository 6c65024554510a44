#pragma once
/* Interval arithmetic: if the operands contain values, the results contain the results for those values. Bounds are rounded
   outward only if a sum is not exact. Infinite bounds are allowed. */
#include "base/directed.h"
#include <alea/exact.h>

/* a + by */
static inline alea_interval alea__interval_shift(alea_interval a, double by)
{
    return (alea_interval){alea__sum_towards(a.lower, by, -INFINITY),
                           alea__sum_towards(a.upper, by, INFINITY)};
}

/* total - a: the other player's share, with total 1 for chances and 0 for money. */
static inline alea_interval alea__interval_rest(double total, alea_interval a)
{
    return (alea_interval){alea__sum_towards(total, -a.upper, -INFINITY),
                           alea__sum_towards(total, -a.lower, INFINITY)};
}

/* Both of a and b: from the least lower to the greatest upper bound that still contain a value in both ranges. */
static inline alea_interval alea__interval_clamp(alea_interval a, double least, double most)
{
    return (alea_interval){fmin(fmax(a.lower, least), most), fmin(fmax(a.upper, least), most)};
}

static inline double alea__interval_middle(alea_interval a)
{
    return (a.lower + a.upper) / 2;
}

static inline bool alea__intervals_overlap(alea_interval a, alea_interval b)
{
    return a.lower <= b.upper && b.lower <= a.upper;
}

/* (a + b) / 2. Halving has no rounding error where numbers are as large as here. */
alea_interval alea__interval_mean(alea_interval a, alea_interval b);

/* value - error … value + error, limited to 0 … 1: a chance whose rounding error, including these two operations, is at
   most `error`. */
alea_interval alea__chance_around(double value, double error);

/* The mean of two results, number by number. */
alea_exact alea__exact_mean(const alea_exact *, const alea_exact *);
