/* Means and deviations over groups. */
#include "tournament/group_sums.h"

#include <string.h>

alea__group_sums alea__group_values(const alea__unit_result *r)
{
    alea__group_sums s = {.units = r->groups,
                          .games_each = r->groups > 0 ? (double)r->games / (double)r->groups : 0};
    memcpy(s.value, r->value, sizeof s.value);
    memcpy(s.products, r->value_products, sizeof s.products);
    return s;
}

alea__group_sums alea__group_wins(const alea__unit_result *r, bool money)
{
    if (!money) return alea__group_values(r);
    alea__group_sums s = {.units = r->games, .games_each = 1};
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) s.value[i] = s.products[i][i] = (double)r->wins[i];
    return s;
}

alea__moments alea__group_difference(const alea__group_sums *s, unsigned i, unsigned j)
{
    const double squares = s->products[i][i] - 2 * s->products[i][j] + s->products[j][j];
    return alea__moments_of_sums(s->units, s->value[i] - s->value[j], squares);
}

/* Money is counted over all games, its squares over groups, of a group's mean. */
alea__moments alea__group_dollars(const alea__unit_result *r, unsigned i)
{
    const double share = r->games > 0 ? (double)r->groups / (double)r->games : 0;
    return alea__moments_of_sums(r->groups, (double)r->money[i] * share, r->money_squares[i]);
}
