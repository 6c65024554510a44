/* Pig as a graph of a million nodes, listed from the start, and plain value iteration over it: sweeps over all nodes
   in the opposite order of the list, roughly from the end of the game to its beginning. */
#include "bench/textbook.h"

#include <math.h>
#include <stdlib.h>

enum {
    GOAL = TEXTBOOK_GOAL,
    FACES = 6,
    STATES = GOAL * GOAL * GOAL * 2, /* own score, other's score, turn, and whether the die is rolled next */
    WON = 0,                         /* nodes */
    START = 1
};
static const double enough = 1e-12;

/* Targets of moves or rolls. Bits of `passes` mark targets where the other player is to move. */
typedef struct graph_node {
    uint32_t state, to[FACES];
    uint8_t edges, passes;
    bool rolls; /* the edges are equally likely; else the mover chooses */
} graph_node;

struct textbook_graph {
    uint32_t nodes;
    uint32_t number[STATES]; /* of nodes; 0: not met yet */
    graph_node node[STATES + 1];
    double value[STATES + 1]; /* the mover's chance of winning */
};

/* ---- the graph ---- */

static uint32_t graph_state(int own, int other, int turn, bool rolls)
{
    return (uint32_t)(((own * GOAL + other) * GOAL + turn) * 2 + rolls);
}

/* Adds an edge; a state that was not met yet becomes a node at the end of the list. */
static void graph_lead(textbook_graph *g, graph_node *from, uint32_t state, bool pass)
{
    if (g->number[state] == 0) {
        g->number[state] = g->nodes;
        g->node[g->nodes++].state = state;
    }
    from->passes |= (uint8_t)(pass << from->edges);
    from->to[from->edges++] = g->number[state];
}

static void graph_add_edges(textbook_graph *g, graph_node *from)
{
    const int state = (int)(from->state / 2), turn = state % GOAL, other = state / GOAL % GOAL,
              own = state / GOAL / GOAL;
    from->rolls = from->state % 2;
    if (!from->rolls) {
        graph_lead(g, from, graph_state(other, own + turn, 0, true), true);
        graph_lead(g, from, from->state + 1, false);
        return;
    }
    graph_lead(g, from, graph_state(other, own, 0, true), true);
    for (int face = 2; face <= FACES; face++) {
        if (own + turn + face < GOAL)
            graph_lead(g, from, graph_state(own, other, turn + face, false), false);
        else
            from->to[from->edges++] = WON;
    }
}

textbook_graph *textbook_graph_make(void)
{
    textbook_graph *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->nodes = START + 1;
    g->node[START].state = graph_state(0, 0, 0, true);
    g->number[g->node[START].state] = START;
    for (uint32_t i = START; i < g->nodes; i++) graph_add_edges(g, &g->node[i]);
    return g;
}

void textbook_graph_free(textbook_graph *g)
{
    free(g);
}

/* ---- its values ---- */

static inline double graph_along(const textbook_graph *g, const graph_node *from, int edge)
{
    const double value = g->value[from->to[edge]];
    return from->passes >> edge & 1 ? 1 - value : value;
}

static double graph_update(const textbook_graph *g, const graph_node *from)
{
    double value = 0;
    for (int i = 0; i < from->edges; i++) {
        const double next = graph_along(g, from, i);
        value = from->rolls ? value + next / from->edges : fmax(value, next);
    }
    return value;
}

double textbook_graph_best(textbook_graph *g)
{
    for (uint32_t i = 0; i < g->nodes; i++) g->value[i] = i == WON;
    for (double change = 1; change > enough;) {
        change = 0;
        for (uint32_t i = g->nodes - 1; i >= START; i--) {
            const double value = graph_update(g, &g->node[i]);
            change = fmax(change, fabs(value - g->value[i]));
            g->value[i] = value;
        }
    }
    return g->value[START];
}
