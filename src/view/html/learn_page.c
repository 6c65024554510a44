/* Learning curves as a picture, and as a page with it. Both axes are logarithmic, but for how often bots won. */
#include "base/assert.h"
#include "view/html/page.h"
#include "view/learn_view.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>

enum { WIDE = 960, HIGH = 560, LEFT = 90, TOP = 60, PLOT_WIDE = 840, PLOT_HIGH = 420, COLOURS = 6 };
static const char *const learn_colour[COLOURS] = {"#1f5fa8", "#c8501e", "#2c8048",
                                                  "#8a3fa0", "#9a7400", "#555"};

typedef struct learn_chart {
    const alea__curves *curves;
    enum { EXPLOITED, LOST, WON } what;
    double first, last; /* of the axis of games, as powers of two */
    double low, high;   /* of the other: powers of ten, or 0 and 1 */
} learn_chart;

static double learn_number(const learn_chart *chart, const alea_learn_point *p)
{
    if (chart->what == WON) return p->rate;
    const alea_interval i = chart->what == LOST ? p->loss : p->exploitability;
    return (i.lower + i.upper) / 2;
}

/* The point before the first game has a place of its own, at the left. */
static double learn_power(const learn_chart *chart, uint64_t games)
{
    return games == 0 ? chart->first : log2((double)games);
}

static double learn_x(const learn_chart *chart, double power)
{
    return (int)LEFT + (int)PLOT_WIDE * (power - chart->first) / fmax(1, chart->last - chart->first);
}

static double learn_y(const learn_chart *chart, double number)
{
    const double at = chart->what == WON ? number : number > 0 ? fmax(log10(number), chart->low) : chart->low;
    return (int)TOP + (int)PLOT_HIGH * (chart->high - at) / (chart->high - chart->low);
}

static bool learn_has(const alea__curves *curves, const learn_chart *chart)
{
    for (size_t c = 0; c < curves->count; c++)
        for (unsigned i = 0; i < curves->curve[c]->count; i++)
            if (!isnan(learn_number(chart, &curves->curve[c]->point[i]))) return true;
    return false;
}

/* Chooses what is drawn, and the ends of the axes. */
static learn_chart learn_lay_out(const alea__curves *curves)
{
    learn_chart chart = {.curves = curves, .what = EXPLOITED, .first = INFINITY, .high = -INFINITY};
    while (chart.what != WON && !learn_has(curves, &chart)) chart.what++;
    for (size_t c = 0; c < curves->count; c++)
        for (unsigned i = 0; i < curves->curve[c]->count; i++) {
            const alea_learn_point *p = &curves->curve[c]->point[i];
            const double number = learn_number(&chart, p);
            if (p->games > 0) chart.first = fmin(chart.first, log2((double)p->games) - 1);
            if (p->games > 0) chart.last = fmax(chart.last, log2((double)p->games));
            if (number > 0) chart.low = fmin(chart.low, floor(log10(number)));
            if (number > 0) chart.high = fmax(chart.high, ceil(log10(number)));
        }
    if (!isfinite(chart.first)) chart.first = 0;
    if (chart.what == WON || !isfinite(chart.high)) chart.low = 0, chart.high = 1;
    chart.low = fmax(chart.low, chart.high - 6); /* less than a millionth of the most is nothing */
    if (chart.low == chart.high) chart.low--;
    return chart;
}

/* Level lines with their numbers, and the numbers of games. */
static void learn_add_axes(alea__text *out, const learn_chart *chart)
{
    const double step = chart->what == WON ? 0.25 : 1;
    char number[ALEA__NUMBER];
    for (double at = chart->low; at <= chart->high; at += step) {
        const double y = learn_y(chart, chart->what == WON ? at : pow(10, at));
        alea__text_add(out, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>", (int)LEFT, y, (int)PLOT_WIDE);
        alea__text_add(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g %%</text>\n", LEFT - 8, y + 5,
                       100 * (chart->what == WON ? at : pow(10, at)));
    }
    const int every = (int)ceil((chart->last - chart->first) / 12);
    alea__text_add(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">0</text>", (int)LEFT,
                   TOP + PLOT_HIGH + 22);
    for (double power = chart->last; power > chart->first + 0.5; power -= fmax(1, every))
        alea__text_add(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                       learn_x(chart, power), TOP + PLOT_HIGH + 22, alea__short_text(number, exp2(power)));
    alea__text_add(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">games learned from</text>\n",
                   LEFT + PLOT_WIDE / 2, TOP + PLOT_HIGH + 46);
}

/* The curve of one bot, and its name in the corner. */
static void learn_add_line(alea__text *out, const learn_chart *chart, size_t curve)
{
    const alea_learn_curve *c = chart->curves->curve[curve];
    const char *colour = learn_colour[curve % COLOURS];
    bool begun = false;
    alea__text_add(out, "<path fill=\"none\" stroke-width=\"2.5\" stroke=\"%s\" d=\"", colour);
    for (unsigned i = 0; i < c->count; i++) {
        const double number = learn_number(chart, &c->point[i]);
        if (isnan(number)) continue;
        alea__text_add(out, "%s%.1f %.1f", begun ? "L" : "M",
                       learn_x(chart, learn_power(chart, c->point[i].games)), learn_y(chart, number));
        begun = true;
    }
    alea__text_add(out, "\"/>\n");
    const int y = TOP + 14 + 22 * (int)curve;
    alea__text_add(out, "<path stroke-width=\"2.5\" stroke=\"%s\" d=\"M%d %dh28\"/><text x=\"%d\" y=\"%d\">",
                   colour, LEFT + PLOT_WIDE - 260, y - 5, LEFT + PLOT_WIDE - 224, y);
    alea__page_put(out, "", c->bot, "</text>\n");
}

/* The whole picture, as an element of SVG that is also a file. */
static void learn_add_picture(alea__text *out, const alea__curves *curves)
{
    static const char *const title[] = {[EXPLOITED] = VIEW_LEARN_TITLE_EXPLOITED,
                                        [LOST] = VIEW_LEARN_TITLE_LOST,
                                        [WON] = VIEW_LEARN_TITLE_WON};
    const learn_chart chart = learn_lay_out(curves);
    alea__text_add(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
        "font-size=\"15\" fill=\"#222\" role=\"img\">\n<title>%s</title>\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
        "<text x=\"%d\" y=\"34\" font-size=\"20\">%s</text>\n",
        (int)WIDE, (int)HIGH, title[chart.what], (int)LEFT, title[chart.what]);
    learn_add_axes(out, &chart);
    for (size_t c = 0; c < curves->count; c++) learn_add_line(out, &chart, c);
    alea__text_add(out, "</svg>\n");
}

alea_status alea_view_learning_svg(const alea_learn_curve *const *curves, size_t count, char **out,
                                   alea_error *error)
{
    const alea__curves all = {curves, count, 0};
    alea__text text = {0};
    ALEA_ASSERT(count > 0);
    learn_add_picture(&text, &all);
    return alea__view_finish(&text, out, error);
}

/* ---- the page ---- */

static void learn_page_cell(alea__text *out, const char *name, double lower, double upper)
{
    char number[ALEA__NUMBER];
    alea__text_add(out, "<td class=\"n\" data-name=\"%s\">%s</td>", name,
                   isnan(lower) ? "" : alea__certain_text(number, lower, upper, 6));
}

/* The points of one bot as a table; titles are repeated in the cells, where narrow pages show them. */
static void learn_page_add_table(alea__text *out, const alea_learn_curve *c)
{
    static const char *const name[] = {"Won while learning", "Frozen policy", "Loss", "Exploitability"};
    char number[ALEA__NUMBER];
    alea__page_put(out, "<h2><bdi>", c->bot, "</bdi></h2>\n");
    if (c->against)
        alea__page_put(out, "<p>Against <bdi>", c->against == c->bot ? "itself" : c->against,
                       "</bdi>.</p>\n");
    alea__text_add(out, "<table class=\"stack\"><thead><tr><th scope=\"col\">Games</th>");
    for (unsigned i = 0; i < 4; i++) alea__text_add(out, "<th scope=\"col\" class=\"n\">%s</th>", name[i]);
    alea__text_add(out, "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < c->count; i++) {
        const alea_learn_point *p = &c->point[i];
        alea__text_add(out, "<tr><td class=\"main\">%s</td>", alea__count_text(number, (int64_t)p->games));
        alea__text_add(out, "<td class=\"n\" data-name=\"%s\">%s</td>", name[0],
                       isnan(p->rate) ? "" : alea__rate_text(number, p->rate, p->rate_se, false));
        learn_page_cell(out, name[1], p->value.lower, p->value.upper);
        learn_page_cell(out, name[2], p->loss.lower, p->loss.upper);
        learn_page_cell(out, name[3], p->exploitability.lower, p->exploitability.upper);
        alea__text_add(out, "</tr>\n");
    }
    alea__text_add(out, "</tbody></table>\n");
}

alea_status alea_view_learning_html(const alea_learn_curve *const *curves, size_t count, char **out,
                                    alea_error *error)
{
    const alea__page frame = {.title = "Learning: ", .subject = curves[0]->game};
    const alea__curves all = {curves, count, 0};
    alea__text page = {0};
    alea__page_begin(&page, &frame);
    alea__text_add(&page, "<p>Seed %" PRIu64 ". %s</p>\n<figure class=\"chart\">", curves[0]->seed,
                   curves[0]->exact ? VIEW_LEARN_EXACT : "");
    learn_add_picture(&page, &all);
    alea__text_add(&page, "</figure>\n");
    for (size_t c = 0; c < count; c++) learn_page_add_table(&page, curves[c]);
    return alea__page_end(&page, &frame, ALEA_OK, out, error);
}
