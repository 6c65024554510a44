#pragma once
/* Minimum-weight perfect matching in a complete graph: each node gets a partner, at the least total cost.

   Edmonds' blossom algorithm with dual variables (J. Res. NBS 69B, 1965; Galil, ACM Comput. Surv. 18, 1986), in O(n^3) time and
   O(n^2) memory. All numbers are whole, so the result is exact. In development builds it is asserted that the dual problem has the same
   value, which proves it. */
#include <alea/status.h>

enum { ALEA__MATCHING_MOST = 1024 };
#define ALEA__MATCHING_DEAREST (INT64_C(1) << 50) /* costs are from 0 to this */

/* cost[i * count + j] is the cost of the pair i, j; symmetric, its diagonal ignored. `count` is even, 0 … ALEA__MATCHING_MOST.
   partner[i] becomes the partner of i. Fails if memory runs out, or for a count or a cost out of range (ALEA_E_RANGE). */
alea_status alea__matching_solve(uint32_t count, const int64_t *cost, uint32_t *partner, alea_error *);
