#pragma once
/* Whether strength is a ladder or runs in circles: the graph of "beats, significantly".

   There is an arrow from a to b if a's mean against b is above 1/2, or 0 where results are linear, significantly: the p-values of all pairs, two-sided, pass
   Holm's procedure (Scand. J. Stat. 6, 1979), so that with the given confidence *all* arrows are right. Exact results (known
   variance 0) are certain whenever they differ from 1/2, and are not counted among the tests. */
#include "rating/pair_results.h"

typedef struct alea__cycles {
    uint32_t entrants, arrows; /* how many arrows there are */
    uint32_t sets;             /* strongly connected sets; as many as entrants if there is no cycle */
    uint32_t *set;             /* [entrants] arrows between sets lead from lower to higher numbers */
    uint32_t *
        cycle; /* [length] a shortest cycle: each beats the next, the last beats the first. The first one in lexicographic order, beginning with its lowest number */
    uint32_t length; /* 0: no cycle; otherwise at least 3 */
} alea__cycles;

/* Pairs listed twice make two arrows if both are significant. Fails for results out of range, or a confidence that is not between
   0.5 and 0.999999 (ALEA_E_RANGE); on failure nothing is left to free. */
alea_status alea__find_cycles(const alea__pair_results *, double confidence, alea__cycles *, alea_error *);
void alea__cycles_free(alea__cycles *);

/* How likely a mean at least as high as the pair's is if a is not better than b: the one-sided p-value, from Student's distribution
   where the variance is measured. A variance that could not be measured is taken as 1/4 per unit, the largest there can be. A known
   variance of 0 gives 0, 1/2 or 1. The pair must have met. */
double alea__pair_p_value(const alea__pair_result *);
