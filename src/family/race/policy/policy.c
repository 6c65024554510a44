/* Any policy: what it does as a probability, its table, and its end. */
#include "base/memory.h"
#include "family/race/solve/exact.h"

#include <math.h>

static double plan_rolls_with(const race_rules *rules, const race_plan *plan, uint32_t own, uint32_t other,
                              uint32_t total, uint32_t memory)
{
    bool everywhere = plan->asked == UINT32_MAX, scored = rules->players > 1;
    if (!everywhere && (total > plan->asked || (scored && other > plan->asked) || own >= plan->owns ||
                        other >= plan->others))
        return NAN;
    return race_plan_rolls(rules, plan, own, other, total, memory);
}

double race_rolls_with(const race_rules *rules, const race_policy *policy, uint32_t own, uint32_t other,
                       uint32_t total, uint32_t memory)
{
    uint32_t score = rules->players > 1 ? other : 0;
    switch (policy->kind) {
    case RACE_POLICY_ALWAYS: return 1;
    case RACE_POLICY_RANDOM: return policy->certain ? 1 : policy->n * 0x1p-32;
    case RACE_POLICY_PLAN: return plan_rolls_with(rules, &policy->plan, own, other, total, memory);
    case RACE_POLICY_TURNS:
    case RACE_POLICY_FORFEIT: return NAN;
    default:
        return total <
               race_threshold(rules, policy, own, score, rules->ending == RACE_CHASE && score > rules->goal);
    }
}

const char *race_inexact(const alea__rules *rules, const alea__policy *policy)
{
    (void)rules;
    switch (race_policy_of(policy)->kind) {
    case RACE_POLICY_TURNS:
        return "turns(n) remembers its scoring turns, so it is no function of the state and has no exact "
               "result.";
    case RACE_POLICY_FORFEIT:
        return "forfeit(k) counts its decisions and then fails, so it is no function of the state and has no "
               "exact result.";
    default: return NULL;
    }
}

race_bot *race_table_new(const race_rules *rules, uint16_t hold_at)
{
    uint32_t side = rules->goal + 1;
    race_bot *bot = alea__alloc(sizeof *bot);
    uint16_t *table = alea__alloc_array((size_t)side * side, sizeof *table);
    if (!bot || !table) {
        alea__free(table);
        alea__free(bot);
        return NULL;
    }
    for (size_t i = 0; i < (size_t)side * side; i++) table[i] = hold_at;
    *bot = (race_bot){.policy = {.kind = RACE_POLICY_TABLE, .table_size = side, .hold_at = table},
                      .hold_at = table};
    return bot;
}

void race_policy_free(alea__policy *opaque)
{
    race_bot *bot = (race_bot *)opaque;
    if (!bot) return;
    alea__free(bot->hold_at);
    alea__free(bot->row);
    alea__free(bot->bits);
    alea__free(bot);
}
