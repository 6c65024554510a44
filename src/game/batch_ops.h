#pragma once
/* Positions and moves of a family as numbers, for many games that are stepped together. */
#include "game/family.h"

/* One number of an observation: what it is, and the least and the greatest that it can be. */
typedef struct alea__feature {
    char name[64];
    int32_t least, most;
} alea__feature;

/* A family's own way to play many games: blocks of them, in memory that it lays out. They are the referee's games, dice for dice. */
enum { ALEA__BLOCK_GAMES = 64 };
typedef struct alea__block_ops {
    size_t size; /* of a block, in bytes; all 0 in the beginning */
    /* Takes a state for one of the block's games, and rolls the dice up to the next decision or the end. Returns who is to move, as
       `to_move` of alea__play_ops. With `dice` the game begins with them, otherwise it goes on with those it has. */
    int32_t (*put)(const alea__rules *, void *block, unsigned game, const alea_state *,
                   const alea__dice_stream *dice);
    void (*get)(const alea__rules *, const void *block, unsigned game, alea_state *out);
    /* Plays move[game], which must be legal, in every game in which it is not negative, and rolls on; to_move[game] as above. */
    void (*play)(const alea__rules *, void *block, const int32_t *move, int32_t *to_move);
    /* Writes all features of the first `count` games, as the seat that is to move, or moved last, sees them. */
    void (*observe)(const alea__rules *, const void *block, unsigned count, int32_t *out);
} alea__block_ops;

struct alea__batch_ops {
    uint32_t (*moves)(const alea__rules *);                                   /* in the whole game */
    bool (*feature)(const alea__rules *, uint32_t index, alea__feature *out); /* false past the last */
    /* Writes all features of a state, in which no dice are rolled, as the seat sees them. */
    void (*observe)(const alea__rules *, const alea_state *, unsigned seat, int32_t *out);
    /* Sets mask[move] for each legal move; all are 0 before. NULL: every move is legal wherever a seat is to move. */
    void (*mask)(const alea__rules *, const alea_state *, uint8_t *mask);
    bool (*least)(const alea__rules *); /* whether the fewest points are best; NULL: no */
    const alea__block_ops *block;       /* NULL: the referee plays */
};
