/* alea bot list [GAME] */
#include "command/command.h"

typedef struct list_args {
    const char *game;
    bool json;
} list_args;

static const cmd_option list_options[] = {CMD_JSON(list_args), CMD_STATES(3), {0}};
static const cmd_operand list_operands[] = {{NULL, CMD_TEXT(list_args, game)}, {0}};

static int list_main(void *args)
{
    const list_args *a = args;
    alea_game *game = NULL;
    int status = a->game ? cmd_open_game(a->game, &game) : CMD_DONE;
    if (status != CMD_DONE) return status;
    cmd_view v = cmd_view_start(a->json);
    status = cmd_view_print(alea_view_bots(game, &v.how, &v.text, &v.error), &v);
    alea_game_free(game);
    return status;
}

const cmd_table cmd_bot_list = {
    .name = "list",
    .summary = "lists the built-in bots of all games, or of one",
    .words = "[GAME]",
    .about =
        "Lists the built-in bots of all games, or of GAME's family. Other bots are tables, files and, as "
        "exec:COMMAND, programs: see `alea run --help`.",
    .options = list_options,
    .operands = list_operands,
    .size = sizeof(list_args),
    .run = list_main,
};
