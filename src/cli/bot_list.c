/* alea bot list [GAME] */
#include "cli/cli.h"

#include <unistd.h>

typedef struct line {
    const char *game;
    bool json;
} line;

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "One JSON object", 0},
    {0},
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    if (key == 'j')
        l->json = true;
    else if (key == ARGP_KEY_ARG && !l->game)
        l->game = value;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "[GAME]",
    .doc = "Lists the built-in bots: of all games, or of GAME's family.",
    .children = cli_help_options,
};

int cli_bot_list(int argc, char **argv)
{
    line l = {0};
    int status = cli_parse(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    alea_error error;
    alea_game *game = NULL;
    if (l.game && alea_game_open(l.game, &game, &error) != ALEA_OK) return cli_report(&error);
    alea_view_options view = cli_view_options(STDOUT_FILENO, l.json);
    char *text;
    alea_status listed = alea_view_bots(game, &view, &text, &error);
    alea_game_free(game);
    return listed == ALEA_OK ? cli_print(text) : cli_report(&error);
}
