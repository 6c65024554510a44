/* Many games of one game, stepped together; see alea/batch.h. Slots are played in blocks that fit in the fastest cache. A family may keep
   the states of a block by itself; otherwise they are here, and the referee plays. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "game/batch_ops.h"
#include "play/dice.h"
#include "play/messages.h"
#include <alea/batch.h>
#include <alea/run.h>

#include <string.h>

enum {
    BATCH_MOST_SLOTS = 1 << 20,
    BATCH_MOST_MOVES = 4096,
    BATCH_BLOCK = ALEA__BLOCK_GAMES,
    BATCH_TRIES = 10000, /* games in a row that may end before a player decides */
    BATCH_NO_MOVE = -1,
    BATCH_LINE = 64 /* bytes of a cache line */
};

/* Which games a slot plays. */
typedef struct batch_slot {
    uint64_t seed, game, stride; /* stride: to the number of the next game */
    bool forfeited;              /* the last player forfeited, which ended the game */
} batch_slot;

struct alea_batch {
    const alea_game *game;
    const alea__batch_ops *ops;
    alea_batch_options options;
    alea_objective objective;
    unsigned slots, features, moves;
    alea__feature *feature; /* [features] */
    /* By slot: */
    batch_slot *slot;
    alea_state *state; /* NULL where the family keeps them, in: */
    unsigned char *block;
    alea__roller *roller;
    int32_t *to_move;          /* a seat, or ALEA_OVER; whole blocks */
    int32_t *sees;             /* the seat that is to move, or moved last */
    uint8_t *over, *truncated; /* of the game in the slot */
    alea__owned owned;         /* all arrays */
};

/* ---- one game ------------------------------------------------------------------------------------------- */

/* Of the slots of the block that begins with this one. */
static unsigned batch_count(const alea_batch *b, unsigned first)
{
    const unsigned left = b->slots - first;
    return left < BATCH_BLOCK ? left : BATCH_BLOCK;
}

static void *batch_block_of(const alea_batch *b, unsigned slot)
{
    return b->block + slot / BATCH_BLOCK * b->ops->block->size;
}

static void batch_get(const alea_batch *b, unsigned slot, alea_state *out)
{
    if (b->block)
        b->ops->block->get(b->game->rules, batch_block_of(b, slot), slot % BATCH_BLOCK, out);
    else
        *out = b->state[slot];
}

/* The referee rolls the dice up to the next decision or the end of the game. */
static void batch_roll_on(alea_batch *b, unsigned slot)
{
    const alea__play_ops *play = b->game->family->play;
    alea_state *state = &b->state[slot];
    int mover;
    while ((mover = play->to_move(b->game->rules, state)) == ALEA_CHANCE) {
        const alea_status status =
            play->apply(b->game->rules, state, alea__roll(&b->roller[slot], b->game, state), NULL);
        ALEA_ASSERT(status == ALEA_OK);
        (void)status;
    }
    b->to_move[slot] = mover;
}

/* Takes a state, and rolls on; with new dice, or NULL. */
static void batch_put(alea_batch *b, unsigned slot, const alea_state *state, const alea__roller *dice)
{
    if (b->block) {
        b->to_move[slot] = b->ops->block->put(b->game->rules, batch_block_of(b, slot), slot % BATCH_BLOCK,
                                              state, dice ? &dice->stream : NULL);
        return;
    }
    b->state[slot] = *state;
    if (dice) b->roller[slot] = *dice;
    batch_roll_on(b, slot);
}

/* Plays the legal moves of a block that are not BATCH_NO_MOVE, and rolls on there. */
static void batch_play(alea_batch *b, unsigned first, unsigned count, const int32_t *move)
{
    if (b->block) {
        b->ops->block->play(b->game->rules, batch_block_of(b, first), move, b->to_move + first);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (move[i] == BATCH_NO_MOVE) continue;
        b->game->family->play->apply(b->game->rules, &b->state[first + i], (uint32_t)move[i], NULL);
        batch_roll_on(b, first + i);
    }
}

static void batch_observe(const alea_batch *b, unsigned slot, int32_t seat, int32_t *rows)
{
    alea_state state;
    batch_get(b, slot, &state);
    b->ops->observe(b->game->rules, &state, (unsigned)seat, rows + (size_t)slot * b->features);
}

/* Begins the game that the slot names, up to its first decision; where there is none, the next game that has one. Only if none of
   many has one the slot is left with a game that is over. */
static void batch_begin(alea_batch *b, unsigned slot)
{
    batch_slot *s = &b->slot[slot];
    alea__roller dice = {0};
    alea_state start;
    b->game->family->play->start(b->game->rules, &start);
    for (unsigned tries = 0; tries < BATCH_TRIES; tries++, s->game += s->stride) {
        alea__roller_start(&dice, s->seed, s->game);
        batch_put(b, slot, &start, &dice);
        if (b->to_move[slot] >= 0) break;
    }
    b->over[slot] = b->to_move[slot] < 0;
    b->truncated[slot] = 0;
    s->forfeited = false;
    b->sees[slot] = b->over[slot] ? 0 : b->to_move[slot];
}

static void batch_begin_next(alea_batch *b, unsigned slot)
{
    b->slot[slot].game += b->slot[slot].stride;
    batch_begin(b, slot);
}

static double batch_reward(const alea_batch *b, const alea_outcome *outcome, unsigned seat)
{
    const double score = (double)outcome->score[seat];
    switch (b->objective) {
    case ALEA_WIN: return outcome->winner == (int)seat;
    case ALEA_MONEY: return (double)outcome->money[seat];
    case ALEA_SCORE: return b->ops->least && b->ops->least(b->game->rules) ? 0 - score : score;
    case ALEA_TURNS: break;
    }
    return -(double)outcome->turns;
}

/* The game in the slot has just ended: writes what it brought and its last position. */
static void batch_end(alea_batch *b, unsigned slot, const alea_batch_view *view)
{
    alea_state state;
    alea_outcome outcome;
    const unsigned seats = b->game->players;
    batch_get(b, slot, &state);
    b->game->family->play->outcome(b->game->rules, &state, &outcome);
    b->over[slot] = 1;
    b->truncated[slot] = outcome.unfinished && !b->slot[slot].forfeited;
    if (view->mover_reward) view->mover_reward[slot] = batch_reward(b, &outcome, (unsigned)b->sees[slot]);
    for (unsigned seat = 0; view->reward && seat < seats; seat++)
        view->reward[(size_t)slot * seats + seat] = batch_reward(b, &outcome, seat);
    if (view->final_observation) batch_observe(b, slot, b->sees[slot], view->final_observation);
}

/* ---- the view ------------------------------------------------------------------------------------------- */

/* The legal moves of a state in which a seat is to move. */
static void batch_mask(const alea_batch *b, const alea_state *state, uint8_t *mask)
{
    memset(mask, !b->ops->mask, b->moves);
    if (b->ops->mask) b->ops->mask(b->game->rules, state, mask);
}

/* Those in a slot whose game is over, or in which not every move is legal. */
static void batch_write_mask(const alea_batch *b, unsigned slot, uint8_t *mask)
{
    alea_state state;
    batch_get(b, slot, &state);
    if (b->to_move[slot] < 0)
        memset(mask, 0, b->moves);
    else
        batch_mask(b, &state, mask);
}

/* Writes the positions in which the games of a block are now. */
static void batch_write(const alea_batch *b, unsigned first, unsigned count, const alea_batch_view *view)
{
    const unsigned end = first + count;
    if (view->observation && b->block)
        b->ops->block->observe(b->game->rules, batch_block_of(b, first), count,
                               view->observation + (size_t)first * b->features);
    else if (view->observation)
        for (unsigned i = first; i < end; i++) batch_observe(b, i, b->sees[i], view->observation);
    if (view->mask) memset(view->mask + (size_t)first * b->moves, !b->ops->mask, (size_t)count * b->moves);
    for (unsigned i = first; view->mask && i < end; i++)
        if (b->ops->mask || b->to_move[i] < 0) batch_write_mask(b, i, view->mask + (size_t)i * b->moves);
    if (view->seat) memcpy(view->seat + first, b->to_move + first, count * sizeof *view->seat);
    for (unsigned i = first; view->game && i < end; i++) view->game[i] = b->slot[i].game;
}

static void batch_write_flags(const alea_batch *b, unsigned first, unsigned count,
                              const alea_batch_view *view)
{
    if (view->over) memcpy(view->over + first, b->over + first, count);
    if (view->truncated) memcpy(view->truncated + first, b->truncated + first, count);
}

static void batch_clear_rewards(const alea_batch *b, unsigned first, unsigned count,
                                const alea_batch_view *view)
{
    const size_t seats = b->game->players;
    if (view->reward) memset(view->reward + first * seats, 0, count * seats * sizeof *view->reward);
    if (view->mover_reward) memset(view->mover_reward + first, 0, count * sizeof *view->mover_reward);
}

void alea_batch_look(const alea_batch *b, const alea_batch_view *view)
{
    for (unsigned first = 0; first < b->slots; first += BATCH_BLOCK)
        batch_write(b, first, batch_count(b, first), view);
    batch_write_flags(b, 0, b->slots, view);
    batch_clear_rewards(b, 0, b->slots, view);
}

void alea_batch_observe(const alea_batch *b, unsigned seat, int32_t *observation)
{
    for (unsigned i = 0; i < b->slots; i++) batch_observe(b, i, (int32_t)seat, observation);
}

/* ---- a step --------------------------------------------------------------------------------------------- */

/* Whether the player to move in the slot may make this move. */
static bool batch_is_legal(const alea_batch *b, unsigned slot, int32_t move)
{
    if (move < 0 || (uint32_t)move >= b->moves) return false;
    if (!b->ops->mask) return true;
    alea_state trial;
    batch_get(b, slot, &trial);
    return b->game->family->play->apply(b->game->rules, &trial, (uint32_t)move, NULL) == ALEA_OK;
}

/* Whether one of these moves may be illegal. */
static bool batch_may_be_illegal(const alea_batch *b, const int32_t *move, unsigned count)
{
    uint32_t wrong = b->ops->mask != NULL;
    for (unsigned i = 0; i < count; i++) wrong |= (uint32_t)((uint32_t)move[i] >= b->moves);
    return wrong != 0;
}

/* ALEA_E_STATE where a move is not legal. */
static alea_status batch_check(const alea_batch *b, const int32_t *move, alea_error *error)
{
    if (!batch_may_be_illegal(b, move, b->slots)) return ALEA_OK;
    alea_state state;
    char position[300];
    for (unsigned i = 0; i < b->slots; i++) {
        if (b->to_move[i] < 0 || batch_is_legal(b, i, move[i])) continue;
        batch_get(b, i, &state);
        alea_game_describe(b->game, &state, position, sizeof position);
        return alea__fail(error, ALEA_E_STATE, BATCH_ILLEGAL, i, b->slot[i].game, position, move[i]);
    }
    return ALEA_OK;
}

/* Forfeits for a move that is not legal, and begins the next game where the last step ended one. Returns the move that is then to
   be played. */
static int32_t batch_prepare(alea_batch *b, unsigned slot, int32_t move)
{
    if (b->over[slot]) {
        if (b->options.autoreset != ALEA_RESET_DISABLED) batch_begin_next(b, slot);
        return BATCH_NO_MOVE;
    }
    if (!b->options.illegal_forfeits || batch_is_legal(b, slot, move)) return move;
    alea_state state;
    batch_get(b, slot, &state);
    b->game->family->play->forfeit(b->game->rules, &state);
    batch_put(b, slot, &state, NULL);
    b->slot[slot].forfeited = b->to_move[slot] < 0;
    return BATCH_NO_MOVE;
}

/* One step of `count` slots. */
static void batch_step_block(alea_batch *b, unsigned first, unsigned count, const int32_t *move,
                             const alea_batch_view *view)
{
    int32_t legal[BATCH_BLOCK];
    uint8_t ended[BATCH_BLOCK + 1];
    unsigned ends = 0;
    for (unsigned i = count; i < BATCH_BLOCK; i++) legal[i] = BATCH_NO_MOVE;
    memcpy(legal, move + first, count * sizeof *legal);
    if (memchr(b->over + first, 1, count) ||
        (b->options.illegal_forfeits && batch_may_be_illegal(b, move + first, count)))
        for (unsigned i = 0; i < count; i++) legal[i] = batch_prepare(b, first + i, legal[i]);
    batch_play(b, first, count, legal);
    batch_clear_rewards(b, first, count, view);
    for (unsigned i = 0; i < count; i++) {
        const int32_t mover = b->to_move[first + i];
        b->sees[first + i] = mover >= 0 ? mover : b->sees[first + i];
        ended[ends] = (uint8_t)i;
        ends += mover < 0;
    }
    for (unsigned i = 0; i < ends; i++)
        if (!b->over[first + ended[i]]) batch_end(b, first + ended[i], view);
    batch_write_flags(b, first, count, view);
    if (b->options.autoreset == ALEA_RESET_SAME_STEP)
        for (unsigned i = 0; i < ends; i++) batch_begin_next(b, first + ended[i]);
    batch_write(b, first, count, view);
}

alea_status alea_batch_step(alea_batch *b, const int32_t *move, const alea_batch_view *view,
                            alea_error *error)
{
    static const alea_batch_view nothing;
    const alea_status status = b->options.illegal_forfeits ? ALEA_OK : batch_check(b, move, error);
    if (status != ALEA_OK) return status;
    for (unsigned first = 0; first < b->slots; first += BATCH_BLOCK)
        batch_step_block(b, first, batch_count(b, first), move, view ? view : &nothing);
    return ALEA_OK;
}

void alea_batch_read(const alea_batch *b, const alea_state *state, size_t count, int32_t *observation,
                     uint8_t *mask)
{
    const alea__rules *rules = b->game->rules;
    for (size_t i = 0; i < count; i++) {
        const int seat = alea_game_to_move(b->game, &state[i]);
        b->ops->observe(rules, &state[i], seat > 0 ? (unsigned)seat : 0, observation + i * b->features);
        if (mask) batch_mask(b, &state[i], mask + i * b->moves);
    }
}

void alea_batch_reset(alea_batch *b, const uint8_t *which, const uint64_t *seed)
{
    for (unsigned i = 0; i < b->slots; i++) {
        if (which && !which[i]) continue;
        if (seed) {
            b->slot[i] = (batch_slot){.seed = seed[i], .game = b->options.first, .stride = 1};
            batch_begin(b, i);
        } else {
            batch_begin_next(b, i);
        }
    }
}

/* ---- what it is made of --------------------------------------------------------------------------------- */

unsigned alea_batch_features(const alea_batch *b)
{
    return b->features;
}

bool alea_batch_feature(const alea_batch *b, unsigned index, alea_feature *out)
{
    if (index >= b->features) return false;
    const alea__feature *f = &b->feature[index];
    *out = (alea_feature){.name = f->name, .least = f->least, .most = f->most};
    return true;
}

unsigned alea_batch_moves(const alea_batch *b)
{
    return b->moves;
}

/* ---- beginning and ending ------------------------------------------------------------------------------- */

/* Fills in the defaults. ALEA_E_RANGE; ALEA_E_REFUSED for games that cannot be stepped. */
static alea_status batch_check_options(const alea_game *game, unsigned slots, alea_batch_options *options,
                                       alea_error *error)
{
    const alea__batch_ops *ops = game->family->batch;
    if (!options->seed_given) options->seed = ALEA_DEFAULT_SEED;
    if (slots < 1 || slots > BATCH_MOST_SLOTS)
        return alea__fail(error, ALEA_E_RANGE, BATCH_SLOTS, BATCH_MOST_SLOTS, slots);
    if ((unsigned)options->autoreset > ALEA_RESET_DISABLED)
        return alea__fail(error, ALEA_E_RANGE, BATCH_RESET, (int)options->autoreset);
    if (!ops) return alea__fail(error, ALEA_E_REFUSED, BATCH_FAMILY, game->family->name);
    const uint32_t moves = ops->moves(game->rules);
    if (moves > BATCH_MOST_MOVES)
        return alea__fail(error, ALEA_E_REFUSED, BATCH_MOVES, game->spec, moves, BATCH_MOST_MOVES);
    return ALEA_OK;
}

/* ALEA_E_MEMORY: what there is belongs to the batch, and is freed with it. */
static alea_status batch_allocate(alea_batch *b, alea_error *error)
{
    const size_t n = b->slots, blocks = (n + BATCH_BLOCK - 1) / BATCH_BLOCK;
    alea__feature feature;
    while (b->ops->feature(b->game->rules, b->features, &feature)) b->features++;
    b->feature = alea__own(&b->owned, alea__alloc_array(b->features, sizeof *b->feature));
    b->slot = alea__own(&b->owned, alea__alloc_array(n, sizeof *b->slot));
    if (b->ops->block)
        b->block = alea__own(&b->owned, alea__alloc_aligned(BATCH_LINE, blocks * b->ops->block->size));
    else
        b->state = alea__own(&b->owned, alea__alloc_array(n, sizeof *b->state));
    b->roller = alea__own(&b->owned, alea__alloc_array(b->state ? n : 1, sizeof *b->roller));
    b->to_move = alea__own(&b->owned, alea__alloc_array(blocks * BATCH_BLOCK, sizeof *b->to_move));
    b->sees = alea__own(&b->owned, alea__alloc_array(n, sizeof *b->sees));
    b->over = alea__own(&b->owned, alea__alloc_array(n, sizeof *b->over));
    b->truncated = alea__own(&b->owned, alea__alloc_array(n, sizeof *b->truncated));
    if (b->owned.failed) return alea__out_of_memory(error);
    for (unsigned i = 0; i < b->features; i++) b->ops->feature(b->game->rules, i, &b->feature[i]);
    return ALEA_OK;
}

static alea_status batch_begin_all(alea_batch *b, alea_error *error)
{
    for (unsigned i = 0; i < b->slots; i++) {
        b->slot[i] = (batch_slot){.seed = b->options.seed, .game = b->options.first + i, .stride = b->slots};
        batch_begin(b, i);
        if (b->over[i]) return alea__fail(error, ALEA_E_REFUSED, BATCH_NOBODY, BATCH_TRIES, b->game->spec);
    }
    return ALEA_OK;
}

alea_status alea_batch_open(const alea_game *game, unsigned slots, const alea_batch_options *given,
                            alea_batch **out, alea_error *error)
{
    alea_batch_options options = ALEA__OPTIONS(alea_batch_options, given);
    alea_status status = batch_check_options(game, slots, &options, error);
    if (status != ALEA_OK) return status;
    alea_batch *b = alea__alloc(sizeof *b);
    if (!b) return alea__out_of_memory(error);
    b->game = game;
    b->ops = game->family->batch;
    b->options = options;
    b->objective = alea_game_objective(game);
    b->slots = slots;
    b->moves = b->ops->moves(game->rules);
    status = batch_allocate(b, error);
    if (status == ALEA_OK) status = batch_begin_all(b, error);
    if (status == ALEA_OK)
        *out = b;
    else
        alea_batch_free(b);
    return status;
}

void alea_batch_free(alea_batch *b)
{
    if (!b) return;
    alea__owned_free(&b->owned);
    alea__free(b);
}
