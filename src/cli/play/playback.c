/* alea replay --watch; see playback.h. */
#include "cli/play/playback.h"
#include "base/assert.h"
#include "cli/play/telling.h"
#include "command/players.h"

#include <math.h>

static const double fastest = 0.05, slowest = 10; /* seconds, that + and - lead to */

typedef struct playback {
    console *console;
    const alea_record *record;
    const alea_record_game *game;
    char name[ALEA_MAX_SEATS][PLAY_NAME_SIZE]; /* by seat */
    telling telling;
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

/* ---- output ---- */

/* Shows one event, and after a roll its effect. */
static void playback_show_event(const playback *w, const alea_event *e, const alea_state *after)
{
    uint32_t face[16];
    char words[TELL_WORDS];
    const char *name = w->name[e->seat];
    const alea_game *game = w->record->game;
    tell_words(&w->telling, e, words);
    switch (e->kind) {
    case ALEA_ROLLED:
        if (!tell_shows_dice(&w->telling, e, words)) break;
        tell_roll(w->console, name, face, alea_game_chance_faces(game, &e->before, e->what, face), true);
        break;
    case ALEA_MOVED: console_say(w->console, "%s: %s", name, alea_game_move_name(game, e->what)); break;
    case ALEA_FORFEITED:
        console_say(w->console, PLAY_GIVES_UP, name, cmd_show(e->text ? e->text : "").text);
        break;
    case ALEA_TAKEN_BACK:
        console_say(w->console, PLAYBACK_TAKEN_BACK, name, tell_is_you(name) ? "take" : "takes", e->what,
                    e->what == 1 ? "" : "s");
        return;
    }
    tell_event(&w->telling, words);
    const bool goes_on = alea_game_turns(game, after) == alea_game_turns(game, &e->before);
    if (e->kind == ALEA_ROLLED && goes_on) tell_facts(&w->telling, after, (unsigned)e->seat);
}

/* ---- a game, a record ---- */

/* Whether event `i` begins a turn. An event after an undo also begins one. */
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
    w->telling = (telling){.console = w->console, .game = w->record->game, .players = w->record->players};
    for (unsigned seat = 0; seat < w->record->players; seat++) {
        play_name(w->record->player, w->record->players, g->player[seat], w->name[seat]);
        w->telling.name[seat] = w->name[seat];
    }
    for (size_t i = 0; i < count && !w->leaves && !w->next_game; i++) {
        ALEA_ASSERT(event[i].seat >= 0 && (unsigned)event[i].seat < w->record->players);
        if (playback_turn_begins(w, event, i) && event[i].kind != ALEA_TAKEN_BACK) {
            tell_turn(&w->telling, (unsigned)event[i].seat);
            for (unsigned seat = 0; seat < w->record->players; seat++)
                tell_facts(&w->telling, &event[i].before, seat);
        }
        playback_show_event(w, &event[i], i + 1 < count ? &event[i + 1].before : &g->end);
        playback_wait(w);
    }
    if (w->leaves || w->next_game) return;
    console_show(w->console, "\n");
    if (g->finished)
        tell_end(&w->telling, &g->outcome, NULL);
    else
        console_say(w->console, PLAYBACK_UNFINISHED);
}

int playback_record(const alea_record *record, bool taken_back, double pace)
{
    playback w = {.console = console_open(), .record = record, .pace = console_pace(pace)};
    if (!w.console) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
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
    return CMD_DONE;
}
