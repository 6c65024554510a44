/* Explicit graphs as a model of the engine: values by policy iteration, and bounds proved around them.

   The rounding of a mean would make bounds several times as wide as the values are exact, since graphs have many short steps.
   So what is summed is split in two: multiples of a grid so coarse that no sum of them is rounded, and small rests, whose
   rounding does not count (Rump, Ogita and Oishi, Accurate floating-point summation part I, SIAM J. Sci. Comput. 31, 2008).
   With rounding down, parts are at most the whole even where the grid should be too fine, so that nothing rests on it. */
#include "base/assert.h"
#include "base/directed.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/explicit_edge.h"
#include "exact/explicit_newton.h"
#include "exact/linear.h"
#include "exact/messages.h"
#include "exact/policy_iteration.h"
#include "exact/prove.h"

#include <math.h>

/* Sweeps before the first policies, which improves them, and after the last, because a residual would widen all bounds; and
   how often proved bounds are moved inward in a component. */
enum { FIRST = 1, POLISH = 1, TIGHTEN = 2 };
#define ROUNDING   5e-16   /* changes of this size, relative to the values, are rounding */
#define NEAR_STEPS 1e-3    /* how well steps are counted */
#define NEARLY     1e-9    /* moves this near to the best count as best, relative to the values */
#define SETTLED    1e-13   /* long games make little errors large */
#define CHECKER    0x1p-55 /* room for the rounding of the independent checker, relative to the values */
#define REACH      0x1p-54 /* first attempt for the rounding loss of a step */
/* In smaller games the first reach is as small as possible, from better values. In larger ones that would take as long as
   solving; a reach that succeeds immediately is EASILY times as large. */
#define SMALL  100000
#define EASILY 8

typedef struct values_user {
    const explicit_problem *p;    /* current problem: game, or steps */
    explicit_problem game, steps; /* for values; for steps to come under moves that are (nearly) best */
    exact_model game_model, steps_model;
    const exact_order *order;
    exact_linear solver;
    explicit_newton newton, steps_newton;
    uint32_t component; /* the last that was improved */
    uint32_t *chosen;   /* [position]: the edge that was best when it was improved; 0 of chance and ends */
    exact_rows rows;    /* of one component, when it must be eliminated */
    exact_work *work;
    double margin;
    double grid;         /* 1.5 times the number whose last place is the grid's step */
    const double *known; /* the values, while steps are counted */
} values_user;

/* ---- one step from values ---- */

/* The mean, solved for the contribution of an edge that leads back to the position. */
static inline double values_mean(const explicit_problem *p, const double *x, uint32_t position)
{
    const uint32_t *to = p->to, *weight = p->weight;
    const uint32_t from = p->first[position], upto = p->first[position + 1];
    double value = 0, leave = 0;
    for (uint32_t edge = from; edge < upto; edge++) {
        const double chance = weight[edge];
        if (alea__target(to[edge]) != position) {
            value += chance * explicit_edge(p, x, to[edge]);
            leave += chance;
        } else {
            value += chance * explicit_gain(p, to[edge]);
            leave += explicit_turned(p, to[edge]) ? 2 * chance : 0;
        }
    }
    ALEA_ASSERT(leave > 0); /* a provable position is always left at last */
    return value / leave;
}

/* The greatest value of an edge, and which edge has it, the first of equals. While steps are counted (`known` is set), of the
   edges that are best or nearly so by the known values. */
static double values_greatest(const values_user *u, const double *x, uint32_t position, uint32_t *best)
{
    const explicit_problem *p = u->p;
    const double least = u->known ? u->known[position] - NEARLY * u->game_model.scale : 0;
    double greatest = -INFINITY;
    *best = p->first[position];
    for (uint32_t edge = p->first[position]; edge < p->first[position + 1]; edge++) {
        if (u->known && explicit_edge(&u->game, u->known, p->to[edge]) < least) continue;
        double value = explicit_edge(p, x, p->to[edge]);
        if (value <= greatest) continue;
        greatest = value;
        *best = edge;
    }
    return greatest;
}

/* Steps of value iteration in place, at the places from … upto - 1 of the order. */
static void values_sweep(const values_user *u, uint32_t from, uint32_t upto, double *x)
{
    uint32_t best;
    for (uint32_t i = from; i < upto; i++) {
        const uint32_t position = u->order->position[i];
        if (u->p->kind[position] == ALEA__ROLL)
            x[position] = values_mean(u->p, x, position);
        else if (u->p->kind[position] == ALEA__DECIDE)
            x[position] = values_greatest(u, x, position, &best);
    }
}

/* ---- the values of the moves that were chosen last, for exact_linear ---- */

/* The edges that count: all of chance, and the one that was chosen. */
static void values_span(const values_user *u, uint32_t position, uint32_t *from, uint32_t *upto)
{
    const bool chance = u->p->kind[position] == ALEA__ROLL;
    *from = chance ? u->p->first[position] : u->chosen[position];
    *upto = chance ? u->p->first[position + 1] : *from + 1;
}

/* a choice that leads back to itself without being turned never ends; its value is infinite */
static void values_sweep_chosen(void *user, uint32_t component, bool constants, const uint8_t *wanted,
                                double *x)
{
    const values_user *u = user;
    const exact_order *o = u->order;
    explicit_problem p = *u->p;
    if (!constants) p.sum = p.cost = 0;
    for (uint32_t i = o->component[component]; i < o->component[component + 1]; i++) {
        const uint32_t position = o->position[i];
        if (wanted && !wanted[position]) continue;
        if (p.kind[position] == ALEA__ROLL) {
            x[position] = values_mean(&p, x, position);
        } else if (p.kind[position] == ALEA__DECIDE) {
            const uint32_t to = p.to[u->chosen[position]];
            if (alea__target(to) != position)
                x[position] = explicit_edge(&p, x, to);
            else
                x[position] = explicit_gain(&p, to) / (explicit_turned(&p, to) ? 2. : 0.);
        }
    }
}

/* Implements exact_equations.feedback: edges to later places of the order need feedback; positions that lead there are
   marked backwards. */
static uint32_t values_find_feedback(void *user, uint32_t component, uint8_t *wanted, uint32_t *feedback)
{
    const values_user *u = user;
    const exact_order *o = u->order;
    const uint32_t first = o->component[component], end = o->component[component + 1];
    uint32_t size = 0, edge, upto;
    for (uint32_t i = first; i < end; i++)
        for (values_span(u, o->position[i], &edge, &upto); edge < upto; edge++) {
            const uint32_t there = alea__target(u->p->to[edge]);
            if (o->place[there] <= i || wanted[there]) continue;
            wanted[there] = 1;
            feedback[size++] = there;
        }
    for (uint32_t i = end; i-- > first && size > 0;) {
        if (!wanted[o->position[i]]) continue;
        for (values_span(u, o->position[i], &edge, &upto); edge < upto; edge++)
            if (o->place[alea__target(u->p->to[edge])] >= first) wanted[alea__target(u->p->to[edge])] = 1;
    }
    return size;
}

/* Ends are in the constant. Edges that lead back are the stay, if they are alike in whether they are turned. */
static alea_status values_add_row(values_user *u, uint32_t position, const double *x, alea_error *error)
{
    const explicit_problem *p = u->p;
    const bool chance = p->kind[position] == ALEA__ROLL;
    exact_stay stay = {.partner = position};
    double constant = 0, weights = 0, staying = 0;
    uint32_t from, upto;
    alea_status status = ALEA_OK;
    values_span(u, position, &from, &upto);
    for (uint32_t edge = from; edge < upto; edge++) {
        const double weight = chance ? p->weight[edge] : 1;
        const bool turned = explicit_turned(p, p->to[edge]);
        weights += weight;
        if (alea__target(p->to[edge]) != position) continue;
        if (staying == 0) stay.turned = turned;
        if (stay.turned == turned) staying += weight;
    }
    ALEA_ASSERT(weights > 0 && staying <= weights);
    stay.chance = staying / weights;
    stay.leave = (weights - staying) / weights;
    exact_rows_begin(&u->rows, position, stay);
    for (uint32_t edge = from; edge < upto && status == ALEA_OK; edge++) {
        const uint32_t to = p->to[edge], there = alea__target(to);
        const bool turned = explicit_turned(p, to), ends = p->kind[there] == ALEA__END;
        const double weight = chance ? p->weight[edge] : 1, share = weight / weights;
        constant += weight * (ends ? explicit_edge(p, x, to) : explicit_gain(p, to));
        if (!ends && (there != position || turned != stay.turned))
            status = exact_rows_add(&u->rows, position, (exact_run){there, 1, turned}, &share, error);
    }
    u->work->c[position] = constant / weights;
    return status;
}

static alea_status values_write_rows(void *user, uint32_t component, const double *x, alea_error *error)
{
    values_user *u = user;
    const exact_order *o = u->order;
    alea_status status = u->rows.row ? ALEA_OK : exact_rows_make(o->positions, &u->rows, error);
    if (status == ALEA_OK) exact_rows_empty(&u->rows);
    for (uint32_t i = o->component[component]; i < o->component[component + 1] && status == ALEA_OK; i++)
        if (u->p->kind[o->position[i]] != ALEA__END) status = values_add_row(u, o->position[i], x, error);
    return status;
}

/* ---- policies ---- */

/* Implements exact_model.direct. */
static bool values_find_directly(void *user, uint32_t component, exact_work *work)
{
    values_user *u = user;
    const double scale = u->game_model.scale;
    const explicit_near near = {ROUNDING * scale, SETTLED * scale};
    return explicit_newton_find(&u->newton, component, &near, work->x);
}

/* Implements exact_model.improve: sets `better` and `chosen` for every position of the component. In a component with
   cycles, sweeps x before the first time. */
static alea_status values_improve(void *user, uint32_t component, exact_work *work, alea_error *error)
{
    values_user *u = user;
    const exact_order *o = u->order;
    const uint32_t from = o->component[component], upto = o->component[component + 1];
    (void)error;
    if (component != u->component && o->cyclic[component])
        for (int i = 0; i < FIRST; i++) values_sweep(u, from, upto, work->x);
    u->component = component;
    for (uint32_t i = from; i < upto; i++) {
        const uint32_t position = o->position[i];
        double *better = &work->better[position];
        switch ((alea__node_kind)u->p->kind[position]) {
        case ALEA__END: *better = work->x[position]; break;
        case ALEA__ROLL: *better = values_mean(u->p, work->x, position); break;
        case ALEA__DECIDE: *better = values_greatest(u, work->x, position, &u->chosen[position]); break;
        }
    }
    return ALEA_OK;
}

/* The same in a component with cycles where Newton's method does not find them. */
static alea_status values_iterate_steps(values_user *u, uint32_t component, exact_work *work,
                                        alea_error *error)
{
    exact_work count = {work->positions, work->w, work->c, work->better, NULL};
    u->solver.enough = NEAR_STEPS;
    alea_status status = exact_linear_solve(&u->solver, component, work->c, work->w, error);
    if (status != ALEA_OK) return status;
    return exact_find_policies_in(&u->steps_model, &u->solver, component, &count, error);
}

/* Counts the greatest number of steps still to come, in work->w: bounds moved apart in proportion to it hold for one step. */
static alea_status values_count_steps(void *user, uint32_t component, exact_work *work, alea_error *error)
{
    values_user *u = user;
    const exact_order *o = u->order;
    const uint32_t from = o->component[component], upto = o->component[component + 1];
    alea_status status = ALEA_OK;
    for (uint32_t i = from; i < upto; i++)
        if (fabs(work->x[i]) > u->game_model.scale) u->game_model.scale = fabs(work->x[i]);
    u->p = &u->steps;
    u->known = work->x;
    if (o->cyclic[component]) {
        const explicit_near near = {10 * NEAR_STEPS, 10 * NEAR_STEPS};
        u->steps_newton.loss = NEARLY * u->game_model.scale;
        if (!explicit_newton_find(&u->steps_newton, component, &near, work->w))
            status = values_iterate_steps(u, component, work, error);
    } else {
        values_sweep(u, from, upto, work->w);
    }
    u->p = &u->game;
    u->known = NULL;
    return status;
}

/* ---- one step from bounds, rounding down: `how` is a constant ---- */

/* A lower bound, as a multiple of the grid, which sums exactly, and a small rest. */
typedef struct values_part {
    double whole, rest;
} values_part;

ALEA__INLINE values_part values_split(const values_user *u, double value, double gain, alea__rounding how)
{
    const double whole = alea__difference(how, alea__sum(how, value, u->grid), u->grid);
    return (values_part){alea__sum(how, whole, gain), alea__difference(how, value, whole)};
}

/* The bounds at the start of a step. */
typedef struct values_from {
    const values_user *u;
    const double *lower, *upper;
} values_from;

/* Bounds of an edge, from those of the position it leads to: lower bounds of its value, out[0], and of the negative, out[1]. */
ALEA__INLINE void values_edge_bounds(const values_from *b, uint32_t to, values_part out[2],
                                     alea__rounding how)
{
    const uint32_t there = alea__target(to);
    const bool turned = explicit_turned(b->u->p, to);
    const double gain = explicit_gain_by(b->u->p, to, how), least = b->lower[there],
                 negative = alea__difference(how, 0, b->upper[there]);
    out[0] = values_split(b->u, turned ? negative : least, gain, how);
    out[1] = values_split(b->u, turned ? least : negative, alea__difference(how, 0, gain), how);
}

/* Lower bounds of the mean of a position of chance, out[0], and of its negative, out[1]. */
ALEA__INLINE void values_mean_bounds(const values_from *b, uint32_t position, double out[2],
                                     alea__rounding how)
{
    const values_user *u = b->u;
    const explicit_problem *p = u->p;
    values_part sum[2] = {{0, 0}, {0, 0}}, term[2];
    double weights = 0;
    for (uint32_t edge = p->first[position]; edge < p->first[position + 1]; edge++) {
        const double weight = p->weight[edge];
        values_edge_bounds(b, p->to[edge], term, how);
        weights = alea__sum(how, weights, weight);
        for (int k = 0; k < 2; k++) {
            sum[k].whole = alea__sum_product(how, sum[k].whole, weight, term[k].whole);
            sum[k].rest = alea__sum_product(how, sum[k].rest, weight, term[k].rest);
        }
    }
    for (int k = 0; k < 2; k++) {
        const double mean = alea__quotient(how, sum[k].whole, weights),
                     near = alea__difference(how, alea__sum(how, mean, u->grid), u->grid),
                     left = alea__sum_product(how, sum[k].whole, alea__difference(how, 0, near), weights),
                     rest = alea__quotient(how, alea__sum(how, left, sum[k].rest), weights);
        out[k] = alea__sum(how, near, alea__difference(how, rest, u->margin));
    }
}

/* No upper bound is infinite, as `most` never is, so that no negative below is NaN and passed over. */
ALEA__INLINE void values_choice_bounds(const values_from *b, uint32_t position, double out[2],
                                       alea__rounding how)
{
    const explicit_problem *p = b->u->p;
    const double margin = b->u->margin;
    values_part term[2];
    out[0] = -INFINITY;
    out[1] = INFINITY;
    for (uint32_t edge = p->first[position]; edge < p->first[position + 1]; edge++) {
        values_edge_bounds(b, p->to[edge], term, how);
        const double least = alea__sum(how, term[0].whole, alea__difference(how, term[0].rest, margin)),
                     negative = alea__sum(how, term[1].whole, alea__difference(how, term[1].rest, margin));
        out[0] = least > out[0] ? least : out[0];
        out[1] = negative < out[1] ? negative : out[1];
    }
}

/* Subtracts the margin before rounding to the next double. */
ALEA__INLINE void values_bounds(const values_from *b, uint32_t position, double out[2], alea__rounding how)
{
    if (b->u->p->kind[position] == ALEA__ROLL)
        values_mean_bounds(b, position, out, how);
    else
        values_choice_bounds(b, position, out, how);
}

/* On this grid, sums of numbers below `scale` times the greatest weights of a position are exact. The grid consists of the
   doubles from 1.5 times the number whose last place is the grid's step. */
static void values_make_grid(values_user *u, double scale)
{
    double greatest = 1;
    for (uint32_t i = 0; i < u->p->positions; i++) {
        double weights = 0;
        if (u->p->kind[i] != ALEA__ROLL) continue;
        for (uint32_t edge = u->p->first[i]; edge < u->p->first[i + 1]; edge++) weights += u->p->weight[edge];
        greatest = fmax(greatest, weights);
    }
    int exponent;
    frexp(greatest * (scale + 2), &exponent);
    u->grid = ldexp(1.5, exponent + 1);
    ALEA_ASSERT(isfinite(u->grid) && u->grid > scale);
}

/* One Bellman step from bounds, everywhere but at ends. */
ALEA__INLINE void values_step_by(const values_user *u, const exact_bounds_step *step, alea__rounding how)
{
    const values_from from = {u, step->lower, step->upper};
    ALEA_ASSERT(alea__rounds_down(how));
    for (uint32_t i = 0; i < u->p->positions; i++) {
        double out[2];
        if (u->p->kind[i] == ALEA__END) continue;
        values_bounds(&from, i, out, how);
        step->step_lower[i] = out[0];
        step->step_negated_upper[i] = out[1];
    }
}

/* Implements exact_model.step. */
static alea_status values_step(void *user, const exact_bounds_step *step, alea_error *error)
{
    (void)error;
    if (step->rounding == ALEA__BY_MODE)
        values_step_by(user, step, ALEA__BY_MODE);
    else
        values_step_by(user, step, ALEA__BY_EMULATION);
    return ALEA_OK;
}

/* A step of value iteration without the rounding of sums. */
static void values_polish(const values_user *u, double *x)
{
    const values_from from = {u, x, x};
    for (uint32_t i = 0; i < u->p->positions; i++) {
        const uint32_t position = u->order->position[i];
        double out[2];
        if (u->p->kind[position] == ALEA__END) continue;
        values_bounds(&from, position, out, ALEA__BY_MODE);
        x[position] = out[0];
    }
}

/* A bound that holds for one step may be replaced by the result of the step, which can only tighten earlier positions. */
ALEA__INLINE void values_tighten_by(const values_user *u, double *lower, double *upper, alea__rounding how)
{
    const exact_order *o = u->order;
    const values_from from = {u, lower, upper};
    ALEA_ASSERT(alea__rounds_down(how));
    for (uint32_t c = 0; c < o->components; c++)
        for (int round = 0; round < (o->cyclic[c] ? TIGHTEN : 1); round++)
            for (uint32_t i = o->component[c]; i < o->component[c + 1]; i++) {
                const uint32_t position = o->position[i];
                double out[2];
                if (u->p->kind[position] == ALEA__END) continue;
                values_bounds(&from, position, out, how);
                lower[position] = fmax(lower[position], out[0]);
                upper[position] = fmin(upper[position], alea__difference(how, 0, out[1]));
            }
}

static void values_tighten(void *user, alea__rounding how, double *lower, double *upper)
{
    if (how == ALEA__BY_MODE)
        values_tighten_by(user, lower, upper, ALEA__BY_MODE);
    else
        values_tighten_by(user, lower, upper, ALEA__BY_EMULATION);
}

/* The same by the step that proved them, which the proof left in `work`: nothing is computed again. */
static void values_tighten_once(void *user, alea__rounding how, double *lower, double *upper)
{
    const values_user *u = user;
    for (uint32_t i = 0; i < u->p->positions; i++) {
        if (u->p->kind[i] == ALEA__END) continue;
        lower[i] = fmax(lower[i], u->work->c[i]);
        upper[i] = fmin(upper[i], alea__difference(how, 0, u->work->better[i]));
    }
}

/* ---- all of it for one count ---- */

void explicit_bounds_clear(explicit_bounds *b)
{
    alea__free(b->lower);
    alea__free(b->upper);
    b->lower = b->upper = NULL;
}

/* At least 1, as in the checker, whose resolution does not improve if all ends pay nothing. */
static double values_scale(const explicit_problem *p, const double *x)
{
    double scale = 1;
    for (uint32_t i = 0; i < p->positions; i++)
        if (fabs(x[i]) > scale) scale = fabs(x[i]); /* as fmax has it, without a call */
    return scale;
}

/* Ends need no proof; and where turns are counted below zero, they are turned back. */
static void values_put_right(const explicit_problem *p, explicit_bounds *b)
{
    b->width = 0;
    for (uint32_t i = 0; i < p->positions; i++) {
        const double lower = b->lower[i], upper = b->upper[i];
        b->width = fmax(b->width, upper - lower);
        ALEA_ASSERT(lower <= upper);
        if (!b->negated) continue;
        b->lower[i] = 0 - upper;
        b->upper[i] = 0 - lower;
    }
}

/* The two models: of the values, with bounds to be proved, and of the steps still to come. `u->game` is the problem. */
static void values_make_models(values_user *u, const alea_progress *progress, const explicit_bounds *b,
                               double scale)
{
    u->steps = u->game;
    u->steps.turned = false;
    u->steps.every_edge = true;
    u->steps.cost = 1;
    u->game_model = (exact_model){.user = u,
                                  .progress = progress,
                                  .direct = values_find_directly,
                                  .improve = values_improve,
                                  .found = values_count_steps,
                                  .scale = scale,
                                  .tolerance = ROUNDING,
                                  .rounding_level = SETTLED,
                                  .step = values_step,
                                  .tighten = u->p->positions < SMALL ? values_tighten : values_tighten_once,
                                  .minimum = b->least,
                                  .maximum = b->most,
                                  .subject = EXACT_VALUES};
    u->steps_model = (exact_model){
        .user = u, .progress = progress, .improve = values_improve, .scale = 1, .tolerance = 10 * NEAR_STEPS};
}

/* Values, then bounds. On entry work->x holds the values of ends and a first guess elsewhere. */
static alea_status values_find(values_user *u, exact_work *work, const alea_progress *progress,
                               explicit_bounds *b, alea_error *error)
{
    exact_model *m = &u->game_model;
    values_make_models(u, progress, b, values_scale(u->p, work->x));
    alea_status status = exact_find_policies(m, &u->solver, work, error);
    if (status != ALEA_OK) return status;
    m->scale = values_scale(u->p, work->x);
    values_make_grid(u, m->scale);
    const bool small = work->positions < SMALL;
    for (int i = 0; i < POLISH && small; i++) values_polish(u, work->x);
    u->margin = CHECKER * m->scale;
    m->first_distance = (small ? 1 : EASILY) * REACH * m->scale;
    status = exact_prove(m, work, b->lower, b->upper, error);
    if (status == ALEA_OK) values_put_right(u->p, b);
    return status;
}

alea_status explicit_find(const explicit_problem *p, alea_objective count, const alea_progress *progress,
                          explicit_bounds *out, alea_error *error)
{
    values_user u = {.p = &u.game, .game = *p, .order = &p->order, .component = UINT32_MAX};
    exact_work work = {.x = NULL};
    ALEA_ASSERT(p->order.positions == p->positions);
    *out = (explicit_bounds){.count = count,
                             .positions = p->positions,
                             .lower = alea__alloc_array(p->positions, sizeof *out->lower),
                             .upper = alea__alloc_array(p->positions, sizeof *out->upper)};
    u.chosen = alea__alloc_array(p->positions, sizeof *u.chosen);
    double *slope = alea__alloc_array(p->positions, sizeof *slope);
    alea_status status = out->lower && out->upper && u.chosen && slope ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) status = exact_work_make(p->positions, &work, error);
    if (status == ALEA_OK) status = exact_linear_make(&u.rows, u.order, &u.solver, error);
    if (status == ALEA_OK) {
        u.work = &work;
        u.newton = (explicit_newton){.p = &u.game, .slope = slope, .guess = 0};
        u.steps_newton = (explicit_newton){.p = &u.steps, .by = &u.game, .known = work.x, .slope = slope};
        u.solver.own = &(exact_equations){&u, values_sweep_chosen, values_find_feedback, values_write_rows};
        explicit_problem_count(&u.game, count, work.x);
        explicit_problem_limits(p->g, out);
        status = values_find(&u, &work, progress, out, error);
    }
    exact_linear_clear(&u.solver);
    exact_rows_clear(&u.rows);
    exact_work_clear(&work);
    alea__free(u.chosen);
    alea__free(slope);
    if (status != ALEA_OK) explicit_bounds_clear(out);
    return status;
}
