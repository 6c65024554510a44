#include "play/dice.h"
#include "base/assert.h"
#include "base/error.h"
#include "play/messages.h"

#include <string.h>

enum { GAMES = 0, ORDER = 1 }; /* matches of a seed */

void alea__roller_start(alea__roller *roller, uint64_t seed, uint64_t game)
{
    alea__dice_start(&roller->stream, seed, GAMES, game);
}

void alea__roller_start_order(alea__roller *roller, uint64_t seed)
{
    alea__dice_start(&roller->stream, seed, ORDER, 0);
    roller->dice = alea__dice_for(ALEA__ORDER_SIDES);
}

unsigned alea__roll_order(alea__roller *roller)
{
    return alea__die(&roller->stream, &roller->dice) + 1;
}

/* The last outcome shows how many dice there are and how many sides they have. */
static unsigned dice_with(const alea_game *game, const alea_state *state, uint32_t outcomes, uint32_t *sides)
{
    uint32_t faces[ALEA__MOST_DICE];
    ALEA_ASSERT(outcomes > 0);
    unsigned count = game->family->play->chance_faces(game->rules, state, outcomes - 1, faces);
    ALEA_ASSERT(count >= 1 && count <= ALEA__MOST_DICE && faces[0] >= 1);
    *sides = faces[0];
    return count;
}

static void roller_learn(alea__roller *roller, const alea_game *game, const alea_state *state,
                         uint32_t outcomes)
{
    uint32_t sides;
    roller->count = dice_with(game, state, outcomes, &sides);
    roller->outcomes = outcomes;
    if (sides == roller->dice.sides) return; /* only more or fewer of the same, from the same queue */
    roller->dice = alea__dice_for(sides);
    roller->stream.waiting = 0; /* dice of another size do not use the rest of a byte */
}

uint32_t alea__draw_outcome(alea__dice_stream *stream, const alea_game *game, const alea_state *state)
{
    const alea__weighted_ops *weighted = game->family->weighted;
    stream->waiting = 0; /* a byte that is left over is not used */
    return weighted->at(game->rules, state,
                        alea__draw_below(&stream->bytes, weighted->sum(game->rules, state)));
}

uint32_t alea__roll(alea__roller *roller, const alea_game *game, const alea_state *state)
{
    if (game->family->weighted) return alea__draw_outcome(&roller->stream, game, state);
    uint32_t outcomes = game->family->play->chance_count(game->rules, state);
    if (outcomes != roller->outcomes || game->family->play->mixes_dice)
        roller_learn(roller, game, state, outcomes);
    const uint32_t outcome = alea__roll_dice(&roller->stream, &roller->dice, roller->count);
    ALEA_ASSERT(outcome < outcomes);
    return outcome;
}

unsigned alea__dice_of(const alea_game *game, const alea_state *state, uint32_t *sides)
{
    uint32_t outcomes = alea_game_chance_count(game, state);
    *sides = 0;
    return outcomes > 0 ? dice_with(game, state, outcomes, sides) : 0;
}

static void dice_sort(uint32_t *face, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k > 0 && face[k - 1] > face[k]; k--) {
            const uint32_t higher = face[k - 1];
            face[k - 1] = face[k];
            face[k] = higher;
        }
}

/* The outcome with these faces in any order, where outcomes are listed once whatever the order of their dice. */
static uint32_t dice_find(const alea_game *game, const alea_state *state, const alea__numbers *faces)
{
    uint32_t wanted[ALEA__MOST_DICE], there[ALEA__MOST_DICE], outcome = 0;
    memcpy(wanted, faces->number, faces->count * sizeof *wanted);
    dice_sort(wanted, faces->count);
    for (;; outcome++) {
        const unsigned count = alea_game_chance_faces(game, state, outcome, there);
        ALEA_ASSERT(count == faces->count);
        dice_sort(there, count);
        if (memcmp(there, wanted, count * sizeof *there) == 0) return outcome;
    }
}

alea_status alea__outcome_of(const alea_game *game, const alea_state *state, const alea__numbers *faces,
                             uint32_t *out, alea_error *error)
{
    uint32_t sides, outcome = 0, place = 1;
    unsigned dice = alea__dice_of(game, state, &sides);
    if (faces->count != dice)
        return alea__fail(error, ALEA_E_RANGE, PLAY_DICE_COUNT, dice, dice == 1 ? "die" : "dice",
                          faces->count);
    for (unsigned i = 0; i < dice; i++, place *= sides) {
        if (faces->number[i] < 1 || faces->number[i] > sides)
            return alea__fail(error, ALEA_E_RANGE, PLAY_DIE_FACE, sides, faces->number[i]);
        outcome += (faces->number[i] - 1) * place;
    }
    if (game->family->weighted) outcome = dice_find(game, state, faces);
    ALEA_ASSERT(outcome < alea_game_chance_count(game, state));
    *out = outcome;
    return ALEA_OK;
}
