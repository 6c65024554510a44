#include "bot/played.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "bot/messages.h"

#include <string.h>

enum {
    PLAYED_ROLLS = 1000, /* a longer game is left */
    PLAYED_HOLDS = 4,    /* one decision of this many holds */
    PLAYED_VAIN = 100    /* after this many games without a decision there are taken to be none */
};

static bool played_grow(alea__played *p)
{
    if (p->rolls < p->roll_capacity) return true;
    const size_t capacity = p->roll_capacity > 0 ? 2 * p->roll_capacity : PLAYED_ROLLS;
    alea__seat_roll *roll = alea__resize(p->roll, capacity * sizeof *roll);
    if (!roll) return false;
    p->roll = roll;
    p->roll_capacity = capacity;
    return true;
}

static uint32_t played_draw(const alea_game *game, const alea_state *state, alea__stream *dice)
{
    uint64_t at = alea__next_word(dice) % alea_game_chance_denominator(game, state);
    uint32_t outcome = 0;
    for (; at >= alea_game_chance_weight(game, state, outcome); outcome++)
        at -= alea_game_chance_weight(game, state, outcome);
    ALEA_ASSERT(outcome < alea_game_chance_count(game, state));
    return outcome;
}

/* Rolls the dice and records the roll. Returns false if memory runs out. */
static bool played_roll(const alea_game *game, alea__played *p, alea_state *state, alea__stream *dice)
{
    uint32_t faces[16];
    const uint32_t outcome = played_draw(game, state, dice);
    if (!played_grow(p)) return false;
    const unsigned count = alea_game_chance_faces(game, state, outcome, faces);
    ALEA_ASSERT(count == 2);
    alea__seat_roll *roll = &p->roll[p->rolls++];
    roll->seat = (uint32_t)game->family->play->turn_of(game->rules, state);
    memcpy(roll->faces, faces, count * sizeof *faces);
    return game->family->play->apply(game->rules, state, outcome, NULL) == ALEA_OK;
}

/* Plays one game, or as much of it as is needed. Returns false if memory runs out. */
static bool played_game(const alea_game *game, alea__played *p, alea__stream *dice)
{
    const size_t begun = p->rolls;
    alea_state state = alea_game_start(game);
    for (int mover; (mover = alea_game_to_move(game, &state)) != ALEA_OVER;) {
        if (p->count == p->capacity || p->rolls - begun == PLAYED_ROLLS) break;
        if (mover == ALEA_CHANCE) {
            if (!played_roll(game, p, &state, dice)) return false;
            continue;
        }
        p->state[p->count] = state;
        p->first[p->count] = begun;
        p->end[p->count++] = p->rolls;
        const uint32_t move = game->family->roll_or_hold->move(alea__next_word(dice) % PLAYED_HOLDS != 0);
        game->family->play->apply(game->rules, &state, move, NULL);
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
    alea__free(p->roll);
    *p = (alea__played){.state = NULL};
}

alea__told_rolls alea__played_rolls(const alea__played *p, size_t position)
{
    ALEA_ASSERT(position < p->count);
    const size_t first = p->first[position];
    return (alea__told_rolls){p->roll + first, p->end[position] - first};
}
