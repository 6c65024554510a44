/* alea bot freeze BOT --out FILE */
#include "command/command.h"

#include <stdio.h>
#include <sys/stat.h>

typedef struct freeze_args {
    const char *game, *bot, *out;
    alea_sandbox_options limits;
    cmd_names pure;
} freeze_args;

static const cmd_option freeze_options[] = {
    {1, 'o', "out", "FILE", CMD_OUTPUT(freeze_args, out),
     "Write the table to FILE.h5, or to FILE.csv for a bot that holds from some turn total on; FILE.npy gets "
     "the array roll[i][j][k]"},
    {1, 0, "game", "GAME", CMD_TEXT(freeze_args, game), "Game that the bot plays (default pig-pen)"},
    CMD_LIMITS(freeze_args, 1),
    CMD_STATES(1),
    {0},
};

static const cmd_operand freeze_operands[] = {
    {"BOT is missing: the bot to freeze", CMD_TEXT(freeze_args, bot)}, {0}};

static bool freeze_check(void *args, const cmd_call *call)
{
    const freeze_args *a = args;
    return a->out || cmd_misuse(call, CMD_OUT_MISSING);
}

/* Freezes the bot to --out and prints the size of a regular file. */
static int freeze_bot(const freeze_args *a, alea_bot *bot)
{
    alea_error error;
    struct stat file;
    const alea_solve_options how = {.progress = cmd_begin_work("positions asked")};
    alea_status frozen = alea_bot_freeze(bot, &how, a->out, &error);
    cmd_end_work();
    if (frozen != ALEA_OK) return cmd_report_work(&error);
    if (stat(a->out, &file) == 0 && S_ISREG(file.st_mode))
        printf("%s: %lld bytes\n", cmd_show(a->out).text, (long long)file.st_size);
    return CMD_DONE;
}

static int freeze_main(void *args)
{
    freeze_args *a = args;
    cmd_lineup lineup = {.pure = &a->pure};
    int status = cmd_open_game(a->game, &lineup.game);
    if (status == CMD_DONE) status = cmd_lineup_add(&lineup, &a->bot, 1, a->limits);
    if (status == CMD_DONE) status = freeze_bot(a, lineup.bot[0]);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_bot_freeze = {
    .name = "freeze",
    .summary = "writes a bot's answers as a table",
    .words = "BOT",
    .about = "Asks a bot in every two-player position and writes its answers as a table. The table plays "
             "exactly like the bot, but needs neither the bot's program nor a sandbox.\v"
             "BOT is any bot that `alea run` accepts. A bot whose answers depend on earlier questions or on "
             "chance is refused; the message names the position. The bot table:FILE plays by the table. "
             "Examples:\n"
             "  alea bot freeze mine.lua --out mine.h5\n"
             "  alea bot freeze optimal --game pig --out optimal.h5\n"
             "  alea bot freeze optimal --game pig --out roll.npy",
    .options = freeze_options,
    .operands = freeze_operands,
    .size = sizeof(freeze_args),
    .defaults = &(const freeze_args){.game = "pig-pen"},
    .check = freeze_check,
    .run = freeze_main,
};
