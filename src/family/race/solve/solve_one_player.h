#ifndef ALEA_FAMILY_RACE_SOLVE_SOLVE_ONE_PLAYER_H
#define ALEA_FAMILY_RACE_SOLVE_SOLVE_ONE_PLAYER_H
/* One player alone: the chance to reach the goal within the turns that there are, or without a limit how many turns it
   takes. */
#include "family/race/turn/roll_model.h"
#include "value/solver_ops.h"

alea_status race_solve_one_player(const race_roll_model *, alea_objective, const alea_solve_options *,
                                  alea__values **out, alea_error *);
/* A policy, where turns are limited. */
alea_status race_evaluate_one_player(const race_roll_model *, const race_policy *, alea_objective,
                                     const alea_solve_options *, alea_exact *out, alea_error *);
#endif
