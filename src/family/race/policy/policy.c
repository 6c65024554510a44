/* The decision of a policy as a probability. */
#include "family/race/policy/policy.h"
#include "base/assert.h"
#include "family/race/messages.h"
#include "family/race/policy/turn_answers.h"

#include <math.h>
#include <string.h>

/* Whether a frozen bot was asked in a position. */
static bool policy_was_asked(const race_rules *rules, const race_plan *plan, race_position at)
{
    const uint32_t other = rules->players > 1 ? at.other : 0, all = rules->goal + RACE_ASKED_BEYOND;
    if (at.own >= plan->owns || at.other >= plan->others) return false;
    if (at.total > plan->asked || other > plan->asked) return false;
    if (plan->near == 0 || (at.total <= all && other <= all)) return true;
    return other > rules->goal && at.own < other && other - at.own <= plan->near &&
           at.total - at.own <= 2 * plan->near;
}

double race_rolls_with(const race_rules *rules, const race_policy *policy, race_position at)
{
    const race_plan *plan = &policy->plan;
    const uint32_t score = rules->players > 1 ? at.other : 0;
    ALEA_ASSERT(at.total >= at.own && at.memory < rules->memories);
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_ALWAYS: return 1;
    case RACE_POLICY_RANDOM: return policy->certain ? 1 : policy->n * 0x1p-32;
    case RACE_POLICY_PLAN:
        if (plan->asked != UINT32_MAX && !policy_was_asked(rules, plan, at)) return NAN;
        return race_plan_rolls(rules, plan, at);
    case RACE_POLICY_TURNS:
    case RACE_POLICY_FORFEIT: return NAN;
    case RACE_POLICY_HOLD:
    case RACE_POLICY_TOTAL:
    case RACE_POLICY_TABLE:
    case RACE_POLICY_BANK: break;
    }
    return at.total <
           race_threshold(rules, policy, at.own, score, rules->ending == RACE_CHASE && score > rules->goal);
}

/* Whether two rows have the same answers. Rows made by this program begin at whole bytes; others are not compared. */
static bool policy_rows_agree(const race_rules *rules, const race_plan *plan, uint32_t own,
                              const uint32_t other[2])
{
    if (own >= plan->owns || other[0] >= plan->others || other[1] >= plan->others) return false;
    const race_plan_row a = race_plan_row_of(rules, plan, own, other[0]),
                        b = race_plan_row_of(rules, plan, own, other[1]);
    const uint64_t bits = a.end - a.first;
    if (a.holds_from != b.holds_from || bits != b.end - b.first) return false;
    if (a.first % 8 != 0 || b.first % 8 != 0 || bits % 8 != 0) return false;
    return memcmp(plan->bits + a.first / 8, plan->bits + b.first / 8, (size_t)(bits / 8)) == 0;
}

bool race_plays_alike(const race_rules *rules, const race_policy *policy, uint32_t own,
                      const uint32_t other[2])
{
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_ALWAYS:
    case RACE_POLICY_RANDOM: return true;
    case RACE_POLICY_TURNS:
    case RACE_POLICY_FORFEIT: return false;
    case RACE_POLICY_PLAN: return policy_rows_agree(rules, &policy->plan, own, other);
    case RACE_POLICY_HOLD:
    case RACE_POLICY_TOTAL:
    case RACE_POLICY_TABLE:
    case RACE_POLICY_BANK: break;
    }
    return race_threshold(rules, policy, own, other[0], false) ==
           race_threshold(rules, policy, own, other[1], false);
}

const char *race_inexact(const alea__rules *rules, const alea__policy *policy)
{
    (void)rules;
    switch ((race_policy_kind)race_policy_of(policy)->kind) {
    case RACE_POLICY_TURNS: return RACE_TURNS_INEXACT;
    case RACE_POLICY_FORFEIT: return RACE_FORFEIT_INEXACT;
    case RACE_POLICY_HOLD:
    case RACE_POLICY_TOTAL:
    case RACE_POLICY_TABLE:
    case RACE_POLICY_RANDOM:
    case RACE_POLICY_ALWAYS:
    case RACE_POLICY_PLAN:
    case RACE_POLICY_BANK: break;
    }
    return NULL;
}
