#ifndef ALEA_FAMILY_RACE_TURN_ROUNDING_H
#define ALEA_FAMILY_RACE_TURN_ROUNDING_H
/* Rounding down for a while. What is computed in between stands in functions of their own that read and write memory, so
   that no compiler takes a sum across the change of mode; negatives are kept as numbers, never made in a formula, because
   -(a * b) is not (-a) * b when rounding has a direction. */
#include <fenv.h>

static inline int race_round_down(void)
{
    int before = fegetround();
    fesetround(FE_DOWNWARD);
    return before;
}

static inline void race_round_as_before(int before)
{
    fesetround(before);
}
#endif
