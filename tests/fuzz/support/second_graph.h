#ifndef FUZZ_SUPPORT_SECOND_GRAPH_H
#define FUZZ_SUPPORT_SECOND_GRAPH_H
/* A second referee of graph games, written from docs/write-rules.md, docs/run.md and docs/randomness.md, and without any code of
   alea's. */
#include "support/second_referee.h"

enum { GRAPH_STATES = 24, GRAPH_EDGES = 6, GRAPH_PLAYERS = 2 };

typedef struct second_edge {
    unsigned to;
    bool passes;
    unsigned name;   /* of a move: its number; the moves of a state are in the order of their numbers */
    unsigned weight; /* of an outcome */
} second_edge;

typedef enum second_state_kind { SECOND_DECIDE, SECOND_ROLL, SECOND_END } second_state_kind;

typedef struct second_state {
    second_state_kind kind;
    unsigned edges;
    second_edge edge[GRAPH_EDGES];
    bool win;    /* of the player to move in this end */
    int payment; /* money that this player receives, or this player's score, which alea run does not count */
} second_state;

typedef struct second_graph {
    unsigned players, states;
    bool pays; /* for two players money, for one a score */
    second_state state[GRAPH_STATES];
    int most; /* the most that a player can have to pay */
} second_graph;

typedef struct second_walker {
    enum { WALKER_FIRST, WALKER_RANDOM, WALKER_PROGRAM } kind;
    /* A program computes x = (state * own + moves * count + seat * place + plus) mod modulus. It fails if x is fails_at, and takes move
       x mod moves. */
    unsigned own, count, place, plus, modulus, fails_at;
} second_walker;

/* Like second_match. */
unsigned second_walk(const second_graph *, const second_walker *, uint64_t seed, const second_length *,
                     second_counts *);
#endif
