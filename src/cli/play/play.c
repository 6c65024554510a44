/* alea play GAME [SEAT…] */
#include "cli/play/table_game.h"
#include "cli/process.h"
#include "cli/user_dirs.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { AS_USUAL, AS_GIVEN, BY_LOT };

typedef struct line {
    const char *game;
    char *const *seat;
    unsigned seats;
    const char *record;
    bool resume, no_record, manual, seed_given;
    int order; /* AS_USUAL … */
    uint64_t seed;
    double tutor, strength; /* below 0: not given */
    alea_sandbox_options limits;
} line;

enum { SEED = 0x100, RECORD, NO_RECORD, RESUME, TUTOR, STRENGTH, DICE, ORDER };

static const struct argp_option options[] = {
    {"resume", RESUME, NULL, 0, "Goes on with the last game that was not finished, or with the record FILE",
     1},
    {"tutor", TUTOR, "T", 0,
     "Warns before a move that costs more than T: in the chance to win (0.01 is one per cent), dollars or "
     "points",
     1},
    {"strength", STRENGTH, "S", 0,
     "How well the computer plays, from 0 (any move) to 1 (never errs): it errs the more seldom, the more an "
     "error costs",
     1},
    {"dice", DICE, "HOW", 0,
     "manual: real dice are rolled, and typed in; seed: the computer rolls (the default)", 1},
    {"order", ORDER, "HOW", 0,
     "roll: everybody rolls a die, and the lowest goes first; given: as the seats are named. Default: roll "
     "in "
     "games like Pig when no seats are named, else given",
     1},
    {"seed", SEED, "S", 0, "Where the dice start (default: other dice in every game)", 2},
    {"record", RECORD, "FILE", 0, "Keeps the game in this new file (default: in the user's data folder)", 2},
    {"no-record", NO_RECORD, NULL, 0, "Keeps nothing", 2},
    CLI_LIMIT_OPTIONS,
    {0},
};

static error_t parse_share(const struct argp_state *state, const char *option, const char *text, double most,
                           double *out)
{
    char *end;
    double value = strtod(text, &end);
    if (end != text && !*end && value >= 0 && value <= most) {
        *out = value;
        return 0;
    }
    argp_error(state, "%s takes a number from 0 to %g; `%s` is none", option, most, cli_show(text).text);
    return EINVAL;
}

static error_t parse_choice(int key, const char *value, const struct argp_state *state, line *l)
{
    static const char *const dice[] = {"seed", "manual", NULL}, *const orders[] = {"given", "roll", NULL};
    int choice = 0;
    error_t failure = key == DICE ? cli_parse_choice(state, "--dice", value, dice, &choice)
                                  : cli_parse_choice(state, "--order", value, orders, &choice);
    if (failure) return failure;
    if (key == DICE)
        l->manual = choice == 1;
    else
        l->order = choice == 1 ? BY_LOT : AS_GIVEN;
    return 0;
}

static error_t check_line(const line *l, const struct argp_state *state)
{
    if (!l->game && !l->resume)
        argp_error(state, "GAME is missing: `alea games` lists the games");
    else if (l->resume && l->seats > 0)
        argp_error(state, "--resume takes nothing, or one FILE: the record tells game and seats");
    else if (l->seats > ALEA_MAX_SEATS)
        argp_error(state, "at most %d can play; %u seats were given", ALEA_MAX_SEATS, l->seats);
    else if (l->record && l->no_record)
        argp_error(state, "--record and --no-record do not go together");
    else
        return 0;
    return EINVAL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case RESUME: l->resume = true; return 0;
    case NO_RECORD: l->no_record = true; return 0;
    case RECORD: l->record = value; return 0;
    case TUTOR: return parse_share(state, "--tutor", value, 1e6, &l->tutor);
    case STRENGTH: return parse_share(state, "--strength", value, 1, &l->strength);
    case DICE:
    case ORDER: return parse_choice(key, value, state, l);
    case SEED: l->seed_given = true; return cli_parse_count(state, "--seed", value, 0, INT64_MAX, &l->seed);
    case ARGP_KEY_ARGS: l->game = cli_take_words(state, &l->seat, &l->seats); return 0;
    case ARGP_KEY_END: return check_line(l, state);
    default: return cli_parse_limits(key, value, state, &l->limits);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME [SEAT...]\n--resume [FILE]",
    .doc =
        "Plays a game at the console: people, bots, or both.\v"
        "A SEAT is human(NAME) or any bot, such as optimal or mine.lua. Without seats you are asked how many "
        "people play; one person plays against the computer.\n\n"
        "At any question: help, rules, hint, undo, save, quit. Ctrl-D and Ctrl-C leave; the game is kept, "
        "and "
        "`alea play --resume` goes on with it.",
    .children = cli_help_options,
};

/* ---- who plays ---- */

static const char *const computer = "optimal";

static int64_t most_players(const alea_game *game, int64_t *least)
{
    for (size_t i = 0; i < alea_game_parameter_count(game); i++) {
        alea_parameter p = alea_game_parameter(game, i);
        if (strcmp(p.name, "players") != 0) continue;
        *least = p.min;
        return p.max;
    }
    return *least = (int64_t)alea_game_players(game);
}

/* A console game of Pig has at most four people, and so have the others. */
enum { MOST_PEOPLE = 4 };

static play_end ask_people(console *c, int64_t most, unsigned *people)
{
    static const char *const words[] = {"1", "2", "3", "4", "quit", NULL};
    char answer[CONSOLE_LINE_SIZE], prompt[80];
    snprintf(prompt, sizeof prompt, "How many people play (1 to %" PRId64 ")? ", most);
    for (;;) {
        switch (console_ask(c, prompt, words, answer)) {
        case CONSOLE_END:
        case CONSOLE_LEAVE: return PLAY_LEFT;
        case CONSOLE_TOO_LONG: answer[0] = 0; break;
        case CONSOLE_LINE: break;
        }
        if (strcmp(answer, "quit") == 0) return PLAY_LEFT;
        if (answer[0] >= '1' && answer[0] <= '0' + most && !answer[1]) {
            *people = (unsigned)(answer[0] - '0');
            return PLAY_ON;
        }
        console_say(c, "Please type a number from 1 to %" PRId64 ".", most);
    }
}

/* The seats of a game that were not named: people, and the computer where one person has nobody to play with. */
static play_end choose_seats(console *c, const alea_game *game, bool fixed, double strength,
                             char seat[][PLAY_NAME_SIZE], unsigned *seats)
{
    int64_t least, most = most_players(game, &least);
    unsigned people = 1;
    if (fixed) least = most = (int64_t)alea_game_players(game); /* in the spec, as in pig(players=3) */
    if (most > MOST_PEOPLE && !fixed) most = MOST_PEOPLE;
    if (fixed && most > 2) people = (unsigned)most; /* one person and the computer are two */
    if (most > 1 && people == 1) {
        play_end end = ask_people(c, most, &people);
        if (end != PLAY_ON) return end;
    }
    *seats = people < least ? (unsigned)least : people;
    for (unsigned i = 0; i < people; i++) snprintf(seat[i], PLAY_NAME_SIZE, "human(Player %u)", i + 1);
    for (unsigned i = people; i < *seats; i++) {
        if (strength >= 0 && strength < 1)
            snprintf(seat[i], PLAY_NAME_SIZE, "graded(%g)", strength);
        else
            snprintf(seat[i], PLAY_NAME_SIZE, "%s", computer);
    }
    return PLAY_ON;
}

/* The inside of `kind(…)`; NULL: it is something else. */
static const char *inside(const char *spec, const char *kind, char out[PLAY_NAME_SIZE])
{
    size_t length = strlen(kind), all = strlen(spec);
    if (strncmp(spec, kind, length) != 0) return NULL;
    if (!spec[length]) {
        snprintf(out, PLAY_NAME_SIZE, "%s", "");
        return out;
    }
    if (spec[length] != '(' || spec[all - 1] != ')') return NULL;
    snprintf(out, PLAY_NAME_SIZE, "%.*s", (int)(all - length - 2), spec + length + 1);
    return out;
}

static int sit_down(table_game *t, alea_sandbox *sandbox, const char *spec, play_player *p)
{
    char words[PLAY_NAME_SIZE], *end;
    alea_error error;
    if (inside(spec, "human", words)) {
        p->kind = PLAY_HUMAN;
        snprintf(p->name, sizeof p->name, "%.63s", *words ? cli_show(words).text : "You");
        return CLI_DONE;
    }
    if (inside(spec, "graded", words)) {
        p->kind = PLAY_GRADED;
        p->strength = strtod(words, &end);
        snprintf(p->name, sizeof p->name, "Computer");
        if (end != words && !*end && p->strength >= 0 && p->strength <= 1) return CLI_DONE;
        return cli_complain(CLI_USAGE,
                            "graded(S) takes a strength from 0 to 1, such as graded(0.7); `%s` is none.",
                            cli_show(spec).text);
    }
    p->kind = PLAY_BOT;
    snprintf(p->name, sizeof p->name, "%.63s",
             strcmp(spec, computer) == 0 ? "Computer" : cli_show(spec).text);
    if (alea_bot_open(t->game, spec, sandbox, &p->bot, &error) != ALEA_OK) return cli_report(&error);
    return CLI_DONE;
}

/* Those of one name are told apart. */
static void tell_apart(table_game *t)
{
    char given[ALEA_MAX_SEATS][PLAY_NAME_SIZE];
    for (unsigned i = 0; i < t->players; i++) {
        unsigned same = 1;
        memcpy(given[i], t->player[i].name, PLAY_NAME_SIZE);
        for (unsigned j = 0; j < i; j++) same += strcmp(given[j], given[i]) == 0;
        size_t used = strlen(given[i]);
        if (used > PLAY_NAME_SIZE - 6) used = PLAY_NAME_SIZE - 6;
        if (same > 1) snprintf(t->player[i].name + used, PLAY_NAME_SIZE - used, " %u", same);
    }
}

/* ---- the game ---- */

static int finish(table_game *t, play_end end)
{
    const char *record = alea_session_record(t->session), *trouble = alea_session_trouble(t->session);
    if (end == PLAY_FAILED) return CLI_FAILED;
    if (trouble) return cli_complain(CLI_FAILED, "the game is not kept: %s", trouble);
    if (record && access(record, F_OK) != 0)
        return cli_complain(CLI_FAILED, "the game is not kept: %s is gone.", cli_show(record).text);
    if (end == PLAY_LEFT && record)
        console_say(t->console, "The game is kept in %s; `alea play --resume` goes on with it.",
                    cli_show(record).text);
    else if (end == PLAY_OVER && record)
        console_say(t->console, "The game is in %s: `alea review` tells luck from mistakes.",
                    cli_show(record).text);
    return CLI_DONE;
}

/* Dice that nobody knows before. */
static uint64_t fresh_seed(void)
{
    uint64_t seed = 0;
    if (getentropy(&seed, sizeof seed) != 0) seed = (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid();
    return seed & INT64_MAX;
}

static int begin(table_game *t, const line *l, const char *const *seat)
{
    alea_error error;
    char path[CLI_PATH_SIZE];
    const char *record = l->record;
    if (!record && !l->no_record && cli_new_record(t->game, path) == CLI_DONE)
        record = path; /* else it was said */
    alea_session_options session = {
        .seed = l->seed_given ? l->seed : fresh_seed(), .manual = l->manual, .record = record};
    if (alea_session_begin(t->game, seat, t->players, &session, &t->session, &error) != ALEA_OK)
        return cli_report(&error);
    return CLI_DONE;
}

/* Who needs to know what moves are worth finds out before the game whether somebody does. */
static int check_coach(table_game *t)
{
    bool graded = false;
    for (unsigned i = 0; i < t->players; i++) graded |= t->player[i].kind == PLAY_GRADED;
    if (!graded && t->tutor < 0) return CLI_DONE;
    if (coach_knows(&t->coach)) return CLI_DONE;
    if (graded)
        return cli_complain(CLI_USAGE, "graded(S) plays only where moves have exact values: %s",
                            t->coach.why);
    console_say(t->console, "The tutor cannot warn in this game: %s", t->coach.why);
    return CLI_DONE;
}

/* Everybody sits down before a game is begun: who cannot leaves no record behind. */
static int play_seats(table_game *t, const line *l, alea_sandbox *sandbox, const char *const *seat)
{
    int status = CLI_DONE;
    for (unsigned i = 0; i < t->players && status == CLI_DONE; i++)
        status = sit_down(t, sandbox, seat[i], &t->player[i]);
    tell_apart(t);
    coach_start(&t->coach, t->game);
    if (status == CLI_DONE) status = check_coach(t);
    if (status == CLI_DONE && !t->session) status = begin(t, l, seat);
    if (status == CLI_DONE) status = finish(t, play_game(t));
    coach_end(&t->coach);
    for (unsigned i = 0; i < t->players; i++) alea_bot_free(t->player[i].bot);
    return status;
}

static int with_sandbox(table_game *t, const line *l, const char *const *seat)
{
    alea_error error;
    alea_sandbox *sandbox;
    if (cli_open_sandbox(l->limits, &sandbox, &error) != ALEA_OK) return cli_report(&error);
    int status = play_seats(t, l, sandbox, seat);
    alea_session_end(t->session);
    cli_close_sandbox(sandbox);
    return status;
}

static int play_new(table_game *t, const line *l, alea_game *asked)
{
    char chosen[ALEA_MAX_SEATS][PLAY_NAME_SIZE];
    const char *seat[ALEA_MAX_SEATS];
    alea_game *game;
    t->players = l->seats;
    play_end end = l->seats ? PLAY_ON
                            : choose_seats(t->console, asked, strstr(l->game, "players") != NULL, l->strength,
                                           chosen, &t->players);
    if (end != PLAY_ON) return CLI_DONE;
    for (unsigned i = 0; i < t->players; i++) seat[i] = l->seats ? l->seat[i] : chosen[i];
    int status = cli_open_game_for(l->game, t->players, &game);
    if (status != CLI_DONE) return status;
    t->game = game;
    bool race = strcmp(alea_game_family(game), "race") == 0;
    t->by_lot = t->players > 1 && (l->order == BY_LOT || (l->order == AS_USUAL && l->seats == 0 && race));
    status = with_sandbox(t, l, seat);
    alea_game_free(game);
    return status;
}

static int play_again(table_game *t, const line *l)
{
    char path[CLI_PATH_SIZE];
    const char *seat[ALEA_MAX_SEATS], *record = l->game;
    alea_error error;
    size_t events;
    int status = record ? CLI_DONE : cli_find_unfinished(path);
    if (status != CLI_DONE) return status;
    if (!record) record = path;
    if (alea_session_resume(record, &t->session, &error) != ALEA_OK) return cli_report(&error);
    t->game = alea_session_game(t->session);
    t->players = alea_session_players(t->session);
    t->by_lot = !alea_session_seated(t->session);
    for (unsigned i = 0; i < t->players; i++) seat[i] = alea_session_player(t->session, i);
    alea_session_events(t->session, &events);
    if (t->by_lot)
        console_say(t->console, "Going on with %s.", cli_show(record).text);
    else
        console_say(t->console, "Going on with %s (%zu events so far).", cli_show(record).text, events);
    return with_sandbox(t, l, seat);
}

static int check_strength(const line *l)
{
    if (l->strength < 0 || l->seats == 0) return CLI_DONE;
    return cli_complain(CLI_USAGE,
                        "--strength is the computer's where no seats are named; name the seat graded(%g).",
                        l->strength);
}

int cli_play(int argc, char **argv)
{
    line l = {.tutor = -1, .strength = -1};
    alea_error error;
    alea_game *asked = NULL;
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    status = check_strength(&l);
    if (status != CLI_DONE) return status;
    if (!l.resume && alea_game_open(l.game, &asked, &error) != ALEA_OK) return cli_report(&error);
    table_game t = {.console = console_open(), .tutor = l.tutor};
    if (!t.console)
        status = cli_complain(CLI_FAILED, "there is no memory.");
    else
        status = l.resume ? play_again(&t, &l) : play_new(&t, &l, asked);
    console_close(t.console);
    alea_game_free(asked);
    return status;
}
