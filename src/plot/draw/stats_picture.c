/* The distribution of a score as a picture. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "plot/draw/plot_draw.h"
#include "plot/messages.h"

#include "view/stats_view.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const double left = 84, top = 110, width = 830, height = 560, tick = 5;
enum { BARS = 415, MOST_TICKS = 12, LINES = 6, USUAL_WIDTH = 960 };

typedef struct histogram {
    const alea_view_distribution *view;
    cairo_t *cr;
    alea__bins bins;
    double most; /* share of the tallest bar's top line */
} histogram;

static double histogram_x_of(const histogram *c, double score)
{
    return left + width * (score - c->bins.first) / ((double)c->bins.count * c->bins.step);
}

static double histogram_y_of(const histogram *c, double share)
{
    ALEA_ASSERT(c->most > 0);
    return top + height * (1 - share / c->most);
}

/* Draws level lines at every `step` of the share, with percentages to their left. */
static void histogram_draw_lines(const histogram *c, double step)
{
    char text[32];
    for (int i = 0; i * step <= c->most * (1 + 1e-9); i++) {
        const double y = histogram_y_of(c, i * step);
        alea__set_colour(c->cr, (alea__colour){0.88, 0.88, 0.88});
        cairo_set_line_width(c->cr, 1);
        cairo_move_to(c->cr, left, y);
        cairo_line_to(c->cr, left + width, y);
        cairo_stroke(c->cr);
        alea__set_colour(c->cr, alea__ink);
        alea__print(text, sizeof text, "%.3g %%", 100 * i * step);
        alea__write(c->cr, left - 9, y + 5, ALEA__END, text);
    }
}

static void draw_bars(const histogram *c)
{
    for (uint32_t i = 0; i < c->bins.count; i++) {
        const double x = histogram_x_of(c, c->bins.first + i * c->bins.step);
        const double end = histogram_x_of(c, c->bins.first + (i + 1) * c->bins.step);
        const double y = histogram_y_of(c, alea__bin_share(c->view, &c->bins, i));
        cairo_rectangle(c->cr, x, y, end - x, top + height - y);
    }
    alea__set_colour(c->cr, alea__signed_colour(-0.75));
    cairo_fill(c->cr);
}

/* Where there are both, the sample's shares are dots over the exact bars. */
static void draw_dots(const histogram *c)
{
    const alea_view_distribution sample = {
        .game = c->view->game, .bot = c->view->bot, .sample = c->view->sample};
    const double size = 1.5;
    if (!c->view->exact || !c->view->sample || c->view->sample->games == 0) return;
    for (uint32_t i = 0; i < c->bins.count; i++) {
        const double share = alea__bin_share(&sample, &c->bins, i);
        if (share <= 0 || share > c->most) continue;
        cairo_arc(c->cr, histogram_x_of(c, c->bins.first + (i + 0.5) * c->bins.step),
                  histogram_y_of(c, share), size, 0, 2 * M_PI);
        cairo_close_path(c->cr);
    }
    alea__set_colour(c->cr, alea__signed_colour(0.75));
    cairo_fill(c->cr);
}

/* Draws the axis of scores; a tick is in the middle of its score's bar. */
static void draw_axis(const histogram *c)
{
    const double last = c->bins.first + (double)c->bins.count * c->bins.step;
    const double step = alea__tick_step(last - c->bins.first, MOST_TICKS);
    alea__set_colour(c->cr, alea__ink);
    cairo_set_line_width(c->cr, 1);
    cairo_move_to(c->cr, left, top + height);
    cairo_line_to(c->cr, left + width, top + height);
    cairo_stroke(c->cr);
    for (double score = ceil(c->bins.first / step) * step; score <= last; score += step) {
        const double x = histogram_x_of(c, score + 0.5 * c->bins.step);
        if (x > left + width) break;
        cairo_move_to(c->cr, x, top + height);
        cairo_line_to(c->cr, x, top + height + tick);
        cairo_stroke(c->cr);
        alea__write_number(c->cr, x, top + height + 21, ALEA__MIDDLE, (int64_t)score);
    }
    alea__write(c->cr, left + width / 2, top + height + 46, ALEA__MIDDLE, "score (points)");
}

/* Draws a dashed line at the mean, and its number on the side with more space. */
static void draw_mean(const histogram *c)
{
    const double dashes[] = {5, 4}, x = histogram_x_of(c, alea__summary_of(c->view)->mean + 0.5);
    char text[64];
    cairo_set_dash(c->cr, dashes, 2, 0);
    cairo_move_to(c->cr, x, top);
    cairo_line_to(c->cr, x, top + height);
    cairo_stroke(c->cr);
    cairo_set_dash(c->cr, NULL, 0, 0);
    alea__print(text, sizeof text, "mean %.2f", alea__summary_of(c->view)->mean);
    const bool at_right = x > left + width / 2;
    alea__write(c->cr, at_right ? x - 8 : x + 8, top + 14, at_right ? ALEA__END : ALEA__START, text);
}

/* The legend of bars and dots, in the corner away from the mean. */
static void histogram_draw_legend(const histogram *c)
{
    char bars[64], dots[64];
    const alea_sample *sample = c->view->sample;
    const bool at_left = histogram_x_of(c, alea__summary_of(c->view)->mean) > left + width / 2;
    const double x = at_left ? left + 12 : left + width - 12;
    snprintf(bars, sizeof bars, "bars: %u point%s each", (unsigned)c->bins.step,
             c->bins.step == 1 ? "" : "s");
    alea__write(c->cr, x, top + 24, at_left ? ALEA__START : ALEA__END, bars);
    if (!c->view->exact || !sample) return;
    snprintf(dots, sizeof dots, "dots: %" PRIu64 " games simulated", sample->games);
    alea__write(c->cr, x, top + 46, at_left ? ALEA__START : ALEA__END, dots);
}

/* Draws everything below the title; nothing if no score has a share. */
static void histogram_draw(const void *user, cairo_t *cr)
{
    histogram c = {.view = user, .cr = cr, .bins = alea__bins_of(user, BARS)};
    double most = 0;
    for (uint32_t i = 0; i < c.bins.count; i++) most = fmax(most, alea__bin_share(user, &c.bins, i));
    if (most <= 0) return;
    const double step = alea__round_step(1e-9, most, LINES);
    c.most = ceil(most / step - 1e-9) * step;
    histogram_draw_lines(&c, step);
    draw_bars(&c);
    draw_dots(&c);
    draw_axis(&c);
    draw_mean(&c);
    histogram_draw_legend(&c);
}

/* ---- words ---- */

/* Draws the picture with its title and the figures below it; `bytes` is the caller's to free, also after a failure. */
static alea_status draw_bytes(const alea_view_distribution *v, alea_plot_format format, alea__text *bytes,
                              alea_error *error)
{
    const alea_summary *s = alea__summary_of(v);
    enum { LONGEST_NAME = 40 };
    alea__text name = {0}, title = {0}, below = {0};
    alea_status status;
    const char *ties = alea_ties_name(alea__ties_of(v));
    alea__add_printable(&name, v->bot);
    if (name.data) alea__add_shortened(&title, name.data, LONGEST_NAME, false);
    alea__text_add(&title, ": distribution of its score%s", v->exact ? "" : ", simulated");
    if (ties) alea__text_add(&title, " (ties: %s)", ties);
    alea__text_free_part(&name, &title);
    alea__text_add(&below, "%s. Standard deviation %.2f, median %u, mode %u", alea_game_spec(v->game),
                   s->stdev, (unsigned)s->percentile[2], (unsigned)s->mode);
    const alea__picture picture = {title.data, below.data, alea_game_spec(v->game), histogram_draw, v};
    if (title.failed || below.failed)
        status = alea__out_of_memory(error);
    else
        status = alea__picture_draw(&picture, format, USUAL_WIDTH, bytes, error);
    alea__text_free(&title);
    alea__text_free(&below);
    return status == ALEA_OK && bytes->failed ? alea__out_of_memory(error) : status;
}

alea_status alea_view_stats_plot(const alea_view_distribution *v, const char *path, alea_error *error)
{
    alea__text bytes = {0};
    alea_plot_format format;
    alea_status status = alea_plot_format_of(path, &format, error);
    if (status == ALEA_OK && format != ALEA_PLOT_SVG && format != ALEA_PLOT_PNG)
        status = alea__fail(error, ALEA_E_USAGE, PLOT_PICTURE_ENDING);
    if (status == ALEA_OK) status = draw_bytes(v, format, &bytes, error);
    if (status == ALEA_OK) status = alea__write_file(path, bytes.data, bytes.size, error);
    alea__text_free(&bytes);
    return status;
}
