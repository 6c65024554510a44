/* Newton's method on the concave likelihood of the Bradley-Terry model. */
#include "rating/fit.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "rating/elementary.h"
#include "rating/reach.h"

#include <math.h>

enum { MOST_STEPS = 1000 };
#define SMALL_STEP 1e-9 /* Newton's method squares the error: after such a step only rounding is left */

/* Data of one fit. The information matrix has the vector of ones of each group in its kernel; `matrix` is the information
   plus lift[g] in all entries of group g, which is positive definite and has the same inverse on differences. */
typedef struct fit_work {
    const alea__pair_results *results;
    alea__fit *fit;
    double *matrix;       /* [entrants][entrants] and its Cholesky factor, lower half */
    double *slope, *step; /* [entrants] */
    double *lift;         /* [groups] */
    uint32_t *size;       /* [groups] members */
    alea__owned owned;
} fit_work;

/* ---- memory ---- */

static bool fit_work_alloc(fit_work *w)
{
    const size_t n = w->results->entrants;
    w->matrix = alea__own(&w->owned, alea__alloc_array(n * n, sizeof(double)));
    w->slope = alea__own(&w->owned, alea__alloc_array(n, sizeof(double)));
    w->step = alea__own(&w->owned, alea__alloc_array(n, sizeof(double)));
    w->lift = alea__own(&w->owned, alea__alloc_array(n, sizeof(double)));
    w->size = alea__own(&w->owned, alea__alloc_array(n, sizeof *w->size));
    return !w->owned.failed;
}

static bool fit_alloc(alea__fit *f, const alea__pair_results *r)
{
    const size_t n = r->entrants;
    *f = (alea__fit){.entrants = r->entrants, .linear = r->linear};
    f->group = alea__own(&f->owned, alea__alloc_array(n, sizeof *f->group));
    f->strength = alea__own(&f->owned, alea__alloc_array(n, sizeof(double)));
    f->prior = alea__own(&f->owned, alea__alloc_array((size_t)r->count + 1, sizeof(double)));
    f->inverse = alea__own(&f->owned, alea__alloc_array(n * n, sizeof(double)));
    return !f->owned.failed;
}

void alea__fit_free(alea__fit *f)
{
    alea__owned_free(&f->owned);
    *f = (alea__fit){0};
}

/* ---- the fitted model ---- */

/* Groups of entrants that met, directly or through others. */
static alea_status fit_find_groups(const alea__pair_results *r, alea__fit *f, alea_error *error)
{
    uint32_t(*edge)[2] = alea__alloc_array((size_t)r->count + 1, sizeof *edge);
    if (!edge) return alea__out_of_memory(error);
    uint32_t count = 0;
    for (uint32_t k = 0; k < r->count; k++) {
        if (r->pair[k].games == 0) continue;
        edge[count][0] = r->pair[k].a;
        edge[count++][1] = r->pair[k].b;
    }
    alea__arrows graph;
    alea_status status = alea__arrows_make(r->entrants, count, (const uint32_t(*)[2])edge, &graph, error);
    alea__free(edge);
    if (status) return status;
    status = alea__connected_groups(&graph, f->group, &f->groups, error);
    alea__arrows_free(&graph);
    return status;
}

/* The virtual games of each pair. `opponents` is memory for one number an entrant. */
static void fit_set_prior(const alea__pair_results *r, alea__fit *f, double *opponents)
{
    for (uint32_t i = 0; i < r->entrants; i++) opponents[i] = 0;
    for (uint32_t k = 0; k < r->count; k++) {
        if (r->pair[k].games == 0) continue;
        opponents[r->pair[k].a]++;
        opponents[r->pair[k].b]++;
    }
    for (uint32_t k = 0; k < r->count; k++) {
        if (r->pair[k].games == 0 || r->linear) continue;
        const double a = opponents[r->pair[k].a], b = opponents[r->pair[k].b];
        f->prior[k] = 1 / (a > b ? a : b);
    }
}

/* The derivative by the difference of a pair's strengths, and minus the second in *information. */
static double fit_pull(const fit_work *w, uint32_t k, double *information)
{
    const alea__pair_result *p = &w->results->pair[k];
    const double prior = w->fit->prior[k], apart = w->fit->strength[p->a] - w->fit->strength[p->b];
    if (w->fit->linear) {
        *information = p->games;
        return p->games * (p->mean - apart);
    }
    const double score = alea__logistic(apart), other = alea__logistic(-apart);
    const double mean = p->mean < 0 ? 0 : p->mean > 1 ? 1 : p->mean;
    *information = (p->games + prior) * (score * other);
    return p->games * (mean * other - (1 - mean) * score) + prior * (other - score) / 2;
}

/* The first derivative, and minus the second in the lower half of the matrix. */
static void fit_differentiate(fit_work *w)
{
    const alea__pair_results *r = w->results;
    const size_t n = r->entrants;
    for (size_t i = 0; i < n * n; i++) w->matrix[i] = 0;
    for (size_t i = 0; i < n; i++) w->slope[i] = 0;
    for (uint32_t k = 0; k < r->count; k++) {
        const alea__pair_result *p = &r->pair[k];
        if (p->games == 0) continue;
        double information;
        const double pull = fit_pull(w, k, &information);
        const size_t high = p->a > p->b ? p->a : p->b, low = p->a > p->b ? p->b : p->a;
        w->slope[p->a] += pull;
        w->slope[p->b] -= pull;
        w->matrix[high * n + high] += information;
        w->matrix[low * n + low] += information;
        w->matrix[high * n + low] -= information;
    }
}

/* Makes the matrix regular: see fit_work. The lift is of the size of the other entries. */
static void fit_lift(fit_work *w)
{
    const size_t n = w->results->entrants;
    const uint32_t *group = w->fit->group;
    for (uint32_t g = 0; g < w->fit->groups; g++) w->lift[g] = 0;
    for (size_t i = 0; i < n; i++) w->lift[group[i]] += w->matrix[i * n + i];
    for (uint32_t g = 0; g < w->fit->groups; g++) {
        const double size = w->size[g];
        w->lift[g] = w->lift[g] > 0 ? w->lift[g] / (size * size) : 1;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            if (group[i] == group[j]) w->matrix[i * n + j] += w->lift[group[i]];
}

/* ---- linear equations ---- */

/* The Cholesky factor of the lower half, in its place. A pivot that rounding made too small is raised: then a step is shorter. */
static void fit_factor(double *m, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const double diagonal = m[i * n + i];
        for (size_t j = 0; j <= i; j++) {
            double sum = m[i * n + j];
            for (size_t k = 0; k < j; k++) sum -= m[i * n + k] * m[j * n + k];
            if (i > j)
                m[i * n + j] = sum / m[j * n + j];
            else
                m[i * n + i] = sqrt(sum > diagonal * 1e-15 ? sum : diagonal * 1e-15);
        }
    }
}

/* Solves factor * factor' * x = x, in place. */
static void fit_solve(const double *m, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) x[i] -= m[i * n + k] * x[k];
        x[i] /= m[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        x[i] /= m[i * n + i];
        for (size_t k = 0; k < i; k++) x[k] -= m[i * n + k] * x[i];
    }
}

/* The inverse on differences: column by column, without the lift. */
static void fit_invert(fit_work *w)
{
    const size_t n = w->results->entrants;
    const uint32_t *group = w->fit->group;
    double *inverse = w->fit->inverse;
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++) w->step[i] = i == j;
        fit_solve(w->matrix, n, w->step);
        const double size = w->size[group[j]], ones = 1 / (w->lift[group[j]] * size * size);
        for (size_t i = 0; i < n; i++) inverse[i * n + j] = group[i] == group[j] ? w->step[i] - ones : 0;
    }
}

/* ---- Newton's method ---- */

/* Moves the mean of each group to 0. `sum` is memory for one number a group. */
static void fit_centre(fit_work *w, double *x, double *sum)
{
    const uint32_t n = w->results->entrants, *group = w->fit->group;
    for (uint32_t g = 0; g < w->fit->groups; g++) sum[g] = 0;
    for (uint32_t i = 0; i < n; i++) sum[group[i]] += x[i];
    for (uint32_t i = 0; i < n; i++) x[i] -= sum[group[i]] / w->size[group[i]];
}

/* Takes one step, shortened if need be. Returns the largest change that the whole step would make to a difference. */
static double fit_step(fit_work *w)
{
    const alea__pair_results *r = w->results;
    fit_differentiate(w);
    fit_lift(w);
    fit_factor(w->matrix, r->entrants);
    for (uint32_t i = 0; i < r->entrants; i++) w->step[i] = w->slope[i];
    fit_solve(w->matrix, r->entrants, w->step);
    double largest = 0;
    for (uint32_t k = 0; k < r->count; k++) {
        if (r->pair[k].games == 0) continue;
        const double change = fabs(w->step[r->pair[k].a] - w->step[r->pair[k].b]);
        if (change > largest) largest = change;
    }
    ALEA_ASSERT(isfinite(largest));
    const double part =
        largest > 1 && !w->fit->linear ? 1 / largest : 1; /* a square has its maximum one step away */
    for (uint32_t i = 0; i < r->entrants; i++) w->fit->strength[i] += part * w->step[i];
    fit_centre(w, w->fit->strength, w->step);
    return largest;
}

/* Steps to the maximum, and inverts the information there. */
static void fit_maximise(fit_work *w)
{
    alea__fit *f = w->fit;
    for (uint32_t i = 0; i < f->entrants; i++) w->size[f->group[i]]++;
    while (f->steps < MOST_STEPS) {
        f->steps++;
        if (fit_step(w) < SMALL_STEP || f->linear) break;
    }
    ALEA_ASSERT(f->steps < MOST_STEPS);
    fit_differentiate(w);
    fit_lift(w);
    fit_factor(w->matrix, f->entrants);
    fit_invert(w);
}

alea_status alea__fit_strengths(const alea__pair_results *r, alea__fit *out, alea_error *error)
{
    alea__fit f;
    fit_work w = {.results = r, .fit = &f};
    alea_status status = ALEA_OK;
    const bool found = fit_alloc(&f, r) && fit_work_alloc(&w);
    if (!found) status = alea__out_of_memory(error);
    if (!status) status = fit_find_groups(r, &f, error);
    if (!status) {
        fit_set_prior(r, &f, w.slope);
        fit_maximise(&w);
        *out = f;
    } else {
        alea__fit_free(&f);
    }
    alea__owned_free(&w.owned);
    return status;
}

double alea__fit_score(const alea__fit *f, uint32_t a, uint32_t b)
{
    ALEA_ASSERT(f->group[a] == f->group[b]);
    const double apart = f->strength[a] - f->strength[b];
    return f->linear ? apart : alea__logistic(apart);
}

double alea__fit_slope(const alea__fit *f, uint32_t a, uint32_t b)
{
    const double score = alea__fit_score(f, a, b);
    return f->linear ? 1 : score * (1 - score);
}

double alea__fit_scale(const alea__fit *f)
{
    return f->linear ? 1 : ALEA__ELO;
}
