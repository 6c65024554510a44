/* Passes from low totals to high ones; see turn_outcomes.h. */
#include "family/race/turn/turn_outcomes.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/policy/policy.h"
#include "family/race/turn/turn_kernel.h"

#include <math.h>

/* A turn with less chance than this no longer matters; checked at regular totals. */
#define NOTHING 1e-19
enum { LOOK_EVERY = 32 };

alea_status race_outcomes_make(const race_turn_model *c, uint32_t top, race_outcomes *out, alea_error *error)
{
    *out = (race_outcomes){.model = c, .top = top};
    out->hold = alea__alloc_array(top + (size_t)c->most + 1, sizeof(double));
    out->mass = alea__alloc_array((size_t)c->ring * c->slots, sizeof(double));
    if (out->hold && out->mass) return ALEA_OK;
    race_outcomes_clear(out);
    return alea__out_of_memory(error);
}

void race_outcomes_clear(race_outcomes *f)
{
    alea__free(f->hold);
    alea__free(f->mass);
    *f = (race_outcomes){.model = NULL};
}

static double *outcomes_at(const race_outcomes *f, uint32_t total)
{
    return f->mass + (size_t)(total & (f->model->ring - 1)) * f->model->slots;
}

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* sum + weight * mass */
ALWAYS_INLINE double outcomes_add(alea__rounding how, double sum, double weight, double mass)
{
    return alea__moderate_sum(how, sum, weight == 1 ? mass : alea__whole_product(how, mass, weight));
}

/* Passes on what rolls at a total: to totals above, or lost. `how` is a constant here and below. */
ALWAYS_INLINE void outcomes_roll(race_outcomes *f, uint32_t total, uint32_t memory, double mass,
                                 alea__rounding how)
{
    const race_turn_model *c = f->model;
    const double each = alea__whole_quotient(how, mass, c->denominator);
    f->bust_now = outcomes_add(how, f->bust_now, c->bust[memory], each);
    f->wipe_now = outcomes_add(how, f->wipe_now, c->wipe[memory], each);
    for (uint32_t i = c->first[memory]; i < c->first[memory + 1]; i++) {
        uint32_t next = total + c->step[i].amount;
        double *slot = &outcomes_at(f, next)[c->step[i].slot];
        *slot = outcomes_add(how, *slot, c->step[i].weight, each);
        if (next >= f->end) f->end = next + 1;
    }
}

/* Holds and rolls on with what arrived at a total in a memory; nothing is left there. */
ALWAYS_INLINE void outcomes_decide(race_outcomes *f, uint32_t total, uint32_t memory, const race_decider *who,
                                   alea__rounding how)
{
    double *slot = outcomes_at(f, total) + 2 * (size_t)memory;
    double may_hold = slot[0], on = slot[1];
    slot[0] = slot[1] = 0;
    if (may_hold > 0) {
        double chance = 0;
        if (who->policy)
            chance = race_rolls_with(f->model->rules, who->policy,
                                     (race_position){f->begin, who->other, total, memory});
        else if (total < who->holds_from)
            chance = who->rolls[(size_t)total * f->model->memories + memory] >> who->lane & 1;
        ALEA_ASSERT(isnan(chance) || (chance >= 0 && chance <= 1));
        if (isnan(chance)) { /* nothing is done: the chance is missing */
            f->unknown = true;
        } else {
            f->hold[total] =
                alea__sum_product(how, f->hold[total], may_hold, alea__difference(how, 1, chance));
            on = alea__sum_product(how, on, may_hold, chance);
        }
    }
    if (on > 0) outcomes_roll(f, total, memory, on, how);
}

/* Takes everything that arrived at a total. */
ALWAYS_INLINE double outcomes_take(race_outcomes *f, uint32_t total, alea__rounding how)
{
    double *slot = outcomes_at(f, total), sum = 0;
    for (uint32_t i = 0; i < f->model->slots; i++) {
        sum = alea__moderate_sum(how, sum, slot[i]);
        slot[i] = 0;
    }
    return sum;
}

/* Passes on all that arrived at a total: lost, held, or decided about. */
ALWAYS_INLINE void outcomes_visit(race_outcomes *f, uint32_t total, const race_decider *who,
                                  alea__rounding how)
{
    const race_turn_model *c = f->model;
    if (total > f->begin && !race_can_stand(c->rules, total)) {
        double *lost = c->rules->landing[total] == RACE_WIPE ? &f->wipe_now : &f->bust_now;
        *lost = alea__sum(how, *lost, outcomes_take(f, total, how));
    } else if (c->rules->over_goal_hold && total >= c->enough && total > f->begin) {
        f->hold[total] = alea__sum(how, f->hold[total], outcomes_take(f, total, how));
    } else {
        /* From the last memory on: rolls of nothing lead to memories that come earlier in the order. */
        for (uint32_t k = c->memories; k-- > 0;) outcomes_decide(f, total, c->order[k], who, how);
    }
}

ALWAYS_INLINE double outcomes_weigh(alea__rounding how, const double *p, const double *worth, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i += LOOK_EVERY) {
        double block = 0;
        for (size_t k = i; k < count && k < i + LOOK_EVERY; k++)
            block = alea__moderate_sum(how, block, worth ? alea__product(how, p[k], worth[k]) : p[k]);
        sum = alea__moderate_sum(how, sum, block);
    }
    return sum;
}

double race_weigh(alea__rounding how, const double *p, const double *worth, size_t count)
{
    return how == ALEA__BY_MODE ? outcomes_weigh(ALEA__BY_MODE, p, worth, count)
                                : outcomes_weigh(ALEA__BY_EMULATION, p, worth, count);
}

double race_expect(const race_outcomes *f, const double *after, double worst)
{
    ALEA_ASSERT(f->begin <= f->model->cap);
    const uint32_t end = f->end <= f->model->cap ? f->end : f->model->cap + 1;
    const alea__rounding how = f->model->how;
    double sum = alea__sum_product(how, alea__product(how, f->bust, after[f->begin]), f->wipe, after[0]);
    sum = alea__sum_product(how, sum, f->missing, worst);
    return alea__sum(how, sum, race_weigh(how, f->hold + f->begin, after + f->begin, end - f->begin));
}

ALWAYS_INLINE void outcomes_put_together(race_outcomes *f, alea__rounding how)
{
    f->bust = alea__sum(how, f->bust, f->bust_now);
    f->wipe = alea__sum(how, f->wipe, f->wipe_now);
    f->bust_now = f->wipe_now = 0;
}

ALWAYS_INLINE double outcomes_still_rolling(const race_outcomes *f, alea__rounding how)
{
    double sum = 0;
    for (size_t i = 0; i < (size_t)f->model->ring * f->model->slots; i++)
        sum = alea__moderate_sum(how, sum, f->mass[i]);
    return sum;
}

/* Implements race_run_turn. */
ALWAYS_INLINE void outcomes_run(race_outcomes *f, uint32_t own, const race_decider *who, alea__rounding how)
{
    ALEA_ASSERT(own <= f->top && (who->policy || who->rolls));
    for (uint32_t total = f->begin; total < f->end; total++) f->hold[total] = 0;
    f->begin = own;
    f->end = own + 1;
    f->bust = f->wipe = f->bust_now = f->wipe_now = 0;
    f->unknown = false;
    if (f->model->rules->first_forced) /* the forced slot of memory 0; else it may hold at once */
        outcomes_at(f, own)[1] = 1;
    else
        outcomes_at(f, own)[0] = 1;
    uint32_t total = own, look = own + LOOK_EVERY;
    for (; total < f->end && total <= f->top; total++) {
        outcomes_visit(f, total, who, how);
        if (total < look) continue;
        outcomes_put_together(f, how);
        if (outcomes_still_rolling(f, how) < NOTHING) break;
        look = total + LOOK_EVERY;
    }
    for (uint32_t k = 0; total < f->end && k < f->model->ring; k++) outcomes_take(f, total + k, how);
    outcomes_put_together(f, how);
    f->held = race_weigh(how, f->hold + f->begin, NULL, f->end - f->begin);
    const double sum = alea__sum(how, alea__sum(how, f->held, f->bust), f->wipe),
                 less = alea__difference(how, sum, 1);
    f->missing = less < 0 ? fabs(less) : 0;
    ALEA_ASSERT(sum >= 0 && less < 1e-9 && f->end <= f->top + f->model->most + 1);
}

void race_run_turn(race_outcomes *f, uint32_t own, const race_decider *who)
{
    if (f->model->how == ALEA__BY_MODE)
        outcomes_run(f, own, who, ALEA__BY_MODE);
    else
        outcomes_run(f, own, who, ALEA__BY_EMULATION);
}

/* ---- lanes ---- */

alea_status race_outcomes_lanes_make(const race_turn_model *c, uint32_t top, race_outcomes_lanes *out,
                                     alea_error *error)
{
    const size_t lanes = RACE_LANES, totals = top + (size_t)1;
    race_outcomes_lanes f = {.model = c, .top = top};
    f.mass = alea__alloc_aligned(64, (size_t)c->ring * c->slots * lanes * sizeof *f.mass);
    f.hold = alea__alloc_aligned(64, (totals + 2) * lanes * sizeof *f.hold);
    *out = f;
    if (!f.mass || !f.hold) {
        race_outcomes_lanes_clear(out);
        return alea__out_of_memory(error);
    }
    out->bust = f.hold + totals * lanes;
    out->wipe = out->bust + lanes;
    return ALEA_OK;
}

void race_outcomes_lanes_clear(race_outcomes_lanes *f)
{
    alea__free(f->mass);
    alea__free(f->hold);
    *f = (race_outcomes_lanes){.model = NULL};
}

void race_run_turns(race_outcomes_lanes *f, uint32_t own, const race_decider *who)
{
    ALEA_ASSERT(own <= f->top);
    f->own = own;
    race_best_turn_kernel()->run_outcomes(f, who);
}

void race_take_lane(const race_outcomes_lanes *f, unsigned lane, race_outcomes *out)
{
    ALEA_ASSERT(lane < RACE_LANES && f->own + lane < f->end && out->model == f->model && f->top <= out->top);
    for (uint32_t total = out->begin; total < out->end; total++) out->hold[total] = 0;
    const uint32_t begin = f->own + lane;
    const double *from = f->hold + (size_t)(begin - f->own) * RACE_LANES + lane;
    double sum = 0; /* kept in a register, because `out` may alias */
    uint32_t end = begin + 1;
    for (uint32_t total = begin; total < f->end; total++, from += RACE_LANES) {
        out->hold[total] = *from;
        sum += *from;
        if (*from > 0) end = total + 1;
    }
    out->begin = begin;
    out->end = end;
    out->unknown = false;
    out->held = sum;
    out->bust = f->bust[lane];
    out->wipe = f->wipe[lane];
    out->missing = fmax(1 - (out->held + out->bust + out->wipe), 0);
}
