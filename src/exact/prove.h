#pragma once
/* Bounds around values that were found, proved by one Bellman step.

   Let x be the values and w the expected number of turns still to come. A step from L = x - e w raises the values by
   e, less the error of x, and a step from U = x + e w lowers them likewise. So if e is small but exceeds the error,
   L <= T(L) and T(U) <= U, which is checked in every position, rounding down. Where two moves are nearly equal, the
   longer one can need wider bounds than the chosen one; only the bounds that fail there are widened. The quality of x
   and w affects the width of the bounds, but not their validity. Why the check proves the bounds: check_blocks.h. */
#include "exact/model.h"

/* Fills `lower` and `upper` by position, from work->x and work->w; overwrites work->c and work->better. ALEA_E_RANGE if no
   such bounds are found, ALEA_E_REFUSED if the processor does not round down. */
alea_status exact_prove(const exact_model *, exact_work *, double *lower, double *upper, alea_error *);
