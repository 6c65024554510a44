/* alea compare A B GAME */
#include "base/assert.h"
#include "command/command.h"

typedef struct compare_args {
    const char *a, *b, *game, *objective;
    alea_compare_options how;
    alea_sandbox_options limits;
    cli_names pure;
    bool json;
} compare_args;

static const cli_option compare_options[] = {
    CLI_RANKING(compare_args),
    {1, 'e', "elo", "ELO", CLI_NUMBER(compare_args, how.elo, 1000),
     "The smallest difference worth finding, in normalised Elo (default 5)"},
    {1, 0, "alpha", "P", CLI_NUMBER(compare_args, how.alpha, 1),
     "How often equal bots may be told apart (default 0.05)"},
    {1, 0, "beta", "P", CLI_NUMBER(compare_args, how.beta, 1),
     "How often bots that differ by ELO may be called equal (default 0.05)"},
    {1, 0, "most-games", "N", CLI_COUNT(compare_args, how.most_games, 2, 1000000000000),
     "Stop undecided after N games (default 1e7)"},
    {1, 's', "seed", "S", CLI_WHOLE(compare_args, how.seed, how.seed_given),
     "Seed of the dice (default 20251)"},
    CLI_JSON(compare_args),
    {2, 'o', "journal", "FILE", CLI_STORE(compare_args, how.journal),
     "Keep every result in FILE as it comes, and take from it what is there"},
    CLI_THREADS(compare_args, how.threads, 3),
    CLI_STATES(3),
    CLI_PURE(compare_args, 3),
    CLI_FUEL(compare_args, 3),
    CLI_MEMORY(compare_args, 3),
    CLI_MAX_SIZE(compare_args, 3, CLI_HELP_MAX_SIZE),
    CLI_ISOLATION(compare_args, 3),
    {0},
};

static const cli_operand compare_operands[] = {{CLI_COMPARE_FIRST, CLI_TEXT(compare_args, a)},
                                               {CLI_COMPARE_SECOND, CLI_TEXT(compare_args, b)},
                                               CLI_GAME(compare_args),
                                               {0}};

/* Compares the two bots of the lineup, and prints the answer. */
static int compare_lineup(compare_args *a, const cli_lineup *lineup)
{
    alea_compare_result result;
    cli_view v = cli_view_start(a->json);
    ALEA_ASSERT(lineup->bots == 2);
    a->how.memory = CLI_EXACT_MEMORY;
    a->how.progress = cli_begin_work("games");
    const alea_status status =
        alea_compare_play(lineup->game, lineup->bot[0], lineup->bot[1], &a->how, &result, &v.error);
    const double seconds = cli_end_work();
    if (status != ALEA_OK) return cli_report_work(&v.error);
    const int done = cli_view_print(alea_view_comparison(&result, seconds, &v.how, &v.text, &v.error), &v);
    if (done != CLI_DONE || !result.stopped) return done;
    return cli_complain(CLI_NO, a->how.journal ? CLI_TOURNAMENT_KEPT : CLI_TOURNAMENT_STOPPED);
}

/* Opens game and bots, compares them, and closes all. */
static int compare_main(void *args)
{
    compare_args *a = args;
    cli_lineup lineup = {.pure = &a->pure};
    const char *const bots[] = {a->a, a->b};
    a->limits.threads = a->how.threads;
    int status = cli_check_ranking(a->game, a->objective);
    if (status == CLI_DONE) status = cli_open_game_for(a->game, 2, &lineup.game);
    if (status == CLI_DONE) status = cli_play_for(lineup.game, a->objective);
    if (status == CLI_DONE) status = cli_lineup_add(&lineup, bots, 2, a->limits);
    if (status == CLI_DONE) status = compare_lineup(a, &lineup);
    cli_lineup_close(&lineup);
    return status;
}

const cli_command cli_compare = {
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
