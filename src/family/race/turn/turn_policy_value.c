/* A backward pass under a policy; see turn_policy_value.h. */
#include "family/race/turn/turn_policy_value.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/policy/policy.h"

#include <math.h>

alea_status race_policy_value_make(const race_turn_model *c, race_policy_value *out, alea_error *error)
{
    *out = (race_policy_value){c, alea__alloc_array((size_t)c->ring * c->slots, sizeof(race_bound))};
    return out->cell ? ALEA_OK : alea__out_of_memory(error);
}

void race_policy_value_clear(race_policy_value *r)
{
    alea__free(r->cell);
    *r = (race_policy_value){NULL, NULL};
}

typedef struct walk {
    const race_turn_model *c;
    const race_continuation *after;
    const race_decider *who;
    uint32_t own;
    race_bound *cell;
} walk;

static race_bound *value_slots(const walk *r, uint32_t total)
{
    return r->cell + (size_t)(total & (r->c->ring - 1)) * r->c->slots;
}

static race_bound value_end(const walk *r, uint32_t total)
{
    if (total > r->c->cap) return (race_bound){r->after->end, -r->after->end};
    return (race_bound){r->after->low[total], r->after->neg[total]};
}

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* sum + weight * value */
ALWAYS_INLINE double value_add(alea__rounding how, double sum, double weight, double value)
{
    return alea__moderate_sum(how, sum, weight == 1 ? value : alea__whole_product(how, value, weight));
}

/* The value of a roll at a total with a memory; the cells of higher totals must be filled. */
ALWAYS_INLINE race_bound value_roll(const walk *r, uint32_t total, uint32_t memory, alea__rounding how)
{
    const race_turn_model *c = r->c;
    const race_bound bust = value_end(r, r->own), wipe = value_end(r, 0);
    race_bound sum = {
        value_add(how, alea__whole_product(how, bust.low, c->bust[memory]), c->wipe[memory], wipe.low),
        value_add(how, alea__whole_product(how, bust.neg, c->bust[memory]), c->wipe[memory], wipe.neg)};
    for (uint32_t k = c->first[memory]; k < c->first[memory + 1]; k++) {
        const race_bound *next = &value_slots(r, total + c->step[k].amount)[c->step[k].slot];
        sum.low = value_add(how, sum.low, c->step[k].weight, next->low);
        sum.neg = value_add(how, sum.neg, c->step[k].weight, next->neg);
    }
    return (race_bound){alea__whole_quotient(how, sum.low, c->denominator),
                        alea__whole_quotient(how, sum.neg, c->denominator)};
}

/* The value of a position in which the player may hold. Positions in which a frozen bot was never asked have the
   widest bounds. */
ALWAYS_INLINE race_bound value_choose(const walk *r, race_position at, race_bound roll, alea__rounding how)
{
    const double rolls = race_rolls_with(r->c->rules, r->who->policy, at),
                 holds = alea__difference(how, 1, rolls);
    const race_bound hold = value_end(r, at.total);
    if (isnan(rolls)) return (race_bound){r->after->least, r->after->minus_most};
    if (rolls == 0) return hold;
    if (rolls == 1) return roll;
    return (race_bound){alea__sum_product(how, alea__product(how, holds, hold.low), rolls, roll.low),
                        alea__sum_product(how, alea__product(how, holds, hold.neg), rolls, roll.neg)};
}

static void value_fill(const walk *r, uint32_t total, race_bound value)
{
    for (uint32_t slot = 0; slot < r->c->slots; slot++) value_slots(r, total)[slot] = value;
}

/* Fills the slots of a total, and sets *start to the value of a first roll there. */
ALWAYS_INLINE void value_pass(const walk *r, uint32_t total, race_bound *start, alea__rounding how)
{
    const race_turn_model *c = r->c;
    if (total > r->own && !race_can_stand(c->rules, total)) {
        value_fill(r, total, value_end(r, c->rules->landing[total] == RACE_WIPE ? 0 : r->own));
        return;
    }
    const bool ends = c->rules->over_goal_hold && total >= c->enough;
    for (uint32_t k = 0; k < c->memories; k++) {
        uint32_t m = c->order[k];
        race_bound roll = value_roll(r, total, m, how), *slot = value_slots(r, total) + 2 * (size_t)m;
        if (m == 0) *start = roll;
        slot[0] = ends ? value_end(r, total)
                       : value_choose(r, (race_position){r->own, r->who->other, total, m}, roll, how);
        slot[1] = ends ? value_end(r, total) : roll;
    }
}

race_bound race_policy_value_turn(race_policy_value *v, const race_outcomes *t, const race_decider *who,
                                  const race_continuation *after)
{
    const race_turn_model *c = v->model;
    ALEA_ASSERT(t->model == c && who->policy && t->begin < t->end);
    walk r = {c, after, who, t->begin, (race_bound *)v->cell};
    race_bound start = {0, 0};
    uint32_t end = t->end <= t->top ? t->end : t->top + 1;
    for (uint32_t k = 0; k < c->most; k++)
        value_fill(&r, end + k, (race_bound){after->least, after->minus_most});
    if (c->how == ALEA__BY_MODE)
        for (uint32_t total = end; total-- > t->begin;) value_pass(&r, total, &start, ALEA__BY_MODE);
    else
        for (uint32_t total = end; total-- > t->begin;) value_pass(&r, total, &start, ALEA__BY_EMULATION);
    return start;
}
