/* Checks the input of a rating. */
#include "rating/pair_results.h"
#include "base/error.h"
#include "rating/messages.h"

#include <math.h>

#define MOST_GAMES 1e15

/* Checks one pair; `index` names it in messages about its entrants. */
static alea_status pair_results_check_one(const alea__pair_results *r, uint32_t index, alea_error *error)
{
    const alea__pair_result *p = &r->pair[index];
    if (p->a >= r->entrants || p->b >= r->entrants || p->a == p->b)
        return alea__fail(error, ALEA_E_RANGE, RATING_PAIR, index, p->a, p->b, r->entrants);
    if (!(p->games >= 0 && p->games <= MOST_GAMES))
        return alea__fail(error, ALEA_E_RANGE, RATING_GAMES, p->a, p->b, p->games, MOST_GAMES);
    if (p->games == 0) return ALEA_OK; /* the other fields are not used */
    if (r->linear ? !isfinite(p->mean) : !(p->mean >= -1 && p->mean <= 2))
        return alea__fail(error, ALEA_E_RANGE, RATING_MEAN, p->a, p->b, p->mean);
    if (!(p->variance >= 0 && p->units >= 0 && isfinite(p->variance) && isfinite(p->units)))
        return alea__fail(error, ALEA_E_RANGE, RATING_VARIANCE, p->a, p->b, p->variance, p->units);
    return ALEA_OK;
}

alea_status alea__pair_results_check(const alea__pair_results *r, alea_error *error)
{
    if (r->entrants < 1 || r->entrants > ALEA__RATED_MOST)
        return alea__fail(error, ALEA_E_RANGE, RATING_ENTRANTS, ALEA__RATED_MOST, r->entrants);
    for (uint32_t k = 0; k < r->count; k++) {
        const alea_status status = pair_results_check_one(r, k, error);
        if (status) return status;
    }
    return ALEA_OK;
}
