/* Connected groups by union-find, and strongly connected sets by Tarjan's algorithm without recursion. */
#include "rating/reach.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

alea_status alea__arrows_make(uint32_t nodes, uint32_t count, const uint32_t (*edge)[2], alea__arrows *out,
                              alea_error *error)
{
    alea__arrows g = {.nodes = nodes};
    g.first = alea__alloc_array((size_t)nodes + 2, sizeof *g.first);
    g.target = alea__alloc_array((size_t)count + 1, sizeof *g.target);
    if (!g.first || !g.target) {
        alea__arrows_free(&g);
        return alea__out_of_memory(error);
    }
    /* first[i + 2] counts the edges of node i; as first[i + 1] it then moves from their begin to their end. */
    for (uint32_t k = 0; k < count; k++) {
        ALEA_ASSERT(edge[k][0] < nodes && edge[k][1] < nodes);
        g.first[edge[k][0] + 2]++;
    }
    for (uint32_t i = 2; i <= nodes; i++) g.first[i] += g.first[i - 1];
    for (uint32_t k = 0; k < count; k++) g.target[g.first[edge[k][0] + 1]++] = edge[k][1];
    *out = g;
    return ALEA_OK;
}

void alea__arrows_free(alea__arrows *g)
{
    alea__free(g->first);
    alea__free(g->target);
    *g = (alea__arrows){0};
}

/* Tarjan's search. Nodes are numbered in the order of discovery, from 1. `low` is the lowest number that a node is known to
   reach within unfinished sets. */
typedef struct reach_walk {
    const alea__arrows *graph;
    uint32_t *number, *low;   /* [nodes] 0: not found yet */
    uint32_t *edge;           /* [nodes] the next edge to follow */
    uint32_t *path, *waiting; /* [nodes] the path from the root; nodes of unfinished sets */
    uint32_t met, depth, waiters, sets;
    uint32_t *set; /* UINT32_MAX: not finished */
} reach_walk;

static void reach_enter(reach_walk *w, uint32_t node)
{
    w->number[node] = w->low[node] = ++w->met;
    w->edge[node] = w->graph->first[node];
    w->path[w->depth++] = node;
    w->waiting[w->waiters++] = node;
}

/* Leaves the node at the end of the path. It completes a set if it reaches no earlier node; otherwise passes its `low` to
   the node before it. */
static void reach_leave(reach_walk *w)
{
    const uint32_t node = w->path[--w->depth];
    if (w->low[node] == w->number[node]) {
        uint32_t member;
        do {
            member = w->waiting[--w->waiters];
            w->set[member] = w->sets;
        } while (member != node);
        w->sets++;
    }
    if (w->depth > 0) {
        const uint32_t before = w->path[w->depth - 1];
        if (w->low[node] < w->low[before]) w->low[before] = w->low[node];
    }
}

/* Walks all that can be reached from a node not met yet. */
static void reach_from(reach_walk *w, uint32_t root)
{
    reach_enter(w, root);
    while (w->depth > 0) {
        const uint32_t node = w->path[w->depth - 1];
        if (w->edge[node] == w->graph->first[node + 1]) {
            reach_leave(w);
            continue;
        }
        const uint32_t next = w->graph->target[w->edge[node]++];
        if (w->number[next] == 0)
            reach_enter(w, next);
        else if (w->set[next] == UINT32_MAX && w->number[next] < w->low[node])
            w->low[node] = w->number[next];
    }
}

/* Tarjan's algorithm finishes sets in reverse topological order, so their numbers are reversed at the end. */
alea_status alea__strong_sets(const alea__arrows *g, uint32_t *set, uint32_t *sets, alea_error *error)
{
    uint32_t *memory = alea__alloc_array((size_t)g->nodes * 5 + 1, sizeof *memory);
    if (!memory) return alea__out_of_memory(error);
    reach_walk w = {.graph = g,
                    .number = memory,
                    .low = memory + g->nodes,
                    .edge = memory + 2 * (size_t)g->nodes,
                    .path = memory + 3 * (size_t)g->nodes,
                    .waiting = memory + 4 * (size_t)g->nodes,
                    .set = set};
    for (uint32_t i = 0; i < g->nodes; i++) set[i] = UINT32_MAX;
    for (uint32_t i = 0; i < g->nodes; i++)
        if (w.number[i] == 0) reach_from(&w, i);
    for (uint32_t i = 0; i < g->nodes; i++) set[i] = w.sets - 1 - set[i];
    *sets = w.sets;
    alea__free(memory);
    return ALEA_OK;
}

/* The representative of a node's group: the lowest node that it is known to be joined with. Halves paths on the way. */
static uint32_t reach_lowest(uint32_t *lowest, uint32_t node)
{
    while (lowest[node] != node) {
        lowest[node] = lowest[lowest[node]];
        node = lowest[node];
    }
    return node;
}

alea_status alea__connected_groups(const alea__arrows *g, uint32_t *group, uint32_t *groups,
                                   alea_error *error)
{
    uint32_t *lowest = alea__alloc_array((size_t)g->nodes + 1, sizeof *lowest);
    if (!lowest) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < g->nodes; i++) lowest[i] = i;
    for (uint32_t i = 0; i < g->nodes; i++)
        for (uint32_t k = g->first[i]; k < g->first[i + 1]; k++) {
            const uint32_t a = reach_lowest(lowest, i), b = reach_lowest(lowest, g->target[k]);
            if (a < b)
                lowest[b] = a;
            else
                lowest[a] = b;
        }
    *groups = 0;
    for (uint32_t i = 0; i < g->nodes; i++) {
        const uint32_t low = reach_lowest(lowest, i);
        ALEA_ASSERT(low <= i);
        group[i] = low == i ? (*groups)++ : group[low];
    }
    alea__free(lowest);
    return ALEA_OK;
}
