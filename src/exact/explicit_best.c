/* The best response: the first player plays best, the second by its policy. */
#include "base/error.h"
#include "exact/explicit_inside.h"
#include "exact/messages.h"

alea_status alea__explicit_best(const alea__problem *problem, alea__values **values, alea_best_response *out,
                                alea_error *error)
{
    const alea_solve_options *options = problem->options;
    const alea__policy *policy = problem->policy[1];
    const alea__explicit *g = NULL;
    explicit_problem p = {0};
    *values = NULL;
    alea_status status = alea__explicit_make(problem->rules, &options->progress, &g, error);
    if (status == ALEA_OK && g->players == 1) return alea__fail(error, ALEA_E_USAGE, EXACT_NO_OPPONENT);
    if (status == ALEA_OK) status = explicit_check_objective(g, problem->objective, error);
    if (status == ALEA_OK) status = explicit_check_memory(g, 2, options, error);
    if (status == ALEA_OK) status = explicit_provable(g, error);
    if (status == ALEA_OK)
        status = explicit_problem_of_players(g, NULL, alea__explicit_policy_of(policy), &p, error);
    if (status == ALEA_OK) status = explicit_solve_problem(&p, problem->objective, options, values, error);
    explicit_problem_clear(&p);
    if (status == ALEA_OK)
        status = alea__explicit_pack(problem->rules, policy, &(*values)->opponent, &(*values)->opponent_size,
                                     error);
    if (status != ALEA_OK) {
        alea__values_free(*values);
        *values = NULL;
        return status;
    }
    out->first = (*values)->start;
    out->second = (*values)->second;
    return ALEA_OK;
}
