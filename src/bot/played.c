#include "bot/played.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "bot/messages.h"

#include <string.h>

enum {
    PLAYED_EVENTS = 2000, /* a longer game is left */
    PLAYED_HOLDS = 4,     /* one decision of this many holds */
    PLAYED_VAIN = 100     /* after this many games without a decision there are taken to be none */
};

static bool played_grow(alea__played *p)
{
    if (p->events < p->event_capacity) return true;
    const size_t capacity = p->event_capacity > 0 ? 2 * p->event_capacity : PLAYED_EVENTS;
    alea__event *event = alea__resize(p->event, capacity * sizeof *event);
    if (!event) return false;
    p->event = event;
    p->event_capacity = capacity;
    return true;
}

static uint32_t played_draw(const alea_game *game, const alea_state *state, alea__stream *dice)
{
    const alea__weighted_ops *weighted = game->family->weighted;
    const uint32_t sum = weighted ? weighted->sum(game->rules, state) : alea_game_chance_count(game, state);
    const uint32_t place = alea__next_word(dice) % sum;
    return weighted ? weighted->at(game->rules, state, place) : place;
}

/* Rolls the dice, or makes a move at random, and records it. Returns false if memory runs out. */
static bool played_step(const alea_game *game, alea__played *p, alea_state *state, int mover,
                        alea__stream *dice)
{
    const alea__family *family = game->family;
    uint32_t what;
    if (!played_grow(p)) return false;
    alea__event *event = &p->event[p->events++];
    if (mover == ALEA_CHANCE) {
        what = played_draw(game, state, dice);
        *event = alea__roll_event(game, state, what);
    } else {
        const uint32_t word = alea__next_word(dice);
        what = family->roll_or_hold ? family->roll_or_hold->move(word % PLAYED_HOLDS != 0)
                                    : alea_game_move(game, state, word % alea_game_move_count(game, state));
        *event = (alea__event){.kind = ALEA__MOVED, .seat = (uint32_t)mover, .move = what};
    }
    return family->play->apply(game->rules, state, what, NULL) == ALEA_OK;
}

/* Plays one game, or as much of it as is needed. Returns false if memory runs out. */
static bool played_game(const alea_game *game, alea__played *p, alea__stream *dice)
{
    const size_t begun = p->events;
    alea_state state = alea_game_start(game);
    for (int mover; (mover = alea_game_to_move(game, &state)) != ALEA_OVER;) {
        if (p->count == p->capacity || p->events - begun == PLAYED_EVENTS) break;
        if (mover != ALEA_CHANCE) {
            p->state[p->count] = state;
            p->first[p->count] = begun;
            p->end[p->count++] = p->events;
        }
        if (!played_step(game, p, &state, mover, dice)) return false;
    }
    return true;
}

alea_status alea__played_make(const alea_game *game, size_t positions, uint64_t seed, alea__played *out,
                              alea_error *error)
{
    alea__stream dice;
    alea__stream_start(&dice, seed, 0, ALEA__DICE, 2);
    *out = (alea__played){.capacity = positions};
    out->state = alea__alloc_array(positions, sizeof *out->state);
    out->first = alea__alloc_array(positions, sizeof *out->first);
    out->end = alea__alloc_array(positions, sizeof *out->end);
    bool made = out->state && out->first && out->end;
    for (unsigned games = 0; made && out->count < positions; games++) {
        if (games == PLAYED_VAIN && out->count == 0)
            return alea__fail(error, ALEA_E_REFUSED, BOT_CHECK_NOTHING);
        made = played_game(game, out, &dice);
    }
    return made ? ALEA_OK : alea__out_of_memory(error);
}

void alea__played_free(alea__played *p)
{
    alea__free(p->state);
    alea__free(p->first);
    alea__free(p->end);
    alea__free(p->event);
    *p = (alea__played){.state = NULL};
}

alea__past alea__played_events(const alea__played *p, size_t position)
{
    ALEA_ASSERT(position < p->count);
    const size_t first = p->first[position];
    return (alea__past){p->event + first, p->end[position] - first};
}
