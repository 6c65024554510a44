/* Pure: banks where the total modulo 25 is 20 or more. */
#include "strategy.h"

STRATEGY int should_roll(u32 own, const u32 *others, u32 count)
{
    const u32 best = best_of(others, count);
    return best > 100 ? own <= best : own <= 100 && own % 25 < 20;
}
