/* Sums over units, and statistics from them. */
#include "base/assert.h"
#include "luck/luck_inside.h"
#include "rating/moments.h"

#include <math.h>

void alea__luck_sum_unit(alea__luck_sums *s, unsigned players, const double *plain, const double *adjusted)
{
    s->units++;
    for (unsigned a = 0; a < players; a++) {
        s->plain[a] += plain[a];
        s->adjusted[a] += adjusted[a];
        s->mixed_products[a] += plain[a] * adjusted[a];
        for (unsigned b = 0; b < players; b++) {
            s->plain_products[a][b] += plain[a] * plain[b];
            s->adjusted_products[a][b] += adjusted[a] * adjusted[b];
        }
    }
}

void alea__luck_add(alea__luck_sums *s, const alea__luck_sums *more)
{
    s->games += more->games;
    s->units += more->units;
    s->unfinished += more->unfinished;
    s->rolls += more->rolls;
    s->unknown += more->unknown;
    s->turns += more->turns;
    for (unsigned a = 0; a < ALEA_MAX_SEATS; a++) {
        s->wins[a] += more->wins[a];
        s->forfeits[a] += more->forfeits[a];
        s->decisions[a] += more->decisions[a];
        s->fuel[a] += more->fuel[a];
        s->money[a] += more->money[a];
        s->money_squares[a] += more->money_squares[a];
        s->plain[a] += more->plain[a];
        s->adjusted[a] += more->adjusted[a];
        s->mixed_products[a] += more->mixed_products[a];
        for (unsigned b = 0; b < ALEA_MAX_SEATS; b++) {
            s->plain_products[a][b] += more->plain_products[a][b];
            s->adjusted_products[a][b] += more->adjusted_products[a][b];
        }
    }
    for (unsigned i = 0; i < 5; i++) s->pentanomial[i] += more->pentanomial[i];
}

/* ---- estimates ---- */

static alea__luck_estimate luck_sums_estimate(uint64_t units, double sum, double squares)
{
    const alea__moments m = alea__moments_of_sums(units, sum, squares);
    return (alea__luck_estimate){.mean = m.mean,
                                 .error = sqrt(alea__moments_mean_variance(&m)),
                                 .variance = alea__moments_variance(&m)};
}

alea__luck_estimate alea__luck_of_bot(const alea__luck_sums *s, alea__luck_kind kind, unsigned bot)
{
    ALEA_ASSERT(bot < ALEA_MAX_SEATS);
    if (kind == ALEA__LUCK_PLAIN)
        return luck_sums_estimate(s->units, s->plain[bot], s->plain_products[bot][bot]);
    return luck_sums_estimate(s->units, s->adjusted[bot], s->adjusted_products[bot][bot]);
}
