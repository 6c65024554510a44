/* One pass for all scores; see turn_all_scores.h. */
#include "family/race/turn/turn_all_scores.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/policy/policy.h"
#include "family/race/turn/turn_kernel.h"

#include <math.h>
#include <string.h>

enum { LANES = RACE_ALL_SCORES_LANES, CHANCE = LANES - 2, MINUS_CHANCE = LANES - 1 };

bool race_ignores_score(const race_policy *policy)
{
    return policy->kind == RACE_POLICY_RANDOM || policy->kind == RACE_POLICY_ALWAYS ||
           race_has_threshold(policy);
}

alea_status race_all_scores_make(const race_turn_model *c, race_all_scores *out, alea_error *error)
{
    *out = (race_all_scores){.model = c};
    out->cell = alea__alloc_aligned(64, (size_t)c->window * c->slots * LANES * sizeof(double));
    out->value = alea__alloc_aligned(64, (c->cap + (size_t)1) * LANES * sizeof(double));
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
    return ((double)c->window * c->slots + c->cap + 1) * (double)(LANES * sizeof(double));
}

static void scores_hold(const race_all_scores_pass *r, uint32_t total, double out[LANES])
{
    for (uint32_t q = 0; q < r->quantities; q++) {
        out[2 * q] = r->after[q].low[total];
        out[2 * q + 1] = r->after[q].neg[total];
    }
}

/* Fills the totals above the top: with the value of a hold where the policy certainly holds, else with the widest bounds. */
static void scores_begin(const race_all_scores_pass *r)
{
    const race_turn_model *c = r->all->model;
    double end[LANES] = {0}; /* above the cap anything may be; the chance of a bust there is part of that */
    for (uint32_t q = 0; q < r->quantities; q++) {
        end[2 * q] = r->after[q].least;
        end[2 * q + 1] = r->after[q].minus_most;
    }
    double *cell = race_window_end(c, r->all->cell);
    for (uint32_t k = 1; k <= c->most; k++)
        for (uint32_t slot = 0; slot < c->slots; slot++, cell += LANES) {
            double hold[LANES] = {0};
            bool held = r->top < c->cap && slot % 2 == 0;
            if (held) scores_hold(r, r->top + k, hold);
            memcpy(cell, held ? hold : end, sizeof hold);
        }
}

void race_all_scores_run(race_all_scores *s, const race_policy *policy, uint32_t leader, uint32_t quantities,
                         const race_score_continuation *after)
{
    ALEA_ASSERT(race_ignores_score(policy) && leader <= s->model->cap && quantities <= RACE_ALL_SCORES_MOST);
    race_all_scores_pass r = {
        .all = s, .policy = policy, .after = after, .leader = leader, .quantities = quantities};
    r.bust[CHANCE] = 1;
    r.bust[MINUS_CHANCE] = -1;
    scores_hold(&r, 0, r.wiped);
    /* A policy with a threshold holds from leader + 1 on, so that further up only forced rolls are of interest, for as long as
   they can follow one another. */
    const race_turn_model *c = s->model;
    const uint32_t far = leader + c->most + c->overlap;
    r.top = race_has_threshold(policy) && far + c->most < c->cap ? far : c->cap;
    scores_begin(&r);
    race_best_turn_kernel()->run_all_scores(&r);
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
