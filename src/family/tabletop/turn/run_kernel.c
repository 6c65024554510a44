/* The positions of a turn for eight states, with the widest vectors of the processor. All widths do the same operations in the
   same order. Widths: portable avx2 avx512 */
#include "base/directed_lanes.h"
#include "base/kernel.h"
#include "family/tabletop/turn/run.h"

#include <string.h>

enum { MOST_SWEEPS = 10000 };
_Static_assert((int)LANES == (int)TABLETOP_LANES, "a vector has as many states as lanes");

typedef struct runner {
    const tabletop_program *p;
    tabletop_vector *v;
    const tabletop_bounds *b;
} runner;

/* The values of an option with its points; `legal` has the lanes in which they are needed. */
INLINE lanes run_option(const runner *r, const tabletop_option *o, uint8_t legal, alea__rounding how,
                        bool negated)
{
    const uint32_t positions = r->p->positions;
    lanes value =
        load(o->to < positions ? r->v->value + (size_t)o->to * LANES
                               : tabletop_run_exit(r->p, r->v, r->b, o->to - positions, legal, how, negated));
    const double points = (negated ? -1 : 1) * r->p->sign * o->points;
    if (points != 0) EACH value.at[k] = piece_moderate_sum(how, value.at[k], points - (piece){0});
    return value;
}

/* The mean of the outcomes by weight. */
INLINE lanes run_chance(const runner *r, const tabletop_position *at, alea__rounding how, bool negated)
{
    const tabletop_option *o = r->p->option + at->first, *end = o + at->count;
    const double *values = r->v->value;
    lanes sum = none();
    for (; o < end; o++) {
        const lanes value = at->plain ? load(values + (size_t)o->to * LANES)
                                      : run_option(r, o, (uint8_t)((1U << r->v->lanes) - 1), how, negated);
        EACH sum.at[k] =
            piece_moderate_sum(how, sum.at[k], piece_product(how, value.at[k], (double)o->mark - (piece){0}));
    }
    EACH sum.at[k] = piece_quotient(how, sum.at[k], (double)at->weights - (piece){0});
    return sum;
}

/* The best option that is possible, in each lane. */
INLINE lanes run_choice(const runner *r, const tabletop_position *at, alea__rounding how, bool negated)
{
    const piece worst = (negated ? INFINITY : -INFINITY) - (piece){0};
    const tabletop_option *o = r->p->option + at->first, *end = o + at->count;
    lanes best = all(negated ? INFINITY : -INFINITY);
    tabletop_possible so_far = {0, 0};
    for (; o < end; o++) {
        if (at->plain) {
            const lanes value = load(r->v->value + (size_t)o->to * LANES);
            best = negated ? smaller(value, best) : larger(value, best);
            continue;
        }
        const uint8_t legal = tabletop_run_possible(r->p, r->v, o, &so_far);
        if (!legal) continue;
        const lanes value = run_option(r, o, legal, how, negated);
        const int64_t *mask = r->v->mask + (size_t)legal * LANES;
        EACH
        {
            const piece x = piece_choose(*(const bits *)(const void *)(mask + k * PIECE), value.at[k], worst);
            best.at[k] = negated ? smaller_piece(x, best.at[k]) : larger_piece(x, best.at[k]);
        }
    }
    return best;
}

INLINE lanes run_position(const runner *r, uint32_t position, alea__rounding how, bool negated)
{
    const tabletop_position *at = &r->p->position[position];
    return at->weights ? run_chance(r, at, how, negated) : run_choice(r, at, how, negated);
}

/* Sweeps over positions that lead back to each other until nothing changes. */
INLINE void run_loop(const runner *r, tabletop_list loop, alea__rounding how, bool negated)
{
    double *value = r->v->value + (size_t)loop.first * LANES;
    bool changed = true;
    memset(value, 0, (size_t)loop.count * LANES * sizeof *value);
    for (uint32_t sweep = 0; changed && sweep < MOST_SWEEPS; sweep++) {
        changed = false;
        for (uint32_t i = 0; i < loop.count; i++) {
            if (r->v->needed && !r->v->needed[loop.first + i]) continue;
            const lanes before = load(value + (size_t)i * LANES);
            const lanes after = run_position(r, loop.first + i, how, negated);
            EACH changed = changed || memcmp(&before.at[k], &after.at[k], sizeof before.at[k]) != 0;
            store(value + (size_t)i * LANES, after);
        }
    }
    r->v->failed = r->v->failed || changed;
}

/* Computes all positions that are needed. */
INLINE void run_all(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b,
                    alea__rounding how, bool negated)
{
    const runner r = {p, v, b};
    for (uint32_t i = 0, loop = 0; i < p->positions; i++) {
        if (loop < p->loops && p->loop[loop].first == i) {
            run_loop(&r, p->loop[loop], how, negated);
            i += p->loop[loop++].count - 1;
        } else if (!v->needed || v->needed[i]) {
            store(v->value + (size_t)i * LANES, run_position(&r, i, how, negated));
        }
    }
}

#define RUN(name, how, negated)                                                               \
    static void name(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b) \
    {                                                                                         \
        run_all(p, v, b, how, negated);                                                       \
    }
RUN(run_low, ALEA__BY_MODE, false)
RUN(run_neg, ALEA__BY_MODE, true)
RUN(run_low_emulated, ALEA__BY_EMULATION, false)
RUN(run_neg_emulated, ALEA__BY_EMULATION, true)

const tabletop_kernel KERNEL(tabletop_kernel) = {{{run_low, run_neg}, {run_low_emulated, run_neg_emulated}}};
