/* alea eval GAME BOT [BOT] */
#include "base/assert.h"
#include "command/command.h"

typedef struct eval_args {
    const char *game, *objective;
    cmd_words bots;
    alea_solve_options how;
    alea_sandbox_options limits;
    cmd_names pure;
    bool json;
} eval_args;

static const cmd_option eval_options[] = {
    CMD_OBJECTIVE(eval_args),
    CMD_JSON(eval_args),
    CMD_THREADS(eval_args, how.threads, 3),
    CMD_STATES(3),
    CMD_LIMITS(eval_args, 3),
    {0},
};

static const cmd_operand eval_operands[] = {
    CMD_GAME(eval_args),
    {"BOT is missing: give two bots, or one for a game with one player", CMD_WORDS(eval_args, bots)},
    {0},
};

static bool eval_check(void *args, const cmd_call *call)
{
    const eval_args *a = args;
    if (a->bots.count <= 2) return true;
    return cmd_misuse(call, CMD_TOO_MANY_BOTS);
}

/* Computes the exact result of the lineup's two bots, or of the only one, and prints it. */
static int eval_lineup(eval_args *a, const cmd_lineup *lineup)
{
    alea_evaluation result;
    alea_view_match match = {.game = lineup->game,
                             .first = alea_bot_name(lineup->bot[0]),
                             .second = lineup->bots > 1 ? alea_bot_name(lineup->bot[1]) : NULL,
                             .objective = alea_game_objective(lineup->game)};
    ALEA_ASSERT(lineup->bots == alea_game_players(lineup->game) && lineup->bots <= 2);
    cmd_view v = cmd_view_start(a->json);
    a->how.progress = cmd_begin_work("positions asked");
    alea_status done = alea_bot_evaluate(lineup->game, lineup->bot[0], lineup->bot[1], match.objective,
                                         &a->how, &result, &v.error);
    match.seconds = cmd_end_work();
    if (done != ALEA_OK) return cmd_report_work(&v.error);
    for (unsigned i = 0; i < lineup->bots; i++) match.purity[i] = alea_bot_purity(lineup->bot[i]);
    return cmd_view_print(alea_view_evaluation(&match, &result, &v.how, &v.text, &v.error), &v);
}

/* Asks for the opponent if a game for two has only one bot. Other errors are found when the game is opened. */
static int eval_check_opponent(const eval_args *a)
{
    alea_game *game;
    if (a->bots.count != 1 || alea_game_open(a->game, &game, NULL) != ALEA_OK) return CMD_DONE;
    const bool alone = alea_game_players(game) == 1;
    alea_game_free(game);
    if (alone) return CMD_DONE;
    const cmd_shown shown = cmd_show(a->game), bot = cmd_show(a->bots.word[0]);
    return cmd_complain(CMD_USAGE, CMD_AGAINST_WHOM, shown.text, bot.text, shown.text, bot.text);
}

static int eval_main(void *args)
{
    eval_args *a = args;
    cmd_lineup lineup = {.pure = &a->pure, .objective = a->objective};
    a->limits.threads = a->how.threads;
    int status = eval_check_opponent(a);
    if (status == CMD_DONE) status = cmd_lineup_open(a->game, a->bots, a->limits, &lineup);
    if (status == CMD_DONE) status = eval_lineup(a, &lineup);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_eval = {
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
