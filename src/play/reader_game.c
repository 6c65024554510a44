/* Reads the events of a game, which the referee replays, and its result. */
#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/messages.h"
#include "play/reader_inside.h"
#include "play/record_lines.h"

#include <stdio.h>
#include <string.h>

/* ---- events ---- */

static alea_status reader_remember(alea__reading *r, const alea_event *event, size_t count, alea_error *error)
{
    alea_record_game *g = &r->now;
    if (!alea__grow(&g->history, &r->history_capacity, g->history_count + count, sizeof *g->history))
        return alea__out_of_memory(error);
    memcpy(g->history + g->history_count, event, count * sizeof *event);
    g->history_count += count;
    return ALEA_OK;
}

/* Handles the result of a game-log event, `status` and `below`. */
static alea_status reader_note(alea__reading *r, alea_status status, const alea_error *below,
                               alea_error *error)
{
    ALEA_ASSERT(r->open);
    if (status != ALEA_OK) return alea__wrong(r, below, error);
    alea__game_log_last(&r->log)->line = r->line;
    if (r->events + r->log.count + r->now.history_count >= ALEA_RECORD_EVENTS)
        return ALEA__WRONG(r, error, RECORD_TOO_MANY_EVENTS, ALEA_RECORD_EVENTS);
    return r->now.history ? reader_remember(r, alea__game_log_last(&r->log), 1, error) : ALEA_OK;
}

static void reader_list_faces(const alea__numbers *faces, char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (unsigned i = 0; i < faces->count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%" PRIu32, i ? "," : "", faces->number[i]);
}

/* Rolls by the seed; the dice of the line must be the same. */
static alea_status reader_check_dice(alea__reading *r, const alea__numbers *faces, alea_error *error)
{
    const alea_event *rolled = alea__game_log_last(&r->log);
    ALEA_ASSERT(rolled->kind == ALEA_ROLLED && !r->owned->record.manual);
    uint32_t outcome = alea__roll(&r->log.roller, r->log.game, &rolled->before);
    if (outcome == rolled->what) return ALEA_OK;
    char given[120], expected[120];
    alea__numbers right;
    right.count = alea_game_chance_faces(r->log.game, &rolled->before, outcome, right.number);
    reader_list_faces(faces, given, sizeof given);
    reader_list_faces(&right, expected, sizeof expected);
    return ALEA__WRONG(r, error, RECORD_DICE, given, expected);
}

/* {"roll":[…]}: a roll must be due and show the faces that follow from the seed, unless the dice were real. */
alea_status alea__take_roll(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    alea__numbers faces = {.count = 0};
    const alea__field roll = {json_object_get(line, "roll"), "`roll`", 0, ALEA__MOST_DICE};
    alea_status status = alea__check_keys(r, line, 1, error);
    if (status == ALEA_OK) status = alea__take_list(r, &roll, &faces, error);
    if (status != ALEA_OK) return status;
    status = alea__game_log_show(&r->log, &faces, &below);
    if (status == ALEA_OK && !r->owned->record.manual) {
        status = reader_check_dice(r, &faces, error);
        if (status != ALEA_OK) return status;
    }
    return reader_note(r, status, &below, error);
}

static alea_status reader_take_seat(const alea__reading *r, const json_t *line, alea_error *error)
{
    const json_t *value = json_object_get(line, "seat");
    int mover = alea__game_log_mover(&r->log);
    if (mover == ALEA_CHANCE) return ALEA__WRONG(r, error, RECORD_DECISION_IN_ROLL);
    if (json_is_integer(value) && json_integer_value(value) == mover) return ALEA_OK;
    return ALEA__WRONG(r, error, RECORD_MOVER, mover);
}

static void reader_list_moves(const alea__game_log *l, char *out, size_t size)
{
    unsigned count = alea_game_move_count(l->game, &l->state);
    size_t at = 0;
    out[0] = 0;
    for (unsigned i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%s", i ? ", " : "",
                               alea_game_move_name(l->game, alea_game_move(l->game, &l->state, i)));
}

/* The legal move with this name; the error message lists the legal moves. */
static alea_status reader_find_move(const alea__reading *r, const char *name, uint32_t *out,
                                    alea_error *error)
{
    const alea__game_log *l = &r->log;
    unsigned count = alea_game_move_count(l->game, &l->state);
    for (unsigned i = 0; i < count; i++) {
        *out = alea_game_move(l->game, &l->state, i);
        if (strcmp(alea_game_move_name(l->game, *out), name) == 0) return ALEA_OK;
    }
    char moves[300];
    reader_list_moves(l, moves, sizeof moves);
    return ALEA__WRONG(r, error, RECORD_ILLEGAL, alea__show(name).text, moves);
}

/* {"seat":S,"move":NAME}: a legal move of the seat to move. */
alea_status alea__take_move(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    const char *name = NULL;
    uint32_t move = 0;
    alea_status status = alea__check_keys(r, line, 2, error);
    if (status == ALEA_OK) status = reader_take_seat(r, line, error);
    if (status == ALEA_OK) status = alea__take_text(r, json_object_get(line, "move"), "`move`", &name, error);
    if (status == ALEA_OK) status = reader_find_move(r, name, &move, error);
    return status == ALEA_OK ? reader_note(r, alea__game_log_move(&r->log, move, &below), &below, error)
                             : status;
}

static alea_status reader_take_failure(const alea__reading *r, const json_t *value, alea_failure *out,
                                       alea_error *error)
{
    const char *name = json_string_value(value);
    for (int failure = ALEA_NO_FAILURE + 1; name && failure < ALEA_FAILURE_KINDS; failure++)
        if (strcmp(alea_failure_name((alea_failure)failure), name) == 0) {
            *out = (alea_failure)failure;
            return ALEA_OK;
        }
    return ALEA__WRONG(r, error, RECORD_FAILURE);
}

/* {"seat":S,"forfeit":REASON,"text":…}: the seat must be the one to decide. The record keeps the text. */
alea_status alea__take_forfeit(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    const char *text = NULL;
    alea_failure failure = ALEA_NO_FAILURE;
    alea_status status = alea__check_keys(r, line, 3, error);
    if (status == ALEA_OK) status = reader_take_seat(r, line, error);
    if (status == ALEA_OK) status = reader_take_failure(r, json_object_get(line, "forfeit"), &failure, error);
    if (status == ALEA_OK) status = alea__take_text(r, json_object_get(line, "text"), "`text`", &text, error);
    if (status != ALEA_OK) return status;
    if (!(text = alea__texts_keep(&r->owned->texts, text))) return alea__out_of_memory(error);
    return reader_note(r, alea__game_log_forfeit(&r->log, failure, text, &below), &below, error);
}

/* {"undo":N}: takes the last N events out of the game. From the first undo on, the history keeps all events in the
   order in which they happened, and the undoing too. */
alea_status alea__take_undo(alea__reading *r, const json_t *line, alea_error *error)
{
    alea__game_log *l = &r->log;
    int64_t events = 0;
    const alea__field undo = {json_object_get(line, "undo"), "`undo`", 1, (int64_t)l->count};
    alea_status status = alea__check_keys(r, line, 1, error);

    if (status == ALEA_OK && l->count == 0) status = ALEA__WRONG(r, error, RECORD_UNDO_NOTHING);
    if (status == ALEA_OK) status = alea__take_number(r, &undo, &events, error);

    if (status == ALEA_OK && !r->now.history) status = reader_remember(r, l->event, l->count, error);
    if (status != ALEA_OK) return status;
    const alea_event back = {.kind = ALEA_TAKEN_BACK,
                             .seat = alea_game_turn_of(l->game, &l->state),
                             .what = (uint32_t)events,
                             .line = r->line,
                             .before = l->state};
    alea__game_log_undo(l, (size_t)events);
    r->now.taken_back += (uint64_t)events;
    return reader_remember(r, &back, 1, error);
}

/* ---- the outcome ---- */

/* Moves the game from the game log to the record. */
static alea_status reader_keep_game(alea__reading *r, alea_error *error)
{
    alea__owned_record *owned = r->owned;
    alea_record_game *g = &r->now;
    alea__game_log *l = &r->log;
    ALEA_ASSERT(r->wanted.all || owned->record.count == 0); /* numbers of games ascend */
    if (!alea__grow(&owned->record.played, &owned->capacity, owned->record.count + 1,
                    sizeof *owned->record.played))
        return alea__out_of_memory(error);
    alea_event *event = alea__alloc_array(l->count ? l->count : 1, sizeof *event);
    if (!event) return alea__out_of_memory(error);
    if (l->count) memcpy(event, l->event, l->count * sizeof *event);
    g->event = event;
    g->count = l->count;
    g->end = l->state;
    g->finished = alea_game_outcome(l->game, &l->state, &g->outcome, NULL) == ALEA_OK;
    owned->record.played[owned->record.count++] = *g;
    r->events += g->count + g->history_count;
    g->event = g->history = NULL; /* they are the record's now */
    g->count = g->history_count = 0;
    return ALEA_OK;
}

alea_status alea__close_game(alea__reading *r, alea_error *error)
{
    bool wanted = r->wanted.all || (!r->wanted.last && r->wanted.number == r->now.number);
    ALEA_ASSERT(r->open);
    r->open = false;
    if (wanted) return reader_keep_game(r, error);
    alea__free(r->now.history);
    r->now.history = NULL;
    r->now.history_count = 0;
    return ALEA_OK;
}

/* {"end":{…}}: the game must be over, and its result the one that the line states, key by key. Closes the game. */
alea_status alea__take_end(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_outcome outcome;
    const alea__game_log *l = &r->log;
    alea_status status = alea__check_keys(r, line, 1, error);
    if (status != ALEA_OK) return status;
    if (alea_game_outcome(l->game, &l->state, &outcome, NULL) != ALEA_OK)
        return ALEA__WRONG(r, error, RECORD_EARLY_END);
    alea__text right = {0};
    alea__line_end(&right, &outcome, l->game->players);
    json_t *expected = right.failed ? NULL : json_loadb(right.data, right.size, 0, NULL);
    if (!expected)
        status = alea__out_of_memory(error);
    else if (!json_equal(line, expected))
        status = ALEA__WRONG(r, error, RECORD_RESULT, (int)right.size - 1, right.data);
    json_decref(expected);
    alea__text_free(&right);
    return status == ALEA_OK ? alea__close_game(r, error) : status;
}
