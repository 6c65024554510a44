/* alea games [GAME] */
#include "cli/cli.h"

#include <unistd.h>

static const char doc[] =
    "Lists the games; with GAME tells its rules, parameters, objectives and built-in bots.\v"
    "GAME is a name such as pig, a name with parameters such as 'pig(goal=50,players=3)', or a rule "
    "file that "
    "ends in .lua.";

static int show(const cli_one *l, const alea_view_options *view)
{
    alea_error error;
    alea_game *game = NULL;
    char *text;
    alea_status status = l->word ? alea_game_open(l->word, &game, &error) : ALEA_OK;
    if (status == ALEA_OK)
        status = game ? alea_view_game(game, view, &text, &error) : alea_view_games(view, &text, &error);
    alea_game_free(game);
    return status == ALEA_OK ? cli_print(text) : cli_report(&error);
}

int cli_games(int argc, char **argv)
{
    cli_one l = {.args_doc = "[GAME]", .doc = doc};
    int status = cli_parse_one(argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l.json);
    return show(&l, &view);
}
