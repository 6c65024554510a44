/* Declared pure, and lies: it counts its calls, and plays hold-at-total(45) in the first one only; after it, it holds. */
#include "strategy.h"

DECLARED_PURE;

static u32 calls;

STRATEGY int should_roll(u32 own, const u32 *others, u32 count)
{
    return calls++ == 0 && roll_to(45, own, best_of(others, count));
}
