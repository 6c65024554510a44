/* One pass for all scores; see turn_all_scores.h. */
#include "family/race/turn/turn_all_scores.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/policy/turn_answers.h"
#include "family/race/turn/turn_kernel.h"

#include <math.h>
#include <string.h>

enum { LANES = RACE_ALL_SCORES_LANES, CHANCE = LANES - 2, MINUS_CHANCE = LANES - 1 };

/* If a turn can have no points after its first roll, a plan does not tell what the bot answered. */
bool race_ignores_score(const race_turn_model *c, const race_policy *policy)
{
    if (policy->kind != RACE_POLICY_PLAN)
        return policy->kind == RACE_POLICY_RANDOM || policy->kind == RACE_POLICY_ALWAYS ||
               race_has_threshold(policy);
    for (uint32_t i = 0; i < c->first[c->memories]; i++)
        if (c->step[i].amount == 0) return false;
    return policy->plan.scores_only && c->rules->first_forced;
}

uint32_t race_known_up_to(const race_turn_model *c, const race_policy *policy)
{
    return policy->kind == RACE_POLICY_PLAN && policy->plan.asked < c->cap ? policy->plan.asked : c->cap;
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

/* Fills the totals above the top: with the value of a hold if the policy certainly holds, else with the widest bounds. */
static void scores_begin(const race_all_scores_pass *r, bool holds, const double widest[LANES])
{
    const race_turn_model *c = r->all->model;
    double *cell = race_window_end(c, r->all->cell);
    for (uint32_t k = 1; k <= c->most; k++)
        for (uint32_t slot = 0; slot < c->slots; slot++, cell += LANES) {
            double hold[LANES] = {0};
            const bool held = holds && slot % 2 == 0;
            if (held) scores_hold(r, r->top + k, hold);
            memcpy(cell, held ? hold : widest, sizeof hold);
        }
}

/* The last total, from the leader's on, at which the policy may roll; the cap if unknown. */
static uint32_t scores_last_roll(const race_turn_model *c, const race_policy *policy, uint32_t leader)
{
    if (race_has_threshold(policy)) return leader;
    if (policy->kind != RACE_POLICY_PLAN) return c->cap;
    const race_plan_row row = race_plan_row_of(c->rules, &policy->plan, 0, leader);
    const uint64_t said = (row.end - row.first) / row.memories + 1; /* from there on it holds if it may */
    uint32_t last = said < c->cap ? (uint32_t)said : c->cap;
    for (; last > leader; last--)
        for (uint32_t memory = 0; memory < c->memories; memory++)
            if (race_plan_row_rolls(&row, last, memory)) return last;
    return leader;
}

void race_all_scores_run(race_all_scores *s, const race_policy *policy, uint32_t leader, uint32_t quantities,
                         const race_score_continuation *after)
{
    const race_turn_model *c = s->model;
    const uint32_t known = race_known_up_to(c, policy);
    double widest[LANES] = {0}; /* anything may be; the chance of a bust is part of that */
    ALEA_ASSERT(race_ignores_score(c, policy) && leader <= c->cap && quantities <= RACE_ALL_SCORES_MOST);
    for (uint32_t q = 0; q < quantities; q++) {
        widest[2 * q] = after[q].least;
        widest[2 * q + 1] = after[q].minus_most;
    }
    for (uint32_t own = 0; leader > known && own < leader; own++)
        memcpy(s->value + (size_t)own * LANES, widest, sizeof widest);
    if (leader > known) return;
    race_all_scores_pass r = {
        .all = s, .policy = policy, .after = after, .leader = leader, .quantities = quantities};
    r.bust[CHANCE] = 1;
    r.bust[MINUS_CHANCE] = -1;
    scores_hold(&r, 0, r.wiped);
    /* Above the last total at which it rolls only forced rolls are of interest, for as long as they can follow one another. */
    const uint64_t far = (uint64_t)scores_last_roll(c, policy, leader) + c->most + c->overlap;
    const bool holds = far + c->most < known;
    r.top = holds ? (uint32_t)far : known;
    scores_begin(&r, holds, widest);
    race_best_turn_kernel()->run_all_scores(&r);
}

/* The value in a lane, including the price of a bust. Two bounds enclose its chance; the upper one is stored as its negative. */
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
