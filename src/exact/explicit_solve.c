/* Solves for best play on all sides. */
#include "base/assert.h"
#include "base/error.h"
#include "exact/explicit_inside.h"
#include "exact/interval.h"
#include "exact/limits.h"
#include "exact/messages.h"
#include "exact/rows.h"

#include <math.h>

alea_status explicit_check_objective(const alea__explicit *g, alea_objective objective, alea_error *error)
{
    if (alea__explicit_has(g, objective)) return ALEA_OK;
    return alea__fail(error, ALEA_E_USAGE, EXACT_NO_OBJECTIVE, alea_objective_name(objective));
}

/* Checks that the memory suffices for rows, values, bounds, the order and the search for it, the reversed graph, and
   the ordered problem. 128 MiB are enough for the feedback of a component and its elimination. With two layers there
   is also the problem before it is ordered. */
alea_status explicit_check_memory(const alea__explicit *g, unsigned layers, const alea_solve_options *options,
                                  alea_error *error)
{
    uint64_t positions = (uint64_t)g->nodes * layers, edges = (uint64_t)g->edges * layers;
    const double each = (double)edges / (double)positions;
    uint64_t bytes = (uint64_t)exact_rows_bytes((double)positions, each, each);
    bytes += positions * (8 * sizeof(double) + 9 * sizeof(uint32_t)) + (128 << 20);
    bytes += positions * (5 * sizeof(uint32_t) + 1) + edges * 2 * sizeof(uint32_t);
    if (layers > 1) bytes += positions * (sizeof(uint32_t) + 1) + edges * 2 * sizeof(uint32_t);
    return alea__check_memory(EXACT_SOLVING, (double)bytes, options->memory, error);
}

/* ---- storing bounds as values ---- */

/* Without a requested tolerance, the default may be exceeded by this factor in very long games. */
#define MOST_EXCESS 1e4

static double solved_greatest(const explicit_bounds *b)
{
    double greatest = 0;
    for (uint32_t i = 0; i < b->positions; i++)
        greatest = fmax(greatest, fmax(fabs(b->lower[i]), fabs(b->upper[i])));
    return greatest;
}

alea_status explicit_check_tolerance(const explicit_bounds *b, const alea_solve_options *options, double *out,
                                     alea_error *error)
{
    double usual = b->count == ALEA_WIN ? 1e-12 : fmax(1e-9, 1e-12 * solved_greatest(b));
    *out = alea__tolerance_of(options, fmin(fmax(usual, b->width), MOST_EXCESS * usual));
    return alea__check_tolerance(b->count, b->width, *out, options, error);
}

static uint64_t solved_count_states(const alea__explicit *g)
{
    uint64_t states = 0;
    for (uint32_t node = 0; node < g->nodes; node++) states += g->kind[node] != ALEA__END;
    return states;
}

static alea_interval solved_interval(const alea__matrix *m, uint32_t node)
{
    return (alea_interval){m->lower[node], m->upper[node]};
}

/* Stores the bounds as values, with one matrix for each layer of the problem. */
static alea_status solved_values(const explicit_problem *p, const explicit_bounds *b, alea__values **out,
                                 alea_error *error)
{
    static const char *const names[] = {"mover", "waiting"};
    const alea__explicit *g = p->g;
    const unsigned layers = p->positions / g->nodes;
    ALEA_ASSERT(layers == 1 || layers == 2);
    alea__values *values = alea__values_new(b->count);
    alea_status status = values ? ALEA_OK : alea__out_of_memory(error);
    for (unsigned i = 0; i < layers && status == ALEA_OK; i++) {
        status =
            alea__values_add(values, &(alea__matrix_shape){names[i], "state", "value", g->nodes, 1}, error);
        if (status != ALEA_OK) break;
        const uint32_t *position_of = p->position_of + (size_t)i * g->nodes;
        for (uint32_t node = 0; node < g->nodes; node++) {
            values->matrix[i].lower[node] = b->lower[position_of[node]];
            values->matrix[i].upper[node] = b->upper[position_of[node]];
        }
    }
    if (status != ALEA_OK) {
        alea__values_free(values);
        return status;
    }
    values->states = solved_count_states(g);
    values->width = b->width;
    values->layers = values->layers_done = 1;
    values->start = values->second = solved_interval(&values->matrix[0], g->start);
    if (layers == 2)
        values->second = solved_interval(&values->matrix[1], g->start);
    else if (g->players == 2)
        values->second = alea__interval_rest(b->count == ALEA_WIN, values->start);
    *out = values;
    return ALEA_OK;
}

/* ---- */

alea_status explicit_solve_problem(const explicit_problem *p, alea_objective objective,
                                   const alea_solve_options *options, alea__values **out, alea_error *error)
{
    explicit_bounds b;
    double tolerance = 0;
    alea_status status = explicit_find(p, objective, &options->progress, &b, error);
    if (status == ALEA_OK) status = explicit_check_tolerance(&b, options, &tolerance, error);
    if (status == ALEA_OK) status = solved_values(p, &b, out, error);
    if (status == ALEA_OK) (*out)->tolerance = tolerance;
    explicit_bounds_clear(&b);
    return status;
}

/* A solve that is stopped leaves no values to resume from, so `resume` is not used. */
alea_status alea__explicit_solve(const alea__problem *problem, alea__values **out, alea_error *error)
{
    const alea_solve_options *options = problem->options;
    const alea__explicit *g = NULL;
    explicit_problem p = {0};
    *out = NULL;
    alea_status status = alea__explicit_make(problem->rules, &options->progress, &g, error);
    if (status == ALEA_OK) status = explicit_check_objective(g, problem->objective, error);
    if (status == ALEA_OK) status = explicit_check_memory(g, 1, options, error);
    if (status == ALEA_OK) status = explicit_problem_of_game(g, &p, error);
    if (status == ALEA_OK) status = explicit_game_provable(&p, error);
    if (status == ALEA_OK) status = explicit_solve_problem(&p, problem->objective, options, out, error);
    explicit_problem_clear(&p);
    return status;
}
