#pragma once
/* What ratings are computed from: for each pair of entrants how the one scored against the other.

   A *score* is 1 for a win, 1/2 for a tie and 0 for a loss. The mean may be adjusted for luck, and then lie slightly outside
   0 … 1. Its variance is measured, not derived from the mean: games that share their dice are not independent.

   Instead of scores, results may be *linear*: what a gains from b, such as dollars, with 0 between equals and no limits. */
#include "rating/moments.h"

#include <alea/status.h>

typedef struct alea__pair_result {
    uint32_t a, b; /* two different entrants */
    double
        games; /* weight of the pair in a fit, usually the number of its games; 0: the pair may meet, but has not */
    double mean;     /* of a's score per game, from -1 to 2; or of its gain */
    double variance; /* of that mean; never negative */
    double units;    /* independent units from which the variance was estimated; 0: the variance is known */
    /* The number of games played, if `games` is a fixed weight. 0: it is `games`. */
    double played;
} alea__pair_result;
/* There are three kinds of variance:
     units == 0             known. Exact results have variance 0.
     units > 0, variance > 0    measured.
     units > 0, variance == 0   not measurable, from one unit or from equal ones; the fitted model's p (1 - p) / games is used. */

typedef struct alea__pair_results {
    uint32_t entrants; /* 1 … ALEA__RATED_MOST; numbered from 0 */
    uint32_t
        count; /* of pairs. A pair should be listed once; one listed twice counts as two sources of information */
    const alea__pair_result *pair;
    const double *
        slope_variance; /* NULL: pairs are independent. For games of three and more: [entrants][entrants], from lineup_moments.h, symmetric; it replaces the variances of the pairs in errors of ratings */
    bool linear;        /* gains, not scores. Variances of pairs that met are known or measured */
} alea__pair_results;

enum { ALEA__RATED_MOST = 2048 }; /* entrants: a fit needs three matrices of entrants * entrants doubles */

/* Refuses entrants out of range or paired with themselves, and numbers out of the ranges above (ALEA_E_RANGE). */
alea_status alea__pair_results_check(const alea__pair_results *, alea_error *);
