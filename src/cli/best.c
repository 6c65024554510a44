/* alea best GAME BOT */
#include "cli/exact.h"

#include <errno.h>
#include <unistd.h>

typedef struct line {
    const char *game, *objective, *out;
    char *bot;
    alea_solve_options how;
    alea_sandbox_options limits;
    bool json;
} line;

enum { FOR = 0x100, OUT, THREADS };

static const struct argp_option options[] = {
    {"for", FOR, "OBJECTIVE", 0, "win, money, score or turns (default: the first that the game has)", 1},
    {"out", OUT, "FILE.h5", 0, "Keeps the reply in a table", 2},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    {"threads", THREADS, "T", 0, "Threads (default: all cores)", 3},
    CLI_LIMIT_OPTIONS,
    {0},
};

static error_t parse_argument(line *l, char *word)
{
    if (!l->game)
        l->game = word;
    else if (!l->bot)
        l->bot = word;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static error_t check_line(const line *l, const struct argp_state *state)
{
    if (!l->game)
        argp_error(state, "GAME is missing: `alea games` lists the games");
    else if (!l->bot)
        argp_error(state, "BOT is missing: the one to reply to");
    else
        return 0;
    return EINVAL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case FOR: l->objective = value; return 0;
    case OUT: l->out = value; return 0;
    case THREADS: return cli_parse_threads(state, value, &l->how.threads);
    case ARGP_KEY_ARG: return parse_argument(l, value);
    case ARGP_KEY_END: return check_line(l, state);
    default: return cli_parse_limits(key, value, state, &l->limits);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME BOT",
    .doc =
        "Finds the best reply to a bot, what it earns against it, and so how far the bot can be exploited.\v"
        "Bots as for `alea eval`. table:FILE.h5 is a bot that plays the reply. Examples:\n"
        "  alea best pig 'hold(20)'\n"
        "  alea best pig-pen keep-pace --for money --out reply.h5",
    .children = cli_help_options,
};

static int finish(const line *l, const alea_table *table, const alea_reply *reply, double seconds)
{
    alea_error error;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    alea_view_work work = {.seconds = seconds, .file = l->out};
    char *text;
    if (l->out && alea_table_write(table, l->out, &error) != ALEA_OK) return cli_report(&error);
    alea_status made = alea_view_reply(table, reply, &work, &view, &text, &error);
    return cli_show_view(made, text, &error);
}

static int reply_to(const line *l, const cli_lineup *p)
{
    alea_error error;
    alea_objective objective;
    alea_table *table = NULL;
    alea_reply reply;
    alea_solve_options how = l->how;
    cli_progress progress;
    int status = cli_choose_objective(p->game, l->objective, &objective);
    if (status == CLI_DONE && l->out) status = cli_check_writable(l->out);
    if (status != CLI_DONE) return status;
    how.memory = cli_usual_memory();
    how.progress = cli_progress_start(&progress, "positions");
    alea_status done = alea_best(p->game, p->bot[0], objective, &how, &table, &reply, &error);
    double seconds = cli_progress_end(&progress);
    status = done == ALEA_OK ? finish(l, table, &reply, seconds) : cli_report_work(&error);
    alea_table_free(table);
    return status;
}

int cli_best(int argc, char **argv)
{
    line l = {0};
    alea_error error;
    cli_lineup lineup = {0};
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    if (alea_game_open(l.game, &lineup.game, &error) != ALEA_OK) return cli_report(&error);
    status = cli_lineup_open_bots(&l.bot, 1, l.limits, &lineup);
    if (status == CLI_DONE) status = reply_to(&l, &lineup);
    cli_lineup_close(&lineup);
    return status;
}
