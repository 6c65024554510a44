#pragma once
/* Positions from random games, each with the rolls that led to it. Needed to ask bots that receive every roll, for which a
   position alone is not enough. */
#include "bot/bot.h"

typedef struct alea__played {
    alea_state *state; /* [count] */
    size_t count, capacity;
    size_t *first;         /* [count]: its game's first roll */
    size_t *end;           /* [count]: past the last roll before it */
    alea__seat_roll *roll; /* of all games, one after the other */
    size_t rolls, roll_capacity;
} alea__played;

/* Plays games of a family with roll_or_hold_ops and two dice, until there are this many positions in which a player
   decides. They depend only on the seed. Fails with ALEA_E_REFUSED if no player ever decides. The caller frees *out with
   alea__played_free, also after a failure. */
alea_status alea__played_make(const alea_game *, size_t positions, uint64_t seed, alea__played *out,
                              alea_error *);
void alea__played_free(alea__played *);
/* The rolls that led to a position. */
alea__told_rolls alea__played_rolls(const alea__played *, size_t position);
