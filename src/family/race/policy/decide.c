/* The built-in policies of race. Freestanding: they also play inside the sandbox. */
#include "base/assert.h"
#include "family/race/play/state.h"
#include <stddef.h>

/* What forfeit(k) plays like until it fails. */
enum { FORFEITERS_PACE = 20 };

/* The total at which a player who wants to hold at `wanted` does: with a leader the first total that
   overtakes (a tie does not), without one no later than the total that ends the game. */
static uint32_t bounded(const race_rules *rules, uint32_t wanted, uint32_t other, bool chased)
{
    if (chased) return other + 1;
    return wanted < race_enough(rules) ? wanted : race_enough(rules);
}

uint32_t race_threshold(const race_rules *rules, const race_policy *policy, uint32_t own, uint32_t other,
                        bool chased)
{
    ALEA_ASSERT(policy->kind != RACE_POLICY_TABLE || chased ||
                (own < policy->table_size && other < policy->table_size));
    switch ((race_policy_kind)policy->kind) {
    /* hold-at-total(n) means n literally where the game is won by banking, even above the goal. */
    case RACE_POLICY_TOTAL:
        return rules->ending == RACE_BANK ? policy->n : bounded(rules, policy->n, other, chased);
    case RACE_POLICY_TABLE:
        /* Without a leader nobody is above the goal, so that the row and the column are there. */
        if (chased) return other + 1;
        return bounded(rules, own + policy->hold_at[own * policy->table_size + other], other, chased);
    case RACE_POLICY_BANK:
        if (chased && own + policy->n <= other) return own + policy->n;
        break;
    case RACE_POLICY_HOLD:
    case RACE_POLICY_TURNS:
    case RACE_POLICY_RANDOM:
    case RACE_POLICY_ALWAYS:
    case RACE_POLICY_FORFEIT:
    case RACE_POLICY_PLAN: break;
    }
    return bounded(rules, own + policy->n, other, chased);
}

/* Whether a threshold depends on the others' scores even when nobody leads. */
static bool looks_at_others(const race_policy *policy)
{
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_TABLE: return true;
    case RACE_POLICY_HOLD:
    case RACE_POLICY_TOTAL:
    case RACE_POLICY_TURNS:
    case RACE_POLICY_RANDOM:
    case RACE_POLICY_ALWAYS:
    case RACE_POLICY_FORFEIT:
    case RACE_POLICY_PLAN:
    case RACE_POLICY_BANK: break;
    }
    return false;
}

/* The leader's score; without a leader the best of the others, or 0 for a policy that does not look at it. */
static uint32_t other_score(const race_rules *rules, const race_policy *policy, const race_state *s)
{
    if (s->leader != RACE_NOBODY) return s->score[s->leader];
    uint32_t best = 0;
    if (!looks_at_others(policy)) return best;
    for (uint32_t seat = 0; seat < rules->players; seat++)
        if (seat != s->mover && s->score[seat] > best) best = s->score[seat];
    return best;
}

uint32_t race_holds_at(const race_rules *rules, const race_policy *policy, const race_state *s)
{
    return race_threshold(rules, policy, s->score[s->mover], other_score(rules, policy, s),
                          s->leader != RACE_NOBODY);
}

static race_answer hold_from(const race_state *s, uint32_t threshold)
{
    return race_total(s) >= threshold ? RACE_ANSWER_HOLD : RACE_ANSWER_ROLL;
}

/* An equal share of what is missing for each scoring turn that is left. */
static race_answer spread_over_turns(const race_rules *rules, const race_policy *policy, const race_state *s,
                                     race_memo *memo)
{
    uint32_t own = s->score[s->mover], other = other_score(rules, policy, s);
    uint32_t missing = own < rules->goal ? rules->goal - own : 0;
    uint32_t left = policy->n > memo->scoring_turns ? policy->n - memo->scoring_turns : 1;
    uint32_t wanted = own + (missing + left - 1) / left;
    race_answer answer = hold_from(s, bounded(rules, wanted, other, s->leader != RACE_NOBODY));
    if (answer == RACE_ANSWER_HOLD && s->turn > 0) memo->scoring_turns++;
    return answer;
}

static race_answer fail_in_time(const race_rules *rules, const race_policy *policy, const race_state *s,
                                const race_memo *memo)
{
    if (memo->decisions >= policy->n) return RACE_ANSWER_FAIL;
    uint32_t wanted = s->score[s->mover] + FORFEITERS_PACE;
    return hold_from(s, bounded(rules, wanted, other_score(rules, policy, s), s->leader != RACE_NOBODY));
}

/* ---- plans ---- */

uint32_t race_plan_holds_from(const race_rules *rules, uint32_t other)
{
    if (rules->ending == RACE_BANK) return rules->goal;
    return (rules->players > 1 && other > rules->goal ? other : rules->goal) + 1;
}

bool race_plan_rolls(const race_rules *rules, const race_plan *plan, race_position at)
{
    ALEA_ASSERT(at.total >= at.own);
    if (at.own < plan->owns && at.other < plan->others && at.memory < plan->memories) {
        const uint64_t *row = plan->row + (size_t)at.own * plan->others + at.other;
        uint64_t bit = row[0] + (uint64_t)(at.total - at.own) * plan->memories + at.memory;
        if (bit < row[1]) return plan->bits[bit >> 3] >> (bit & 7) & 1;
    }
    return at.total < race_plan_holds_from(rules, at.other);
}

static race_answer follow_plan(const race_rules *rules, const race_policy *policy, const race_state *s)
{
    uint32_t other = 0;
    ALEA_ASSERT(rules->players <= 2 && s->turns <= (rules->turn_limit > 0 ? rules->turn_limit : RACE_LIMIT));
    if (rules->players > 1)
        other = s->score[1 - s->mover];
    else if (rules->turn_limit > 0)
        other = rules->turn_limit - s->turns;
    const race_position at = {s->score[s->mover], other, race_total(s), s->memory};
    return race_plan_rolls(rules, &policy->plan, at) ? RACE_ANSWER_ROLL : RACE_ANSWER_HOLD;
}

race_answer race_decide(const race_rules *rules, const race_policy *policy, const race_state *s,
                        race_memo *memo, alea__stream *own)
{
    ALEA_ASSERT(s->phase == RACE_DECIDE && policy->kind <= RACE_POLICY_LAST);
    memo->decisions++;
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_ALWAYS: return RACE_ANSWER_ROLL;
    case RACE_POLICY_RANDOM:
        return policy->certain || alea__next_word(own) < policy->n ? RACE_ANSWER_ROLL : RACE_ANSWER_HOLD;
    case RACE_POLICY_TURNS: return spread_over_turns(rules, policy, s, memo);
    case RACE_POLICY_FORFEIT: return fail_in_time(rules, policy, s, memo);
    case RACE_POLICY_PLAN: return follow_plan(rules, policy, s);
    case RACE_POLICY_HOLD:
    case RACE_POLICY_TOTAL:
    case RACE_POLICY_TABLE:
    case RACE_POLICY_BANK: break;
    }
    return hold_from(s, race_holds_at(rules, policy, s));
}
