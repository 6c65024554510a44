/* Passes from high totals to low ones; see turn_optimum.h. */
#include "family/race/turn/turn_optimum.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/* ---- memory ---- */

static size_t optimum_totals(const race_turn_model *c)
{
    return (size_t)c->cap + 1 + c->most;
}

/* All that does not depend on a turn, for one thread; the model must stay while it is used. */
alea_status race_optimum_make(const race_turn_model *c, race_optimum *out, alea_error *error)
{
    race_optimum b = {.model = c};
    size_t window = (size_t)c->most * c->slots, above = c->grows ? optimum_totals(c) * c->slots : 1;
    b.after.low = alea__alloc_array(c->cap + (size_t)1, sizeof(double));
    b.after.neg = alea__alloc_array(c->cap + (size_t)1, sizeof(double));
    b.region.arrival = alea__alloc_array(window, sizeof(race_bound));
    b.above = alea__alloc_array(above, sizeof(race_bound));
    b.cell = alea__alloc_aligned(64, (size_t)c->ring * c->slots * RACE_LANES * sizeof(double));
    b.rolls = alea__alloc_array(optimum_totals(c), c->memories);
    *out = b;
    if (b.after.low && b.after.neg && b.region.arrival && b.above && b.cell && b.rolls) return ALEA_OK;
    race_optimum_clear(out);
    return alea__out_of_memory(error);
}

void race_optimum_clear(race_optimum *b)
{
    alea__free(b->after.low);
    alea__free(b->after.neg);
    alea__free(b->region.arrival);
    alea__free(b->above);
    alea__free(b->cell);
    alea__free(b->rolls);
    *b = (race_optimum){.model = NULL};
}

double race_optimum_bytes(const race_turn_model *c)
{
    double above = c->grows ? (double)optimum_totals(c) * c->slots : 1;
    return 8 * (2.0 * c->cap + 2.0 * c->most * c->slots + 2 * above +
                (double)c->ring * c->slots * (double)RACE_LANES) +
           (double)optimum_totals(c) * c->memories;
}

/* ---- totals at which all hold ---- */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Above the cap. */
static race_bound optimum_beyond(const race_optimum *b, uint32_t total, uint32_t slot)
{
    const race_turn_model *c = b->model;
    bool free_to_hold = slot % 2 == 0 || c->rules->over_goal_hold;
    if (!c->grows && free_to_hold) return (race_bound){b->after.end, -b->after.end};
    if (c->grows && c->objective == ALEA_MONEY)
        return (race_bound){-race_beyond(c, total), -race_beyond(c, total)};
    return (race_bound){b->after.least, b->after.minus_most};
}

/* What a roll there is worth, by the arrivals above. `how` is a constant here and below. */
ALWAYS_INLINE race_bound optimum_roll_above(const race_optimum *b, uint32_t total, uint32_t memory,
                                            race_bound bust, alea__rounding how)
{
    const race_turn_model *c = b->model;
    const double lost = c->bust[memory], wiped = c->wipe[memory];
    race_bound sum = {alea__sum_product(how, alea__product(how, lost, bust.low), wiped, b->after.low[0]),
                      alea__sum_product(how, alea__product(how, lost, bust.neg), wiped, b->after.neg[0])};
    for (uint32_t i = c->first[memory]; i < c->first[memory + 1]; i++) {
        const race_bound *next = &b->above[(size_t)(total + c->step[i].amount) * c->slots + c->step[i].slot];
        sum.low = alea__sum_product(how, sum.low, c->step[i].weight, next->low);
        sum.neg = alea__sum_product(how, sum.neg, c->step[i].weight, next->neg);
    }
    return (race_bound){alea__quotient(how, sum.low, c->denominator),
                        alea__quotient(how, sum.neg, c->denominator)};
}

/* Fills the arrivals at one total; whether holding there is certainly no worse in any memory. */
ALWAYS_INLINE bool optimum_holds(race_optimum *b, uint32_t total, race_bound bust, alea__rounding how)
{
    const race_turn_model *c = b->model;
    const bool ends = c->rules->over_goal_hold;
    const race_bound hold = {b->after.low[total], b->after.neg[total]};
    bool all = true;
    for (uint32_t k = 0; k < c->memories; k++) {
        uint32_t m = c->order[k];
        race_bound *at = &b->above[(size_t)total * c->slots + 2 * (size_t)m],
                   roll = optimum_roll_above(b, total, m, bust, how);
        const bool held = ends || hold.neg <= roll.neg;
        at[0] = held ? hold : (race_bound){fmax(hold.low, roll.low), roll.neg};
        at[1] = ends ? hold : roll;
        all &= held;
    }
    return all;
}

/* The lowest total of a run, in which all hold, that is long enough to hide what lies above, plus the reach of forced rolls,
   whose values still differ by what was banked; cap + 1 where no run is long enough. */
ALWAYS_INLINE uint32_t optimum_find_region(race_optimum *b, uint32_t least, race_bound bust,
                                           alea__rounding how)
{
    const race_turn_model *c = b->model;
    uint32_t run = 0, long_enough = c->most + c->overlap + c->overlap;
    for (uint32_t total = c->cap + 1; total-- > least;) {
        if (optimum_holds(b, total, bust, how))
            run++;
        else if (run >= long_enough)
            return total + 1 + c->overlap;
        else
            run = 0;
    }
    return run >= long_enough ? least + c->overlap : c->cap + 1;
}

void race_find_hold_region(race_optimum *b, uint32_t least, uint32_t banked)
{
    const race_turn_model *c = b->model;
    const size_t window = (size_t)c->most * c->slots;
    const bool decided = !c->grows || least > c->cap; /* above the cap nothing is left to decide */
    ALEA_ASSERT(banked <= c->cap + 1);
    race_bound *above = decided ? b->region.arrival : &b->above[(size_t)(c->cap + 1) * c->slots];
    for (size_t i = 0; i < window; i++)
        above[i] = optimum_beyond(b, c->cap + 1 + (uint32_t)(i / c->slots), (uint32_t)(i % c->slots));
    b->region.from = c->cap + 1;
    if (decided) return;
    /* The worst that a bust can be for each bound, over all that may have been banked. */
    race_bound worst = {b->after.low[0], b->after.neg[0]};
    for (uint32_t own = 1; own < banked; own++) {
        if (!race_can_begin_at(c->rules, own)) continue;
        worst.low = fmin(worst.low, b->after.low[own]);
        worst.neg = fmin(worst.neg, b->after.neg[own]);
    }
    b->region.from = c->how == ALEA__BY_MODE ? optimum_find_region(b, least, worst, ALEA__BY_MODE)
                                             : optimum_find_region(b, least, worst, ALEA__BY_EMULATION);
    ALEA_ASSERT(b->region.from >= least &&
                b->region.from <= c->cap + 1); /* where `above` still has a window */
    memcpy(b->region.arrival, &b->above[(size_t)b->region.from * c->slots], window * sizeof *b->above);
}

/* ---- passes ---- */

typedef struct lane_values {
    double at[RACE_LANES];
} lane_values;

ALWAYS_INLINE lane_values optimum_all_lanes(double value)
{
    lane_values out;
    for (int i = 0; i < RACE_LANES; i++) out.at[i] = value;
    return out;
}

typedef struct pass {
    const race_optimum *b;
    const race_turn_model *c;
    const double *hold; /* [total] */
    uint32_t own;
    lane_values bust;
    lane_values *cell;
    uint8_t *rolls; /* or NULL */
    double *value;
} pass;

ALWAYS_INLINE lane_values *optimum_slots(const pass *p, uint32_t total)
{
    return p->cell + (size_t)(total & (p->c->ring - 1)) * p->c->slots;
}

/* What a roll there is worth; the totals above are filled. */
ALWAYS_INLINE lane_values optimum_roll(const pass *p, uint32_t total, uint32_t memory, alea__rounding how)
{
    const race_turn_model *c = p->c;
    const double bust = c->bust[memory], wipe = alea__product(how, c->wipe[memory], p->hold[0]);
    lane_values sum;
    for (int i = 0; i < RACE_LANES; i++)
        sum.at[i] = alea__sum(how, alea__product(how, bust, p->bust.at[i]), wipe);
    for (uint32_t k = c->first[memory]; k < c->first[memory + 1]; k++) {
        const race_step *step = &c->step[k];
        const lane_values *next = &optimum_slots(p, total + step->amount)[step->slot];
        for (int i = 0; i < RACE_LANES; i++)
            sum.at[i] = alea__sum_product(how, sum.at[i], step->weight, next->at[i]);
    }
    for (int i = 0; i < RACE_LANES; i++) sum.at[i] = alea__quotient(how, sum.at[i], c->denominator);
    return sum;
}

/* The better of holding and rolling for the bound at hand: more of a value, less of its negative. */
ALWAYS_INLINE lane_values optimum_better(bool lower, double hold, const lane_values *roll)
{
    lane_values out;
    if (lower)
        for (int i = 0; i < RACE_LANES; i++) out.at[i] = roll->at[i] > hold ? roll->at[i] : hold;
    else
        for (int i = 0; i < RACE_LANES; i++) out.at[i] = roll->at[i] < hold ? roll->at[i] : hold;
    return out;
}

/* Fills the arrivals at a total and notes the values of turns that begin there, and where rolling on is better. */
ALWAYS_INLINE void optimum_decide(const pass *p, uint32_t total, bool lower, alea__rounding how)
{
    const race_turn_model *c = p->c;
    lane_values *slot = optimum_slots(p, total);
    const double hold = p->hold[total];
    const bool ends = c->rules->over_goal_hold && total >= c->enough;
    for (uint32_t k = 0; k < c->memories; k++) {
        uint32_t m = c->order[k];
        lane_values roll = optimum_roll(p, total, m, how);
        if (m == 0 && total - p->own < RACE_LANES) p->value[total - p->own] = roll.at[total - p->own];
        if (p->rolls) {
            unsigned bits = 0;
            for (int i = 0; i < RACE_LANES && !ends; i++) bits |= (unsigned)(roll.at[i] > hold) << i;
            p->rolls[(size_t)total * c->memories + m] = (uint8_t)bits;
        }
        slot[2 * m] = ends ? optimum_all_lanes(hold) : optimum_better(lower, hold, &roll);
        slot[2 * m + 1] = ends ? optimum_all_lanes(hold) : roll;
    }
}

/* From the hold region down to `own`. A landing takes whoever arrives; nobody decides anything there. */
ALWAYS_INLINE void optimum_run(const pass *p, bool lower, alea__rounding how)
{
    const race_turn_model *c = p->c;
    const race_hold_region *region = &p->b->region;
    for (uint32_t k = 0; k < c->most; k++)
        for (uint32_t slot = 0; slot < c->slots; slot++) {
            const race_bound at = region->arrival[(size_t)k * c->slots + slot];
            optimum_slots(p, region->from + k)[slot] = optimum_all_lanes(lower ? at.low : at.neg);
        }
    for (uint32_t total = region->from; total-- > p->own;) {
        if (total == 0 || race_can_stand(c->rules, total)) {
            optimum_decide(p, total, lower, how);
            continue;
        }
        const lane_values lost =
            c->rules->landing[total] == RACE_WIPE ? optimum_all_lanes(p->hold[0]) : p->bust;
        for (uint32_t slot = 0; slot < c->slots; slot++) optimum_slots(p, total)[slot] = lost;
    }
    /* Where the first roll is free, beginning a turn is a decision like any other. */
    for (uint32_t i = 0; i < RACE_LANES && !c->rules->first_forced; i++)
        if (lower ? p->bust.at[i] > p->value[i] : p->bust.at[i] < p->value[i]) p->value[i] = p->bust.at[i];
}

/* A pass along one half of the continuation. */
static pass optimum_pass_along(race_optimum *b, const double *hold, uint32_t own, double *value)
{
    ALEA_ASSERT(own < b->region.from);
    pass p = {
        .b = b, .c = b->model, .hold = hold, .own = own, .cell = (lane_values *)b->cell, .value = value};
    for (uint32_t i = 0; i < RACE_LANES; i++) p.bust.at[i] = own + i <= p.c->cap ? hold[own + i] : 0;
    return p;
}

void race_pass_low(race_optimum *b, uint32_t own, bool rolls, double value[RACE_LANES])
{
    pass p = optimum_pass_along(b, b->after.low, own, value);
    if (rolls) p.rolls = b->rolls;
    if (b->model->how == ALEA__BY_MODE)
        optimum_run(&p, true, ALEA__BY_MODE);
    else
        optimum_run(&p, true, ALEA__BY_EMULATION);
}

void race_pass_neg(race_optimum *b, uint32_t own, double value[RACE_LANES])
{
    const pass p = optimum_pass_along(b, b->after.neg, own, value);
    if (b->model->how == ALEA__BY_MODE)
        optimum_run(&p, false, ALEA__BY_MODE);
    else
        optimum_run(&p, false, ALEA__BY_EMULATION);
}
