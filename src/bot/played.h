#pragma once
/* Positions from random games, each with the events that led to it. Needed to ask bots that follow games, for which a position
   alone is not enough. */
#include "bot/bot.h"

typedef struct alea__played {
    alea_state *state; /* [count] */
    size_t count, capacity;
    size_t *first;      /* [count]: its game's first event */
    size_t *end;        /* [count]: past the last event before it */
    alea__event *event; /* of all games, one after the other */
    size_t events, event_capacity;
} alea__played;

/* Plays games at random until there are this many positions in which a player decides. They depend only on the seed. Fails with ALEA_E_REFUSED if no player ever decides. The caller frees *out with
   alea__played_free, also after a failure. */
alea_status alea__played_make(const alea_game *, size_t positions, uint64_t seed, alea__played *out,
                              alea_error *);
void alea__played_free(alea__played *);
/* The events that led to a position. */
alea__past alea__played_events(const alea__played *, size_t position);
