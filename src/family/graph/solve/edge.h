#ifndef ALEA_FAMILY_GRAPH_SOLVE_EDGE_H
#define ALEA_FAMILY_GRAPH_SOLVE_EDGE_H
/* One step of a problem, in double precision: what its ways and positions are worth by the values of those after them. */
#include "family/graph/solve/exact.h"

static inline double graph_way(const graph_problem *p, uint32_t way)
{
    uint32_t to = p->to[way], there = graph_target(to);
    double value = p->value[there];
    if (p->steps) return value + 1;
    if (p->turned && graph_passes(to)) value = p->sum - value;
    if (p->cost != 0 && (graph_passes(to) || p->kind[there] == GRAPH_END)) value += p->cost;
    return value;
}

static inline double graph_mean(const graph_problem *p, uint32_t position)
{
    double value = 0, weight = 0;
    for (uint32_t way = p->first[position]; way < p->first[position + 1]; way++) {
        value += p->weight[way] * graph_way(p, way);
        weight += p->weight[way];
    }
    return value / weight;
}

static inline double graph_greatest(const graph_problem *p, uint32_t position, uint32_t *best)
{
    double greatest = 0;
    bool any = false;
    for (uint32_t way = p->first[position]; way < p->first[position + 1]; way++) {
        if (p->shut && p->shut[way]) continue;
        double value = graph_way(p, way);
        if (any && value <= greatest) continue;
        greatest = value;
        *best = way;
        any = true;
    }
    return greatest;
}

/* Of a position that is no end. */
static inline double graph_step(const graph_problem *p, uint32_t position, uint32_t *best)
{
    return p->kind[position] == GRAPH_DECIDE ? graph_greatest(p, position, best) : graph_mean(p, position);
}
#endif
