/* alea bot check FILE */
#include "cli/cli.h"

#include <time.h>
#include <unistd.h>

typedef struct line {
    const char *bot;
    const char *game;
    uint64_t seed;
    alea_sandbox_options limits;
    bool json;
} line;

enum { GAME = 0x100, SEED };

static const struct argp_option options[] = {
    {"game", GAME, "GAME", 0, "The game that it plays (default pig-pen)", 1},
    {"seed", SEED, "S", 0, "For its randomness, and for the sample where one is taken (default 20251)", 1},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    CLI_LIMIT_OPTIONS,
    {0},
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case GAME: l->game = value; return 0;
    case SEED: return cli_parse_count(state, "--seed", value, 0, INT64_MAX, &l->seed);
    case ARGP_KEY_ARG:
        if (l->bot) return ARGP_ERR_UNKNOWN;
        l->bot = value;
        return 0;
    case ARGP_KEY_NO_ARGS: argp_error(state, "FILE is missing: the bot to check"); return EINVAL;
    default: return cli_parse_limits(key, value, state, &l->limits);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Says what a bot is and what it imports, whether it answers in every state of two players with "
           "scores from 0 to "
           "the goal + 100, whether it is deterministic and whether its answers depend on the past, and what "
           "a decision "
           "costs.\v"
           "FILE is a bot as `alea run` takes it. For more players, as in --game 'pig-pen(players=4)', a "
           "sample of the "
           "states is asked. The exit status is 1 when the bot fails in some state or is not deterministic.",
    .children = cli_help_options,
};

static uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int print_report(const line *l, const alea_game *game, const alea_bot_report *report)
{
    alea_error error;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    char *text;
    if (alea_view_report(l->bot, alea_game_spec(game), report, &view, &text, &error) != ALEA_OK)
        return cli_report(&error);
    int status = cli_print(text);
    if (status != CLI_DONE) return status;
    return report->answers_all && report->deterministic ? CLI_DONE : CLI_NO;
}

static int check(const line *l, const alea_game *game, alea_sandbox *sandbox)
{
    alea_error error;
    alea_bot *bot;
    alea_bot_report *report;
    if (alea_bot_open(game, l->bot, sandbox, &bot, &error) != ALEA_OK) return cli_report(&error);
    alea_status status = alea_bot_check(bot, l->seed, nanoseconds, &report, &error);
    int exit_status = status == ALEA_OK ? print_report(l, game, report) : cli_report(&error);
    if (status == ALEA_OK) alea_bot_report_free(report);
    alea_bot_free(bot);
    return exit_status;
}

int cli_bot_check(int argc, char **argv)
{
    line l = {.game = "pig-pen", .seed = ALEA_DEFAULT_SEED};
    int status = cli_parse(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    alea_error error;
    alea_game *game;
    alea_sandbox *sandbox;
    if (alea_game_open(l.game, &game, &error) != ALEA_OK) return cli_report(&error);
    if (cli_open_sandbox(l.limits, &sandbox, &error) == ALEA_OK) {
        status = check(&l, game, sandbox);
        cli_close_sandbox(sandbox);
    } else {
        status = cli_report(&error);
    }
    alea_game_free(game);
    return status;
}
