/* Solving: everybody plays best. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/solve/exact.h"
#include "family/graph/solve/outward.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

alea_status graph_wants(const graph_rules *g, alea_objective objective, alea_error *error)
{
    if (graph_has_objective((const alea__rules *)g, objective)) return ALEA_OK;
    return alea__fail(error, ALEA_E_USAGE, "This game cannot be played for `%s`.",
                      alea_objective_name(objective));
}

/* Values, steps, bounds, order and its search, the backwards graph; for two layers the problem itself. */
alea_status graph_affords(const graph_rules *g, unsigned layers, const alea_solve_options *options,
                          alea_error *error)
{
    uint64_t positions = (uint64_t)g->nodes * layers, ways = (uint64_t)g->ways * layers;
    uint64_t bytes =
        positions * (4 * sizeof(double) + 9 * sizeof(uint32_t)) + ways * (sizeof(uint32_t) + 1) + (128 << 20);
    if (layers > 1) bytes += positions * (sizeof(uint32_t) + 1) + ways * 2 * sizeof(uint32_t);
    if (options->memory == 0 || bytes <= options->memory) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED,
                      "This needs about %" PRIu64 " MiB of memory for %" PRIu64 " positions; %" PRIu64
                      " MiB are allowed.",
                      (bytes >> 20) + 1, positions, options->memory >> 20);
}

/* ---- all of it for one count ---- */

static void find_edges(const graph_rules *g, graph_count count, graph_bounds *b)
{
    const int32_t *pay = g->pay[GRAPH_PAY_SCORE];
    const double worst = g->worst;
    b->negated = count == GRAPH_COUNT_TURNS;
    switch (count) {
    case GRAPH_COUNT_WIN: b->least = 0, b->most = 1; return;
    case GRAPH_COUNT_MONEY: b->least = -worst, b->most = worst; return;
    case GRAPH_COUNT_TURNS: b->least = -INFINITY, b->most = 0; return;
    default: b->least = INFINITY, b->most = -INFINITY; break;
    }
    for (uint32_t node = 0; node < g->nodes; node++) {
        if (g->kind[node] != GRAPH_END) continue;
        b->least = fmin(b->least, pay[node]);
        b->most = fmax(b->most, pay[node]);
    }
}

alea_status graph_find(const graph_rules *g, graph_problem *p, const graph_order *o, graph_count count,
                       const alea_progress *progress, graph_bounds *out, alea_error *error)
{
    *out = (graph_bounds){.lower = NULL};
    graph_problem_count(g, p, count);
    find_edges(g, count, out);
    alea_status status = graph_settle(p, o, progress, error);
    return status == ALEA_OK ? graph_bound(p, o, out, error) : status;
}

/* ---- as values ---- */

/* Where no tolerance is asked for, the usual one may be missed by this factor, in games that last for very long. */
#define MISSED_BY 1e4

static double greatest_of(const graph_bounds *b, uint32_t positions)
{
    double greatest = 0;
    for (uint32_t i = 0; i < positions; i++)
        greatest = fmax(greatest, fmax(fabs(b->lower[i]), fabs(b->upper[i])));
    return greatest;
}

alea_status graph_check_tolerance(alea_objective objective, const alea_solve_options *options,
                                  const graph_bounds *b, uint32_t positions, double *out, alea_error *error)
{
    double usual = objective == ALEA_WIN ? 1e-12 : fmax(1e-9, 1e-12 * greatest_of(b, positions));
    *out = options->tolerance > 0 ? options->tolerance : fmin(fmax(usual, b->width), MISSED_BY * usual);
    if (b->width <= *out) return ALEA_OK;
    return alea__fail(
        error, ALEA_E_RANGE,
        "Double precision gives bounds that are %.2g apart here; a tolerance of %.2g cannot be reached.",
        b->width, *out);
}

static uint64_t count_states(const graph_rules *g)
{
    uint64_t states = 0;
    for (uint32_t node = 0; node < g->nodes; node++) states += g->kind[node] != GRAPH_END;
    return states;
}

static alea_interval at(const alea__matrix *m, uint32_t node)
{
    return (alea_interval){m->lower[node], m->upper[node]};
}

alea_status graph_values_of(const graph_rules *g, alea_objective objective, const graph_bounds *b,
                            unsigned layers, alea__values **out, alea_error *error)
{
    static const char *const names[] = {"mover", "waiting"};
    alea__values *values = alea__values_new(objective);
    alea_status status = values ? ALEA_OK : alea__out_of_memory(error);
    for (unsigned i = 0; i < layers && status == ALEA_OK; i++) {
        status = alea__values_add(values, names[i], "state", "value", g->nodes, 1, error);
        if (status != ALEA_OK) break;
        memcpy(values->matrix[i].lower, b->lower + (size_t)i * g->nodes, g->nodes * sizeof *b->lower);
        memcpy(values->matrix[i].upper, b->upper + (size_t)i * g->nodes, g->nodes * sizeof *b->upper);
    }
    if (status != ALEA_OK) {
        alea__values_free(values);
        return status;
    }
    values->states = count_states(g);
    values->width = b->width;
    values->layers = values->layers_done = 1;
    values->start = values->second = at(&values->matrix[0], g->start);
    if (layers == 2)
        values->second = at(&values->matrix[1], g->start);
    else if (g->players == 2)
        values->second = graph_turn_over(values->start, objective);
    *out = values;
    return ALEA_OK;
}

/* ---- */

/* The order of both is the same, so that a count is also the number of its objective. */
_Static_assert((int)GRAPH_COUNT_WIN == (int)ALEA_WIN && (int)GRAPH_COUNT_TURNS == (int)ALEA_TURNS,
               "counts are objectives");

static alea_status solve(const graph_rules *g, graph_problem *p, const graph_order *o,
                         alea_objective objective, const alea_solve_options *options, alea__values **out,
                         alea_error *error)
{
    graph_bounds b;
    double tolerance = 0;
    alea_status status = graph_find(g, p, o, (graph_count)objective, &options->progress, &b, error);
    if (status == ALEA_OK)
        status = graph_check_tolerance(objective, options, &b, p->positions, &tolerance, error);
    if (status == ALEA_OK) status = graph_values_of(g, objective, &b, 1, out, error);
    if (status == ALEA_OK) (*out)->tolerance = tolerance;
    graph_bounds_clear(&b);
    return status;
}

alea_status graph_solve(const alea__rules *rules, alea_objective objective, const alea_solve_options *options,
                        const alea__values *resume, alea__values **out, alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_problem p = {0};
    graph_order o = {0};
    (void)resume; /* there is nothing that could be unfinished */
    *out = NULL;
    alea_status status = graph_wants(g, objective, error);
    if (status == ALEA_OK) status = graph_affords(g, 1, options, error);
    if (status == ALEA_OK) status = graph_provable(g, error);
    if (status == ALEA_OK) status = graph_problem_of_game(g, &p, error);
    if (status == ALEA_OK) status = graph_order_make(&p, &o, error);
    if (status == ALEA_OK) status = solve(g, &p, &o, objective, options, out, error);
    graph_order_clear(&o);
    graph_problem_clear(&p);
    return status;
}
