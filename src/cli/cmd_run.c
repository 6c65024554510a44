/* alea run GAME BOT… */
#include "base/assert.h"
#include "cli/progress.h"

#include <inttypes.h>

typedef struct run_args {
    const char *game;
    cli_words bots;
    alea_run_options run;
    alea_sandbox_options limits;
    bool json;
} run_args;

static const cli_choice run_seats[] = {{"rotate", ALEA_ROTATE}, {"fixed", ALEA_FIXED}, {0}};
static const cli_choice run_paths[] = {
    {"auto", ALEA_PATH_AUTO}, {"block", ALEA_PATH_BLOCK}, {"step", ALEA_PATH_STEP}, {0}};

static const cli_option run_options[] = {
    {1, 'n', "games", "N", CLI_COUNT(run_args, run.games, 1, 1000000000000),
     "Number of games (default 1e6, at most 1e12)"},
    {1, 's', "seed", "S", CLI_WHOLE(run_args, run.seed, run.seed_given),
     "Seed of the dice (default 20251); the same seed gives the same games"},
    {1, 0, "seats", "HOW", CLI_CHOICE(run_args, run.seats, run_seats),
     "rotate: bots change seats from game to game (the default); fixed: bots keep the order given"},
    CLI_JSON(run_args),
    {2, 'o', "record", "FILE", CLI_TEXT(run_args, run.record),
     "Record the first games in FILE, one JSON object per line"},
    {2, 0, "record-games", "K", CLI_COUNT(run_args, run.record_games, 1, 1000000000000),
     "Number of games to record (default 1000)"},
    CLI_THREADS(run_args, run.threads, 3),
    {3, 0, "path", "PATH", CLI_CHOICE(run_args, run.path, run_paths),
     "auto (the default), block (whole blocks of games at once) or step (one decision at a time); changes no "
     "result"},
    CLI_FUEL(run_args, 3),
    CLI_MEMORY(run_args, 3),
    CLI_MAX_SIZE(run_args, 3, CLI_HELP_MAX_SIZE),
    CLI_ISOLATION(run_args, 3),
    {0},
};

static const cli_operand run_operands[] = {CLI_GAME(run_args), {NULL, CLI_WORDS(run_args, bots)}, {0}};

static bool run_check(void *args, const struct argp_state *state)
{
    const run_args *a = args;
    if (a->bots.count == 0) return cli_misuse(state, CLI_BOTS_MISSING, cli_show(a->game).text);
    if (a->run.record_games && !a->run.record) return cli_misuse(state, CLI_NEEDS_RECORD);
    return true;
}

static int run_print(const run_args *a, const alea_run_result *result, double seconds)
{
    cli_view v = cli_view_start(a->json);
    int status = cli_view_print(alea_view_run(result, seconds, &v.how, &v.text, &v.error), &v);
    ALEA_ASSERT(result->stopped ? result->games <= result->asked : result->games == result->asked);
    if (status != CLI_DONE || !result->stopped) return status;
    return cli_complain(CLI_NO, CLI_STOPPED_AFTER, result->games, result->asked);
}

/* Plays the games and prints the standings, those of an interrupted run as well. */
static int run_main(void *args)
{
    run_args *a = args;
    alea_error error;
    alea_run_result *result;
    cli_progress progress;
    cli_lineup lineup = {0};
    a->limits.threads = a->run.threads;
    int status = cli_lineup_open(a->game, a->bots, a->limits, &lineup);
    if (status == CLI_DONE) {
        a->run.progress = cli_progress_start(&progress, "games");
        alea_status played = alea_run_match(lineup.game, lineup.bot, lineup.bots, &a->run, &result, &error);
        double seconds = cli_progress_end(&progress);
        status = played == ALEA_OK ? run_print(a, result, seconds) : cli_report(&error);
        if (played == ALEA_OK) alea_run_result_free(result);
    }
    cli_lineup_close(&lineup);
    return status;
}

const cli_command cli_run = {
    .name = "run",
    .summary = "plays many games between bots and prints the standings",
    .words = "GAME BOT...",
    .about = "Plays many games between bots and prints the standings.\v"
             "Give one BOT for each player: a built-in bot such as 'hold(25)', a table such as "
             "table:mine.csv, a Lua file or a WebAssembly file. `alea bot list` lists the built-in bots, "
             "`alea games` the games.\n\n"
             "Ctrl-C stops the run and prints the games played so far.",
    .options = run_options,
    .operands = run_operands,
    .size = sizeof(run_args),
    .check = run_check,
    .run = run_main,
};
