/* Pure: hold-at-total(30). */
#include "strategy.h"

STRATEGY int should_roll(u32 own, const u32 *others, u32 count)
{
    return roll_to(30, own, best_of(others, count));
}
