/* Problems: the game's graph with best play on all sides, or expanded for two players of whom some play a policy. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/explicit_inside.h"

#include <math.h>

enum { AHEAD = 6 };
#define SEVERAL (ALEA__NO_NODE - 1)

void explicit_problem_clear(explicit_problem *p)
{
    alea__free(p->kind);
    alea__free(p->first);
    alea__free(p->to);
    alea__free(p->weight);
    alea__free(p->origin);
    alea__free(p->position_of);
    alea__free(p->feedback);
    exact_order_clear(&p->order);
    *p = (explicit_problem){0};
}

/* ---- in the order in which positions are solved ---- */

/* A graph before its positions are renumbered; the arrays are as in a problem. */
typedef struct origins {
    uint32_t count, edges;
    const uint8_t *kind;
    const uint32_t *first, *to, *weight;
} origins;

/* Asks the processor for what position i will be written from soon: the further ahead, the less of it. */
static void problem_fetch(const explicit_problem *p, const origins *from, uint32_t i)
{
    if (i + 3 * AHEAD >= from->count) return;
    const uint32_t near = p->origin[i + AHEAD], edge = from->first[p->origin[i + 2 * AHEAD]],
                   far = p->origin[i + 3 * AHEAD];
    __builtin_prefetch(&from->first[far]);
    __builtin_prefetch(&from->kind[far]);
    __builtin_prefetch(&from->to[edge]);
    __builtin_prefetch(&from->weight[edge]);
    for (uint32_t k = from->first[near]; k < from->first[near + 1]; k++)
        __builtin_prefetch(&p->position_of[alea__target(from->to[k])]);
}

/* Writes position i, which begins at edge first[i], and notes which position its component needs before it is known. */
static void problem_write_position(explicit_problem *p, const origins *from, uint32_t i, uint32_t *feedback)
{
    const uint32_t origin = p->origin[i];
    uint32_t k = p->first[i];
    p->kind[i] = from->kind[origin];
    for (uint32_t edge = from->first[origin]; edge < from->first[origin + 1]; edge++, k++) {
        const uint32_t to = p->position_of[alea__target(from->to[edge])];
        p->to[k] = to * 2 + alea__passes(from->to[edge]);
        p->weight[k] = from->weight[edge];
        const bool early = to > i || (to == i && p->kind[i] == ALEA__DECIDE);
        if (early && *feedback != to) *feedback = *feedback == ALEA__NO_NODE ? to : SEVERAL;
    }
    p->first[i + 1] = k;
}

/* Finds the order, and writes the graph in it. After a failure the caller clears the problem. */
static alea_status problem_write(explicit_problem *p, const origins *from, alea_error *error)
{
    exact_order *o = &p->order;
    alea_status status = exact_order_find(&(exact_edges){from->count, from->first, from->to, 1}, o, error);
    if (status != ALEA_OK) return status;
    p->positions = from->count;
    p->edges = from->edges;
    p->origin = o->position;
    p->position_of = o->place;
    o->position = alea__alloc_array(from->count, sizeof *o->position);
    o->place = alea__alloc_array(from->count, sizeof *o->place);
    p->kind = alea__alloc(from->count);
    p->first = alea__alloc_array((size_t)from->count + 1, sizeof *p->first);
    p->to = alea__alloc_bare((size_t)from->edges + 1, sizeof *p->to);
    p->weight = alea__alloc_bare((size_t)from->edges + 1, sizeof *p->weight);
    p->feedback = alea__alloc_array(o->components, sizeof *p->feedback);
    if (!o->position || !o->place || !p->kind || !p->first || !p->to || !p->weight || !p->feedback)
        return alea__out_of_memory(error);
    for (uint32_t c = 0; c < o->components; c++) {
        uint32_t feedback = ALEA__NO_NODE;
        for (uint32_t i = o->component[c]; i < o->component[c + 1]; i++) {
            o->position[i] = o->place[i] = i;
            problem_fetch(p, from, i);
            problem_write_position(p, from, i, &feedback);
        }
        p->feedback[c] = feedback == SEVERAL ? ALEA__NO_NODE : feedback;
    }
    ALEA_ASSERT(p->first[p->positions] == p->edges);
    return ALEA_OK;
}

alea_status explicit_problem_of_game(const alea__explicit *g, explicit_problem *out, alea_error *error)
{
    *out = (explicit_problem){.g = g, .turned = g->players == 2, .draw = 0.5};
    return problem_write(out, &(origins){g->nodes, g->edges, g->kind, g->first, g->to, g->mark}, error);
}

/* ---- two players who differ ---- */

/* The arrays while they are written, by origins. */
typedef struct writer {
    const alea__explicit *g;
    uint8_t *kind;
    uint32_t *first, *to, *weight;
    uint32_t count, edges;
    alea__owned owned;
} writer;

/* Adds an edge of the game in a layer: a pass goes over to the other layer. */
static void writer_add_edge(writer *w, unsigned layer, uint32_t to, uint32_t weight)
{
    bool crosses = alea__passes(to) && w->g->players == 2;
    uint32_t there = (layer ^ crosses) * w->g->nodes + alea__target(to);
    w->to[w->edges] = there * 2 + alea__passes(to);
    w->weight[w->edges++] = weight;
}

/* Writes the edges of a decision. If a policy decides, they become outcomes: the chosen one, or all with equal weight if it
   is random. */
static void writer_add_choice(writer *w, unsigned layer, uint32_t node, const alea__explicit_policy *policy)
{
    const alea__explicit *g = w->g;
    bool one = policy && policy->kind != ALEA__POLICY_RANDOM;
    ALEA_ASSERT(!policy || policy->kind != ALEA__POLICY_PLAN || policy->plan[node] < alea__edges_of(g, node));
    uint32_t from = g->first[node], upto = g->first[node + 1];
    if (one) {
        from += policy->kind == ALEA__POLICY_PLAN ? policy->plan[node] : 0;
        upto = from + 1;
    }
    w->kind[w->count] = policy ? ALEA__ROLL : ALEA__DECIDE;
    for (uint32_t edge = from; edge < upto; edge++) writer_add_edge(w, layer, g->to[edge], 1);
}

static void writer_add_node(writer *w, unsigned layer, uint32_t node, const alea__explicit_policy *policy)
{
    const alea__explicit *g = w->g;
    w->kind[w->count] = g->kind[node];
    if (g->kind[node] == ALEA__DECIDE)
        writer_add_choice(w, layer, node, policy);
    else
        for (uint32_t edge = g->first[node]; edge < g->first[node + 1]; edge++)
            writer_add_edge(w, layer, g->to[edge], g->mark[edge]);
    w->first[++w->count] = w->edges;
}

alea_status explicit_problem_of_players(const alea__explicit *g, const alea__explicit_policy *first,
                                        const alea__explicit_policy *second, explicit_problem *out,
                                        alea_error *error)
{
    const alea__explicit_policy *policy[2] = {first, second};
    const size_t count = (size_t)g->nodes * g->players, edges = (size_t)g->edges * g->players;
    writer w = {.g = g};
    w.kind = alea__own(&w.owned, alea__alloc(count));
    w.first = alea__own(&w.owned, alea__alloc_array(count + 1, sizeof *w.first));
    w.to = alea__own(&w.owned, alea__alloc_array(edges + 1, sizeof *w.to));
    w.weight = alea__own(&w.owned, alea__alloc_array(edges + 1, sizeof *w.weight));
    alea_status status = w.owned.failed ? alea__out_of_memory(error) : ALEA_OK;
    *out = (explicit_problem){.g = g, .draw = 0.5};
    for (unsigned layer = 0; layer < g->players && status == ALEA_OK; layer++)
        for (uint32_t node = 0; node < g->nodes; node++) writer_add_node(&w, layer, node, policy[layer]);
    ALEA_ASSERT(status != ALEA_OK || (w.count == count && w.edges <= edges));
    if (status == ALEA_OK)
        status = problem_write(out, &(origins){w.count, w.edges, w.kind, w.first, w.to, w.weight}, error);
    alea__owned_free(&w.owned);
    return status;
}

/* ---- counts ---- */

/* Turns are counted where they end, not at the end of the game. */
static double problem_payoff(const explicit_problem *p, alea_objective count, uint32_t node)
{
    if (count == ALEA_TURNS) return 0;
    const int32_t pay = p->g->payoff[count][node];
    if (count == ALEA_WIN && pay == ALEA__DRAW) return p->draw;
    return alea__explicit_least(p->g, count) ? -(double)pay : pay;
}

void explicit_problem_count(explicit_problem *p, alea_objective count, double *x)
{
    const alea__explicit *g = p->g;
    const double sum = p->sum = count == ALEA_WIN;
    p->cost = count == ALEA_TURNS ? -1 : 0;
    const double turn_over = count == ALEA_SCORE || count == ALEA_TURNS ? 1 : -1;
    for (uint32_t i = 0; i < p->positions; i++) {
        const uint32_t origin = p->origin[i];
        if (p->kind[i] != ALEA__END)
            x[i] = sum / 2;
        else if (origin < g->nodes)
            x[i] = problem_payoff(p, count, origin);
        else if (count == ALEA_WIN && g->payoff[ALEA_WIN][origin - g->nodes] == ALEA__DRAW)
            x[i] = p->draw; /* whoever looks at it */
        else
            x[i] = (turn_over < 0 ? sum : 0) + turn_over * problem_payoff(p, count, origin - g->nodes);
    }
}

void explicit_problem_limits(const alea__explicit *g, explicit_bounds *b)
{
    const int32_t *pay = g->payoff[ALEA_SCORE];
    const double worst = g->worst;
    b->negated = alea__explicit_least(g, b->count);
    switch (b->count) {
    case ALEA_WIN: b->least = 0, b->most = 1; return;
    case ALEA_MONEY: b->least = -worst, b->most = worst; return;
    case ALEA_TURNS: b->least = -INFINITY, b->most = 0; return;
    default: b->least = INFINITY, b->most = -INFINITY; break;
    }
    for (uint32_t node = 0; node < g->nodes; node++) {
        if (g->kind[node] != ALEA__END) continue;
        const double points = g->least ? -(double)pay[node] : pay[node];
        b->least = fmin(b->least, points);
        b->most = fmax(b->most, points);
    }
}
