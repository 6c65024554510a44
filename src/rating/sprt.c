/* Likelihood ratios of two hypotheses about a difference, each with the distribution that fits it best. */
#include "rating/sprt.h"
#include "base/assert.h"
#include "base/error.h"
#include "rating/elementary.h"
#include "rating/messages.h"

#include <math.h>

#define NORMALISED (800 / 2.302585092994045684) /* Elo of one standard deviation of a game */

alea_status alea__sprt_check(const alea__sprt *t, alea_error *error)
{
    if (!(t->elo0 >= -1000 && t->elo1 <= 1000 && t->elo0 < t->elo1))
        return alea__fail(error, ALEA_E_RANGE, RATING_SPRT_ELO, t->elo0, t->elo1);
    if (!(t->alpha >= 1e-6 && t->beta >= 1e-6 && t->alpha + t->beta < 1))
        return alea__fail(error, ALEA_E_RANGE, RATING_SPRT_ERRORS, t->alpha, t->beta);
    return ALEA_OK;
}

/* The state of a test with this log-likelihood ratio. */
static alea__sprt_state sprt_state(const alea__sprt *t, double ratio)
{
    alea__sprt_state s = {.ratio = ratio,
                          .lower = alea__log(t->beta / (1 - t->alpha)),
                          .upper = alea__log((1 - t->beta) / t->alpha)};
    if (ratio >= s.upper)
        s.verdict = ALEA__SPRT_ACCEPT_1;
    else if (ratio <= s.lower)
        s.verdict = ALEA__SPRT_ACCEPT_0;
    return s;
}

/* The score that belongs to logistic Elo. */
static double sprt_score(double elo)
{
    return alea__logistic(elo * (2 / NORMALISED));
}

/* ---- units ---- */

/* The log-likelihood per unit of normal values whose mean is t deviations above the middle, at the most likely deviation,
   up to a constant. `lean` is the mean of the values less the middle, divided by the root of their mean square. With y =
   root / deviation it is ln y - y^2 / 2 + t lean y - t^2 / 2, and greatest at y^2 - t lean y - 1 = 0. */
static double sprt_normal_likelihood(double t, double lean)
{
    const double y = (t * lean + sqrt(t * lean * t * lean + 4)) / 2;
    return alea__log(y) - y * y / 2 + t * lean * y - t * t / 2;
}

alea__sprt_state alea__sprt_of_units(const alea__sprt *t, const alea__sprt_units *u)
{
    ALEA_ASSERT(t->elo0 < t->elo1 && u->games_each > 0);
    const double n = (double)u->moments->units, off = u->moments->mean - u->middle;
    if (u->moments->units == 0) return sprt_state(t, 0);
    if (t->scale == ALEA__ELO_NORMALISED) {
        const double factor = sqrt(u->games_each) / NORMALISED,
                     root = sqrt(u->moments->squares / n + off * off);
        const double lean = root > 0 ? off / root : 0;
        return sprt_state(t, n * (sprt_normal_likelihood(t->elo1 * factor, lean) -
                                  sprt_normal_likelihood(t->elo0 * factor, lean)));
    }
    const double variance = (u->moments->squares + 0.25) / (n + 1);
    const double off0 = u->moments->mean - sprt_score(t->elo0), off1 = u->moments->mean - sprt_score(t->elo1);
    return sprt_state(t, n / 2 * alea__log((variance + off0 * off0) / (variance + off1 * off1)));
}

/* ---- estimates ---- */

/* Logistic Elo of a mean score. */
static double sprt_elo(double score)
{
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return alea__logit(score) * (NORMALISED / 2);
}

alea__paired_estimate alea__paired_estimate_of(const alea__sprt_units *u, double confidence)
{
    ALEA_ASSERT(u->moments->units > 0 && confidence > 0 && confidence < 1);
    const double n = (double)u->moments->units, z = alea__two_sided(confidence),
                 off = u->moments->mean - u->middle;
    const double deviation = sqrt(alea__moments_variance(u->moments)),
                 factor = NORMALISED / sqrt(u->games_each);
    alea__paired_estimate e = {.mean = u->moments->mean, .error = deviation / sqrt(n)};
    e.elo = sprt_elo(e.mean);
    e.elo_lower = sprt_elo(e.mean - z * e.error);
    e.elo_upper = sprt_elo(e.mean + z * e.error);
    e.half = z * factor / sqrt(n);
    if (deviation > 0) {
        e.normalised = off / deviation * factor;
        e.superiority = alea__normal_tail(-off / e.error);
    } else {
        e.normalised = off > 0 ? INFINITY : off < 0 ? -INFINITY : 0;
        e.superiority = off > 0 ? 1 : off < 0 ? 0 : 0.5;
    }
    return e;
}
