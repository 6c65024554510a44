/* alea bot check FILE */
#include "cli/exact.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
    .doc =
        "Says what a bot is and what it imports, whether it answers in every state of two players with "
        "scores from 0 to "
        "the goal + 100, whether it is deterministic and whether its answers depend on the past, and what "
        "a decision "
        "costs.\v"
        "FILE is a bot as `alea run` takes it. For more players, as in --game 'pig-pen(players=4)', a "
        "sample of the "
        "states is asked. The exit status is 1 when the bot fails in some state or is not deterministic.\n\n"
        "For games with contests, such as hog, a file (.py, .lua, .wasm or .csv) is judged as a contest "
        "judges "
        "it: whether it is valid and gives the same answers whenever it is asked, how long it takes, what it "
        "prints, and how often it wins against every number of dice. --fuel is then for all its answers, and "
        "the exit status is 1 when it would be disqualified.",
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

/* ---- as a contest judges ---- */

/* always(0), always(1), …: a table each, one after the other. */
static unsigned char *make_references(size_t pairs, uint32_t most)
{
    unsigned char *tables = malloc(pairs * (most + 1));
    for (uint32_t dice = 0; tables && dice <= most; dice++) memset(tables + pairs * dice, (int)dice, pairs);
    return tables;
}

static alea_status meet_references(const alea_game *game, const alea_strategy *strategy, alea_rates **out,
                                   alea_error *error)
{
    const size_t pairs = (size_t)strategy->side * strategy->side;
    unsigned char *references = make_references(pairs, strategy->most);
    alea_rates *rates = calloc(strategy->most + 1, sizeof *rates);
    alea_status status = ALEA_E_MEMORY;
    if (references && rates)
        status = alea_contest_rates(game, strategy->moves, references, strategy->most + 1, rates, error);
    else
        *error = (alea_error){.status = ALEA_E_MEMORY, .message = "There is not enough memory."};
    free(references);
    if (status == ALEA_OK)
        *out = rates;
    else
        free(rates);
    return status;
}

static int print_strategy(const line *l, const alea_game *game, const alea_strategy *strategy, double started)
{
    alea_error error;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    alea_rates *rates = NULL;
    char *text = NULL;
    if (strategy->ok && meet_references(game, strategy, &rates, &error) != ALEA_OK) return cli_report(&error);
    alea_view_strategy_facts facts = {.game = alea_game_spec(game),
                                      .rate = rates,
                                      .rates = strategy->most + 1,
                                      .seconds = cli_seconds() - started};
    alea_status made = alea_view_strategy(strategy, &facts, &view, &text, &error);
    free(rates);
    int status = cli_show_view(made, text, &error);
    return status == CLI_DONE && !strategy->ok ? CLI_NO : status;
}

static int judge(const line *l, const alea_game *game, alea_sandbox *sandbox)
{
    alea_error error;
    alea_strategy *strategy;
    double started = cli_seconds();
    alea_contest_options how = {.fuel = l->limits.fuel};
    if (alea_contest_judge(game, l->bot, sandbox, &how, &strategy, &error) != ALEA_OK)
        return cli_report(&error);
    bool unread = !strategy->ok && strcmp(strategy->what, "file") == 0;
    int status = unread ? cli_complain(CLI_USAGE, "%s: %s", cli_show(l->bot).text, strategy->reason)
                        : print_strategy(l, game, strategy, started);
    alea_strategy_free(strategy);
    return status;
}

static bool is_an_entry(const char *path, const alea_game *game)
{
    const char *dot = strrchr(path, '.');
    return alea_contest_shape(game, NULL, NULL) && dot && strncmp(path, "table:", 6) != 0 &&
           (strcasecmp(dot, ".py") == 0 || strcasecmp(dot, ".lua") == 0 || strcasecmp(dot, ".wasm") == 0 ||
            strcasecmp(dot, ".csv") == 0);
}

/* ---- as a bot ---- */

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
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    alea_error error;
    alea_game *game;
    alea_sandbox *sandbox;
    if (alea_game_open(l.game, &game, &error) != ALEA_OK) return cli_report(&error);
    bool entry = is_an_entry(l.bot, game);
    alea_sandbox_options limits = l.limits;
    if (entry) limits.fuel = 0; /* it is for all answers */
    if (cli_open_sandbox(limits, &sandbox, &error) == ALEA_OK) {
        status = entry ? judge(&l, game, sandbox) : check(&l, game, sandbox);
        cli_close_sandbox(sandbox);
    } else {
        status = cli_report(&error);
    }
    alea_game_free(game);
    return status;
}
