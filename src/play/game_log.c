#include "play/game_log.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "play/messages.h"

void alea__game_log_begin(alea__game_log *l, const alea_game *game, uint64_t seed, uint64_t number)
{
    l->game = game;
    l->state = alea_game_start(game);
    l->roller = (alea__roller){0};
    alea__roller_start(&l->roller, seed, number);
    l->count = 0;
}

void alea__game_log_free(alea__game_log *l)
{
    alea__free(l->event);
    alea__free(l->before);
    *l = (alea__game_log){0};
}

int alea__game_log_mover(const alea__game_log *l)
{
    return alea_game_to_move(l->game, &l->state);
}

alea_event *alea__game_log_last(const alea__game_log *l)
{
    ALEA_ASSERT(l->count > 0);
    return &l->event[l->count - 1];
}

/* ---- events ---- */

/* Room for one more event. */
static alea_status log_reserve(alea__game_log *l, alea_error *error)
{
    uint32_t capacity = l->capacity;
    bool enough = alea__grow(&l->event, &capacity, l->count + 1, sizeof *l->event) &&
                  alea__grow(&l->before, &l->capacity, l->count + 1, sizeof *l->before);
    return enough ? ALEA_OK : alea__out_of_memory(error);
}

/* Records the next event; there is room. */
static void log_note(alea__game_log *l, alea_event_kind kind, uint32_t what, const char *text)
{
    ALEA_ASSERT(l->count < l->capacity);
    l->before[l->count] = l->roller;
    l->event[l->count++] = (alea_event){.kind = kind,
                                        .seat = alea_game_turn_of(l->game, &l->state),
                                        .what = what,
                                        .text = text,
                                        .before = l->state};
}

static alea_status log_refuse_roll(const alea__game_log *l, alea_error *error)
{
    int mover = alea__game_log_mover(l);
    if (mover == ALEA_OVER) return alea__fail(error, ALEA_E_STATE, PLAY_ROLL_AFTER_END);
    return alea__fail(error, ALEA_E_STATE, PLAY_ROLL_IN_DECISION, mover);
}

static alea_status log_check_decides(const alea__game_log *l, alea_error *error)
{
    int mover = alea__game_log_mover(l);
    if (mover >= 0) return ALEA_OK;
    if (mover == ALEA_OVER) return alea__fail(error, ALEA_E_STATE, PLAY_DECISION_AFTER_END);
    return alea__fail(error, ALEA_E_STATE, PLAY_DECISION_IN_ROLL);
}

static alea_status log_apply(alea__game_log *l, alea_event_kind kind, uint32_t what, alea_error *error)
{
    alea_state after = l->state;
    ALEA_ASSERT((kind == ALEA_ROLLED) == (alea__game_log_mover(l) == ALEA_CHANCE));
    alea_status status = log_reserve(l, error);
    if (status == ALEA_OK) status = alea_game_apply(l->game, &after, what, error);
    if (status != ALEA_OK) return status;
    log_note(l, kind, what, NULL);
    l->state = after;
    return ALEA_OK;
}

alea_status alea__game_log_roll(alea__game_log *l, alea_error *error)
{
    if (alea__game_log_mover(l) != ALEA_CHANCE) return log_refuse_roll(l, error);
    alea__roller before = l->roller;
    uint32_t outcome = alea__roll(&l->roller, l->game, &l->state);
    alea_status status = log_apply(l, ALEA_ROLLED, outcome, error);
    if (status == ALEA_OK)
        l->before[l->count - 1] = before;
    else
        l->roller = before;
    return status;
}

alea_status alea__game_log_show(alea__game_log *l, const alea__numbers *faces, alea_error *error)
{
    uint32_t outcome;
    if (alea__game_log_mover(l) != ALEA_CHANCE) return log_refuse_roll(l, error);
    alea_status status = alea__outcome_of(l->game, &l->state, faces, &outcome, error);
    return status == ALEA_OK ? log_apply(l, ALEA_ROLLED, outcome, error) : status;
}

alea_status alea__game_log_move(alea__game_log *l, uint32_t move, alea_error *error)
{
    alea_status status = log_check_decides(l, error);
    return status == ALEA_OK ? log_apply(l, ALEA_MOVED, move, error) : status;
}

alea_status alea__game_log_forfeit(alea__game_log *l, alea_failure failure, const char *text,
                                   alea_error *error)
{
    alea_status status = log_check_decides(l, error);
    if (status == ALEA_OK) status = log_reserve(l, error);
    if (status != ALEA_OK) return status;
    log_note(l, ALEA_FORFEITED, failure, text);
    l->game->family->play->forfeit(l->game->rules, &l->state);
    return ALEA_OK;
}

void alea__game_log_undo(alea__game_log *l, size_t events)
{
    ALEA_ASSERT(events <= l->count);
    if (events == 0) return;
    l->count -= events;
    l->state = l->event[l->count].before;
    l->roller = l->before[l->count];
}
