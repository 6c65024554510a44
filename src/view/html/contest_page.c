/* A contest as a page in HTML. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "view/contest_view.h"
#include "view/html/page.h"
#include "view/messages.h"
#include "view/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CELLS = 40, OPEN_GALLERY = 40, LEVELS = (1 << 18) - 1 };

/* A page without names shows entries that have no files either. */
static bool contest_page_is_anonymous(const alea_contest *c)
{
    return c->count > 0 && !c->entry[0].file;
}

/* The length of the path that all entries share, in whole folders, which is left out on a page for others. */
static size_t contest_page_shared(const alea_contest *c)
{
    const char *first = c->entry[0].file;
    if (contest_page_is_anonymous(c)) return 0;
    const char *name = strrchr(first, '/');
    size_t shared = name ? (size_t)(name + 1 - first) : 0;
    for (unsigned i = 1; i < c->count; i++) {
        size_t same = 0;
        while (same < shared && c->entry[i].file[same] == first[same]) same++;
        while (same > 0 && first[same - 1] != '/') same--;
        shared = same;
    }
    return shared;
}

static const char *contest_page_file(const alea_contest *c, unsigned index)
{
    return contest_page_is_anonymous(c) ? "" : c->entry[index].file + contest_page_shared(c);
}

static void contest_page_put_name(alea__text *out, const char *before, const alea_contest *c, unsigned index,
                                  const char *after)
{
    alea__text name = {0};
    alea__add_entry_name(&name, c, index, contest_page_file(c, index));
    alea__page_put(out, before, name.data, after);
    alea__text_free_part(&name, out);
}

static const alea_contest_entry *contest_page_placed(const alea_contest *c, unsigned place)
{
    ALEA_ASSERT(place < c->ranked && c->entry[c->ranking[place]].ok);
    return &c->entry[c->ranking[place]];
}

static double contest_page_rate(const alea_contest *c, unsigned i, unsigned j)
{
    return alea__rate_of(c, c->ranking[i], c->ranking[j]);
}

/* ---- the head ---- */

/* A class such as r0 with its colour. */
static void contest_page_add_colour(alea__text *out, char letter, unsigned step, uint32_t rgb)
{
    alea__text_add(out, ".%c%u{background:#%06x;color:%s}\n", letter, step, (unsigned)(rgb & 0xFFFFFF),
                   alea__page_ink_on(rgb));
}

/* Classes r0, r1, … for rates, and d0, d1, … for dice. */
static void contest_page_add_colours(alea__text *out, const alea_contest *c)
{
    for (unsigned step = 0; step <= ALEA__RATE_STEPS; step++)
        contest_page_add_colour(out, 'r', step, alea__step_colour(step));
    for (unsigned dice = 0; dice <= c->most; dice++)
        contest_page_add_colour(out, 'd', dice, alea__dice_colour(dice, c->most));
}

/* The number of participants, what was computed, and the ranking rule. */
static void contest_page_add_summary(alea__text *out, const alea_contest *c)
{
    char pairs[ALEA__NUMBER];
    alea__text_add(
        out,
        "<p>%u %s, %u disqualified. Every strategy played every other: %s pair%s, each computed exactly and "
        "averaged over moving first and second. A match is won above 50.0001&nbsp;%%; a tie counts as a loss "
        "for both. The rank is by matches won%s, and equal ranks are shared.</p>\n",
        c->count, c->count == 1 ? "entry" : "entries", c->count - c->ranked,
        alea__count_text(pairs, (int64_t)c->pairs), c->pairs == 1 ? "" : "s",
        c->tie_break == ALEA_TIES_BY_RATE ? ", then by the mean rate" : "");
    if (c->python) alea__text_add(out, "<p>" VIEW_RUN_BY_PYTHON "</p>\n", c->python);
}

/* ---- the ranking ---- */

/* The ranked entries as a table that the script can sort and search by its id. */
static void contest_page_add_ranking(alea__text *out, const alea_contest *c)
{
    alea__text_add(out, "<h2>Ranking</h2>\n");
    if (c->ranked == 0) {
        alea__text_add(out, "<p>No entry is left to rank.</p>\n");
        return;
    }
    alea__text_add(out,
                   "<table id=\"ranking\" class=\"stack\"><thead><tr><th scope=\"col\">Rank</th>"
                   "<th scope=\"col\">Name</th><th scope=\"col\">Matches won</th>"
                   "<th scope=\"col\">Mean rate</th><th scope=\"col\">Award</th>%s"
                   "</tr></thead>\n<tbody>\n",
                   contest_page_is_anonymous(c) ? "" : "<th scope=\"col\">File</th>");
    for (unsigned place = 0; place < c->ranked; place++) {
        const alea_contest_entry *e = contest_page_placed(c, place);
        const char *award = alea__award_name(e->award);
        alea__text_add(out, "<tr><td class=\"n\" data-name=\"Rank\">%u</td>", e->rank);
        contest_page_put_name(out, "<td class=\"main\"><bdi>", c, c->ranking[place], "</bdi></td>");
        alea__text_add(
            out, "<td class=\"n\" data-name=\"Matches won\">%u</td><td class=\"n\" data-name=\"Mean rate\">",
            e->matches_won);
        if (isfinite(e->mean_rate)) alea__text_add(out, "%.4f&nbsp;%%", 100 * e->mean_rate);
        if (!award && alea__entry_is_staff(c, c->ranking[place])) award = "staff";
        alea__text_add(out, "</td><td data-name=\"Award\">%s</td>", award ? award : "");
        if (!contest_page_is_anonymous(c))
            alea__page_put(out, "<td class=\"text\" data-name=\"File\"><bdi>",
                           contest_page_file(c, c->ranking[place]), "</bdi></td>");
        alea__text_add(out, "</tr>\n");
    }
    alea__text_add(out, "</tbody></table>\n");
}

/* Whether a submission has known authors. */
static bool contest_page_has_students(const alea_contest *c)
{
    for (unsigned i = 0; c->submissions && i < c->submissions->count; i++) {
        const alea_submission *s = &c->submissions->submission[i];
        if (!s->staff && (s->student || s->id || s->email)) return true;
    }
    return false;
}

/* The cell of who handed in a submission, in tables that have one. */
static void contest_page_add_authors(alea__text *out, const alea_contest *c, unsigned submission)
{
    alea__text authors = {0};
    if (!contest_page_has_students(c)) return;
    alea__add_authors(&authors, c, submission);
    alea__page_put(out, "<td data-name=\"Student\"><bdi>", authors.data ? authors.data : "", "</bdi></td>");
    alea__text_free_part(&authors, out);
}

/* Lists the disqualified entries with reasons; adds nothing if there are none. */
static void contest_page_add_disqualified(alea__text *out, const alea_contest *c)
{
    if (c->ranked == c->count) return;
    if (contest_page_is_anonymous(c)) {
        alea__text_add(out, "<p>The authors of disqualified entries know the reasons.</p>\n");
        return;
    }
    alea__text_add(out,
                   "<h2>Disqualified</h2>\n<table id=\"disqualified\" class=\"stack\"><thead><tr>"
                   "<th scope=\"col\">File</th>%s<th scope=\"col\">Name</th><th scope=\"col\">What</th>"
                   "<th scope=\"col\">Reason</th></tr></thead>\n<tbody>\n",
                   contest_page_has_students(c) ? "<th scope=\"col\">Student</th>" : "");
    for (unsigned i = 0; i < c->count; i++) {
        const alea_contest_entry *e = &c->entry[i];
        if (e->ok) continue;
        alea__page_put(out, "<tr><td class=\"main\"><bdi>", contest_page_file(c, i), "</bdi></td>");
        if (c->submissions) contest_page_add_authors(out, c, c->submission[i]);
        alea__page_put(out, "<td data-name=\"Name\"><bdi>", e->name, "</bdi></td>");
        alea__page_put(out, "<td data-name=\"What\">", e->what, "</td>");
        alea__text_add(out, "<td class=\"text\"><bdi>");
        alea__page_sentences(out, e->reason);
        alea__text_add(out, "</bdi></td></tr>\n");
    }
    alea__text_add(out, "</tbody></table>\n");
}

/* Lists students without a counting submission; adds nothing if there are none. */
static void contest_page_add_late(alea__text *out, const alea_contest *c)
{
    bool any = false;
    for (unsigned i = 0; c->submissions && i < c->submissions->students; i++) {
        alea__text reason = {0};
        if (alea__student_entry(c, i)) continue;
        if (!any)
            alea__text_add(
                out,
                "<h2>Late</h2>\n<table id=\"late\" class=\"stack\"><thead><tr>"
                "<th scope=\"col\">File</th>%s<th scope=\"col\">Reason</th></tr></thead>\n<tbody>\n",
                contest_page_has_students(c) ? "<th scope=\"col\">Student</th>" : "");
        any = true;
        const unsigned submission = c->submissions->student[i].submission;
        alea__page_put(out, "<tr><td class=\"main\"><bdi>", c->submissions->submission[submission].file,
                       "</bdi></td>");
        contest_page_add_authors(out, c, submission);
        alea__add_late(&reason, c, i);
        alea__text_add(out, "<td class=\"text\"><bdi>");
        if (reason.data) alea__page_sentences(out, reason.data);
        alea__text_add(out, "</bdi></td></tr>\n");
        alea__text_free_part(&reason, out);
    }
    if (any) alea__text_add(out, "</tbody></table>\n");
}

/* ---- the rates ---- */

static void contest_page_add_cell(alea__text *out, const alea_contest *c, unsigned i, unsigned j)
{
    const double rate = contest_page_rate(c, i, j);
    if (i == j) {
        alea__text_add(out, "<td class=\"n\"></td>");
        return;
    }
    alea__text_add(out, "<td class=\"n r%u\" title=\"", alea__rate_step(rate));
    contest_page_put_name(out, "", c, c->ranking[i], " against ");
    contest_page_put_name(out, "", c, c->ranking[j], "");
    alea__text_add(out, ": %.4f %%\">%.1f</td>", 100 * rate, 100 * rate);
}

/* The rates as a table with a cell for each pair: for few entries. */
static void contest_page_add_cells(alea__text *out, const alea_contest *c)
{
    alea__text_add(out, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Rates of all "
                        "pairs\"><table id=\"rates\"><thead><tr><td></td>");
    for (unsigned j = 0; j < c->ranked; j++) {
        contest_page_put_name(out, "<th scope=\"col\" class=\"n\" title=\"", c, c->ranking[j], "\">");
        alea__text_add(out, "%u</th>", j + 1);
    }
    alea__text_add(out, "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < c->ranked; i++) {
        alea__text_add(out, "<tr><th scope=\"row\">%u", i + 1);
        contest_page_put_name(out, " <bdi>", c, c->ranking[i], "</bdi></th>");
        for (unsigned j = 0; j < c->ranked; j++) contest_page_add_cell(out, c, i, j);
        alea__text_add(out, "</tr>\n");
    }
    alea__text_add(out, "</tbody></table></div>\n");
}

static uint32_t contest_page_rate_pixel(const void *from, uint32_t x, uint32_t y)
{
    return alea__rate_colour(contest_page_rate(from, y, x));
}

/* The upper triangle, row after row, three digits of base 64 a rate: for the script. */
static void contest_page_add_packed(alea__text *out, const alea_contest *c)
{
    alea__text_add(out, "<div id=\"packed\" hidden>");
    for (unsigned i = 0; i < c->ranked; i++)
        for (unsigned j = i + 1; j < c->ranked; j++) {
            const uint32_t level = (uint32_t)lround(contest_page_rate(c, i, j) * (double)LEVELS);
            /* 18 bits at the top of three bytes give three digits; the fourth is dropped */
            const unsigned char bytes[3] = {(unsigned char)(level >> 10), (unsigned char)(level >> 2),
                                            (unsigned char)(level << 6)};
            alea__add_base64(out, bytes, sizeof bytes);
            if (!out->failed) out->data[--out->size] = 0;
        }
    alea__text_add(out, "</div>\n");
}

/* The rates as a picture with a pixel for each pair, and packed for the script, which shows the pair under the
   pointer. */
static alea_status contest_page_add_map(alea__text *out, const alea_contest *c, alea_error *error)
{
    const alea__pixels pixels = {
        .width = c->ranked, .height = c->ranked, .colour = contest_page_rate_pixel, .from = c};
    alea__text_add(out,
                   "<p>Rows and columns are in the order of the ranking; a pixel shows how often the "
                   "strategy of its row wins against that of its column.</p>\n"
                   "<p id=\"told\" class=\"soft\" aria-live=\"polite\">Point at the picture, or walk over it "
                   "with the arrow keys, to see a pair here.</p>\n"
                   "<noscript><p>This needs the page's script, which this browser does not run; the numbers "
                   "are also in the contest's JSON and CSV.</p></noscript>\n<img id=\"picture\" src=\"");
    alea_status status = alea__add_picture(out, &pixels, error);
    alea__text_add(out, "\" tabindex=\"0\" width=\"%u\" height=\"%u\" alt=\"Win rates of %u strategies\">\n",
                   c->ranked, c->ranked, c->ranked);
    if (status == ALEA_OK) contest_page_add_packed(out, c);
    return status;
}

/* The scale of colours, and the rates as cells, or as a map for many entries. Fails as alea__add_picture does. */
static alea_status contest_page_add_rates(alea__text *out, const alea_contest *c, alea_error *error)
{
    static const double key[] = {0.05, 0.25, 0.4, 0.45, 0.48, 0.5, 0.52, 0.55, 0.6, 0.75, 0.95};
    if (c->ranked < 2) return ALEA_OK;
    alea__text_add(out, "<h2>Who wins against whom</h2>\n<p>Per cent of games won:");
    for (size_t i = 0; i < sizeof key / sizeof *key; i++)
        alea__text_add(out, " <span class=\"key r%u\">%.0f</span>", alea__rate_step(key[i]), 100 * key[i]);
    alea__text_add(out, "</p>\n");
    if (c->ranked > MOST_CELLS) return contest_page_add_map(out, c, error);
    alea__text_add(out, "<p>How often, in per cent, the strategy of the row wins against that of the "
                        "column.</p>\n");
    contest_page_add_cells(out, c);
    return ALEA_OK;
}

/* ---- the strategies ---- */

typedef struct strategy_table {
    const alea_contest *contest;
    const unsigned char *moves;
} strategy_table;

static uint32_t contest_page_dice_pixel(const void *from, uint32_t x, uint32_t y)
{
    const strategy_table *t = from;
    const uint32_t side = t->contest->side;
    ALEA_ASSERT(x < side && y < side);
    return alea__dice_colour(t->moves[(size_t)x * side + (side - 1 - y)], t->contest->most);
}

/* The picture of a strategy's answers, with its rank and name below. Fails as alea__add_picture does. */
static alea_status contest_page_add_figure(alea__text *out, const alea_contest *c, unsigned place,
                                           alea_error *error)
{
    const alea_contest_entry *e = contest_page_placed(c, place);
    ALEA_ASSERT(e->moves);
    const strategy_table table = {c, e->moves};
    const alea__pixels pixels = {
        .width = c->side, .height = c->side, .colour = contest_page_dice_pixel, .from = &table};
    alea__text_add(out, "<figure><img width=\"%u\" height=\"%u\"", (unsigned)c->side, (unsigned)c->side);
    contest_page_put_name(out, " alt=\"Dice of ", c, c->ranking[place], "\" src=\"");
    alea_status status = alea__add_picture(out, &pixels, error);
    alea__text_add(out, "\"><figcaption>%u.", e->rank);
    contest_page_put_name(out, " <bdi>", c, c->ranking[place], "</bdi></figcaption></figure>\n");
    return status;
}

/* One figure for each ranked strategy, folded away if there are many. */
static alea_status contest_page_add_gallery(alea__text *out, const alea_contest *c, alea_error *error)
{
    alea_status status = ALEA_OK;
    if (c->ranked == 0) return status;
    alea__text_add(out,
                   "<h2>What they roll</h2>\n<p>One pixel for each pair of scores: the strategy's own from "
                   "left to right, the opponent's from bottom to top, both from 0 to %u. Dice:",
                   (unsigned)c->side - 1);
    for (unsigned dice = 0; dice <= c->most; dice++)
        alea__text_add(out, " <span class=\"key d%u\">%u</span>", dice, dice);
    alea__text_add(out,
                   "</p>\n<details%s><summary>Pictures in the order of the ranking</summary>\n"
                   "<div class=\"gallery\">\n",
                   c->ranked <= OPEN_GALLERY ? " open" : "");
    for (unsigned place = 0; place < c->ranked && status == ALEA_OK; place++)
        status = contest_page_add_figure(out, c, place, error);
    alea__text_add(out, "</div></details>\n");
    return status;
}

/* ---- the page ---- */

/* Puts the page together; the colours that this contest needs go into its style. */
static alea_status contest_page_make(const alea_contest *c, bool named, char **out, alea_error *error)
{
    alea__text page = {0}, colours = {0};
    contest_page_add_colours(&colours, c);
    const alea__page frame = {
        .title = "Contest: ", .subject = c->game, .more_style = colours.data, .script = alea__contest_js};
    alea__page_begin(&page, &frame);
    alea__text_free_part(&colours, &page);
    contest_page_add_summary(&page, c);
    contest_page_add_ranking(&page, c);
    contest_page_add_disqualified(&page, c);
    if (named) contest_page_add_late(&page, c);
    alea_status status = contest_page_add_rates(&page, c, error);
    if (status == ALEA_OK) status = contest_page_add_gallery(&page, c, error);
    return alea__page_end(&page, &frame, status, out, error);
}

alea_status alea_view_contest_html(const alea_contest *c, char **out, alea_error *error)
{
    return contest_page_make(c, true, out, error);
}

/* Fills `shown`, a copy of the contest with its own arrays `entry` and `ranking`, without anything that reveals names. */
static void contest_page_take_names(const alea_contest *c, alea_contest *shown, alea_contest_entry *entry,
                                    unsigned *ranking, char (*name)[32])
{
    *shown = *c;
    shown->entry = entry;
    shown->ranking = ranking;
    for (unsigned i = 0; i < c->count; i++) {
        entry[i] = c->entry[i];
        entry[i].file = entry[i].reason = entry[i].printed = NULL;
        if (!alea__entry_is_staff(c, i)) entry[i].name = name[i];
    }
    for (unsigned place = 0, number = 0; place < c->ranked; place++)
        if (!alea__entry_is_staff(c, ranking[place]))
            snprintf(name[ranking[place]], sizeof *name, "Entry %u", ++number);
}

alea_status alea_view_contest_anonymous_html(const alea_contest *c, char **out, alea_error *error)
{
    alea_contest shown;
    alea_contest_entry *entry = alea__alloc_array(c->count + 1, sizeof *entry);
    char(*name)[32] = alea__alloc_array(c->count + 1, sizeof *name);
    unsigned *ranking = alea__anonymous_ranking(c);
    alea_status status = entry && name && ranking ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) {
        contest_page_take_names(c, &shown, entry, ranking, name);
        status = contest_page_make(&shown, false, out, error);
    }
    alea__free(ranking);
    alea__free(name);
    alea__free(entry);
    return status;
}
