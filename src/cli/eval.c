/* alea eval GAME BOT [BOT] */
#include "cli/exact.h"

#include <errno.h>
#include <unistd.h>

typedef struct line {
    const char *game, *objective;
    char *const *bot;
    unsigned bots;
    alea_solve_options how;
    alea_sandbox_options limits;
    bool json;
} line;

enum { FOR = 0x100, THREADS };

static const struct argp_option options[] = {
    {"for", FOR, "OBJECTIVE", 0, "win, money, score or turns (default: the first that the game has)", 1},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    {"threads", THREADS, "T", 0, "Threads (default: all cores)", 3},
    CLI_LIMIT_OPTIONS,
    {0},
};

static error_t check_line(const line *l, const struct argp_state *state)
{
    if (!l->game)
        argp_error(state, "GAME is missing: `alea games` lists the games");
    else if (l->bots == 0)
        argp_error(state, "bots are missing: two, or for a game of one player one");
    else if (l->bots > 2)
        argp_error(state, "exact results are for two players at most; `alea run` plays with more");
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
    case THREADS: return cli_parse_threads(state, value, &l->how.threads);
    case ARGP_KEY_ARGS: l->game = cli_take_words(state, &l->bot, &l->bots); return 0;
    case ARGP_KEY_END: return check_line(l, state);
    default: return cli_parse_limits(key, value, state, &l->limits);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME BOT [BOT]",
    .doc = "Tells the exact result of one bot against another, from both seats and on the mean; no game is "
           "played.\v"
           "Bots as for `alea run`, but only those whose decisions depend on nothing but the position, and "
           "random(p). "
           "Lua and WebAssembly bots are asked in every position, twice and in two orders, and refused when "
           "they "
           "contradict themselves. Examples:\n"
           "  alea eval pig optimal 'hold(25)'\n"
           "  alea eval pig-pen 'hold(20)' mine.lua --for money\n"
           "  alea eval 'pig-solitaire(turns=0)' 'hold(20)'",
    .children = cli_help_options,
};

static int show(const line *l, const cli_lineup *p, alea_objective objective, const alea_eval *result,
                double seconds)
{
    alea_error error;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    alea_view_match match = {.game = p->game,
                             .objective = objective,
                             .first = alea_bot_name(p->bot[0]),
                             .second = p->bots > 1 ? alea_bot_name(p->bot[1]) : NULL,
                             .seconds = seconds};
    char *text;
    alea_status made = alea_view_eval(&match, result, &view, &text, &error);
    return cli_show_view(made, text, &error);
}

static int evaluate(const line *l, const cli_lineup *p)
{
    alea_error error;
    alea_objective objective;
    alea_eval result;
    alea_solve_options how = l->how;
    cli_progress progress;
    int status = cli_choose_objective(p->game, l->objective, &objective);
    if (status != CLI_DONE) return status;
    how.memory = cli_usual_memory();
    how.progress = cli_progress_start(&progress, "positions asked");
    alea_status done = alea_evaluate(p->game, p->bot[0], p->bot[1], objective, &how, &result, &error);
    double seconds = cli_progress_end(&progress);
    return done == ALEA_OK ? show(l, p, objective, &result, seconds) : cli_report_work(&error);
}

int cli_eval(int argc, char **argv)
{
    line l = {0};
    cli_lineup lineup = {0};
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    status = cli_lineup_open(l.game, l.bot, l.bots, l.limits, &lineup);
    if (status == CLI_DONE) status = evaluate(&l, &lineup);
    cli_lineup_close(&lineup);
    return status;
}
