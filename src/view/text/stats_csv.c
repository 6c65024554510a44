/* The spread of a score as CSV. */
#include "view/stats_view.h"
#include "view/words.h"

#include <inttypes.h>

/* Covers every score that either the exact or the simulated distribution has. */
alea_status alea_view_stats_csv(const alea_view_distribution *v, char **out, alea_error *error)
{
    alea__text text = {0};
    uint32_t first = UINT32_MAX, last = 0;
    if (v->exact) {
        first = v->exact->summary.min;
        last = v->exact->summary.max;
    }
    if (v->sample && v->sample->games) {
        if (v->sample->summary.min < first) first = v->sample->summary.min;
        if (v->sample->summary.max > last) last = v->sample->summary.max;
    }
    alea__text_add(&text, "score,probability,games\n");
    for (uint64_t score = first; score <= last; score++) {
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
