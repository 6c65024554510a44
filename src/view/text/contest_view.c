/* A contest for a terminal, and a strategy's report for its author. */
#include "view/contest_view.h"
#include "base/assert.h"
#include "base/fuel_time.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { BESIDE_NAMES = 40, LEAST_NAME = 16, EXPLAINED_AT = 14, PRINTED_LINES = 20 };

static void contest_rate_cell(alea__table *t, double rate)
{
    if (isfinite(rate))
        alea__table_number(t, "%.4f %%", 100 * rate);
    else
        alea__table_text(t, "");
}

/* ---- a contest ---- */

/* The name of an entry, cut to the width that the other columns leave. */
static void contest_name_cell(alea__table *t, const alea_contest *c, unsigned index,
                              const alea_view_options *options)
{
    const size_t columns =
        options->width > BESIDE_NAMES + LEAST_NAME ? options->width - BESIDE_NAMES : LEAST_NAME;
    alea__text name = {0}, cut = {0};
    alea__add_entry_name(&name, c, index, c->entry[index].file);
    if (!name.failed && name.data) alea__add_shortened(&cut, name.data, columns, options->ascii);
    if (name.failed || cut.failed) t->cells.failed = true;
    alea__table_text(t, cut.data ? cut.data : "");
    alea__text_free(&name);
    alea__text_free(&cut);
}

/* The ranked entries, best first, with names cut to the available width. */
static void contest_add_ranking(alea__text *out, const alea_contest *c, const alea_view_options *options)
{
    alea__table t = {0};
    alea__table_columns(&t, "rank|<name|won|mean rate|<award");
    for (unsigned place = 0; place < c->ranked; place++) {
        const alea_contest_entry *e = &c->entry[c->ranking[place]];
        const char *award = alea__award_name(e->award);
        alea__table_number(&t, "%u", e->rank);
        contest_name_cell(&t, c, c->ranking[place], options);
        alea__table_number(&t, "%u", e->matches_won);
        contest_rate_cell(&t, e->mean_rate);
        alea__table_text(&t, award ? award : alea__entry_is_staff(c, c->ranking[place]) ? "staff" : "");
    }
    alea__table_finish(&t, options, out);
}

/* The number of submissions that do not count, with reasons; and what was only guessed. */
static void contest_add_submissions(alea__text *out, const alea_contest *c, const alea_view_options *options)
{
    static const char *const words[] = {[ALEA_SUBMISSION_LATE] = "late",
                                        [ALEA_SUBMISSION_REPLACED] = "replaced by a later submission",
                                        [ALEA_SUBMISSION_EXTRA] = "files that are not the strategy"};
    unsigned count[ALEA_SUBMISSION_EXTRA + 1] = {0};
    const char *gap = VIEW_NOT_COUNTED;
    if (!c->submissions) return;
    for (unsigned i = 0; i < c->submissions->count; i++) count[c->submissions->submission[i].status]++;
    for (int status = ALEA_SUBMISSION_LATE; status <= ALEA_SUBMISSION_EXTRA; status++) {
        if (count[status] == 0) continue;
        alea__text_add(out, "%s %u %s", gap, count[status], words[status]);
        gap = ",";
    }
    if (*gap == ',') alea__text_add(out, ".\n");
    if (c->submissions->warnings > 0) alea__text_add(out, "\n");
    for (unsigned i = 0; i < c->submissions->warnings; i++) {
        alea__text note = {0};
        alea__text_add(&note, VIEW_NOTE "%s", c->submissions->warning[i]);
        if (note.data) alea__add_wrapped(out, note.data, 0, options->width);
        alea__text_free_part(&note, out);
    }
}

/* Adds the file and, if known, its authors. */
static void contest_add_file(alea__text *out, const alea_contest *c, unsigned submission)
{
    alea__text authors = {0};
    alea__add_authors(&authors, c, submission);
    alea__add_printable(out, c->submissions->submission[submission].file);
    if (authors.data) alea__text_add(out, ", %s", authors.data);
    alea__text_free_part(&authors, out);
}

/* Adds a name and a file, "Ann (subs/ann.py)", or only the file if there is no other name. */
static void contest_add_name_and_file(alea__text *out, const alea_contest *c, const alea_contest_entry *e)
{
    const char *slash = strrchr(e->file, '/'), *base = slash ? slash + 1 : e->file;
    const size_t length = strlen(e->name);
    const bool named = e->name[strspn(e->name, " ")] &&
                       !(strncmp(base, e->name, length) == 0 && (base[length] == '.' || !base[length]));
    if (named) alea__add_printable(out, e->name);
    if (named) alea__text_add(out, " (");
    if (c->submissions)
        contest_add_file(out, c, c->submission[e - c->entry]);
    else
        alea__add_printable(out, e->file);
    if (named) alea__text_add(out, ")");
}

/* The disqualified entries with reasons, in the order of their files. */
static void contest_add_disqualified(alea__text *out, const alea_contest *c, const alea_view_options *options)
{
    bool any = false;
    for (unsigned i = 0; i < c->count; i++) {
        const alea_contest_entry *e = &c->entry[i];
        alea__text file = {0}, reason = {0};
        if (e->ok) continue;
        if (!any) alea__text_add(out, "\nDisqualified:\n");
        any = true;
        contest_add_name_and_file(&file, c, e);
        alea__add_printable(&reason, e->reason);
        out->failed |= file.failed || reason.failed;
        if (!out->failed) alea__add_entry(out, file.data, reason.data, EXPLAINED_AT, options->width);
        alea__text_free(&file);
        alea__text_free(&reason);
    }
}

/* The students of whom nothing counts, in the order of their files. */
static void contest_add_late(alea__text *out, const alea_contest *c, const alea_view_options *options)
{
    const alea_submissions *all = c->submissions;
    bool any = false;
    for (unsigned i = 0; all && i < all->students; i++) {
        alea__text file = {0}, reason = {0};
        if (alea__student_entry(c, i)) continue;
        if (!any) alea__text_add(out, VIEW_LATE);
        any = true;
        contest_add_file(&file, c, all->student[i].submission);
        alea__add_late(&reason, c, i);
        out->failed |= file.failed || reason.failed;
        if (!out->failed) alea__add_entry(out, file.data, reason.data, EXPLAINED_AT, options->width);
        alea__text_free(&file);
        alea__text_free(&reason);
    }
}

/* The number of pairs computed or stored, their precision, and what was left out. */
static void contest_add_counts(alea__text *out, const alea_contest *c, const alea_view_work *work)
{
    alea__text_add(out, "\n");
    alea__add_number(out, c->pairs);
    alea__text_add(out, c->pairs == 1 ? " pair: " : " pairs: ");
    alea__add_number(out, c->pairs_computed);
    alea__text_add(out, " computed now, ");
    alea__add_number(out, c->pairs_kept);
    alea__text_add(out, VIEW_PAIRS_KEPT, c->error_bound);
    alea__add_seconds(out, work->seconds);
    alea__add_file(out, "database", work->file);
    alea__text_add(out, "\n");
    if (c->python) alea__text_add(out, VIEW_RUN_BY_PYTHON, c->python);
    if (c->left_out == 0) return;
    alea__add_number(out, c->left_out);
    alea__text_add(out, c->left_out == 1 ? VIEW_ONE_LEFT_OUT : VIEW_SOME_LEFT_OUT);
}

/* For a stopped contest, says that nothing is ranked. */
alea_status alea_view_contest(const alea_contest *c, const alea_view_work *work,
                              const alea_view_options *given, char **out, alea_error *error)
{
    const alea_view_work nothing = {0};
    alea_view_options options = alea__view_options(given);
    if (!work) work = &nothing;
    if (options.json) return alea__contest_json(c, work, out, error);
    alea__text text = {0};
    unsigned ok = 0;
    for (unsigned i = 0; i < c->count; i++) ok += c->entry[i].ok;
    alea__add_printable(&text, c->game);
    alea__text_add(&text, ": ");
    alea__add_number(&text, c->count);
    alea__text_add(&text, c->count == 1 ? " entry" : " entries");
    if (ok < c->count) alea__text_add(&text, ", %u disqualified", c->count - ok);
    alea__text_add(&text, c->stopped ? ", stopped\n\n" : "\n\n");
    if (c->stopped)
        alea__text_add(&text, VIEW_NOT_RANKED);
    else if (c->ranked == 0)
        alea__text_add(&text, VIEW_NO_ENTRY);
    else
        contest_add_ranking(&text, c, &options);
    contest_add_disqualified(&text, c, &options);
    contest_add_late(&text, c, &options);
    contest_add_submissions(&text, c, &options);
    contest_add_counts(&text, c, work);
    return alea__view_finish(&text, out, error);
}

/* ---- one strategy ---- */

/* How often each number of dice is the answer. */
static void contest_add_answers(alea__sheet *s, const alea_strategy *strategy)
{
    ALEA_ASSERT(strategy->ok && strategy->moves);
    const size_t pairs = (size_t)strategy->side * strategy->side;
    alea__text words = {0};
    char number[ALEA__NUMBER];
    const char *gap = "";
    alea__text_add(&words, VIEW_SAME_ANSWERS, alea__count_text(number, (int64_t)pairs));
    for (unsigned dice = 0; dice <= strategy->most; dice++) {
        int64_t times = 0;
        for (size_t i = 0; i < pairs; i++) times += strategy->moves[i] == dice;
        if (times == 0) continue;
        alea__text_add(&words, "%s %u: %s", gap, dice, alea__count_text(number, times));
        gap = ",";
    }
    alea__sheet_take(s, "answers", &words);
}

/* An entry may be asked several times; each has the same limit. `measured`: seconds that all of it took here, 0 if not known. */
static void contest_add_time(alea__sheet *s, const alea_strategy *strategy, double measured)
{
    alea__text words = {0};
    char used[ALEA__FUEL_TIME], limit[ALEA__FUEL_TIME];
    const double each = strategy->ok ? (double)strategy->fuel / 3 : (double)strategy->fuel;
    if (strategy->fuel == 0 || strategy->fuel_limit == 0 ||
        (!strategy->ok && strcmp(strategy->what, "fuel") == 0))
        return;
    const double share = 100 * each / (double)strategy->fuel_limit;
    if (share < 0.1)
        alea__text_add(&words, "less than 0.1 %%");
    else
        alea__text_add(&words, "%.1f %%", share);
    alea__text_add(&words, VIEW_SHARE_OF_FUEL, alea__fuel_time(used, (uint64_t)each),
                   alea__fuel_time(limit, strategy->fuel_limit));
    if (measured > 0)
        alea__text_add(&words, VIEW_ASKING_TOOK, strategy->ok ? "asking three times" : "asking", measured);
    alea__sheet_take(s, "time", &words);
}

/* How a valid strategy does against each always(n), and how many of these matches it wins. */
static void contest_add_rates(alea__sheet *s, const alea_view_strategy_facts *facts,
                              const alea_view_options *options)
{
    alea__table t = {0};
    char name[32];
    unsigned won = 0;
    if (!facts->rate) return;
    alea__text_add(&s->text, VIEW_HOW_OFTEN);
    alea__table_columns(&t, "<against|moving first|moving second|mean|<match");
    for (unsigned dice = 0; dice < facts->rates; dice++) {
        const alea_rates *r = &facts->rate[dice];
        ALEA_ASSERT(r->mean.lower <= r->mean.upper);
        const double mean = r->mean.lower / 2 + r->mean.upper / 2;
        alea__table_text(&t, alea__always_name(name, dice));
        contest_rate_cell(&t, r->first.lower / 2 + r->first.upper / 2);
        contest_rate_cell(&t, r->second.lower / 2 + r->second.upper / 2);
        contest_rate_cell(&t, mean);
        alea__table_text(&t, mean > ALEA_CONTEST_WIN ? "won" : "lost");
        won += mean > ALEA_CONTEST_WIN;
    }
    alea__table_finish(&t, options, &s->text);
    alea__text_add(&s->text, VIEW_MATCHES_WON, won, facts->rates);
    alea__add_seconds(&s->text, facts->seconds);
    alea__text_add(&s->text, "\n");
}

/* The first lines of a strategy's output, and the number of further ones. */
static void contest_add_printed(alea__text *out, const alea_strategy *strategy)
{
    const char *end = strategy->printed;
    uint64_t shown = 0;
    for (; *end && shown < PRINTED_LINES; shown++) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    alea__text first = {0};
    alea__text_add_bytes(&first, strategy->printed, (size_t)(end - strategy->printed));
    alea__text_add(out, VIEW_PRINTED);
    if (first.data) alea__add_lines(out, first.data);
    alea__text_free_part(&first, out);
    uint64_t lines = strategy->printed_lines;
    if (lines < shown) lines = shown + (*end != 0);
    if (lines == shown) return;
    alea__text_add(out, VIEW_MORE_PRINTED_BEFORE);
    alea__add_number(out, lines - shown);
    alea__text_add(out, lines - shown == 1 ? VIEW_ONE_MORE_PRINTED : VIEW_MORE_PRINTED);
}

/* The game, and how it was recognized if it was not given. */
static void contest_add_game(alea__sheet *s, const alea_view_strategy_facts *facts)
{
    alea__text words = {0};
    alea__text_add(&words, "%s", facts->game);
    if (facts->found_by) alea__text_add(&words, VIEW_GAME_FOUND_BY, facts->found_by);
    alea__sheet_take(s, "game", &words);
}

/* A disqualified strategy has its reason instead of answers and rates. */
alea_status alea_view_strategy(const alea_strategy *strategy, const alea_view_strategy_facts *facts,
                               const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__strategy_json(strategy, facts, out, error);
    alea__sheet s = {.column = EXPLAINED_AT, .width = options.width};
    alea__text verdict = {0};
    alea__add_printable(&s.text, strategy->file);
    alea__text_add(&s.text, "\n");
    alea__sheet_tell(&s, "name", *strategy->name ? strategy->name : VIEW_NO_NAME);
    contest_add_game(&s, facts);
    if (strategy->python) alea__sheet_tell(&s, "python", strategy->python);
    alea__text_add(&verdict, strategy->ok ? VIEW_VALID : VIEW_INVALID);
    if (!strategy->ok) alea__text_add(&verdict, "%s", strategy->reason);
    alea__sheet_take(&s, "valid", &verdict);
    if (strategy->ok) contest_add_answers(&s, strategy);
    contest_add_time(&s, strategy, facts->judged);
    if (strategy->printed && *strategy->printed) {
        contest_add_printed(&s.text, strategy);
    }
    contest_add_rates(&s, facts, &options);
    return alea__view_finish(&s.text, out, error);
}
