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

/* Bounds are themselves rounded, which hog_error allows for. */
INLINE piece bounds_fill(const hog_bounds_row *row, uint32_t i)
{
    const piece error = (piece)(*(const loose *)(const void *)(row->errors + i)), least = {0},
                most = least + 1;
    piece value;
    for (uint32_t k = 0; k < PIECE; k++) value[k] = row->from[(i + k) * row->step];
    const piece low = larger_piece(value - error, least), high = smaller_piece(value + error, most);
    *(loose *)(void *)(row->lower + i) = low;
    *(loose *)(void *)(row->upper + i) = high;
    return high - low;
}

/* Whole vectors first, then the rest of the row; the same bits for all widths. */
double KERNEL(hog_fill_bounds)(const hog_bounds_row *row)
{
    piece widest = {0};
    uint32_t i = 0;
    for (; i + PIECE <= row->count; i += PIECE) widest = larger_piece(widest, bounds_fill(row, i));
    double width = 0;
    for (; i < row->count; i++) {
        const double value = row->from[i * row->step], low = value - row->errors[i],
                     high = value + row->errors[i];
        row->lower[i] = low > 0 ? low : 0;
        row->upper[i] = high < 1 ? high : 1;
        const double here = row->upper[i] - row->lower[i];
        width = here > width ? here : width;
    }
    for (int k = 0; k < PIECE; k++) width = widest[k] > width ? widest[k] : width;
    return width;
}
