#pragma once
/* The dice of a game, in the same order on every path: one stream for each game of a seed. */
#include "game/family.h"

/* The stream, and which dice are rolled. A small value: a copy of it rolls the same dice again. */
typedef struct alea__roller {
    alea__dice_stream stream;
    alea__dice dice;
    uint32_t outcomes; /* of the roll described by `dice` and `count`; 0: none yet */
    unsigned count;
} alea__roller;

enum { ALEA__ORDER_SIDES = 6 };

void alea__roller_start(alea__roller *, uint64_t seed, uint64_t game);
/* The dice for the order of turns, which are rolled before the game, one for each player. */
void alea__roller_start_order(alea__roller *, uint64_t seed);
unsigned alea__roll_order(alea__roller *);

/* The next outcome in a state in which dice are rolled. */
uint32_t alea__roll(alea__roller *, const alea_game *, const alea_state *);

/* The same of a stream, for families whose outcomes are not equally likely. */
uint32_t alea__draw_outcome(alea__dice_stream *, const alea_game *, const alea_state *);

enum { ALEA__MOST_DICE = 16 };

/* A few numbers: dice as they fell, or the players by seat. */
typedef struct alea__numbers {
    uint32_t number[ALEA__MOST_DICE];
    unsigned count;
} alea__numbers;

/* The number of dice to roll in a state, and their common number of sides. */
unsigned alea__dice_of(const alea_game *, const alea_state *, uint32_t *sides);
/* The outcome with these faces; ALEA_E_RANGE names the expected dice. */
alea_status alea__outcome_of(const alea_game *, const alea_state *, const alea__numbers *, uint32_t *out,
                             alea_error *);
