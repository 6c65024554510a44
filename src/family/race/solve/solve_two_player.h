#pragma once
/* Best play of two, or of one against a policy: memory for the values, how far a chase is followed, and the two parts of the
   game one after the other (two_player_bounds.h). */
#include "family/race/turn/problem.h"

/* Player 0 plays best. If player 1 follows a policy, the values are those of the best response to it, with the matrix
   "waiting"; the caller adds the opponent's name and bytes. */
alea_status race_solve_two_players(const race_problem *, alea__values **out, alea_error *);
