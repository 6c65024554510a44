/* Checks that values from a file have the layout for these rules, including the opponent's policy. */
#include "family/race/check/check.h"
#include "family/race/policy/policy.h"

alea_status race_fits(const alea__rules *rules, const alea__values *values, alea_error *error)
{
    alea__policy *opponent = NULL;
    alea_status status = race_fits_layout(race_rules_of(rules), values, error);
    if (status == ALEA_OK && values->opponent)
        status = race_plan_unpack(rules, values->opponent, values->opponent_size, &opponent, error);
    race_policy_free(opponent);
    return status;
}
