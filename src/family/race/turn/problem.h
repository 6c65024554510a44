#ifndef ALEA_FAMILY_RACE_TURN_PROBLEM_H
#define ALEA_FAMILY_RACE_TURN_PROBLEM_H
/* What is to be solved or evaluated. */
#include "family/race/turn/roll_model.h"
#include "value/solver_ops.h"

typedef struct race_problem {
    const race_roll_model *roll_model; /* with the rules */
    alea_objective objective;
    /* That player 0 and 1 follow; NULL: plays best, or there is no such player. */
    const race_policy *policy[2];
    const alea_solve_options *options;
} race_problem;
#endif
