/* Declared pure: hold-at-total(90). */
#include "strategy.h"

DECLARED_PURE;

STRATEGY int should_roll(u32 own, const u32 *others, u32 count)
{
    return roll_to(90, own, best_of(others, count));
}
