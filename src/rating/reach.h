#pragma once
/* Which entrants can be compared: connected groups and strongly connected sets of a directed graph. */
#include <alea/status.h>

/* A directed graph as adjacency lists: the edges of node i lead to target[first[i]] … target[first[i + 1] - 1]. */
typedef struct alea__arrows {
    uint32_t nodes;
    uint32_t *first;  /* [nodes + 1] */
    uint32_t *target; /* [first[nodes]] */
} alea__arrows;

/* The graph of `count` edges from[k] -> to[k]; the edges of a node stay in their order. On failure nothing is left to free. */
alea_status alea__arrows_make(uint32_t nodes, uint32_t count, const uint32_t (*edge)[2], alea__arrows *,
                              alea_error *);
void alea__arrows_free(alea__arrows *);

/* set[i] is the number of the set of node i: nodes that reach each other. Sets are numbered in topological order, so that edges
   between sets lead from lower to higher numbers. `set` has room for all nodes. (Tarjan, SIAM J. Comput. 1, 1972.) */
alea_status alea__strong_sets(const alea__arrows *, uint32_t *set, uint32_t *sets, alea_error *);

/* group[i] is the number of the group of node i: the nodes connected by edges in either direction. Groups are numbered in
   the order of their lowest node. */
alea_status alea__connected_groups(const alea__arrows *, uint32_t *group, uint32_t *groups, alea_error *);
