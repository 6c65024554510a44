/* Runs the game at the table: turns, dice, and the output that all players see. */
#include "cli/play/table_game.h"
#include "base/assert.h"
#include "cli/play/telling.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static play_end table_fail(const alea_error *error)
{
    cmd_report(error);
    return PLAY_FAILED;
}

/* If the record cannot be written, prints a warning and the game continues. */
static void table_check_record(table_game *t)
{
    const char *trouble = alea_session_trouble(t->session);
    if (trouble && !t->said_trouble) console_say(t->console, PLAY_UNSAVED, trouble);
    if (!trouble && t->said_trouble) console_say(t->console, PLAY_SAVED_AGAIN);
    t->said_trouble = trouble != NULL;
}

/* ---- output for all players ---- */

static telling table_telling(table_game *t)
{
    telling w = {.console = t->console, .game = t->game, .players = t->players};
    for (unsigned seat = 0; seat < t->players; seat++) w.name[seat] = play_in_seat(t, seat)->name;
    return w;
}

/* Whether the bot's turn is shown in one line; then notes another part of it. */
static bool table_folds(table_game *t, const play_player *p, const char *part)
{
    if (!t->fold || p->kind == PLAY_HUMAN) return false;
    size_t used = strlen(t->folded);
    snprintf(t->folded + used, sizeof t->folded - used, "%s%s", used ? "; " : "", part);
    return true;
}

static void table_unfold(table_game *t, const char *name)
{
    if (t->folded[0]) console_say(t->console, PLAY_FOLDED, name, t->folded);
    t->folded[0] = 0;
}

/* Pauses so that people can follow a bot's moves. */
static void table_pause(table_game *t, const play_player *p)
{
    if (p->kind == PLAY_HUMAN || t->fold || t->skips || t->pace <= 0) return;
    if (!t->said_skip && console_is_terminal(t->console)) console_say(t->console, PLAY_SKIP);
    t->said_skip = true;
    t->skips = console_pause(t->console, t->pace);
}

/* Lines of a terminal on which a turn with large dice does not hide the last one. */
enum { LINES_FOR_LARGE_DICE = 30 };

/* Names the faces; on a terminal that has room it draws them as well. */
static void table_show_dice(table_game *t, const play_player *p, const uint32_t *faces, unsigned count)
{
    char *text, numbers[TELL_FACES];
    if (table_folds(t, p, tell_faces(faces, count, numbers))) return;
    const unsigned lines = console_lines(t->console);
    const bool fits = p->kind == PLAY_HUMAN && (lines == 0 || lines >= LINES_FOR_LARGE_DICE);
    const bool large = t->dice_size == DICE_LARGE || (t->dice_size == DICE_AUTO && fits);
    tell_roll(t->console, p->name, faces, count, !large);
    alea_view_options view = console_view(t->console);
    if (!large || !console_is_terminal(t->console) || count == 0 || faces[0] > 6) return;
    if (count * 10 > view.width || alea_view_dice(faces, count, &view, &text, NULL) != ALEA_OK) return;
    console_show(t->console, text);
    alea_text_free(text);
}

/* The first facts are enough if a score sheet shows the rest. */
static void table_show_score(table_game *t, unsigned seat)
{
    enum { ENOUGH = 2 };
    char line[500];
    alea_fact fact;
    size_t used = (size_t)snprintf(line, sizeof line, "%s:", play_in_seat(t, seat)->name);
    for (size_t i = 0; i < ENOUGH; i++)
        if (alea_game_fact(t->game, alea_session_state(t->session), seat, i, &fact))
            used += (size_t)snprintf(line + used, sizeof line - used, "%s %s %s", i ? "," : "", fact.label,
                                     fact.value);
    ALEA_ASSERT(used < sizeof line);
    console_say(t->console, "%s", line);
}

static void table_show_facts(table_game *t, unsigned seat)
{
    const telling w = table_telling(t);
    tell_facts(&w, alea_session_state(t->session), seat);
}

/* The first fact about a seat is its score, or the game's equivalent. */
static void table_show_turn_end(table_game *t, const alea_state *before, unsigned seat)
{
    alea_fact then, now;
    char whose[PLAY_NAME_SIZE + 4];
    const char *name = tell_whose(play_in_seat(t, seat)->name, whose, sizeof whose);
    table_unfold(t, play_in_seat(t, seat)->name);
    if (!alea_game_fact(t->game, before, seat, 0, &then) ||
        !alea_game_fact(t->game, alea_session_state(t->session), seat, 0, &now) ||
        strcmp(then.label, now.label) != 0)
        return;
    if (strcmp(then.value, now.value) == 0)
        console_say(t->console, PLAY_SAME_SCORE, name, now.label, now.value);
    else
        console_say(t->console, PLAY_NEW_SCORE, name, now.label, then.value, now.value);
}

/* Shows the winner, and every seat's score and money. */
static void table_show_end(table_game *t)
{
    alea_outcome outcome;
    alea_error error;
    const telling w = table_telling(t);
    console_show(t->console, "\n");
    if (alea_game_outcome(t->game, alea_session_state(t->session), &outcome, &error) != ALEA_OK) return;
    tell_end(&w, &outcome, t->coach.objective == ALEA_MONEY ? PLAY_MONEY_END : NULL);
}

/* The last event; NULL if there is none. */
static const alea_event *table_last_event(const table_game *t)
{
    size_t count;
    const alea_event *event = alea_session_events(t->session, &count);
    return count > 0 ? &event[count - 1] : NULL;
}

static void table_show_event(table_game *t, const play_player *p)
{
    char words[TELL_WORDS];
    const telling w = table_telling(t);
    const alea_event *last = table_last_event(t);
    ALEA_ASSERT(last);
    t->was_told = *tell_words(&w, last, words) != 0;
    if (t->was_told) table_unfold(t, p->name);
    tell_event(&w, words);
}

/* ---- the dice ---- */

/* Whether the turn has just begun: nothing has happened in it. */
static bool table_turn_begins(const table_game *t)
{
    const alea_state *state = alea_session_state(t->session);
    const alea_event *last = table_last_event(t);
    return !last || alea_game_turns(t->game, &last->before) != alea_game_turns(t->game, state) ||
           last->seat != alea_game_turn_of(t->game, state);
}

/* Asks for the faces of real dice until they are possible ones. */
static play_end table_throw_real_dice(table_game *t, const char *name)
{
    uint32_t faces[16];
    alea_error error;
    for (;;) {
        unsigned count = alea_game_chance_faces(t->game, alea_session_state(t->session), 0, faces);
        const bool named = play_names_chance(t);
        play_end end = named ? play_ask_chance(t, name, &faces[0]) : play_ask_dice(t, name, count, faces);
        if (named) faces[0]++; /* a named outcome is the side of a die, which counts from 1 */
        if (end != PLAY_ON) return end;
        alea_status status = alea_session_show(t->session, faces, count, &error);
        if (status == ALEA_OK) return PLAY_ON;
        if (status != ALEA_E_RANGE) return table_fail(&error);
        console_say(t->console, "%s", error.message);
    }
}

/* Rolls for the seat; a person presses Enter before the first roll of a turn. */
static play_end table_throw_dice(table_game *t, unsigned seat)
{
    uint32_t faces[16];
    unsigned count;
    alea_error error;
    play_player *p = play_in_seat(t, seat);
    if (alea_session_manual(t->session)) return table_throw_real_dice(t, p->name);
    if (p->kind == PLAY_HUMAN && table_turn_begins(t)) {
        play_end end = play_ask_roll(t, p->name);
        if (end != PLAY_ON) return end;
    }
    if (alea_session_roll(t->session, faces, &count, &error) != ALEA_OK) return table_fail(&error);
    char words[TELL_WORDS];
    const telling w = table_telling(t);
    const alea_event *last = table_last_event(t);
    if (tell_shows_dice(&w, last, tell_words(&w, last, words))) table_show_dice(t, p, faces, count);
    return PLAY_ON;
}

/* ---- decisions ---- */

/* Handles a player that could not decide. If that is its own failure, it forfeits; otherwise the game stops here and can be
   resumed. */
static play_end table_blame(table_game *t, const play_player *p, alea_status status, const char *why)
{
    alea_error error;
    if (!play_failed_itself(p, status)) {
        cmd_complain(CMD_FAILED, "%s", why);
        return PLAY_FAILED;
    }
    console_say(t->console, PLAY_GIVES_UP, p->name, why);
    if (alea_session_forfeit(t->session, ALEA_TRAP, why, &error) != ALEA_OK) return table_fail(&error);
    return PLAY_ON;
}

/* Gets the decision of the seat's player and makes the move. */
static play_end table_decide(table_game *t, unsigned seat)
{
    uint32_t move = 0;
    alea_error error;
    play_player *p = play_in_seat(t, seat);
    if (p->kind == PLAY_HUMAN) {
        play_end end = play_ask_move(t, seat, &move);
        if (end != PLAY_ON) return end;
    } else if (p->kind == PLAY_GRADED) {
        if (!play_graded_move(&t->coach, alea_session_state(t->session), play_event(t), p->strength, &move))
            return table_blame(t, p, t->coach.status, t->coach.why);
    } else if (alea_session_ask(t->session, p->bot, &move, &error) != ALEA_OK)
        return table_blame(t, p, error.status, error.message);
    if (alea_session_move(t->session, move, &error) != ALEA_OK)
        return p->kind == PLAY_HUMAN ? table_fail(&error) : table_blame(t, p, error.status, error.message);
    const char *done = alea_game_move_name(t->game, move);
    if (p->kind != PLAY_HUMAN && !table_folds(t, p, done)) console_say(t->console, "%s: %s", p->name, done);
    return PLAY_ON;
}

/* ---- the order of turns ---- */

/* Rolls for one player to find the order of turns. Returns PLAY_AGAIN if the number of a real die is not possible. */
static play_end table_roll_for_order(table_game *t, unsigned player)
{
    alea_error error;
    unsigned shown = 0;
    uint32_t face[16] = {0};
    char why[PLAY_NAME_SIZE + 32];
    play_player *p = &t->player[player];
    play_end end = PLAY_ON;
    ALEA_ASSERT(player < t->players && alea_session_ordered(t->session, player) == 0);
    snprintf(why, sizeof why, PLAY_FOR_ORDER, p->name);
    if (alea_session_manual(t->session))
        end = play_ask_dice(t, why, 1, face);
    else if (p->kind == PLAY_HUMAN)
        end = play_ask_roll(t, why);
    if (end != PLAY_ON) return end;
    alea_status status = alea_session_order(t->session, player, face[0], &shown, &error);
    if (status == ALEA_E_RANGE) {
        console_say(t->console, "%s", error.message);
        return PLAY_AGAIN;
    }
    if (status != ALEA_OK) return table_fail(&error);
    face[0] = shown;
    table_show_dice(t, p, face, 1);
    return PLAY_ON;
}

/* Ascending, and equal rolls in the order in which they fell. */
static void table_sort_by_rolls(const table_game *t, unsigned *player_in_seat)
{
    for (unsigned i = 0; i < t->players; i++) {
        unsigned seat = i;
        ALEA_ASSERT(alea_session_ordered(t->session, i) > 0);
        for (; seat > 0 && alea_session_ordered(t->session, player_in_seat[seat - 1]) >
                               alea_session_ordered(t->session, i);
             seat--)
            player_in_seat[seat] = player_in_seat[seat - 1];
        player_in_seat[seat] = i;
    }
}

/* Seats the players as they were given, or after each player's roll; rolls of an interrupted game stay. */
static play_end table_take_seats(table_game *t)
{
    unsigned player_in_seat[ALEA_MAX_SEATS];
    alea_error error;
    if (!t->by_lot) {
        if (alea_session_seat(t->session, NULL, &error) != ALEA_OK) return table_fail(&error);
        return PLAY_ON;
    }
    console_say(t->console, PLAY_ROLL_FOR_TURN);
    for (unsigned player = 0; player < t->players;) {
        unsigned before = alea_session_ordered(t->session, player);
        if (before) console_say(t->console, PLAY_ROLLED, t->player[player].name, before);
        play_end end = before ? PLAY_ON : table_roll_for_order(t, player);
        if (end == PLAY_ON) player++;
        if (end == PLAY_LEFT || end == PLAY_FAILED) return end;
    }
    table_sort_by_rolls(t, player_in_seat);
    if (alea_session_seat(t->session, player_in_seat, &error) != ALEA_OK) return table_fail(&error);
    for (unsigned seat = 0; seat < t->players; seat++)
        console_say(t->console, "%u. %s", seat + 1, play_in_seat(t, seat)->name);
    return PLAY_ON;
}

/* ---- the game ---- */

static void table_show_others(table_game *t)
{
    const int seat = alea_game_turn_of(t->game, alea_session_state(t->session));
    for (unsigned other = 0; other < t->players; other++)
        if ((int)other != seat) table_show_facts(t, other);
}

static void table_show_turn(table_game *t, unsigned seat)
{
    const telling w = table_telling(t);
    t->skips = false;
    tell_turn(&w, seat);
    if (play_in_seat(t, seat)->kind == PLAY_HUMAN) play_show_sheet(t, seat);
    table_show_others(t);
}

/* The facts about the seat that is to act, unless they have just been shown: in words, or before the decision that led to a roll. */
static void table_show_position(table_game *t, unsigned seat, bool rolls)
{
    const bool folded = t->fold && play_in_seat(t, seat)->kind != PLAY_HUMAN && !table_turn_begins(t);
    const bool told = play_has_sheet(t) && t->was_told && !table_turn_begins(t);
    const alea_event *last = table_last_event(t);
    const bool decided = last && last->kind == ALEA_MOVED && !table_turn_begins(t);
    if (folded || told || (rolls && decided)) return;
    if (play_has_sheet(t) && table_turn_begins(t))
        table_show_score(t, seat);
    else
        table_show_facts(t, seat);
}

/* Plays one event, a roll or a decision, and shows its effect. Returns PLAY_OVER when the game has ended. */
static play_end table_step(table_game *t)
{
    const alea_state before = *alea_session_state(t->session);
    int mover = alea_game_to_move(t->game, &before), seat = alea_game_turn_of(t->game, &before);
    if (mover == ALEA_OVER) return PLAY_OVER;
    ALEA_ASSERT(seat >= 0 && (unsigned)seat < t->players);
    if (table_turn_begins(t)) table_show_turn(t, (unsigned)seat);
    play_player *p = play_in_seat(t, (unsigned)seat);
    table_show_position(t, (unsigned)seat, mover == ALEA_CHANCE);
    play_end end =
        mover == ALEA_CHANCE ? table_throw_dice(t, (unsigned)seat) : table_decide(t, (unsigned)seat);
    if (end == PLAY_AGAIN) t->was_told = false;
    if (end != PLAY_ON) return end;
    table_check_record(t);
    table_show_event(t, p);
    if (mover == ALEA_CHANCE) play_remark_roll(t, (unsigned)seat);
    table_pause(t, p);
    if (alea_game_turns(t->game, alea_session_state(t->session)) != alea_game_turns(t->game, &before))
        table_show_turn_end(t, &before, (unsigned)seat);
    return PLAY_ON;
}

void play_say_objective(table_game *t)
{
    if (!alea_game_has_objective(t->game, ALEA_MONEY)) return;
    if (t->coach.objective == ALEA_MONEY)
        console_say(t->console, PLAY_FOR_MONEY);
    else if (t->coach.objective == ALEA_WIN)
        console_say(t->console, PLAY_FOR_WINS);
}

play_end play_game(table_game *t)
{
    size_t events;
    play_end end = alea_session_seated(t->session) ? PLAY_ON : table_take_seats(t);
    alea_session_events(t->session, &events);
    if (events > 0 && !table_turn_begins(t)) table_show_others(t); /* it is resumed within a turn */
    while (end == PLAY_ON || end == PLAY_AGAIN) end = console_leaves(t->console) ? PLAY_LEFT : table_step(t);
    if (end != PLAY_OVER) return end;
    table_show_end(t);
    play_remark_end(t);
    return end;
}
