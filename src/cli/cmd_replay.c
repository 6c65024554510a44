/* alea replay FILE */
#include "cli/cli.h"

typedef struct replay_args {
    const char *file;
    uint64_t game;
    bool one, taken_back, json;
} replay_args;

static const cli_option replay_options[] = {
    {1, 0, "game", "N", CLI_WHOLE(replay_args, game, one),
     "Show only game number N (the first game of a run is 0)"},
    {1, 0, "taken-back", NULL, CLI_FLAG(replay_args, taken_back), "Also show what was taken back"},
    CLI_JSON(replay_args),
    CLI_STATES(1),
    {0},
};

static const cli_operand replay_operands[] = {
    {"FILE is missing: a record that `alea play` or `alea run --record` wrote", CLI_TEXT(replay_args, file)},
    {0},
};

static int replay_main(void *args)
{
    const replay_args *a = args;
    alea_record *record;
    cli_view v = cli_view_start(a->json);
    alea_status opened = a->one ? alea_record_open_game(a->file, a->game, &record, &v.error)
                                : alea_record_open(a->file, &record, &v.error);
    if (opened != ALEA_OK) return cli_report(&v.error);
    int status = cli_view_print(alea_view_replay(record, a->taken_back, &v.how, &v.text, &v.error), &v);
    alea_record_free(record);
    return status;
}

const cli_command cli_replay = {
    .name = "replay",
    .summary = "shows recorded games, move by move",
    .words = "FILE",
    .about = "Shows the games of a record turn by turn: dice, decisions, and the scores after each turn. "
             "Every line of the record is checked; an impossible event is an error.\v"
             "Examples:\n"
             "  alea replay game.jsonl\n"
             "  alea run pig 'hold(20)' optimal --record games.jsonl\n"
             "  alea replay games.jsonl --game 7",
    .options = replay_options,
    .operands = replay_operands,
    .size = sizeof(replay_args),
    .run = replay_main,
};
