/* The exact result of one policy against another: no move is left to choose, so that every count is a linear problem. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/solve/exact.h"
#include "family/graph/solve/outward.h"

/* One count from both seats. */
typedef struct pair {
    alea_interval first, second;
} pair;

typedef struct evaluator {
    const graph_rules *g;
    graph_problem p;
    graph_order o;
    const alea_solve_options *options;
    double tolerance;
    alea_objective objective;
} evaluator;

static bool has(const graph_rules *g, graph_count count)
{
    return count == GRAPH_COUNT_TURNS || graph_has_objective((const alea__rules *)g, (alea_objective)count);
}

/* Nothing where the game does not have it. */
static alea_status find(evaluator *e, graph_count count, pair *out, alea_error *error)
{
    graph_bounds b = {.lower = NULL};
    const graph_rules *g = e->g;
    *out = (pair){{0, 0}, {0, 0}};
    if (!has(g, count)) return ALEA_OK;
    alea_status status = graph_find(g, &e->p, &e->o, count, &e->options->progress, &b, error);
    if (status == ALEA_OK && (int)count == (int)e->objective)
        status = graph_check_tolerance(e->objective, e->options, &b, e->p.positions, &e->tolerance, error);
    if (status == ALEA_OK) {
        size_t second = g->start + (size_t)(g->players - 1) * g->nodes;
        out->first = (alea_interval){b.lower[g->start], b.upper[g->start]};
        out->second = (alea_interval){b.lower[second], b.upper[second]};
    }
    graph_bounds_clear(&b);
    return status;
}

/* With one player there is nobody else who could win. */
static alea_interval loss_of(const evaluator *e, alea_interval win)
{
    if (e->g->players == 1 || !has(e->g, GRAPH_COUNT_WIN)) return (alea_interval){0, 0};
    return graph_turn_over(win, ALEA_WIN);
}

static alea_exact result(const evaluator *e, alea_interval win, alea_interval money, alea_interval score,
                         alea_interval turns)
{
    const alea_interval value[] = {
        [ALEA_WIN] = win, [ALEA_MONEY] = money, [ALEA_SCORE] = score, [ALEA_TURNS] = turns};
    return (alea_exact){
        .value = value[e->objective], .win = win, .loss = loss_of(e, win), .money = money, .turns = turns};
}

static alea_status evaluate(evaluator *e, alea_eval *out, alea_error *error)
{
    pair count[GRAPH_COUNT_TURNS + 1];
    for (int i = 0; i <= GRAPH_COUNT_TURNS; i++) {
        alea_status status = find(e, (graph_count)i, &count[i], error);
        if (status != ALEA_OK) return status;
    }
    out->first = result(e, count[GRAPH_COUNT_WIN].first, count[GRAPH_COUNT_MONEY].first,
                        count[GRAPH_COUNT_SCORE].first, count[GRAPH_COUNT_TURNS].first);
    out->second = result(e, count[GRAPH_COUNT_WIN].second, count[GRAPH_COUNT_MONEY].second,
                         count[GRAPH_COUNT_SCORE].second, count[GRAPH_COUNT_TURNS].second);
    return ALEA_OK;
}

alea_status graph_evaluate(const alea__rules *rules, const alea__policy *first, const alea__policy *second,
                           alea_objective objective, const alea_solve_options *options, alea_eval *out,
                           alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    evaluator e = {.g = g, .options = options, .objective = objective};
    alea_status status = graph_wants(g, objective, error);
    if (status == ALEA_OK) status = graph_affords(g, g->players, options, error);
    if (status == ALEA_OK) status = graph_provable(g, error);
    if (status == ALEA_OK)
        status = graph_problem_of_players(g, graph_policy_of(first), graph_policy_of(second), &e.p, error);
    if (status == ALEA_OK) status = graph_order_make(&e.p, &e.o, error);
    if (status == ALEA_OK) status = evaluate(&e, out, error);
    graph_order_clear(&e.o);
    graph_problem_clear(&e.p);
    return status;
}
