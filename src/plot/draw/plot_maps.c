/* The flat maps: roll or hold over own x turn total, and the total to hold at over own x other. */
#include "base/assert.h"
#include "base/text.h"
#include "plot/draw/plot_draw.h"
#include "view/words.h"

#include <stdio.h>

enum {
    LONGEST_NAME = 18, /* of a bot, in a legend */
    MOST_COLOURS = 256 /* of a scale */
};

/* ---- contents of a cell: a number or a class, or NOTHING ---- */

enum { NOTHING = INT32_MIN };

static int32_t turn_class(const alea_plot *plot, uint32_t x, uint32_t y)
{
    int32_t first = alea__cell(plot, 0, x, y);
    if (first == ALEA__NONE) return NOTHING;
    if (plot->bots == 1) return first == ALEA__ROLLS ? ALEA__CLASS_ROLL : ALEA__CLASS_HOLD;
    int32_t second = alea__cell(plot, 1, x, y);
    if (first == second) return first == ALEA__ROLLS ? ALEA__CLASS_BOTH_ROLL : ALEA__CLASS_BOTH_HOLD;
    return first == ALEA__ROLLS ? ALEA__CLASS_ROLL_HOLD : ALEA__CLASS_HOLD_ROLL;
}

static int32_t hold_number(const alea_plot *plot, uint32_t x, uint32_t y)
{
    int32_t first = alea__cell(plot, 0, x, y);
    if (first < 0) return NOTHING;
    if (plot->bots == 1) return alea__goes_for_the_end(plot, x, y) ? NOTHING : first;
    int32_t second = alea__cell(plot, 1, x, y);
    return second < 0 ? NOTHING : first - second;
}

static int32_t hold_class(const alea_plot *plot, uint32_t x, uint32_t y)
{
    int32_t first = alea__cell(plot, 0, x, y), second = plot->bots == 2 ? alea__cell(plot, 1, x, y) : 0;
    if (first == ALEA__NEVER || second == ALEA__NEVER) return ALEA__CLASS_NEVER;
    return plot->bots == 1 && alea__goes_for_the_end(plot, x, y) ? ALEA__CLASS_END : NOTHING;
}

/* ---- cells ---- */

typedef int32_t cell_value(const alea_plot *, uint32_t x, uint32_t y);

/* Fills all cells with values low … high, in one colour; neighbours in a row are one rectangle. Returns whether there were
   any. */
static bool fill_cells(const alea__frame *f, cell_value *value_of, int32_t low, int32_t high,
                       alea__colour colour)
{
    bool any = false;
    ALEA_ASSERT(low <= high);
    for (uint32_t y = 0; y < f->plot->y.count; y++)
        for (uint32_t x = 0; x < f->plot->x.count; x++) {
            uint32_t run = 0;
            for (; x + run < f->plot->x.count; run++) {
                const int32_t value = value_of(f->plot, x + run, y);
                if (value < low || value > high) break;
            }
            if (run > 0) alea__frame_add(f, x, run, y);
            any = any || run > 0;
            x += run;
        }
    if (!any) return false;
    alea__set_colour(f->cr, colour);
    cairo_fill(f->cr);
    return true;
}

static bool fill_class(const alea__frame *f, cell_value *value_of, alea__class what)
{
    return fill_cells(f, value_of, (int32_t)what, (int32_t)what, alea__class_colour(what));
}

static void fill_ground(const alea__frame *f)
{
    cairo_rectangle(f->cr, f->left, f->top, f->width, f->height);
    alea__set_colour(f->cr, alea__class_colour(ALEA__CLASS_NONE));
    cairo_fill(f->cr);
}

/* ---- words ---- */

/* The text of a class in the legend; NULL if it includes a bot's name. */
static const char *class_name(const alea_plot *plot, alea__class what)
{
    switch (what) {
    case ALEA__CLASS_ROLL: return "roll";
    case ALEA__CLASS_HOLD: return "hold";
    case ALEA__CLASS_BOTH_ROLL: return "both roll";
    case ALEA__CLASS_BOTH_HOLD: return "both hold";
    case ALEA__CLASS_NEVER: return "never holds";
    case ALEA__CLASS_END: return "rolls on to the goal";
    case ALEA__CLASS_NONE: break;
    case ALEA__CLASS_ROLL_HOLD:
    case ALEA__CLASS_HOLD_ROLL: return NULL; /* these have a bot's name in them */
    }
    if (plot->map != ALEA_PLOT_TURN) return "cannot occur";
    return plot->end > 0 ? "past the goal, or no decision" : "too far, or no decision";
}

/* Adds a class to the legend, in words that fit the map. */
static void explain_class(const alea_plot *plot, alea__class what, alea__legend *legend)
{
    alea__text text = {0};
    const char *name = class_name(plot, what);
    ALEA_ASSERT(name || plot->bots == 2);

    alea__text_add(&text, "%s", name ? name : "only ");
    if (!name) {
        alea__add_shortened(&text, plot->bot[what == ALEA__CLASS_ROLL_HOLD ? 0 : 1], LONGEST_NAME, false);
        alea__text_add(&text, " rolls");
    }
    if (text.data) alea__legend_class(legend, alea__class_colour(what), text.data);
    alea__text_free(&text);
}

static alea__legend legend_beside(const alea__frame *f)
{
    const double gap = 36;
    return (alea__legend){.cr = f->cr, .x = f->left + f->width + gap, .y = f->top};
}

/* ---- own x turn total ---- */

/* One colour for roll and one for hold; for two bots, light ones where they agree and strong ones where they differ. */
void alea__draw_turn(const alea_plot *plot, cairo_t *cr)
{
    static const alea__class of_one[] = {ALEA__CLASS_HOLD, ALEA__CLASS_ROLL};
    static const alea__class of_two[] = {ALEA__CLASS_BOTH_HOLD, ALEA__CLASS_BOTH_ROLL, ALEA__CLASS_ROLL_HOLD,
                                         ALEA__CLASS_HOLD_ROLL};
    const alea__class *classes = plot->bots == 2 ? of_two : of_one;
    size_t count = plot->bots == 2 ? sizeof of_two / sizeof *of_two : sizeof of_one / sizeof *of_one;
    alea__frame frame = alea__frame_start(plot, cr);
    alea__legend legend = legend_beside(&frame);
    fill_ground(&frame);
    for (size_t i = 0; i < count; i++) {
        fill_class(&frame, turn_class, classes[i]);
        explain_class(plot, classes[i], &legend);
    }
    if (alea__has_cell(plot, 0, ALEA__NONE)) explain_class(plot, ALEA__CLASS_NONE, &legend);
    alea__frame_finish(&frame);
}

/* ---- own x other ---- */

/* Differences reach as far on both sides of 0. */
static alea__scale map_scale_of(const alea_plot *plot)
{
    alea__scale s = {.is_signed = plot->bots == 2};
    for (uint32_t x = 0; x < plot->x.count; x++)
        for (uint32_t y = 0; y < plot->y.count; y++) {
            int32_t number = hold_number(plot, x, y);
            if (number == NOTHING) continue;
            alea__scale_widen(&s, number);
            if (s.is_signed) alea__scale_widen(&s, -number);
        }
    return s;
}

/* Where a bot rolls again above a total at which it holds; nowhere outside of the map. */
static bool is_exception(const alea_plot *plot, int64_t x, int64_t y)
{
    if (x < 0 || y < 0 || x >= plot->x.count || y >= plot->y.count) return false;
    for (unsigned bot = 0; bot < plot->bots; bot++)
        if (alea__is_no_threshold(plot, bot, (uint32_t)x, (uint32_t)y)) return true;
    return false;
}

/* The lines between cells that are exceptions and cells that are not, each in one piece: below the cells of row `at`,
   or to the left of those of column `at`. */
static void map_outline(const alea__frame *f, bool row, int64_t at)
{
    const int64_t count = row ? f->plot->x.count : f->plot->y.count;
    for (int64_t from = 0, run; from < count; from += run + 1) {
        for (run = 0; from + run < count; run++) {
            const int64_t x = row ? from + run : at, y = row ? at : from + run;
            if (is_exception(f->plot, x, y) == is_exception(f->plot, row ? x : x - 1, row ? y - 1 : y)) break;
        }
        if (run == 0) continue;
        const double left = f->left + (double)(row ? from : at) * f->cell_x;
        const double bottom = f->top + f->height - (double)(row ? at : from) * f->cell_y;
        cairo_move_to(f->cr, left, bottom);
        cairo_line_to(f->cr, left + (double)(row ? run : 0) * f->cell_x,
                      bottom - (double)(row ? 0 : run) * f->cell_y);
    }
}

/* Returns how many cells there are within the outline. */
static unsigned outline_exceptions(const alea__frame *f)
{
    unsigned count = 0;
    for (int64_t x = 0; x < f->plot->x.count; x++)
        for (int64_t y = 0; y < f->plot->y.count; y++) count += is_exception(f->plot, x, y);
    if (count == 0) return 0;
    for (int64_t y = 0; y <= f->plot->y.count; y++) map_outline(f, true, y);
    for (int64_t x = 0; x <= f->plot->x.count; x++) map_outline(f, false, x);
    cairo_set_line_cap(f->cr, CAIRO_LINE_CAP_SQUARE);
    alea__set_colour(f->cr, alea__ink);
    cairo_set_line_width(f->cr, 1.4);
    cairo_stroke(f->cr);
    cairo_set_line_cap(f->cr, CAIRO_LINE_CAP_BUTT);
    return count;
}

/* Colours rise with the total to hold at; for two bots they show the difference. Values that are not numbers have their own
   colour, and cells in which a bot rolls again at a higher total are outlined. */
void alea__draw_hold(const alea_plot *plot, cairo_t *cr)
{
    alea__frame frame = alea__frame_start(plot, cr);
    alea__legend legend = legend_beside(&frame);
    alea__scale s = map_scale_of(plot);
    fill_ground(&frame);
    /* one colour per number, or per group of numbers if there are very many */
    const int32_t step = (s.high - s.low) / MOST_COLOURS + 1;
    for (int32_t low = s.low; s.any && low <= s.high; low += step)
        fill_cells(&frame, hold_number, low, low + step - 1, alea__scale_colour(&s, low + (step - 1) / 2.0));
    bool ends = fill_class(&frame, hold_class, ALEA__CLASS_END);
    bool never = fill_class(&frame, hold_class, ALEA__CLASS_NEVER);
    unsigned exceptions = outline_exceptions(&frame);
    alea__frame_finish(&frame);
    if (s.any) {
        alea__legend_line(&legend, plot->bots == 2 ? "difference of turn totals (points)"
                                                   : "turn total to hold at (points)");
        alea__legend_bar(&legend, &s);
    }
    if (ends) explain_class(plot, ALEA__CLASS_END, &legend);
    if (never) explain_class(plot, ALEA__CLASS_NEVER, &legend);
    if (exceptions > 0) {
        char text[64];
        snprintf(text, sizeof text, "rolls again higher (%u)", exceptions);
        alea__legend_outline(&legend, text);
    }
    if (alea__has_cell(plot, 0, ALEA__NONE)) explain_class(plot, ALEA__CLASS_NONE, &legend);
}
