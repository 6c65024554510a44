/* Problems: the game's graph as it is when everybody plays best, or written out for two players of whom some play by a
   policy. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/solve/exact.h"

#include <string.h>

static const uint8_t pay_of[] = {[GRAPH_COUNT_WIN] = GRAPH_PAY_WIN,
                                 [GRAPH_COUNT_MONEY] = GRAPH_PAY_MONEY,
                                 [GRAPH_COUNT_SCORE] = GRAPH_PAY_SCORE};

void graph_problem_clear(graph_problem *p)
{
    alea__free(p->value);
    for (size_t i = 0; i < sizeof p->owned / sizeof *p->owned; i++) alea__free(p->owned[i]);
    *p = (graph_problem){0};
}

alea_status graph_problem_of_game(const graph_rules *g, graph_problem *out, alea_error *error)
{
    *out = (graph_problem){.positions = g->nodes,
                           .ways = g->ways,
                           .kind = g->kind,
                           .first = g->first,
                           .to = g->to,
                           .weight = g->mark,
                           .turned = g->players == 2};
    out->value = alea__alloc_array(g->nodes, sizeof *out->value);
    return out->value ? ALEA_OK : alea__out_of_memory(error);
}

/* ---- two players who differ ---- */

/* The arrays while they are written. */
typedef struct writer {
    const graph_rules *g;
    uint8_t *kind;
    uint32_t *first, *to, *weight;
    uint32_t position, ways;
} writer;

/* A way of the game as it is in a layer: who passes goes over to the other one. */
static void write_way(writer *w, unsigned layer, uint32_t to, uint32_t weight)
{
    bool crosses = graph_passes(to) && w->g->players == 2;
    uint32_t there = (layer ^ crosses) * w->g->nodes + graph_target(to);
    w->to[w->ways] = there * 2 + graph_passes(to);
    w->weight[w->ways++] = weight;
}

static void write_choice(writer *w, unsigned layer, uint32_t node, const graph_policy *policy)
{
    const graph_rules *g = w->g;
    bool one = policy && policy->kind != GRAPH_POLICY_RANDOM;
    uint32_t from = g->first[node], upto = g->first[node + 1];
    if (one) {
        from += policy->kind == GRAPH_POLICY_PLAN ? policy->plan[node] : 0;
        upto = from + 1;
    }
    w->kind[w->position] = policy ? GRAPH_ROLL : GRAPH_DECIDE;
    for (uint32_t way = from; way < upto; way++) write_way(w, layer, g->to[way], 1);
}

static void write_position(writer *w, unsigned layer, uint32_t node, const graph_policy *policy)
{
    const graph_rules *g = w->g;
    w->kind[w->position] = g->kind[node];
    if (g->kind[node] == GRAPH_DECIDE)
        write_choice(w, layer, node, policy);
    else
        for (uint32_t way = g->first[node]; way < g->first[node + 1]; way++)
            write_way(w, layer, g->to[way], g->mark[way]);
    w->first[++w->position] = w->ways;
}

alea_status graph_problem_of_players(const graph_rules *g, const graph_policy *first,
                                     const graph_policy *second, graph_problem *out, alea_error *error)
{
    const graph_policy *policy[2] = {first, second};
    size_t positions = (size_t)g->nodes * g->players, ways = (size_t)g->ways * g->players;
    *out = (graph_problem){.positions = (uint32_t)positions};
    writer w = {.g = g,
                .kind = out->owned[0] = alea__alloc_array(positions, sizeof *w.kind),
                .first = out->owned[1] = alea__alloc_array(positions + 1, sizeof *w.first),
                .to = out->owned[2] = alea__alloc_array(ways + 1, sizeof *w.to),
                .weight = out->owned[3] = alea__alloc_array(ways + 1, sizeof *w.weight)};
    out->value = alea__alloc_array(positions, sizeof *out->value);
    if (!w.kind || !w.first || !w.to || !w.weight || !out->value) {
        graph_problem_clear(out);
        return alea__out_of_memory(error);
    }
    for (unsigned layer = 0; layer < g->players; layer++)
        for (uint32_t node = 0; node < g->nodes; node++) write_position(&w, layer, node, policy[layer]);
    out->kind = w.kind;
    out->first = w.first;
    out->to = w.to;
    out->weight = w.weight;
    out->ways = w.ways;
    return ALEA_OK;
}

/* ---- what is counted ---- */

static double pay(const graph_rules *g, graph_count count, uint32_t node)
{
    return count == GRAPH_COUNT_TURNS ? 0 : g->pay[pay_of[count]][node];
}

void graph_problem_count(const graph_rules *g, graph_problem *p, graph_count count)
{
    p->sum = count == GRAPH_COUNT_WIN;
    p->cost = count == GRAPH_COUNT_TURNS ? -1 : 0;
    double turn_over = count == GRAPH_COUNT_SCORE || count == GRAPH_COUNT_TURNS ? 1 : -1;
    for (uint32_t i = 0; i < p->positions; i++) {
        if (p->kind[i] != GRAPH_END)
            p->value[i] = p->sum / 2;
        else if (i < g->nodes)
            p->value[i] = pay(g, count, i);
        else
            p->value[i] = (turn_over < 0 ? p->sum : 0) + turn_over * pay(g, count, i - g->nodes);
    }
}
