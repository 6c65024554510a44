/* The tables of what race provides for exact results. */
#include "family/race/check/check.h"
#include "family/race/policy/policy.h"
#include "family/race/solve/solve.h"

const alea__solver_ops race_solver_ops = {
    .solve = race_solve,
    .fits = race_fits,
    .check = race_certify,
    .ask = race_ask_values,
    .evaluate = race_evaluate,
    .best_response = race_best,
    .inexact = race_inexact,
    .points_so_far = alea__no_points,
    .policy_of_values = race_plan_of_values,
    .pack_policy = race_plan_pack,
    .unpack_policy = race_plan_unpack,
};

const alea__query_ops race_query_ops = {.open = race_ask_open, .close = race_ask_close, .ask = race_ask_in};

const alea__freezing_ops race_freezing_ops = {
    .count = race_freeze_count, .state = race_freeze_state, .freeze = race_freeze};
