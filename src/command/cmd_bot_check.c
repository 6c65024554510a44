/* alea bot check FILE */
#include "command/command.h"
#include "command/contest_files.h"
#include "command/find_game.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct check_args {
    const char *bot, *game;
    const char *found_by; /* what showed the game, if it was not given */
    uint64_t seed;
    alea_sandbox_options limits;
    cmd_names pure;
    bool json;
} check_args;

static const cmd_option check_options[] = {
    {1, 0, "game", "GAME", CMD_TEXT(check_args, game),
     "Game that the bot plays (default: the one that its file is for, else pig-pen)"},
    {1, 's', "seed", "S", CMD_COUNT(check_args, seed, 0, INT64_MAX),
     "Seed of the bot's random numbers, and of the sample of states (default 20251)"},
    CMD_JSON(check_args),
    CMD_PURE(check_args, 2),
    CMD_STATES(2),
    CMD_FUEL(check_args, 2),
    CMD_MEMORY(check_args, 2),
    CMD_MAX_SIZE(check_args, 2, CMD_HELP_MAX_SIZE),
    CMD_ISOLATION(check_args, 2),
    {0},
};

static const cmd_operand check_operands[] = {{"FILE is missing: the bot to check", CMD_TEXT(check_args, bot)},
                                             {0}};

/* Nanoseconds of processor time of this process. A busy machine does not change it. */
static uint64_t check_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- as a contest judges ---- */

static double check_seconds(alea_sandbox *sandbox)
{
    return 1e-9 * (double)(check_nanoseconds() + alea_sandbox_spent(sandbox));
}

/* How often the strategy wins against always(0), always(1), …, each of them a table; freed by the caller. */
static alea_status check_against_references(const alea_game *game, const alea_strategy *strategy,
                                            alea_rates **out, alea_error *error)
{
    const size_t pairs = (size_t)strategy->side * strategy->side;
    const uint32_t count = strategy->most + 1;
    unsigned char *references = malloc(pairs * count);
    alea_rates *rates = calloc(count, sizeof *rates);
    alea_status status = ALEA_E_MEMORY;
    if (references && rates) {
        for (uint32_t dice = 0; dice < count; dice++) memset(references + pairs * dice, (int)dice, pairs);
        status = alea_contest_rates(game, strategy->moves, references, count, rates, error);
    } else {
        *error = (alea_error){.status = ALEA_E_MEMORY, .message = CMD_NO_MEMORY};
    }
    free(references);
    if (status == ALEA_OK)
        *out = rates;
    else
        free(rates);
    return status;
}

/* Prints the report of a judged strategy, with its exact rates if it is valid. `asking`: seconds of processor time. CMD_NO if a contest
   would disqualify it. */
static int check_print_strategy(const check_args *a, const alea_game *game, const alea_strategy *strategy,
                                double started, double asking)
{
    cmd_view v = cmd_view_start(a->json);
    alea_rates *rates = NULL;
    if (strategy->ok && check_against_references(game, strategy, &rates, &v.error) != ALEA_OK)
        return cmd_report(&v.error);
    alea_view_strategy_facts facts = {.game = alea_game_spec(game),
                                      .found_by = a->found_by,
                                      .rate = rates,
                                      .rates = strategy->most + 1,
                                      .seconds = cmd_seconds() - started,
                                      .judged = asking};
    int status = cmd_view_print(alea_view_strategy(strategy, &facts, &v.how, &v.text, &v.error), &v);
    free(rates);
    return status == CMD_DONE && !strategy->ok ? CMD_NO : status;
}

/* Judges the file as a contest does. A file that cannot be read is bad input, not a verdict. */
static int check_entry(const check_args *a, const cmd_lineup *lineup)
{
    alea_error error;
    alea_strategy *strategy;
    const double started = cmd_seconds(), before = check_seconds(lineup->sandbox);
    const alea_contest_options how = {
        .size = sizeof how, .fuel = a->limits.fuel, .progress = cmd_begin_work("answers")};
    const alea_status judged =
        alea_contest_judge(lineup->game, a->bot, lineup->sandbox, &how, &strategy, &error);
    cmd_end_work();
    if (judged != ALEA_OK) return cmd_report_work(&error);
    const double asking = check_seconds(lineup->sandbox) - before;
    bool unread = !strategy->ok && strcmp(strategy->what, "file") == 0;
    int status = unread ? cmd_complain(CMD_USAGE, "%s: %s", cmd_show(a->bot).text, strategy->reason)
                        : check_print_strategy(a, lineup->game, strategy, started, asking);
    alea_strategy_free(strategy);
    return status;
}

/* ---- as a bot ---- */

/* Checks the bot and prints the report. Returns CMD_NO if it fails somewhere or its answers vary. */
static int check_bot(const check_args *a, const cmd_lineup *lineup)
{
    alea_bot_report *report;
    cmd_view v = cmd_view_start(a->json);
    const alea_check_options how = {.size = sizeof how,
                                    .seed = a->seed,
                                    .clock = check_nanoseconds,
                                    .progress = cmd_begin_work("decisions")};
    const alea_status checked = alea_bot_check(lineup->bot[0], &how, &report, &v.error);
    cmd_end_work();
    if (checked != ALEA_OK) return cmd_report_work(&v.error);
    int status = cmd_view_print(alea_view_report(alea_bot_name(lineup->bot[0]), alea_game_spec(lineup->game),
                                                 report, &v.how, &v.text, &v.error),
                                &v);
    if (status == CMD_DONE && !(report->answers_all && report->deterministic)) status = CMD_NO;
    alea_bot_report_free(report);
    return status;
}

/* A file that a contest of the game would accept is judged as its entry; anything else is checked as a bot. */
static int check_main(void *args)
{
    check_args *a = args;
    cmd_lineup lineup = {.pure = &a->pure};
    alea_sandbox_options limits = a->limits;
    if (!a->game) {
        const cmd_found_game found = cmd_find_game(a->bot);
        a->game = found.game;
        a->found_by = found.because;
    }
    int status = cmd_open_game(a->game, &lineup.game);
    if (status != CMD_DONE) return status;
    bool entry = alea_contest_shape(lineup.game, NULL, NULL) && cmd_is_strategy(a->bot) &&
                 !cmd_is_command(a->bot) && strncmp(a->bot, "table:", strlen("table:")) != 0;
    if (entry) limits.fuel = 0; /* it is for all answers */
    if (entry && a->pure.count > 0) status = cmd_complain(CMD_USAGE, CMD_PURE_STRATEGY);
    if (status == CMD_DONE) status = cmd_lineup_add(&lineup, &a->bot, entry ? 0 : 1, limits);
    if (status == CMD_DONE) status = entry ? check_entry(a, &lineup) : check_bot(a, &lineup);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_bot_check = {
    .name = "check",
    .summary = "asks a bot in every state and reports how it answers",
    .words = "FILE",
    .about = "Reports what a bot is and what it imports, whether it answers in every two-player state with "
             "scores from 0 to the goal + 100, whether it is deterministic, whether its answers depend on "
             "earlier questions, and what a decision costs.\v"
             "FILE is any bot that `alea run` accepts. The game is the one that the file is for: hog if it "
             "defines final_strategy, for example. --game names another. With more players, as in --game "
             "'pig-pen(players=4)', the bot is asked in a sample of the states. The exit status is 1 if the "
             "bot fails in some state or is not deterministic.\n\n"
             "For games with contests, such as hog, a file (.py, .lua, .wasm or .csv) is judged as in a "
             "contest: whether it is valid and always gives the same answers, how much of its fuel it uses, "
             "what it prints, and how often it wins against each fixed number of dice. --fuel then covers "
             "all its answers together, and the exit status is 1 if a contest would disqualify it.",
    .options = check_options,
    .operands = check_operands,
    .size = sizeof(check_args),
    .defaults = &(const check_args){.seed = ALEA_DEFAULT_SEED},
    .run = check_main,
};
