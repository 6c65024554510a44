/* alea compare A B GAME */
#include "base/assert.h"
#include "command/command.h"

typedef struct compare_args {
    const char *a, *b, *game, *objective;
    alea_compare_options how;
    alea_sandbox_options limits;
    cmd_names pure;
    bool json;
} compare_args;

static const cmd_option compare_options[] = {
    CMD_RANKING(compare_args),
    {1, 'e', "elo", "ELO", CMD_NUMBER(compare_args, how.elo, 1000),
     "The smallest difference worth finding, in normalised Elo (default 5)"},
    {1, 0, "alpha", "P", CMD_NUMBER(compare_args, how.alpha, 1),
     "How often equal bots may be told apart (default 0.05)"},
    {1, 0, "beta", "P", CMD_NUMBER(compare_args, how.beta, 1),
     "How often bots that differ by ELO may be called equal (default 0.05)"},
    {1, 0, "most-games", "N", CMD_COUNT(compare_args, how.most_games, 2, 1000000000000),
     "Stop undecided after N games (default 1e7)"},
    {1, 's', "seed", "S", CMD_WHOLE(compare_args, how.seed, how.seed_given),
     "Seed of the dice (default 20251)"},
    CMD_JSON(compare_args),
    {2, 'o', "journal", "FILE", CMD_STORE(compare_args, how.journal),
     "Keep every result in FILE as it comes, and take from it what is there"},
    CMD_THREADS(compare_args, how.threads, 3),
    CMD_STATES(3),
    CMD_LIMITS_OF_FILES(compare_args, 3),
    {0},
};

static const cmd_operand compare_operands[] = {{CMD_COMPARE_FIRST, CMD_TEXT(compare_args, a)},
                                               {CMD_COMPARE_SECOND, CMD_TEXT(compare_args, b)},
                                               CMD_GAME(compare_args),
                                               {0}};

/* Compares the two bots of the lineup, and prints the answer. */
static int compare_lineup(compare_args *a, const cmd_lineup *lineup)
{
    alea_compare_result result;
    cmd_view v = cmd_view_start(a->json);
    ALEA_ASSERT(lineup->bots == 2);
    a->how.memory = CMD_EXACT_MEMORY;
    a->how.progress = cmd_begin_work("games");
    const alea_status status =
        alea_compare_play(lineup->game, lineup->bot[0], lineup->bot[1], &a->how, &result, &v.error);
    const double seconds = cmd_end_work();
    if (status != ALEA_OK) return cmd_report_work(&v.error);
    const int done = cmd_view_print(alea_view_comparison(&result, seconds, &v.how, &v.text, &v.error), &v);
    if (done != CMD_DONE || !result.stopped) return done;
    return cmd_complain(CMD_NO, a->how.journal ? CMD_TOURNAMENT_KEPT : CMD_TOURNAMENT_STOPPED);
}

/* Opens game and bots, compares them, and closes all. */
static int compare_main(void *args)
{
    compare_args *a = args;
    cmd_lineup lineup = {.pure = &a->pure};
    const char *const bots[] = {a->a, a->b};
    a->limits.threads = a->how.threads;
    int status = cmd_check_ranking(a->game, a->objective);
    if (status == CMD_DONE) status = cmd_open_game_for(a->game, 2, &lineup.game);
    if (status == CMD_DONE) status = cmd_play_for(lineup.game, a->objective);
    if (status == CMD_DONE) status = cmd_lineup_add(&lineup, bots, 2, a->limits);
    if (status == CMD_DONE) status = compare_lineup(a, &lineup);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_compare = {
    .name = "compare",
    .summary = "says whether one bot is better than another",
    .words = "A B GAME",
    .about = "Says whether bot A is better than bot B: wins more often, or earns more where the game is "
             "played for "
             "money.\v"
             "Two bots that decide by the position alone are compared exactly. Others play pairs of games "
             "with the same "
             "dice and changed seats, until a sequential test knows which is better, or that they are closer "
             "than --elo. "
             "Normalised Elo measures a difference in standard deviations of a game: 347 are one. Examples:\n"
             "  alea compare 'hold(20)' 'hold(25)' pig\n"
             "  alea compare new.wasm old.wasm pig-pen --elo 2",
    .options = compare_options,
    .operands = compare_operands,
    .size = sizeof(compare_args),
    .run = compare_main,
};
