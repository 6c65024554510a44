/* The best reply: the first player plays best, the second by its policy. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/solve/exact.h"

static alea_status reply(const graph_rules *g, graph_problem *p, const graph_order *o,
                         alea_objective objective, const alea_solve_options *options, alea__values **out,
                         alea_error *error)
{
    graph_bounds b;
    double tolerance = 0;
    alea_status status = graph_find(g, p, o, (graph_count)objective, &options->progress, &b, error);
    if (status == ALEA_OK)
        status = graph_check_tolerance(objective, options, &b, p->positions, &tolerance, error);
    if (status == ALEA_OK) status = graph_values_of(g, objective, &b, 2, out, error);
    if (status == ALEA_OK) (*out)->tolerance = tolerance;
    graph_bounds_clear(&b);
    return status;
}

alea_status graph_best(const alea__rules *rules, const alea__policy *policy, alea_objective objective,
                       const alea_solve_options *options, alea__values **values, alea_reply *out,
                       alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_problem p = {0};
    graph_order o = {0};
    *values = NULL;
    if (g->players == 1)
        return alea__fail(error, ALEA_E_USAGE, "The game is for one player; there is nobody to reply to.");
    alea_status status = graph_wants(g, objective, error);
    if (status == ALEA_OK) status = graph_affords(g, 2, options, error);
    if (status == ALEA_OK) status = graph_provable(g, error);
    if (status == ALEA_OK) status = graph_problem_of_players(g, NULL, graph_policy_of(policy), &p, error);
    if (status == ALEA_OK) status = graph_order_make(&p, &o, error);
    if (status == ALEA_OK) status = reply(g, &p, &o, objective, options, values, error);
    graph_order_clear(&o);
    graph_problem_clear(&p);
    if (status == ALEA_OK)
        status = graph_pack(rules, policy, &(*values)->opponent, &(*values)->opponent_size, error);
    if (status != ALEA_OK) {
        alea__values_free(*values);
        *values = NULL;
        return status;
    }
    out->first = (*values)->start;
    out->second = (*values)->second;
    return ALEA_OK;
}
