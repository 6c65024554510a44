/* The best response to a policy: one plays best, the other as it always does. */
#include "family/race/policy/policy.h"
#include "family/race/solve/solve.h"
#include "family/race/solve/solve_two_player.h"

alea_status race_best(const alea__rules *rules, const alea__policy *policy, alea_objective objective,
                      const alea_solve_options *options, alea__values **values, alea_reply *out,
                      alea_error *error)
{
    race_roll_model odds;
    alea_status status = race_roll_model_make(race_rules_of(rules), &odds, error);
    if (status != ALEA_OK) return status;
    status = race_provable(&odds, objective, error);
    if (status == ALEA_OK)
        status = race_solve_two_players(&odds, objective, race_policy_of(policy), options, values, error);
    race_roll_model_clear(&odds);
    if (status == ALEA_OK) *out = (alea_reply){.first = (*values)->start, .second = (*values)->second};
    return status;
}
