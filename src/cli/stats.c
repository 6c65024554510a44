/* alea stats GAME [BOT] */
#include "cli/exact.h"

#include <alea/plot.h>
#include <alea/stats.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

typedef struct line {
    const char *game;
    char *bot;
    alea_stats_options how;
    alea_sandbox_options limits;
    const char *csv, *plot;
    bool simulates, json;
} line;

enum { GAMES = 0x100, SEED, TIES, CSV, PLOT, THREADS };

static const struct argp_option options[] = {
    {"games", GAMES, "N", 0, "Simulates N games as well (at most 1e12)", 1},
    {"seed", SEED, "S", 0, "Where the dice of the simulation start (default 20251)", 1},
    {"ties", TIES, "RULE", 0,
     "Which of moves that are as good is taken: stop (before rolling on) or go-on (default: as the bot has "
     "it)",
     1},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    {"csv", CSV, "FILE", 0, "Writes every score with its probability", 2},
    {"plot", PLOT, "FILE", 0, "Draws a histogram; FILE ends in .svg or .png", 2},
    {"threads", THREADS, "T", 0, "Threads (default: all cores)", 3},
    CLI_LIMIT_OPTIONS,
    {0},
};

static const char *const ties_names[] = {"stop", "go-on", NULL};
static const alea_ties ties[] = {ALEA_TIES_STOP, ALEA_TIES_GO_ON};
static const uint64_t most_games = UINT64_C(1000000000000);

/* ---- the command line ---- */

static error_t parse_ties(const struct argp_state *state, const char *value, line *l)
{
    int choice = 0;
    error_t failure = cli_parse_choice(state, "--ties", value, ties_names, &choice);
    if (!failure) l->how.ties = ties[choice];
    return failure;
}

static error_t parse_plot(const struct argp_state *state, const char *value, line *l)
{
    alea_plot_format format;
    l->plot = value;
    if (alea_plot_format_of(value, &format, NULL) == ALEA_OK &&
        (format == ALEA_PLOT_SVG || format == ALEA_PLOT_PNG))
        return 0;
    argp_error(state, "--plot takes a file that ends in .svg or .png; `%s` does not", cli_show(value).text);
    return EINVAL;
}

static error_t parse_argument(const struct argp_state *state, char *value, line *l)
{
    if (!l->game)
        l->game = value;
    else if (!l->bot)
        l->bot = value;
    else {
        argp_error(state, "statistics are of one bot; `%s` is one too many", cli_show(value).text);
        return EINVAL;
    }
    return 0;
}

static error_t check_line(const line *l, const struct argp_state *state)
{
    if (!l->game)
        argp_error(state, "GAME is missing: `alea games` lists the games");
    else if (l->how.seed_given && !l->simulates)
        argp_error(state, "--seed needs --games N: without games there are no dice");
    else
        return 0;
    return EINVAL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case GAMES:
        l->simulates = true;
        return cli_parse_count(state, "--games", value, 1, most_games, &l->how.games);
    case SEED:
        l->how.seed_given = true;
        return cli_parse_count(state, "--seed", value, 0, INT64_MAX, &l->how.seed);
    case TIES: return parse_ties(state, value, l);
    case CSV: l->csv = value; return 0;
    case PLOT: return parse_plot(state, value, l);
    case THREADS: return cli_parse_threads(state, value, &l->how.threads);
    case ARGP_KEY_ARG: return parse_argument(state, value, l);
    case ARGP_KEY_END: return check_line(l, state);
    default: return cli_parse_limits(key, value, state, &l->limits);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME [BOT]",
    .doc = "Tells how the score of a game for one player is spread: mean, standard deviation, percentiles, "
           "the whole "
           "distribution, and what becomes of each combination.\v"
           "It is computed exactly, no game played; with --games also by simulation, side by side. Without "
           "BOT it is "
           "that of the optimal one; models are table:FILE. Bots that have no exact spread, such as "
           "programs, are "
           "simulated alone. Ctrl-C stops a simulation and shows the games played so far. Examples:\n"
           "  alea stats despirala\n"
           "  alea stats despirala --ties go-on --games 1e7 --plot spread.svg\n"
           "  alea stats despirala greedy --games 1e6",
    .children = cli_help_options,
};

/* ---- the work ---- */

/* What was found out; starts as {0}. */
typedef struct findings {
    alea_spread *exact;
    alea_sample *sample;
    double exact_seconds, sample_seconds;
    alea_error inexact;
} findings;

static int find_exact(const line *l, const cli_lineup *p, findings *out)
{
    alea_stats_options how = l->how;
    cli_progress progress;
    how.memory = cli_usual_memory();
    how.progress = cli_progress_start(&progress, "positions");
    alea_status status = alea_stats_exact(p->game, p->bot[0], &how, &out->exact, &out->inexact);
    out->exact_seconds = cli_progress_end(&progress);
    if (status == ALEA_OK || (status == ALEA_E_REFUSED && l->simulates)) return CLI_DONE;
    if (status != ALEA_E_REFUSED) return cli_report_work(&out->inexact);
    return cli_complain(CLI_USAGE, "%s --games N simulates, where there is a score.", out->inexact.message);
}

static int simulate(const line *l, const cli_lineup *p, findings *out)
{
    alea_error error;
    alea_stats_options how = l->how;
    cli_progress progress;
    if (!l->simulates) return CLI_DONE;
    how.progress = cli_progress_start(&progress, "games");
    alea_status status = alea_stats_simulated(p->game, p->bot[0], &how, &out->sample, &error);
    out->sample_seconds = cli_progress_end(&progress);
    if (status != ALEA_OK) return cli_report(&error);
    if (out->sample->games > 0 || out->exact) return CLI_DONE;
    return cli_complain(CLI_NO, "stopped before the first games were over.");
}

/* ---- the result ---- */

static int write_csv(const line *l, const alea_view_spread *view)
{
    alea_error error;
    char *text = NULL;
    if (!l->csv) return CLI_DONE;
    alea_status status = alea_view_stats_csv(view, &text, &error);
    if (status == ALEA_OK) status = alea_view_write(text, l->csv, &error);
    alea_view_free(text);
    return status == ALEA_OK ? CLI_DONE : cli_report(&error);
}

static int draw(const line *l, const alea_view_spread *view)
{
    alea_error error;
    if (!l->plot || alea_view_stats_plot(view, l->plot, &error) == ALEA_OK) return CLI_DONE;
    return cli_report(&error);
}

static int print(const line *l, const alea_view_spread *view)
{
    alea_error error;
    char *text;
    alea_view_options how = cli_view_options(STDOUT_FILENO, l->json);
    alea_status made = alea_view_stats(view, &how, &text, &error);
    return cli_show_view(made, text, &error);
}

static int show(const line *l, const cli_lineup *p, const findings *f)
{
    const alea_view_spread view = {.game = p->game,
                                   .bot = alea_bot_name(p->bot[0]),
                                   .exact = f->exact,
                                   .sample = f->sample,
                                   .inexact = f->exact ? NULL : f->inexact.message,
                                   .exact_seconds = f->exact_seconds,
                                   .sample_seconds = f->sample_seconds};
    int status = write_csv(l, &view);
    if (status == CLI_DONE) status = draw(l, &view);
    if (status == CLI_DONE) status = print(l, &view);
    if (status != CLI_DONE || !f->sample || !f->sample->stopped) return status;
    return cli_complain(CLI_NO, "stopped after %" PRIu64 " of %" PRIu64 " games.", f->sample->games,
                        f->sample->asked);
}

static int tell(const line *l, const cli_lineup *p)
{
    findings f = {0};
    int status = find_exact(l, p, &f);
    if (status == CLI_DONE) status = simulate(l, p, &f);
    if (status == CLI_DONE) status = show(l, p, &f);
    alea_spread_free(f.exact);
    alea_sample_free(f.sample);
    return status;
}

/* Before a game is solved for a file that cannot be written. */
static int check_files(const line *l)
{
    int status = l->csv ? cli_check_writable(l->csv) : CLI_DONE;
    return status == CLI_DONE && l->plot ? cli_check_writable(l->plot) : status;
}

static int open_lineup(const line *l, cli_lineup *lineup)
{
    static char optimal[] = "optimal";
    alea_error error;
    char *bot[] = {l->bot ? l->bot : optimal};
    if (alea_game_open(l->game, &lineup->game, &error) != ALEA_OK) return cli_report(&error);
    if (alea_game_players(lineup->game) != 1)
        return cli_complain(CLI_USAGE, "%s is for %u players; statistics are of a game for one.",
                            alea_game_spec(lineup->game), alea_game_players(lineup->game));
    return cli_lineup_add(lineup, (const char *const *)bot, 1, l->limits);
}

int cli_stats(int argc, char **argv)
{
    line l = {0};
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    cli_lineup lineup = {0};
    status = check_files(&l);
    if (status == CLI_DONE) status = open_lineup(&l, &lineup);
    if (status == CLI_DONE) status = tell(&l, &lineup);
    cli_lineup_close(&lineup);
    return status;
}
