/* Passes from high totals to low ones; see turn_optimum.h. */
#include "family/race/turn/turn_optimum.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>

/* ---- room ---- */

static size_t totals(const race_turn_model *c)
{
    return (size_t)c->cap + 1 + c->most;
}

alea_status race_optimum_make(const race_turn_model *c, race_optimum *out, alea_error *error)
{
    race_optimum b = {.model = c};
    size_t window = (size_t)c->most * c->slots, above = c->grows ? totals(c) * c->slots : 1;
    b.line.low = alea__alloc_array(c->cap + (size_t)1, sizeof(double));
    b.line.neg = alea__alloc_array(c->cap + (size_t)1, sizeof(double));
    b.settled.low = alea__alloc_array(window, sizeof(double));
    b.settled.neg = alea__alloc_array(window, sizeof(double));
    b.above_low = alea__alloc_array(above, sizeof(double));
    b.above_neg = alea__alloc_array(above, sizeof(double));
    b.cell = alea__alloc_aligned(64, (size_t)c->ring * c->slots * RACE_LANES * sizeof(double));
    b.rolls = alea__alloc_array(totals(c), c->memories);
    *out = b;
    if (b.line.low && b.line.neg && b.settled.low && b.settled.neg && b.above_low && b.above_neg && b.cell &&
        b.rolls)
        return ALEA_OK;
    race_optimum_clear(out);
    return alea__out_of_memory(error);
}

void race_optimum_clear(race_optimum *b)
{
    alea__free(b->line.low);
    alea__free(b->line.neg);
    alea__free(b->settled.low);
    alea__free(b->settled.neg);
    alea__free(b->above_low);
    alea__free(b->above_neg);
    alea__free(b->cell);
    alea__free(b->rolls);
    *b = (race_optimum){.model = NULL};
}

double race_optimum_bytes(const race_turn_model *c)
{
    double above = c->grows ? (double)totals(c) * c->slots : 1;
    return 8 * (2.0 * c->cap + 2.0 * c->most * c->slots + 2 * above +
                (double)c->ring * c->slots * (double)RACE_LANES) +
           (double)totals(c) * c->memories;
}

/* ---- totals where nothing is left to decide ---- */

typedef struct bound {
    double low, neg;
} bound;

/* Above the cap. */
static bound beyond(const race_optimum *b, uint32_t total, uint32_t slot)
{
    const race_turn_model *c = b->model;
    bool free_to_hold = slot % 2 == 0 || c->rules->over_goal_hold;
    if (!c->grows && free_to_hold) return (bound){b->line.end, -b->line.end};
    if (c->grows && c->objective == ALEA_MONEY)
        return (bound){-race_beyond(c, total), -race_beyond(c, total)};
    return (bound){b->line.least, b->line.minus_most};
}

/* The worst that a bust can be for each bound, over all that may have been banked. */
static bound worst_bust(const race_optimum *b, uint32_t banked)
{
    bound worst = {b->line.low[0], b->line.neg[0]};
    for (uint32_t own = 1; own < banked; own++) {
        if (!race_can_begin_at(b->model->rules, own)) continue;
        worst.low = fmin(worst.low, b->line.low[own]);
        worst.neg = fmin(worst.neg, b->line.neg[own]);
    }
    return worst;
}

static bound roll_above(const race_optimum *b, uint32_t total, uint32_t memory, bound bust)
{
    const race_turn_model *c = b->model;
    bound sum = {c->bust[memory] * bust.low + c->wipe[memory] * b->line.low[0],
                 c->bust[memory] * bust.neg + c->wipe[memory] * b->line.neg[0]};
    for (uint32_t i = c->first[memory]; i < c->first[memory + 1]; i++) {
        size_t at = (size_t)(total + c->step[i].amount) * c->slots + c->step[i].slot;
        sum.low += c->step[i].weight * b->above_low[at];
        sum.neg += c->step[i].weight * b->above_neg[at];
    }
    return (bound){sum.low / c->denominator, sum.neg / c->denominator};
}

/* Fills the arrivals at one total; whether holding there is certainly no worse in any memory. */
static bool settles(race_optimum *b, uint32_t total, bound bust)
{
    const race_turn_model *c = b->model;
    const double hold = b->line.low[total], minus = b->line.neg[total];
    bool all = true;
    for (uint32_t k = 0; k < c->memories; k++) {
        uint32_t m = c->order[k];
        size_t at = (size_t)total * c->slots + 2 * (size_t)m;
        bound roll = roll_above(b, total, m, bust);
        bool held = c->rules->over_goal_hold || minus <= roll.neg;
        b->above_low[at] = held ? hold : fmax(hold, roll.low);
        b->above_neg[at] = held ? minus : roll.neg;
        b->above_low[at + 1] = c->rules->over_goal_hold ? hold : roll.low;
        b->above_neg[at + 1] = c->rules->over_goal_hold ? minus : roll.neg;
        all &= held;
    }
    return all;
}

/* The lowest total of a run of settled ones that is long enough to hide what lies above, plus the reach of forced rolls,
   whose values still differ by what was banked; cap + 1 when there is none. */
static uint32_t find_settled(race_optimum *b, uint32_t least, bound bust)
{
    const race_turn_model *c = b->model;
    uint32_t run = 0, long_enough = c->most + c->overlap + c->overlap;
    for (uint32_t total = c->cap + 1; total-- > least;) {
        if (settles(b, total, bust))
            run++;
        else if (run >= long_enough)
            return total + 1 + c->overlap;
        else
            run = 0;
    }
    return run >= long_enough ? least + c->overlap : c->cap + 1;
}

void race_settle(race_optimum *b, uint32_t least, uint32_t banked)
{
    const race_turn_model *c = b->model;
    const size_t window = (size_t)c->most * c->slots;
    b->settled.from = c->cap + 1;
    if (!c->grows || least > c->cap) {
        for (size_t i = 0; i < window; i++) {
            bound at = beyond(b, c->cap + 1 + (uint32_t)(i / c->slots), (uint32_t)(i % c->slots));
            b->settled.low[i] = at.low;
            b->settled.neg[i] = at.neg;
        }
        return;
    }
    for (size_t i = 0; i < window; i++) {
        bound at = beyond(b, c->cap + 1 + (uint32_t)(i / c->slots), (uint32_t)(i % c->slots));
        b->above_low[(size_t)(c->cap + 1) * c->slots + i] = at.low;
        b->above_neg[(size_t)(c->cap + 1) * c->slots + i] = at.neg;
    }
    b->settled.from = find_settled(b, least, worst_bust(b, banked));
    for (size_t i = 0; i < window; i++) {
        b->settled.low[i] = b->above_low[(size_t)b->settled.from * c->slots + i];
        b->settled.neg[i] = b->above_neg[(size_t)b->settled.from * c->slots + i];
    }
}

/* ---- passes ---- */

typedef struct lanes {
    double at[RACE_LANES];
} lanes;

static inline lanes all_lanes(double value)
{
    lanes out;
    for (int i = 0; i < RACE_LANES; i++) out.at[i] = value;
    return out;
}

typedef struct pass {
    const race_turn_model *c;
    const double *hold; /* [total] */
    const double *settled;
    uint32_t from, own;
    lanes bust;
    lanes *cell;
    uint8_t *rolls; /* or NULL */
    double *value;
} pass;

static inline lanes *slots_at(const pass *p, uint32_t total)
{
    return p->cell + (size_t)(total & (p->c->ring - 1)) * p->c->slots;
}

static void begin(const pass *p)
{
    for (uint32_t k = 0; k < p->c->most; k++)
        for (uint32_t slot = 0; slot < p->c->slots; slot++)
            slots_at(p, p->from + k)[slot] = all_lanes(p->settled[(size_t)k * p->c->slots + slot]);
}

static inline __attribute__((always_inline)) lanes roll_at(const pass *p, uint32_t total, uint32_t memory)
{
    const race_turn_model *c = p->c;
    const double bust = c->bust[memory], wipe = c->wipe[memory] * p->hold[0];
    lanes sum;
    for (int i = 0; i < RACE_LANES; i++) sum.at[i] = bust * p->bust.at[i] + wipe;
    for (uint32_t k = c->first[memory]; k < c->first[memory + 1]; k++) {
        const race_step *step = &c->step[k];
        const lanes *next = &slots_at(p, total + step->amount)[step->slot];
        for (int i = 0; i < RACE_LANES; i++) sum.at[i] += step->weight * next->at[i];
    }
    for (int i = 0; i < RACE_LANES; i++) sum.at[i] /= c->denominator;
    return sum;
}

/* The better of holding and rolling for the bound at hand: more of a value, less of its negative. */
static inline __attribute__((always_inline)) lanes better(bool lower, double hold, const lanes *roll)
{
    lanes out;
    if (lower)
        for (int i = 0; i < RACE_LANES; i++) out.at[i] = roll->at[i] > hold ? roll->at[i] : hold;
    else
        for (int i = 0; i < RACE_LANES; i++) out.at[i] = roll->at[i] < hold ? roll->at[i] : hold;
    return out;
}

static uint8_t which_roll(double hold, const lanes *roll)
{
    unsigned bits = 0;
    for (int i = 0; i < RACE_LANES; i++) bits |= (unsigned)(roll->at[i] > hold) << i;
    return (uint8_t)bits;
}

/* A landing takes whoever arrives; nobody decides anything there. */
static void land(const pass *p, uint32_t total)
{
    lanes *slot = slots_at(p, total);
    lanes lost = p->c->rules->landing[total] == RACE_WIPE ? all_lanes(p->hold[0]) : p->bust;
    for (uint32_t i = 0; i < p->c->slots; i++) slot[i] = lost;
}

static inline __attribute__((always_inline)) void decide(const pass *p, uint32_t total, bool lower)
{
    const race_turn_model *c = p->c;
    lanes *slot = slots_at(p, total);
    const double hold = p->hold[total];
    const bool ends = c->rules->over_goal_hold && total >= c->enough;
    for (uint32_t k = 0; k < c->memories; k++) {
        uint32_t m = c->order[k];
        lanes roll = roll_at(p, total, m);
        if (m == 0 && total - p->own < RACE_LANES) p->value[total - p->own] = roll.at[total - p->own];
        if (p->rolls) p->rolls[(size_t)total * c->memories + m] = ends ? 0 : which_roll(hold, &roll);
        slot[2 * m] = ends ? all_lanes(hold) : better(lower, hold, &roll);
        slot[2 * m + 1] = ends ? all_lanes(hold) : roll;
    }
}

/* Where the first roll is free, beginning a turn is a decision like any other. */
static void begin_freely(const pass *p, bool lower)
{
    for (uint32_t i = 0; i < RACE_LANES; i++) {
        double hold = p->bust.at[i];
        if (lower ? hold > p->value[i] : hold < p->value[i]) p->value[i] = hold;
    }
}

static inline __attribute__((always_inline)) void run(const pass *p, bool lower)
{
    begin(p);
    for (uint32_t total = p->from; total-- > p->own;)
        if (total > 0 && !race_can_stand(p->c->rules, total))
            land(p, total);
        else
            decide(p, total, lower);
    if (!p->c->rules->first_forced) begin_freely(p, lower);
}

static lanes busts(const double *hold, uint32_t own, uint32_t cap)
{
    lanes out;
    for (uint32_t i = 0; i < RACE_LANES; i++) out.at[i] = own + i <= cap ? hold[own + i] : 0;
    return out;
}

void race_pass_low(race_optimum *b, uint32_t own, bool rolls, double value[RACE_LANES])
{
    pass p = {.c = b->model,
              .hold = b->line.low,
              .settled = b->settled.low,
              .from = b->settled.from,
              .own = own,
              .bust = busts(b->line.low, own, b->model->cap),
              .cell = (lanes *)b->cell,
              .rolls = rolls ? b->rolls : NULL,
              .value = value};
    run(&p, true);
}

void race_pass_neg(race_optimum *b, uint32_t own, double value[RACE_LANES])
{
    pass p = {.c = b->model,
              .hold = b->line.neg,
              .settled = b->settled.neg,
              .from = b->settled.from,
              .own = own,
              .bust = busts(b->line.neg, own, b->model->cap),
              .cell = (lanes *)b->cell,
              .value = value};
    run(&p, false);
}
