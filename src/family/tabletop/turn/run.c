/* Runs a turn program on a vector of table states: memory, the ends of turns, and what is asked afterwards. The loops over nodes are in
   run_kernel.c. */
#include "family/tabletop/turn/run.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"

#include <string.h>

enum { L = TABLETOP_LANES };

alea_status tabletop_vector_make(const tabletop_program *p, tabletop_vector *v, alea_error *error)
{
    *v = (tabletop_vector){.lanes = 0};
    v->value = alea__alloc_aligned(64, (size_t)p->counts * p->g->nodes * L * sizeof *v->value);
    v->end = alea__alloc_aligned(64, ((size_t)p->ends + 1) * L * sizeof *v->end);
    v->known = alea__alloc((size_t)p->ends + 1);
    v->legal = alea__alloc((size_t)p->conditions + 1);
    v->asked = alea__alloc((size_t)p->conditions + 1);
    v->best = alea__alloc_aligned(64, ((size_t)p->bundles + 1) * L * sizeof *v->best);
    v->chosen = alea__alloc((size_t)p->bundles + 1);
    v->made = alea__alloc((size_t)p->bundles + 1);
    v->mask = alea__alloc_aligned(64, 256 * L * sizeof *v->mask);
    for (uint32_t lanes = 0; v->mask && lanes < 256; lanes++)
        for (uint32_t lane = 0; lane < L; lane++) v->mask[lanes * L + lane] = lanes >> lane & 1 ? -1 : 0;
    const bool bundles = v->best && v->chosen && v->made && v->mask;
    return v->value && v->end && v->known && v->legal && v->asked && bundles ? ALEA_OK
                                                                             : alea__out_of_memory(error);
}

void tabletop_vector_free(tabletop_vector *v)
{
    alea__free(v->value);
    alea__free(v->end);
    alea__free(v->known);
    alea__free(v->legal);
    alea__free(v->asked);
    alea__free(v->best);
    alea__free(v->chosen);
    alea__free(v->made);
    alea__free(v->mask);
}

/* ---- ends ---- */

/* The value of an ending in a lane. */
static double run_end(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b, uint32_t lane,
                      const tabletop_ending *e, uint32_t count, alea__rounding how, bool negated)
{
    const tabletop_next next = tabletop_key_next(&p->table.keys, v->key[lane], e->effects,
                                                 p->counter + (size_t)count * p->g->fields, p->objective);
    const double turn = p->objective == ALEA_TURNS ? negated ? 1 : -1 : 0;
    if (next.over) return turn + (negated ? -1 : 1) * p->sign * next.result;
    const uint32_t state = tabletop_table_find(&p->table, next.key);
    if (state == TABLETOP_NO_STATE_THERE)
        return NAN; /* no game comes there: the entry's conditions do not hold */
    v->inside = v->inside || (state >= v->from && state < v->to);
    if (p->g->players == 1) return alea__moderate_sum(how, turn, negated ? b->neg[state] : b->low[state]);
    return negated ? alea__moderate_sum(how, b->low[state], -1) : alea__moderate_sum(how, 1, b->neg[state]);
}

const double *tabletop_run_ends(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b,
                                uint32_t ending, uint32_t count, uint8_t lanes, alea__rounding how,
                                bool negated)
{
    const tabletop_ending *e = &p->ending[ending];
    const uint32_t at = e->first + (e->counted ? count : 0);
    double *end = v->end + (size_t)at * L;
    const uint8_t wanted = lanes & (uint8_t)~v->known[at];
    v->known[at] |= lanes;
    for (uint32_t lane = 0; wanted >> lane; lane++)
        if (wanted >> lane & 1) end[lane] = run_end(p, v, b, lane, e, count, how, negated);
    return end;
}

void tabletop_vector_run(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b,
                         alea__rounding how, bool negated, double out[TABLETOP_LANES])
{
    memset(v->known, 0, p->ends);
    memset(v->asked, 0, p->conditions);
    memset(v->made, 0, p->bundles);
    for (uint32_t lane = 0; lane < v->lanes; lane++) v->key[lane] = p->table.key[v->state[lane]];
    const tabletop_kernel *kernel = KERNEL_OF_THREE(&tabletop_kernel);
    kernel->run[how == ALEA__BY_EMULATION][negated](p, v, b);
    for (uint32_t lane = 0; lane < v->lanes; lane++)
        out[lane] = tabletop_goes_value(p, v, &p->begin, p->start_count, lane, how, negated);
}

double tabletop_goes_value(const tabletop_program *p, const tabletop_vector *v, const tabletop_goes *goes,
                           uint32_t count, uint32_t lane, alea__rounding how, bool negated)
{
    const tabletop_ending *e = &p->ending[goes->end];
    const double points = tabletop_run_points(p, goes, count, negated);
    const double value =
        goes->node == TABLETOP_DONE
            ? v->end[(size_t)(e->first + (e->counted ? count : 0)) * L + lane]
            : v->value[((size_t)p->map[(size_t)goes->map * p->counts + count] * p->g->nodes + goes->node) *
                           L +
                       lane];
    return points == 0 ? value : alea__moderate_sum(how, value, points);
}
