#pragma once
/* Statistics from sums over groups of games (unit/unit.h): means and deviations, for the ranking and for comparisons. */
#include "rating/moments.h"
#include "tournament/unit/unit.h"

/* Sums over units, each of that many games, of the results of each bot in a game, and of products of two bots' results. */
typedef struct alea__group_sums {
    uint64_t units;
    double games_each;
    double value[ALEA_MAX_SEATS], products[ALEA_MAX_SEATS][ALEA_MAX_SEATS];
} alea__group_sums;

/* Of the quantity that counts: wins, or dollars. */
alea__group_sums alea__group_values(const alea__unit_result *);
/* Of wins. If dollars count, groups have no products of wins: then each game counts by itself, as if no games shared dice,
   so that deviations are those of independent games. */
alea__group_sums alea__group_wins(const alea__unit_result *, bool money);

/* How much more the bot in place i has than that in place j. */
alea__moments alea__group_difference(const alea__group_sums *, unsigned i, unsigned j);
/* The earnings per game of the bot at place i, by all dollars paid. */
alea__moments alea__group_dollars(const alea__unit_result *, unsigned i);
