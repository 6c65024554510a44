#pragma once
/* One player: the chance to reach the goal within the turn limit, or without a limit the number of turns needed. */
#include "family/race/turn/problem.h"

alea_status race_solve_one_player(const race_problem *, alea__values **out, alea_error *);
/* The player's policy, where turns are limited. */
alea_status race_evaluate_one_player(const race_problem *, alea_exact *out, alea_error *);
