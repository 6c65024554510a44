#ifndef ALEA_FAMILY_RACE_SOLVE_BEST_PLAY_H
#define ALEA_FAMILY_RACE_SOLVE_BEST_PLAY_H
/* The best play while nobody leads a chase, and of a player alone without a limit of turns, with proved bounds. */
#include "family/race/solve/two_player_bounds.h"

/* Fills the bounds of all turn starts without a leader; those with one are there. Of a player alone, the negative of the
   turns to come. *width is that of the widest. ALEA_E_RANGE where they cannot be proved. */
alea_status race_find_best_play(race_two_player_bounds *, double *width, alea_error *);
double race_best_play_bytes(const race_two_player_bounds *);
#endif
