/* The passes of turn_kernel.h for vectors of LANE_BYTES bytes. Widths: portable avx2 avx512

   Weights and the denominator are whole numbers up to RACE_MOST_OUTCOMES, and values are moderate in the sense of
   base/directed.h. While rounding is emulated a sum over the outcomes of a roll is kept negated and rounded up, which gives it
   the sign of zero that it has in the mode. */
#include "family/race/turn/turn_kernel.h"
#include "base/assert.h"
#include "base/directed_lanes.h"
#include "base/kernel.h"
#include "family/race/policy/policy.h"

#include <string.h>

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

/* The total that a pass has come to: slots of eight lanes each, those of higher totals after it. */
typedef struct turn_grid {
    const race_turn_model *c;
    double *cell, *here;
} turn_grid;

INLINE turn_grid turn_window(const race_turn_model *c, double *cell)
{
    return (turn_grid){c, cell, race_window_end(c, cell)};
}

/* On to the next lower total. */
INLINE void turn_down(turn_grid *g)
{
    const size_t slots = (size_t)g->c->slots * LANES;
    if (g->here == g->cell) {
        g->here = race_window_end(g->c, g->cell);
        memcpy(g->here, g->cell, g->c->most * slots * sizeof *g->cell);
    }
    g->here -= slots;
}

/* Adds the targets of a total's steps to a sum; the totals above are already filled. */
INLINE lanes turn_add_steps(const turn_grid *g, const uint32_t first[2], lanes sum, alea__rounding how)
{
    for (const race_down_step *step = g->c->down + first[0], *end = g->c->down + first[1]; step < end;
         step++) {
        lanes part = load(g->here + step->offset);
        if (!step->last) {
            part = turn_negated(how, part);
            for (; !step->last; step++) part = turn_add(how, part, load(g->here + step[1].offset));
            part = turn_negated(how, part);
        }
        sum = turn_add(how, sum, step->weight == 1 ? part : turn_product(how, part, step->weight));
    }
    return sum;
}

/* The part common to the rolls of all memories at a total; emulation keeps it negated. */
INLINE lanes turn_common(const turn_grid *g, alea__rounding how)
{
    return turn_add_steps(g, g->c->down_first + g->c->memories, turn_negated(how, none()), how);
}

/* The value of a roll in a memory of a total. `lost` has the values of a bust and of a wipe. */
INLINE lanes turn_roll(const turn_grid *g, uint32_t memory, const lanes lost[2], lanes common,
                       alea__rounding how)
{
    const race_turn_model *c = g->c;
    const whole_divisor by = {c->denominator, c->part_low, c->part_high};
    lanes sum = turn_negated(how, turn_product(how, lost[0], c->bust[memory]));
    if (c->wipe[memory] != 0) sum = turn_add(how, sum, turn_product(how, lost[1], c->wipe[memory]));
    if (c->memories > 1) sum = turn_add(how, sum, turn_negated(how, common));
    sum = turn_add_steps(g, c->down_first + memory, sum, how);
    sum = turn_negated(how, sum);
    EACH sum.at[k] = piece_quotient_by(how, sum.at[k], by);
    return sum;
}

/* ---- the best play ---- */

/* Constants of a pass. */
typedef struct turn_manner {
    bool lower;
    alea__rounding how;
} turn_manner;

/* Fills the arrivals at a total and notes the values of turns that begin there, and where rolling on is better. */
INLINE void turn_decide(const race_optimum_pass *p, const turn_grid *g, uint32_t total, const lanes lost[2],
                        turn_manner as)
{
    const race_turn_model *c = p->optimum->model;
    const alea__rounding how = as.how;
    const lanes hold = all(p->hold[total]);
    const lanes common = turn_common(g, how);
    const bool ends = c->rules->over_goal_hold && total >= c->enough;
    for (uint32_t k = 0; k < c->memories; k++) {
        const uint32_t m = c->order[k];
        const lanes roll = turn_roll(g, m, lost, common, how);
        double *slot = g->here + (size_t)2 * m * LANES;
        if ((m == 0 && total - p->own < LANES) || p->rolls) {
            _Alignas(64) double each[LANES];
            store(each, roll);
            if (m == 0 && total - p->own < LANES) p->value[total - p->own] = each[total - p->own];
            unsigned on = 0;
            for (int i = 0; i < LANES && !ends; i++) on |= (unsigned)(each[i] > p->hold[total]) << i;
            if (p->rolls) p->rolls[(size_t)total * c->memories + m] = (uint8_t)on;
        }
        store(slot, ends ? hold : as.lower ? larger(roll, hold) : smaller(roll, hold));
        store(slot + LANES, ends ? hold : roll);
    }
}

/* From the hold region down to `own`. A landing ends the turn; there is no decision. */
INLINE void turn_run_optimum(const race_optimum_pass *p, bool lower, alea__rounding how)
{
    const race_turn_model *c = p->optimum->model;
    const race_hold_region *region = &p->optimum->region;
    const lanes lost[2] = {load(p->bust), all(p->hold[0])};
    turn_grid g = turn_window(c, p->optimum->cell);
    ALEA_ASSERT(p->own < region->from);
    for (size_t i = 0; i < (size_t)c->most * c->slots; i++)
        store(g.here + i * LANES, all(lower ? region->arrival[i].low : region->arrival[i].neg));
    for (uint32_t total = region->from; total-- > p->own;) {
        turn_down(&g);
        if (total == 0 || race_can_stand(c->rules, total)) {
            turn_decide(p, &g, total, lost, (turn_manner){lower, how});
            continue;
        }
        const bool wipes = c->rules->landing[total] == RACE_WIPE;
        for (uint32_t slot = 0; slot < c->slots; slot++) store(g.here + slot * LANES, lost[wipes]);
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

/* The value of a policy that rolls with chance `on`. */
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

/* Fills the arrivals in a memory of a total. with: the value of a hold there, and what all memories have in common. */
INLINE void turn_follow(const race_all_scores_pass *p, const turn_grid *g, race_position at,
                        const lanes with[2], alea__rounding how)
{
    const race_turn_model *c = p->all->model;
    const lanes lost[2] = {load(p->bust), load(p->wiped)};
    double *slot = g->here + (size_t)2 * at.memory * LANES;
    const lanes hold = with[0], roll = turn_roll(g, at.memory, lost, with[1], how);
    if (at.memory == 0) store(p->all->value + (size_t)at.total * LANES, roll);
    if (c->rules->over_goal_hold && at.total >= c->enough) {
        store(slot, hold);
        store(slot + LANES, hold);
        return;
    }
    store(slot + LANES, roll);
    const double on = race_rolls_with(c->rules, p->policy, at);
    if (on == 0 || on == 1)
        store(slot, turn_mix_certainly(how, on, hold, roll));
    else
        store(slot, turn_mix(how, on, hold, roll));
}

/* From the top down; the totals above it are already filled. */
INLINE void turn_run_all_scores(const race_all_scores_pass *p, alea__rounding how)
{
    const race_turn_model *c = p->all->model;
    turn_grid g = turn_window(c, p->all->cell);
    for (uint32_t total = p->top + 1; total-- > 0;) {
        turn_down(&g);
        if (total == 0 || race_can_stand(c->rules, total)) {
            const lanes with[2] = {turn_hold(p, total), turn_common(&g, how)};
            for (uint32_t k = 0; k < c->memories; k++)
                turn_follow(p, &g, (race_position){0, p->leader, total, c->order[k]}, with, how);
            continue;
        }
        const lanes lost = load(c->rules->landing[total] == RACE_WIPE ? p->wiped : p->bust);
        for (uint32_t slot = 0; slot < c->slots; slot++) store(g.here + slot * LANES, lost);
    }
}

static void turn_all_scores(const race_all_scores_pass *p)
{
    if (p->all->model->how == ALEA__BY_MODE)
        turn_run_all_scores(p, ALEA__BY_MODE);
    else
        turn_run_all_scores(p, ALEA__BY_EMULATION);
}

/* ---- how turns end, by what a pass noted ---- */

typedef struct turn_masses {
    race_outcomes_lanes *f;
    lanes bust, wipe;
} turn_masses;

INLINE double *turn_mass(const race_outcomes_lanes *f, uint32_t total)
{
    return f->mass + (size_t)(total & (f->model->ring - 1)) * f->model->slots * LANES;
}

/* Keeps the lanes whose bit is set. */
INLINE lanes turn_where(unsigned on, lanes a)
{
    _Alignas(64) int64_t mask[LANES];
    for (int i = 0; i < LANES; i++) mask[i] = -(int64_t)(on >> i & 1);
    EACH a.at[k] = (piece)((bits)a.at[k] & *(const bits *)(const void *)(mask + k * PIECE));
    return a;
}

/* Everything that arrived at a total; nothing is left there. */
INLINE lanes turn_take_all(const race_outcomes_lanes *f, uint32_t total)
{
    double *slot = turn_mass(f, total);
    lanes sum = none();
    for (uint32_t i = 0; i < f->model->slots; i++) {
        sum = add(sum, load(slot + i * LANES));
        store(slot + i * LANES, none());
    }
    return sum;
}

/* Passes on what rolls at a total. */
INLINE void turn_roll_on(turn_masses *t, uint32_t total, uint32_t memory, lanes on)
{
    const race_turn_model *c = t->f->model;
    EACH on.at[k] /= c->denominator;
    EACH t->bust.at[k] += on.at[k] * c->bust[memory];
    EACH t->wipe.at[k] += on.at[k] * c->wipe[memory];
    for (uint32_t i = c->first[memory]; i < c->first[memory + 1]; i++) {
        double *slot = turn_mass(t->f, total + c->step[i].amount) + c->step[i].slot * LANES;
        store(slot, add(load(slot), times(on, c->step[i].weight)));
    }
}

INLINE bool turn_nothing(lanes a)
{
    int64_t any = 0;
    EACH for (int i = 0; i < PIECE; i++) any |= a.at[k][i] > 0;
    return any == 0;
}

/* Splits what arrived at a total into holds and rolls; returns the holds. */
INLINE lanes turn_decide_outcomes(turn_masses *t, uint32_t total, const race_decider *who)
{
    const race_turn_model *c = t->f->model;
    lanes held = none();
    for (uint32_t j = c->memories; j-- > 0;) {
        const uint32_t m = c->order[j];
        double *slot = turn_mass(t->f, total) + (size_t)2 * m * LANES;
        const lanes may_hold = load(slot), must = load(slot + LANES);
        store(slot, none());
        store(slot + LANES, none());
        const unsigned rolls = total < who->holds_from ? who->rolls[(size_t)total * c->memories + m] : 0;
        held = add(held, turn_where(~rolls, may_hold));
        const lanes on = add(must, turn_where(rolls, may_hold));
        if (turn_nothing(on)) continue;
        turn_roll_on(t, total, m, on);
        if (total + c->most >= t->f->end) t->f->end = total + c->most + 1;
    }
    return held;
}

/* The turn of a lane begins. */
INLINE void turn_begin_lane(const race_outcomes_lanes *f, uint32_t lane)
{
    turn_mass(f, f->own + lane)[(f->model->rules->first_forced ? LANES : 0) + lane] = 1;
}

/* Runs one turn in each lane, from own scores that follow each other, and stores the chances of its ends by total. */
static void turn_run_outcomes(race_outcomes_lanes *f, const race_decider *who)
{
    const race_turn_model *c = f->model;
    turn_masses t = {f, none(), none()};
    ALEA_ASSERT(who->rolls && c->how == ALEA__BY_MODE);
    f->end = f->own + 1;
    uint32_t total = f->own, begun = 0;
    for (; total <= f->top && (total < f->end || begun < LANES); total++) {
        lanes held = none();
        const bool stands = total == 0 || race_can_stand(c->rules, total);
        if (begun < LANES && stands) turn_begin_lane(f, begun);
        if (begun < LANES && total >= f->end) f->end = total + 1;
        begun++;
        if (!stands) {
            lanes *lost = c->rules->landing[total] == RACE_WIPE ? &t.wipe : &t.bust;
            *lost = add(*lost, turn_take_all(f, total));
        } else if (c->rules->over_goal_hold && total >= c->enough) {
            held = turn_take_all(f, total);
        } else {
            held = turn_decide_outcomes(&t, total, who);
        }
        store(f->hold + (size_t)(total - f->own) * LANES, held);
    }
    for (uint32_t k = 0; total < f->end && k < c->ring; k++) turn_take_all(f, total + k);
    f->end = f->end < total ? f->end : total;
    store(f->bust, t.bust);
    store(f->wipe, t.wipe);
}

extern const race_turn_kernel KERNEL(race_turn);
const race_turn_kernel KERNEL(race_turn) = {turn_optimum, turn_all_scores, turn_run_outcomes};
