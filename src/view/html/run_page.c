/* A run as a page in HTML, without a script: standings, who ended ahead of whom, and the distributions as pictures. */
#include "view/html/run_page.h"
#include "base/assert.h"
#include "view/html/page.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/run_view.h"

#include <inttypes.h>
#include <math.h>

/* Lengths in a chart, which is stretched to the page's width. Words and numbers are placed next to it as text of the page. */
enum { WIDTH = 1000, HEIGHT = 1000, AXIS_STEPS = 4 };

/* ---- the standings ---- */

static void run_page_add_cell(alea__text *out, const char *title, const char *cell)
{
    alea__text_add(out, "<td class=\"n\" data-name=\"%s\">%s</td>", title, cell);
}

/* A row of the standings. Errors that one game cannot have are shown as unknown. */
static void run_page_add_standing(alea__text *out, const alea_run_result *r, unsigned bot)
{
    const alea_standing *s = &r->standing[bot];
    char number[ALEA__NUMBER];
    const double unknown = r->games > 1 ? 0 : NAN;
    alea__text_add(out, "<tr><td class=\"n\" data-name=\"Rank\">%u</td>", alea__run_rank(r, bot));
    alea__page_put(out, "<td class=\"main\"><bdi>", alea__run_name(r, bot), "</bdi></td>");
    if (r->has_score)
        run_page_add_cell(out, "Points a game",
                          alea__estimate_text(number, s->score, s->score_se + unknown, false));
    if (alea__can_win(r)) {
        run_page_add_cell(out, "Wins", alea__count_text(number, (int64_t)s->wins));
        run_page_add_cell(out, "Win rate",
                          alea__rate_text(number, s->win_rate, s->win_rate_se + unknown, false));
    }
    if (r->has_money)
        run_page_add_cell(out, "$ a game",
                          alea__estimate_text(number, s->money, s->money_se + unknown, false));
    run_page_add_cell(out, "Forfeits", alea__count_text(number, (int64_t)s->forfeits));
    alea__text_add(out, "</tr>\n");
}

/* The table of standings, by rank, and a sentence about the ranking. */
static void run_page_add_standings(alea__text *out, const alea_run_result *r)
{
    unsigned order[ALEA_MAX_SEATS];
    alea__run_order(r, order);
    alea__text_add(out, "<h2>Standings</h2>\n<table class=\"stack\"><thead><tr>"
                        "<th scope=\"col\" class=\"n\">Rank</th><th scope=\"col\">Bot</th>");
    if (r->has_score) alea__text_add(out, "<th scope=\"col\" class=\"n\">Points a game</th>");
    if (alea__can_win(r))
        alea__text_add(out, "<th scope=\"col\" class=\"n\">Wins</th>"
                            "<th scope=\"col\" class=\"n\">Win rate</th>");
    if (r->has_money) alea__text_add(out, "<th scope=\"col\" class=\"n\">$ a game</th>");
    alea__text_add(out, "<th scope=\"col\" class=\"n\">Forfeits</th></tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < r->players && r->games > 0; i++) run_page_add_standing(out, r, order[i]);
    alea__text_add(out, "</tbody></table>\n<p class=\"soft\">");
    if (r->players > 1)
        alea__text_add(out, alea__ranked_by_money(r) ? VIEW_RANKED_BY_MONEY : VIEW_RANKED_BY_WINS);
    alea__text_add(out, r->se_from_blocks ? VIEW_ERRORS_BLOCKS : VIEW_ERRORS_GAMES);
    alea__text_add(out, "</p>\n");
}

/* ---- pairs of bots ---- */

/* Who ended ahead of whom, as a table with a row and a column for each player; nothing for two players. */
static void run_page_add_ahead(alea__text *out, const alea_run_result *r, const alea_run_analytics *a)
{
    unsigned order[ALEA_MAX_SEATS];
    if (r->players < 3) return;
    alea__run_order(r, order);
    alea__text_add(out, "<h2>Who ends ahead of whom</h2>\n<p>" VIEW_AHEAD "</p>\n"
                        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Who ends ahead of "
                        "whom\"><table><thead><tr><td></td>");
    for (unsigned j = 0; j < r->players; j++) {
        alea__page_put(out, "<th scope=\"col\" class=\"n\" title=\"", alea__run_name(r, order[j]), "\">");
        alea__text_add(out, "%u</th>", j + 1);
    }
    alea__text_add(out, "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < r->players; i++) {
        alea__text_add(out, "<tr><th scope=\"row\">%u", i + 1);
        alea__page_put(out, " <bdi>", alea__run_name(r, order[i]), "</bdi></th>");
        for (unsigned j = 0; j < r->players; j++) {
            alea__text_add(out, "<td class=\"n\">");
            if (i != j)
                alea__text_add(out, "%.1f&nbsp;%%",
                               100 * (double)a->ahead[order[i]][order[j]] / (double)a->games);
            alea__text_add(out, "</td>");
        }
        alea__text_add(out, "</tr>\n");
    }
    alea__text_add(out, "</tbody></table></div>\n");
}

/* ---- distributions ---- */

static void run_page_add_title(alea__text *out, const alea_run_result *r, const alea_run_spread *s)
{
    alea__text_add(out, "%s", alea__spread_title(s->measure));
    if (s->bot < r->players) alea__page_put(out, " of <bdi>", alea__run_name(r, s->bot), "</bdi>");
}

/* The bars, with words for the pointer, and level lines. */
static void run_page_add_bars(alea__text *out, const alea_run_spread *s, const alea__bars *b)
{
    const double wide = (double)WIDTH / b->bars;
    alea__text_add(out,
                   "<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\" "
                   "aria-label=\"%s; the table below has the numbers\">\n",
                   (int)WIDTH, (int)HEIGHT, alea__spread_title(s->measure));
    for (int i = 0; i <= AXIS_STEPS; i++)
        alea__text_add(out, "<path class=\"axis\" d=\"M0 %dH%d\"/>", i * HEIGHT / AXIS_STEPS, (int)WIDTH);
    alea__text_add(out, "\n");
    for (unsigned i = 0; i < b->bars; i++) {
        const double high = (double)HEIGHT * (double)b->games[i] / (double)b->most;
        const int64_t first = b->first + (int64_t)i * b->step;
        if (b->games[i] == 0) continue;
        alea__text_add(out, "<path class=\"bar\" d=\"M%.2f %d v-%.2f h%.2f V%d z\"><title>%" PRId64, i * wide,
                       (int)HEIGHT, high, wide * 0.9, (int)HEIGHT, first);
        if (b->step > 1) alea__text_add(out, " to %" PRId64, first + b->step - 1);
        alea__text_add(out, ": %.2f %%</title></path>\n", 100 * (double)b->games[i] / (double)s->games);
    }
    alea__text_add(out, "</svg>");
}

/* A distribution as a chart: its shares at the left, its values below. */
static void run_page_add_figure(alea__text *out, const alea_run_result *r, const alea_run_spread *s)
{
    const alea__bars b = alea__bars_of(s, ALEA__MOST_BARS);
    const double most = 100 * (double)b.most / (double)s->games;
    char mean[ALEA__NUMBER];
    ALEA_ASSERT(b.most > 0);
    alea__text_add(out, "<figure class=\"chart\"><figcaption><strong>");
    run_page_add_title(out, r, s);
    alea__text_add(out, "</strong>: mean %s, median %" PRId64 "</figcaption>\n",
                   alea__estimate_text(mean, s->mean, s->games > 1 ? s->mean_se : NAN, false),
                   s->percentile[2]);
    alea__text_add(out, "<div class=\"plot\"><div class=\"ticks\">");
    for (int i = AXIS_STEPS; i >= 0; i--)
        alea__text_add(out, "<span>%.*f&nbsp;%%</span>", most < 4 ? 2 : 1, most * i / (double)AXIS_STEPS);
    alea__text_add(out, "</div>\n");
    run_page_add_bars(out, s, &b);
    alea__text_add(out, "</div>\n<p class=\"below\"><span>%" PRId64 "</span><span>%" PRId64, b.first,
                   b.first + (int64_t)(b.bars / 2) * b.step);
    alea__text_add(out, "</span><span>%" PRId64 "</span></p></figure>\n",
                   b.first + (int64_t)b.bars * b.step - 1);
}

/* The distributions in numbers; titles are repeated in the cells, where narrow pages show them. */
static void run_page_add_numbers(alea__text *out, const alea_run_result *r, const alea_run_analytics *a)
{
    static const char *const title[] = {"Mean", "Stdev", "5 %", "Median", "95 %", "Lowest", "Highest"};
    enum { TITLES = sizeof title / sizeof *title };
    char number[ALEA__NUMBER];
    alea__text_add(out, "<table class=\"stack\"><thead><tr><th scope=\"col\">Of</th>");
    for (unsigned i = 0; i < TITLES; i++)
        alea__text_add(out, "<th scope=\"col\" class=\"n\">%s</th>", title[i]);
    alea__text_add(out, "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < a->spreads; i++) {
        const alea_run_spread *s = &a->spread[i];
        const int64_t whole[] = {s->percentile[0], s->percentile[2], s->percentile[4], s->min, s->max};
        if (s->games == 0) continue;
        alea__text_add(out, "<tr><td class=\"main\">");
        run_page_add_title(out, r, s);
        alea__text_add(out, "</td>");
        run_page_add_cell(out, title[0],
                          alea__estimate_text(number, s->mean, s->games > 1 ? s->mean_se : NAN, false));
        alea__text_add(out, "<td class=\"n\" data-name=\"Stdev\">%.1f</td>", s->stdev);
        for (unsigned k = 0; k < TITLES - 2; k++)
            alea__text_add(out, "<td class=\"n\" data-name=\"%s\">%" PRId64 "</td>", title[k + 2], whole[k]);
        alea__text_add(out, "</tr>\n");
    }
    alea__text_add(out, "</tbody></table>\n");
}

void alea__page_add_analytics(alea__text *out, const alea_run_result *r, const alea_run_analytics *a)
{
    char count[ALEA__NUMBER];
    run_page_add_ahead(out, r, a);
    alea__text_add(out, "<h2>How the games go</h2>\n<p>" VIEW_MEASURED " %s %s</p>\n",
                   alea__count_text(count, (int64_t)a->games), a->games == 1 ? "" : "s", VIEW_BARS_BEYOND,
                   r->players > 1 ? VIEW_LEAD : "");
    run_page_add_numbers(out, r, a);
    alea__text_add(out, "<div class=\"charts\">\n");
    for (unsigned i = 0; i < a->spreads; i++)
        if (a->spread[i].games > 0) run_page_add_figure(out, r, &a->spread[i]);
    alea__text_add(out, "</div>\n");
}

/* ---- the page ---- */

alea_status alea_view_run_html(const alea_view_run_facts *facts, char **out, alea_error *error)
{
    const alea_run_result *r = facts->result;
    const alea__page frame = {.title = "Run: ", .subject = r->game};
    char count[ALEA__NUMBER];
    alea__text page = {0};
    alea__page_begin(&page, &frame);
    alea__text_add(&page, "<p>%s game%s, seed %" PRIu64 ", %s%s.</p>\n",
                   alea__count_text(count, (int64_t)r->games), r->games == 1 ? "" : "s", r->seed,
                   r->seats == ALEA_FIXED ? "seats fixed" : "seats rotate", r->stopped ? ", stopped" : "");
    run_page_add_standings(&page, r);
    if (facts->analytics) alea__page_add_analytics(&page, r, facts->analytics);
    return alea__page_end(&page, &frame, ALEA_OK, out, error);
}
