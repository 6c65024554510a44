/* Which pair plays next: rank-one updates of the sandwich covariance, one for each pair. */
#include "rating/allocate.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "rating/elementary.h"
#include "rating/messages.h"

#include <math.h>

#define PORTIONS 64 /* of a forecast */

/* ---- bounds ---- */

/* With r = c (reference / error)^2, the factor c makes the boundary narrowest about where the error is the reference. */
double alea__bound_at_all_looks(double error, double alpha)
{
    ALEA_ASSERT(error >= 0 && alpha > 0 && alpha < 1);
    static const double reference[] = {1024, 256, 64, 16, 4, 1, 0.25}; /* Elo */
    const int references = sizeof reference / sizeof *reference;
    if (error == 0 || error == INFINITY) return error;
    const double log_alpha = alea__log(alpha / references), c = -2 * log_alpha + alea__log(1 - 2 * log_alpha);
    double least = INFINITY;
    for (int k = 0; k < references; k++) {
        const double part = reference[k] / error, r = c * part * part;
        const double square = (1 + 1 / r) * (alea__log(1 + r) - 2 * log_alpha);
        if (square < least) least = square;
    }
    return error * sqrt(least);
}

/* ---- the ranking ---- */

static alea_status allocate_check(const alea__allocation_settings *s, alea_error *error)
{
    if (!(s->confidence >= 0.5 && s->confidence <= 0.999999))
        return alea__fail(error, ALEA_E_RANGE, RATING_CONFIDENCE, s->confidence);
    if (!(s->tie >= 0 && s->tie <= 1e6)) return alea__fail(error, ALEA_E_RANGE, RATING_TIE, s->tie);
    if (!(s->block_games >= 1 && s->block_games <= 1e15))
        return alea__fail(error, ALEA_E_RANGE, RATING_BLOCK, s->block_games);
    return ALEA_OK;
}

/* Best first, by insertion: from look to look little changes. */
static void allocate_rank(const alea__ratings *t, uint32_t *ranking)
{
    for (uint32_t i = 0; i < t->entrants; i++) {
        uint32_t place = i;
        for (; place > 0 && t->rating[ranking[place - 1]].rating < t->rating[i].rating; place--)
            ranking[place] = ranking[place - 1];
        ranking[place] = i;
    }
}

/* One look at the results. */
typedef struct allocate_look {
    const alea__pair_results *results;
    const alea__allocation_settings *settings;
    const alea__ratings *ratings;
} allocate_look;

/* Difference, bound and verdict of two neighbours. Where the error was measured from few units, the bound is that of Student's
   distribution with the same tail. */
static alea__neighbours allocate_compare(const allocate_look *l, uint32_t better, uint32_t worse)
{
    alea__neighbours n = {.better = better, .worse = worse, .error = INFINITY, .bound = INFINITY};
    const alea__rating_difference d = alea__rating_compare(l->results, l->ratings, better, worse, 0.95);
    if (d.error == INFINITY) return n;
    const double entrants = l->results->entrants,
                 alpha = (1 - l->settings->confidence) / (entrants * (entrants - 1) / 2);
    n.difference = d.difference;
    n.error = d.error;
    const double unit = l->results->linear ? 1 / 16.0 : 1;
    n.bound = alea__bound_at_all_looks(d.error / unit, alpha) * unit;
    if (d.error > 0 && d.freedom < INFINITY) {
        const double tail = alea__normal_tail(n.bound / d.error);
        n.bound = tail > 1e-300 ? d.error * alea__student_point(tail, d.freedom) : INFINITY;
    }
    if (n.difference > n.bound)
        n.verdict = ALEA__SEPARATED;
    else if (n.difference + n.bound < l->settings->tie)
        n.verdict = ALEA__TIED;
    return n;
}

/* How near neighbours are to a verdict: below 1 they are undecided. Those of different groups are the farthest. */
static double allocate_nearness(const alea__neighbours *n, double tie)
{
    if (n->error == INFINITY) return -INFINITY;
    const double apart = n->difference, most = apart > tie - apart ? apart : tie - apart;
    return n->bound == INFINITY ? -1 / n->error : most / n->bound;
}

/* Fills ranking and neighbours. */
static void allocate_judge(const allocate_look *l, alea__allocation *out)
{
    allocate_rank(l->ratings, out->ranking);
    for (uint32_t k = 0; k + 1 < out->entrants; k++) {
        out->neighbours[k] = allocate_compare(l, out->ranking[k], out->ranking[k + 1]);
        out->undecided += out->neighbours[k].verdict == ALEA__UNDECIDED;
    }
}

/* ---- the next pair ---- */

/* An entry of a matrix of entrants, such as the covariance. */
static double allocate_at(const double *matrix, const alea__ratings *t, uint32_t i, uint32_t j)
{
    return matrix[(size_t)i * t->entrants + j];
}

/* c' matrix d for the differences c = e_a - e_b and d = e_i - e_j. */
static double allocate_between(const double *matrix, const alea__ratings *t, const uint32_t c[2],
                               const uint32_t d[2])
{
    return allocate_at(matrix, t, c[0], d[0]) - allocate_at(matrix, t, c[0], d[1]) -
           (allocate_at(matrix, t, c[1], d[0]) - allocate_at(matrix, t, c[1], d[1]));
}

static double allocate_played(const alea__pair_result *p)
{
    return p->played > 0 ? p->played : p->games;
}

/* The variance of a difference of strengths after `games` more games of a pair. Where these change its weight, the information grows by
   g d d' and the variance of the slope by v d d'; inverse' c = inverse c - k inverse d by Sherman and Morrison's formula. Else the
   pair's own part of the variance falls. */
static double allocate_variance_after(const alea__ratings *t, const alea__pair_result *p, const uint32_t c[2],
                                      double games)
{
    const uint32_t d[2] = {p->a, p->b};
    const double slope = alea__fit_slope(&t->fit, p->a, p->b), unit = alea__fit_scale(&t->fit);
    const double scale = 1 / (unit * unit);
    const double of_game = p->games > 0 ? alea__rating_variance(&t->fit, p) * p->games : slope;
    const double g = games * slope, v = games * of_game;
    const double cd = allocate_between(t->fit.inverse, t, c, d),
                 dd = allocate_between(t->fit.inverse, t, d, d);
    if (p->played > 0)
        return scale * allocate_between(t->covariance, t, c, c) - cd * p->games * (cd * p->games) *
                                                                      alea__rating_variance(&t->fit, p) *
                                                                      games / (p->played + games);
    const double k = g * cd / (1 + g * dd), left = cd / (1 + g * dd);
    return scale *
               (allocate_between(t->covariance, t, c, c) - 2 * k * allocate_between(t->covariance, t, c, d) +
                k * k * allocate_between(t->covariance, t, d, d)) +
           v * left * left;
}

/* Whether more games of the pair would give no information. */
static bool allocate_is_exact(const alea__pair_result *p)
{
    return p->games > 0 && p->units == 0 && p->variance == 0;
}

/* The pair that lowers the variance of the least certain neighbours most. */
static void allocate_best_pair(const allocate_look *l, alea__allocation *out)
{
    const alea__pair_results *r = l->results;
    const alea__ratings *t = l->ratings;
    const alea__allocation_settings *s = l->settings;
    const alea__neighbours *n = &out->neighbours[out->least_certain];
    const uint32_t c[2] = {n->better, n->worse};
    const double unit = alea__fit_scale(&t->fit);
    double least = n->error * n->error / (unit * unit);
    for (uint32_t k = 0; k < r->count; k++) {
        const alea__pair_result *p = &r->pair[k];
        if (allocate_is_exact(p) || t->fit.group[p->a] != t->fit.group[p->b]) continue;
        if (s->most_games > 0 && allocate_played(p) >= s->most_games) continue;
        const double variance = allocate_variance_after(t, p, c, s->block_games);
        if (variance >= least) continue;
        least = variance;
        out->next = k;
    }
    out->next_error = sqrt(least > 0 ? least : 0) * unit;
}

/* The first pair that connects two groups. Returns false if there is none. */
static bool allocate_connecting_pair(const alea__pair_results *r, const alea__ratings *t,
                                     alea__allocation *out)
{
    for (uint32_t k = 0; k < r->count; k++) {
        if (t->fit.group[r->pair[k].a] == t->fit.group[r->pair[k].b]) continue;
        out->next = k;
        return true;
    }
    return false;
}

/* Finds the least certain neighbours, and the pair to play for them. If no listed pair connects groups, neighbours of different
   groups are passed over: they stay undecided. */
static void allocate_choose(const allocate_look *l, alea__allocation *out)
{
    double least = INFINITY;
    out->next = l->results->count;
    out->next_error = INFINITY;
    if (out->undecided == 0) return;
    const bool connects = allocate_connecting_pair(l->results, l->ratings, out);
    for (uint32_t k = 0; k + 1 < out->entrants; k++) {
        const alea__neighbours *n = &out->neighbours[k];
        if (n->verdict != ALEA__UNDECIDED || (n->error == INFINITY && !connects)) continue;
        const double nearness = allocate_nearness(n, l->settings->tie);
        if (nearness >= least) continue;
        least = nearness;
        out->least_certain = k;
    }
    if (!connects && least < INFINITY) allocate_best_pair(l, out);
}

alea_status alea__allocate(const alea__pair_results *r, const alea__allocation_settings *s,
                           alea__allocation *out, alea_error *error)
{
    const alea__rating_settings settings = ALEA__RATING_SETTINGS;
    alea__ratings t;
    alea_status status = allocate_check(s, error);
    if (!status && r->slope_variance) status = alea__fail(error, ALEA_E_REFUSED, RATING_TABLES);
    if (!status) status = alea__rate(r, &settings, &t, error);
    if (status) return status;
    alea__allocation a = {.entrants = r->entrants};
    a.ranking = alea__alloc_array(r->entrants, sizeof *a.ranking);
    a.neighbours = alea__alloc_array(r->entrants, sizeof *a.neighbours);
    if (a.ranking && a.neighbours) {
        const allocate_look look = {r, s, &t};
        allocate_judge(&look, &a);
        allocate_choose(&look, &a);
        *out = a;
    } else {
        alea__allocation_free(&a);
        status = alea__out_of_memory(error);
    }
    alea__ratings_free(&t);
    return status;
}

void alea__allocation_free(alea__allocation *a)
{
    alea__free(a->ranking);
    alea__free(a->neighbours);
    *a = (alea__allocation){0};
}

/* ---- forecasts ---- */

/* The largest standard error of neighbours. */
static double allocate_widest(const alea__allocation *a)
{
    double widest = 0;
    for (uint32_t k = 0; k + 1 < a->entrants; k++)
        if (a->neighbours[k].error > widest) widest = a->neighbours[k].error;
    return widest;
}

/* Copies the results with the model's scores as means, so that more games change no rating. Pairs that connect groups have
   no such score and are expected to be even. */
static alea_status allocate_expect(const alea__pair_results *r, alea__pair_result **out, alea_error *error)
{
    alea__fit fit;
    alea__pair_result *pair = alea__alloc_array((size_t)r->count + 1, sizeof *pair);
    if (!pair) return alea__out_of_memory(error);
    const alea_status status = alea__fit_strengths(r, &fit, error);
    if (status) {
        alea__free(pair);
        return status;
    }
    for (uint32_t k = 0; k < r->count; k++) {
        pair[k] = r->pair[k];
        const bool comparable = fit.group[pair[k].a] == fit.group[pair[k].b];
        if (pair[k].games > 0 && pair[k].variance == 0 && pair[k].units > 0)
            pair[k].variance = alea__rating_variance(&fit, &pair[k]);
        pair[k].mean = comparable ? alea__fit_score(&fit, pair[k].a, pair[k].b) : r->linear ? 0 : 0.5;
    }
    alea__fit_free(&fit);
    *out = pair;
    return ALEA_OK;
}

/* Changes the result as if the pair had played `games` more games like the earlier ones. */
static void allocate_play(alea__pair_result *p, bool linear, double games)
{
    if (p->games == 0) {
        p->games = games;
        p->units = games;
        p->variance = (linear ? 1 : p->mean * (1 - p->mean)) / games;
        return;
    }
    const double played = allocate_played(p), part = played / (played + games);
    p->variance *= part;
    p->units /= part;
    if (p->played > 0)
        p->played += games;
    else
        p->games += games;
}

/* Plays the games in portions: pair[] are those of the results. */
static alea_status allocate_look_ahead(const alea__pair_results *r, alea__pair_result *pair,
                                       const alea__allocation_settings *s, alea__forecast *f,
                                       alea_error *error)
{
    for (int portion = 0;; portion++) {
        alea__allocation a;
        const alea_status status = alea__allocate(r, s, &a, error);
        if (status) return status;
        f->undecided_then = a.undecided;
        f->widest_then = allocate_widest(&a);
        const uint32_t next = a.next;
        alea__allocation_free(&a);
        if (f->undecided_then == 0) f->games_to_certainty = portion * s->block_games;
        if (next == r->count || portion == PORTIONS) return ALEA_OK;
        allocate_play(&pair[next], r->linear, s->block_games);
    }
}

alea_status alea__forecast_games(const alea__pair_results *r, const alea__allocation_settings *s,
                                 double games, alea__forecast *out, alea_error *error)
{
    if (!(games >= PORTIONS && games <= 1e15))
        return alea__fail(error, ALEA_E_RANGE, RATING_FORECAST, games, PORTIONS);
    alea__allocation now;
    alea_status status = alea__allocate(r, s, &now, error);
    if (status) return status;
    alea__forecast f = {
        .undecided_now = now.undecided, .widest_now = allocate_widest(&now), .games_to_certainty = INFINITY};
    alea__allocation_free(&now);
    alea__pair_result *pair = NULL;
    status = allocate_expect(r, &pair, error);
    if (status) return status;
    const alea__pair_results expected = {
        .entrants = r->entrants, .count = r->count, .pair = pair, .linear = r->linear};
    alea__allocation_settings portion = *s;
    portion.block_games = games / PORTIONS;
    status = allocate_look_ahead(&expected, pair, &portion, &f, error);
    alea__free(pair);
    if (!status) *out = f;
    return status;
}
