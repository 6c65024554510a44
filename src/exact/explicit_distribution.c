/* How the score of a listed game is distributed: the probability of each state, from the start on. */
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "exact/components.h"
#include "exact/explicit.h"
#include "exact/messages.h"

#include <float.h>

enum { MOST_SWEEPS = 1000000, MOST_SCORE = 1 << 20 };
#define NEGLIGIBLE 1e-30

typedef struct score_spread {
    const alea__explicit *g;
    const alea__explicit_policy *policy;
    alea_distribution *out;
    double *mass; /* [node] */
} score_spread;

/* Passes on what a node has. */
static void spread_node(const score_spread *s, uint32_t node)
{
    const alea__explicit *g = s->g;
    const double mass = s->mass[node];
    const bool rolls = g->kind[node] == ALEA__ROLL;
    uint32_t first = g->first[node], end = g->first[node + 1];
    double weights = 0;
    s->mass[node] = 0;
    if (mass == 0) return;
    if (g->kind[node] == ALEA__END) {
        s->out->probability[g->payoff[ALEA_SCORE][node]] += mass;
        return;
    }
    if (!rolls && s->policy->kind != ALEA__POLICY_RANDOM) {
        first += s->policy->kind == ALEA__POLICY_PLAN ? s->policy->plan[node] : 0;
        end = first + 1;
    }
    for (uint32_t edge = first; edge < end; edge++) weights += rolls ? g->mark[edge] : 1;
    for (uint32_t edge = first; edge < end; edge++)
        s->mass[alea__target(g->to[edge])] += mass * (rolls ? g->mark[edge] : 1) / weights;
}

/* Passes on what the nodes of a component have until next to nothing is left; false if that does not happen. */
static bool spread_component(const score_spread *s, const exact_order *order, uint32_t component)
{
    const uint32_t from = order->component[component], to = order->component[component + 1];
    for (uint32_t sweep = 0; sweep < MOST_SWEEPS; sweep++) {
        double left = 0;
        for (uint32_t i = to; i-- > from;) spread_node(s, order->position[i]);
        if (!order->cyclic[component]) return true;
        for (uint32_t i = from; i < to; i++) left += s->mass[order->position[i]];
        if (left < NEGLIGIBLE) return true;
    }
    return false;
}

/* Fails unless all scores are from 0 to a limit; *most gets the greatest. */
static alea_status spread_range(const alea__rules *rules, const alea__explicit **g, uint32_t *most,
                                alea_error *error)
{
    alea_status status = alea__explicit_of(rules, g, error);
    if (status != ALEA_OK) return status;
    const int32_t *pay = (*g)->payoff[ALEA_SCORE];
    if (!pay) return alea__fail(error, ALEA_E_REFUSED, EXACT_NO_SCORES);
    *most = 0;
    for (uint32_t node = 0; node < (*g)->nodes; node++) {
        if ((*g)->kind[node] != ALEA__END) continue;
        if (pay[node] < 0 || pay[node] > MOST_SCORE)
            return alea__fail(error, ALEA_E_REFUSED, EXACT_WRONG_SCORES, MOST_SCORE);
        if ((uint32_t)pay[node] > *most) *most = (uint32_t)pay[node];
    }
    return ALEA_OK;
}

/* Fills everything but the summary. */
static alea_status distribution_find(const alea__rules *rules, const alea__policy *policy,
                                     const alea_stats_options *options, alea_distribution *out,
                                     alea_error *error)
{
    uint32_t most = 0;
    score_spread s = {.policy = alea__explicit_policy_of(policy), .out = out};
    exact_order order = {0};
    alea_status status = spread_range(rules, &s.g, &most, error);
    if (status != ALEA_OK) return status;
    out->scores = most + 1;
    out->probability = alea__alloc_array(out->scores, sizeof *out->probability);
    s.mass = alea__alloc_array(s.g->nodes, sizeof *s.mass);
    status = out->probability && s.mass ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK)
        status = exact_order_find(&(exact_edges){s.g->nodes, s.g->first, s.g->to, 1}, &order, error);
    if (status == ALEA_OK) s.mass[s.g->start] = 1;
    for (uint32_t c = order.components; c-- > 0 && status == ALEA_OK;) {
        if (!spread_component(&s, &order, c)) status = alea__fail(error, ALEA_E_REFUSED, EXACT_SPREADS);
        if (status == ALEA_OK && c % 65536 == 0)
            status = alea__tell(&options->progress, order.components - c, order.components, error);
    }
    out->error = ((double)s.g->edges + s.g->nodes) * DBL_EPSILON;
    exact_order_clear(&order);
    alea__free(s.mass);
    return status;
}

static alea_ties distribution_ties(const alea__rules *rules, const alea__policy *policy)
{
    (void)rules, (void)policy;
    return ALEA_TIES_OF_BOT;
}

static alea_status distribution_supports(const alea__rules *rules, alea_error *error)
{
    const alea__explicit *g;
    uint32_t most;
    return spread_range(rules, &g, &most, error);
}

static uint32_t distribution_most_score(const alea__rules *rules)
{
    const alea__explicit *g;
    uint32_t most = 0;
    return spread_range(rules, &g, &most, NULL) == ALEA_OK ? most : 0;
}

const alea__distribution_ops alea__explicit_distribution_ops = {.supports = distribution_supports,
                                                                .find = distribution_find,
                                                                .ties = distribution_ties,
                                                                .most_score = distribution_most_score};
