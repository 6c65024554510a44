#include "exact/explicit_newton.h"
#include "base/assert.h"
#include "exact/explicit_edge.h"

#include <math.h>
#include <string.h>

enum { MOST_PASSES = 24 };
#define STEEPEST 0.999999 /* slopes above this are left to others */

typedef struct newton_value {
    double value, slope;
} newton_value;

/* The value that an edge leads to. When steps are counted it is one more, whoever moves next. */
ALEA__INLINE newton_value newton_edge(const explicit_newton *n, const double *x, uint32_t to, bool steps)
{
    const uint32_t there = alea__target(to);
    if (steps) return (newton_value){x[there] + 1, n->slope[there]};
    return (newton_value){explicit_edge(n->p, x, to),
                          explicit_turned(n->p, to) ? -n->slope[there] : n->slope[there]};
}

/* The mean. Edges that lead back to the position are solved for. */
ALEA__INLINE newton_value newton_mean(const explicit_newton *n, uint32_t position, const double *x,
                                      bool steps)
{
    const explicit_problem *p = n->p;
    newton_value sum = {0, 0};
    double leave = 0;
    for (uint32_t edge = p->first[position]; edge < p->first[position + 1]; edge++) {
        const uint32_t to = p->to[edge];
        const double weight = p->weight[edge];
        if (alea__target(to) != position) {
            const newton_value v = newton_edge(n, x, to, steps);
            sum.value += weight * v.value;
            sum.slope += weight * v.slope;
            leave += weight;
        } else {
            sum.value += weight * explicit_gain(p, to);
            leave += explicit_turned(p, to) ? 2 * weight : 0;
        }
    }
    ALEA_ASSERT(leave > 0);
    return (newton_value){sum.value / leave, sum.slope / leave};
}

/* The greatest value of the edges that count, the first of equals. */
ALEA__INLINE newton_value newton_greatest(const explicit_newton *n, uint32_t position, const double *x,
                                          bool steps)
{
    const explicit_problem *p = n->p;
    const double least = steps ? n->known[position] - n->loss : 0;
    newton_value greatest = {-INFINITY, 0};
    for (uint32_t edge = p->first[position]; edge < p->first[position + 1]; edge++) {
        if (steps && explicit_edge(n->by, n->known, p->to[edge]) < least) continue;
        const newton_value v = newton_edge(n, x, p->to[edge], steps);
        if (v.value > greatest.value) greatest = v;
    }
    return greatest;
}

/* One pass: x[feedback] is given, and everything else in the component follows. Returns what that makes of the position itself,
   which x has afterwards. */
ALEA__INLINE newton_value newton_pass(const explicit_newton *n, uint32_t component, double *x, bool steps)
{
    const explicit_problem *p = n->p;
    const uint32_t feedback = p->feedback[component];
    newton_value found = {x[feedback], 0};
    n->slope[feedback] = 1;
    for (uint32_t i = p->order.component[component]; i < p->order.component[component + 1]; i++) {
        if (p->kind[i] == ALEA__END) continue;
        const newton_value v =
            p->kind[i] == ALEA__ROLL ? newton_mean(n, i, x, steps) : newton_greatest(n, i, x, steps);
        if (i == feedback) found = v;
        x[i] = v.value;
        n->slope[i] = v.slope;
    }
    return found;
}

bool explicit_newton_find(explicit_newton *n, uint32_t component, const explicit_near *near, double *x)
{
    const explicit_problem *p = n->p;
    const uint32_t feedback = p->feedback[component], from = p->order.component[component];
    if (feedback == ALEA__NO_NODE) return false;
    ALEA_ASSERT(feedback >= from && feedback < p->order.component[component + 1]);
    double z = n->guess, least = INFINITY;
    bool done = false, vain = false;
    for (int pass = 0; pass < MOST_PASSES && !done && !vain; pass++) {
        x[feedback] = z;
        const newton_value found =
            n->by ? newton_pass(n, component, x, true) : newton_pass(n, component, x, false);
        const double change = fabs(found.value - z);
        const bool closer = change < least / 2;
        done = change <= near->enough || (!closer && change <= near->settled);
        vain = !closer || !(fabs(found.slope) < STEEPEST);
        least = fmin(least, change);
        z += (found.value - z) / (1 - found.slope);
    }
    memset(n->slope + from, 0, (p->order.component[component + 1] - from) * sizeof *n->slope);
    for (uint32_t i = from; i < p->order.component[component + 1] && !done; i++)
        if (p->kind[i] != ALEA__END) x[i] = n->guess;
    n->guess = x[feedback];
    return done;
}
