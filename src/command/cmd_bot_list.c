/* alea bot list [GAME] */
#include "command/command.h"

typedef struct list_args {
    const char *game;
    bool json;
} list_args;

static const cli_option list_options[] = {CLI_JSON(list_args), CLI_STATES(3), {0}};
static const cli_operand list_operands[] = {{NULL, CLI_TEXT(list_args, game)}, {0}};

static int list_main(void *args)
{
    const list_args *a = args;
    alea_game *game = NULL;
    int status = a->game ? cli_open_game(a->game, &game) : CLI_DONE;
    if (status != CLI_DONE) return status;
    cli_view v = cli_view_start(a->json);
    status = cli_view_print(alea_view_bots(game, &v.how, &v.text, &v.error), &v);
    alea_game_free(game);
    return status;
}

const cli_command cli_bot_list = {
    .name = "list",
    .summary = "lists the built-in bots of all games, or of one",
    .words = "[GAME]",
    .about = "Lists the built-in bots of all games, or of GAME's family.",
    .options = list_options,
    .operands = list_operands,
    .size = sizeof(list_args),
    .run = list_main,
};
