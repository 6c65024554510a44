/* Value iteration as a picture: error and change by sweep on a logarithmic scale, and below it the policy as it forms. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "plot/draw/plot_draw.h"
#include "plot/messages.h"
#include "view/sweeps_view.h"

#include <alea/sweeps.h>
#include <math.h>
#include <stdio.h>

static const double curve_left = 84, curve_top = 110, curve_width = 830, curve_height = 270;
static const double maps_top = 470, map_side = 190, map_gap = 23;
enum { SWEEPS_PICTURED = 4, SWEEP_TICKS = 12, SWEEPS_USUAL_WIDTH = 960 };

typedef struct sweeps_curves {
    const alea_sweeps *sweeps;
    cairo_t *cr;
    int least, most; /* powers of ten */
} sweeps_curves;

static double sweeps_x_of(const sweeps_curves *c, double sweep)
{
    const unsigned count = c->sweeps->count;
    return curve_left + (count > 1 ? curve_width * (sweep - 1) / (count - 1) : 0);
}

static double sweeps_y_of(const sweeps_curves *c, double value)
{
    ALEA_ASSERT(c->most > c->least);
    return curve_top + curve_height * (c->most - log10(value)) / (c->most - c->least);
}

/* Lines at powers of ten, and ticks at sweeps. */
static void sweeps_draw_axes(const sweeps_curves *c)
{
    char text[32];
    const int step = (c->most - c->least + 5) / 6;
    const double sweep_step = alea__tick_step(c->sweeps->count, SWEEP_TICKS);
    cairo_set_line_width(c->cr, 1);
    for (int power = c->most; power >= c->least; power -= step) {
        const double y = sweeps_y_of(c, pow(10, power));
        alea__set_colour(c->cr, (alea__colour){0.88, 0.88, 0.88});
        cairo_move_to(c->cr, curve_left, y);
        cairo_line_to(c->cr, curve_left + curve_width, y);
        cairo_stroke(c->cr);
        alea__set_colour(c->cr, alea__ink);
        snprintf(text, sizeof text, "1e%d", power);
        alea__write(c->cr, curve_left - 9, y + 5, ALEA__END, text);
    }
    for (double sweep = sweep_step; sweep <= c->sweeps->count; sweep += sweep_step)
        alea__write_number(c->cr, sweeps_x_of(c, sweep), curve_top + curve_height + 21, ALEA__MIDDLE,
                           (int64_t)sweep);
    alea__write(c->cr, curve_left + curve_width / 2, curve_top + curve_height + 44, ALEA__MIDDLE, "sweep");
}

/* Zeros, which have no logarithm, end a curve. */
static void sweeps_draw_curve(const sweeps_curves *c, bool change, alea__colour colour)
{
    bool begun = false;
    alea__set_colour(c->cr, colour);
    cairo_set_line_width(c->cr, 2.5);
    for (unsigned i = 0; i < c->sweeps->count; i++) {
        const double value = change ? c->sweeps->sweep[i].change : c->sweeps->sweep[i].error;
        if (value <= 0) break;
        const double x = sweeps_x_of(c, i + 1), y = sweeps_y_of(c, value);
        if (begun)
            cairo_line_to(c->cr, x, y);
        else
            cairo_move_to(c->cr, x, y);
        begun = true;
    }
    cairo_stroke(c->cr);
    const double y = curve_top + (change ? 22 : 46);
    cairo_move_to(c->cr, curve_left + curve_width - 250, y - 5);
    cairo_line_to(c->cr, curve_left + curve_width - 220, y - 5);
    cairo_stroke(c->cr);
    alea__set_colour(c->cr, alea__ink);
    alea__write(c->cr, curve_left + curve_width - 212, y, ALEA__START,
                change ? "largest change" : "largest error");
}

/* One map: own scores from left to right, turn totals upwards. */
static void sweeps_draw_map(const sweeps_curves *c, unsigned place, unsigned sweep)
{
    const alea_sweeps *s = c->sweeps;
    const unsigned char *map = alea_sweeps_map(s, sweep);
    const double left = curve_left + place * (map_side + map_gap), cell = map_side / s->goal;
    char title[32];
    for (int roll = 0; roll < 2; roll++) {
        for (uint32_t own = 0; own < s->goal; own++)
            for (uint32_t turn = 0; own + turn < s->goal; turn++)
                if (map[(size_t)own * s->goal + turn] == roll)
                    cairo_rectangle(c->cr, left + own * cell, maps_top + map_side - (turn + 1) * cell, cell,
                                    cell);
        alea__set_colour(c->cr, alea__class_colour(roll ? ALEA__CLASS_ROLL : ALEA__CLASS_HOLD));
        cairo_fill(c->cr);
    }
    alea__set_colour(c->cr, alea__ink);
    cairo_set_line_width(c->cr, 1);
    cairo_rectangle(c->cr, left, maps_top, map_side, map_side);
    cairo_stroke(c->cr);
    snprintf(title, sizeof title, "sweep %u", sweep + 1);
    alea__write(c->cr, left + map_side / 2, maps_top - 8, ALEA__MIDDLE, title);
    alea__write(c->cr, left + map_side / 2, maps_top + map_side + 20, ALEA__MIDDLE, "own score");
}

static void sweeps_draw_legend(const sweeps_curves *c)
{
    alea__legend legend = {c->cr, curve_left, maps_top + map_side + 48};
    alea__legend_class(&legend, alea__class_colour(ALEA__CLASS_ROLL), "roll (upwards: the turn total)");
    alea__legend_class(&legend, alea__class_colour(ALEA__CLASS_HOLD), "hold");
}

/* Everything below the title. */
static void sweeps_draw(const void *user, cairo_t *cr)
{
    const alea_sweeps *s = user;
    sweeps_curves c = {.sweeps = s, .cr = cr, .least = 0, .most = 0};
    for (unsigned i = 0; i < s->count; i++) {
        if (s->sweep[i].change > 0) c.least = (int)fmin(c.least, floor(log10(s->sweep[i].change)));
        if (s->sweep[i].error > 0) c.least = (int)fmin(c.least, floor(log10(s->sweep[i].error)));
    }
    if (c.least == c.most) c.least--;
    sweeps_draw_axes(&c);
    sweeps_draw_curve(&c, true, alea__grey);
    sweeps_draw_curve(&c, false, alea__signed_colour(0.75));
    for (unsigned i = 0; i < SWEEPS_PICTURED; i++)
        sweeps_draw_map(&c, i, alea__sweep_shown(s, i, SWEEPS_PICTURED));
    sweeps_draw_legend(&c);
}

alea_status alea_sweeps_plot(const alea_sweeps *s, const char *path, alea_error *error)
{
    alea__text bytes = {0}, below = {0};
    alea_plot_format format;
    alea_status status = alea_plot_format_of(path, &format, error);
    if (status == ALEA_OK && format != ALEA_PLOT_SVG && format != ALEA_PLOT_PNG)
        status = alea__fail(error, ALEA_E_USAGE, PLOT_PICTURE_ENDING);
    if (status != ALEA_OK) return status;
    alea__text_add(&below, "%s; maps: when the other has %u", s->game, (unsigned)s->other);
    const alea__picture picture = {"Value iteration: error by sweep, and the policy as it forms", below.data,
                                   s->game, sweeps_draw, s};
    status = below.failed ? alea__out_of_memory(error)
                          : alea__picture_draw(&picture, format, SWEEPS_USUAL_WIDTH, &bytes, error);
    if (status == ALEA_OK && bytes.failed) status = alea__out_of_memory(error);
    if (status == ALEA_OK) status = alea__write_file(path, bytes.data, bytes.size, error);
    alea__text_free(&below);
    alea__text_free(&bytes);
    return status;
}
