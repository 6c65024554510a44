/* Backward under a policy; see turn_policy_value.h. */
#include "family/race/turn/turn_policy_value.h"
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
    const race_line *line;
    const race_decider *who;
    uint32_t own;
    race_bound *cell;
} walk;

static race_bound *slots_at(const walk *r, uint32_t total)
{
    return r->cell + (size_t)(total & (r->c->ring - 1)) * r->c->slots;
}

static race_bound end_at(const walk *r, uint32_t total)
{
    if (total > r->c->cap) return (race_bound){r->line->end, -r->line->end};
    return (race_bound){r->line->low[total], r->line->neg[total]};
}

static race_bound roll_at(const walk *r, uint32_t total, uint32_t memory)
{
    const race_turn_model *c = r->c;
    const race_bound bust = end_at(r, r->own), wipe = end_at(r, 0);
    race_bound sum = {c->bust[memory] * bust.low + c->wipe[memory] * wipe.low,
                      c->bust[memory] * bust.neg + c->wipe[memory] * wipe.neg};
    for (uint32_t k = c->first[memory]; k < c->first[memory + 1]; k++) {
        const race_bound *next = &slots_at(r, total + c->step[k].amount)[c->step[k].slot];
        sum.low += c->step[k].weight * next->low;
        sum.neg += c->step[k].weight * next->neg;
    }
    return (race_bound){sum.low / c->denominator, sum.neg / c->denominator};
}

/* Where a frozen bot was never asked anything may be. */
static race_bound choose(const walk *r, uint32_t total, uint32_t memory, race_bound roll)
{
    const double on = race_rolls_with(r->c->rules, r->who->policy, r->own, r->who->other, total, memory),
                 off = 1 - on;
    const race_bound hold = end_at(r, total);
    if (isnan(on)) return (race_bound){r->line->least, r->line->minus_most};
    if (on == 0) return hold;
    if (on == 1) return roll;
    return (race_bound){off * hold.low + on * roll.low, off * hold.neg + on * roll.neg};
}

static void fill(const walk *r, uint32_t total, race_bound value)
{
    for (uint32_t slot = 0; slot < r->c->slots; slot++) slots_at(r, total)[slot] = value;
}

static void pass(const walk *r, uint32_t total, race_bound *start)
{
    const race_turn_model *c = r->c;
    if (total > r->own && !race_can_stand(c->rules, total)) {
        fill(r, total, end_at(r, c->rules->landing[total] == RACE_WIPE ? 0 : r->own));
        return;
    }
    const bool ends = c->rules->over_goal_hold && total >= c->enough;
    for (uint32_t k = 0; k < c->memories; k++) {
        uint32_t m = c->order[k];
        race_bound roll = roll_at(r, total, m), *slot = slots_at(r, total) + 2 * (size_t)m;
        if (m == 0) *start = roll;
        slot[0] = ends ? end_at(r, total) : choose(r, total, m, roll);
        slot[1] = ends ? end_at(r, total) : roll;
    }
}

void race_policy_value_turn(race_policy_value *room, const race_outcomes *t, uint32_t own,
                            const race_decider *who, const race_optimum *b, double *low, double *neg)
{
    const race_turn_model *c = room->model;
    walk r = {c, &b->line, who, own, (race_bound *)room->cell};
    race_bound start = {0, 0};
    uint32_t end = t->end <= t->top ? t->end : t->top + 1;
    for (uint32_t k = 0; k < c->most; k++) fill(&r, end + k, (race_bound){b->line.least, b->line.minus_most});
    for (uint32_t total = end; total-- > own;) pass(&r, total, &start);
    *low = start.low;
    *neg = start.neg;
}
