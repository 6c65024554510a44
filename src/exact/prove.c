#include "exact/prove.h"
#include "base/assert.h"
#include "base/directed.h"
#include "base/error.h"
#include "exact/messages.h"

#include <math.h>

enum { MOST_TRIES = 6, MOST_WIDENINGS = 2000 };
#define MORE    1.01 /* factor on the missing distance */
#define ROUNDED 8    /* times the reach that is tried first: what rounding alone can make missing */

typedef struct proof {
    const exact_model *m;
    exact_work *work;
    double *lower, *upper;
    alea__rounding how;
} proof;

/* Zeros keep their signs, which fmin and fmax do not guarantee; NaN becomes the widest bounds. */
static void proof_spread(const proof *p, double e)
{
    const double least = p->m->minimum, most = p->m->maximum;
    for (uint32_t i = 0; i < p->work->positions; i++) {
        const double x = p->work->x[i], reach = alea__product(p->how, e, p->work->w[i]),
                     lower = alea__difference(p->how, x, reach), upper = alea__sum(p->how, x, reach),
                     above = lower >= least ? lower : least, below = upper <= most ? upper : most;
        p->lower[i] = above <= most ? above : most;
        p->upper[i] = below >= least ? below : least;
    }
}

/* How much the bounds fail one step at the worst place; with `widen`, bounds that fail are widened. */
static double proof_compare(const proof *p, bool widen)
{
    const exact_model *m = p->m;
    const alea__rounding how = p->how;
    const double twice = alea__product(how, 2, m->margin);
    double need = 0;
    for (uint32_t i = 0; i < p->work->positions; i++) {
        const double low = p->work->c[i], neg = p->work->better[i];
        const double above = alea__difference(how, low, p->lower[i]),
                     below = alea__sum(how, p->upper[i], neg);
        if (p->lower[i] > m->minimum && !(above >= m->margin)) {
            need = fmax(need, isnan(above) ? INFINITY : alea__difference(how, m->margin, above));
            if (widen) p->lower[i] = fmax(alea__difference(how, low, twice), m->minimum);
        }
        if (p->upper[i] < m->maximum && !(below >= m->margin)) {
            need = fmax(need, isnan(below) ? INFINITY : alea__difference(how, m->margin, below));
            if (widen) p->upper[i] = fmin(-alea__difference(how, neg, twice), m->maximum);
        }
    }
    return need;
}

/* One step from the bounds; *need is 0 when they are proved. */
static alea_status proof_check(const proof *p, bool widen, double *need, alea_error *error)
{
    for (uint32_t i = 0; i < p->work->positions; i++) p->work->c[i] = p->work->better[i] = INFINITY;
    const exact_bounds_step step = {p->how, p->lower, p->upper, p->work->c, p->work->better};
    alea_status status = p->m->step(p->m->user, &step, error);
    if (status == ALEA_OK) status = exact_model_poll(p->m, error);
    *need = status == ALEA_OK ? proof_compare(p, widen) : INFINITY;
    return status;
}

/* A small need is met only in part: most of it comes from rounding the step to a double. */
static double proof_more(const proof *p, double need)
{
    const bool little = need <= alea__product(p->how, ROUNDED, p->m->first_distance);
    return alea__product(p->how, little ? 0.5 : MORE, need);
}

/* Widens the bounds until one step proves them: all by the same measure a few times, then only those that fail, one by one. */
static alea_status proof_find(const proof *p, alea_error *error)
{
    double need, e = p->m->first_distance;
    proof_spread(p, e);
    alea_status status = proof_check(p, false, &need, error);
    e = alea__sum(p->how, e, proof_more(p, need));
    for (int tries = 1; status == ALEA_OK && need > 0 && isfinite(e) && tries <= MOST_TRIES; tries++) {
        proof_spread(p, e);
        status = proof_check(p, tries == MOST_TRIES, &need, error);
        e = alea__sum(p->how, e, proof_more(p, need));
    }
    for (int round = 0; status == ALEA_OK && need > 0 && isfinite(need) && round < MOST_WIDENINGS; round++)
        status = proof_check(p, true, &need, error);
    if (status != ALEA_OK || need == 0) return status;
    return alea__fail(error, ALEA_E_RANGE, EXACT_NOT_BOUNDED, p->m->subject);
}

alea_status exact_prove(const exact_model *m, exact_work *work, double *lower, double *upper,
                        alea_error *error)
{
    const proof p = {m, work, lower, upper, alea__choose_rounding()};
    ALEA_ASSERT(m->first_distance >= 0 && m->margin >= 0 && m->minimum <= m->maximum);
    const int mode = alea__round_down(p.how);
    alea_status status = proof_find(&p, error);
    if (status == ALEA_OK && m->tighten) m->tighten(m->user, p.how, lower, upper);
    alea__round_as_before(p.how, mode);
    return status;
}
