/* The spread of a score as CSV. */
#include "view/stats_view.h"
#include "view/words.h"

#include <inttypes.h>

static uint32_t highest(const alea_view_spread *v)
{
    const uint32_t exact = v->exact ? v->exact->summary.max : 0;
    const uint32_t sample = v->sample && v->sample->games ? v->sample->summary.max : 0;
    return exact > sample ? exact : sample;
}

static uint32_t lowest(const alea_view_spread *v)
{
    const uint32_t exact = v->exact ? v->exact->summary.min : UINT32_MAX;
    const uint32_t sample = v->sample && v->sample->games ? v->sample->summary.min : UINT32_MAX;
    return exact < sample ? exact : sample;
}

alea_status alea_view_stats_csv(const alea_view_spread *v, char **out, alea_error *error)
{
    alea__text text = {0};
    const uint32_t last = highest(v);
    alea__text_add(&text, "score,probability,games\n");
    for (uint64_t score = lowest(v); score <= last; score++) {
        alea__text_add(&text, "%" PRIu64 ",", score);
        if (v->exact)
            alea__text_add(&text, "%.17g", score < v->exact->scores ? v->exact->probability[score] : 0);
        alea__text_add(&text, ",");
        if (v->sample)
            alea__text_add(&text, "%" PRIu64, score < v->sample->scores ? v->sample->count[score] : 0);
        alea__text_add(&text, "\n");
    }
    return alea__view_finish(&text, out, error);
}
