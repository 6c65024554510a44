#pragma once
/* The value of an edge of a problem to the position that it belongs to: inline, for passes over all edges. */
#include "base/directed.h"
#include "exact/explicit_inside.h"

ALEA__INLINE bool explicit_turned(const explicit_problem *p, uint32_t to)
{
    return p->turned && alea__passes(to);
}

/* The gain of an edge, besides the value of its target. */
ALEA__INLINE double explicit_gain_by(const explicit_problem *p, uint32_t to, alea__rounding how)
{
    const double sum = explicit_turned(p, to) ? p->sum : 0;
    if (p->cost == 0) return sum;
    const bool counted = p->every_edge || alea__passes(to) || p->kind[alea__target(to)] == ALEA__END;
    return alea__sum(how, sum, counted ? p->cost : 0);
}

ALEA__INLINE double explicit_gain(const explicit_problem *p, uint32_t to)
{
    return explicit_gain_by(p, to, ALEA__BY_MODE);
}

ALEA__INLINE double explicit_edge(const explicit_problem *p, const double *x, uint32_t to)
{
    const double there = x[alea__target(to)];
    return (explicit_turned(p, to) ? -there : there) + explicit_gain(p, to);
}
