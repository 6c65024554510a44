/* Solves a game between turns, the deepest states first. States of the same depth may lead to each other: a lost turn only passes.
   Their values are found by sweeps, and bounds around them are proved by one step that is rounded down. */
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/solve/exact.h"

#include <float.h>
#include <string.h>

enum { L = TABLETOP_LANES, MOST_SWEEPS = 100000, MOST_WIDENINGS = 40 };

typedef struct turn_solver {
    const tabletop_program *p;
    tabletop_vector v;
    tabletop_bounds bounds; /* as found so far; within a depth that is being solved, twice the values */
    double *x;              /* [state of the depth]: values found, lower bounds of a step */
    const alea_progress *progress;
    alea__rounding how;
} turn_solver;

/* One step for all states of a depth: `out` gets, by state from `from` on, lower bounds of values or of negatives. */
static void solver_step(turn_solver *s, bool negated, bool directed, double *out)
{
    const int before = directed ? alea__round_down(s->how) : 0;
    for (uint32_t at = s->v.from; at < s->v.to; at += L) {
        double value[L];
        s->v.lanes = s->v.to - at < L ? s->v.to - at : L;
        for (uint32_t lane = 0; lane < s->v.lanes; lane++) s->v.state[lane] = at + lane;
        tabletop_vector_run(s->p, &s->v, &s->bounds, directed ? s->how : ALEA__BY_MODE, negated, value);
        memcpy(out + (at - s->v.from), value, s->v.lanes * sizeof *value);
    }
    if (directed) alea__round_as_before(s->how, before);
}

/* Values of states that lead to each other, by sweeps until they no longer change; false if they do not come to rest. */
static bool solver_sweep(turn_solver *s)
{
    const uint32_t from = s->v.from, to = s->v.to;
    const double start = s->p->g->players > 1 ? 0.5 : 0;
    double last = INFINITY;
    for (uint32_t i = from; i < to; i++) {
        s->bounds.low[i] = start;
        s->bounds.neg[i] = -start;
    }
    for (uint32_t sweep = 0; sweep < MOST_SWEEPS; sweep++) {
        double change = 0;
        for (uint32_t at = from; at < to; at += L) {
            double value[L];
            s->v.lanes = to - at < L ? to - at : L;
            for (uint32_t lane = 0; lane < s->v.lanes; lane++) s->v.state[lane] = at + lane;
            tabletop_vector_run(s->p, &s->v, &s->bounds, ALEA__BY_MODE, false, value);
            for (uint32_t lane = 0; lane < s->v.lanes; lane++) {
                change = fmax(change, fabs(value[lane] - s->bounds.low[at + lane]));
                s->bounds.low[at + lane] = value[lane];
                s->bounds.neg[at + lane] = -value[lane];
            }
        }
        if (change <= 4 * DBL_EPSILON || (change < 1e-14 && change >= last)) return true;
        last = change;
    }
    return false;
}

/* Widens bounds around the values until a step from them stays inside; false if that does not happen. */
static bool solver_prove(turn_solver *s)
{
    const uint32_t from = s->v.from, count = s->v.to - from;
    double *x = s->x, *step = s->x + count, width = 4 * DBL_EPSILON;
    memcpy(x, s->bounds.low + from, count * sizeof *x);
    for (int attempt = 0; attempt < MOST_WIDENINGS; attempt++, width *= 2) {
        bool holds = true;
        for (uint32_t i = 0; i < count; i++) {
            s->bounds.low[from + i] = x[i] - width;
            s->bounds.neg[from + i] = -x[i] - width;
        }
        solver_step(s, false, true, step);
        for (uint32_t i = 0; i < count; i++) holds = holds && step[i] >= s->bounds.low[from + i];
        if (!holds) continue;
        double *neg = step + count;
        solver_step(s, true, true, neg);
        for (uint32_t i = 0; i < count; i++) holds = holds && neg[i] >= s->bounds.neg[from + i];
        if (!holds) continue;
        memcpy(s->bounds.low + from, step,
               count * sizeof *step); /* a step from bounds is closer than they are */
        memcpy(s->bounds.neg + from, neg, count * sizeof *neg);
        return true;
    }
    return false;
}

/* All states of a depth. */
static alea_status solver_depth(turn_solver *s, alea_error *error)
{
    const uint32_t from = s->v.from, count = s->v.to - from;
    double *wider = alea__resize(s->x, 3 * (size_t)count * sizeof *wider);
    if (!wider) return alea__out_of_memory(error);
    s->x = wider;
    for (uint32_t i = from; i < s->v.to; i++) s->bounds.low[i] = s->bounds.neg[i] = NAN;
    s->v.inside = false;
    solver_step(s, false, true, s->x);
    if (!s->v.inside) {
        solver_step(s, true, true, s->x + count);
        memcpy(s->bounds.low + from, s->x, count * sizeof *s->x);
        memcpy(s->bounds.neg + from, s->x + count, count * sizeof *s->x);
    } else if (!solver_sweep(s) || !solver_prove(s)) {
        return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NOT_PROVED);
    }
    for (uint32_t i = from; i < s->v.to; i++)
        if (s->v.failed || !(s->bounds.low[i] <= -s->bounds.neg[i]))
            return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NOT_PROVED);
    return ALEA_OK;
}

/* All depths, the deepest first. */
static alea_status solver_run(turn_solver *s, alea_error *error)
{
    const tabletop_table *t = &s->p->table;
    alea_status status = ALEA_OK;
    for (uint32_t d = t->keys.depths; d-- > 0 && status == ALEA_OK;) {
        s->v.from = t->first[d];
        s->v.to = d > 0 ? t->first[d - 1] : t->states;
        if (s->v.from == s->v.to) continue;
        status = solver_depth(s, error);
        if (status == ALEA_OK) status = alea__tell(s->progress, s->v.to, t->states, error);
    }
    return status;
}

/* ---- the result ---- */

static alea_interval solve_interval(const tabletop_program *p, double low, double neg)
{
    return p->sign > 0 ? (alea_interval){low, -neg} : (alea_interval){neg, -low};
}

/* The bounds as values of a table. */
static alea_status solve_values(const turn_solver *s, const alea__problem *problem, alea__values **out,
                                alea_error *error)
{
    const tabletop_program *p = s->p;
    const uint32_t states = p->table.states;
    alea__values *values = alea__values_new(problem->objective);
    if (!values) return alea__out_of_memory(error);
    alea_status status =
        alea__values_add(values, &(alea__matrix_shape){"turns", "row", "state", 1, states}, error);
    if (status != ALEA_OK) {
        alea__values_free(values);
        return status;
    }
    for (uint32_t i = 0; i < states; i++) {
        const alea_interval value = solve_interval(p, s->bounds.low[i], s->bounds.neg[i]);
        values->matrix[0].lower[i] = value.lower;
        values->matrix[0].upper[i] = value.upper;
        values->width = fmax(values->width, value.upper - value.lower);
    }
    alea_state start;
    tabletop_clear(p->g, &start);
    const uint32_t first = tabletop_table_find(&p->table, tabletop_key_of(&p->table.keys, &start));
    values->start = alea__matrix_at(&values->matrix[0], first);
    values->second = values->start;
    if (p->g->players == 2)
        values->second = (alea_interval){1 - values->start.upper, 1 - values->start.lower};
    values->states = states;
    values->layers = values->layers_done = 1;
    values->tolerance = problem->options->tolerance;
    *out = values;
    return ALEA_OK;
}

alea_status tabletop_engine_solve(const tabletop_program *p, const alea__problem *problem, alea__values **out,
                                  alea_error *error)
{
    turn_solver s = {.p = p, .progress = &problem->options->progress, .how = alea__choose_rounding()};
    alea_status status = tabletop_vector_make(s.p, &s.v, error);
    s.bounds.low = alea__alloc_array(s.p->table.states, sizeof *s.bounds.low);
    s.bounds.neg = alea__alloc_array(s.p->table.states, sizeof *s.bounds.neg);
    if (status == ALEA_OK && (!s.bounds.low || !s.bounds.neg)) status = alea__out_of_memory(error);
    if (status == ALEA_OK) status = solver_run(&s, error);
    if (status == ALEA_OK) status = solve_values(&s, problem, out, error);
    tabletop_vector_free(&s.v);
    alea__free(s.bounds.low);
    alea__free(s.bounds.neg);
    alea__free(s.x);
    return status;
}
