/* The frame of flat maps: axes with ticks, and the legend on the right. */
#include "base/assert.h"
#include "plot/draw/plot_draw.h"

#include <math.h>

static const double left_side = 76, top_side = 116, longest = 600; /* of the cells, at most */
static const double line_height = 24, bar_width = 24, bar_height = 400, tick = 5;
enum { MOST_TICKS = 10 };

/* Cells are square unless that would make a map too narrow to read. */
alea__frame alea__frame_start(const alea_plot *plot, cairo_t *cr)
{
    const double narrowest = 0.5;
    double x = plot->x.count, y = plot->y.count, most = x > y ? x : y;
    alea__frame f = {.plot = plot, .cr = cr, .left = left_side, .top = top_side};
    f.width = longest * fmax(x / most, narrowest);
    f.height = longest * fmax(y / most, narrowest);
    f.cell_x = f.width / x;
    f.cell_y = f.height / y;
    return f;
}

/* Slightly larger than the cell, because viewers show gaps between adjacent cells. */
void alea__frame_add(const alea__frame *f, uint32_t x, uint32_t run, uint32_t y)
{
    const double hair = 0.25;
    ALEA_ASSERT(run > 0 && x + run <= f->plot->x.count && y < f->plot->y.count);

    double left = f->left + x * f->cell_x, bottom = f->top + f->height - y * f->cell_y;
    double width = run * f->cell_x, height = f->cell_y;
    cairo_rectangle(f->cr, left, bottom - height - (y + 1 < f->plot->y.count ? hair : 0),
                    width + (x + run < f->plot->x.count ? hair : 0),
                    height + (y + 1 < f->plot->y.count ? hair : 0));
}

/* ---- axes ---- */

/* Draws ticks with their numbers below or to the left of the cells, through the middle of the cell of each number. */
static void draw_ticks(const alea__frame *f, const alea__axis *axis, bool is_x)
{
    const double end = axis->first + (double)axis->count * axis->step, bottom = f->top + f->height;
    const double step = alea__tick_step((double)axis->count * axis->step, MOST_TICKS);
    for (double value = ceil(axis->first / step) * step; value < end; value += step) {
        const double cell = (value - axis->first) / axis->step + 0.5;
        const double x = is_x ? f->left + cell * f->cell_x : f->left;
        const double y = is_x ? bottom : bottom - cell * f->cell_y;
        cairo_move_to(f->cr, x, y);
        cairo_line_to(f->cr, is_x ? x : x - tick, is_x ? y + tick : y);
        cairo_stroke(f->cr);
        alea__write_number(f->cr, is_x ? x : x - 9, is_x ? y + 21 : y + 5, is_x ? ALEA__MIDDLE : ALEA__END,
                           (int64_t)value);
    }
}

void alea__frame_finish(const alea__frame *f)
{
    alea__set_colour(f->cr, alea__grey);
    cairo_set_line_width(f->cr, 1);
    cairo_rectangle(f->cr, f->left, f->top, f->width, f->height);
    cairo_stroke(f->cr);
    alea__set_colour(f->cr, alea__ink);
    draw_ticks(f, &f->plot->x, true);
    draw_ticks(f, &f->plot->y, false);
    alea__write(f->cr, f->left + f->width / 2, f->top + f->height + 46, ALEA__MIDDLE,
                alea__axis_title(&f->plot->x));
    alea__write(f->cr, 28, f->top - 16, ALEA__START,
                alea__axis_title(&f->plot->y)); /* level: easier to read */
}

/* ---- the legend ---- */

void alea__legend_line(alea__legend *l, const char *text)
{
    alea__set_colour(l->cr, alea__ink);
    alea__write(l->cr, l->x, l->y + 13, ALEA__START, text);
    l->y += line_height;
}

void alea__legend_class(alea__legend *l, alea__colour colour, const char *text)
{
    cairo_rectangle(l->cr, l->x + 0.5, l->y + 0.5, 17, 15);
    alea__set_colour(l->cr, colour);
    cairo_fill_preserve(l->cr);
    alea__set_colour(l->cr, alea__grey);
    cairo_set_line_width(l->cr, 0.75);
    cairo_stroke(l->cr);
    alea__set_colour(l->cr, alea__ink);
    alea__write(l->cr, l->x + 28, l->y + 13, ALEA__START, text);
    l->y += line_height;
}

void alea__legend_outline(alea__legend *l, const char *text)
{
    cairo_rectangle(l->cr, l->x + 1.5, l->y + 1.5, 15, 13);
    alea__set_colour(l->cr, alea__ink);
    cairo_set_line_width(l->cr, 1.4);
    cairo_stroke(l->cr);
    alea__write(l->cr, l->x + 28, l->y + 13, ALEA__START, text);
    l->y += line_height;
}

/* Draws ticks with their numbers to the right of the legend's bar; the highest number is at its top. */
static void draw_bar_ticks(const alea__legend *l, const alea__scale *scale, double height)
{
    double step = alea__tick_step(scale->high - scale->low, MOST_TICKS);
    alea__set_colour(l->cr, alea__ink);
    cairo_set_line_width(l->cr, 1);
    for (double value = ceil(scale->low / step) * step; value <= scale->high; value += step) {
        double y = l->y + height * (scale->high + 0.5 - value) / (scale->high - scale->low + 1.0);
        cairo_move_to(l->cr, l->x + bar_width, y);
        cairo_line_to(l->cr, l->x + bar_width + tick, y);
        cairo_stroke(l->cr);
        alea__write_number(l->cr, l->x + bar_width + 10, y + 5, ALEA__START, (int64_t)value);
    }
}

/* Draws every band down to the end of the bar, and the next one over it, so that there are no gaps. */
static void fill_bar(const alea__legend *l, const alea__scale *scale, int bands, double height)
{
    for (int i = 0; i < bands; i++) {
        double value =
            bands == 1 ? scale->low : scale->high - (double)i * (scale->high - scale->low) / (bands - 1);
        alea__set_colour(l->cr, alea__scale_colour(scale, value));
        cairo_rectangle(l->cr, l->x, l->y + i * height / bands, bar_width, height - i * height / bands);
        cairo_fill(l->cr);
    }
}

void alea__legend_bar(alea__legend *l, const alea__scale *scale)
{
    enum { MOST_BANDS = 128, FEW = 8 };
    ALEA_ASSERT(scale->any && scale->low <= scale->high);

    int bands = scale->high - scale->low + 1 < MOST_BANDS ? scale->high - scale->low + 1 : MOST_BANDS;
    double height = bands < FEW ? bar_height * bands / (double)FEW : bar_height;
    fill_bar(l, scale, bands, height);
    cairo_rectangle(l->cr, l->x, l->y, bar_width, height);
    alea__set_colour(l->cr, alea__grey);
    cairo_set_line_width(l->cr, 0.75);
    cairo_stroke(l->cr);
    draw_bar_ticks(l, scale, height);
    l->y += height + line_height;
}
