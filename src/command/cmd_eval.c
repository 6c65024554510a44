/* alea eval GAME BOT [BOT] */
#include "base/assert.h"
#include "command/command.h"

typedef struct eval_args {
    const char *game, *objective;
    cli_words bots;
    alea_solve_options how;
    alea_sandbox_options limits;
    cli_names pure;
    bool json;
} eval_args;

static const cli_option eval_options[] = {
    CLI_OBJECTIVE(eval_args),
    CLI_JSON(eval_args),
    CLI_THREADS(eval_args, how.threads, 3),
    CLI_STATES(3),
    CLI_PURE(eval_args, 3),
    CLI_FUEL(eval_args, 3),
    CLI_MEMORY(eval_args, 3),
    CLI_ISOLATION(eval_args, 3),
    {0},
};

static const cli_operand eval_operands[] = {
    CLI_GAME(eval_args),
    {"BOT is missing: give two bots, or one for a game with one player", CLI_WORDS(eval_args, bots)},
    {0},
};

static bool eval_check(void *args, const cli_call *call)
{
    const eval_args *a = args;
    if (a->bots.count <= 2) return true;
    return cli_misuse(call, CLI_TOO_MANY_BOTS);
}

/* Computes the exact result of the lineup's two bots, or of the only one, and prints it. */
static int eval_lineup(eval_args *a, const cli_lineup *lineup)
{
    alea_evaluation result;
    alea_view_match match = {.game = lineup->game,
                             .first = alea_bot_name(lineup->bot[0]),
                             .second = lineup->bots > 1 ? alea_bot_name(lineup->bot[1]) : NULL,
                             .objective = alea_game_objective(lineup->game)};
    ALEA_ASSERT(lineup->bots == alea_game_players(lineup->game) && lineup->bots <= 2);
    cli_view v = cli_view_start(a->json);
    a->how.progress = cli_begin_work("positions asked");
    alea_status done = alea_bot_evaluate(lineup->game, lineup->bot[0], lineup->bot[1], match.objective,
                                         &a->how, &result, &v.error);
    match.seconds = cli_end_work();
    if (done != ALEA_OK) return cli_report_work(&v.error);
    for (unsigned i = 0; i < lineup->bots; i++) match.purity[i] = alea_bot_purity(lineup->bot[i]);
    return cli_view_print(alea_view_evaluation(&match, &result, &v.how, &v.text, &v.error), &v);
}

/* With one bot in a game for two, asks for the other one. Whatever else is wrong is found when the game is opened. */
static int eval_check_opponent(const eval_args *a)
{
    alea_game *game;
    if (a->bots.count != 1 || alea_game_open(a->game, &game, NULL) != ALEA_OK) return CLI_DONE;
    const bool alone = alea_game_players(game) == 1;
    alea_game_free(game);
    if (alone) return CLI_DONE;
    const cli_shown shown = cli_show(a->game), bot = cli_show(a->bots.word[0]);
    return cli_complain(CLI_USAGE, CLI_AGAINST_WHOM, shown.text, bot.text, shown.text, bot.text);
}

static int eval_main(void *args)
{
    eval_args *a = args;
    cli_lineup lineup = {.pure = &a->pure, .objective = a->objective};
    a->limits.threads = a->how.threads;
    int status = eval_check_opponent(a);
    if (status == CLI_DONE) status = cli_lineup_open(a->game, a->bots, a->limits, &lineup);
    if (status == CLI_DONE) status = eval_lineup(a, &lineup);
    cli_lineup_close(&lineup);
    return status;
}

const cli_command cli_eval = {
    .name = "eval",
    .summary = "computes the exact result of one bot against another",
    .words = "GAME BOT [BOT]",
    .about = "Computes the exact result of one bot against another, from both seats and on average, without "
             "playing a game.\v"
             "Bots are named as for `alea run`. Their decisions must depend only on the position; random(p) "
             "is allowed too. Lua and WebAssembly bots are asked in every position, twice and in two orders; "
             "a bot that contradicts itself is refused. Examples:\n"
             "  alea eval pig optimal 'hold(25)'\n"
             "  alea eval pig-pen 'hold(20)' mine.lua --for money\n"
             "  alea eval 'pig-solitaire(turns=0)' 'hold(20)'",
    .options = eval_options,
    .operands = eval_operands,
    .size = sizeof(eval_args),
    .check = eval_check,
    .run = eval_main,
};
