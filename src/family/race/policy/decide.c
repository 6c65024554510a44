/* The built-in policies of race. Freestanding: they also play inside the sandbox. */
#include "base/assert.h"
#include "family/race/play/state.h"
#include "family/race/policy/turn_answers.h"
#include <stddef.h>

/* forfeit(k) plays like this until it fails. */
enum { FORFEITERS_PACE = 20 };

/* The total at which a player with target `wanted` holds: with a leader the first total that overtakes (a tie does not);
   without one, at the latest the total that ends the game. */
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
    /* the n of hold-at-total(n) is exact in games won by banking, even above the goal */
    case RACE_POLICY_TOTAL:
        return rules->ending == RACE_BANK ? policy->n : bounded(rules, policy->n, other, chased);
    case RACE_POLICY_TABLE:
        /* Without a leader no score is above the goal, so that the row and the column are there. */
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

/* Whether a threshold depends on the others' scores even without a leader. */
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

/* An equal share of the missing points for each scoring turn left. */
uint32_t race_turns_hold_at(const race_rules *rules, const race_policy *policy, const race_state *s,
                            uint32_t scoring_turns)
{
    uint32_t own = s->score[s->mover], other = other_score(rules, policy, s);
    uint32_t missing = own < rules->goal ? rules->goal - own : 0;
    uint32_t left = policy->n > scoring_turns ? policy->n - scoring_turns : 1;
    return bounded(rules, own + (missing + left - 1) / left, other, s->leader != RACE_NOBODY);
}

static race_answer spread_over_turns(const race_rules *rules, const race_policy *policy, const race_state *s,
                                     race_memo *memo)
{
    race_answer answer = hold_from(s, race_turns_hold_at(rules, policy, s, memo->scoring_turns));
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

/* Returns a row without bits if the plan has no such row. */
race_plan_row race_plan_row_of(const race_rules *rules, const race_plan *plan, uint32_t own, uint32_t other)
{
    race_plan_row r = {.bits = plan->bits,
                       .own = own,
                       .memories = plan->memories,
                       .holds_from = race_plan_holds_from(rules, other)};
    if (own >= plan->owns || other >= plan->others) return r;
    const uint64_t *row = plan->row + (size_t)own * plan->others + other;
    r.first = row[0];
    r.end = row[1];
    return r;
}

bool race_plan_rolls(const race_rules *rules, const race_plan *plan, race_position at)
{
    ALEA_ASSERT(at.total >= at.own);
    const race_plan_row row = race_plan_row_of(rules, plan, at.own, at.other);
    return race_plan_row_rolls(&row, at.total, at.memory);
}

/* The answers from this one on, at least 25: four bytes of them must belong to the row. */
static uint32_t row_answers(const race_plan_row *row, uint64_t bit)
{
    const uint8_t *byte = row->bits + (bit >> 3);
    return (byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24) >>
           (bit & 7);
}

/* Reads many answers at a time if each total has one. */
uint32_t race_plan_row_next_hold(const race_plan_row *row, uint32_t total)
{
    enum { AT_ONCE = 25, MASK = (1 << AT_ONCE) - 1 };
    uint64_t bit = row->first + (total + 1 - row->own);
    while (row->memories == 1 && bit + 32 <= row->end) {
        const uint32_t holds = ~row_answers(row, bit) & MASK;
        if (holds != 0) return total + 1 + (uint32_t)__builtin_ctz(holds);
        bit += AT_ONCE;
        total += AT_ONCE;
    }
    do total++;
    while (race_plan_row_rolls(row, total, 0));
    return total;
}

race_plan_row race_plan_row_for(const race_rules *rules, const race_plan *plan, const race_state *s)
{
    uint32_t other = 0;
    ALEA_ASSERT(rules->players <= 2 && s->turns <= (rules->turn_limit > 0 ? rules->turn_limit : RACE_LIMIT));
    if (rules->players > 1)
        other = s->score[1 - s->mover];
    else if (rules->turn_limit > 0)
        other = rules->turn_limit - s->turns;
    return race_plan_row_of(rules, plan, s->score[s->mover], other);
}

static race_answer follow_plan(const race_rules *rules, const race_policy *policy, const race_state *s)
{
    const race_plan_row row = race_plan_row_for(rules, &policy->plan, s);
    return race_plan_row_rolls(&row, race_total(s), s->memory) ? RACE_ANSWER_ROLL : RACE_ANSWER_HOLD;
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
