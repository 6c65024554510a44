/* The sweep. Widths: portable avx2 avx512 */
#include "base/kernel.h"
#include "family/hog/solve/kernel_fast.h"
#include "family/hog/solve/kernel_generic.h"

static bool is_trot(const hog_workspace *work)
{
    const hog_graph *g = work->graph;
    if (work->alone) return g->climbs && work->side[0].source == HOG_AT_BEST;
    return g->fast_path == HOG_TROT && work->side[1].source == HOG_BY_TABLE &&
           (work->side[0].source == HOG_BY_TABLE || work->side[0].source == HOG_AT_BEST);
}

static bool is_bare(const hog_workspace *work)
{
    return !work->alone && work->graph->fast_path == HOG_BARE && work->side[0].source == HOG_BY_TABLE &&
           work->side[1].source == HOG_BY_TABLE && !work->side[0].value && !work->side[1].value;
}

hog_worth KERNEL(hog_sweep)(hog_workspace *work)
{
    hog_worth worth;
    if (work->each <= 0 && is_bare(work))
        worth = sweep_bare(work);
    else if (work->each <= 0 && is_trot(work))
        worth = sweep_trot(work);
    else
        worth = sweep_generic(work);
    if (work->alone) worth.second = 1 - worth.first;
    return worth;
}
