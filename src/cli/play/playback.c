/* alea replay --watch; see playback.h. */
#include "cli/play/playback.h"
#include "base/assert.h"
#include "cli/play/console.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { PLAYBACK_NAME = 100, PLAYBACK_WORDS = 1000 };
static const double fastest = 0.05, slowest = 10; /* seconds, that + and - lead to */

typedef struct playback {
    console *console;
    const alea_record *record;
    const alea_record_game *game;
    char name[ALEA_MAX_SEATS][PLAYBACK_NAME]; /* by seat */
    double pace;
    bool waits;     /* for a key after each event */
    bool next_game; /* n was pressed */
    bool leaves;
} playback;

/* ---- the pace ---- */

/* Waits for the next event, and does what keys ask for. */
static void playback_wait(playback *w)
{
    for (;;) {
        const int key = console_key(w->console, w->waits ? -1 : w->pace);
        if (key == '+' || key == '-') {
            w->pace = fmin(fmax(w->pace * (key == '+' ? 0.5 : 2), fastest), slowest);
            continue;
        }
        w->leaves = key == EOF || key == 'q';
        w->next_game = key == 'n';
        if (key != ' ') return; /* the time is over, or Enter and the like */
        w->waits = !w->waits;
        if (!w->waits) return;
    }
}

/* ---- what is shown ---- */

static void playback_show_facts(const playback *w, const alea_state *state, unsigned seat)
{
    cli_view v = {.how = console_view(w->console)};
    console_show_view(w->console,
                      alea_view_facts(w->record->game, state, seat, w->name[seat], &v.how, &v.text, &v.error),
                      &v);
}

/* Whose turn begins, and how it stands. */
static void playback_show_turn(const playback *w, const alea_event *e)
{
    const bool you = strcmp(w->name[e->seat], "You") == 0;
    char whose[PLAYBACK_NAME + 4];
    snprintf(whose, sizeof whose, "%s%s", you ? "Your" : w->name[e->seat], you ? "" : "'s");
    console_show(w->console, "\n");
    console_show(w->console, console_seat(w->console, (unsigned)e->seat));
    console_say(w->console, PLAY_TURN, whose);
    console_show(w->console, console_plain(w->console));
    for (unsigned seat = 0; seat < w->record->players; seat++) playback_show_facts(w, &e->before, seat);
}

/* The faces, unless the game has words in place of dice. */
static void playback_show_roll(const playback *w, const alea_event *e, const char *told)
{
    uint32_t face[16];
    char numbers[100] = "", small[CONSOLE_DICE_SIZE];
    size_t used = 0;
    const alea_game *game = w->record->game;
    if (*told && strcmp(alea_game_family(game), "graph") == 0) return;
    const unsigned count = alea_game_chance_faces(game, &e->before, e->what, face);
    for (unsigned i = 0; i < count && used < sizeof numbers; i++)
        used += (size_t)snprintf(numbers + used, sizeof numbers - used, " %" PRIu32, face[i]);
    console_say(w->console, PLAY_ROLLS, w->name[e->seat], strcmp(w->name[e->seat], "You") == 0 ? "" : "s",
                numbers, console_small_dice(w->console, face, count, small));
}

/* One event, and after a roll what it led to. */
static void playback_show_event(const playback *w, const alea_event *e, const alea_state *after)
{
    char told[PLAYBACK_WORDS] = "";
    const char *name = w->name[e->seat];
    const alea_game *game = w->record->game;
    const char *names[ALEA_MAX_SEATS] = {NULL};
    for (unsigned seat = 0; seat < w->record->players; seat++) names[seat] = w->name[seat];
    if (e->kind == ALEA_ROLLED || e->kind == ALEA_MOVED)
        alea_game_narrate(game, &e->before, e->what, names, told, sizeof told);
    switch (e->kind) {
    case ALEA_ROLLED: playback_show_roll(w, e, told); break;
    case ALEA_MOVED: console_say(w->console, "%s: %s", name, alea_game_move_name(game, e->what)); break;
    case ALEA_FORFEITED:
        console_say(w->console, PLAY_GIVES_UP, name, cli_show(e->text ? e->text : "").text);
        break;
    case ALEA_TAKEN_BACK:
        console_say(w->console, PLAYBACK_TAKEN_BACK, name, e->what, e->what == 1 ? "" : "s");
        return;
    }
    if (told[0]) {
        console_show(w->console, console_event(w->console));
        console_say(w->console, "%s", told);
        console_show(w->console, console_plain(w->console));
    }
    const bool goes_on = alea_game_turns(game, after) == alea_game_turns(game, &e->before);
    if (e->kind == ALEA_ROLLED && goes_on) playback_show_facts(w, after, (unsigned)e->seat);
}

/* How the game ended. */
static void playback_show_end(const playback *w)
{
    const alea_outcome *end = &w->game->outcome;
    console_show(w->console, "\n");
    if (!w->game->finished) {
        console_say(w->console, PLAYBACK_UNFINISHED);
        return;
    }
    console_show(w->console, console_bold(w->console));
    if (end->winner >= 0) {
        const char *name = w->name[end->winner];
        console_say(w->console, PLAY_WON, name, strcmp(name, "You") == 0 ? "win" : "wins");
    } else
        console_say(w->console, w->record->players == 1 ? PLAY_ENDED
                                : end->unfinished       ? PLAY_NOBODY_WON
                                                        : PLAY_DRAW);
    console_show(w->console, console_plain(w->console));
    for (unsigned seat = 0; seat < w->record->players; seat++) {
        const int64_t dollars = end->money[seat];
        playback_show_facts(w, &w->game->end, seat);
        if (dollars != 0)
            console_say(w->console, PLAYBACK_MONEY, w->name[seat], dollars < 0 ? "pays" : "gets",
                        (long long)(dollars < 0 ? -dollars : dollars));
    }
}

/* ---- a game, a record ---- */

/* Whether event `i` begins a turn. What comes after taking back begins anew. */
static bool playback_turn_begins(const playback *w, const alea_event *event, size_t i)
{
    const alea_game *game = w->record->game;
    return i == 0 || event[i - 1].kind == ALEA_TAKEN_BACK || event[i].seat != event[i - 1].seat ||
           alea_game_turns(game, &event[i].before) != alea_game_turns(game, &event[i - 1].before);
}

/* Shows a game from its start until it ends or a key leaves it; names its seats first. */
static void playback_game(playback *w, bool taken_back)
{
    const alea_record_game *g = w->game;
    const bool history = taken_back && g->history;
    const alea_event *event = history ? g->history : g->event;
    const size_t count = history ? g->history_count : g->count;
    for (unsigned seat = 0; seat < w->record->players; seat++) {
        char name[PLAYBACK_NAME];
        alea_player_name(w->record->player, w->record->players, g->player[seat], name, sizeof name);
        alea_view_printable(name, w->name[seat], PLAYBACK_NAME);
    }
    for (size_t i = 0; i < count && !w->leaves && !w->next_game; i++) {
        ALEA_ASSERT(event[i].seat >= 0 && (unsigned)event[i].seat < w->record->players);
        if (playback_turn_begins(w, event, i) && event[i].kind != ALEA_TAKEN_BACK)
            playback_show_turn(w, &event[i]);
        playback_show_event(w, &event[i], i + 1 < count ? &event[i + 1].before : &g->end);
        playback_wait(w);
    }
    if (!w->leaves && !w->next_game) playback_show_end(w);
}

int playback_record(const alea_record *record, bool taken_back, double pace)
{
    playback w = {.console = console_open(), .record = record, .pace = console_pace(pace)};
    if (!w.console) return cli_complain(CLI_FAILED, CLI_NO_MEMORY);
    if (console_is_terminal(w.console)) console_say(w.console, PLAYBACK_KEYS);
    for (size_t i = 0; i < record->count && !w.leaves; i++) {
        w.game = &record->played[i];
        if (i > 0) console_show(w.console, "\n");
        console_say(w.console, PLAYBACK_GAME, (unsigned long long)w.game->number,
                    alea_game_spec(record->game));
        playback_game(&w, taken_back);
        if (i + 1 < record->count && !w.leaves && !w.next_game) playback_wait(&w);
        w.next_game = false;
    }
    console_close(w.console);
    return CLI_DONE;
}
