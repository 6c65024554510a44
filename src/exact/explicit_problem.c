/* Problems: the game's graph as it is when everybody plays best, or written out for two players of whom some play by a
   policy. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/explicit_inside.h"

#include <math.h>

void explicit_problem_clear(explicit_problem *p)
{
    for (size_t i = 0; i < sizeof p->owned / sizeof *p->owned; i++) alea__free(p->owned[i]);
    exact_order_clear(&p->order);
    *p = (explicit_problem){0};
}

static alea_status problem_find_order(explicit_problem *p, alea_error *error)
{
    return exact_order_find(&(exact_edges){p->positions, p->first, p->to, 1}, &p->order, error);
}

alea_status explicit_problem_of_game(const alea__explicit *g, explicit_problem *out, alea_error *error)
{
    *out = (explicit_problem){.g = g,
                              .positions = g->nodes,
                              .edges = g->edges,
                              .kind = g->kind,
                              .first = g->first,
                              .to = g->to,
                              .weight = g->mark,
                              .turned = g->players == 2};
    return problem_find_order(out, error);
}

/* ---- two players who differ ---- */

/* The arrays while they are written. */
typedef struct writer {
    const alea__explicit *g;
    uint8_t *kind;
    uint32_t *first, *to, *weight;
    uint32_t position, edges;
} writer;

/* An edge of the game as it is in a layer: who passes goes over to the other one. */
static void problem_write_edge(writer *w, unsigned layer, uint32_t to, uint32_t weight)
{
    bool crosses = alea__passes(to) && w->g->players == 2;
    uint32_t there = (layer ^ crosses) * w->g->nodes + alea__target(to);
    w->to[w->edges] = there * 2 + alea__passes(to);
    w->weight[w->edges++] = weight;
}

/* Writes the edges of a decision. Where a policy decides, they are outcomes: the one that it plays, or all alike if it is
   random. */
static void problem_write_choice(writer *w, unsigned layer, uint32_t node,
                                 const alea__explicit_policy *policy)
{
    const alea__explicit *g = w->g;
    bool one = policy && policy->kind != ALEA__POLICY_RANDOM;
    ALEA_ASSERT(!policy || policy->kind != ALEA__POLICY_PLAN || policy->plan[node] < alea__edges_of(g, node));
    uint32_t from = g->first[node], upto = g->first[node + 1];
    if (one) {
        from += policy->kind == ALEA__POLICY_PLAN ? policy->plan[node] : 0;
        upto = from + 1;
    }
    w->kind[w->position] = policy ? ALEA__ROLL : ALEA__DECIDE;
    for (uint32_t edge = from; edge < upto; edge++) problem_write_edge(w, layer, g->to[edge], 1);
}

static void problem_write_position(writer *w, unsigned layer, uint32_t node,
                                   const alea__explicit_policy *policy)
{
    const alea__explicit *g = w->g;
    w->kind[w->position] = g->kind[node];
    if (g->kind[node] == ALEA__DECIDE)
        problem_write_choice(w, layer, node, policy);
    else
        for (uint32_t edge = g->first[node]; edge < g->first[node + 1]; edge++)
            problem_write_edge(w, layer, g->to[edge], g->mark[edge]);
    w->first[++w->position] = w->edges;
}

alea_status explicit_problem_of_players(const alea__explicit *g, const alea__explicit_policy *first,
                                        const alea__explicit_policy *second, explicit_problem *out,
                                        alea_error *error)
{
    const alea__explicit_policy *policy[2] = {first, second};
    size_t positions = (size_t)g->nodes * g->players, edges = (size_t)g->edges * g->players;
    *out = (explicit_problem){.g = g, .positions = (uint32_t)positions};
    writer w = {.g = g,
                .kind = out->owned[0] = alea__alloc_array(positions, sizeof *w.kind),
                .first = out->owned[1] = alea__alloc_array(positions + 1, sizeof *w.first),
                .to = out->owned[2] = alea__alloc_array(edges + 1, sizeof *w.to),
                .weight = out->owned[3] = alea__alloc_array(edges + 1, sizeof *w.weight)};
    if (!w.kind || !w.first || !w.to || !w.weight) return alea__out_of_memory(error);
    for (unsigned layer = 0; layer < g->players; layer++)
        for (uint32_t node = 0; node < g->nodes; node++)
            problem_write_position(&w, layer, node, policy[layer]);
    ALEA_ASSERT(w.position == positions && w.edges <= edges);
    out->kind = w.kind;
    out->first = w.first;
    out->to = w.to;
    out->weight = w.weight;
    out->edges = w.edges;
    return problem_find_order(out, error);
}

/* ---- what is counted ---- */

/* Turns are counted where they end, not at the end. */
static double problem_payoff(const alea__explicit *g, alea_objective count, uint32_t node)
{
    return count == ALEA_TURNS ? 0 : g->payoff[count][node];
}

void explicit_problem_count(explicit_problem *p, alea_objective count, double *x)
{
    const alea__explicit *g = p->g;
    const double sum = p->sum = count == ALEA_WIN;
    p->cost = count == ALEA_TURNS ? -1 : 0;
    const double turn_over = count == ALEA_SCORE || count == ALEA_TURNS ? 1 : -1;
    for (uint32_t i = 0; i < p->positions; i++) {
        if (p->kind[i] != ALEA__END)
            x[i] = sum / 2;
        else if (i < g->nodes)
            x[i] = problem_payoff(g, count, i);
        else
            x[i] = (turn_over < 0 ? sum : 0) + turn_over * problem_payoff(g, count, i - g->nodes);
    }
}

void explicit_problem_limits(const alea__explicit *g, explicit_bounds *b)
{
    const int32_t *pay = g->payoff[ALEA_SCORE];
    const double worst = g->worst;
    b->negated = b->count == ALEA_TURNS;
    switch (b->count) {
    case ALEA_WIN: b->least = 0, b->most = 1; return;
    case ALEA_MONEY: b->least = -worst, b->most = worst; return;
    case ALEA_TURNS: b->least = -INFINITY, b->most = 0; return;
    default: b->least = INFINITY, b->most = -INFINITY; break;
    }
    for (uint32_t node = 0; node < g->nodes; node++) {
        if (g->kind[node] != ALEA__END) continue;
        b->least = fmin(b->least, pay[node]);
        b->most = fmax(b->most, pay[node]);
    }
}
