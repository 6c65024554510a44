/* Likelihood ratios of two hypotheses about a difference, each with the distribution that fits it best. */
#include "rating/sprt.h"
#include "base/assert.h"
#include "base/error.h"
#include "rating/elementary.h"
#include "rating/messages.h"

#include <math.h>

#define NORMALISED (800 / 2.302585092994045684) /* Elo of one standard deviation of a game */
#define NO_COUNT   1e-3                         /* replaces a count of 0 */

enum { MOST_KINDS = 5, MOST_ROUNDS = 200, MOST_STEPS = 200 };

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

/* ---- counts ---- */

/* Results of units: kind i has score i / (kinds - 1) and happened in this share of all units. */
typedef struct sprt_shares {
    int kinds;
    double total, share[MOST_KINDS];
} sprt_shares;

static sprt_shares sprt_shares_of(const uint64_t *count, int kinds)
{
    sprt_shares s = {.kinds = kinds};
    for (int i = 0; i < kinds; i++) {
        s.share[i] = count[i] > 0 ? (double)count[i] : NO_COUNT;
        s.total += s.share[i];
    }
    for (int i = 0; i < kinds; i++) s.share[i] /= s.total;
    return s;
}

static double sprt_kind_score(const sprt_shares *s, int kind)
{
    return (double)kind / (s->kinds - 1);
}

/* The likeliest distribution under which the mean of phi is 0 has probabilities share / (1 + theta phi), with the theta at which
   sum of share phi / (1 + theta phi) is 0. The sum falls from infinity to -infinity between the two poles, and Newton's method is kept
   within bounds that bisection narrows. phi must have both signs. */
static double sprt_theta(const sprt_shares *s, const double *phi)
{
    double least = phi[0], most = phi[0];
    for (int i = 1; i < s->kinds; i++) {
        least = phi[i] < least ? phi[i] : least;
        most = phi[i] > most ? phi[i] : most;
    }
    ALEA_ASSERT(least < 0 && most > 0);
    double low = -1 / most, high = -1 / least, theta = 0;
    for (int step = 0; step < MOST_STEPS; step++) {
        double sum = 0, slope = 0;
        for (int i = 0; i < s->kinds; i++) {
            const double part = phi[i] / (1 + theta * phi[i]);
            sum += s->share[i] * part;
            slope -= s->share[i] * part * part;
        }
        if (sum > 0)
            low = theta;
        else
            high = theta;
        double next = theta - sum / slope;
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        if (fabs(next - theta) <= 1e-14 * (1 + fabs(theta))) break;
        theta = next;
    }
    return theta;
}

/* Mean of ln(1 + theta phi): the log-likelihood per unit that the most likely distribution with that mean loses. */
static double sprt_cost(const sprt_shares *s, const double *phi, double theta)
{
    double sum = 0;
    for (int i = 0; i < s->kinds; i++) sum += s->share[i] * alea__log(1 + theta * phi[i]);
    return sum;
}

/* The cost of a given mean. */
static double sprt_cost_of_mean(const sprt_shares *s, double mean)
{
    double phi[MOST_KINDS] = {0};
    for (int i = 0; i < s->kinds; i++) phi[i] = sprt_kind_score(s, i) - mean;
    return sprt_cost(s, phi, sprt_theta(s, phi));
}

/* Mean and deviation of the scores. */
static void sprt_moments(const sprt_shares *s, const double *p, double *mean, double *deviation)
{
    double sum = 0, square = 0;
    for (int i = 0; i < s->kinds; i++) sum += p[i] * sprt_kind_score(s, i);
    for (int i = 0; i < s->kinds; i++)
        square += p[i] * (sprt_kind_score(s, i) - sum) * (sprt_kind_score(s, i) - sum);
    *mean = sum;
    *deviation = sqrt(square);
}

/* phi for "the mean is t deviations above 1/2", linear at the distribution p: Van den Bergh, section 4.1. False if it has one sign,
   so that no distribution fulfils it. */
static bool sprt_linearise(const sprt_shares *s, double t, const double *p, double *phi)
{
    double mean, deviation;
    bool above = false, below = false;
    sprt_moments(s, p, &mean, &deviation);
    for (int i = 0; i < s->kinds; i++) {
        const double score = sprt_kind_score(s, i), off = (score - mean) / deviation;
        phi[i] = score - 0.5 - t * deviation * (1 + off * off) / 2;
        above |= phi[i] > 0;
        below |= phi[i] < 0;
    }
    return above && below;
}

/* A starting distribution: the uniform one if possible; otherwise one whose mean is t deviations above 1/2, with p
   proportional to e^(tilt score). The ratio of mean to deviation rises with the tilt. */
static void sprt_begin(const sprt_shares *s, double t, double *p)
{
    double low = -200, high = 200, phi[MOST_KINDS];
    for (int i = 0; i < s->kinds; i++) p[i] = 1.0 / s->kinds;
    if (sprt_linearise(s, t, p, phi)) return;
    for (int step = 0; step < 60; step++) {
        const double tilt = (low + high) / 2;
        double sum = 0, mean, deviation;
        for (int i = 0; i < s->kinds; i++) sum += p[i] = alea__exp(tilt * (sprt_kind_score(s, i) - 0.5));
        for (int i = 0; i < s->kinds; i++) p[i] /= sum;
        sprt_moments(s, p, &mean, &deviation);
        if (mean - 0.5 < t * deviation)
            low = tilt;
        else
            high = tilt;
    }
}

/* The cost of a mean that is t deviations above 1/2: solves the linear problem again and again, at the distribution found before. */
static double sprt_cost_of_ratio(const sprt_shares *s, double t)
{
    double p[MOST_KINDS], phi[MOST_KINDS] = {0}, theta = 0, next[MOST_KINDS];
    sprt_begin(s, t, p);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (!sprt_linearise(s, t, p, next)) break;
        double change = 0;
        for (int i = 0; i < s->kinds; i++) phi[i] = next[i];
        theta = sprt_theta(s, phi);
        for (int i = 0; i < s->kinds; i++) {
            const double found = s->share[i] / (1 + theta * phi[i]);
            change = fmax(change, fabs(found - p[i]));
            p[i] = found;
        }
        if (change < 1e-12) break;
    }
    return sprt_cost(s, phi, theta);
}

/* The test on units of `games_each` games, counted by their result. */
static alea__sprt_state sprt_of_shares(const alea__sprt *t, const sprt_shares *s, unsigned games_each)
{
    ALEA_ASSERT(t->elo0 < t->elo1);
    const double factor = sqrt(games_each) / NORMALISED;
    const bool normalised = t->scale == ALEA__ELO_NORMALISED;
    const double cost0 =
        normalised ? sprt_cost_of_ratio(s, t->elo0 * factor) : sprt_cost_of_mean(s, sprt_score(t->elo0));
    const double cost1 =
        normalised ? sprt_cost_of_ratio(s, t->elo1 * factor) : sprt_cost_of_mean(s, sprt_score(t->elo1));
    return sprt_state(t, s->total * (cost0 - cost1));
}

alea__sprt_state alea__sprt_of_counts(const alea__sprt *t, const uint64_t count[5])
{
    const sprt_shares s = sprt_shares_of(count, 5);
    return sprt_of_shares(t, &s, 2);
}

alea__sprt_state alea__sprt_of_games(const alea__sprt *t, const uint64_t count[3])
{
    const sprt_shares s = sprt_shares_of(count, 3);
    return sprt_of_shares(t, &s, 1);
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

/* ---- estimates and forecasts ---- */

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

alea__moments alea__moments_of_counts(const uint64_t count[5])
{
    alea__moments m = {0};
    double sum = 0;
    for (int k = 0; k < 5; k++) {
        m.units += count[k];
        sum += k * (double)count[k];
    }
    if (m.units == 0) return m;
    m.mean = sum / (4 * (double)m.units);
    for (int k = 0; k < 5; k++) m.squares += (double)count[k] * (k / 4.0 - m.mean) * (k / 4.0 - m.mean);
    return m;
}

/* The mean of a unit, in its deviations, that a difference in Elo means. */
static double sprt_ratio(const alea__sprt *t, double elo, unsigned games_each)
{
    const double game = t->scale == ALEA__ELO_NORMALISED ? elo / NORMALISED : 2 * sprt_score(elo) - 1;
    return game * sqrt(games_each);
}

/* A step of the walk has mean (t1 - t0) (t - (t0 + t1) / 2) and variance (t1 - t0)^2. With h = (t0 + t1 - 2 t) / (t1 - t0) the ratio to
   the power h has mean 1, which gives the chance to end at either limit, and Wald's identity then the length. */
double alea__sprt_expected_units(const alea__sprt *t, double elo, unsigned games_each)
{
    const alea__sprt_state s = sprt_state(t, 0);
    const double t0 = sprt_ratio(t, t->elo0, games_each), t1 = sprt_ratio(t, t->elo1, games_each);
    const double apart = t1 - t0, h = (t0 + t1 - 2 * sprt_ratio(t, elo, games_each)) / apart;
    if (fabs(h) < 1e-6) return -s.lower * s.upper / (apart * apart);
    /* P(upper) = (1 - e^(h lower)) / (e^(h upper) - e^(h lower)), with exponents that are not positive */
    const double span = s.upper - s.lower;
    const double chance =
        h > 0 ? alea__exp(-h * s.upper) * (1 - alea__exp(h * s.lower)) / (1 - alea__exp(-h * span))
              : (1 - alea__exp(-h * s.lower)) / (1 - alea__exp(h * span));
    return (chance * s.upper + (1 - chance) * s.lower) / (-h / 2 * apart * apart);
}
