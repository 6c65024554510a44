/* Writes a policy as the CSV that table_csv.c reads. The policy must hold from some total of the turn on and, once a player
   leads a chase, do what every such table does. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/race/messages.h"
#include "family/race/policy/policy.h"

#include <math.h>

typedef struct row {
    const race_rules *rules;
    const race_policy *policy;
    const bool *frees; /* [memory]: a roll can leave it there, free to hold */
    uint32_t own, other;
} row;

/* Whether a player can have to decide with this total and memory. */
static bool is_asked(const row *r, uint32_t total, uint32_t memory)
{
    const race_rules *rules = r->rules;
    if (rules->over_goal_hold && total >= race_enough(rules)) return false;
    if (total == r->own) return !rules->first_forced && memory == 0;
    return race_can_stand(rules, total) && r->frees[memory];
}

/* The greatest total for which the policy has its own answers. */
static uint32_t bitset_last_total(const row *r)
{
    const race_plan *plan = &r->policy->plan;
    uint32_t end = race_enough(r->rules);
    if (r->other > r->rules->goal && r->rules->ending == RACE_CHASE) end = r->other + 1;
    if (r->policy->kind == RACE_POLICY_TOTAL) return r->policy->n > end ? r->policy->n : end;
    if (r->policy->kind != RACE_POLICY_PLAN || r->own >= plan->owns || r->other >= plan->others) return end;
    const uint64_t *bits = plan->row + (size_t)r->own * plan->others + r->other;
    uint32_t said = r->own + (uint32_t)((bits[1] - bits[0]) / plan->memories);
    return said > end ? said : end;
}

/* The first total at which the policy holds; at totals from `must` on every such table holds. A frozen bot has no answers
   outside the positions in which it was asked. */
static alea_status find_threshold(const row *r, uint32_t must, uint32_t *out, alea_error *error)
{
    const race_rules *rules = r->rules;
    uint32_t first = must, last = bitset_last_total(r);
    ALEA_ASSERT(r->own <= must && must <= last + 1);
    for (uint32_t total = r->own; total <= last; total++)
        for (uint32_t m = 0; m < rules->memories; m++) {
            if (!is_asked(r, total, m)) continue;
            const double chance =
                race_rolls_with(rules, r->policy, (race_position){r->own, r->other, total, m});
            const bool rolls = chance > 0;
            if (isnan(chance)) continue;
            if (!rolls && total < first) first = total;
            if (rolls && total >= first)
                return alea__fail(error, ALEA_E_REFUSED, RACE_CSV_NO_THRESHOLD, (unsigned)r->own,
                                  (unsigned)r->other, (unsigned)(first - r->own), (unsigned)(total - r->own));
        }
    *out = first;
    return ALEA_OK;
}

/* Against a leader, tables hold as soon as they are strictly above. */
static alea_status check_chases(const row *any, alea_error *error)
{
    const race_rules *rules = any->rules;
    const race_plan *plan = &any->policy->plan;
    row r = *any;
    if (rules->ending != RACE_CHASE || any->policy->kind != RACE_POLICY_PLAN) return ALEA_OK;
    const uint32_t last = plan->asked < plan->others ? plan->asked : plan->others - 1;
    for (r.other = rules->goal + 1; r.other <= last; r.other++)
        for (r.own = 0; r.own < r.other; r.own++) {
            uint32_t at;
            if (!race_can_begin_at(rules, r.own)) continue;
            alea_status status = find_threshold(&r, r.other + 1, &at, error);
            if (status != ALEA_OK) return status;
            if (at != r.other + 1)
                return alea__fail(error, ALEA_E_REFUSED, RACE_CSV_CHASE, (unsigned)r.own, (unsigned)r.other,
                                  (unsigned)(at - r.own));
        }
    return ALEA_OK;
}

/* For one player: the table cannot depend on the turns left. */
static alea_status check_turns_left(const row *with_one_left, alea_error *error)
{
    row r = *with_one_left;
    const uint32_t end = race_enough(r.rules), own = r.own;
    uint32_t wanted, at;
    ALEA_ASSERT(r.other == 1 && r.rules->turn_limit > 0);
    alea_status status = find_threshold(&r, end, &wanted, error);
    for (uint32_t left = 2; status == ALEA_OK && left <= r.rules->turn_limit; left++) {
        r.other = left;
        status = find_threshold(&r, end, &at, error);
        if (status == ALEA_OK && at != wanted)
            return alea__fail(error, ALEA_E_REFUSED, RACE_CSV_TURNS_LEFT, (unsigned)own, (unsigned)left);
    }
    return status;
}

/* A line for every pair of scores without a leader; of one player for every score. */
static alea_status bitset_add_rows(const row *any, alea__text *text, alea_error *error)
{
    const race_rules *rules = any->rules;
    const bool single = rules->players == 1, limited = single && rules->turn_limit > 0;
    const uint32_t scores = race_enough(rules), others = single ? 1 : scores;
    uint32_t at;
    alea_status status = ALEA_OK;
    row r = *any;
    for (r.own = 0; status == ALEA_OK && r.own < scores; r.own++) {
        r.other = limited;
        if (limited) status = check_turns_left(&r, error);
        for (uint32_t other = 0; status == ALEA_OK && other < others; other++) {
            if (!single) r.other = other;
            status = find_threshold(&r, scores, &at, error);
            if (status == ALEA_OK)
                alea__text_add(text, "%u,%u,%u\n", (unsigned)r.own, (unsigned)other, (unsigned)(at - r.own));
        }
    }
    return status;
}

alea_status race_plan_csv(const alea__rules *opaque, const alea__policy *opaque_policy, char **out,
                          alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    const race_policy *policy = race_policy_of(opaque_policy);
    alea__text text = {0};
    if (!(race_has_threshold(policy) || policy->kind == RACE_POLICY_PLAN))
        return alea__fail(error, ALEA_E_REFUSED, RACE_CSV_POLICIES);
    if (rules->goal > RACE_MOST_TABLE_GOAL)
        return alea__fail(error, ALEA_E_REFUSED, RACE_CSV_GOAL, RACE_MOST_TABLE_GOAL, (unsigned)rules->goal);
    bool *frees = alea__alloc_array(rules->memories, sizeof *frees);
    if (!frees) return alea__out_of_memory(error);
    for (size_t i = 0; i < (size_t)rules->memories * rules->outcomes; i++) {
        const race_effect *e = &rules->effect[i];
        if (e->kind == RACE_ADD && !e->forced) frees[e->memory] = true;
    }
    const row any = {rules, policy, frees, 0, 0};
    alea__text_add(&text, "own,other,hold_at\n");
    alea_status status = check_chases(&any, error);
    if (status == ALEA_OK) status = bitset_add_rows(&any, &text, error);
    if (status == ALEA_OK && text.failed) status = alea__out_of_memory(error);
    alea__free(frees);
    if (status != ALEA_OK) {
        alea__text_free(&text);
        return status;
    }
    *out = text.data;
    return ALEA_OK;
}
