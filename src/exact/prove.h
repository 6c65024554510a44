#ifndef ALEA_EXACT_PROVE_H
#define ALEA_EXACT_PROVE_H
/* Bounds around values that were found, proved by one Bellman step.

   Let x be the values and w the expected number of turns still to come. With L = x - e w and U = x + e w one step gains e
   everywhere on the error that x has, so that for a small e no player can be worse off than L after a step from L, or better off
   than U: L <= T(L) and T(U) <= U, which is checked with rounding down in every position. Where two moves are nearly equal
   the longer one can need more than the one that was chosen; bounds that fail there are pushed out by themselves. Nothing
   rests on x or w being good, only the width of the bounds does. Why the check proves the bounds is said where they are
   checked again (the families' check/). */
#include "exact/model.h"

/* Fills `lower` and `upper` by position, from work->x and work->w; overwrites work->c and work->better. ALEA_E_RANGE if no
   such bounds are found, ALEA_E_REFUSED if the processor does not round down. */
alea_status exact_prove(const exact_model *, exact_work *, double *lower, double *upper, alea_error *);
#endif
