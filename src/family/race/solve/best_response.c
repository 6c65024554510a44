/* The best reply to a policy: one plays best, the other as it always does. */
#include "base/error.h"
#include "base/memory.h"
#include "exact/interval.h"
#include "family/race/policy/policy.h"
#include "family/race/solve/solve.h"
#include "family/race/solve/solve_two_player.h"

#include <math.h>

/* What the reply earns beyond what two equals earn on the mean. */
static alea_reply reply_of(const alea__values *values)
{
    const double fair = values->objective == ALEA_WIN ? 0.5 : 0;
    alea_reply out = {.first = values->start, .second = values->second};
    out.mean = alea__interval_mean(out.first, out.second);
    out.exploitability = alea__interval_shift(out.mean, -fair);
    out.exploitability.lower = fmax(0, out.exploitability.lower); /* it could play the same */
    return out;
}

static alea_status find(const race_odds *odds, const alea__policy *policy, alea_objective objective,
                        const alea_solve_options *options, alea__values **out, alea_error *error)
{
    const race_rules *rules = odds->rules;
    if (rules->players == 1)
        return alea__fail(error, ALEA_E_USAGE,
                          "One player alone has nobody to reply to; solve the game instead.");
    alea_status status = race_provable(odds, objective, error);
    if (status == ALEA_OK) status = race_duel(odds, objective, race_policy_of(policy), options, out, error);
    return status;
}

alea_status race_best(const alea__rules *opaque, const alea__policy *policy, alea_objective objective,
                      const alea_solve_options *options, alea__values **values, alea_reply *out,
                      alea_error *error)
{
    race_odds odds;
    alea__values *found = NULL;
    alea_status status = race_odds_make(race_rules_of(opaque), &odds, error);
    if (status != ALEA_OK) return status;
    status = find(&odds, policy, objective, options, &found, error);
    if (status == ALEA_OK)
        status = race_plan_pack(opaque, policy, &found->opponent, &found->opponent_size, error);
    race_odds_clear(&odds);
    if (status != ALEA_OK) {
        alea__values_free(found);
        return status;
    }
    *out = reply_of(found);
    *values = found;
    return ALEA_OK;
}
