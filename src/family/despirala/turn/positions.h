#pragma once
/* The positions of Despirala in which all dice are about to be rolled.

   Such a position is (used, goods): the combinations attempted, as a mask, and the goods after the roll (a
   turn's gain is among them; fewer than the gain only after rerolls). With n combinations attempted there are at most
   gain * (n + 1) goods. With all attempted, what is left is good_points * goods. */
#include "family/despirala/rules/layout.h"

/* The index of positions: `used` with n bits set has gain * (n + 1) + 1 of them, in a row, by goods. */
typedef struct despirala_graph {
    uint32_t masks;      /* 2^combinations; the last one, all used, has no positions */
    uint32_t places;     /* all positions */
    uint32_t most_goods; /* gain * combinations */
    uint32_t *first;     /* [mask]: the position with no goods; owned */
    uint32_t *layer;     /* masks by the number of bits set, ascending masks within; owned */
    uint32_t layer_first[DESPIRALA_COMBINATIONS + 2]; /* [n]: where masks with n bits begin in `layer` */
    struct despirala_subgames *subgames;              /* the tables of sub-games (subgames.h); owned */
} despirala_graph;

/* Makes the graph of a game; the game owns it even after a failure. */
alea_status despirala_graph_make(alea__rules *, alea_error *);
void despirala_graph_free(despirala_graph *);
