/* The passes of turn_kernel.h for vectors of LANE_BYTES bytes. Widths: portable avx2

   Weights and the denominator are whole numbers up to RACE_MOST_OUTCOMES, and values are moderate in the sense of
   base/directed.h. While rounding is emulated a sum over the outcomes of a roll is kept negated and rounded up, which gives it
   the sign of zero that it has in the mode. */
#include "family/race/turn/turn_kernel.h"
#include "base/assert.h"
#include "base/directed_lanes.h"
#include "base/kernel.h"
#include "family/race/policy/policy.h"

#include <math.h>

_Static_assert((int)RACE_LANES == (int)LANES, "a pass has the lanes of base/lanes.h");
_Static_assert((int)RACE_MOST_OUTCOMES <= 1 << 26, "products with weights are those of whole numbers");

/* ---- a roll ---- */

/* `how` is a constant here and below. */
INLINE lanes turn_product(alea__rounding how, lanes a, double weight)
{
    EACH a.at[k] = piece_whole_product(how, a.at[k], weight);
    return a;
}

INLINE lanes turn_negated(alea__rounding how, lanes a)
{
    if (how == ALEA__BY_EMULATION) EACH a.at[k] = -a.at[k];
    return a;
}

/* Adds to a sum, which the emulation keeps negated. */
INLINE lanes turn_add(alea__rounding how, lanes sum, lanes a)
{
    EACH sum.at[k] = how == ALEA__BY_MODE ? sum.at[k] + a.at[k] : piece_minus_sum_up(sum.at[k], a.at[k]);
    return sum;
}

typedef struct turn_grid {
    const race_turn_model *c;
    double *cell;
} turn_grid;

/* The slots of a total: arrays of eight lanes each. */
INLINE double *turn_slots(turn_grid g, uint32_t total)
{
    return g.cell + (size_t)(total & (g.c->ring - 1)) * g.c->slots * LANES;
}

/* What a roll in a memory of a total is worth; the totals above are filled. lost: what a bust and a wipe are worth. */
INLINE lanes turn_roll(turn_grid g, uint32_t total, uint32_t memory, const lanes lost[2], alea__rounding how)
{
    const race_turn_model *c = g.c;
    lanes sum = turn_negated(how, turn_product(how, lost[0], c->bust[memory]));
    sum = turn_add(how, sum, turn_product(how, lost[1], c->wipe[memory]));
    for (uint32_t k = c->first[memory]; k < c->first[memory + 1]; k++) {
        const race_step *step = &c->step[k];
        const lanes next = load(turn_slots(g, total + step->amount) + step->slot * LANES);
        if (step->weight == 1)
            sum = turn_add(how, sum, next);
        else
            sum = turn_add(how, sum, turn_product(how, next, step->weight));
    }
    sum = turn_negated(how, sum);
    EACH sum.at[k] = piece_whole_quotient(how, sum.at[k], c->denominator);
    return sum;
}

/* ---- the best play ---- */

/* Fills the arrivals at a total and notes the values of turns that begin there, and where rolling on is better. */
INLINE void turn_decide(const race_optimum_pass *p, uint32_t total, const lanes lost[2], bool lower,
                        alea__rounding how)
{
    const race_turn_model *c = p->optimum->model;
    const turn_grid g = {c, p->optimum->cell};
    double *slots = turn_slots(g, total);
    const lanes hold = all(p->hold[total]);
    const bool ends = c->rules->over_goal_hold && total >= c->enough;
    for (uint32_t k = 0; k < c->memories; k++) {
        const uint32_t m = c->order[k];
        const lanes roll = turn_roll(g, total, m, lost, how);
        double *slot = slots + (size_t)2 * m * LANES;
        if ((m == 0 && total - p->own < LANES) || p->rolls) {
            _Alignas(64) double each[LANES];
            store(each, roll);
            if (m == 0 && total - p->own < LANES) p->value[total - p->own] = each[total - p->own];
            unsigned on = 0;
            for (int i = 0; i < LANES && !ends; i++) on |= (unsigned)(each[i] > p->hold[total]) << i;
            if (p->rolls) p->rolls[(size_t)total * c->memories + m] = (uint8_t)on;
        }
        store(slot, ends ? hold : lower ? larger(roll, hold) : smaller(roll, hold));
        store(slot + LANES, ends ? hold : roll);
    }
}

/* From the hold region down to `own`. A landing takes whoever arrives; nobody decides anything there. */
INLINE void turn_run_optimum(const race_optimum_pass *p, bool lower, alea__rounding how)
{
    const race_turn_model *c = p->optimum->model;
    const race_hold_region *region = &p->optimum->region;
    const lanes lost[2] = {load(p->bust), all(p->hold[0])};
    const turn_grid g = {c, p->optimum->cell};
    ALEA_ASSERT(p->own < region->from);
    for (uint32_t k = 0; k < c->most; k++)
        for (uint32_t slot = 0; slot < c->slots; slot++) {
            const race_bound at = region->arrival[(size_t)k * c->slots + slot];
            store(turn_slots(g, region->from + k) + slot * LANES, all(lower ? at.low : at.neg));
        }
    for (uint32_t total = region->from; total-- > p->own;) {
        if (total == 0 || race_can_stand(c->rules, total)) {
            turn_decide(p, total, lost, lower, how);
            continue;
        }
        const bool wipes = c->rules->landing[total] == RACE_WIPE;
        for (uint32_t slot = 0; slot < c->slots; slot++)
            store(turn_slots(g, total) + slot * LANES, lost[wipes]);
    }
    /* Where the first roll is free, beginning a turn is a decision like any other. */
    for (uint32_t i = 0; i < LANES && !c->rules->first_forced; i++)
        if (lower ? p->bust[i] > p->value[i] : p->bust[i] < p->value[i]) p->value[i] = p->bust[i];
}

static void turn_optimum(const race_optimum_pass *p)
{
    const bool by_mode = p->optimum->model->how == ALEA__BY_MODE;
    if (p->lower && by_mode)
        turn_run_optimum(p, true, ALEA__BY_MODE);
    else if (p->lower)
        turn_run_optimum(p, true, ALEA__BY_EMULATION);
    else if (by_mode)
        turn_run_optimum(p, false, ALEA__BY_MODE);
    else
        turn_run_optimum(p, false, ALEA__BY_EMULATION);
}

/* ---- a policy, all scores at once ---- */

INLINE lanes turn_hold(const race_all_scores_pass *p, uint32_t total)
{
    _Alignas(64) double hold[LANES] = {0};
    for (uint32_t q = 0; q < p->quantities; q++) {
        hold[2 * q] = p->after[q].low[total];
        hold[2 * q + 1] = p->after[q].neg[total];
    }
    return load(hold);
}

/* What a policy that rolls with chance `on` gets. */
INLINE lanes turn_mix(alea__rounding how, double on, lanes hold, lanes roll)
{
    const double off = alea__difference(how, 1, on);
    EACH
    {
        const piece held = piece_product(how, hold.at[k], off - (piece){0}),
                    rolled = piece_product(how, roll.at[k], on - (piece){0});
        roll.at[k] = piece_moderate_sum(how, held, rolled);
    }
    return roll;
}

/* The same where `on` is 0 or 1, and products are exact; 0 times a value counts for the sign of zero. */
INLINE lanes turn_mix_certainly(alea__rounding how, double on, lanes hold, lanes roll)
{
    const double off = on == 1 ? -0. : 1; /* 1 - on rounded down */
    EACH roll.at[k] = piece_moderate_sum(how, hold.at[k] * off, roll.at[k] * on);
    return roll;
}

/* Fills the arrivals in a memory of a total, where a hold is worth `hold`. */
INLINE void turn_follow(const race_all_scores_pass *p, uint32_t total, uint32_t memory, lanes hold,
                        alea__rounding how)
{
    const race_turn_model *c = p->all->model;
    const lanes lost[2] = {load(p->bust), load(p->wiped)};
    const turn_grid g = {c, p->all->cell};
    double *slot = turn_slots(g, total) + (size_t)2 * memory * LANES;
    const lanes roll = turn_roll(g, total, memory, lost, how);
    if (memory == 0) store(p->all->value + (size_t)total * LANES, roll);
    if (c->rules->over_goal_hold && total >= c->enough) {
        store(slot, hold);
        store(slot + LANES, hold);
        return;
    }
    store(slot + LANES, roll);
    const double on = race_rolls_with(c->rules, p->policy, (race_position){0, p->leader, total, memory});
    if (on == 0 || on == 1)
        store(slot, turn_mix_certainly(how, on, hold, roll));
    else
        store(slot, turn_mix(how, on, hold, roll));
}

/* From the top down; the totals above it are filled. */
INLINE void turn_run_all_scores(const race_all_scores_pass *p, alea__rounding how)
{
    const race_turn_model *c = p->all->model;
    for (uint32_t total = p->top + 1; total-- > 0;) {
        if (total == 0 || race_can_stand(c->rules, total)) {
            const lanes hold = turn_hold(p, total);
            for (uint32_t k = 0; k < c->memories; k++) turn_follow(p, total, c->order[k], hold, how);
            continue;
        }
        const lanes lost = load(c->rules->landing[total] == RACE_WIPE ? p->wiped : p->bust);
        for (uint32_t slot = 0; slot < c->slots; slot++)
            store(turn_slots((turn_grid){c, p->all->cell}, total) + slot * LANES, lost);
    }
}

static void turn_all_scores(const race_all_scores_pass *p)
{
    if (p->all->model->how == ALEA__BY_MODE)
        turn_run_all_scores(p, ALEA__BY_MODE);
    else
        turn_run_all_scores(p, ALEA__BY_EMULATION);
}

extern const race_turn_kernel KERNEL(race_turn);
const race_turn_kernel KERNEL(race_turn) = {turn_optimum, turn_all_scores};
