/* alea run GAME BOT… */
#include "cli/watch.h"

#include <assert.h>
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

enum { MOST_THREADS = 1024 };
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
    uint64_t threads = 0;
    error_t failure = 0;
    switch (key) {
    case GAMES: return cli_parse_count(state, "--games", value, 1, most_games, &run->games);
    case RECORD_GAMES:
        return cli_parse_count(state, "--record-games", value, 1, most_games, &run->record_games);
    case SEED:
        run->seed_given = true;
        return cli_parse_count(state, "--seed", value, 0, INT64_MAX, &run->seed);
    case THREADS:
        failure = cli_parse_count(state, "--threads", value, 1, MOST_THREADS, &threads);
        run->threads = (unsigned)threads;
        return failure;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* GAME, then the bots: argp moves the options in front of them. */
static void take_arguments(line *l, const struct argp_state *state)
{
    l->game = state->argv[state->next];
    l->bot = state->argv + state->next + 1;
    l->bots = (unsigned)(state->argc - state->next - 1);
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
    case ARGP_KEY_ARGS: take_arguments(l, state); return 0;
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

/* The table at which everybody sits down. */
typedef struct party {
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *bot[ALEA_MAX_SEATS];
    unsigned bots;
} party;

static void leave(party *p)
{
    for (unsigned i = 0; i < p->bots; i++) alea_bot_free(p->bot[i]);
    cli_close_sandbox(p->sandbox);
    alea_game_free(p->game);
}

static int64_t parameter_bound(const alea_game *game, bool upper)
{
    for (size_t i = 0; i < alea_game_parameter_count(game); i++) {
        alea_parameter p = alea_game_parameter(game, i);
        if (strcmp(p.name, "players") == 0) return upper ? p.max : p.min;
    }
    return (int64_t)alea_game_players(game);
}

static const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

static int say_range(const alea_game *game, unsigned bots)
{
    char range[64];
    int64_t min = parameter_bound(game, false), max = parameter_bound(game, true);
    if (min == max)
        snprintf(range, sizeof range, "%" PRId64 " player%s", min, plural(min));
    else
        snprintf(range, sizeof range, "%" PRId64 " to %" PRId64 " players", min, max);
    return cli_complain(CLI_USAGE, "%s takes %s; %u bot%s given.", alea_game_name(game), range, bots,
                        bots == 1 ? " was" : "s were");
}

static int say_mismatch(const char *spec, const alea_game *game, unsigned bots)
{
    unsigned players = alea_game_players(game);
    return cli_complain(
        CLI_USAGE, "%s is for %u player%s, but %u bot%s given; without `players` the number of bots sets it.",
        cli_show(spec).text, players, plural(players), bots, bots == 1 ? " was" : "s were");
}

/* The number of bots is the number of players. A game that opens without it tells better than the library,
   which knows no bots here, what is wrong with that number. */
static int open_game(const line *l, party *p)
{
    alea_error error;
    if (alea_game_open_for(l->game, l->bots, &p->game, &error) == ALEA_OK) return CLI_DONE;
    bool about_players = error.status == ALEA_E_RANGE || error.status == ALEA_E_USAGE;
    alea_game *otherwise;
    if (!about_players || alea_game_open(l->game, &otherwise, NULL) != ALEA_OK) return cli_report(&error);
    int status = error.status == ALEA_E_RANGE ? say_range(otherwise, l->bots)
                                              : say_mismatch(l->game, otherwise, l->bots);
    alea_game_free(otherwise);
    return status;
}

static int open_bots(const line *l, party *p)
{
    alea_error error;
    assert(l->bots <= ALEA_MAX_SEATS);
    if (cli_open_sandbox(l->limits, &p->sandbox, &error) != ALEA_OK) return cli_report(&error);
    for (; p->bots < l->bots; p->bots++)
        if (alea_bot_open(p->game, l->bot[p->bots], p->sandbox, &p->bot[p->bots], &error) != ALEA_OK)
            return cli_report(&error);
    return CLI_DONE;
}

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

static int play(const line *l, const party *p)
{
    alea_error error;
    alea_run_result *result;
    alea_run_options run = l->run;
    cli_watch watch;
    run.progress = cli_watch_start(&watch, "games");
    alea_status status = alea_run(p->game, p->bot, p->bots, &run, &result, &error);
    double seconds = cli_watch_end(&watch);
    if (status != ALEA_OK) return cli_report(&error);
    int exit_status = print_result(l, result, seconds);
    alea_run_result_free(result);
    return exit_status;
}

int cli_run(int argc, char **argv)
{
    line l = {0};
    int status = cli_parse(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    party p = {0};
    status = open_game(&l, &p);
    if (status == CLI_DONE) status = open_bots(&l, &p);
    if (status == CLI_DONE) status = play(&l, &p);
    leave(&p);
    return status;
}
