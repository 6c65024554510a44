/* alea replay [FILE] */
#include "command/command.h"

typedef struct replay_args {
    const char *file;
    uint64_t game;
    bool one, taken_back, live, verify, json;
    cmd_names moved, pure;
    const char *objective;
    alea_sandbox_options limits;
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
    {1, 0, "verify", NULL, CMD_FLAG(replay_args, verify),
     "Play the games again with the same bots and compare every event; exit status 1 if anything differs"},
    CMD_JSON(replay_args),
    CMD_STATES(1),
    {3, 0, "bot", "NAME=FILE", CMD_NAMES(replay_args, moved),
     "With --verify: the bot that the record calls NAME is now in FILE; may be given for several bots"},
    {3, 0, "for", "OBJECTIVE", CMD_TEXT(replay_args, objective),
     "With --verify: as for the games, where they had --for"},
    CMD_PURE(replay_args, 3),
    CMD_FUEL(replay_args, 3),
    CMD_MEMORY(replay_args, 3),
    CMD_MAX_SIZE(replay_args, 3, CMD_HELP_MAX_SIZE),
    CMD_ISOLATION(replay_args, 3),
    {0},
};

static const cmd_operand replay_operands[] = {
    {NULL, CMD_TEXT(replay_args, file)},
    {0},
};

/* Whether an option is given that only --verify uses. */
static bool replay_has_bots(const replay_args *a)
{
    const alea_sandbox_options *l = &a->limits;
    return a->moved.count || a->pure.count || a->objective || l->fuel || l->memory || l->max_size ||
           l->no_isolation;
}

static bool replay_check(void *args, const cmd_call *call)
{
    const replay_args *a = args;
    if (a->verify && (a->live || a->taken_back || a->pace >= 0)) return cmd_misuse(call, VERIFY_ALONE);
    if (!a->verify && replay_has_bots(a)) return cmd_misuse(call, VERIFY_ONLY);
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
    const cmd_verify_args again = {&a->moved, &a->pure, a->objective, a->limits, a->json};
    int status = a->verify ? cmd_verify_record(&again, record)
                 : a->live
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
        "  alea replay game.jsonl --watch --pace 0.3\n"
        "  alea replay games.jsonl --verify --bot mine.lua=old/mine.lua",
    .options = replay_options,
    .operands = replay_operands,
    .size = sizeof(replay_args),
    .defaults = &(const replay_args){.pace = -1},
    .check = replay_check,
    .run = replay_main,
};
