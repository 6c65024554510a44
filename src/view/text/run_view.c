/* A run's result as text. */
#include "view/run_view.h"
#include "base/assert.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* How the table of standings is shown. */
typedef struct run_table {
    bool split;    /* a column for each seat */
    bool no_paths; /* files without their folders */
    bool ascii;
} run_table;

/* The game, how many games were played, and the seed and seats that make them. */
static void run_add_title(alea__text *out, const alea_run_result *r)
{
    alea__add_printable(out, r->game);
    alea__text_add(out, ": ");
    alea__add_number(out, r->games);
    if (r->stopped) {
        alea__text_add(out, " of ");
        alea__add_number(out, r->asked);
    }
    alea__text_add(out, " game%s, seed %" PRIu64 ", ", alea__plural(r->stopped ? r->asked : r->games),
                   r->seed);
    alea__text_add(out, r->seats == ALEA_FIXED ? "seats fixed" : "seats rotate");
    alea__text_add(out, r->stopped ? ", stopped\n\n" : "\n\n");
}

static void run_seat_columns(alea__table *t, const alea_run_result *r)
{
    char title[32];
    for (unsigned seat = 0; seat < r->players; seat++) {
        snprintf(title, sizeof title, "seat %u", seat);
        alea__table_column(t, ALEA__RIGHT, title);
    }
}

static void run_seat_cells(alea__table *t, const alea_run_result *r, const alea_standing *s)
{
    for (unsigned seat = 0; seat < r->players; seat++) {
        ALEA_ASSERT(s->seat_wins[seat] <= s->seat_games[seat]);
        if (s->seat_games[seat] == 0)
            alea__table_text(t, "-");
        else
            alea__table_number(t, "%.2f %%",
                               100.0 * (double)s->seat_wins[seat] / (double)s->seat_games[seat]);
    }
}

/* A single game shows nothing about the variation between games. */
static void run_estimate_cell(alea__table *t, const alea_run_result *r, double mean, double error, bool ascii)
{
    char number[ALEA__NUMBER];
    const double known = r->games > 1 ? error : NAN;
    alea__table_text(t, r->games ? alea__estimate_text(number, mean, known, ascii) : "-");
}

static const char *run_base(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/* The name of a bot's file without its folders, unless another has the same. */
static const char *run_short_name(const alea_run_result *r, unsigned bot)
{
    const char *name = alea__run_name(r, bot);
    for (unsigned i = 0; i < r->players; i++)
        if (i != bot && strcmp(run_base(alea__run_name(r, i)), run_base(name)) == 0) return name;
    return run_base(name);
}

/* A bot's row; its columns must match run_standings_table. */
static void run_standings_row(alea__table *t, const alea_run_result *r, unsigned bot, run_table how)
{
    char number[ALEA__NUMBER];
    const alea_standing *s = &r->standing[bot];
    alea__table_name(t, how.no_paths ? run_short_name(r, bot) : alea__run_name(r, bot));
    if (r->has_score) run_estimate_cell(t, r, s->score, s->score_se, how.ascii);
    if (alea__can_win(r)) {
        const double error = r->games > 1 ? s->win_rate_se : NAN;
        alea__table_count(t, s->wins);
        alea__table_text(t, r->games ? alea__rate_text(number, s->win_rate, error, how.ascii) : "-");
    }
    if (r->has_money) run_estimate_cell(t, r, s->money, s->money_se, how.ascii);
    if (how.split) run_seat_cells(t, r, s);
    alea__table_count(t, s->forfeits);
}

/* The table of standings, in the order of ranks. */
static alea__table run_standings_table(const alea_run_result *r, run_table how)
{
    alea__table t = {0};
    unsigned order[ALEA_MAX_SEATS];
    alea__run_order(r, order);
    alea__table_column(&t, ALEA__LEFT, "bot");
    if (r->has_score) alea__table_column(&t, ALEA__RIGHT, "points a game");
    if (alea__can_win(r)) alea__table_columns(&t, "wins|win rate");
    if (r->has_money) alea__table_column(&t, ALEA__RIGHT, "$ a game");
    if (how.split) run_seat_columns(&t, r);
    alea__table_column(&t, ALEA__RIGHT, "forfeits");
    for (unsigned i = 0; i < r->players; i++) run_standings_row(&t, r, order[i], how);
    return t;
}

/* One table if it is not too wide, if necessary without the folders of files; else the seats go to a second one. A bot's
   share of wins by seat is only shown if it sat in several. */
static void run_add_standings(alea__text *out, const alea_run_result *r, const alea_view_options *options)
{
    run_table how = {.split = r->seats == ALEA_ROTATE && r->players > 1 && r->games > 0,
                     .ascii = options->ascii};
    alea__table all = run_standings_table(r, how), seats = {0};
    const bool fits = alea__table_width(&all) <= options->width;
    if (!fits) {
        alea__table_free(&all);
        how.no_paths = true;
        all = run_standings_table(r, how);
    }
    const bool whole = !how.split || alea__table_width(&all) <= options->width;
    if (!whole) {
        alea__table_free(&all);
        how.split = false;
        all = run_standings_table(r, how);
    }
    alea__table_finish(&all, options, out);
    if (whole) return;
    unsigned order[ALEA_MAX_SEATS];
    alea__run_order(r, order);
    alea__table_column(&seats, ALEA__LEFT, "win rate in");
    run_seat_columns(&seats, r);
    for (unsigned i = 0; i < r->players; i++) {
        alea__table_name(&seats, run_short_name(r, order[i]));
        run_seat_cells(&seats, r, &r->standing[order[i]]);
    }
    alea__text_add(out, "\n");
    alea__table_finish(&seats, options, out);
}

/* A sentence on a bot's forfeits by reason and on the first; nothing if it has none. */
static void run_add_forfeits(alea__text *out, const alea_run_result *r, unsigned bot)
{
    const char *before = ": ";
    const alea_standing *s = &r->standing[bot];
    if (s->forfeits == 0) return;
    alea__text_add(out, "Forfeits of ");
    alea__add_printable(out, alea__run_name(r, bot));
    for (int reason = ALEA_NO_FAILURE + 1; reason < ALEA_FAILURE_KINDS; reason++) {
        if (s->failures[reason] == 0) continue;
        alea__text_add(out, "%s", before);
        alea__add_number(out, s->failures[reason]);
        alea__text_add(out, " %s", alea_failure_name((alea_failure)reason));
        before = ", ";
    }
    alea__text_add(out, ". First in game %" PRIu64 ": ", s->failure_game);
    alea__add_printable(out, s->failure_text);
    alea__text_add(out, "\n");
}

static void run_add_speed(alea__text *out, const alea_run_result *r, double seconds)
{
    char number[ALEA__NUMBER];
    if (seconds > 0) {
        alea__text_add(out, "%s, ", alea__duration_text(number, seconds));
        alea__text_add(out, "%s games a second, ",
                       alea__count_text(number, (int64_t)(alea__games_per_second(r, seconds) + 0.5)));
    }
    alea__text_add(out, "%u thread%s%s.\n", r->threads, alea__plural(r->threads),
                   r->path == ALEA_PATH_STEP ? ", one decision at a time" : "");
}

/* The standings, then a line for each thing that is worth telling. */
static void run_add_all(alea__text *text, const alea_view_run_facts *facts, const alea_view_options *options)
{
    const alea_run_result *r = facts->result;
    run_add_title(text, r);
    run_add_standings(text, r, options);
    alea__text_add(text, "\n");
    if (r->players > 1)
        alea__text_add(text, alea__ranked_by_money(r) ? VIEW_RANKED_BY_MONEY : VIEW_RANKED_BY_WINS);
    if (r->players == 1 && r->games > 0) /* without opponents, the number of turns is the result */
        alea__text_add(text, VIEW_TURNS_PER_GAME, (double)r->turns / (double)r->games);
    if (r->unfinished > 0) {
        alea__text_add(text, "Unfinished: ");
        alea__add_number(text, r->unfinished);
        alea__text_add(text, VIEW_UNFINISHED, alea__plural(r->unfinished));
    }
    for (unsigned i = 0; i < r->players; i++) run_add_forfeits(text, r, i);
    if (r->has_money && r->money_sum != 0) alea__text_add(text, VIEW_MONEY_SUM, r->money_sum);
    alea__text_add(text, r->se_from_blocks ? VIEW_ERRORS_BLOCKS : VIEW_ERRORS_GAMES);
    run_add_speed(text, r, facts->seconds);
    if (facts->analytics) alea__add_analytics(text, r, facts->analytics, options);
}

alea_status alea_view_run_report(const alea_view_run_facts *facts, const alea_view_options *given, char **out,
                                 alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    if (options.json) return alea__run_json(facts, out, error);
    alea__text text = {0};
    run_add_all(&text, facts, &options);
    return alea__view_finish(&text, out, error);
}

alea_status alea_view_run(const alea_run_result *r, double seconds, const alea_view_options *given,
                          char **out, alea_error *error)
{
    return alea_view_run_report(&(alea_view_run_facts){r, NULL, seconds}, given, out, error);
}
