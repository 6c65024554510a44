/* Proved bounds around settled values x. With w the steps that are still to come, at most, under all moves that are best or
   nearly so, and a small e, L = x - e w and U = x + e w pass the test L <= T(L), U >= T(U): what x lacks at a position is
   made up for by the e that a step is worth. The test is done in every position, in long double, with a bound on the rounding
   of its sums (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, section 3.1); where it fails, e is
   doubled. So nothing here rests on x or w being good, only the width of the bounds does. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/solve/edge.h"

#include <float.h>
#include <math.h>

enum { MOST_DOUBLINGS = 30 };
#define NEARLY \
    1e-9 /* moves this near to the best count as best, relative to the values; more when that fails */
#define CHECKER 0x1p-55L /* room for the rounding of the independent checker, relative to the values */

/* ---- one step, safely ---- */

typedef struct range {
    long double lower, upper;
} range;

static range way_range(const graph_problem *p, const graph_bounds *b, uint32_t way)
{
    uint32_t to = p->to[way], there = graph_target(to);
    range r = {b->lower[there], b->upper[there]};
    if (p->turned && graph_passes(to))
        r = (range){(long double)p->sum - b->upper[there], (long double)p->sum - b->lower[there]};
    if (p->cost != 0 && (graph_passes(to) || p->kind[there] == GRAPH_END)) {
        r.lower += p->cost;
        r.upper += p->cost;
    }
    return r;
}

static range mean_range(const graph_problem *p, const graph_bounds *b, uint32_t position)
{
    long double lower = 0, upper = 0, size = 0, weight = 0;
    uint32_t count = p->first[position + 1] - p->first[position];
    for (uint32_t way = p->first[position]; way < p->first[position + 1]; way++) {
        range r = way_range(p, b, way);
        lower += p->weight[way] * r.lower;
        upper += p->weight[way] * r.upper;
        size += p->weight[way] * (fabsl(r.lower) + fabsl(r.upper));
        weight += p->weight[way]; /* whole, and exact */
    }
    long double rounding = (count + 4) * LDBL_EPSILON * size / weight;
    return (range){lower / weight - rounding, upper / weight + rounding};
}

static range greatest_range(const graph_problem *p, const graph_bounds *b, uint32_t position)
{
    range r = {-INFINITY, -INFINITY};
    for (uint32_t way = p->first[position]; way < p->first[position + 1]; way++) {
        range w = way_range(p, b, way);
        long double rounding = 2 * LDBL_EPSILON * (fabsl(w.lower) + fabsl(w.upper));
        if (w.lower - rounding > r.lower) r.lower = w.lower - rounding;
        if (w.upper + rounding > r.upper) r.upper = w.upper + rounding;
    }
    return r;
}

/* Bounds that stand on the edge of what is possible are right by themselves. */
static bool holds_at(const graph_problem *p, const graph_bounds *b, uint32_t position, long double room)
{
    if (p->kind[position] == GRAPH_END) return true;
    range r = p->kind[position] == GRAPH_DECIDE ? greatest_range(p, b, position) : mean_range(p, b, position);
    double lower = b->lower[position], upper = b->upper[position];
    return (lower <= b->least || lower + room <= r.lower) && (upper >= b->most || upper - room >= r.upper);
}

static bool holds(const graph_problem *p, const graph_bounds *b, double scale)
{
    for (uint32_t i = 0; i < p->positions; i++)
        if (!holds_at(p, b, i, CHECKER * scale)) return false;
    return true;
}

/* ---- x, w and e ---- */

static double scale_of(const graph_problem *p)
{
    double scale = 0;
    for (uint32_t i = 0; i < p->positions; i++)
        if (fabs(p->value[i]) > scale) scale = fabs(p->value[i]);
    return scale;
}

/* How far x is from its own step, at most. */
static double residual_of(const graph_problem *p)
{
    double residual = 0;
    uint32_t best = 0;
    for (uint32_t i = 0; i < p->positions; i++) {
        if (p->kind[i] == GRAPH_END) continue;
        double here = fabs(graph_step(p, i, &best) - p->value[i]);
        if (!(here <= residual)) residual = here;
    }
    return residual;
}

/* Shuts the ways that are worse than the best by more than `near`. */
static void shut_ways(const graph_problem *p, double near, uint8_t *shut)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < p->positions; i++) {
        if (p->kind[i] != GRAPH_DECIDE) continue;
        double greatest = graph_greatest(p, i, &best);
        for (uint32_t way = p->first[i]; way < p->first[i + 1]; way++)
            shut[way] = greatest - graph_way(p, way) > near;
    }
}

static void spread(const graph_problem *p, const double *w, double e, graph_bounds *b)
{
    b->width = 0;
    for (uint32_t i = 0; i < p->positions; i++) {
        double x = p->value[i], reach = p->kind[i] == GRAPH_END ? 0 : e * w[i];
        b->lower[i] = fmax(x - reach, b->least);
        b->upper[i] = fmin(x + reach, b->most);
        if (b->upper[i] - b->lower[i] > b->width) b->width = b->upper[i] - b->lower[i];
    }
}

static bool try_bounds(const graph_problem *p, const double *w, double scale, graph_bounds *b)
{
    double e = 1.5 * residual_of(p) + 0x1p-54 * scale;
    for (int i = 0; i < MOST_DOUBLINGS && isfinite(e); i++, e *= 2) {
        spread(p, w, e, b);
        if (holds(p, b, scale)) return true;
    }
    return false;
}

/* The steps still to come under ways within `near` of the best, in w. */
static alea_status count_steps(const graph_problem *p, const graph_order *o, double near, double *w,
                               alea_error *error)
{
    uint8_t *shut = alea__alloc(p->ways ? p->ways : 1);
    if (!shut) return alea__out_of_memory(error);
    graph_problem steps = *p;
    shut_ways(p, near, shut);
    for (uint32_t i = 0; i < p->positions; i++) w[i] = 0;
    steps.steps = true;
    steps.shut = shut;
    steps.value = w;
    alea_status status = graph_settle(&steps, o, NULL, error);
    alea__free(shut);
    return status;
}

static alea_status prove(const graph_problem *p, const graph_order *o, double *w, graph_bounds *b,
                         alea_error *error)
{
    double scale = scale_of(p);
    if (scale == 0) scale = 1;
    for (double near = NEARLY * scale; near <= 1e6 * scale; near *= 1e5) {
        alea_status status = count_steps(p, o, near, w, error);
        if (status != ALEA_OK) return status;
        if (try_bounds(p, w, scale, b)) return ALEA_OK;
    }
    return alea__fail(
        error, ALEA_E_REFUSED,
        "The values did not settle well enough for double precision to prove anything about them: games "
        "last for too long.");
}

static void negate(const graph_problem *p, graph_bounds *b)
{
    for (uint32_t i = 0; i < p->positions; i++) {
        double lower = b->lower[i];
        b->lower[i] = 0 - b->upper[i];
        b->upper[i] = 0 - lower;
    }
}

void graph_bounds_clear(graph_bounds *b)
{
    alea__free(b->lower);
    alea__free(b->upper);
    b->lower = b->upper = NULL;
}

alea_status graph_bound(const graph_problem *p, const graph_order *o, graph_bounds *b, alea_error *error)
{
    double *w = alea__alloc_array(p->positions, sizeof *w);
    b->lower = alea__alloc_array(p->positions, sizeof *b->lower);
    b->upper = alea__alloc_array(p->positions, sizeof *b->upper);
    bool room = w && b->lower && b->upper;
    alea_status status = room ? prove(p, o, w, b, error) : alea__out_of_memory(error);
    alea__free(w);
    if (status != ALEA_OK)
        graph_bounds_clear(b);
    else if (b->negated)
        negate(p, b);
    return status;
}
