/* Passes from high totals to low ones; see turn_optimum.h. */
#include "family/race/turn/turn_optimum.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/turn/turn_kernel.h"

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
    b.after.low = alea__own(&b.owned, alea__alloc_array(c->cap + (size_t)1, sizeof(double)));
    b.after.neg = alea__own(&b.owned, alea__alloc_array(c->cap + (size_t)1, sizeof(double)));
    b.region.arrival = alea__own(&b.owned, alea__alloc_array(window, sizeof(race_bound)));
    b.above = alea__own(&b.owned, alea__alloc_array(above, sizeof(race_bound)));
    b.cell = alea__own(&b.owned,
                       alea__alloc_aligned(64, (size_t)c->window * c->slots * RACE_LANES * sizeof(double)));
    b.rolls = alea__own(&b.owned, alea__alloc_array(optimum_totals(c), c->memories));
    *out = b;
    if (!b.owned.failed) return ALEA_OK;
    race_optimum_clear(out);
    return alea__out_of_memory(error);
}

void race_optimum_clear(race_optimum *b)
{
    alea__owned_free(&b->owned);
    *b = (race_optimum){.model = NULL};
}

double race_optimum_bytes(const race_turn_model *c)
{
    double above = c->grows ? (double)optimum_totals(c) * c->slots : 1;
    return 8 * (2.0 * c->cap + 2.0 * c->most * c->slots + 2 * above +
                (double)c->window * c->slots * (double)RACE_LANES) +
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

/* sum + weight * value */
ALWAYS_INLINE double optimum_add(alea__rounding how, double sum, double weight, double value)
{
    return alea__moderate_sum(how, sum, weight == 1 ? value : alea__whole_product(how, value, weight));
}

/* The value of a roll there, by the arrivals above. `how` is a constant here and below. */
ALWAYS_INLINE race_bound optimum_roll_above(const race_optimum *b, uint32_t total, uint32_t memory,
                                            race_bound bust, alea__rounding how)
{
    const race_turn_model *c = b->model;
    const double lost = c->bust[memory], wiped = c->wipe[memory];
    race_bound sum = {optimum_add(how, alea__whole_product(how, bust.low, lost), wiped, b->after.low[0]),
                      optimum_add(how, alea__whole_product(how, bust.neg, lost), wiped, b->after.neg[0])};
    for (uint32_t i = c->first[memory]; i < c->first[memory + 1]; i++) {
        const race_bound *next = &b->above[(size_t)(total + c->step[i].amount) * c->slots + c->step[i].slot];
        sum.low = optimum_add(how, sum.low, c->step[i].weight, next->low);
        sum.neg = optimum_add(how, sum.neg, c->step[i].weight, next->neg);
    }
    return (race_bound){alea__whole_quotient(how, sum.low, c->denominator),
                        alea__whole_quotient(how, sum.neg, c->denominator)};
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

/* The lowest total of a run in which all hold and that is long enough to hide everything above it, plus the reach of forced
   rolls, whose values still depend on the banked score; cap + 1 if no run is long enough. */
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

/* A pass along one half of the continuation. */
static race_optimum_pass optimum_pass_along(race_optimum *b, const double *hold, uint32_t own, double *value)
{
    ALEA_ASSERT(own < b->region.from);
    race_optimum_pass p = {.optimum = b, .hold = hold, .own = own, .value = value};
    for (uint32_t i = 0; i < RACE_LANES; i++) p.bust[i] = own + i <= b->model->cap ? hold[own + i] : 0;
    return p;
}

void race_pass_low(race_optimum *b, uint32_t own, bool rolls, double value[RACE_LANES])
{
    race_optimum_pass p = optimum_pass_along(b, b->after.low, own, value);
    p.lower = true;
    if (rolls) p.rolls = b->rolls;
    race_best_turn_kernel()->run_optimum(&p);
}

void race_pass_neg(race_optimum *b, uint32_t own, double value[RACE_LANES])
{
    const race_optimum_pass p = optimum_pass_along(b, b->after.neg, own, value);
    race_best_turn_kernel()->run_optimum(&p);
}
