#include "exact/linear.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/eliminate.h"

#include <math.h>
#include <string.h>

enum { BASIS = 60, RESTARTS = 200 };
#define CLOSER   1e-9    /* reduction of the residual in one round, after which it is measured again */
#define ROUNDING 0x1p-54 /* a residual of this size, relative to the unknowns, is rounding */
#define SOLVED   1e-13   /* acceptable residual, relative to the unknowns, if they cannot be improved */

/* The unknowns of one component at a time, and what GMRES needs for them. */
typedef struct exact_feedback {
    uint8_t *marked;    /* [position]: it is an unknown, or one of a model's own that is made of them */
    uint32_t *position; /* of each unknown */
    double *v;          /* [position]: a sweep without constants; all 0 between uses */
    uint32_t component; /* that is solved */
    uint32_t size, capacity;
    double *z, *best, *basis;   /* [size], [size], [BASIS + 1][size] */
    double least;               /* the residual of the best */
    bool swept;                 /* x is the sweep from the best */
    double h[BASIS + 1][BASIS]; /* the Hessenberg matrix, made triangular as it grows */
    double cosine[BASIS], sine[BASIS], rest[BASIS + 1], y[BASIS];
} exact_feedback;

alea_status exact_linear_make(const exact_rows *rows, const exact_order *order, exact_linear *out,
                              alea_error *error)
{
    *out = (exact_linear){.rows = rows, .order = order};
    ALEA_ASSERT(!rows->row || rows->positions == order->positions);
    out->feedback = alea__alloc(sizeof *out->feedback);
    if (out->feedback) {
        out->feedback->marked = alea__alloc(order->positions);
        out->feedback->position = alea__alloc_array(order->positions, sizeof(uint32_t));
    }
    if (out->feedback && out->feedback->marked && out->feedback->position) return ALEA_OK;
    exact_linear_clear(out);
    return alea__out_of_memory(error);
}

void exact_linear_clear(exact_linear *s)
{
    if (s->feedback) {
        alea__free(s->feedback->marked);
        alea__free(s->feedback->position);
        alea__free(s->feedback->v);
        alea__free(s->feedback->z);
        alea__free(s->feedback->best);
        alea__free(s->feedback->basis);
    }
    alea__free(s->feedback);
    *s = (exact_linear){.rows = NULL};
}

double exact_linear_bytes(double positions, double feedback)
{
    return 5 * positions + (feedback > 0 ? 8 * positions + 8.0 * (BASIS + 3) * feedback : 0);
}

/* ---- one sweep ---- */

/* The value of a position without its stay; c may be NULL for no constants. */
static double linear_inflow(const exact_linear *s, uint32_t position, const double *c, const double *x)
{
    const exact_row *row = &s->rows->row[position];
    const double *chance = s->rows->chance + row->chance;
    double value = c ? c[position] : 0;
    for (const exact_run *run = s->rows->run + row->run, *end = run + row->runs; run < end; run++) {
        double sum = run->count == 1 ? *chance * x[run->to]
                                     : alea__dot(ALEA__BY_MODE, chance, x + run->to, run->count);
        value += run->turned && !s->unturned ? -sum : sum;
        chance += run->count;
    }
    return value;
}

static double linear_sign(const exact_linear *s, const exact_stay *stay)
{
    return stay->turned && !s->unturned ? -1 : 1;
}

/* x = a + stay x. */
static double linear_alone(const exact_linear *s, const exact_stay *stay, double a)
{
    ALEA_ASSERT(stay->chance >= 0 && stay->chance <= 1);
    return linear_sign(s, stay) < 0 ? a / (1 + stay->chance) : a / stay->leave;
}

/* x = a + stay y and y = b + stay' x, without 1 - stay stay' as a difference. */
static void linear_pair(const exact_linear *s, const uint32_t position[2], const double *c, double *x)
{
    const exact_stay *first = &s->rows->row[position[0]].stay, *second = &s->rows->row[position[1]].stay;
    const double a = linear_inflow(s, position[0], c, x), b = linear_inflow(s, position[1], c, x),
                 to = linear_sign(s, first) * first->chance, back = linear_sign(s, second) * second->chance,
                 rest = to * back < 0 ? 1 - to * back : first->leave + first->chance * second->leave;
    ALEA_ASSERT(first->partner == position[1] && second->partner == position[0]);
    x[position[0]] = (a + to * b) / rest;
    x[position[1]] = (b + back * a) / rest;
}

/* Sweeps a model's own equations where `wanted` is set, or everywhere if it is NULL; rows always everywhere. */
static void linear_sweep(const exact_linear *s, uint32_t component, const double *c, const uint8_t *wanted,
                         double *x)
{
    const exact_order *o = s->order;
    if (s->own) {
        s->own->sweep(s->own->user, component, c, wanted, x);
        return;
    }
    for (uint32_t i = o->component[component], end = o->component[component + 1]; i < end; i++) {
        const uint32_t position = o->position[i];
        const exact_stay *stay = &s->rows->row[position].stay;
        if (stay->partner == position)
            x[position] = linear_alone(s, stay, linear_inflow(s, position, c, x));
        else
            linear_pair(s, o->position + i++, c, x);
    }
}

/* ---- feedback ---- */

/* Marks the positions of a row that are not known before place `known`. */
static void feedback_mark(exact_feedback *f, const exact_linear *s, uint32_t position, uint32_t known)
{
    const exact_row *row = &s->rows->row[position];
    for (const exact_run *run = s->rows->run + row->run, *end = run + row->runs; run < end; run++)
        for (uint32_t to = run->to; to < run->to + run->count; to++)
            if (s->order->place[to] >= known && !f->marked[to]) {
                f->marked[to] = 1;
                f->position[f->size++] = to;
            }
}

/* Lists and marks the positions of the component that a sweep needs before they are known. */
static void feedback_find(exact_feedback *f, const exact_linear *s, uint32_t component)
{
    const exact_order *o = s->order;
    if (s->own) {
        f->size = s->own->feedback(s->own->user, component, f->marked, f->position);
        return;
    }
    for (uint32_t i = o->component[component], end = o->component[component + 1]; i < end; i++) {
        const uint32_t position = o->position[i], known = i;
        feedback_mark(f, s, position, known);
        if (s->rows->row[position].stay.partner != position) feedback_mark(f, s, o->position[++i], known);
    }
}

/* Makes room for `size` unknowns. False without memory. */
static bool feedback_reserve(exact_feedback *f, uint32_t positions)
{
    if (!f->v) f->v = alea__alloc_array(positions, sizeof *f->v);
    if (f->size > f->capacity) {
        alea__free(f->z);
        alea__free(f->best);
        alea__free(f->basis);
        f->z = alea__alloc_array(f->size, sizeof *f->z);
        f->best = alea__alloc_array(f->size, sizeof *f->best);
        f->basis = alea__alloc_array((BASIS + 1) * (size_t)f->size, sizeof *f->basis);
        f->capacity = f->z && f->best && f->basis ? f->size : 0;
    }
    return f->v && f->capacity > 0;
}

/* ---- GMRES ---- */

static double gmres_dot(const double *a, const double *b, uint32_t size)
{
    double sum = 0;
    for (uint32_t i = 0; i < size; i++) sum += a[i] * b[i];
    return sum;
}

/* out = the sweep applied to the unknowns z; with c NULL without constants, in v instead of x. */
static void gmres_apply(const exact_linear *s, const double *c, double *x, const double *z, double *out)
{
    const exact_feedback *f = s->feedback;
    for (uint32_t k = 0; k < f->size; k++) x[f->position[k]] = z[k];
    linear_sweep(s, f->component, c, f->marked, x);
    for (uint32_t k = 0; k < f->size; k++) out[k] = x[f->position[k]];
}

/* Adds the next basis vector: the image of the last one under (1 - sweep), orthogonal to the others. Returns its length. */
static double gmres_extend(const exact_linear *s, int n)
{
    exact_feedback *f = s->feedback;
    const double *last = f->basis + (size_t)n * f->size;
    double *next = f->basis + (size_t)(n + 1) * f->size;
    gmres_apply(s, NULL, f->v, last, next);
    for (uint32_t i = 0; i < f->size; i++) next[i] = last[i] - next[i];
    for (int j = 0; j <= n; j++) {
        const double *u = f->basis + (size_t)j * f->size;
        f->h[j][n] = gmres_dot(u, next, f->size);
        for (uint32_t i = 0; i < f->size; i++) next[i] -= f->h[j][n] * u[i];
    }
    double length = sqrt(gmres_dot(next, next, f->size));
    for (uint32_t i = 0; length > 0 && i < f->size; i++) next[i] /= length;
    return length;
}

/* Givens rotations keep the least-squares problem triangular; returns what remains of the residual. */
static double gmres_rotate(exact_feedback *f, int n, double below)
{
    ALEA_ASSERT(n < BASIS && below >= 0);
    for (int j = 0; j < n; j++) {
        double above = f->h[j][n], under = f->h[j + 1][n];
        f->h[j][n] = f->cosine[j] * above + f->sine[j] * under;
        f->h[j + 1][n] = f->cosine[j] * under - f->sine[j] * above;
    }
    double length = sqrt(f->h[n][n] * f->h[n][n] + below * below);
    f->cosine[n] = length > 0 ? f->h[n][n] / length : 1;
    f->sine[n] = length > 0 ? below / length : 0;
    f->h[n][n] = length;
    f->rest[n + 1] = -f->sine[n] * f->rest[n];
    f->rest[n] *= f->cosine[n];
    return fabs(f->rest[n + 1]);
}

static void gmres_correct(exact_feedback *f, int count)
{
    for (int n = count; n-- > 0;) {
        double sum = f->rest[n];
        for (int j = n + 1; j < count; j++) sum -= f->h[n][j] * f->y[j];
        f->y[n] = f->h[n][n] != 0 ? sum / f->h[n][n] : 0;
    }
    for (int n = 0; n < count; n++)
        for (uint32_t i = 0; i < f->size; i++) f->z[i] += f->y[n] * f->basis[(size_t)n * f->size + i];
}

/* One round from z, which is kept if it is the best so far. False when it does not halve the residual, or need not. */
static bool gmres_round(const exact_linear *s, const double *c, double *x)
{
    exact_feedback *f = s->feedback;
    double *r = f->basis;
    gmres_apply(s, c, x, f->z, r);
    for (uint32_t i = 0; i < f->size; i++) r[i] -= f->z[i];
    const double length = sqrt(gmres_dot(r, r, f->size)), least = f->least,
                 enough = fmax(s->enough, ROUNDING * sqrt(gmres_dot(f->z, f->z, f->size)));
    f->swept = length < least;
    if (f->swept) {
        memcpy(f->best, f->z, f->size * sizeof *f->z);
        f->least = length;
    }
    if (length <= enough || !(length < least / 2)) return false;
    for (uint32_t i = 0; i < f->size; i++) r[i] /= length;
    f->rest[0] = length;
    int n = 0;
    for (double left = length; n < BASIS && left > fmax(enough / 2, length * CLOSER); n++) {
        double below = gmres_extend(s, n);
        left = gmres_rotate(f, n, below);
        if (below == 0) left = 0;
    }
    gmres_correct(f, n);
    return true;
}

/* Sets x to a sweep from the best unknowns found. Returns false if that is not precise enough and the error is more than
   rounding. */
static bool gmres_solve(const exact_linear *s, const double *c, double *x)
{
    exact_feedback *f = s->feedback;
    int rounds = 0;
    f->least = INFINITY;
    for (uint32_t k = 0; k < f->size; k++) f->z[k] = f->best[k] = x[f->position[k]];
    while (rounds < RESTARTS && gmres_round(s, c, x)) rounds++;
    if (s->own || !f->swept) {
        for (uint32_t k = 0; k < f->size; k++) x[f->position[k]] = f->best[k];
        linear_sweep(s, f->component, c, NULL, x);
    }
    return f->least <= s->enough || f->least <= SOLVED * sqrt(gmres_dot(f->best, f->best, f->size));
}

/* ---- */

alea_status exact_linear_solve(exact_linear *s, uint32_t component, const double *c, double *x,
                               alea_error *error)
{
    exact_feedback *f = s->feedback;
    f->component = component;
    if (s->order->cyclic[component]) feedback_find(f, s, component);
    ALEA_ASSERT(f->size <= s->order->component[component + 1] - s->order->component[component]);
    if (f->size == 0) {
        linear_sweep(s, component, c, NULL, x);
        return ALEA_OK;
    }
    alea_status status = ALEA_OK;
    if (!feedback_reserve(f, s->order->positions)) {
        status = alea__out_of_memory(error);
    } else {
        const bool solved = gmres_solve(s, c, x);
        if (!solved && s->own) status = s->own->write(s->own->user, component, x, error);
        if (!solved && status == ALEA_OK) exact_eliminate(s, component, c, x);
        for (uint32_t i = s->order->component[component]; i < s->order->component[component + 1]; i++)
            f->v[s->order->position[i]] = 0;
    }
    for (uint32_t i = s->order->component[component]; i < s->order->component[component + 1]; i++)
        f->marked[s->order->position[i]] = 0;
    f->size = 0;
    return status;
}

alea_status exact_linear_solve_all(exact_linear *s, const double *c, double *x, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; status == ALEA_OK && i < s->order->components; i++)
        status = exact_linear_solve(s, i, c, x, error);
    return status;
}
