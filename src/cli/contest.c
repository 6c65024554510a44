/* alea contest GAME PATH… */
#include "cli/contest_files.h"
#include "cli/exact.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct line {
    const char *game;
    const char **path; /* room for as many as there are words */
    size_t paths;
    alea_contest_options how;
    const char *csv, *rates, *html;
    bool json;
} line;

enum { DATABASE = 0x100, CSV, RATES, HTML, THREADS, FUEL };

static const struct argp_option options[] = {
    {"database", DATABASE, "FILE", 0,
     "Keeps what is computed, so that the next time only what is new is (made when it is not there)", 1},
    {"html", HTML, "FILE", 0, "Writes a page with the ranking, all rates and a picture of each strategy", 2},
    {"csv", CSV, "FILE", 0, "Writes the ranking", 2},
    {"rates", RATES, "FILE", 0, "Writes everybody's rate against everybody, as CSV", 2},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    {"threads", THREADS, "T", 0, "Threads (default: all cores)", 3},
    {"fuel", FUEL, "N", 0,
     "Instructions that all answers of one strategy may take, in the place of ten seconds (default 1e11)", 3},
    {0},
};

static error_t parse_argument(line *l, char *word)
{
    if (l->game)
        l->path[l->paths++] = word;
    else
        l->game = word;
    return 0;
}

static error_t check_line(const line *l, const struct argp_state *state)
{
    if (!l->game)
        argp_error(state, "GAME is missing, such as hog, and behind it the strategies");
    else if (l->paths == 0)
        argp_error(state, "PATH is missing: a folder of strategies, or files");
    else
        return 0;
    return EINVAL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    const uint64_t most_fuel = UINT64_C(1000000000000000);
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case DATABASE: l->how.database = value; return 0;
    case CSV: l->csv = value; return 0;
    case RATES: l->rates = value; return 0;
    case HTML: l->html = value; return 0;
    case THREADS: return cli_parse_threads(state, value, &l->how.threads);
    case FUEL: return cli_parse_count(state, "--fuel", value, 1, most_fuel, &l->how.fuel);
    case ARGP_KEY_ARG: return parse_argument(l, value);
    case ARGP_KEY_END: return check_line(l, state);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME PATH...",
    .doc =
        "Every strategy against every other, exactly: who wins more than half of the games wins the match, "
        "and who wins most matches the contest.\v"
        "A PATH is a strategy (FILE.py, FILE.lua, FILE.wasm or a table FILE.csv) or a folder, of which all "
        "such files are taken, in folders within too. Strategies run in a sandbox; one that fails or "
        "contradicts itself is disqualified, and changes nothing for the others. Without --database nothing "
        "is kept. With it, the same command goes on where it was stopped. Examples:\n"
        "  alea contest hog submissions\n"
        "  alea contest hog submissions --database hog.db --html hog.html --csv hog.csv",
    .children = cli_help_options,
};

/* ---- what comes out ---- */

static int write_view(alea_status made, char *text, const char *path, const alea_error *failed)
{
    alea_error error;
    if (made != ALEA_OK) return cli_report(failed);
    alea_status status = alea_view_write(text, path, &error);
    alea_view_free(text);
    return status == ALEA_OK ? CLI_DONE : cli_report(&error);
}

typedef alea_status viewer(const alea_contest *, char **out, alea_error *);

static int write_files(const line *l, const alea_contest *contest)
{
    const struct {
        const char *path;
        viewer *make;
    } files[] = {{l->csv, alea_view_contest_csv},
                 {l->rates, alea_view_contest_rates_csv},
                 {l->html, alea_view_contest_html}};
    int status = CLI_DONE;
    for (size_t i = 0; i < sizeof files / sizeof *files && status == CLI_DONE; i++) {
        alea_error error;
        char *text = NULL;
        if (!files[i].path) continue;
        alea_status made = files[i].make(contest, &text, &error);
        status = write_view(made, text, files[i].path, &error);
    }
    return status;
}

static int print(const line *l, const alea_contest *contest, double seconds)
{
    alea_error error;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    alea_view_work work = {.seconds = seconds, .file = l->how.database};
    char *text = NULL;
    alea_status made = alea_view_contest(contest, &work, &view, &text, &error);
    return cli_show_view(made, text, &error);
}

static int finish(const line *l, const alea_contest *contest, double seconds)
{
    int status = contest->stopped ? CLI_DONE : write_files(l, contest);
    if (status == CLI_DONE) status = print(l, contest, seconds);
    if (status != CLI_DONE || !contest->stopped) return status;
    if (!l->how.database)
        return cli_complain(CLI_NO,
                            "stopped; nothing was kept. With --database FILE the work goes on next time.");
    return cli_complain(CLI_NO, "stopped; the same command goes on where it was.");
}

/* ---- the work ---- */

static int hold_contest(const line *l, const alea_game *game, alea_sandbox *sandbox)
{
    alea_error error;
    alea_contest *contest = NULL;
    alea_contest_options how = l->how;
    cli_progress progress;
    how.progress = cli_progress_start(&progress, "strategies and pairs");
    alea_status done = alea_contest_run(game, l->path, l->paths, sandbox, &how, &contest, &error);
    double seconds = cli_progress_end(&progress);
    int status = done == ALEA_OK ? finish(l, contest, seconds) : cli_report(&error);
    alea_contest_free(contest);
    return status;
}

/* Before long work whose result cannot be written, or would destroy what it is made of. */
static int check_files(const line *l)
{
    const cli_output files[] = {
        {"--database", l->how.database}, {"--csv", l->csv}, {"--rates", l->rates}, {"--html", l->html}};
    const size_t count = sizeof files / sizeof *files;
    const cli_inputs inputs = {l->game, l->path, l->paths};
    int status = cli_check_outputs(files, count, &inputs);
    for (size_t i = 1; status == CLI_DONE && i < count; i++) /* the database is opened first anyway */
        if (files[i].path) status = cli_check_writable(files[i].path);
    return status;
}

static int open_and_hold(const line *l)
{
    alea_error error;
    cli_lineup lineup = {0};
    int status = check_files(l);
    if (status == CLI_DONE && alea_game_open(l->game, &lineup.game, &error) != ALEA_OK)
        status = cli_report(&error);
    if (status == CLI_DONE && cli_open_sandbox((alea_sandbox_options){0}, &lineup.sandbox, &error) != ALEA_OK)
        status = cli_report(&error);
    if (status == CLI_DONE) status = hold_contest(l, lineup.game, lineup.sandbox);
    cli_lineup_close(&lineup);
    return status;
}

int cli_contest(int argc, char **argv)
{
    line l = {.path = calloc((size_t)argc + 1, sizeof *l.path)};
    if (!l.path) return cli_complain(CLI_FAILED, "there is not enough memory.");
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status == CLI_GO_ON) status = open_and_hold(&l);
    free(l.path);
    return status;
}
