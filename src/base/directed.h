#ifndef ALEA_BASE_DIRECTED_H
#define ALEA_BASE_DIRECTED_H
/* Directed rounding, in two ways: the processor's mode, for long computations, and sums whose error is known, for single ones.

   With the processor rounding down everything computed is a lower bound. What is computed in between stands in functions of
   their own that read and write memory, so that no compiler takes a sum across the change of mode. Upper bounds are lower
   bounds of negatives, which are kept as numbers and never made in a formula, because -(a * b) is not (-a) * b when rounding
   has a direction.

       if (!alea__can_round_down()) return alea__fail(error, ALEA_E_REFUSED, …);
       int mode = alea__round_down();
       compute_lower_bounds(bounds);
       alea__round_as_before(mode); */
#include "base/assert.h"

#include <fenv.h>
#include <math.h>
#include <stdbool.h>

static inline int alea__round_down(void)
{
    int before = fegetround();
    fesetround(FE_DOWNWARD);
    return before;
}

static inline bool alea__rounds_down(void)
{
    return fegetround() == FE_DOWNWARD;
}

static inline void alea__round_as_before(int before)
{
    ALEA_ASSERT(alea__rounds_down()); /* nobody changed the mode in between */
    fesetround(before);
}

/* Whether rounding down really rounds down here: sums, products and quotients whose exact results lie just above and just
   below a double. Emulators and translated programs have been seen to ignore the mode. Checked before anything is proved. */
static inline bool alea__can_round_down(void)
{
    volatile double one = 1, tiny = 0x1p-80, three = 3, above = 1 + 0x1p-52;
    int mode = alea__round_down();
    volatile double sum = one + tiny, difference = one - tiny, negative = -one - tiny,
                    product = above * above, quotient = one / three, minus_quotient = -one / three;
    alea__round_as_before(mode);
    volatile double nearest = one - tiny;
    return sum == 1 && difference == 1 - 0x1p-53 && negative == -1 - 0x1p-52 && product == 1 + 0x1p-51 &&
           quotient == 0x1.5555555555555p-2 && minus_quotient == -0x1.5555555555556p-2 && nearest == 1;
}

/* a + b, rounded towards INFINITY or -INFINITY, in the usual mode. The rounding error of a sum is itself a double and is
   computed without error (Knuth, The Art of Computer Programming 2, section 4.2.2, theorem B). */
static inline double alea__sum_towards(double a, double b, double towards)
{
    double sum = a + b, part = sum - a, lost = (a - (sum - part)) + (b - part);
    return (towards > 0 ? lost > 0 : lost < 0) ? nextafter(sum, towards) : sum;
}
#endif
