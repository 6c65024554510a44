/* alea play GAME [SEAT…] */
#include "base/assert.h"
#include "cli/build.h"
#include "cli/play/seats.h"
#include "cli/process.h"
#include "cli/user_dirs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum play_order { AS_USUAL, AS_GIVEN, BY_LOT };
enum play_dice { DICE_ROLLED, DICE_TYPED_IN };

typedef struct play_args {
    const char *game; /* or, with `resume`, a record */
    cmd_words seats;
    const char *record;
    bool resume, no_record, seed_given, commit;
    const char *objective;
    int order, dice; /* enum play_order, play_dice */
    int dice_size;   /* play_dice_size */
    int colour;      /* console_colour */
    bool fold;
    int coached; /* play_coaching */
    double pace; /* below 0: not given */
    uint64_t seed;
    double tutor, strength; /* below 0: not given */
    const char *level;      /* NULL: not given */
    alea_sandbox_options limits;
    cmd_names pure;
} play_args;

static const cmd_choice play_orders[] = {{"given", AS_GIVEN}, {"roll", BY_LOT}, {0}};
static const cmd_choice play_dice_words[] = {{"seed", DICE_ROLLED}, {"manual", DICE_TYPED_IN}, {0}};

static const cmd_choice play_coachings[] = {{"mistakes", COACH_MISTAKES}, {"all", COACH_ALL}, {0}};
static const cmd_choice play_sizes[] = {{"large", DICE_LARGE}, {"small", DICE_SMALL}, {0}};
static const cmd_choice play_colours[] = {
    {"auto", CONSOLE_AUTO}, {"always", CONSOLE_ALWAYS}, {"never", CONSOLE_NEVER}, {0}};

static const cmd_option play_options[] = {
    {1, 0, "resume", NULL, CMD_FLAG(play_args, resume),
     "Resume an unfinished game: the record FILE, or number N in the list of unfinished games, or one that "
     "you choose from the list"},
    {1, 0, "for", "OBJECTIVE", CMD_TEXT(play_args, objective),
     "What the computer, hints, the coach and the review are for: win, money, score or turns (default: what "
     "the "
     "game is played for, as `alea games GAME` says)"},
    {1, 0, "tutor", "T", CMD_NUMBER(play_args, tutor, 1000000),
     "Warn before a move that costs more than T: a probability of winning (0.01 is one per cent), dollars or "
     "points"},
    {1, 0, "coach", NULL, CMD_MODE(play_args, coached, play_coachings),
     "Show what each decision of yours cost if it cost something, warn before a blunder, and sum up luck and "
     "mistakes at the end; --coach=all also shows the luck of each roll, and the decisions that were best"},
    {1, 0, "level", "LEVEL", CMD_TEXT(play_args, level),
     "Level of the computer: beginner, " COACH_LEVEL " (the default), strong or perfect"},
    {1, 0, "strength", "S", CMD_NUMBER(play_args, strength, 1),
     "The same as a number, from 0 (any move) to 1 (never errs); costly mistakes are rarer than small ones"},
    {1, 0, "dice", "HOW", CMD_CHOICE(play_args, dice, play_dice_words),
     "seed: the computer rolls (the default); manual: you roll real dice and type the faces, or the name of "
     "what happens where the outcomes have names"},
    {1, 0, "order", "HOW", CMD_CHOICE(play_args, order, play_orders),
     "roll: everybody rolls a die, and the lowest roll goes first; given: the order in which the seats are "
     "named. Default: roll in games like Pig if people play, else given"},
    {1, 0, "pace", "S", CMD_NUMBER(play_args, pace, 60),
     "Seconds after each roll and decision of the computer (default 0.8, or $ALEA_PACE; none when alea does "
     "not write to a terminal); any key skips the rest of its turn"},
    {1, 0, "fold", NULL, CMD_FLAG(play_args, fold), "Show a turn of the computer in one line"},
    {1, 0, "dice-size", "SIZE", CMD_CHOICE(play_args, dice_size, play_sizes),
     "large or small dice (default: small for the computer and on a terminal of fewer than 30 lines, else "
     "large)"},
    {1, 0, "colour", "WHEN", CMD_CHOICE(play_args, colour, play_colours),
     "auto, always or never (default auto: on a terminal, unless NO_COLOR is set)"},
    {2, 's', "seed", "S", CMD_WHOLE(play_args, seed, seed_given),
     "Seed of the dice (default: different dice in every game)"},
    {2, 0, "commit", NULL, CMD_FLAG(play_args, commit),
     "Print a hash of the seed before the first roll, and the seed after the game: everybody can check that "
     "it was not chosen in between"},
    {2, 0, "record", "FILE", CMD_STORE(play_args, record),
     "Save the game in this new file (default: in your data folder)"},
    {2, 0, "no-record", NULL, CMD_FLAG(play_args, no_record), "Do not save the game"},
    CMD_PURE(play_args, 2),
    CMD_FUEL(play_args, 2),
    CMD_MEMORY(play_args, 2),
    CMD_ISOLATION(play_args, 2),
    CMD_STATES(2),
    {0},
};

static const cmd_operand play_operands[] = {
    {NULL, CMD_TEXT(play_args, game)}, {NULL, CMD_WORDS(play_args, seats)}, {0}};

/* Refuses options that are wrong or contradict each other. */
static bool play_check(void *args, const cmd_call *call)
{
    const play_args *a = args;
    double strength;
    if (a->level && !coach_strength(a->level, &strength))
        return cmd_misuse(call, PLAY_BAD_LEVEL, cmd_show(a->level).text);
    if (a->level && a->strength >= 0) return cmd_misuse(call, PLAY_LEVEL_OR_STRENGTH);
    if (a->resume && a->seats.count > 0) return cmd_misuse(call, CMD_RESUME_ALONE);
    if (a->seats.count > ALEA_MAX_SEATS)
        return cmd_misuse(call, CMD_TOO_MANY_SEATS, ALEA_MAX_SEATS, a->seats.count);
    if (a->record && a->no_record) return cmd_misuse(call, CMD_RECORD_OR_NOT);
    if (a->commit && a->dice == DICE_TYPED_IN) return cmd_misuse(call, COMMIT_MANUAL);
    if (a->commit && a->resume) return cmd_misuse(call, COMMIT_RESUMED);
    return true;
}

/* ---- players ---- */

static const char *const computer = "optimal";

/* Fills *p from a seat's spec: a person, a graded computer, or a bot, which it opens. Returns CMD_DONE or reports the error. */
static int play_sit_down(table_game *t, alea_sandbox *sandbox, const char *spec, play_player *p)
{
    char grade[PLAY_NAME_SIZE];
    if (play_is_person(spec)) {
        p->kind = PLAY_HUMAN;
        return CMD_DONE;
    }
    if (play_is_graded(spec, grade)) {
        p->kind = PLAY_GRADED;
        if (coach_strength(grade, &p->strength)) return CMD_DONE;
        return cmd_complain(CMD_USAGE, PLAY_BAD_STRENGTH, cmd_show(spec).text);
    }
    p->kind = PLAY_BOT;
    const int status = cmd_open_bot(t->game, spec, sandbox, &p->bot);
    return status == CMD_DONE ? cmd_declare_pure(t->pure, p->bot) : status;
}

/* ---- the game ---- */

/* Asks a person at a terminal. */
static void play_offer_review(table_game *t, const char *record)
{
    static const char *const words[] = {"yes", "no", NULL};
    char line[CONSOLE_LINE_SIZE];
    if (!console_is_terminal(t->console) || play_humans(t) == 0) return;
    if (console_ask(t->console, PLAY_REVIEW, words, line) != CONSOLE_LINE) return;
    if (line[0] == 'y' || line[0] == 'Y') snprintf(t->review, sizeof t->review, "%s", record);
}

/* In a game with a commitment prints it, or when the game is over what it was made of. */
static void play_show_seed(table_game *t, bool over)
{
    char sha256[65], line[100];
    const uint64_t seed = alea_session_seed(t->session);
    const char *salt = alea_session_salt(t->session);
    if (!salt) return;
    alea_seed_commitment(seed, salt, sha256);
    if (over)
        snprintf(line, sizeof line, COMMIT_REVEALED "\n", (unsigned long long)seed, salt);
    else
        snprintf(line, sizeof line, COMMIT_MADE "\n", sha256);
    console_show(t->console, line);
}

/* Prints where the game is saved, or that it is not. Returns the exit status. */
static int play_finish(table_game *t, play_end end)
{
    const char *record = alea_session_record(t->session), *trouble = alea_session_trouble(t->session);
    if (end == PLAY_FAILED && record && !trouble && access(record, F_OK) == 0)
        console_say(t->console, PLAY_KEPT, cmd_show(record).text);
    if (end == PLAY_FAILED) return CMD_FAILED;
    if (end == PLAY_OVER) play_show_seed(t, true);
    if (trouble) return cmd_complain(CMD_FAILED, PLAY_NOT_KEPT, trouble);
    if (record && access(record, F_OK) != 0)
        return cmd_complain(CMD_FAILED, PLAY_RECORD_GONE, cmd_show(record).text);
    if (end == PLAY_LEFT && record)
        console_say(t->console, PLAY_KEPT, cmd_show(record).text);
    else if (end == PLAY_OVER && record) {
        console_say(t->console, PLAY_KEPT_FINISHED, cmd_show(record).text);
        play_offer_review(t, record);
    }
    return CMD_DONE;
}

/* Begins the session, with a random seed unless one was given, and a record unless --no-record. */
static int play_begin(table_game *t, const play_args *a, const char *const *seat)
{
    alea_error error;
    char path[CMD_PATH_SIZE];
    ALEA_ASSERT(!t->session);
    const char *record = a->record;
    if (!record && !a->no_record && cli_new_record(t->game, path) == CMD_DONE)
        record = path; /* else a message was printed */
    const alea_bot *bots[ALEA_MAX_SEATS];
    for (unsigned i = 0; i < t->players; i++) bots[i] = t->player[i].bot;
    cmd_commitment c = {.seed = a->seed};
    if (a->commit && cmd_commit(a->seed_given, &c) != CMD_DONE) return CMD_FAILED;
    if (!a->commit && !a->seed_given && getentropy(&c.seed, sizeof c.seed) != 0) /* unpredictable dice */
        c.seed = (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid();
    alea_session_options session = {.seed = c.seed & INT64_MAX,
                                    .manual = a->dice == DICE_TYPED_IN,
                                    .record = record,
                                    .bots = bots,
                                    .salt = a->commit ? c.salt : NULL};
    if (alea_session_start(t->game, seat, t->players, &session, &t->session, &error) != ALEA_OK)
        return cmd_report(&error);
    return CMD_DONE;
}

/* Checks before the game that the values of moves are known if a player or the tutor needs them. */
static int play_check_coach(table_game *t)
{
    bool graded = false;
    for (unsigned i = 0; i < t->players; i++) graded |= t->player[i].kind == PLAY_GRADED;
    if (!graded && t->tutor < 0 && !t->coached) return CMD_DONE;
    if (coach_knows(&t->coach)) {
        if (coach_estimates(&t->coach))
            console_say(t->console, PLAY_ESTIMATES, graded ? PLAY_AND_COMPUTER : "",
                        (unsigned)(t->coach.values.rollouts / 1000),
                        (unsigned)(t->coach.values.rollouts % 1000), t->coach.values.policy);
        return CMD_DONE;
    }
    if (t->coach.status == ALEA_E_MEMORY) return cmd_complain(CMD_FAILED, "%s", t->coach.why);
    if (graded) return cmd_complain(CMD_USAGE, PLAY_NO_GRADED, t->coach.why);
    console_say(t->console, PLAY_NO_TUTOR, t->coach.why);
    return CMD_DONE;
}

/* Reviews the game if asked to, with the values that hints had. Closes the console. */
static int play_review(table_game *t, const play_args *a)
{
    const bool known = coach_has_table(&t->coach);
    console_close(t->console);
    t->console = NULL;
    return cmd_review_record(t->review, a->objective, known ? t->coach.reviewer : NULL);
}

/* Opens every player before the game begins, so that a failure leaves no record behind. */
static int play_seats(table_game *t, const play_args *a, alea_sandbox *sandbox, const char *const *seat)
{
    int status = CMD_DONE;
    for (unsigned i = 0; i < t->players && status == CMD_DONE; i++)
        status = play_sit_down(t, sandbox, seat[i], &t->player[i]);
    const alea_bot *bot = NULL;
    for (unsigned i = 0; i < t->players && !bot; i++) bot = t->player[i].bot;
    if (status == CMD_DONE) status = cmd_check_pure(t->pure, bot);
    for (unsigned i = 0; i < t->players; i++) play_name(seat, t->players, i, t->player[i].name);
    coach_start(&t->coach, t->game);
    if (status == CMD_DONE && a->objective)
        status = cmd_choose_objective(t->game, a->objective, &t->coach.objective);
    const bool money = alea_game_has_objective(t->game, ALEA_MONEY);
    if (status == CMD_DONE && a->objective && !money) console_say(t->console, PLAY_PLAYED_FOR, a->objective);
    if (status == CMD_DONE) play_say_objective(t);
    if (status == CMD_DONE) status = play_check_coach(t);
    if (status == CMD_DONE && !t->session) status = play_begin(t, a, seat);
    if (status == CMD_DONE) t->coach.seed = alea_session_seed(t->session);
    if (status == CMD_DONE) play_show_seed(t, false);
    if (status == CMD_DONE) status = play_finish(t, play_game(t));
    if (status == CMD_DONE && t->review[0]) status = play_review(t, a);
    coach_end(&t->coach);
    for (unsigned i = 0; i < t->players; i++) alea_bot_free(t->player[i].bot);
    return status;
}

static int play_with_sandbox(table_game *t, const play_args *a, const char *const *seat)
{
    alea_sandbox *sandbox;
    int status = cmd_open_sandbox(a->limits, &sandbox);
    if (status != CMD_DONE) return status;
    status = play_seats(t, a, sandbox, seat);
    alea_session_free(t->session);
    cmd_close_sandbox(sandbox);
    return status;
}

/* The bot against which a person alone plays. No bot is `optimal` for three: there the computer goes by estimates. */
static void play_name_computer(const play_args *a, const char *objective, unsigned players,
                               char out[SEAT_SPEC_SIZE])
{
    const char *level = a->level ? a->level : COACH_LEVEL;
    double strength = a->strength;
    if (strength < 0) coach_strength(level, &strength);
    if (a->strength >= 0 && (strength < 1 || players > 2))
        snprintf(out, SEAT_SPEC_SIZE, "graded(%g)", a->strength);
    else if (strength < 1 || players > 2)
        snprintf(out, SEAT_SPEC_SIZE, "graded(%.40s)", level);
    else if (objective)
        snprintf(out, SEAT_SPEC_SIZE, "%s(for=%.20s)", computer, objective);
    else
        snprintf(out, SEAT_SPEC_SIZE, "%s", computer);
}

static bool play_has_people(const play_seating *s)
{
    for (unsigned i = 0; i < s->count; i++)
        if (play_is_person(s->seat[i])) return true;
    return false;
}

/* Determines the players, opens the game for that many, and plays. `asked` is the game of the spec as typed. */
static int play_new(table_game *t, const play_args *a, const char *spec, const alea_game *asked)
{
    play_seating seats = {.count = 0};
    char opponent[SEAT_SPEC_SIZE];
    alea_game *game;
    const bool fixed = strstr(spec, "players") != NULL;
    unsigned objectives = 0; /* without a choice, `optimal` is not given an objective */
    for (alea_objective o = ALEA_WIN; o <= ALEA_TURNS; o++) objectives += alea_game_has_objective(asked, o);
    const char *objective = objectives > 1 ? a->objective : NULL;
    play_name_computer(a, objective, fixed ? alea_game_players(asked) : 2, opponent);
    if (a->seats.count > 0)
        seats_from_words(asked, fixed, a->seats, opponent, &seats);
    else if (seats_ask_people(t->console, asked, fixed, opponent, &seats) != PLAY_ON)
        return CMD_DONE;
    const bool chosen = a->seats.count < seats.count && seats.seat[seats.count - 1] == opponent;
    char named[SEAT_SPEC_SIZE];
    if (objective) snprintf(named, sizeof named, "%s(for=%.20s)", computer, objective);
    for (unsigned i = 0; i < seats.count && objective;
         i++) /* so that the record continues with the same player */
        if (strcmp(seats.seat[i], computer) == 0) seats.seat[i] = named;
    if (a->strength >= 0 && a->seats.count > 0 && !chosen)
        return cmd_complain(CMD_USAGE, PLAY_STRENGTH_OF_SEAT, a->strength);
    if (a->level && a->seats.count > 0 && !chosen)
        return cmd_complain(CMD_USAGE, PLAY_LEVEL_OF_SEAT, a->level);
    if (chosen && !a->level && a->strength < 0) console_say(t->console, PLAY_USUAL_LEVEL);
    t->players = seats.count;
    ALEA_ASSERT(t->players >= 1 && t->players <= ALEA_MAX_SEATS);
    int status = cmd_open_game_for(spec, t->players, &game);
    if (status != CMD_DONE) return status;
    t->game = game;
    const bool race = strcmp(alea_game_family(game), "race") == 0;
    t->by_lot =
        t->players > 1 && (a->order == BY_LOT || (a->order == AS_USUAL && race && play_has_people(&seats)));
    status = play_with_sandbox(t, a, seats.seat);
    alea_game_free(game);
    return status;
}

/* Asks for the game if none was named. */
static int play_start(table_game *t, const play_args *a)
{
    char line[CONSOLE_LINE_SIZE];
    alea_game *asked = NULL;
    int status = CMD_DONE;
    if (a->game)
        status = cmd_open_game(a->game, &asked);
    else {
        const play_end end = seats_ask_game(t->console, line, &asked);
        if (end != PLAY_ON) return end == PLAY_FAILED ? CMD_USAGE : CMD_DONE;
    }
    if (status == CMD_DONE) status = play_new(t, a, a->game ? a->game : line, asked);
    alea_game_free(asked);
    return status;
}

/* Finds the record to resume: a file, the number of an unfinished game, or the user's choice. Returns PLAY_FAILED, after a
   message, if there is none. */
static play_end play_find_record(table_game *t, const char *named, char path[CMD_PATH_SIZE])
{
    const size_t length = named ? strlen(named) : 0;
    const bool number = length == 1 && named[0] >= '1' && named[0] <= '9' && access(named, F_OK) != 0;
    if (!named || number)
        return seats_choose_unfinished(t->console, number ? (unsigned)(named[0] - '0') : 0, path);
    snprintf(path, CMD_PATH_SIZE, "%s", named);
    return PLAY_ON;
}

/* Resumes a record with the players that it names. */
static int play_again(table_game *t, const play_args *a)
{
    char path[CMD_PATH_SIZE];
    const char *seat[ALEA_MAX_SEATS];
    alea_error error;
    size_t events;
    const play_end end = play_find_record(t, a->game, path);
    if (end != PLAY_ON) return end == PLAY_FAILED ? CMD_USAGE : CMD_DONE;
    if (alea_session_resume(path, &t->session, &error) != ALEA_OK) return cmd_report(&error);
    t->game = alea_session_game(t->session);
    t->players = alea_session_players(t->session);
    t->by_lot = !alea_session_seated(t->session);
    for (unsigned i = 0; i < t->players; i++) {
        seat[i] = alea_session_player(t->session, i);
        if (cmd_check_recorded(seat[i]) != CMD_DONE) return CMD_USAGE;
    }
    alea_session_events(t->session, &events);
    if (t->by_lot)
        console_say(t->console, PLAY_RESUMED, cmd_show(path).text);
    else
        console_say(t->console, PLAY_RESUMED_AT, cmd_show(path).text, events, events == 1 ? "" : "s");
    return play_with_sandbox(t, a, seat);
}

/* Plays a new game or resumes one, at a console that is closed in any case; then reviews it if asked. */
static int play_main(void *args)
{
    play_args *a = args;
    table_game t = {.console = console_open(),
                    .pure = &a->pure,
                    .tutor = a->tutor,
                    .coached = (play_coaching)a->coached,
                    .pace = console_pace(a->pace),
                    .fold = a->fold,
                    .dice_size = a->dice_size};
    if (!t.console) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    console_use_colour(t.console, (console_colour)a->colour);
    int status = a->resume ? play_again(&t, a) : play_start(&t, a);
    console_close(t.console);
    return status;
}

const cmd_table cli_play = {
    .name = "play",
    .summary = "plays a game between people and bots, at the console",
    .words = "[GAME [SEAT...]]\n--resume [FILE|N]",
    .about =
        "Plays a game between people and bots, at the console.\v"
        "A SEAT is a name, such as Ann, or human(NAME), or any bot, such as optimal, mine.lua or mine.py. "
        "A bot alone plays against you. Without seats, alea asks how many people play and for their names; "
        "one person plays against the computer. "
        "Without GAME it lists the games.\n\n"
        "At any question you can type help, rules, hint, more, sheet, undo, save or quit. Ctrl-D and Ctrl-C "
        "leave; the game is saved, and `alea play --resume` continues it.",
    .options = play_options,
    .operands = play_operands,
    .size = sizeof(play_args),
    .defaults = &(const play_args){.tutor = -1, .strength = -1, .pace = -1},
    .check = play_check,
    .run = play_main,
};
