#pragma once
/* The views of a score's distribution (text/stats_view.c, text/stats_csv.c, json/stats_json.c, plot/stats_picture.c), and
   their shared functions (spread.c). */
#include "base/assert.h"
#include <alea/view.h>

/* The numbers to show: the exact ones if known, else the sample's. */
const alea_summary *alea__summary_of(const alea_view_distribution *);
static inline alea_ties alea__ties_of(const alea_view_distribution *v)
{
    ALEA_ASSERT(v->exact || v->sample);
    return v->exact ? v->exact->ties : v->sample->ties;
}

/* Scores in bins of `step` each, from `first` on. */
typedef struct alea__bins {
    uint32_t first, step, count;
} alea__bins;
/* At most `most` bins, over all scores that are likely enough to show. */
alea__bins alea__bins_of(const alea_view_distribution *, uint32_t most);
/* The share of games whose score is in the bin. */
double alea__bin_share(const alea_view_distribution *, const alea__bins *, uint32_t bin);
