/* alea replay [FILE] */
#include "command/command.h"

typedef struct replay_args {
    const char *file;
    uint64_t game;
    bool one, taken_back, live, json;
    double pace; /* below 0: not given */
} replay_args;

static const cmd_option replay_options[] = {
    {1, 0, "game", "N", CMD_WHOLE(replay_args, game, one),
     "Show only game number N (the first game of a run is 0)"},
    {1, 0, "taken-back", NULL, CMD_FLAG(replay_args, taken_back), "Also show what was taken back"},
    {1, 0, "watch", NULL, CMD_FLAG(replay_args, live),
     "Play the games on the terminal, event by event, at a pace that keys change; elsewhere without pauses"},
    {1, 0, "pace", "S", CMD_NUMBER(replay_args, pace, 60),
     "With --watch: seconds after each event (default $ALEA_PACE, or 0.8)"},
    CMD_JSON(replay_args),
    CMD_STATES(1),
    {0},
};

static const cmd_operand replay_operands[] = {
    {NULL, CMD_TEXT(replay_args, file)},
    {0},
};

static bool replay_check(void *args, const cmd_call *call)
{
    const replay_args *a = args;
    if (a->live && a->json) return cmd_misuse(call, PLAYBACK_WITH_JSON);
    return a->live || a->pace < 0 || cmd_misuse(call, PLAYBACK_NO_PACE);
}

/* Opens the record, one game of it or all, and shows it; without one the latest game that was played. */
static int replay_main(void *args)
{
    replay_args *a = args;
    alea_record *record;
    char last[CMD_PATH_SIZE];
    if (!a->file) {
        const int found = cmd_find_last_game(last);
        if (found != CMD_DONE) return found;
        a->file = last;
    }
    cmd_view v = cmd_view_start(a->json);
    alea_status opened = a->one ? alea_record_open_game(a->file, a->game, &record, &v.error)
                                : alea_record_open(a->file, &record, &v.error);
    if (opened != ALEA_OK) return cmd_report(&v.error);
    int status = a->live
                     ? cmd_play_back(record, a->taken_back, a->pace)
                     : cmd_view_print(alea_view_replay(record, a->taken_back, &v.how, &v.text, &v.error), &v);
    alea_record_free(record);
    return status;
}

const cmd_table cmd_replay = {
    .name = "replay",
    .summary = "shows recorded games, move by move",
    .words = "[FILE]",
    .about =
        "Shows the games of a record turn by turn: dice, decisions, and the scores after each turn. Without "
        "FILE, the latest game of `alea play`. "
        "Every line of the record is checked; an impossible event is an error.\v"
        "Examples:\n"
        "  alea replay game.jsonl\n"
        "  alea run pig 'hold(20)' optimal --record games.jsonl\n"
        "  alea replay games.jsonl --game 7\n"
        "  alea replay game.jsonl --watch --pace 0.3",
    .options = replay_options,
    .operands = replay_operands,
    .size = sizeof(replay_args),
    .defaults = &(const replay_args){.pace = -1},
    .check = replay_check,
    .run = replay_main,
};
