/* A tournament as an HTML page without a script: standings with intervals, a heat map of pairs, and statistics of games
   between the two best. Also as CSV. */
#include "view/colour.h"
#include "view/html/page.h"
#include "view/html/run_page.h"
#include "view/number.h"
#include "view/tournament_view.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>

/* ---- the standings -------------------------------------------------------------------------------------------------- */

/* The scale of the pictures of intervals. */
typedef struct rating_scale {
    double least, most;
} rating_scale;

/* From the least to the greatest end of an interval, or the value if an end is open, with a margin; around 0 without values. */
static rating_scale page_scale(const alea_tournament_result *r)
{
    rating_scale scale = {INFINITY, -INFINITY};
    for (unsigned i = 0; i < r->bots; i++) {
        const alea_tournament_standing *s = &r->standing[i];
        const alea__tournament_result v = alea__tournament_ranked(r, s);
        scale.least = fmin(scale.least, isfinite(v.lower) ? v.lower : v.value);
        scale.most = fmax(scale.most, isfinite(v.upper) ? v.upper : v.value);
    }
    if (scale.least > scale.most) scale = (rating_scale){0, 0}; /* no result yet */
    const double margin = fmax(alea__tournament_for_money(r) ? 0.1 : 1, (scale.most - scale.least) / 50);
    return (rating_scale){scale.least - margin, scale.most + margin};
}

/* The interval in numbers and as a line, and the value as a mark on it; an open end reaches the edge. */
static void page_add_interval(alea__text *out, alea__tournament_result v, rating_scale scale)
{
    const double width = 1000 / (scale.most - scale.least);
    const double at = ((isnan(v.value) ? 0 : v.value) - scale.least) * width;
    const double low = isfinite(v.lower) ? (v.lower - scale.least) * width : 0;
    const double high = isfinite(v.upper) ? (v.upper - scale.least) * width : 1000;
    alea__text_add(out, "<td data-name=\"Interval\">");
    if (isfinite(v.lower) && isfinite(v.upper))
        alea__text_add(out, "<span class=\"whole\">%+.*f to %+.*f</span>", v.upper - v.lower < 2 ? 2 : 1,
                       v.lower, v.upper - v.lower < 2 ? 2 : 1, v.upper);
    else
        alea__text_add(out, "not bounded");
    alea__text_add(
        out,
        "<svg class=\"interval\" viewBox=\"0 0 1000 20\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
        "<path class=\"axis\" d=\"M0 10H1000\"/><path class=\"range\" d=\"M%.1f 10H%.1f\"/>"
        "<path class=\"mark\" d=\"M%.1f 2V18\"/></svg></td>",
        low, high, at);
}

static void page_add_cell(alea__text *out, const char *title, const char *cell)
{
    alea__text_add(out, "<td class=\"n\" data-name=\"%s\">%s</td>", title, cell);
}

/* A proved share in per cent, or dollars. */
static void page_add_proved(alea__text *out, const char *title, bool known, alea_interval share, bool money)
{
    char number[ALEA__NUMBER];
    alea__text_add(out, "<td class=\"n\" data-name=\"%s\">", title);
    if (known && money)
        alea__text_add(out, "%s", alea__certain_text(number, share.lower, share.upper, 4));
    else if (known)
        alea__text_add(out, "%s&nbsp;%%",
                       alea__certain_text(number, 100 * share.lower, 100 * share.upper, 3));
    alea__text_add(out, "</td>");
}

/* The row of one bot; titles are repeated in the cells, where narrow pages show them. */
static void page_add_standing(alea__text *out, const alea_tournament_result *r, unsigned place,
                              rating_scale scale)
{
    const alea_tournament_standing *s = &r->standing[place];
    const alea__tournament_columns c = alea__tournament_columns_of(r);
    char number[ALEA__NUMBER];
    alea__text_add(out, "<tr><td class=\"n\" data-name=\"Rank\">%u</td>", s->rank);
    alea__page_put(out, "<td class=\"main\"><bdi>", alea__tournament_name(r, place), "</bdi></td>");
    if (c.elo)
        page_add_cell(out, "$ a game", alea__tournament_money_text(number, s, false));
    else
        alea__text_add(out, "<td class=\"n\" data-name=\"Rating\">%+.1f</td>", s->rating);
    page_add_interval(out, alea__tournament_ranked(r, s), scale);
    page_add_cell(out, "Score", alea__tournament_rate_text(number, s, false));
    if (c.money) page_add_cell(out, "$ a game", alea__tournament_money_text(number, s, false));
    if (c.elo) alea__text_add(out, "<td class=\"n\" data-name=\"Elo\">%+.1f</td>", s->rating);
    if (c.loss) page_add_proved(out, "To optimal", s->has_loss, s->loss, c.elo);
    if (c.exploitability)
        page_add_proved(out, "Exploitable", s->has_exploitability, s->exploitability, c.elo);
    if (c.fuel) page_add_cell(out, "Fuel", s->fuel > 0 ? alea__short_text(number, s->fuel) : "");
    if (c.forfeits) page_add_cell(out, "Forfeits", alea__count_text(number, (int64_t)s->forfeits));
    alea__text_add(out, "</tr>\n");
}

/* The table of standings, and what its columns mean. */
static void page_add_standings(alea__text *out, const alea_tournament_result *r)
{
    const alea__tournament_columns c = alea__tournament_columns_of(r);
    const rating_scale scale = page_scale(r);
    alea__text_add(
        out,
        "<h2>Standings</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Standings\">"
        "<table class=\"stack\"><thead><tr><th scope=\"col\" class=\"n\">Rank</th><th scope=\"col\">Bot</th>"
        "<th scope=\"col\" class=\"n\">%s</th><th scope=\"col\">%g&nbsp;%% interval</th>"
        "<th scope=\"col\" class=\"n\">%s</th>",
        c.elo ? "$ a game" : "Rating", 100 * r->confidence, "Score");
    if (c.money) alea__text_add(out, "<th scope=\"col\" class=\"n\">$ a game</th>");
    if (c.elo) alea__text_add(out, "<th scope=\"col\" class=\"n\">Elo</th>");
    if (c.loss) alea__text_add(out, "<th scope=\"col\" class=\"n\">To optimal</th>");
    if (c.exploitability) alea__text_add(out, "<th scope=\"col\" class=\"n\">Exploitable</th>");
    if (c.fuel) alea__text_add(out, "<th scope=\"col\" class=\"n\">Fuel</th>");
    if (c.forfeits) alea__text_add(out, "<th scope=\"col\" class=\"n\">Forfeits</th>");
    alea__text_add(out, "</tr></thead>\n<tbody>\n");
    for (unsigned place = 0; place < r->bots; place++) page_add_standing(out, r, place, scale);
    alea__text_add(out, "</tbody></table></div>\n<p class=\"soft\">");
    alea__add_tournament_legend(out, r);
    alea__text_add(out, "</p>\n");
}

/* ---- who beats whom -------------------------------------------------------------------------------------------------- */

/* The lead of a pair's bot `a` over an equal one, in the unit of the ranking. */
static double page_lead(const alea_tournament_result *r, const alea_tournament_pair *p, unsigned a)
{
    return alea__tournament_between(r, p, a).value - (alea__tournament_for_money(r) ? 0 : 0.5);
}

/* A square of the matrix, of bot `a`. Its colour grows stronger with its lead or deficit, up to `contrast`. */
static void page_add_square(alea__text *out, const alea_tournament_result *r, const alea_tournament_pair *p,
                            unsigned a, double contrast)
{
    const bool money = alea__tournament_for_money(r);
    const alea__tournament_result v = alea__tournament_between(r, p, a);
    const alea__colour c = alea__signed_colour(page_lead(r, p, a) / contrast);
    const uint32_t rgb = (uint32_t)(255 * c.red + 0.5) << 16 | (uint32_t)(255 * c.green + 0.5) << 8 |
                         (uint32_t)(255 * c.blue + 0.5);
    alea__text_add(out, "<td class=\"n\" style=\"background:#%06x;color:%s\" title=\"", (unsigned)rgb,
                   alea__page_ink_on(rgb));
    if (isfinite(v.lower) && isfinite(v.upper))
        alea__text_add(out, "%.4f to %.4f&nbsp;%s", money ? v.lower : 100 * alea__shown_rate(v.lower),
                       money ? v.upper : 100 * alea__shown_rate(v.upper), money ? "$" : "%");
    else
        alea__text_add(out, "not bounded");
    alea__text_add(out, "%s\">%.1f</td>", p->exact ? ", exact" : "", money ? v.value : 100 * v.value);
}

/* The results of pairs, as a table with coloured cells. */
static void page_add_matrix(alea__text *out, const alea_tournament_result *r)
{
    double contrast = 0.01; /* the largest lead: the colours reach so far */
    for (size_t i = 0; i < r->pairs; i++)
        contrast = fmax(contrast, fabs(page_lead(r, &r->pair[i], r->pair[i].a)));
    alea__text_add(out, "<h2>Who beats whom</h2>\n<p>");
    alea__add_tournament_matrix(out, r);
    alea__text_add(out,
                   "</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Who beats whom\">"
                   "<table id=\"rates\"><thead><tr><td></td>");
    for (unsigned j = 0; j < r->bots; j++) {
        alea__page_put(out, "<th scope=\"col\" class=\"n\" title=\"", alea__tournament_name(r, j), "\">");
        alea__text_add(out, "%u</th>", j + 1);
    }
    alea__text_add(out, "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < r->bots; i++) {
        alea__text_add(out, "<tr><th scope=\"row\">%u", i + 1);
        alea__page_put(out, " <bdi>", alea__tournament_name(r, i), "</bdi></th>");
        for (unsigned j = 0; j < r->bots; j++) {
            const unsigned a = r->standing[i].bot;
            const alea_tournament_pair *p = i == j ? NULL : alea__tournament_pair(r, a, r->standing[j].bot);
            if (p)
                page_add_square(out, r, p, a, contrast);
            else
                alea__text_add(out, "<td></td>");
        }
        alea__text_add(out, "</tr>\n");
    }
    alea__text_add(out, "</tbody></table></div>\n");
}

/* ---- the page ---------------------------------------------------------------------------------------------------------- */

/* Sentences that the text has, too, as a paragraph. */
static void page_add_words(alea__text *out, void add(alea__text *, const alea_tournament_result *),
                           const alea_tournament_result *r)
{
    alea__text words = {0};
    add(&words, r);
    for (size_t i = 0; i < words.size; i++)
        if (words.data[i] == '\n') words.data[i] = ' ';
    alea__text_add(out, "<p>");
    alea__page_escape(out, words.data);
    alea__text_add(out, "</p>\n");
    alea__text_free_part(&words, out);
}

alea_status alea_view_tournament_html(const alea_tournament_result *r, const alea_run_result *run,
                                      const alea_run_analytics *analytics, char **out, alea_error *error)
{
    static const char style[] =
        "p{overflow-wrap:anywhere}.interval{width:14rem;max-width:100%;height:1.1em;display:block}"
        "@media screen{.whole{white-space:nowrap}}@media print{table{font-size:9pt}}"
        ".range{stroke:var(--s0);stroke-width:6}.mark{stroke:var(--ink);stroke-width:3}";
    const alea__page frame = {.title = "Tournament: ", .subject = r->game, .more_style = style};
    alea__text page = {0};
    alea__page_begin(&page, &frame);
    page_add_words(&page, alea__add_tournament_title, r);
    page_add_words(&page, alea__add_tournament_verdict, r);
    page_add_standings(&page, r);
    if (r->pairs > 0) page_add_matrix(&page, r);
    if (run && analytics && r->bots > 1) {
        alea__page_put(&page, "<h2>The two best: <bdi>", alea__tournament_name(r, 0), "</bdi> and ");
        alea__page_put(&page, "<bdi>", alea__tournament_name(r, 1), "</bdi></h2>\n");
        alea__page_add_analytics(&page, run, analytics);
    }
    return alea__page_end(&page, &frame, ALEA_OK, out, error);
}

/* ---- CSV ----------------------------------------------------------------------------------------------------------------- */

/* Empty if there is no bound. */
static void csv_add_real(alea__text *out, double number)
{
    if (isfinite(number))
        alea__text_add(out, ",%.17g", number);
    else
        alea__text_add(out, ",");
}

alea_status alea_view_tournament_csv(const alea_tournament_result *r, char **out, alea_error *error)
{
    alea__text text = {0};
    alea__text_add(&text, "what,a,b,rank,rating,low,high,rate,rate_se,exact,games,money,money_se,"
                          "money_low,money_high\n");
    for (unsigned i = 0; i < r->bots; i++) {
        const alea_tournament_standing *s = &r->standing[i];
        alea__text_add(&text, "standing,");
        alea__add_csv_text(&text, s->name);
        alea__text_add(&text, ",,%u", s->rank);
        csv_add_real(&text, s->rating);
        csv_add_real(&text, s->rating_low);
        csv_add_real(&text, s->rating_high);
        csv_add_real(&text, s->rate);
        csv_add_real(&text, s->rate_se);
        alea__text_add(&text, ",,%" PRIu64, s->games);
        csv_add_real(&text, s->money);
        csv_add_real(&text, s->money_se);
        csv_add_real(&text, s->money_low);
        csv_add_real(&text, s->money_high);
        alea__text_add(&text, "\n");
    }
    for (size_t i = 0; i < r->pairs; i++) {
        const alea_tournament_pair *p = &r->pair[i];
        alea__text_add(&text, "pair,");
        alea__add_csv_text(&text, r->standing[alea__tournament_place(r, p->a)].name);
        alea__text_add(&text, ",");
        alea__add_csv_text(&text, r->standing[alea__tournament_place(r, p->b)].name);
        alea__text_add(&text, ",,");
        csv_add_real(&text, p->lower);
        csv_add_real(&text, p->upper);
        csv_add_real(&text, p->rate);
        csv_add_real(&text, p->rate_se);
        alea__text_add(&text, ",%d,%" PRIu64, p->exact, p->games);
        csv_add_real(&text, p->money);
        csv_add_real(&text, p->money_se);
        csv_add_real(&text, p->gain_lower);
        csv_add_real(&text, p->gain_upper);
        alea__text_add(&text, "\n");
    }
    return alea__view_finish(&text, out, error);
}
