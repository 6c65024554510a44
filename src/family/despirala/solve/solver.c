/* The table of what Despirala provides for exact results. */
#include "base/error.h"
#include "family/despirala/check/certify.h"
#include "family/despirala/messages.h"
#include "family/despirala/solve/exact.h"

static alea_status solver_no_response(const alea__problem *problem, alea__values **values,
                                      alea_best_response *out, alea_error *error)
{
    (void)problem, (void)values, (void)out;
    return alea__fail(error, ALEA_E_REFUSED, DESPIRALA_NO_RESPONSE);
}

static int64_t points_so_far(const alea__rules *rules, const alea_state *state)
{
    const despirala_state s = despirala_state_of(state);
    (void)rules;
    return s.player[s.mover].score;
}

const alea__solver_ops despirala_solver_ops = {
    .most_samples = DESPIRALA_MOST_SAMPLES,
    .solve = despirala_solve,
    .fits = despirala_fits,
    .check = despirala_certify,
    .evaluate = despirala_evaluate,
    .best_response = solver_no_response,
    .inexact = alea__never_inexact,
    .points_so_far = points_so_far,
    .policy_of_values = despirala_policy_of_values,
    .pack_policy = despirala_policy_pack,
    .unpack_policy = despirala_policy_unpack,
};
