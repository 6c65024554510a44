#ifndef ALEA_TOURNAMENT_GROUP_SUMS_H
#define ALEA_TOURNAMENT_GROUP_SUMS_H
/* What the sums over groups of games say (unit/unit.h): means and deviations, for the ranking and for comparisons. */
#include "rating/moments.h"
#include "tournament/unit/unit.h"

/* How much more often the bot in place i wins than that in place j. */
alea__moments alea__group_difference(const alea__unit_result *, unsigned i, unsigned j);
/* What the bot in place i earns in a game. */
alea__moments alea__group_dollars(const alea__unit_result *, unsigned i);
#endif
