/* Reviews as a page in HTML, without a script. */
#include "base/assert.h"
#include "view/html/page.h"
#include "view/number.h"
#include "view/review_view.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_GAMES = 50, WIDTH = 860, HEIGHT = 280, LEFT = 70, RIGHT = 850, TOP = 12, BOTTOM = 250 };

static void review_page_add_value(alea__text *out, const alea_review *r, double value, bool sign)
{
    char words[32];
    alea__page_escape(out, alea_review_format_value(r->objective, value, sign, words));
}

/* ---- the chart ---- */

typedef struct chart {
    const alea_review *review;
    double low, high;
    unsigned lines; /* of two players whose gains are each other's losses one line says all */
} chart;

static double review_page_x_of(const chart *c, size_t event)
{
    double steps = c->review->events > 0 ? (double)c->review->events : 1;
    return (double)LEFT + (double)(RIGHT - LEFT) * (double)event / steps;
}

static double review_page_y_of(const chart *c, double value)
{
    ALEA_ASSERT(c->low < c->high);
    return (double)BOTTOM - (double)(BOTTOM - TOP) * (value - c->low) / (c->high - c->low);
}

/* The range of values over the game, all of 0 to 1 for winning, and how many lines show it: two seats whose values
   mirror each other need one. */
static chart review_page_chart_of(const alea_review *r)
{
    bool one = r->players == 2 && (r->objective == ALEA_WIN || r->objective == ALEA_MONEY);
    chart c = {r, r->seat[0].result, r->seat[0].result, one ? 1 : r->players};
    for (unsigned line = 0; line < c.lines; line++) {
        for (size_t i = 0; i <= r->events; i++) {
            if (i < r->events && !r->event[i].known) continue;
            const double value = i < r->events ? r->event[i].value[line] : r->seat[line].result;
            c.low = fmin(c.low, value);
            c.high = fmax(c.high, value);
        }
    }
    if (r->objective == ALEA_WIN) c.low = 0, c.high = 1;
    if (c.high - c.low < 1e-9) c.high = c.low + 1;
    return c;
}

static void review_page_add_line(alea__text *out, const chart *c, unsigned line)
{
    ALEA_ASSERT(line < c->lines);
    const alea_review *r = c->review;
    alea__text_add(out, "<polyline class=\"c%u\" points=\"", line % 4);
    for (size_t i = 0; i < r->events; i++)
        if (r->event[i].known)
            alea__text_add(out, "%.1f,%.1f ", review_page_x_of(c, i),
                           review_page_y_of(c, r->event[i].value[line]));
    alea__text_add(out, "%.1f,%.1f\"/>\n", review_page_x_of(c, r->events),
                   review_page_y_of(c, r->seat[line].result));
}

/* A dot for each inaccuracy, mistake and blunder, the larger the worse it is, with words for the pointer. */
static void review_page_add_marks(alea__text *out, const chart *c)
{
    const alea_review *r = c->review;
    char cost[32];
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *e = &r->event[i];
        if (e->kind != ALEA_MOVED || !e->grade) continue;
        double y = review_page_y_of(c, e->value[(unsigned)e->seat < c->lines ? e->seat : 0]);
        alea__text_add(out, "<circle class=\"bad\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>",
                       review_page_x_of(c, i), y, 2 + (int)e->grade);
        alea__page_escape(out, r->seat[e->seat].player);
        alea__text_add(out, ", turn %" PRIu32, e->turn);
        alea__page_put(out, ": ", alea_game_move_name(r->game, e->what), ", ");
        alea__text_add(out, "%s, ", alea_grade_name(e->grade));
        alea__page_put(out, "", alea_review_format_value(r->objective, e->amount, false, cost),
                       "</title></circle>\n");
    }
}

/* Five lines with their values, and below them what goes to the right. */
static void review_page_add_axis(alea__text *out, const chart *c)
{
    for (int i = 0; i <= 4; i++) {
        double value = c->low + (c->high - c->low) * i / 4, y = review_page_y_of(c, value);
        alea__text_add(out, "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, RIGHT,
                       y, y);
        alea__text_add(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 6, y + 4);
        review_page_add_value(out, c->review, value, false);
        alea__text_add(out, "</text>\n");
    }
    alea__text_add(out, "<text x=\"%d\" y=\"%d\">rolls and decisions, %zu in all</text>\n", LEFT, HEIGHT - 8,
                   c->review->events);
}

/* The chart of a game, with a legend that names the seat of each line. */
static void review_page_add_chart(alea__text *out, const alea_review *r)
{
    chart c = review_page_chart_of(r);
    alea__text_add(
        out, "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"The value over the game\">\n",
        WIDTH, HEIGHT);
    review_page_add_axis(out, &c);
    for (unsigned line = 0; line < c.lines; line++) review_page_add_line(out, &c, line);
    review_page_add_marks(out, &c);
    alea__text_add(out, "</svg><figcaption>What the game was worth to ");
    for (unsigned line = 0; line < c.lines; line++) {
        alea__text_add(out, "%s<span class=\"k%u\"", line ? ", " : "", line % 4);
        alea__page_put(out, ">", r->seat[line].player, "</span>");
    }
    alea__text_add(out, "; dots are inaccuracies, mistakes and blunders.</figcaption></figure>\n");
}

/* ---- words and tables ---- */

/* What adds up to the result, and the grades, a row for each seat. Signs are as in the text: a plus adds to the
   result. */
static void review_page_add_seats(alea__text *out, const alea_review *r)
{
    alea__text_add(
        out, "<div class=\"wide\"><table "
             "class=\"sums\"><thead><tr><th>player</th><th>start</th><th>luck</th><th>own "
             "mistakes</th><th>others’ mistakes</th><th>result</th><th>without luck</th><th>decisions</th>"
             "<th>inaccuracies</th><th>mistakes</th><th>blunders</th></tr></thead><tbody>\n");
    for (unsigned i = 0; i < r->players; i++) {
        const alea_review_seat *s = &r->seat[i];
        const double cells[] = {
            s->start,  r->sign * s->luck, -r->sign * s->mistakes, r->sign * s->opponents_mistakes,
            s->result, s->adjusted};
        alea__page_put(out, "<tr><td>", s->player, "");
        for (int k = 0; k < 6; k++) {
            alea__text_add(out, "</td><td>");
            review_page_add_value(out, r, cells[k], k >= 1 && k <= 3);
        }
        alea__text_add(
            out,
            "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td></tr>\n",
            s->decisions, s->grades[ALEA_INACCURACY], s->grades[ALEA_MISTAKE], s->grades[ALEA_BLUNDER]);
    }
    alea__text_add(out, "</tbody></table></div>\n");
}

/* The most expensive decisions with their explanation. Fails as alea_review_explain does. */
static alea_status review_page_add_worst(alea__text *out, const alea_view_reviewed *given, size_t index,
                                         alea_error *error)
{
    const alea_review *r = given->review[index];
    size_t events[2 * ALEA__WORST],
        count = alea_review_find_worst(r, alea__seats_told(given, index), events, 2 * ALEA__WORST);
    alea__text_add(out, count ? "<p>The decisions that cost most:</p>\n<ol>\n"
                              : "<p>Nobody made a mistake.</p>\n");
    for (size_t i = 0; i < count; i++) {
        alea_reason why[2];
        char state[256], sentences[ALEA__SENTENCES];
        ALEA_ASSERT(events[i] < r->events);
        const alea_review_event *e = &r->event[events[i]];
        alea_status status = alea_review_explain(given->reviewer, r, events[i], why, error);
        if (status != ALEA_OK) return status;
        alea_review_explanation(r, events[i], why, sentences, sizeof sentences);
        alea_game_position(r->game, &e->before, state, sizeof state);
        alea__page_put(out, "<li>", r->seat[e->seat].player, "");
        alea__text_add(out, ", turn %" PRIu32 ", ", e->turn);
        alea__page_put(out, "<code>", state, "</code>: ");
        alea__page_put(out, "<code>", why[1].name, "</code> cost ");
        review_page_add_value(out, r, e->amount, false);
        alea__text_add(out, "%s%s. ", e->grade ? ", " : "", alea_grade_name(e->grade));
        alea__page_put(out, "", sentences, "</li>\n");
    }
    alea__text_add(out, count ? "</ol>\n" : "");
    return ALEA_OK;
}

/* One game as a section: how its values were found, chart, sums and worst decisions. */
static alea_status review_page_add_game(alea__text *out, const alea_view_reviewed *given, size_t index,
                                        alea_error *error)
{
    const alea_review *r = given->review[index];
    alea__page_put(out, "<section><h2>", alea_game_spec(r->game), "");
    alea__text_add(out, ", game %" PRIu64 "</h2>\n<p class=\"soft\">%s; ", r->number,
                   alea__played_for(r->objective));
    if (r->estimated) {
        alea__text_add(out, "estimated: every position was played out %" PRIu64 " times by ", r->rollouts);
        alea__page_put(out, "", r->policy, ". ");
        alea__page_escape(out, r->why_estimated);
    } else {
        alea__text_add(out, "values are exact.");
    }
    alea__text_add(out, r->finished ? "</p>\n" : " The game is not finished.</p>\n");
    review_page_add_chart(out, r);
    review_page_add_seats(out, r);
    alea_status status = review_page_add_worst(out, given, index, error);
    alea__text_add(out, "</section>\n");
    return status;
}

/* Writes the first MOST_GAMES games. */
alea_status alea_view_reviews_html(const alea_view_reviewed *given, char **out, alea_error *error)
{
    alea__text text = {0};
    alea_status status = ALEA_OK;
    const alea__page frame = {.title = "Review"};
    alea__page_begin(&text, &frame);
    alea__text_add(&text, "<p>result = start + luck + own mistakes + others’ mistakes</p>\n");
    if (given->count > MOST_GAMES)
        alea__text_add(&text, "<p>The first %d of %zu games.</p>\n", (int)MOST_GAMES, given->count);
    for (size_t i = 0; i < given->count && i < MOST_GAMES && status == ALEA_OK; i++)
        status = review_page_add_game(&text, given, i, error);
    return alea__page_end(&text, &frame, status, out, error);
}
