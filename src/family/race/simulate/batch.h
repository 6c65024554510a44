#pragma once
/* Games of a batch, 64 at a time: alea__block_ops (game/batch_ops.h). Each number of a state is an array of all games, of which
   compilers make vectors. What happens most is done in these arrays without branches (batch_kernel.c), as processors predict badly
   what dice do: points are added, and turns end that bring no one ahead. Everything else is left to the referee. */
#include "family/race/race.h"
#include "game/batch_ops.h"

enum {
    BATCH_GAMES = ALEA__BLOCK_GAMES,
    BATCH_BYTES = 16, /* of a random block */
    BATCH_ROLLS = 3 * BATCH_BYTES
};

/* A number for each game. A mask has all bits or none. */
typedef int32_t race_batch_lanes[BATCH_GAMES];

typedef struct race_block {
    race_batch_lanes score[RACE_SEATS]; /* from the mover on, in the order of turns */
    race_batch_lanes turn, rolls, memory, mover, turns;
    race_batch_lanes rare; /* a mask: someone leads or has forfeited, or the game is over */
    race_batch_lanes over; /* a mask */
    uint8_t leader[BATCH_GAMES], winner[BATCH_GAMES], unfinished[BATCH_GAMES], forfeited[BATCH_GAMES];
    uint8_t next[BATCH_GAMES], count[BATCH_GAMES]; /* of the rolls that were read ahead */
    uint8_t outcome[BATCH_GAMES]
                   [BATCH_ROLLS + 16]; /* with room for the last store, which writes four bytes */
    alea__dice_stream dice[BATCH_GAMES];
} race_block;

/* What is the same for all games, with numbers as lanes have them. */
typedef struct race_batch {
    const race_rules *rules;
    int32_t players, goal, enough, most_turns;
    int32_t stops_at; /* the total at which a turn ends by itself */
    int32_t forced;   /* a mask: the first roll of a turn is no choice */
    bool ahead;       /* rolls are read ahead, by race_game.rolls_of_byte; else one by one */
} race_batch;

race_batch race_batch_of(const alea__rules *);
void race_batch_read_ahead(const race_batch *, race_block *, unsigned game);
/* The state as the referee has it; and back, once the referee has rolled on. */
void race_batch_load(const race_batch *, const race_block *, unsigned game, race_state *);
void race_batch_store(const race_batch *, race_block *, unsigned game, race_state *);

static inline __attribute__((always_inline)) uint32_t race_batch_roll(const race_batch *b, race_block *g,
                                                                      unsigned game)
{
    if (!b->ahead) return alea__roll_dice(&g->dice[game], &b->rules->how, b->rules->dice);
    if (g->next[game] == g->count[game]) race_batch_read_ahead(b, g, game);
    return g->outcome[game][g->next[game]++];
}

/* As alea__block_ops has it (batch_kernel.c). */
typedef void race_batch_player(const alea__rules *, void *block, const int32_t *move, int32_t *to_move);
race_batch_player race_batch_play_portable, race_batch_play_avx2;
