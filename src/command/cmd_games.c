/* alea games [GAME] */
#include "command/command.h"

typedef struct games_args {
    const char *game;
    bool json;
} games_args;

static const cmd_option games_options[] = {CMD_JSON(games_args), CMD_STATES(3), {0}};
static const cmd_operand games_operands[] = {{NULL, CMD_TEXT(games_args, game)}, {0}};

/* Prints all games, or the rules of the one that was named. */
static int games_main(void *args)
{
    const games_args *a = args;
    alea_game *game = NULL;
    int status = a->game ? cmd_open_game(a->game, &game) : CMD_DONE;
    if (status != CMD_DONE) return status;
    cmd_view v = cmd_view_start(a->json);
    status = cmd_view_print(game ? alea_view_game(game, &v.how, &v.text, &v.error)
                                 : alea_view_games(&v.how, &v.text, &v.error),
                            &v);
    alea_game_free(game);
    return status;
}

const cmd_table cmd_games = {
    .name = "games",
    .summary = "lists the games, or shows the rules of one",
    .words = "[GAME]",
    .about = "Lists the games. With GAME, shows its rules, parameters, objectives and built-in bots.\v"
             "GAME is a name such as pig, a name with parameters such as 'pig(goal=50,players=3)', or a rule "
             "file that ends in .lua.",
    .options = games_options,
    .operands = games_operands,
    .size = sizeof(games_args),
    .run = games_main,
};
