#ifndef ALEA_FAMILY_GRAPH_SOLVE_OUTWARD_H
#define ALEA_FAMILY_GRAPH_SOLVE_OUTWARD_H
/* Sums of bounds, rounded outward. The rounding error of a sum is itself a double and is computed without error (Knuth, The
   Art of Computer Programming 2, section 4.2.2, theorem B). */
#include <alea/table.h>
#include <math.h>

static inline double graph_sum(double a, double b, double towards)
{
    double sum = a + b, part = sum - a, lost = (a - (sum - part)) + (b - part);
    return (towards > 0 ? lost > 0 : lost < 0) ? nextafter(sum, towards) : sum;
}

static inline alea_interval graph_shift(alea_interval a, double by)
{
    return (alea_interval){graph_sum(a.lower, by, -INFINITY), graph_sum(a.upper, by, INFINITY)};
}

/* What is left for the other one of two players. */
static inline alea_interval graph_turn_over(alea_interval a, alea_objective objective)
{
    alea_interval negative = {0 - a.upper, 0 - a.lower};
    return objective == ALEA_WIN ? graph_shift(negative, 1) : negative;
}
#endif
