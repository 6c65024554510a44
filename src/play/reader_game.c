/* What happened in a game, played again on the referee, and how it ended. */
#include "base/memory.h"
#include "base/text.h"
#include "play/lines.h"
#include "play/reader_inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- what happened ---- */

static alea_status remember(alea__reading *r, const alea_event *event, size_t count, alea_error *error)
{
    alea_record_game *g = &r->now;
    if (g->history_count + count > r->history_room) {
        size_t room = 2 * (g->history_count + count);
        alea_event *history = alea__resize(g->history, room * sizeof *history);
        if (!history) return alea__out_of_memory(error);
        g->history = history;
        r->history_room = room;
    }
    memcpy(g->history + g->history_count, event, count * sizeof *event);
    g->history_count += count;
    return ALEA_OK;
}

/* After an event: `status` is the ledger's, and `below` its sentence. */
static alea_status note(alea__reading *r, alea_status status, const alea_error *below, alea_error *error)
{
    if (status != ALEA_OK) return alea__wrong(r, below, error);
    alea__ledger_last(&r->ledger)->line = r->line;
    if (r->events + r->ledger.count + r->now.history_count >= ALEA_RECORD_EVENTS)
        return ALEA__WRONG(r, error,
                           "the record has more than %" PRIu64 " events; a game of it can be read by itself.",
                           ALEA_RECORD_EVENTS);
    return r->now.history ? remember(r, alea__ledger_last(&r->ledger), 1, error) : ALEA_OK;
}

static void list_faces(const uint32_t *faces, unsigned count, char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (unsigned i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%" PRIu32, i ? "," : "", faces[i]);
}

/* The dice just shown must be those that the seed gives, which are rolled here. */
static alea_status check_dice(alea__reading *r, const uint32_t *faces, unsigned count, alea_error *error)
{
    const alea_event *rolled = alea__ledger_last(&r->ledger);
    uint32_t outcome = alea__roll(&r->ledger.roller, r->ledger.game, &rolled->before), right[16];
    if (outcome == rolled->what) return ALEA_OK;
    char shows[120], there[120];
    list_faces(faces, count, there, sizeof there);
    unsigned dice = alea_game_chance_faces(r->ledger.game, &rolled->before, outcome, right);
    list_faces(right, dice, shows, sizeof shows);
    return ALEA__WRONG(r, error, "the dice show %s, but with this seed they show %s here.", there, shows);
}

alea_status alea__take_roll(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    uint32_t faces[16];
    unsigned count = 0;
    alea_status status = alea__check_keys(r, line, 1, error);
    if (status == ALEA_OK)
        status = alea__take_list(r, json_object_get(line, "roll"), "`roll`", 16, faces, &count, error);
    if (status != ALEA_OK) return status;
    status = alea__ledger_show(&r->ledger, faces, count, &below);
    if (status == ALEA_OK && !r->book->record.manual) {
        status = check_dice(r, faces, count, error);
        if (status != ALEA_OK) return status;
    }
    return note(r, status, &below, error);
}

static alea_status take_seat(const alea__reading *r, const json_t *line, alea_error *error)
{
    const json_t *value = json_object_get(line, "seat");
    int mover = alea__ledger_mover(&r->ledger);
    if (mover == ALEA_CHANCE) return ALEA__WRONG(r, error, "nobody decides here: the dice are to be rolled.");
    if (json_is_integer(value) && json_integer_value(value) == mover) return ALEA_OK;
    return ALEA__WRONG(r, error, "it is seat %d that decides here.", mover);
}

static void list_moves(const alea__ledger *l, char *out, size_t size)
{
    unsigned count = alea_game_move_count(l->game, &l->state);
    size_t at = 0;
    out[0] = 0;
    for (unsigned i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%s", i ? ", " : "",
                               alea_game_move_name(l->game, alea_game_move(l->game, &l->state, i)));
}

static alea_status find_move(const alea__reading *r, const char *name, uint32_t *out, alea_error *error)
{
    const alea__ledger *l = &r->ledger;
    unsigned count = alea_game_move_count(l->game, &l->state);
    for (unsigned i = 0; i < count; i++) {
        *out = alea_game_move(l->game, &l->state, i);
        if (strcmp(alea_game_move_name(l->game, *out), name) == 0) return ALEA_OK;
    }
    char moves[300];
    list_moves(l, moves, sizeof moves);
    return ALEA__WRONG(r, error, "`%s` is not legal here; legal is %s.", alea__show(name).text, moves);
}

alea_status alea__take_move(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    const char *name = NULL;
    uint32_t move = 0;
    alea_status status = alea__check_keys(r, line, 2, error);
    if (status == ALEA_OK) status = take_seat(r, line, error);
    if (status == ALEA_OK) status = alea__take_text(r, json_object_get(line, "move"), "`move`", &name, error);
    if (status == ALEA_OK) status = find_move(r, name, &move, error);
    return status == ALEA_OK ? note(r, alea__ledger_move(&r->ledger, move, &below), &below, error) : status;
}

static alea_status take_failure(const alea__reading *r, const json_t *value, alea_failure *out,
                                alea_error *error)
{
    const char *name = json_string_value(value);
    for (int failure = ALEA_NO_FAILURE + 1; name && failure < ALEA_FAILURE_KINDS; failure++)
        if (strcmp(alea_failure_name((alea_failure)failure), name) == 0) {
            *out = (alea_failure)failure;
            return ALEA_OK;
        }
    return ALEA__WRONG(
        r, error, "`forfeit` is the reason: \"trap\", \"fuel\", \"memory\", \"illegal\" or \"skipped\".");
}

alea_status alea__take_forfeit(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    const char *text = NULL;
    alea_failure failure = ALEA_NO_FAILURE;
    alea_status status = alea__check_keys(r, line, 3, error);
    if (status == ALEA_OK) status = take_seat(r, line, error);
    if (status == ALEA_OK) status = take_failure(r, json_object_get(line, "forfeit"), &failure, error);
    if (status == ALEA_OK) status = alea__take_text(r, json_object_get(line, "text"), "`text`", &text, error);
    if (status != ALEA_OK) return status;
    if (!(text = alea__texts_keep(&r->book->texts, text))) return alea__out_of_memory(error);
    return note(r, alea__ledger_forfeit(&r->ledger, failure, text, &below), &below, error);
}

alea_status alea__take_undo(alea__reading *r, const json_t *line, alea_error *error)
{
    alea__ledger *l = &r->ledger;
    int64_t events = 0;
    alea_status status = alea__check_keys(r, line, 1, error);
    if (status == ALEA_OK && l->count == 0) status = ALEA__WRONG(r, error, "there is nothing to take back.");
    if (status == ALEA_OK)
        status =
            alea__take_number(r, json_object_get(line, "undo"), "`undo`, the events that are taken back,", 1,
                              (int64_t)l->count, &events, error);
    if (status == ALEA_OK && !r->now.history) status = remember(r, l->event, l->count, error);
    if (status != ALEA_OK) return status;
    const alea_event back = {.kind = ALEA_TAKEN_BACK,
                             .seat = alea_game_turn_of(l->game, &l->state),
                             .what = (uint32_t)events,
                             .line = r->line,
                             .before = l->state};
    alea__ledger_undo(l, (size_t)events);
    r->now.taken_back += (uint64_t)events;
    return remember(r, &back, 1, error);
}

/* ---- how it ended ---- */

/* The game goes from the ledger to the record, when it is wanted there. */
static alea_status keep_game(alea__reading *r, alea_error *error)
{
    alea__book *book = r->book;
    alea_record_game *g = &r->now;
    alea__ledger *l = &r->ledger;
    if (book->record.count == book->room) {
        size_t room = book->room ? 2 * book->room : 16;
        alea_record_game *played = alea__resize(book->record.played, room * sizeof *played);
        if (!played) return alea__out_of_memory(error);
        book->record.played = played;
        book->room = room;
    }
    alea_event *event = alea__alloc_array(l->count ? l->count : 1, sizeof *event);
    if (!event) return alea__out_of_memory(error);
    if (l->count) memcpy(event, l->event, l->count * sizeof *event);
    g->event = event;
    g->count = l->count;
    g->end = l->state;
    g->finished = alea_game_outcome(l->game, &l->state, &g->outcome, NULL) == ALEA_OK;
    book->record.played[book->record.count++] = *g;
    r->events += g->count + g->history_count;
    g->event = g->history = NULL; /* they are the record's now */
    g->count = g->history_count = 0;
    return ALEA_OK;
}

alea_status alea__close_game(alea__reading *r, alea_error *error)
{
    bool wanted = r->wanted.all || (!r->wanted.last && r->wanted.number == r->now.number);
    r->open = false;
    if (wanted) return keep_game(r, error);
    alea__free(r->now.history);
    r->now.history = NULL;
    r->now.history_count = 0;
    return ALEA_OK;
}

alea_status alea__take_end(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_outcome outcome;
    const alea__ledger *l = &r->ledger;
    alea_status status = alea__check_keys(r, line, 1, error);
    if (status != ALEA_OK) return status;
    if (alea_game_outcome(l->game, &l->state, &outcome, NULL) != ALEA_OK)
        return ALEA__WRONG(r, error, "the game is not over here.");
    alea__text right = {0};
    alea__line_end(&right, &outcome, l->game->players);
    json_t *expected = right.failed ? NULL : json_loadb(right.data, right.size, 0, NULL);
    if (!expected)
        status = alea__out_of_memory(error);
    else if (!json_equal(line, expected))
        status = ALEA__WRONG(r, error, "the game ended otherwise: %.*s", (int)right.size - 1, right.data);
    json_decref(expected);
    alea__text_free(&right);
    return status == ALEA_OK ? alea__close_game(r, error) : status;
}
