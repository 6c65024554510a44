#ifndef ALEA_FAMILY_RACE_SOLVE_SOLVE_CHASE_H
#define ALEA_FAMILY_RACE_SOLVE_SOLVE_CHASE_H
/* Bounds of all positions in which somebody leads a chase. A leader is only ever followed by a higher one, so that they are
   worked out from the cap down, each in one step; what lies above the cap is bounded by an argument (turn_model.h). */
#include "family/race/solve/two_player_bounds.h"

/* Fills bounds[side] at [own][leader], own < leader. `done` and `total` are for progress, in positions. */
alea_status race_solve_chase(race_two_player_bounds *, uint64_t done, uint64_t total, alea_error *);
double race_solve_chase_bytes(const race_two_player_bounds *);
#endif
