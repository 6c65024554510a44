/* Statistics of a score's distribution, for text and pictures. */
#include "base/assert.h"
#include "view/stats_view.h"

const alea_summary *alea__summary_of(const alea_view_distribution *v)
{
    ALEA_ASSERT(v->exact || v->sample);
    return v->exact ? &v->exact->summary : &v->sample->summary;
}

/* The share of games that end with this score. */
static double spread_share_of(const alea_view_distribution *v, uint32_t score)
{
    if (v->exact) return score < v->exact->scores ? v->exact->probability[score] : 0;
    return score < v->sample->scores && v->sample->games
               ? (double)v->sample->count[score] / (double)v->sample->games
               : 0;
}

/* Steps of 1, 2 or 5 times a power of ten. Leaves out the far ends, with one game in a million or fewer, which would not be
   visible. */
alea__bins alea__bins_of(const alea_view_distribution *v, uint32_t most)
{
    const double unseen = 1e-6;
    const uint32_t scores = v->exact ? v->exact->scores : v->sample->scores;
    uint32_t low = 0, high = scores;
    for (double tail = 0; low < scores; low++)
        if ((tail += spread_share_of(v, low)) > unseen) break;
    for (double tail = 0; high > low + 1; high--)
        if ((tail += spread_share_of(v, high - 1)) > unseen) break;
    static const uint32_t steps[] = {1, 2, 5};
    alea__bins bins = {0};
    for (uint32_t power = 1; bins.step == 0; power *= 10)
        for (int i = 0; i < 3 && bins.step == 0; i++)
            if ((high - 1) / (steps[i] * power) - low / (steps[i] * power) + 1 <= most)
                bins.step = steps[i] * power;
    bins.first = low / bins.step * bins.step;
    bins.count = (high - 1) / bins.step - low / bins.step + 1;
    return bins;
}

double alea__bin_share(const alea_view_distribution *v, const alea__bins *bins, uint32_t bin)
{
    double sum = 0;
    ALEA_ASSERT(bin < bins->count && bins->step > 0);
    for (uint32_t i = 0; i < bins->step; i++) sum += spread_share_of(v, bins->first + bin * bins->step + i);
    return sum;
}
