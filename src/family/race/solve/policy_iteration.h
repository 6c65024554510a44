#ifndef ALEA_FAMILY_RACE_SOLVE_POLICY_ITERATION_H
#define ALEA_FAMILY_RACE_SOLVE_POLICY_ITERATION_H
/* The best play while nobody leads a chase, with bounds that prove themselves. */
#include "family/race/solve/two_player_bounds.h"

/* Fills the bounds of all positions without a leader; those with one are there. `least` is the narrowest that the bounds
   could be made where tolerance is not reached, and *width what they are. ALEA_E_RANGE where they cannot be proved. */
alea_status race_find_optimum(race_field *, double *width, alea_error *);
double race_optimum_bytes(const race_field *);
#endif
