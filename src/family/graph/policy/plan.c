/* Plans, policies as a byte a node, made from values or from a bot's answers; and the table of exact results. */
#include "base/error.h"
#include "family/graph/solve/exact.h"

alea_status graph_plan_of_values(const alea__rules *rules, const alea__values *values, alea__policy **out,
                                 alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_policy *policy = graph_plan_new(g);
    if (!policy) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < g->decisions; i++) {
        uint32_t node = g->decision[i];
        policy->plan[node] = (uint8_t)(graph_best_way(g, values, node, NULL) - g->first[node]);
    }
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

/* ---- freezing ---- */

static uint64_t freeze_count(const alea__rules *rules)
{
    return graph_rules_of(rules)->decisions;
}

static void freeze_state(const alea__rules *rules, uint64_t index, alea_state *out)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_stand(g, g->decision[index], out);
}

static alea_status freeze(const alea__rules *rules, const unsigned char *moves, alea__policy **out,
                          alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_policy *policy = graph_plan_new(g);
    if (!policy) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < g->decisions; i++) {
        uint32_t node = g->decision[i], way = g->first[node];
        while (way < g->first[node + 1] && g->mark[way] != moves[i]) way++;
        if (way == g->first[node + 1]) {
            graph_policy_free((alea__policy *)policy);
            return alea__fail(error, ALEA_E_STATE, "Move %u is not legal where the bot answered it.",
                              (unsigned)moves[i]);
        }
        policy->plan[node] = (uint8_t)(way - g->first[node]);
    }
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

/* All policies of the family have exact results. */
static const char *inexact(const alea__rules *rules, const alea__policy *policy)
{
    (void)rules, (void)policy;
    return NULL;
}

const alea__solver_ops graph_solver_ops = {
    .solve = graph_solve,
    .fits = graph_fits,
    .check = graph_certify,
    .ask = graph_ask,
    .evaluate = graph_evaluate,
    .best_response = graph_best,
    .inexact = inexact,
    .points_so_far = alea__no_points,
    .policy_of_values = graph_plan_of_values,
    .pack_policy = graph_pack,
    .unpack_policy = graph_unpack,
};

const alea__freezing_ops graph_freezing_ops = {
    .count = freeze_count, .state = freeze_state, .freeze = freeze};
