#pragma once
/* The order in which positions are solved: components in an order in which each comes after those it leads to. Within a
   component nearly every position comes after its successors. A component is a set of positions that can all reach each
   other, or any set that leads only to itself and to earlier ones. A family with a known order fills it in; for other games
   it is computed from the edges. */
#include <alea/status.h>

typedef struct exact_order {
    uint32_t positions, components;
    uint32_t *position, *place; /* [place] and [position]: each other's inverse */
    uint32_t *component;        /* component c has the places component[c] … component[c + 1] - 1 */
    bool *cyclic;               /* [component]: some position of it leads back to itself */
} exact_order;

/* Edges: from i to to[k] >> shift, for k from first[i] to first[i + 1] - 1. */
typedef struct exact_edges {
    uint32_t positions;
    const uint32_t *first, *to;
    unsigned shift;
} exact_edges;

/* Makes an order: one cyclic component with the positions in numerical order. */
alea_status exact_order_make(size_t positions, exact_order *out, alea_error *);
/* The strongly connected components of a graph. */
alea_status exact_order_find(const exact_edges *, exact_order *out, alea_error *);
void exact_order_clear(exact_order *);
