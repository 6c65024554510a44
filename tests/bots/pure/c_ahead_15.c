/* Pure, though it keeps a table that it fills when it is first asked: wants to be 15 points ahead. */
#include "strategy.h"

static u32 wanted[128];

STRATEGY int should_roll(u32 own, const u32 *others, u32 count)
{
    const u32 best = best_of(others, count);
    if (!wanted[0])
        for (u32 i = 0; i < 128; i++) wanted[i] = i + 15;
    return roll_to(wanted[best < 128 ? best : 127], own, best);
}
