/* What the cells of a plot say. */
#include "plot/plot.h"

bool alea__goes_for_the_end(const alea_plot *plot, uint32_t x, uint32_t y)
{
    int32_t total = alea__cell(plot, 0, x, y);
    return plot->end > 0 && total >= 0 && (uint32_t)total + alea__axis_value(&plot->x, x) >= plot->end;
}

bool alea__is_no_threshold(const alea_plot *plot, unsigned bot, uint32_t x, uint32_t y)
{
    if (!plot->always[bot]) return false;
    int32_t first = alea__cell(plot, bot, x, y);
    return first >= 0 && plot->always[bot][(size_t)x * plot->y.count + y] != first;
}

bool alea__has_cell(const alea_plot *plot, unsigned bot, int32_t value)
{
    for (size_t i = 0; i < (size_t)plot->x.count * plot->y.count; i++)
        if (plot->cell[bot][i] == value) return true;
    return false;
}
