/* Plays a game move by move: calls the family's referee and checks every move. */
#include "base/assert.h"
#include "base/error.h"
#include "game/family.h"
#include "game/messages.h"

alea_state alea_game_start(const alea_game *game)
{
    alea_state state = {0};
    game->family->play->start(game->rules, &state);
    return state;
}

int alea_game_to_move(const alea_game *game, const alea_state *state)
{
    return game->family->play->to_move(game->rules, state);
}

int alea_game_turn_of(const alea_game *game, const alea_state *state)
{
    int mover = alea_game_to_move(game, state);
    ALEA_ASSERT(mover < (int)game->players);
    if (mover != ALEA_CHANCE) return mover >= 0 ? mover : -1;
    return game->family->play->turn_of(game->rules, state);
}

void alea_game_describe(const alea_game *game, const alea_state *state, char *out, size_t size)
{
    if (size > 0) game->family->text->describe(game->rules, state, out, size);
}

void alea_game_position(const alea_game *game, const alea_state *state, char *out, size_t size)
{
    const alea__family *family = game->family;
    if (size == 0) return;
    out[0] = 0;
    if (alea_game_to_move(game, state) == ALEA_OVER) return;
    (family->position ? family->position->line : family->text->describe)(game->rules, state, out, size);
}

/* ---- moves ---- */

unsigned alea_game_move_count(const alea_game *game, const alea_state *state)
{
    return alea_game_to_move(game, state) < 0 ? 0 : game->family->play->move_count(game->rules, state);
}

uint32_t alea_game_move(const alea_game *game, const alea_state *state, unsigned index)
{
    return index < alea_game_move_count(game, state) ? game->family->play->move(game->rules, state, index)
                                                     : ALEA__NO_MOVE;
}

const char *alea_game_move_name(const alea_game *game, uint32_t move)
{
    return game->family->play->move_name(game->rules, move);
}

/* ---- chance ---- */

uint32_t alea_game_chance_count(const alea_game *game, const alea_state *state)
{
    return alea_game_to_move(game, state) == ALEA_CHANCE
               ? game->family->play->chance_count(game->rules, state)
               : 0;
}

uint64_t alea_game_chance_weight(const alea_game *game, const alea_state *state, uint32_t outcome)
{
    bool exists = outcome < alea_game_chance_count(game, state);
    return exists ? game->family->play->chance_weight(game->rules, state, outcome) : 0;
}

uint64_t alea_game_chance_denominator(const alea_game *game, const alea_state *state)
{
    uint64_t sum = 0;
    uint32_t count = alea_game_chance_count(game, state);
    for (uint32_t i = 0; i < count; i++) sum += game->family->play->chance_weight(game->rules, state, i);
    return sum;
}

unsigned alea_game_chance_faces(const alea_game *game, const alea_state *state, uint32_t outcome,
                                uint32_t faces[16])
{
    bool exists = outcome < alea_game_chance_count(game, state);
    return exists ? game->family->play->chance_faces(game->rules, state, outcome, faces) : 0;
}

bool alea_game_rolls_dice(const alea_game *game, const alea_state *state)
{
    const alea__narration_ops *words = game->family->narration;
    if (alea_game_to_move(game, state) != ALEA_CHANCE) return false;
    return !words || !words->rolls_dice || words->rolls_dice(game->rules, state);
}

const char *alea_game_chance_name(const alea_game *game, const alea_state *state, size_t index,
                                  uint32_t *outcome)
{
    const alea__narration_ops *names = game->family->narration;
    const bool waits = names && names->chance_name && alea_game_to_move(game, state) == ALEA_CHANCE;
    return waits ? names->chance_name(game->rules, state, index, outcome) : NULL;
}

/* ---- going on ---- */

static bool play_is_legal(const alea_game *game, const alea_state *state, uint32_t move)
{
    unsigned count = alea_game_move_count(game, state);
    for (unsigned i = 0; i < count; i++)
        if (alea_game_move(game, state, i) == move) return true;
    return false;
}

alea_status alea_game_apply(const alea_game *game, alea_state *state, uint32_t move_or_outcome,
                            alea_error *error)
{
    int mover = alea_game_to_move(game, state);
    if (mover == ALEA_OVER) return alea__fail(error, ALEA_E_STATE, GAME_IS_OVER);
    if (mover == ALEA_CHANCE) {
        uint32_t count = alea_game_chance_count(game, state);
        ALEA_ASSERT(count > 0);
        if (move_or_outcome >= count)
            return alea__fail(error, ALEA_E_STATE, GAME_NO_OUTCOME, move_or_outcome, count - 1);
    } else if (!play_is_legal(game, state, move_or_outcome)) {
        return alea__fail(error, ALEA_E_STATE, GAME_ILLEGAL_MOVE, move_or_outcome);
    }
    return game->family->play->apply(game->rules, state, move_or_outcome, error);
}

alea_status alea_game_outcome(const alea_game *game, const alea_state *state, alea_outcome *out,
                              alea_error *error)
{
    if (alea_game_to_move(game, state) != ALEA_OVER) return alea__fail(error, ALEA_E_STATE, GAME_NOT_OVER);
    game->family->play->outcome(game->rules, state, out);
    return ALEA_OK;
}

bool alea_game_fact(const alea_game *game, const alea_state *state, unsigned seat, size_t index,
                    alea_fact *out)
{
    return seat < game->players && game->family->text->fact(game->rules, state, seat, index, out);
}

uint32_t alea_game_turns(const alea_game *game, const alea_state *state)
{
    alea_outcome outcome;
    game->family->play->outcome(game->rules, state, &outcome);
    return outcome.turns;
}

/* ---- defaults for families ---- */

uint32_t alea__dice_outcomes(uint32_t sides, uint32_t dice)
{
    uint32_t count = 1;
    while (dice-- > 0) count *= sides;
    return count;
}

unsigned alea__dice_faces(uint32_t sides, uint32_t dice, uint32_t outcome, uint32_t faces[16])
{
    ALEA_ASSERT(sides > 0 && dice <= 16);
    for (uint32_t i = 0; i < dice; i++, outcome /= sides) faces[i] = outcome % sides + 1;
    return dice;
}

uint64_t alea__equal_weight(const alea__rules *rules, const alea_state *state, uint32_t outcome)
{
    (void)rules, (void)state, (void)outcome;
    return 1;
}

uint32_t alea__move_is_index(const alea__rules *rules, const alea_state *state, unsigned index)
{
    (void)rules, (void)state;
    return index;
}

bool alea__no_fact(const alea__rules *rules, const alea_state *state, unsigned seat, size_t index,
                   alea_fact *out)
{
    (void)rules, (void)state, (void)seat, (void)index, (void)out;
    return false;
}

void alea__no_explanation(const alea__rules *rules, const alea_state *state, uint32_t move, char *out,
                          size_t size)
{
    (void)rules, (void)state, (void)move;
    if (size > 0) out[0] = 0;
}

void alea__all_canonical(const alea__rules *rules, alea_state *state)
{
    (void)rules, (void)state;
}
