/* One pass for all scores; see turn_all_scores.h. */
#include "family/race/turn/turn_all_scores.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/policy/policy.h"

#include <math.h>

enum { LANES = RACE_ALL_SCORES_LANES, CHANCE = LANES - 2, MINUS_CHANCE = LANES - 1 };

bool race_ignores_score(const race_policy *policy)
{
    return policy->kind == RACE_POLICY_RANDOM || policy->kind == RACE_POLICY_ALWAYS ||
           race_has_threshold(policy);
}

alea_status race_all_scores_make(const race_turn_model *c, race_all_scores *out, alea_error *error)
{
    *out = (race_all_scores){.model = c};
    out->cell = alea__alloc_array((size_t)c->ring * c->slots, LANES * sizeof(double));
    out->value = alea__alloc_array(c->cap + (size_t)1, LANES * sizeof(double));
    if (out->cell && out->value) return ALEA_OK;
    race_all_scores_clear(out);
    return alea__out_of_memory(error);
}

void race_all_scores_clear(race_all_scores *s)
{
    alea__free(s->cell);
    alea__free(s->value);
    *s = (race_all_scores){.model = NULL};
}

double race_all_scores_bytes(const race_turn_model *c)
{
    return ((double)c->ring * c->slots + c->cap + 1) * (double)(LANES * sizeof(double));
}

typedef struct run {
    race_all_scores *s;
    const race_policy *policy;
    const race_score_continuation *after;
    uint32_t leader, quantities;
    double end[LANES];  /* what no turn can be worth less than, above the cap */
    double bust[LANES]; /* 1 in the lanes of its chance */
    double wiped[LANES];
    uint32_t top; /* the pass begins here */
} run;

static double *scores_slot(const run *r, uint32_t total, uint32_t slot)
{
    const race_turn_model *c = r->s->model;
    return r->s->cell + ((size_t)(total & (c->ring - 1)) * c->slots + slot) * LANES;
}

static void scores_hold(const run *r, uint32_t total, double out[LANES])
{
    for (uint32_t q = 0; q < r->quantities; q++) {
        out[2 * q] = r->after[q].low[total];
        out[2 * q + 1] = r->after[q].neg[total];
    }
}

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* What a roll in a memory of a total is worth; the slots above are filled. `how` is a constant here and below. */
ALWAYS_INLINE void scores_roll(const run *r, uint32_t total, uint32_t memory, double out[LANES],
                               alea__rounding how)
{
    const race_turn_model *c = r->s->model;
    double sum[LANES];
    for (uint32_t i = 0; i < LANES; i++)
        sum[i] = alea__sum_product(how, alea__product(how, c->bust[memory], r->bust[i]), c->wipe[memory],
                                   r->wiped[i]);
    for (uint32_t k = c->first[memory]; k < c->first[memory + 1]; k++) {
        const double *next = scores_slot(r, total + c->step[k].amount, c->step[k].slot);
        for (uint32_t i = 0; i < LANES; i++)
            sum[i] = alea__sum_product(how, sum[i], c->step[k].weight, next[i]);
    }
    for (uint32_t i = 0; i < LANES; i++) out[i] = alea__quotient(how, sum[i], c->denominator);
}

static void scores_put(double *slot, const double *value)
{
    for (uint32_t i = 0; i < LANES; i++) slot[i] = value[i];
}

/* Fills the arrivals in a memory of a total, where a hold is worth `hold`. */
ALWAYS_INLINE void scores_decide(const run *r, uint32_t total, uint32_t memory, const double hold[LANES],
                                 alea__rounding how)
{
    const race_turn_model *c = r->s->model;
    double roll[LANES], *free_slot = scores_slot(r, total, 2 * memory),
                        *forced = scores_slot(r, total, 2 * memory + 1);
    scores_roll(r, total, memory, roll, how);
    if (memory == 0) scores_put(r->s->value + (size_t)total * LANES, roll);
    if (c->rules->over_goal_hold && total >= c->enough) {
        scores_put(free_slot, hold);
        scores_put(forced, hold);
        return;
    }
    const double on = race_rolls_with(c->rules, r->policy, (race_position){0, r->leader, total, memory}),
                 off = alea__difference(how, 1, on);
    for (uint32_t i = 0; i < LANES; i++)
        free_slot[i] = alea__sum_product(how, alea__product(how, off, hold[i]), on, roll[i]);
    scores_put(forced, roll);
}

/* Fills the totals above the top: with the value of a hold where the policy certainly holds, else with the widest bounds. */
static void scores_begin(const run *r)
{
    const race_turn_model *c = r->s->model;
    for (uint32_t k = 1; k <= c->most; k++)
        for (uint32_t slot = 0; slot < c->slots; slot++) {
            double hold[LANES] = {0};
            bool held = r->top < c->cap && slot % 2 == 0;
            if (held) scores_hold(r, r->top + k, hold);
            scores_put(scores_slot(r, r->top + k, slot), held ? hold : r->end);
        }
}

/* From the top down; the totals above it are filled. */
ALWAYS_INLINE void scores_pass(const run *r, alea__rounding how)
{
    const race_turn_model *c = r->s->model;
    for (uint32_t total = r->top + 1; total-- > 0;) {
        if (total > 0 && !race_can_stand(c->rules, total)) {
            const double *lost = c->rules->landing[total] == RACE_WIPE ? r->wiped : r->bust;
            for (uint32_t slot = 0; slot < c->slots; slot++) scores_put(scores_slot(r, total, slot), lost);
            continue;
        }
        double hold[LANES] = {0};
        scores_hold(r, total, hold);
        for (uint32_t k = 0; k < c->memories; k++) scores_decide(r, total, c->order[k], hold, how);
    }
}

void race_all_scores_run(race_all_scores *s, const race_policy *policy, uint32_t leader, uint32_t quantities,
                         const race_score_continuation *after)
{
    ALEA_ASSERT(race_ignores_score(policy) && leader <= s->model->cap && quantities <= RACE_ALL_SCORES_MOST);
    run r = {.s = s, .policy = policy, .after = after, .leader = leader, .quantities = quantities};
    /* Above the cap anything may be; the chance of a bust there is part of that. */
    for (uint32_t q = 0; q < quantities; q++) {
        r.end[2 * q] = after[q].least;
        r.end[2 * q + 1] = after[q].minus_most;
    }
    r.bust[CHANCE] = 1;
    r.bust[MINUS_CHANCE] = -1;
    scores_hold(&r, 0, r.wiped);
    /* A policy with a threshold holds from leader + 1 on, so that further up only forced rolls are of interest, for as long as
   they can follow one another. */
    const race_turn_model *c = s->model;
    const uint32_t far = leader + c->most + c->overlap;
    r.top = race_has_threshold(policy) && far + c->most < c->cap ? far : c->cap;
    scores_begin(&r);
    if (c->how == ALEA__BY_MODE)
        scores_pass(&r, ALEA__BY_MODE);
    else
        scores_pass(&r, ALEA__BY_EMULATION);
}

/* The value in a lane with the price of a bust put in. The chance of it lies between two bounds, of which the negative of the
   greater one is kept. */
static double scores_with_bust(const race_all_scores *s, uint32_t own, uint32_t lane, double price)
{
    const double *value = s->value + (size_t)own * LANES;
    ALEA_ASSERT(own <= s->model->cap && lane < CHANCE && value[CHANCE] <= -value[MINUS_CHANCE]);
    const double chance = price >= 0 ? value[CHANCE] : value[MINUS_CHANCE];
    return alea__sum_product(s->model->how, value[lane], chance, fabs(price));
}

race_bound race_all_scores_value(const race_all_scores *s, uint32_t own, uint32_t quantity, race_bound bust)
{
    return (race_bound){scores_with_bust(s, own, 2 * quantity, bust.low),
                        scores_with_bust(s, own, 2 * quantity + 1, bust.neg)};
}
