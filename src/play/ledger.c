#include "play/ledger.h"
#include "base/error.h"
#include "base/memory.h"

void alea__ledger_begin(alea__ledger *l, const alea_game *game, uint64_t seed, uint64_t number)
{
    l->game = game;
    l->state = alea_game_start(game);
    l->roller = (alea__roller){0};
    alea__roller_start(&l->roller, seed, number);
    l->count = 0;
}

void alea__ledger_free(alea__ledger *l)
{
    alea__free(l->event);
    alea__free(l->before);
    *l = (alea__ledger){0};
}

int alea__ledger_mover(const alea__ledger *l)
{
    return alea_game_to_move(l->game, &l->state);
}

alea_event *alea__ledger_last(const alea__ledger *l)
{
    return &l->event[l->count - 1];
}

/* ---- what happens ---- */

/* Room for one more event. */
static alea_status make_room(alea__ledger *l, alea_error *error)
{
    if (l->count < l->room) return ALEA_OK;
    size_t room = l->room ? 2 * l->room : 256;
    alea_event *event = alea__resize(l->event, room * sizeof *event);
    if (event) l->event = event;
    alea__roller *before = event ? alea__resize(l->before, room * sizeof *before) : NULL;
    if (!before) return alea__out_of_memory(error);
    l->before = before;
    l->room = room;
    return ALEA_OK;
}

/* Notes what is about to happen; there is room. */
static void note(alea__ledger *l, alea_event_kind kind, uint32_t what, const char *text)
{
    l->before[l->count] = l->roller;
    l->event[l->count++] = (alea_event){.kind = kind,
                                        .seat = alea_game_turn_of(l->game, &l->state),
                                        .what = what,
                                        .text = text,
                                        .before = l->state};
}

static alea_status no_roll(const alea__ledger *l, alea_error *error)
{
    int mover = alea__ledger_mover(l);
    if (mover == ALEA_OVER)
        return alea__fail(error, ALEA_E_STATE, "The game is over here; nothing can be rolled.");
    return alea__fail(error, ALEA_E_STATE, "No dice are rolled here: seat %d is to decide.", mover);
}

static alea_status check_decides(const alea__ledger *l, alea_error *error)
{
    int mover = alea__ledger_mover(l);
    if (mover >= 0) return ALEA_OK;
    if (mover == ALEA_OVER)
        return alea__fail(error, ALEA_E_STATE, "The game is over here; nothing can be decided.");
    return alea__fail(error, ALEA_E_STATE, "Nobody decides here: the dice are to be rolled.");
}

static alea_status apply(alea__ledger *l, alea_event_kind kind, uint32_t what, alea_error *error)
{
    alea_state after = l->state;
    alea_status status = make_room(l, error);
    if (status == ALEA_OK) status = alea_game_apply(l->game, &after, what, error);
    if (status != ALEA_OK) return status;
    note(l, kind, what, NULL);
    l->state = after;
    return ALEA_OK;
}

alea_status alea__ledger_roll(alea__ledger *l, alea_error *error)
{
    if (alea__ledger_mover(l) != ALEA_CHANCE) return no_roll(l, error);
    alea__roller before = l->roller;
    uint32_t outcome = alea__roll(&l->roller, l->game, &l->state);
    alea_status status = apply(l, ALEA_ROLLED, outcome, error);
    if (status == ALEA_OK)
        l->before[l->count - 1] = before;
    else
        l->roller = before;
    return status;
}

alea_status alea__ledger_show(alea__ledger *l, const uint32_t *faces, unsigned count, alea_error *error)
{
    uint32_t outcome;
    if (alea__ledger_mover(l) != ALEA_CHANCE) return no_roll(l, error);
    alea_status status = alea__outcome_of(l->game, &l->state, faces, count, &outcome, error);
    return status == ALEA_OK ? apply(l, ALEA_ROLLED, outcome, error) : status;
}

alea_status alea__ledger_move(alea__ledger *l, uint32_t move, alea_error *error)
{
    alea_status status = check_decides(l, error);
    return status == ALEA_OK ? apply(l, ALEA_MOVED, move, error) : status;
}

alea_status alea__ledger_forfeit(alea__ledger *l, alea_failure failure, const char *text, alea_error *error)
{
    alea_status status = check_decides(l, error);
    if (status == ALEA_OK) status = make_room(l, error);
    if (status != ALEA_OK) return status;
    note(l, ALEA_FORFEITED, failure, text);
    l->game->family->play->forfeit(l->game->rules, &l->state);
    return ALEA_OK;
}

void alea__ledger_undo(alea__ledger *l, size_t events)
{
    if (events == 0) return;
    l->count -= events;
    l->state = l->event[l->count].before;
    l->roller = l->before[l->count];
}
