/* Intervals of ratings by the sandwich formula. */
#include "rating/bradley_terry.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "rating/elementary.h"
#include "rating/messages.h"
#include "rating/reach.h"

#include <math.h>

/* ---- checks ---- */

/* Refuses results and settings out of range. */
static alea_status bradley_terry_check(const alea__pair_results *r, const alea__rating_settings *s,
                                       alea_error *error)
{
    if (!(s->confidence >= 0.5 && s->confidence <= 0.999999))
        return alea__fail(error, ALEA_E_RANGE, RATING_CONFIDENCE, s->confidence);
    const alea_status status = alea__pair_results_check(r, error);
    if (status || !s->anchored) return status;
    if (s->anchor >= r->entrants)
        return alea__fail(error, ALEA_E_RANGE, RATING_ANCHOR, s->anchor, r->entrants);
    if (!(fabs(s->anchor_rating) <= 1e6))
        return alea__fail(error, ALEA_E_RANGE, RATING_ANCHOR_AT, s->anchor_rating);
    return ALEA_OK;
}

/* ---- covariance ---- */

double alea__rating_variance(const alea__fit *f, const alea__pair_result *p)
{
    ALEA_ASSERT(p->games > 0);
    if (p->variance > 0 || p->units == 0 || f->linear) return p->variance;
    const double apart = f->strength[p->a] - f->strength[p->b];
    return alea__logistic(apart) * alea__logistic(-apart) / p->games;
}

/* product = a * b for square matrices, b symmetric, so that both are read along rows. */
static void bradley_terry_multiply(const double *a, const double *b, double *product, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++) sum += a[i * n + k] * b[j * n + k];
            product[i * n + j] = sum;
        }
}

/* The variance of the slope of the likelihood: as measured over lineups, or the sum of those of independent pairs. */
static void bradley_terry_slope_variance(const alea__pair_results *r, const alea__fit *f, double *v)
{
    const size_t n = r->entrants;
    for (size_t i = 0; i < n * n; i++) v[i] = r->slope_variance ? r->slope_variance[i] : 0;
    if (r->slope_variance) return;
    for (uint32_t k = 0; k < r->count; k++) {
        const alea__pair_result *p = &r->pair[k];
        if (p->games == 0) continue;
        const double variance = p->games * p->games * alea__rating_variance(f, p);
        v[p->a * n + p->a] += variance;
        v[p->b * n + p->b] += variance;
        v[p->a * n + p->b] -= variance;
        v[p->b * n + p->a] -= variance;
    }
}

/* inverse * variance of the slope * inverse, in Elo^2. (inverse * V)' = V * inverse, so the second product is with itself turned.) */
static alea_status bradley_terry_covariance(const alea__pair_results *r, alea__ratings *t, alea_error *error)
{
    const size_t n = r->entrants;
    double *v = alea__alloc_bare(n * n, sizeof *v), *half = alea__alloc_bare(n * n, sizeof *half);
    t->covariance = alea__alloc_bare(n * n, sizeof *t->covariance);
    const bool found = v && half && t->covariance;
    const double scale = alea__fit_scale(&t->fit);
    if (found) {
        bradley_terry_slope_variance(r, &t->fit, v);
        bradley_terry_multiply(t->fit.inverse, v, half, n);
        bradley_terry_multiply(half, t->fit.inverse, t->covariance, n);
        for (size_t i = 0; i < n * n; i++) t->covariance[i] *= scale * scale;
    }
    alea__free(v);
    alea__free(half);
    return found ? ALEA_OK : alea__out_of_memory(error);
}

/* Satterthwaite's degrees of freedom of a linear function of the strengths: row a of the inverse, less row b unless that is
   UINT32_MAX. Its variance is a sum over pairs; the measured ones are uncertain. Lineups are assumed to have many units. */
static double bradley_terry_freedom(const alea__pair_results *r, const alea__fit *f, uint32_t a, uint32_t b)
{
    const size_t n = r->entrants;
    double sum = 0, uncertain = 0;
    if (r->slope_variance) return INFINITY;
    for (uint32_t k = 0; k < r->count; k++) {
        const alea__pair_result *p = &r->pair[k];
        if (p->games == 0) continue;
        double factor = f->inverse[a * n + p->a] - f->inverse[a * n + p->b];
        if (b != UINT32_MAX) factor -= f->inverse[b * n + p->a] - f->inverse[b * n + p->b];
        const double part = factor * p->games * (factor * p->games) * alea__rating_variance(f, p);
        sum += part;
        if (p->variance > 0 && p->units > 1) uncertain += part * part / (p->units - 1);
    }
    const double freedom = uncertain > 0 ? sum * sum / uncertain : INFINITY;
    return freedom < 1 ? 1 : freedom;
}

/* ---- sets ---- */

/* Notes which sets are open, from the arrows between them. A set with no arrows to others is a whole group, and not open: pairs
   that met have at least one arrow. */
static alea_status bradley_terry_mark_open(uint32_t (*edge)[2], uint32_t count, alea__ratings *t,
                                           alea_error *error)
{
    bool *entered = alea__alloc_array((size_t)t->sets * 2, sizeof *entered);
    if (!entered) return alea__out_of_memory(error);
    bool *left = entered + t->sets;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t from = t->rating[edge[k][0]].set, to = t->rating[edge[k][1]].set;
        ALEA_ASSERT(from <= to);
        if (from == to) continue;
        left[from] = true;
        entered[to] = true;
    }
    for (uint32_t i = 0; i < t->entrants; i++) {
        const uint32_t set = t->rating[i].set;
        t->rating[i].open_above = left[set] && !entered[set];
        t->rating[i].open_below = entered[set] && !left[set];
    }
    alea__free(entered);
    return ALEA_OK;
}

/* The sets of entrants who scored against each other: an arrow leads from who scored to whom it was against. */
static alea_status bradley_terry_find_sets(const alea__pair_results *r, alea__ratings *t, alea_error *error)
{
    uint32_t(*edge)[2] = alea__alloc_array((size_t)r->count * 2 + 1, sizeof *edge);
    uint32_t *set = alea__alloc_array(r->entrants, sizeof *set), count = 0;
    alea__arrows graph = {0};
    alea_status status = edge && set ? ALEA_OK : alea__out_of_memory(error);
    for (uint32_t k = 0; k < r->count && !status; k++) {
        const alea__pair_result *p = &r->pair[k];
        for (int turned = 0; turned < 2; turned++) {
            const bool none = turned ? p->mean >= 1 : p->mean <= 0;
            if (p->games == 0 || (none && !r->linear)) continue; /* gains have no limit */
            edge[count][0] = turned ? p->b : p->a;
            edge[count++][1] = turned ? p->a : p->b;
        }
    }
    if (!status) status = alea__arrows_make(r->entrants, count, (const uint32_t(*)[2])edge, &graph, error);
    if (!status) status = alea__strong_sets(&graph, set, &t->sets, error);
    for (uint32_t i = 0; i < r->entrants && !status; i++) t->rating[i].set = set[i];
    if (!status) status = bradley_terry_mark_open(edge, count, t, error);
    alea__arrows_free(&graph);
    alea__free(edge);
    alea__free(set);
    return status;
}

/* ---- ratings ---- */

/* How far |a - b| may be from 0 by rounding alone: variances below this are 0. */
static double bradley_terry_root(double variance)
{
    return variance > 1e-18 ? sqrt(variance) : 0;
}

/* Sets rating, error and interval of one entrant. */
static void bradley_terry_fill(const alea__pair_results *r, const alea__rating_settings *s, alea__ratings *t,
                               uint32_t i)
{
    const size_t n = r->entrants;
    alea__rating *one = &t->rating[i];
    const double *c = t->covariance;
    double variance = c[i * n + i], zero = 0, reference = 0;
    bool comparable = true;
    uint32_t against = UINT32_MAX;
    if (s->anchored) {
        const uint32_t a = s->anchor;
        zero = s->anchor_rating;
        comparable = t->fit.group[a] == t->fit.group[i];
        reference = comparable ? t->fit.strength[a] : 0;
        against = comparable ? a : UINT32_MAX;
        variance = a == i ? 0 : variance + c[a * n + a] - 2 * c[i * n + a];
    }
    one->rating = zero + (t->fit.strength[i] - reference) * alea__fit_scale(&t->fit);
    one->error = comparable ? bradley_terry_root(variance) : INFINITY;
    double half = one->error;
    if (half > 0 && comparable)
        half *= alea__student_point((1 - s->confidence) / 2, bradley_terry_freedom(r, &t->fit, i, against));
    one->lower = one->rating - half;
    one->upper = one->rating + half;
}

/* Finds the pair that the model explains worst, apart from two standard errors. */
static void bradley_terry_find_misfit(const alea__pair_results *r, alea__ratings *t)
{
    double worst = 1e-9; /* residual allowed for the fit of an exact transitive field */
    t->misfit = r->count;
    for (uint32_t k = 0; k < r->count; k++) {
        const alea__pair_result *p = &r->pair[k];
        if (p->games == 0) continue;
        const double by = p->mean - alea__fit_score(&t->fit, p->a, p->b);
        const double beyond = fabs(by) - 2 * sqrt(alea__rating_variance(&t->fit, p));
        if (beyond <= worst) continue;
        worst = beyond;
        t->misfit = k;
        t->misfit_by = by;
    }
}

alea_status alea__rate(const alea__pair_results *r, const alea__rating_settings *s, alea__ratings *out,
                       alea_error *error)
{
    alea_status status = bradley_terry_check(r, s, error);
    if (status) return status;
    alea__ratings t = {.entrants = r->entrants};
    t.rating = alea__alloc_array(r->entrants, sizeof *t.rating);
    if (!t.rating) status = alea__out_of_memory(error);
    if (!status) status = alea__fit_strengths(r, &t.fit, error);
    if (!status) status = bradley_terry_covariance(r, &t, error);
    for (uint32_t i = 0; i < r->entrants && !status; i++) t.rating[i].group = t.fit.group[i];
    if (!status) status = bradley_terry_find_sets(r, &t, error);
    if (status) {
        alea__ratings_free(&t);
        return status;
    }
    t.groups = t.fit.groups;
    for (uint32_t i = 0; i < r->entrants; i++) bradley_terry_fill(r, s, &t, i);
    bradley_terry_find_misfit(r, &t);
    *out = t;
    return ALEA_OK;
}

void alea__ratings_free(alea__ratings *t)
{
    alea__free(t->rating);
    alea__free(t->covariance);
    alea__fit_free(&t->fit);
    *t = (alea__ratings){0};
}

alea__rating_difference alea__rating_compare(const alea__pair_results *r, const alea__ratings *t, uint32_t a,
                                             uint32_t b, double confidence)
{
    ALEA_ASSERT(a < t->entrants && b < t->entrants && confidence > 0 && confidence < 1);
    if (t->fit.group[a] != t->fit.group[b])
        return (alea__rating_difference){0, INFINITY, -INFINITY, INFINITY, INFINITY, 0.5};
    const size_t n = t->entrants;
    const double *c = t->covariance;
    const double difference = (t->fit.strength[a] - t->fit.strength[b]) * alea__fit_scale(&t->fit);
    const double error = bradley_terry_root(c[a * n + a] + c[b * n + b] - 2 * c[a * n + b]);
    const double freedom = bradley_terry_freedom(r, &t->fit, a, b);
    const double half = error > 0 ? error * alea__student_point((1 - confidence) / 2, freedom) : 0;
    double superiority = difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
    if (error > 0) superiority = alea__normal_tail(-difference / error);
    return (alea__rating_difference){difference,        error,   difference - half,
                                     difference + half, freedom, superiority};
}
