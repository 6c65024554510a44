#pragma once
/* Games of three and more: results of pairs that come from the same games.

   Who beats one opponent in a game of five has probably beaten the others, too. The pairs of such games are rated like others
   (pair_results.h), but their errors are not independent. What the errors of ratings depend on is the *net score* of each seat in a
   unit, the sum of its scores against all others at the table, over the games of the unit. Its covariance between seats is measured
   lineup by lineup, and summed over lineups:

       alea__slope_variance_add(variance, entrants, lineup, &moments);             for each lineup
       results.slope_variance = variance; */
#include <alea/status.h>

enum { ALEA__LINEUP_SEATS = 8 };

typedef struct alea__lineup_moments {
    uint32_t seats; /* 2 … ALEA__LINEUP_SEATS */
    uint64_t units;
    double mean[ALEA__LINEUP_SEATS];
    double products[ALEA__LINEUP_SEATS]
                   [ALEA__LINEUP_SEATS]; /* sums of products of deviations from the means; symmetric */
} alea__lineup_moments;

/* Adds the contribution of a lineup's units to variance[entrants][entrants]: their number times the covariance of one.
   `lineup` names the entrant in each seat. A lineup with fewer than two units contributes nothing, so its error is left out
   until more are played. */
void alea__slope_variance_add(double *variance, uint32_t entrants, const uint32_t *lineup,
                              const alea__lineup_moments *);
