/* Reviews as a page in HTML, without a script. */
#include "base/assert.h"
#include "view/html/page.h"
#include "view/review_view.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>

/* Lengths in the chart, which is stretched to the page's width. Words and numbers are placed next to it as text of the page. */
enum { MOST_GAMES = 50, WIDTH = 1000, HEIGHT = 1000, AXIS_STEPS = 4, LINE_STYLES = 4 };

static void review_page_add_value(alea__text *out, const alea_review *r, double value, bool sign)
{
    char words[32];
    alea__page_escape(out, alea_review_format_value(r->objective, value, sign, words));
}

/* The name of a value. */
static const char *review_page_value_name(alea_objective objective)
{
    switch (objective) {
    case ALEA_WIN: return "Chance to win";
    case ALEA_MONEY: return "Expected money";
    case ALEA_SCORE: return "Expected score";
    case ALEA_TURNS: return "Expected number of turns";
    }
    return "Value";
}

/* ---- the chart ---- */

typedef struct chart {
    const alea_review *review;
    double low, high;
    unsigned lines; /* one line is enough for two players whose gains are each other's losses */
} chart;

static double review_page_x_of(const chart *c, size_t event)
{
    double steps = c->review->events > 0 ? (double)c->review->events : 1;
    return (double)WIDTH * (double)event / steps;
}

static double review_page_y_of(const chart *c, double value)
{
    ALEA_ASSERT(c->low < c->high);
    return (double)HEIGHT * (c->high - value) / (c->high - c->low);
}

/* The range of values over the game, from 0 to 1 for winning, and the number of lines: one is enough for two seats whose
   values mirror each other. */
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
    alea__text_add(out, "<polyline class=\"c%u\" points=\"", line % LINE_STYLES);
    for (size_t i = 0; i < r->events; i++)
        if (r->event[i].known)
            alea__text_add(out, "%.1f,%.1f ", review_page_x_of(c, i),
                           review_page_y_of(c, r->event[i].value[line]));
    alea__text_add(out, "%.1f,%.1f\"/>\n", review_page_x_of(c, r->events),
                   review_page_y_of(c, r->seat[line].result));
}

/* A dot for each inaccuracy, mistake and blunder, the larger the worse it is, with words for the pointer. A dot is the round
   end of a line without a length: it stays round however the chart is stretched. */
static void review_page_add_marks(alea__text *out, const chart *c)
{
    const alea_review *r = c->review;
    char cost[32];
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *e = &r->event[i];
        if (e->kind != ALEA_MOVED || !e->grade) continue;
        double y = review_page_y_of(c, e->value[(unsigned)e->seat < c->lines ? e->seat : 0]);
        alea__text_add(out, "<path class=\"bad g%d\" d=\"M%.1f %.1fh0\"><title>", (int)e->grade,
                       review_page_x_of(c, i), y);
        alea__page_escape(out, r->seat[e->seat].name);
        alea__text_add(out, ", turn %" PRIu32, e->turn);
        alea__page_put(out, ": ", alea_game_move_name(r->game, e->what), ", ");
        alea__text_add(out, "%s, ", alea_grade_name(e->grade));
        alea__page_put(out, "", alea_review_format_value(r->objective, e->amount, false, cost),
                       "</title></path>\n");
    }
}

/* The numbers at the left of the chart, from the top, and the chart with a level line for each. */
static void review_page_add_plot(alea__text *out, const chart *c)
{
    alea__text_add(out, "<div class=\"plot\"><div class=\"ticks\">");
    for (int i = AXIS_STEPS; i >= 0; i--) {
        alea__text_add(out, "<span>");
        review_page_add_value(out, c->review, c->low + (c->high - c->low) * i / (double)AXIS_STEPS, false);
        alea__text_add(out, "</span>");
    }
    alea__text_add(out,
                   "</div>\n<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\" "
                   "aria-label=\"%s over the game; the table of turns below has the numbers\">\n",
                   (int)WIDTH, (int)HEIGHT, review_page_value_name(c->review->objective));
    for (int i = 0; i <= AXIS_STEPS; i++)
        alea__text_add(out, "<path class=\"axis\" d=\"M0 %dH%d\"/>", i * HEIGHT / AXIS_STEPS, (int)WIDTH);
    alea__text_add(out, "\n");
    for (unsigned line = 0; line < c->lines; line++) review_page_add_line(out, c, line);
    review_page_add_marks(out, c);
    alea__text_add(out, "</svg></div>\n");
}

/* Explains the chart, adds it, and explains its axis, lines and dots. */
static void review_page_add_chart(alea__text *out, const alea_review *r)
{
    chart c = review_page_chart_of(r);
    alea__text_add(out, "<figure class=\"chart\"><figcaption><strong>%s</strong> of",
                   review_page_value_name(r->objective));
    for (unsigned line = 0; line < c.lines; line++) {
        alea__text_add(out, "%s <span class=\"k%u\"", line ? "," : "", line % LINE_STYLES);
        alea__page_put(out, "><bdi>", r->seat[line].name, "</bdi></span>");
    }
    alea__text_add(out, ", as the game went on</figcaption>\n");
    review_page_add_plot(out, &c);
    alea__text_add(
        out,
        "<p class=\"below\"><span>start</span><span>%zu rolls and decisions</span><span>%s</span></p>\n"
        "<p class=\"soft\"><span class=\"dot\">\xe2\x97\x8f</span> A dot is an inaccuracy, a mistake or a "
        "blunder; the largest dots are blunders.</p></figure>\n",
        r->events, r->finished ? "end" : "now");
}

/* ---- words and tables ---- */

/* A line of a player's card. */
static void review_page_add_amount(alea__text *out, const alea_review *r, const char *name, double value,
                                   bool sign)
{
    alea__text_add(out, "<tr><th scope=\"row\">%s</th><td class=\"n\">", name);
    review_page_add_value(out, r, value, sign);
    alea__text_add(out, "</td></tr>");
}

static void review_page_add_count(alea__text *out, const char *name, uint64_t count)
{
    alea__text_add(out, "<tr><th scope=\"row\">%s</th><td class=\"n\">%" PRIu64 "</td></tr>", name, count);
}

/* A card for each seat, with the sum from the start to the result line by line, and the grades. Signs are as in the text: a
   plus adds to the result. */
static void review_page_add_seats(alea__text *out, const alea_review *r)
{
    alea__text_add(out, "<div class=\"cards\">\n");
    for (unsigned i = 0; i < r->players; i++) {
        const alea_review_seat *s = &r->seat[i];
        alea__page_put(out, "<table class=\"card\"><caption><bdi>", s->name, "</bdi></caption><tbody>");
        review_page_add_amount(out, r, "at the start", s->start, false);
        review_page_add_amount(out, r, "luck", r->sign * s->luck, true);
        review_page_add_amount(out, r, "own mistakes", -r->sign * s->mistakes, true);
        review_page_add_amount(out, r, "others’ mistakes", r->sign * s->opponents_mistakes, true);
        alea__text_add(out, "</tbody><tbody class=\"sum\">");
        review_page_add_amount(out, r, r->finished ? "result" : "so far", s->result, false);
        alea__text_add(out, "</tbody><tbody>");
        review_page_add_amount(out, r, "without luck", s->adjusted, false);
        review_page_add_count(out, "decisions", s->decisions);
        review_page_add_count(out, "inaccuracies", s->grades[ALEA_INACCURACY]);
        review_page_add_count(out, "mistakes", s->grades[ALEA_MISTAKE]);
        review_page_add_count(out, "blunders", s->grades[ALEA_BLUNDER]);
        alea__text_add(out, "</tbody></table>\n");
    }
    alea__text_add(out, "</div>\n");
}

/* The turns as a table: the numbers of the chart. Cells repeat their titles, which narrow pages show. */
static void review_page_add_turns(alea__text *out, const alea_review *r)
{
    if (r->turns == 0) return;
    alea__text_add(out,
                   "<details><summary>Turn by turn</summary>\n<table class=\"stack\"><thead><tr>"
                   "<th scope=\"col\" class=\"n\">turn</th><th scope=\"col\">player</th>"
                   "<th scope=\"col\" class=\"n\">worth before</th><th scope=\"col\" class=\"n\">luck</th>"
                   "<th scope=\"col\" class=\"n\">mistakes</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->turns; i++) {
        const alea_review_turn *turn = &r->turn[i];
        ALEA_ASSERT(turn->seat >= 0 && (unsigned)turn->seat < r->players);
        alea__text_add(out, "<tr><td class=\"n\" data-name=\"turn\">%" PRIu32 "</td>", turn->turn);
        alea__page_put(out, "<td data-name=\"player\"><bdi>", r->seat[turn->seat].name, "</bdi></td>");
        alea__text_add(out, "<td class=\"n\" data-name=\"worth before\">");
        review_page_add_value(out, r, turn->value, false);
        alea__text_add(out, "</td><td class=\"n\" data-name=\"luck\">");
        review_page_add_value(out, r, r->sign * turn->luck, true);
        alea__text_add(out, "</td><td class=\"n\" data-name=\"mistakes\">");
        review_page_add_value(out, r, -r->sign * turn->mistakes, true);
        alea__text_add(out, "</td></tr>\n");
    }
    alea__text_add(out, "</tbody></table></details>\n");
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
        alea__page_put(out, "<li>", r->seat[e->seat].name, "");
        alea__text_add(out, ", turn %" PRIu32, e->turn);
        alea__page_put(out, ": <code>", why[1].name, "</code> cost ");
        review_page_add_value(out, r, e->amount, false);
        alea__text_add(out, "%s%s. ", e->grade ? ", " : "", alea_grade_name(e->grade));
        alea__text words = {0};
        alea__add_review_position(&words, r, e);
        alea__page_put(out, "", words.data ? words.data : "", " ");
        alea__text_free_part(&words, out);
        alea__page_sentences(out, sentences);
        alea__page_put(out, " <span class=\"soft\">For <code>alea ask</code>: <code>", state,
                       "</code></span></li>\n");
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
        alea__page_sentences(out, r->why_estimated);
    } else {
        alea__text_add(out, "values are exact.");
    }
    alea__text_add(out, r->finished ? "</p>\n" : " The game is not finished.</p>\n");
    review_page_add_chart(out, r);
    review_page_add_seats(out, r);
    alea_status status = review_page_add_worst(out, given, index, error);
    review_page_add_turns(out, r);
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
    alea__text_add(&text, "<p>start + luck + own mistakes + others’ mistakes = result</p>\n");
    if (given->count > MOST_GAMES)
        alea__text_add(&text, "<p>The first %d of %zu games.</p>\n", (int)MOST_GAMES, given->count);
    for (size_t i = 0; i < given->count && i < MOST_GAMES && status == ALEA_OK; i++)
        status = review_page_add_game(&text, given, i, error);
    return alea__page_end(&text, &frame, status, out, error);
}
