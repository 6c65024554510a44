/* alea run GAME BOT… */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct line {
    const char *game;
    char *const *bot;
    unsigned bots;
    alea_run_options run;
    alea_sandbox_options limits;
    bool json;
} line;

enum { GAMES = 0x100, SEED, SEATS, THREADS, PATH, RECORD, RECORD_GAMES };

static const struct argp_option options[] = {
    {"games", GAMES, "N", 0, "Games to play (default 1e6, at most 1e12)", 1},
    {"seed", SEED, "S", 0, "Where the dice start (default 20251): the same seed, the same games", 1},
    {"seats", SEATS, "HOW", 0, "rotate: everybody sits everywhere (the default); fixed: in the order given",
     1},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    {"record", RECORD, "FILE", 0, "Writes the first games down, a line of JSON for each event", 2},
    {"record-games", RECORD_GAMES, "K", 0, "How many games to write down (default 1000)", 2},
    {"threads", THREADS, "T", 0, "Threads (default: all cores)", 3},
    {"path", PATH, "PATH", 0, "auto, block (whole blocks of games at once) or step (one decision at a time)",
     3},
    CLI_LIMIT_OPTIONS,
    {0},
};

static const char *const seats_names[] = {[ALEA_ROTATE] = "rotate", [ALEA_FIXED] = "fixed", NULL};
static const char *const path_names[] = {
    [ALEA_PATH_AUTO] = "auto", [ALEA_PATH_BLOCK] = "block", [ALEA_PATH_STEP] = "step", NULL};

static const uint64_t most_games = UINT64_C(1000000000000);

static error_t parse_choices(int key, const char *value, const struct argp_state *state,
                             alea_run_options *run)
{
    int choice = 0;
    error_t failure = key == SEATS ? cli_parse_choice(state, "--seats", value, seats_names, &choice)
                                   : cli_parse_choice(state, "--path", value, path_names, &choice);
    if (failure) return failure;
    if (key == SEATS)
        run->seats = (alea_seats)choice;
    else
        run->path = (alea_path)choice;
    return 0;
}

static error_t parse_numbers(int key, const char *value, const struct argp_state *state,
                             alea_run_options *run)
{
    switch (key) {
    case GAMES: return cli_parse_count(state, "--games", value, 1, most_games, &run->games);
    case RECORD_GAMES:
        return cli_parse_count(state, "--record-games", value, 1, most_games, &run->record_games);
    case SEED:
        run->seed_given = true;
        return cli_parse_count(state, "--seed", value, 0, INT64_MAX, &run->seed);
    case THREADS: return cli_parse_threads(state, value, &run->threads);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static error_t check_line(const line *l, const struct argp_state *state)
{
    if (!l->game)
        argp_error(state, "GAME is missing: `alea games` lists the games");
    else if (l->bots == 0)
        argp_error(state, "bots are missing: one for each player, `alea bot list %s` lists some",
                   cli_show(l->game).text);
    else if (l->run.record_games && !l->run.record)
        argp_error(state, "--record-games needs --record FILE");
    else
        return 0;
    return EINVAL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case RECORD: l->run.record = value; return 0;
    case SEATS:
    case PATH: return parse_choices(key, value, state, &l->run);
    case CLI_KEY_FUEL:
    case CLI_KEY_MEMORY: return cli_parse_limits(key, value, state, &l->limits);
    case ARGP_KEY_ARGS: l->game = cli_take_words(state, &l->bot, &l->bots); return 0;
    case ARGP_KEY_END: return check_line(l, state);
    default: return parse_numbers(key, value, state, &l->run);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME BOT...",
    .doc = "Plays many games between bots and prints the standings.\v"
           "One BOT for each player: a built-in one such as 'hold(25)', a table such as table:mine.csv, a "
           "Lua file or a "
           "WebAssembly file. `alea bot list` tells the built-in ones, `alea games` the games.\n\n"
           "Ctrl-C stops and prints what has been played so far.",
    .children = cli_help_options,
};

static int print_result(const line *l, const alea_run_result *result, double seconds)
{
    alea_error error;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    char *text;
    if (alea_view_run(result, seconds, &view, &text, &error) != ALEA_OK) return cli_report(&error);
    int status = cli_print(text);
    if (status != CLI_DONE || !result->stopped) return status;
    return cli_complain(CLI_NO, "stopped after %" PRIu64 " of %" PRIu64 " games.", result->games,
                        result->asked);
}

static int play(const line *l, const cli_lineup *p)
{
    alea_error error;
    alea_run_result *result;
    alea_run_options run = l->run;
    cli_progress progress;
    run.progress = cli_progress_start(&progress, "games");
    alea_status status = alea_run(p->game, p->bot, p->bots, &run, &result, &error);
    double seconds = cli_progress_end(&progress);
    if (status != ALEA_OK) return cli_report(&error);
    int exit_status = print_result(l, result, seconds);
    alea_run_result_free(result);
    return exit_status;
}

int cli_run(int argc, char **argv)
{
    line l = {0};
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    cli_lineup lineup = {0};
    status = cli_lineup_open(l.game, l.bot, l.bots, l.limits, &lineup);
    if (status == CLI_DONE) status = play(&l, &lineup);
    cli_lineup_close(&lineup);
    return status;
}
