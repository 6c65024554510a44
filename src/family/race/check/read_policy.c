#include "family/race/check/read_policy.h"

static const int64_t rolls_surely = INT64_C(1) << 32;

static bool is_led(const race_rules *rules, uint32_t other)
{
    return rules->ending == RACE_CHASE && rules->players > 1 && other > rules->goal;
}

/* Whether holding ends the game, or takes the lead in a chase without a leader. */
static bool hold_is_enough(const race_rules *rules, uint32_t total)
{
    return rules->ending == RACE_CHASE ? total > rules->goal : total >= rules->goal;
}

/* hold(n), hold-at-total(n) and tables of such numbers. Against a leader each holds as soon as it is strictly ahead, and
   bank(n) also at its number. Otherwise each holds at its own number and at a total that ends the game. The total of
   hold-at-total(n) is exact. */
static bool read_threshold(const race_rules *rules, const race_policy *policy, race_position at)
{
    const uint32_t own = at.own, other = at.other, total = at.total;
    if (is_led(rules, other))
        return total <= other && (policy->kind != RACE_POLICY_BANK || total - own < policy->n);
    const bool enough = hold_is_enough(rules, total);
    const uint32_t column = rules->players > 1 ? other : 0;
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_BANK:
    case RACE_POLICY_HOLD: return total - own < policy->n && !enough;
    case RACE_POLICY_TOTAL: return total < policy->n && (rules->ending == RACE_BANK || !enough);
    case RACE_POLICY_TABLE:
        return total - own < policy->hold_at[(uint64_t)own * policy->table_size + column] && !enough;
    case RACE_POLICY_TURNS:
    case RACE_POLICY_RANDOM:
    case RACE_POLICY_ALWAYS:
    case RACE_POLICY_FORFEIT:
    case RACE_POLICY_PLAN: break; /* have no threshold */
    }
    return false;
}

/* Whether the plan of a bot that was asked only near leaders has no answer for a position. */
static bool is_left_open(const race_rules *rules, const race_plan *plan, race_position at)
{
    const uint64_t all = (uint64_t)rules->goal + RACE_ASKED_BEYOND, near = plan->near;
    if (near == 0 || (at.total <= all && at.other <= all)) return false;
    return !is_led(rules, at.other) || at.own >= at.other || at.own + near < at.other ||
           at.total > at.own + 2 * near;
}

/* The bit of the position; past its row, and beyond the plan's scores, it rolls until it wins or leads. */
static int64_t read_policy_plan(const race_rules *rules, const race_plan *plan, race_position at)
{
    const uint32_t own = at.own, other = at.other, total = at.total, memory = at.memory;
    const bool inside = own < plan->owns && other < plan->others;
    if (plan->asked != UINT32_MAX) {
        const bool other_was_asked = rules->players == 1 || other <= plan->asked;
        if (!inside || total > plan->asked || !other_was_asked || is_left_open(rules, plan, at)) return -1;
    }
    if (inside && memory < plan->memories) {
        const uint64_t row = (uint64_t)own * plan->others + other;
        const uint64_t bit = plan->row[row] + (uint64_t)(total - own) * plan->memories + memory;
        if (bit < plan->row[row + 1]) return (plan->bits[bit / 8] >> bit % 8 & 1) ? rolls_surely : 0;
    }
    const bool holds = is_led(rules, other) ? total > other : hold_is_enough(rules, total);
    return holds ? 0 : rolls_surely;
}

int64_t race_read_policy(const race_rules *rules, const race_policy *policy, race_position at)
{
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_ALWAYS: return rolls_surely;
    case RACE_POLICY_RANDOM: return policy->certain ? rolls_surely : (int64_t)policy->n;
    case RACE_POLICY_PLAN: return read_policy_plan(rules, &policy->plan, at);
    case RACE_POLICY_TURNS:
    case RACE_POLICY_FORFEIT: return -1;
    case RACE_POLICY_HOLD:
    case RACE_POLICY_TOTAL:
    case RACE_POLICY_TABLE:
    case RACE_POLICY_BANK: break;
    }
    return read_threshold(rules, policy, at) ? rolls_surely : 0;
}
