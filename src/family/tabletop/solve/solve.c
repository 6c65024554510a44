/* Solves a game between turns, the deepest states first. A turn is computed once, and what rounding may have done is known
   beforehand. States of the same depth may lead to each other: a lost turn only passes. From there on values are found by sweeps
   from the values of deeper states, and one step that is rounded down proves bounds around them. */
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "exact/interval.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/solve/exact.h"

#include <float.h>
#include <string.h>

enum {
    L = TABLETOP_LANES,
    MOST_SWEEPS = 100000,
    MOST_ATTEMPTS = 400,
    ATTEMPTS_A_SLACK = 10,
    PATIENCE = 10,
    VECTORS_AT_ONCE = 64,
    MOST_MARKED = 1 << 28
};

/* How close sweeps come before bounds are guessed, and again if the guess is wrong; changes from which their rate is measured. */
#define NEARLY         1e-8
#define SETTLED        1e-13
#define LEAST_MEASURED 1e-12

typedef struct turn_solver {
    const alea__rules *rules;
    const tabletop_program *p;
    tabletop_bounds
        bounds; /* as found so far; within a depth that is being solved, what its states are computed from */
    tabletop_bounds
        value;         /* once states lead to each other: the values within the bounds, and their negatives */
    double distance;   /* then: at most so far are they from the bounds */
    uint32_t from, to; /* the states of that depth */
    double *x;         /* [4][state of the depth]: earlier values, results of a step, rates */
    double *rate;      /* [state of the depth], in `x`: by which factor sweeps come closer */
    double *
        off; /* [state]: the error of its value, until states lead to each other; `bounds` hold values so long. Else NULL */
    double share, most; /* see tabletop_rounding_error */
    uint8_t *needed;    /* [vector of the depth][position]; NULL: not known */
    bool cyclic;        /* states of some depth led to each other */
    double unit;        /* 1, or the most points of a step */
    double slack;       /* by which bounds are moved, a share of values above `unit` */
    bool marks;         /* a step marks positions that are needed */
    bool failed;        /* in some vector */
    const alea_progress *progress;
    alea_status status; /* whether the caller asked to stop, with `error` */
    alea_error *error;
    alea__rounding how;
    unsigned threads;
    tabletop_vector *v; /* [thread] */
} turn_solver;

/* The vectors of a depth: those of its first half of states, then those of its second. States that pass the turn to each other are
   in different halves, because keys that are exchanged stand in the opposite order. */
static uint32_t solver_half(const turn_solver *s)
{
    return (s->to - s->from) / 2;
}

static uint32_t solver_vectors(uint32_t states)
{
    return (states + L - 1) / L;
}

static uint32_t solver_all_vectors(const turn_solver *s)
{
    return solver_vectors(solver_half(s)) + solver_vectors(s->to - s->from - solver_half(s));
}

/* A step of some vectors. */
typedef struct solver_work {
    turn_solver *s;
    const tabletop_bounds *from; /* what the states are computed from */
    uint32_t first;              /* vector */
    bool value, both;            /* in the nearest doubles; and negatives */
    double *low, *neg;
} solver_work;

/* A bound on the error of the value that a run found in a lane. */
static double solver_error(const turn_solver *s, const tabletop_vector *v, uint32_t lane)
{
    double error = 0, size = 0;
    for (uint32_t exit = 0; exit < s->p->exits.used.count; exit++) {
        const size_t at = (size_t)exit * L + lane;
        if (!(v->made[exit] >> lane & 1)) continue;
        size = fmax(size, fabs(v->end[at]));
        if (v->next[at] != TABLETOP_NONE) error = fmax(error, s->off[v->next[at]]);
    }
    return error + s->share * (size + s->most);
}

/* Computes one vector, in a thread. */
static void solver_vector(void *user, uint64_t index, unsigned thread)
{
    const solver_work *w = user;
    const turn_solver *s = w->s;
    tabletop_vector *v = &s->v[thread];
    const uint32_t vector = w->first + (uint32_t)index, firsts = solver_vectors(solver_half(s));
    const bool second = vector >= firsts;
    const uint32_t at = second ? solver_half(s) + (vector - firsts) * L : vector * L;
    const uint32_t left = (second ? s->to - s->from : solver_half(s)) - at;
    const int before = w->value ? 0 : alea__round_down(s->how);
    uint8_t *needed = s->needed ? s->needed + (size_t)vector * s->p->positions : NULL;
    v->from = s->from;
    v->to = s->to;
    v->needed = needed;
    uint32_t state[L];
    for (uint32_t lane = 0; lane < L; lane++) state[lane] = s->from + at + lane;
    tabletop_vector_begin(s->p, v, state, left < L ? left : L);
    if (s->marks && needed) tabletop_vector_mark(s->p, v, needed);
    for (int negated = 0; negated <= (w->both ? 1 : 0); negated++) {
        double value[L];
        tabletop_vector_run(s->p, v, w->from, w->value ? ALEA__BY_MODE : s->how, negated, value);
        memcpy((negated ? w->neg : w->low) + at, value, v->lanes * sizeof *value);
    }
    for (uint32_t lane = 0; lane < v->lanes && s->off; lane++) w->neg[at + lane] = solver_error(s, v, lane);
    if (!w->value) alea__round_as_before(s->how, before);
}

/* Computes `count` vectors from w->first on, unless the caller asks to stop. */
static void solver_vectors_run(solver_work *w, uint32_t count)
{
    turn_solver *s = w->s;
    const uint32_t end = w->first + count;
    for (; w->first < end && s->status == ALEA_OK; w->first += VECTORS_AT_ONCE) {
        const uint32_t left = end - w->first;
        alea__loop_run(left < VECTORS_AT_ONCE ? left : VECTORS_AT_ONCE, s->threads, solver_vector, w);
        s->status = alea__tell(s->progress, s->from, s->p->table.state.count, s->error);
    }
}

/* One step: `low` and `neg` get, by state of the depth, lower bounds of values and of negatives. */
static void solver_step(turn_solver *s, double *low, double *neg)
{
    solver_work w = {.s = s, .from = &s->bounds, .both = true, .low = low, .neg = neg};
    solver_vectors_run(&w, solver_all_vectors(s));
}

/* Finds the values of a depth anew from each other, of the second half from those of the first. Returns the greatest change, a share
   of values above `unit`. */
static double solver_sweep_once(turn_solver *s)
{
    const uint32_t count = s->to - s->from, half = solver_half(s);
    double change = 0, *now = s->x + 2 * (size_t)count;
    for (int second = 0; second < 2; second++) {
        const uint32_t first = second ? half : 0, end = second ? count : half;
        solver_work w = {
            .s = s, .from = &s->value, .first = second ? solver_vectors(half) : 0, .value = true, .low = now};
        solver_vectors_run(&w, solver_vectors(end - first));
        for (uint32_t i = first; i < end; i++) {
            double *value = s->value.low + s->from + i;
            change = fmax(change, fabs(now[i] - *value) / fmax(s->unit, fabs(now[i])));
            *value = now[i];
            s->value.neg[s->from + i] = -now[i];
        }
    }
    s->marks = false;
    return change;
}

/* Aitken's extrapolation: two states that only pass the turn to each other come closer by the same factor in each sweep, which
   `rate` gets. `x` and `y` are what the values were before the last two. */
static void solver_extrapolate(turn_solver *s, const double *x, const double *y)
{
    for (uint32_t i = 0; i < s->to - s->from; i++) {
        double *now = &s->value.low[s->from + i];
        const double last = *now - y[i], first = y[i] - x[i];
        if (fabs(first) < LEAST_MEASURED || !(fabs(last) < fabs(first))) continue;
        s->rate[i] = last / first;
        if (fabs(last) < 0.9 * fabs(first)) *now += last * last / (first - last);
        s->value.neg[s->from + i] = -*now;
    }
}

/* Values of states that lead to each other, by sweeps until they change by no more than `least`, or no longer come closer; false if
   that does not happen. */
static bool solver_sweep(turn_solver *s, double least)
{
    const uint32_t count = s->to - s->from;
    double closest = INFINITY, *before[2] = {s->x, s->x + count};
    uint32_t since = 0; /* sweeps since they were closest */
    for (uint32_t sweep = 0; sweep < MOST_SWEEPS; sweep++) {
        memcpy(before[sweep % 2], s->value.low + s->from, count * sizeof *before[0]);
        const double change = solver_sweep_once(s);
        if (s->status != ALEA_OK) return false;
        since = change < closest ? 0 : since + 1;
        closest = fmin(closest, change);
        if (sweep % 2 == 1) solver_extrapolate(s, before[0], before[1]);
        if (change <= least || (change < 1e-12 && since > PATIENCE)) return true;
    }
    return false;
}

/* Lowers bounds where a step finds less, by more than that. Returns whether there is such a place. */
static bool solver_lower(const turn_solver *s, double *bound, const double *step)
{
    bool lower = false;
    for (uint32_t i = 0; i < s->to - s->from; i++) {
        const double loss = DBL_EPSILON * s->unit; /* what a checker may lose */
        if (step[i] - loss >= bound[i]) continue;
        bound[i] -= 2 * (bound[i] - step[i]) + s->slack * fmax(s->unit, fabs(step[i]));
        lower = true;
    }
    return lower;
}

/* Proves the bounds of a depth by one step: what it finds lies within them, and is taken instead. Else moves them outwards. */
static bool solver_step_proves(turn_solver *s)
{
    const uint32_t from = s->from, count = s->to - from;
    double *low = s->bounds.low + from, *neg = s->bounds.neg + from, *step = s->x, *less = s->x + count;
    solver_step(s, step, less);
    if (s->status != ALEA_OK) return false;
    const bool lower = solver_lower(s, low, step), higher = solver_lower(s, neg, less);
    for (uint32_t i = 0; i < count && !lower && !higher; i++) {
        low[i] = step[i] - DBL_EPSILON * s->unit;
        neg[i] = less[i] - DBL_EPSILON * s->unit;
    }
    return !lower && !higher;
}

/* Proves bounds that are about as far from the values as those of deeper states, and as the slack adds up to while the turn is passed.
   False if they find no rest. */
static bool solver_prove(turn_solver *s)
{
    s->slack = 8 * DBL_EPSILON;
    for (int attempt = 0; attempt < MOST_ATTEMPTS && s->status == ALEA_OK; attempt++) {
        if (attempt == 1 && !solver_sweep(s, SETTLED)) return false;
        for (uint32_t i = s->from; i < s->to && attempt < 2; i++) {
            const double value = s->value.low[i], scale = fmax(s->unit, fabs(value));
            const double off = s->distance + 2 * s->slack * scale / (1 - s->rate[i - s->from]);
            s->bounds.low[i] = value - off;
            s->bounds.neg[i] = -value - off;
        }
        if (solver_step_proves(s)) return true;
        if (attempt % ATTEMPTS_A_SLACK == ATTEMPTS_A_SLACK - 1) s->slack *= 2;
    }
    return false;
}

/* States that lead to each other: values first, then bounds. */
static bool solver_cycle(turn_solver *s)
{
    for (uint32_t i = s->from; i < s->to; i++) {
        s->value.low[i] = s->p->g->players > 1 ? 0.5 : 0;
        s->value.neg[i] = -s->value.low[i];
        s->rate[i - s->from] = 0;
    }
    if (!solver_sweep(s, NEARLY) || !solver_prove(s)) return false;
    for (uint32_t i = s->from; i < s->to; i++) {
        s->distance = fmax(s->distance, s->value.low[i] - s->bounds.low[i]);
        s->distance = fmax(s->distance, s->value.neg[i] - s->bounds.neg[i]);
    }
    return true;
}

/* Turns values with errors into bounds. */
static void solver_widen(turn_solver *s, uint32_t states)
{
    for (uint32_t i = 0; i < states && s->off; i++) {
        s->bounds.low[i] -= s->off[i];
        s->bounds.neg[i] -= s->off[i];
    }
    alea__free(s->off);
    s->off = NULL;
}

/* From now on states lead to each other: keeps the values of `states` states beside their bounds. */
static alea_status solver_begin_cycles(turn_solver *s, uint32_t states, alea_error *error)
{
    const alea_status status = tabletop_bounds_make(s->p, &s->value, error);
    if (status != ALEA_OK) return status;
    solver_widen(s, states);
    for (uint32_t i = 0; i < states; i++) {
        const double value = (s->bounds.low[i] - s->bounds.neg[i]) / 2;
        s->value.low[i] = value;
        s->value.neg[i] = -value;
        s->distance = fmax(s->distance, fmax(value - s->bounds.low[i], -value - s->bounds.neg[i]));
    }
    s->cyclic = true;
    return ALEA_OK;
}

alea_status tabletop_fail_stuck(const tabletop_program *p, const alea__rules *rules, uint32_t number,
                                alea_error *error)
{
    char name[TABLETOP_LONGEST_STATE];
    alea_state state;
    tabletop_key_state(&p->table.keys, p->table.state.key[number], &state);
    tabletop_describe(rules, &state, name, sizeof name);
    return alea__fail(error, ALEA_E_REFUSED, TABLETOP_STUCK, name);
}

/* The states of a depth. Returns whether they lead to each other: then it finds nothing. */
static bool solver_plain(turn_solver *s)
{
    bool inside = false;
    const uint32_t from = s->from, count = s->to - from;
    solver_work w = {
        .s = s, .from = &s->bounds, .value = s->off, .both = !s->off, .low = s->x, .neg = s->x + count};
    for (uint32_t i = from; i < s->to; i++) s->bounds.low[i] = s->bounds.neg[i] = NAN;
    solver_vectors_run(&w, solver_all_vectors(s));
    for (unsigned i = 0; i < s->threads; i++) inside = inside || s->v[i].inside;
    for (uint32_t i = 0; i < count && !inside; i++) { /* wider by what a checker may lose */
        if (s->off) s->off[from + i] = s->x[count + i];
        s->bounds.low[from + i] = s->x[i] - (s->off ? 0 : DBL_EPSILON * s->unit);
        s->bounds.neg[from + i] = s->off ? -s->x[i] : s->x[count + i] - DBL_EPSILON * s->unit;
    }
    return inside;
}

/* All states of a depth. */
static alea_status solver_depth(turn_solver *s, alea_error *error)
{
    const uint32_t from = s->from, count = s->to - from;
    double *wider = alea__resize(s->x, 4 * (size_t)count * sizeof *wider);
    if (!wider) return alea__out_of_memory(error);
    s->x = wider;
    s->rate = wider + 3 * (size_t)count;
    if (!s->cyclic && solver_plain(s)) s->status = solver_begin_cycles(s, from, error);
    if (s->status != ALEA_OK) return s->status;
    if (s->cyclic) {
        const uint64_t marked = (uint64_t)solver_all_vectors(s) * s->p->positions;
        alea__free(s->needed);
        s->needed = marked <= MOST_MARKED ? alea__alloc_bare(marked, 1) : NULL;
        s->marks = true;
        if (!solver_cycle(s))
            return s->status == ALEA_OK ? alea__fail(error, ALEA_E_REFUSED, TABLETOP_NOT_PROVED) : s->status;
    }
    for (unsigned i = 0; i < s->threads; i++) s->failed = s->failed || s->v[i].failed;
    for (uint32_t i = from; i < s->to; i++) {
        if (!isfinite(s->bounds.low[i])) return tabletop_fail_stuck(s->p, s->rules, i, error);
        if (s->failed || !(s->bounds.low[i] <= -s->bounds.neg[i]))
            return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NOT_PROVED);
    }
    return ALEA_OK;
}

/* All depths, the deepest first. */
static alea_status solver_run(turn_solver *s, alea_error *error)
{
    const tabletop_table *t = &s->p->table;
    alea_status status = ALEA_OK;
    for (uint32_t d = t->keys.depths; d-- > 0 && status == ALEA_OK;) {
        s->from = t->first[d];
        s->to = d > 0 ? t->first[d - 1] : t->state.count;
        if (s->from == s->to) continue;
        status = solver_depth(s, error);
        if (status == ALEA_OK) status = alea__tell(s->progress, s->to, t->state.count, error);
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
    const uint32_t states = p->table.state.count;
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
    values->start = alea__matrix_at(&values->matrix[0], tabletop_program_first(p));
    values->second = p->g->players == 2 ? alea__interval_rest(1, values->start) : values->start;
    values->states = states;
    values->layers = values->layers_done = 1;
    values->tolerance = problem->options->tolerance;
    *out = values;
    return ALEA_OK;
}

alea_status tabletop_engine_solve(const tabletop_program *p, const alea__problem *problem, alea__values **out,
                                  alea_error *error)
{
    turn_solver s = {.rules = problem->rules,
                     .p = p,
                     .unit = tabletop_program_most_points(p),
                     .error = error,
                     .progress = &problem->options->progress,
                     .how = alea__choose_rounding(),
                     .threads = alea__loop_threads(problem->options->threads)};
    s.v = alea__alloc_array(s.threads, sizeof *s.v);
    alea_status status = s.v ? tabletop_bounds_make(p, &s.bounds, error) : alea__out_of_memory(error);
    for (unsigned i = 0; i < s.threads && status == ALEA_OK; i++)
        status = tabletop_vector_make(p, &s.v[i], error);
    s.share = tabletop_rounding_error(p, &s.most, error);
    if (isnan(s.share)) status = ALEA_E_MEMORY;
    if (status == ALEA_OK && p->loops == 0) {
        s.off = alea__alloc_array(p->table.state.count, sizeof *s.off);
        if (!s.off) status = alea__out_of_memory(error);
    }
    if (status == ALEA_OK) status = solver_run(&s, error);
    solver_widen(&s, status == ALEA_OK ? p->table.state.count : 0);
    if (status == ALEA_OK) status = solve_values(&s, problem, out, error);
    for (unsigned i = 0; i < s.threads && s.v; i++) tabletop_vector_free(&s.v[i]);
    alea__free(s.v);
    tabletop_bounds_free(&s.bounds);
    tabletop_bounds_free(&s.value);
    alea__free(s.needed);
    alea__free(s.x);
    return status;
}
