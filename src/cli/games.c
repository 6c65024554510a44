/* alea games [GAME] */
#include "cli/cli.h"

#include <unistd.h>

typedef struct line {
    const char *game;
    int json;
} line;

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "One JSON object", 0},
    {0},
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    if (key == 'j')
        l->json = 1;
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
    .doc = "Lists the games; with GAME tells its rules, parameters, objectives and built-in bots.\v"
           "GAME is a name such as pig, a name with parameters such as 'pig(goal=50,players=3)', or a rule "
           "file that "
           "ends in .lua.",
    .children = cli_help_options,
};

static int show(const line *l, const alea_view_options *view)
{
    alea_error error;
    alea_game *game = NULL;
    char *text;
    alea_status status = l->game ? alea_game_open(l->game, &game, &error) : ALEA_OK;
    if (status == ALEA_OK)
        status = game ? alea_view_game(game, view, &text, &error) : alea_view_games(view, &text, &error);
    alea_game_free(game);
    return status == ALEA_OK ? cli_print(text) : cli_report(&error);
}

int cli_games(int argc, char **argv)
{
    line l = {0};
    int status = cli_parse(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l.json);
    return show(&l, &view);
}
