/* Reviews as a page in HTML that needs nothing else: no script, no network. All that comes from outside goes through
   add_escaped. */
#include "view/number.h"
#include "view/review_view.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_GAMES = 50, WIDTH = 860, HEIGHT = 280, LEFT = 70, RIGHT = 850, TOP = 12, BOTTOM = 250 };

static const char style[] =
    ":root{color-scheme:light "
    "dark;--ink:#202124;--soft:#5f6368;--line:#d5d7db;--page:#fff;--s0:#0b57d0;--s1:#b3501b;"
    "--s2:#1e7e45;--s3:#8430ce;--bad:#c5221f}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e7ea;--soft:#a9adb3;--line:#44474c;--page:#17181b;--s0:"
    "#8ab4f8;"
    "--s1:#f5a56b;--s2:#81c995;--s3:#d7aefb;--bad:#f28b82}}\n"
    "body{font:16px/1.45 "
    "system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:60rem;margin:0 auto;"
    "padding:1rem}\n"
    "h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.5rem;overflow-wrap:anywhere}.soft{color:var(--soft)"
    "}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid var(--line)}"
    "td{white-space:nowrap}th:first-child,td:first-child{text-align:left;min-width:9rem;white-space:normal;"
    "overflow-wrap:anywhere}\n"
    ".wide{overflow-x:auto}svg{width:100%;height:auto}svg text{font:12px "
    "system-ui,sans-serif;fill:var(--soft)}\n"
    ".axis{stroke:var(--line)}polyline{fill:none;stroke-width:1.8}.bad{fill:var(--bad)}\n"
    ".c0{stroke:var(--s0)}.c1{stroke:var(--s1)}.c2{stroke:var(--s2)}.c3{stroke:var(--s3)}\n"
    ".k0{color:var(--s0)}.k1{color:var(--s1)}.k2{color:var(--s2)}.k3{color:var(--s3)}\n"
    "code{font-size:.95em}li{margin:.5rem 0}\n";

static void add_escaped(alea__text *out, const char *text)
{
    alea__text shown = {0};
    alea__add_printable(&shown, text);
    for (const char *c = shown.data ? shown.data : ""; *c; c++) switch (*c) {
        case '&': alea__text_add(out, "&amp;"); break;
        case '<': alea__text_add(out, "&lt;"); break;
        case '>': alea__text_add(out, "&gt;"); break;
        case '"': alea__text_add(out, "&quot;"); break;
        case '\'': alea__text_add(out, "&#39;"); break;
        default: alea__text_add_bytes(out, c, 1);
        }
    alea__text_free(&shown);
}

static void add_value(alea__text *out, const alea_review *r, double value, bool sign)
{
    char words[32];
    add_escaped(out, alea_review_value(r->objective, value, sign, words));
}

/* ---- the chart ---- */

typedef struct chart {
    const alea_review *review;
    double low, high;
    unsigned lines; /* of two players whose gains are each other's losses one line says all */
} chart;

static double x_of(const chart *c, size_t event)
{
    double steps = c->review->events > 0 ? (double)c->review->events : 1;
    return (double)LEFT + (double)(RIGHT - LEFT) * (double)event / steps;
}

static double y_of(const chart *c, double value)
{
    return (double)BOTTOM - (double)(BOTTOM - TOP) * (value - c->low) / (c->high - c->low);
}

static void widen(chart *c, double value)
{
    if (value < c->low) c->low = value;
    if (value > c->high) c->high = value;
}

static chart chart_of(const alea_review *r)
{
    bool one = r->players == 2 && (r->objective == ALEA_WIN || r->objective == ALEA_MONEY);
    chart c = {r, r->seat[0].result, r->seat[0].result, one ? 1 : r->players};
    for (unsigned line = 0; line < c.lines; line++) {
        widen(&c, r->seat[line].result);
        for (size_t i = 0; i < r->events; i++)
            if (r->event[i].known) widen(&c, r->event[i].value[line]);
    }
    if (r->objective == ALEA_WIN) c.low = 0, c.high = 1;
    if (c.high - c.low < 1e-9) c.high = c.low + 1;
    return c;
}

static void add_line(alea__text *out, const chart *c, unsigned line)
{
    const alea_review *r = c->review;
    alea__text_add(out, "<polyline class=\"c%u\" points=\"", line % 4);
    for (size_t i = 0; i < r->events; i++)
        if (r->event[i].known)
            alea__text_add(out, "%.1f,%.1f ", x_of(c, i), y_of(c, r->event[i].value[line]));
    alea__text_add(out, "%.1f,%.1f\"/>\n", x_of(c, r->events), y_of(c, r->seat[line].result));
}

static void add_marks(alea__text *out, const chart *c)
{
    const alea_review *r = c->review;
    char cost[32];
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *e = &r->event[i];
        if (e->kind != ALEA_MOVED || !e->grade) continue;
        double y = y_of(c, e->value[(unsigned)e->seat < c->lines ? e->seat : 0]);
        alea__text_add(out, "<circle class=\"bad\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>", x_of(c, i), y,
                       2 + (int)e->grade);
        add_escaped(out, r->seat[e->seat].player);
        alea__text_add(out, ", turn %" PRIu32 ": ", e->turn);
        add_escaped(out, alea_game_move_name(r->game, e->what));
        alea__text_add(out, ", %s, ", alea_grade_name(e->grade));
        add_escaped(out, alea_review_value(r->objective, e->amount, false, cost));
        alea__text_add(out, "</title></circle>\n");
    }
}

static void add_axis(alea__text *out, const chart *c)
{
    for (int i = 0; i <= 4; i++) {
        double value = c->low + (c->high - c->low) * i / 4, y = y_of(c, value);
        alea__text_add(out, "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, RIGHT,
                       y, y);
        alea__text_add(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 6, y + 4);
        add_value(out, c->review, value, false);
        alea__text_add(out, "</text>\n");
    }
    alea__text_add(out, "<text x=\"%d\" y=\"%d\">rolls and decisions, %zu in all</text>\n", LEFT, HEIGHT - 8,
                   c->review->events);
}

static void add_chart(alea__text *out, const alea_review *r)
{
    chart c = chart_of(r);
    alea__text_add(
        out, "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"The value over the game\">\n",
        WIDTH, HEIGHT);
    add_axis(out, &c);
    for (unsigned line = 0; line < c.lines; line++) add_line(out, &c, line);
    add_marks(out, &c);
    alea__text_add(out, "</svg><figcaption>What the game was worth to ");
    for (unsigned line = 0; line < c.lines; line++) {
        alea__text_add(out, "%s<span class=\"k%u\">", line ? ", " : "", line % 4);
        add_escaped(out, r->seat[line].player);
        alea__text_add(out, "</span>");
    }
    alea__text_add(out, "; dots are inaccuracies, mistakes and blunders.</figcaption></figure>\n");
}

/* ---- words and tables ---- */

static void add_seats(alea__text *out, const alea_review *r)
{
    alea__text_add(
        out, "<div class=\"wide\"><table><thead><tr><th>player</th><th>start</th><th>luck</th><th>own "
             "mistakes</th><th>others’ mistakes</th><th>result</th><th>without luck</th><th>decisions</th>"
             "<th>inaccuracies</th><th>mistakes</th><th>blunders</th></tr></thead><tbody>\n");
    for (unsigned i = 0; i < r->players; i++) {
        const alea_review_seat *s = &r->seat[i];
        const double cells[] = {
            s->start,  r->sign * s->luck, -r->sign * s->mistakes, r->sign * s->opponents_mistakes,
            s->result, s->adjusted};
        alea__text_add(out, "<tr><td>");
        add_escaped(out, s->player);
        for (int k = 0; k < 6; k++) {
            alea__text_add(out, "</td><td>");
            add_value(out, r, cells[k], k >= 1 && k <= 3);
        }
        alea__text_add(
            out,
            "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td></tr>\n",
            s->decisions, s->grades[ALEA_INACCURACY], s->grades[ALEA_MISTAKE], s->grades[ALEA_BLUNDER]);
    }
    alea__text_add(out, "</tbody></table></div>\n");
}

static alea_status add_worst(alea__text *out, const alea_view_reviewed *given, size_t index,
                             alea_error *error)
{
    const alea_review *r = given->review[index];
    size_t events[2 * ALEA__WORST],
        count = alea_review_worst(r, alea__seats_told(given, index), events, 2 * ALEA__WORST);
    alea__text_add(out, count ? "<p>The decisions that cost most:</p>\n<ol>\n"
                              : "<p>Nobody made a mistake.</p>\n");
    for (size_t i = 0; i < count; i++) {
        alea_reason why[2];
        char state[256], sentences[ALEA__SENTENCES];
        const alea_review_event *e = &r->event[events[i]];
        alea_status status = alea_review_why(given->reviewer, r, events[i], why, error);
        if (status != ALEA_OK) return status;
        alea_review_sentence(r, events[i], why, sentences, sizeof sentences);
        alea_game_describe(r->game, &e->before, state, sizeof state);
        alea__text_add(out, "<li>");
        add_escaped(out, r->seat[e->seat].player);
        alea__text_add(out, ", turn %" PRIu32 ", <code>", e->turn);
        add_escaped(out, state);
        alea__text_add(out, "</code>: <code>");
        add_escaped(out, why[1].name);
        alea__text_add(out, "</code> cost ");
        add_value(out, r, e->amount, false);
        alea__text_add(out, "%s%s. ", e->grade ? ", " : "", alea_grade_name(e->grade));
        add_escaped(out, sentences);
        alea__text_add(out, "</li>\n");
    }
    alea__text_add(out, count ? "</ol>\n" : "");
    return ALEA_OK;
}

static alea_status add_game(alea__text *out, const alea_view_reviewed *given, size_t index, alea_error *error)
{
    const alea_review *r = given->review[index];
    alea__text_add(out, "<section><h2>");
    add_escaped(out, alea_game_spec(r->game));
    alea__text_add(out, ", game %" PRIu64 "</h2>\n<p class=\"soft\">%s; ", r->number,
                   alea__played_for(r->objective));
    if (r->estimated) {
        alea__text_add(out, "estimated: every position was played on %" PRIu64 " times by ", r->rollouts);
        add_escaped(out, r->policy);
        alea__text_add(out, ". ");
        add_escaped(out, r->why_estimated);
    } else {
        alea__text_add(out, "values are exact.");
    }
    alea__text_add(out, r->finished ? "</p>\n" : " The game is not finished.</p>\n");
    add_chart(out, r);
    add_seats(out, r);
    alea_status status = add_worst(out, given, index, error);
    alea__text_add(out, "</section>\n");
    return status;
}

alea_status alea_view_reviews_html(const alea_view_reviewed *given, char **out, alea_error *error)
{
    alea__text text = {0};
    alea_status status = ALEA_OK;
    alea__text_add(
        &text,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Review</title>\n<meta "
        "name=\"viewport\" "
        "content=\"width=device-width\">\n<style>\n%s</style></head><body>\n<h1>Review</h1>\n"
        "<p>result = start + luck + own mistakes + others’ mistakes</p>\n",
        style);
    if (given->count > MOST_GAMES)
        alea__text_add(&text, "<p>The first %d of %zu games.</p>\n", (int)MOST_GAMES, given->count);
    for (size_t i = 0; i < given->count && i < MOST_GAMES && status == ALEA_OK; i++)
        status = add_game(&text, given, i, error);
    alea__text_add(&text, "</body></html>\n");
    if (status == ALEA_OK) return alea__view_finish(&text, out, error);
    alea__text_free(&text);
    return status;
}
