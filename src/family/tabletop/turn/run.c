/* Runs a turn program on a vector of states: memory, exits, and what is asked afterwards. The loops over positions are in
   run_kernel.c. */
#include "family/tabletop/turn/run.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { L = TABLETOP_LANES };

alea_status tabletop_bounds_make(const tabletop_program *p, tabletop_bounds *b, alea_error *error)
{
    b->low = alea__alloc_array(p->table.state.count, sizeof *b->low);
    b->neg = alea__alloc_array(p->table.state.count, sizeof *b->neg);
    return b->low && b->neg ? ALEA_OK : alea__out_of_memory(error);
}

void tabletop_bounds_free(tabletop_bounds *b)
{
    alea__free(b->low);
    alea__free(b->neg);
}

alea_status tabletop_vector_make(const tabletop_program *p, tabletop_vector *v, alea_error *error)
{
    const size_t exits = (size_t)p->exits.used.count + 1, guards = p->guards.used.count;
    *v = (tabletop_vector){.lanes = 0};
    v->value = alea__own(&v->owned, alea__alloc_aligned(64, (size_t)p->positions * L * sizeof *v->value));
    v->end = alea__own(&v->owned, alea__alloc_aligned(64, exits * L * sizeof *v->end));
    v->result = alea__own(&v->owned, alea__alloc_array(exits * L, sizeof *v->result));
    v->next = alea__own(&v->owned, alea__alloc_array(exits * L, sizeof *v->next));
    v->found = alea__own(&v->owned, alea__alloc(exits));
    v->made = alea__own(&v->owned, alea__alloc(exits));
    v->legal = alea__own(&v->owned, alea__alloc(guards));
    v->asked = alea__own(&v->owned, alea__alloc(guards));
    v->mask = alea__own(&v->owned, alea__alloc_aligned(64, 256 * L * sizeof *v->mask));
    if (v->owned.failed) return alea__out_of_memory(error);
    for (uint32_t lanes = 0; lanes < 256; lanes++)
        for (uint32_t lane = 0; lane < L; lane++) v->mask[lanes * L + lane] = lanes >> lane & 1 ? -1 : 0;
    return ALEA_OK;
}

void tabletop_vector_free(tabletop_vector *v)
{
    alea__owned_free(&v->owned);
}

/* ---- exits ---- */

/* Finds where an exit leads from a lane. */
static void run_follow(const tabletop_program *p, tabletop_vector *v, uint32_t exit, uint32_t lane)
{
    const size_t at = (size_t)exit * L + lane;
    if (v->gains) {
        v->result[at] = tabletop_key_gain(&p->table.keys, v->key[lane], tabletop_list_of(&p->exits, exit),
                                          tabletop_counters_of(p, &p->exits, exit));
        v->next[at] = TABLETOP_NONE;
        return;
    }
    const tabletop_next next = tabletop_exit_next(p, v->key[lane], exit);
    v->result[at] = next.result;
    v->next[at] = next.over ? TABLETOP_NONE : alea__number_find(&p->table.state, next.key);
    ALEA_ASSERT(next.over || v->next[at] != ALEA__NOT_NUMBERED);
    v->inside = v->inside || (v->next[at] >= v->from && v->next[at] < v->to);
}

/* The value of an exit in a lane. */
static double run_end(const tabletop_program *p, const tabletop_vector *v, const tabletop_bounds *b,
                      size_t at, alea__rounding how, bool negated)
{
    const uint32_t state = v->next[at];
    const double turn = p->objective == ALEA_TURNS ? negated ? 1 : -1 : 0;
    if (state == TABLETOP_NONE) return turn + (negated ? -1 : 1) * p->sign * v->result[at];
    if (p->g->players != 2) return alea__moderate_sum(how, turn, negated ? b->neg[state] : b->low[state]);
    return negated ? alea__moderate_sum(how, b->low[state], -1) : alea__moderate_sum(how, 1, b->neg[state]);
}

const double *tabletop_run_exit(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b,
                                uint32_t exit, uint8_t lanes, alea__rounding how, bool negated)
{
    double *end = v->end + (size_t)exit * L;
    const uint8_t more = (uint8_t)(lanes & ~v->found[exit]), wanted = (uint8_t)(lanes & ~v->made[exit]);
    v->found[exit] |= lanes;
    v->made[exit] |= lanes;
    for (uint32_t lane = 0; more >> lane; lane++)
        if (more >> lane & 1) run_follow(p, v, exit, lane);
    for (uint32_t lane = 0; wanted >> lane; lane++)
        if (wanted >> lane & 1) end[lane] = run_end(p, v, b, (size_t)exit * L + lane, how, negated);
    return end;
}

/* ---- guards ---- */

uint8_t tabletop_run_guard(const tabletop_program *p, tabletop_vector *v, uint32_t guard)
{
    if (v->asked[guard]) return v->legal[guard];
    uint8_t legal = 0;
    for (uint32_t lane = 0; lane < v->lanes; lane++)
        legal |= (uint8_t)(tabletop_guard_holds(p, guard, v->key[lane]) << lane);
    v->legal[guard] = legal;
    v->asked[guard] = 1;
    return legal;
}

/* Marks where the options of a position lead; whether any of that is new. */
static bool run_mark(const tabletop_program *p, tabletop_vector *v, uint32_t position, uint8_t *needed)
{
    const tabletop_position *at = &p->position[position];
    bool more = false;
    for (const tabletop_option *o = p->option + at->first, *end = o + at->count; o < end; o++)
        if (o->to < p->positions && !needed[o->to] && (at->weights || tabletop_run_guard(p, v, o->mark))) {
            needed[o->to] = 1;
            more = true;
        }
    return more;
}

void tabletop_vector_mark(const tabletop_program *p, tabletop_vector *v, uint8_t *needed)
{
    memset(needed, 0, p->positions);
    needed[p->begin.to] = 1;
    for (uint32_t i = p->positions, loop = p->loops; i-- > 0;) {
        uint32_t first = i;
        if (loop > 0 && i + 1 == p->loop[loop - 1].first + p->loop[loop - 1].count)
            first = p->loop[--loop].first;
        for (bool again = true; again;) {
            again = false;
            for (uint32_t k = i + 1; k-- > first;)
                if (needed[k] && run_mark(p, v, k, needed)) again = first < i;
        }
        i = first;
    }
}

/* ---- runs ---- */

void tabletop_vector_begin_key(const tabletop_program *p, tabletop_vector *v, uint64_t key)
{
    memset(v->found, 0, p->exits.used.count);
    memset(v->asked, 0, p->guards.used.count);
    v->lanes = 1;
    v->key[0] = key;
}

void tabletop_vector_begin(const tabletop_program *p, tabletop_vector *v, const uint32_t *state,
                           uint32_t lanes)
{
    tabletop_vector_begin_key(p, v, 0);
    v->lanes = lanes;
    for (uint32_t lane = 0; lane < lanes; lane++) v->key[lane] = p->table.state.key[state[lane]];
}

void tabletop_vector_run(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b,
                         alea__rounding how, bool negated, double out[TABLETOP_LANES])
{
    memset(v->made, 0, p->exits.used.count);
    const tabletop_kernel *kernel = KERNEL_OF_THREE(&tabletop_kernel);
    kernel->run[how == ALEA__BY_EMULATION][negated](p, v, b);
    for (uint32_t lane = 0; lane < v->lanes; lane++)
        out[lane] = tabletop_option_value(p, v, &p->begin, lane, how, negated);
}

/* Adds a position to what is known of those behind it: the greatest error and the most points. */
static void rounding_add(const tabletop_program *p, uint32_t position, double *error, double *points)
{
    const tabletop_position *at = &p->position[position];
    double sum = 0, most = 0, left = at->count;
    for (const tabletop_option *o = p->option + at->first, *end = o + at->count; o < end; o++, left--) {
        const double one = o->to < p->positions ? error[o->to] : 0;
        const double more = fabs((double)o->points) + (o->to < p->positions ? points[o->to] : 0);
        points[position] = fmax(points[position], more);
        sum += o->mark * (one + (left + 4) * DBL_EPSILON / 2); /* points, product, sums, quotient */
        most = fmax(most, one + DBL_EPSILON / 2);
    }
    error[position] = at->weights ? sum / at->weights : most;
}

double tabletop_rounding_error(const tabletop_program *p, double *most, alea_error *error)
{
    double *each = alea__alloc_array(2 * (uint64_t)p->positions, sizeof *each);
    if (!each) {
        alea__out_of_memory(error);
        return NAN;
    }
    double worst = 0;
    for (uint32_t i = 0, loop = 0; i < p->positions; i++) {
        rounding_add(p, i, each, each + p->positions);
        while (loop < p->loops && p->loop[loop].first + p->loop[loop].count <= i) loop++;
        if (loop < p->loops && i >= p->loop[loop].first) each[i] = worst; /* of all that may come after it */
        worst = fmax(worst, each[i]);
    }
    const bool begins = p->begin.to < p->positions;
    *most = fabs((double)p->begin.points) + (begins ? each[p->positions + p->begin.to] : 0);
    const double share = 1.01 * ((begins ? each[p->begin.to] : 0) + 4 * DBL_EPSILON);
    alea__free(each);
    return share;
}

/* Where the probability of an option is added up; the values of an exit are found for these lanes. */
static double *spread_to(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b,
                         const tabletop_spread *s, uint32_t option, uint8_t legal)
{
    const uint32_t to = p->option[option].to;
    if (to < p->positions) return s->mass + (size_t)to * L;
    tabletop_run_exit(p, v, b, to - p->positions, legal, ALEA__BY_MODE, false);
    return s->share + (size_t)s->way[option] * L;
}

/* Shares out what a choice has. */
static void spread_choice(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b,
                          const tabletop_spread *s, uint32_t position)
{
    const tabletop_position *at = &p->position[position];
    const double *best = v->value + (size_t)position * L;
    double *left = s->mass + (size_t)position * L, sum = 0;
    tabletop_possible so_far = {0, 0};
    for (uint32_t lane = 0; lane < v->lanes; lane++) sum += left[lane];
    for (uint32_t i = at->first; i < at->first + at->count && sum > 0; i++) {
        const tabletop_option *o = &p->option[i];
        const uint8_t legal = tabletop_run_possible(p, v, o, &so_far);
        if (!legal) continue;
        double *to = spread_to(p, v, b, s, i, legal);
        for (uint32_t lane = 0; lane < v->lanes; lane++) {
            if (!(legal >> lane & 1) || left[lane] == 0 ||
                tabletop_option_value(p, v, o, lane, ALEA__BY_MODE, false) < best[lane] - s->tie)
                continue;
            to[lane] += left[lane];
            left[lane] = 0;
        }
    }
}

void tabletop_vector_spread(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b,
                            const tabletop_spread *s)
{
    memset(s->mass, 0, (size_t)p->positions * L * sizeof *s->mass);
    memset(s->share, 0, (size_t)s->ways * L * sizeof *s->share);
    for (uint32_t lane = 0; lane < v->lanes; lane++) s->mass[(size_t)p->begin.to * L + lane] = 1;
    for (uint32_t position = p->positions; position-- > 0;) {
        const tabletop_position *at = &p->position[position];
        const double *from = s->mass + (size_t)position * L;
        double each[L];
        if (at->weights == 0) {
            spread_choice(p, v, b, s, position);
            continue;
        }
        for (uint32_t lane = 0; lane < L; lane++) each[lane] = from[lane] / at->weights;
        for (uint32_t i = at->first; i < at->first + at->count; i++) {
            double *to = spread_to(p, v, b, s, i, (uint8_t)((1U << v->lanes) - 1));
            for (uint32_t lane = 0; lane < L; lane++) to[lane] += each[lane] * p->option[i].mark;
        }
    }
}

double tabletop_option_value(const tabletop_program *p, const tabletop_vector *v, const tabletop_option *o,
                             uint32_t lane, alea__rounding how, bool negated)
{
    const double value = o->to < p->positions ? v->value[(size_t)o->to * L + lane]
                                              : v->end[(size_t)(o->to - p->positions) * L + lane];
    return o->points == 0 ? value : alea__moderate_sum(how, value, (negated ? -1 : 1) * p->sign * o->points);
}
