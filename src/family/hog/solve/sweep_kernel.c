/* The sweep. Widths: portable avx2 avx512 */
#include "base/kernel.h"
#include "family/hog/solve/kernel_fast.h"
#include "family/hog/solve/kernel_generic.h"

static bool is_trot(const hog_room *room)
{
    const hog_graph *g = room->graph;
    if (room->alone) return g->climbs && room->side[0].manner == HOG_AT_BEST;
    return g->haste == HOG_TROT && room->side[1].manner == HOG_BY_TABLE &&
           (room->side[0].manner == HOG_BY_TABLE || room->side[0].manner == HOG_AT_BEST);
}

static bool is_bare(const hog_room *room)
{
    return !room->alone && room->graph->haste == HOG_BARE && room->side[0].manner == HOG_BY_TABLE &&
           room->side[1].manner == HOG_BY_TABLE && !room->side[0].value && !room->side[1].value;
}

hog_worth KERNEL(hog_sweep)(hog_room *room)
{
    hog_worth worth;
    if (room->each <= 0 && is_bare(room))
        worth = sweep_bare(room);
    else if (room->each <= 0 && is_trot(room))
        worth = sweep_trot(room);
    else
        worth = sweep_slowly(room);
    if (room->alone) worth.second = 1 - worth.first;
    return worth;
}
