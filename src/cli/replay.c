/* alea replay FILE */
#include "cli/cli.h"

#include <errno.h>
#include <unistd.h>

typedef struct line {
    const char *file;
    uint64_t game;
    bool one, taken_back, json;
} line;

enum { GAME = 0x100, TAKEN_BACK };

static const struct argp_option options[] = {
    {"game", GAME, "N", 0, "Only the game of this number (the first of a run is 0)", 1},
    {"taken-back", TAKEN_BACK, NULL, 0, "Also what was taken back", 1},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    {0},
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case TAKEN_BACK: l->taken_back = true; return 0;
    case GAME: l->one = true; return cli_parse_count(state, "--game", value, 0, INT64_MAX, &l->game);
    case ARGP_KEY_ARG:
        if (l->file) return ARGP_ERR_UNKNOWN;
        l->file = value;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "FILE is missing: a record, as `alea play` and `alea run --record` write them");
        return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Shows the games of a record turn by turn: dice, decisions, and the scores after each turn. Every "
           "line of the "
           "record is checked: what cannot have happened is refused.\v"
           "Examples:\n"
           "  alea replay game.jsonl\n"
           "  alea run pig 'hold(20)' optimal --record games.jsonl\n"
           "  alea replay games.jsonl --game 7",
    .children = cli_help_options,
};

static int show(const alea_record *record, const line *l)
{
    alea_error error;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    char *text;
    if (alea_view_replay(record, l->taken_back, &view, &text, &error) != ALEA_OK) return cli_report(&error);
    return cli_print(text);
}

int cli_replay(int argc, char **argv)
{
    line l = {0};
    alea_error error;
    alea_record *record;
    int status = cli_parse(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    alea_status opened = l.one ? alea_record_open_game(l.file, l.game, &record, &error)
                               : alea_record_open(l.file, &record, &error);
    if (opened != ALEA_OK) return cli_report(&error);
    status = show(record, &l);
    alea_record_free(record);
    return status;
}
