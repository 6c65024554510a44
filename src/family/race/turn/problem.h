#pragma once
/* The problem to solve or evaluate, in terms of race. */
#include "family/race/turn/roll_model.h"
#include "value/solver_ops.h"

typedef struct race_problem {
    const race_roll_model *roll_model; /* with the rules */
    alea_objective objective;
    /* Policies of player 0 and 1; NULL: best play, or no such player. */
    const race_policy *policy[2];
    const alea__keeper *keeper; /* or NULL */
    const alea_solve_options *options;
} race_problem;

/* The roll model is of the same rules. */
static inline race_problem race_problem_of(const alea__problem *given, const race_roll_model *roll_model)
{
    return (race_problem){.roll_model = roll_model,
                          .objective = given->objective,
                          .policy = {race_policy_of(given->policy[0]), race_policy_of(given->policy[1])},
                          .keeper = given->keeper,
                          .options = given->options};
}
