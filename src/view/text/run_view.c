/* A run's result as text. */
#include "view/run_view.h"
#include "view/json/views.h"
#include "view/number.h"
#include "view/text/table.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void add_count(alea__text *out, uint64_t count)
{
    char number[ALEA__NUMBER];
    alea__text_add(out, "%s", alea__count_text(number, (int64_t)count));
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void add_title(alea__text *out, const alea_run_result *r)
{
    alea__add_printable(out, r->game);
    alea__text_add(out, ": ");
    add_count(out, r->games);
    if (r->stopped) {
        alea__text_add(out, " of ");
        add_count(out, r->asked);
    }
    alea__text_add(out, " game%s, seed %" PRIu64 ", ", plural(r->stopped ? r->asked : r->games), r->seed);
    alea__text_add(out, r->seats == ALEA_FIXED ? "seats fixed" : "seats rotate");
    alea__text_add(out, r->stopped ? ", stopped\n\n" : "\n\n");
}

static void name_cell(alea__table *t, const char *name)
{
    alea__text shown = {0};
    alea__add_printable(&shown, name);
    alea__table_text(t, shown.data ? shown.data : "");
    t->cells.failed |= shown.failed;
    alea__text_free(&shown);
}

static void count_cell(alea__table *t, uint64_t count)
{
    char number[ALEA__NUMBER];
    alea__table_text(t, alea__count_text(number, (int64_t)count));
}

static void seat_columns(alea__table *t, const alea_run_result *r)
{
    char title[32];
    for (unsigned seat = 0; seat < r->players; seat++) {
        snprintf(title, sizeof title, "seat %u", seat);
        alea__table_column(t, ALEA__RIGHT, title);
    }
}

static void seat_cells(alea__table *t, const alea_run_result *r, const alea_standing *s)
{
    for (unsigned seat = 0; seat < r->players; seat++) {
        if (s->seat_games[seat] == 0)
            alea__table_text(t, "-");
        else
            alea__table_number(t, "%.2f %%",
                               100.0 * (double)s->seat_wins[seat] / (double)s->seat_games[seat]);
    }
}

/* A bot's share of wins by the seat it sat in says something only when it sat in more than one. */
static bool has_seat_split(const alea_run_result *r)
{
    return r->seats == ALEA_ROTATE && r->players > 1 && r->games > 0;
}

/* One game says nothing of how much games differ. */
static double known(const alea_run_result *r, double standard_error)
{
    return r->games > 1 ? standard_error : NAN;
}

static void estimate_cell(alea__table *t, const alea_run_result *r, double mean, double error, bool ascii)
{
    char number[ALEA__NUMBER];
    alea__table_text(t, r->games ? alea__estimate_text(number, mean, known(r, error), ascii) : "-");
}

static void standings_row(alea__table *t, const alea_run_result *r, const alea_standing *s, bool split,
                          bool ascii)
{
    char number[ALEA__NUMBER];
    name_cell(t, s->bot);
    if (r->has_score) estimate_cell(t, r, s->score, s->score_se, ascii);
    if (alea__can_win(r)) count_cell(t, s->wins);
    if (alea__can_win(r))
        alea__table_text(t, r->games ? alea__rate_text(number, s->win_rate, known(r, s->win_rate_se), ascii)
                                     : "-");
    if (r->has_money) estimate_cell(t, r, s->money, s->money_se, ascii);
    if (split) seat_cells(t, r, s);
    count_cell(t, s->forfeits);
}

static alea__table standings(const alea_run_result *r, bool split, bool ascii)
{
    alea__table t = {0};
    alea__table_column(&t, ALEA__LEFT, "bot");
    if (r->has_score) alea__table_column(&t, ALEA__RIGHT, "points a game");
    if (alea__can_win(r)) alea__table_column(&t, ALEA__RIGHT, "wins");
    if (alea__can_win(r)) alea__table_column(&t, ALEA__RIGHT, "win rate");
    if (r->has_money) alea__table_column(&t, ALEA__RIGHT, "$ a game");
    if (split) seat_columns(&t, r);
    alea__table_column(&t, ALEA__RIGHT, "forfeits");
    for (unsigned i = 0; i < r->players; i++) standings_row(&t, r, &r->standing[i], split, ascii);
    return t;
}

static alea__table seat_split(const alea_run_result *r)
{
    alea__table t = {0};
    alea__table_column(&t, ALEA__LEFT, "win rate in");
    seat_columns(&t, r);
    for (unsigned i = 0; i < r->players; i++) {
        name_cell(&t, r->standing[i].bot);
        seat_cells(&t, r, &r->standing[i]);
    }
    return t;
}

/* In one table when that is not too wide, else the seats in a second. */
static void add_standings(alea__text *out, const alea_run_result *r, const alea_view_options *options)
{
    bool split = has_seat_split(r);
    alea__table all = standings(r, split, options->ascii);
    bool fits = alea__table_width(&all) <= options->width;
    if (!fits && split) {
        alea__table_free(&all);
        all = standings(r, false, options->ascii);
    }
    alea__table_print(&all, options, out);
    alea__table_free(&all);
    if (fits || !split) return;
    alea__table seats = seat_split(r);
    alea__text_add(out, "\n");
    alea__table_print(&seats, options, out);
    alea__table_free(&seats);
}

static void add_unfinished(alea__text *out, const alea_run_result *r)
{
    if (r->unfinished == 0) return;
    alea__text_add(out, "Unfinished: ");
    add_count(out, r->unfinished);
    alea__text_add(
        out, " game%s, which nobody wins (10,000 turns, 10,000 rolls in a turn, or everybody forfeited).\n",
        plural(r->unfinished));
}

/* With nobody to play against, how long it took is the result. */
static void add_turns(alea__text *out, const alea_run_result *r)
{
    if (r->players != 1 || r->games == 0) return;
    alea__text_add(out, "%.4g turns a game.\n", (double)r->turns / (double)r->games);
}

static void add_reasons(alea__text *out, const alea_standing *s)
{
    const char *before = ": ";
    for (int reason = ALEA_NO_FAILURE + 1; reason < ALEA_FAILURE_KINDS; reason++) {
        if (s->failures[reason] == 0) continue;
        alea__text_add(out, "%s", before);
        add_count(out, s->failures[reason]);
        alea__text_add(out, " %s", alea_failure_name((alea_failure)reason));
        before = ", ";
    }
}

static void add_forfeits(alea__text *out, const alea_standing *s)
{
    if (s->forfeits == 0) return;
    alea__text_add(out, "Forfeits of ");
    alea__add_printable(out, s->bot);
    add_reasons(out, s);
    alea__text_add(out, ". First in game %" PRIu64 ": ", s->failure_game);
    alea__add_printable(out, s->failure_text);
    alea__text_add(out, "\n");
}

static void add_money_sum(alea__text *out, const alea_run_result *r)
{
    if (!r->has_money) return;
    alea__text_add(out, "Money sums to %" PRId64 "%s.\n", r->money_sum,
                   r->money_sum == 0 ? "" : ", and not to 0: this is a fault of alea");
}

static void add_errors_source(alea__text *out, const alea_run_result *r)
{
    alea__text_add(out, r->se_from_blocks
                            ? "Standard errors from the means of blocks of games: these bots may remember.\n"
                            : "Standard errors from single games.\n");
}

static void add_speed(alea__text *out, const alea_run_result *r, double seconds)
{
    char number[ALEA__NUMBER];
    if (seconds > 0) {
        alea__text_add(out, "%s, ", alea__duration_text(number, seconds));
        alea__text_add(out, "%s games a second, ",
                       alea__count_text(number, (int64_t)(alea__games_per_second(r, seconds) + 0.5)));
    }
    alea__text_add(out, "%u thread%s, %s path.\n", r->threads, plural(r->threads), alea__path_name(r->path));
}

alea_status alea__run_text(const alea_run_result *r, double seconds, const alea_view_options *options,
                           char **out, alea_error *error)
{
    alea__text text = {0};
    add_title(&text, r);
    add_standings(&text, r, options);
    alea__text_add(&text, "\n");
    add_turns(&text, r);
    add_unfinished(&text, r);
    for (unsigned i = 0; i < r->players; i++) add_forfeits(&text, &r->standing[i]);
    add_money_sum(&text, r);
    add_errors_source(&text, r);
    add_speed(&text, r, seconds);
    return alea__view_finish(&text, out, error);
}

alea_status alea_view_run(const alea_run_result *r, double seconds, const alea_view_options *given,
                          char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    return options.json ? alea__run_json(r, seconds, out, error)
                        : alea__run_text(r, seconds, &options, out, error);
}
