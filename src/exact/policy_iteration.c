#include "exact/policy_iteration.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"

#include <math.h>
#include <string.h>

enum { USUAL_ROUNDS = 200, PATIENCE = 8, POLL_EVERY = 4096 };
#define ROUNDING 2e-15 /* a change of this size, relative to the scale, is rounding */
#define SETTLED  1e-9  /* changes below this are rounding too once they get no smaller */
#define RATE     0.01  /* policy iteration squares the error: this much of the square is solved for */

alea_status exact_work_make(size_t positions, exact_work *out, alea_error *error)
{
    *out = (exact_work){.positions = (uint32_t)positions,
                        .x = alea__alloc_array(positions, sizeof(double)),
                        .c = alea__alloc_array(positions, sizeof(double)),
                        .better = alea__alloc_array(positions, sizeof(double)),
                        .w = alea__alloc_array(positions, sizeof(double))};
    if (out->x && out->c && out->better && out->w) return ALEA_OK;
    exact_work_clear(out);
    return alea__out_of_memory(error);
}

void exact_work_clear(exact_work *work)
{
    alea__free(work->x);
    alea__free(work->c);
    alea__free(work->better);
    alea__free(work->w);
    *work = (exact_work){0};
}

alea_status exact_model_poll(const exact_model *m, alea_error *error)
{
    return alea__stopped(m->progress) ? alea__stop(error) : ALEA_OK;
}

/* The greatest change that one step makes in a component. */
static double policies_residual(const exact_order *o, uint32_t component, const exact_work *work)
{
    double residual = 0;
    for (uint32_t i = o->component[component]; i < o->component[component + 1]; i++) {
        const double change = fabs(work->better[o->position[i]] - work->x[o->position[i]]);
        if (change > residual) residual = change; /* as fmax has it, without a call */
    }
    return residual;
}

static bool policies_finite(const exact_order *o, uint32_t component, const exact_work *work)
{
    for (uint32_t i = o->component[component]; i < o->component[component + 1]; i++)
        if (!isfinite(work->x[o->position[i]])) return false;
    return true;
}

/* A step of value iteration. */
static void policies_step(const exact_order *o, uint32_t component, exact_work *work)
{
    for (uint32_t i = o->component[component]; i < o->component[component + 1]; i++)
        work->x[o->position[i]] = work->better[o->position[i]];
}

alea_status exact_find_policies_in(const exact_model *m, exact_linear *solver, uint32_t component,
                                   exact_work *work, alea_error *error)
{
    const unsigned rounds = m->rounds > 0 ? m->rounds : USUAL_ROUNDS;
    const double scale = m->scale, settled = m->rounding_level > 0 ? m->rounding_level : SETTLED,
                 enough = m->tolerance > 0 ? m->tolerance : ROUNDING;
    double least = INFINITY;
    unsigned vain = 0;
    ALEA_ASSERT(component < solver->order->components && work->positions == solver->order->positions);
    ALEA_ASSERT(scale > 0);
    for (unsigned round = 0; round < rounds; round++) {
        alea_status status = m->improve(m->user, component, work, error);
        if (status == ALEA_OK) status = exact_model_poll(m, error);
        if (status != ALEA_OK) return status;
        const double residual = policies_residual(solver->order, component, work);
        vain = residual < least / 2 ? 0 : vain + 1;
        least = fmin(least, residual);
        if (residual <= enough * scale || (vain > 0 && residual < settled * scale)) return ALEA_OK;
        if (vain <= PATIENCE) {
            solver->enough = fmax(RATE * residual * residual / scale, m->tolerance * scale / 10);
            status = exact_linear_solve(solver, component, work->c, work->x, error);
            if (status != ALEA_OK) return status;
        }
        if (vain > PATIENCE || !policies_finite(solver->order, component, work))
            policies_step(solver->order, component, work);
    }
    return ALEA_OK;
}

alea_status exact_find_policies(const exact_model *m, exact_linear *solver, exact_work *work,
                                alea_error *error)
{
    const exact_order *o = solver->order;
    alea_status status = ALEA_OK;
    uint32_t reported = 0;
    for (uint32_t c = 0; status == ALEA_OK && c < o->components; c++) {
        if (o->cyclic[c] && m->direct && m->direct(m->user, c, work)) {
            status = exact_model_poll(m, error);
        } else if (o->cyclic[c]) {
            status = exact_find_policies_in(m, solver, c, work, error);
        } else {
            status = m->improve(m->user, c, work, error);
            policies_step(o, c, work);
        }
        if (status == ALEA_OK && m->found) status = m->found(m->user, c, work, error);
        if (status != ALEA_OK || (o->component[c + 1] - reported < POLL_EVERY && c + 1 < o->components))
            continue;
        reported = o->component[c + 1];
        status = alea__tell(m->progress, reported, o->positions, error);
    }
    return status;
}

alea_status exact_count_turns(exact_linear *solver, exact_work *work, alea_error *error)
{
    for (uint32_t i = 0; i < work->positions; i++) work->better[i] = 1;
    memset(work->w, 0, work->positions * sizeof *work->w);
    solver->unturned = true;
    solver->enough = 1e-3;
    alea_status status = exact_linear_solve_all(solver, work->better, work->w, error);
    solver->unturned = false;
    return status;
}
