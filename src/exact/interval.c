#include "exact/interval.h"
#include "base/assert.h"

alea_interval alea__interval_mean(alea_interval a, alea_interval b)
{
    ALEA_ASSERT(a.lower <= a.upper && b.lower <= b.upper);
    return (alea_interval){alea__sum_towards(a.lower, b.lower, -INFINITY) / 2,
                           alea__sum_towards(a.upper, b.upper, INFINITY) / 2};
}

alea_interval alea__chance_around(double value, double error)
{
    ALEA_ASSERT(error >= 0);
    return (alea_interval){value > error ? value - error : 0, value < 1 - error ? value + error : 1};
}

alea_exact alea__exact_mean(const alea_exact *a, const alea_exact *b)
{
    return (alea_exact){.value = alea__interval_mean(a->value, b->value),
                        .win = alea__interval_mean(a->win, b->win),
                        .loss = alea__interval_mean(a->loss, b->loss),
                        .money = alea__interval_mean(a->money, b->money),
                        .turns = alea__interval_mean(a->turns, b->turns),
                        .never = alea__interval_mean(a->never, b->never)};
}
