/* Means and deviations over groups. */
#include "tournament/group_sums.h"

alea__moments alea__group_difference(const alea__unit_result *r, unsigned i, unsigned j)
{
    const double squares = r->value_products[i][i] - 2 * r->value_products[i][j] + r->value_products[j][j];
    return alea__moments_of_sums(r->groups, r->value[i] - r->value[j], squares);
}

/* Money is counted over all games, its squares over groups, of a group's mean. */
alea__moments alea__group_dollars(const alea__unit_result *r, unsigned i)
{
    const double share = r->games > 0 ? (double)r->groups / (double)r->games : 0;
    return alea__moments_of_sums(r->groups, (double)r->money[i] * share, r->money_squares[i]);
}
