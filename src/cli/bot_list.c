/* alea bot list [GAME] */
#include "cli/cli.h"

#include <unistd.h>

static const char doc[] = "Lists the built-in bots: of all games, or of GAME's family.";

int cli_bot_list(int argc, char **argv)
{
    cli_one l = {.args_doc = "[GAME]", .doc = doc};
    int status = cli_parse_one(argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    alea_error error;
    alea_game *game = NULL;
    if (l.word && alea_game_open(l.word, &game, &error) != ALEA_OK) return cli_report(&error);
    alea_view_options view = cli_view_options(STDOUT_FILENO, l.json);
    char *text;
    alea_status listed = alea_view_bots(game, &view, &text, &error);
    alea_game_free(game);
    return listed == ALEA_OK ? cli_print(text) : cli_report(&error);
}
