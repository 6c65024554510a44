/* Most bounds proved eight turns at a time; quick_check.h has the argument. */
#include "family/race/check/quick_check.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"

#include <stdlib.h>

/* ---- shared by all threads ---- */

static bool quick_maximises(const race_bounds *b, int sign)
{
    return (b->values->objective != ALEA_TURNS) == (sign > 0);
}

/* The greatest number, counted from the least. */
static int64_t quick_range(const race_bounds *b)
{
    return b->values->objective == ALEA_WIN ? b->one : INT64_C(1) << 62;
}

/* Heavier arrivals first, then those that lead further: the nearest total is known last. */
static int arrival_before(const void *a, const void *b)
{
    const race_arrival *x = a, *y = b;
    if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
    return x->step > y->step ? -1 : x->step < y->step;
}

/* The rows with steps for this pitch. */
static void quick_copy_rows(race_quick_rules *q)
{
    const race_bounds *b = q->bounds;
    race_arrival *to = q->arrival;
    for (uint32_t m = 0; m < b->rules->memories; m++) {
        q->row[m] = b->row[m];
        q->row[m].arrival = to;
        for (uint32_t i = 0; i < b->row[m].count; i++, to++) {
            *to = b->row[m].arrival[i];
            if (q->pitch == 1) to->step /= 2;
        }
        qsort(q->row[m].arrival, q->row[m].count, sizeof *to, arrival_before);
    }
}

static race_quick_end quick_end_at(const race_rules *rules, uint32_t total)
{
    if (total <= rules->goal && rules->landing[total] != RACE_ADD)
        return rules->landing[total] == RACE_WIPE ? RACE_QUICK_WIPES : RACE_QUICK_BUSTS;
    return rules->over_goal_hold && total >= race_enough(rules) ? RACE_QUICK_HOLDS : RACE_QUICK_ON;
}

/* Whether turns may be cut off: there is one memory, no forced rolls, no landings, and every roll adds points. */
static bool quick_may_cut(const race_bounds *b)
{
    const race_rules *rules = b->rules;
    const race_row *row = &b->row[0];
    if (rules->memories != 1 || row->bust + row->wipe == 0) return false;
    for (uint32_t i = 0; i < row->count; i++)
        if (row->arrival[i].step % 2 == 1 || row->arrival[i].step == 0) return false;
    for (uint32_t score = 0; score <= rules->goal; score++)
        if (rules->landing[score] != RACE_ADD) return false;
    return true;
}

/* Only for choosing where to cut. */
static void quick_find_reach(const race_quick_rules *q)
{
    const race_row *row = &q->row[0];
    q->reach[0] = 1;
    for (uint32_t d = 1; d <= q->bounds->top + 1; d++) {
        q->reach[d] = 0;
        for (uint32_t i = 0; i < row->count; i++) {
            const uint32_t amount = row->arrival[i].step;
            q->reach[d] += row->arrival[i].weight * q->reach[amount < d ? d - amount : 0];
        }
        q->reach[d] /= q->bounds->rules->outcomes;
    }
}

/* Makes what all threads share: the rows of rolls, where turns end, and the units of this check. */
alea_status race_quick_rules_make(const race_bounds *b, race_quick_rules *out, alea_error *error)
{
    const race_rules *rules = b->rules;
    race_quick_rules q = {.bounds = b, .may_cut = quick_may_cut(b)};
    ALEA_ASSERT(rules->outcomes >= 1);
    q.row = alea__own(&q.owned, alea__alloc_array(rules->memories, sizeof *q.row));
    q.arrival =
        alea__own(&q.owned, alea__alloc_array((size_t)rules->memories * rules->outcomes, sizeof *q.arrival));
    q.end = alea__own(&q.owned, alea__alloc((size_t)b->top + 1));
    q.reach = alea__own(&q.owned, alea__alloc_array((size_t)b->top + 2, sizeof *q.reach));
    if (q.owned.failed) {
        race_quick_rules_clear(&q);
        return alea__out_of_memory(error);
    }
    q.pitch = q.may_cut ? 1 : 2 * rules->memories;
    while ((alea__wide)(quick_range(b) >> q.drop) * rules->outcomes > INT64_MAX) q.drop++;
    q.factor = (uint64_t)(((alea__wide_unsigned)1 << 64) / (rules->outcomes > 1 ? rules->outcomes : 2));
    quick_copy_rows(&q);
    for (uint32_t total = 0; total <= b->top; total++)
        q.end[total] = (unsigned char)quick_end_at(rules, total);
    if (q.may_cut) quick_find_reach(&q);
    *out = q;
    return ALEA_OK;
}

void race_quick_rules_clear(race_quick_rules *q)
{
    alea__owned_free(&q->owned);
    *q = (race_quick_rules){.row = NULL};
}

/* ---- data of a thread ---- */

/* Makes a thread's data, for the widest vectors of the machine. */
alea_status race_quick_make(const race_quick_rules *rules, race_quick *out, alea_error *error)
{
    const size_t totals = (size_t)rules->bounds->top + rules->bounds->most + 2;
    race_quick q = {.rules = rules, .kernel = KERNEL_OF_THREE(race_quick)};
    q.hold = alea__own(&q.owned, alea__alloc_array(2 * totals, sizeof *q.hold));
    q.edge = alea__own(&q.owned, alea__alloc_array(totals * rules->pitch, sizeof *q.edge));
    q.lanes = alea__own(&q.owned, alea__alloc_aligned(64, (size_t)3 * RACE_QUICK_LANES * sizeof *q.lanes));
    q.pass.cell = alea__own(&q.owned, alea__alloc_aligned(64, (totals + RACE_QUICK_LANES) * rules->pitch *
                                                                  RACE_QUICK_LANES * sizeof *q.pass.cell));
    if (q.owned.failed) {
        race_quick_clear(&q);
        return alea__out_of_memory(error);
    }
    q.gap = q.hold + totals;
    q.pass.rules = rules;
    q.pass.hold = q.hold;
    q.pass.bust = q.lanes;
    q.pass.less = q.lanes + RACE_QUICK_LANES;
    q.pass.roll = q.lanes + (size_t)2 * RACE_QUICK_LANES;
    *out = q;
    return ALEA_OK;
}

void race_quick_clear(race_quick *q)
{
    alea__owned_free(&q->owned);
    *q = (race_quick){.hold = NULL};
}

/* ---- one waiter ---- */

/* Converts to units of this check; clears `usable` if the number is out of range. */
static int64_t quick_number(race_quick *q, int64_t exact)
{
    const int64_t range = quick_range(q->rules->bounds);
    if (exact < -q->offset || exact > range - q->offset) {
        q->usable = false;
        return 0;
    }
    return (exact + q->offset) >> q->rules->drop;
}

/* `gap` for all totals that a cut could begin at. */
static void quick_find_gaps(race_quick *q)
{
    const race_bounds *b = q->rules->bounds;
    const race_row *row = &q->rules->row[0];
    alea__wide most = INT64_MIN;
    for (uint32_t total = b->top + 1; total-- > 0;) {
        if (q->rules->end[total] == RACE_QUICK_ON) {
            alea__wide d =
                (alea__wide)q->edge[total] * b->rules->outcomes - (alea__wide)q->pass.wipe * row->wipe;
            for (uint32_t i = 0; i < row->count; i++)
                d -= (alea__wide)q->edge[total + row->arrival[i].step] * row->arrival[i].weight;
            if (q->pass.maximises) d = -d;
            if (d > most) most = d;
        }
        q->gap[total] = (int64_t)most; /* the sums of a roll fit 63 bits */
    }
}

void race_quick_set_opponent(race_quick *q, const race_exact_turn *turn, const race_workspace *work)
{
    const race_bounds *b = q->rules->bounds;
    const uint32_t pitch = q->rules->pitch, exact_pitch = 2 * b->rules->memories;
    ALEA_ASSERT(turn->side == RACE_MOVER);
    if (b->values->objective == ALEA_WIN)
        q->offset = turn->sign > 0 ? 0 : b->one;
    else
        q->offset = INT64_C(1) << 61;
    q->usable = b->rules->outcomes > 1;
    q->depth = 0;
    q->pass.maximises = quick_maximises(b, turn->sign);
    for (uint32_t total = 0; total <= b->top; total++) {
        q->hold[total] = quick_number(q, work->hold[total]);
        if (pitch == 1) q->edge[total] = q->hold[total];
    }
    for (uint32_t total = b->top + 1; total <= b->top + b->most; total++)
        for (uint32_t i = 0; i < pitch; i++)
            q->edge[(size_t)total * pitch + i] = quick_number(q, work->cell[(size_t)total * exact_pitch + i]);
    q->pass.wipe = q->hold[0];
    if (q->usable && q->rules->may_cut) quick_find_gaps(q);
}

/* ---- eight turns ---- */

/* The most that a cut at a total can cost, if losing the turn is worth `bust`; see the header. */
static int64_t quick_cut_costs(const race_quick *q, uint32_t total, int64_t bust)
{
    const race_row *row = &q->rules->row[0];
    const alea__wide b = row->bust, losing = b + row->wipe;
    alea__wide over = q->gap[total] + (q->pass.maximises ? b * bust : -b * bust);
    if (over <= 0) return 0;
    if (over > INT64_MAX - losing) return INT64_MAX;
    return ((int64_t)over + (int64_t)losing - 1) / (int64_t)losing;
}

/* Where a cut hardly costs anything: so far above the last lane. */
static uint32_t quick_choose_depth(const race_quick *q, uint32_t own)
{
    const race_bounds *b = q->rules->bounds;
    const uint32_t from = own + RACE_QUICK_LANES;
    const double few = b->values->objective == ALEA_WIN ? ldexp((double)b->one, -57 - q->rules->drop) : 4;
    int64_t bust = q->hold[own]; /* for which a cut costs most */
    for (uint32_t lane = 1; lane < RACE_QUICK_LANES; lane++)
        if (q->pass.maximises == (q->hold[own + lane] > bust)) bust = q->hold[own + lane];
    uint32_t depth = q->depth;
    while (depth > 0 && (from + depth > b->top + 1 ||
                         (double)quick_cut_costs(q, from + depth - 1, bust) * q->rules->reach[depth] <= few))
        depth--;
    while (from + depth <= b->top &&
           (double)quick_cut_costs(q, from + depth, bust) * q->rules->reach[depth + 1] > few)
        depth++;
    return depth;
}

uint32_t race_quick_cut(race_quick *q, uint32_t own, unsigned attempt)
{
    const uint32_t end = q->rules->bounds->top + 1, from = own + RACE_QUICK_LANES;
    uint32_t cut = end, before = 0;
    if (!q->usable || from > end) return 0;
    if (q->rules->may_cut && attempt == 0) q->depth = quick_choose_depth(q, own);
    for (unsigned i = 0; i <= attempt; i++) { /* no cut is attempted twice */
        if (before == end) return 0;
        cut = q->rules->may_cut && i < 2 ? from + q->depth + i * (q->depth + 16) : end;
        before = cut = cut < end ? cut : end;
    }
    return cut;
}

void race_quick_turns(race_quick *q, uint32_t own, uint32_t cut, int64_t gives[RACE_QUICK_LANES])
{
    const race_bounds *b = q->rules->bounds;
    race_quick_pass *pass = &q->pass;
    const bool to_the_end = cut > b->top;
    ALEA_ASSERT(q->usable && (to_the_end || q->rules->may_cut));
    pass->own = own;
    pass->start = cut;
    pass->above = q->edge + (size_t)cut * q->rules->pitch;
    for (uint32_t lane = 0; lane < RACE_QUICK_LANES; lane++) {
        pass->bust[lane] = q->hold[own + lane];
        pass->less[lane] = to_the_end || pass->maximises ? 0 : quick_cut_costs(q, cut, pass->bust[lane]);
    }
    q->kernel(pass);
    for (uint32_t lane = 0; lane < RACE_QUICK_LANES; lane++) {
        int64_t units = pass->roll[lane];
        const int64_t hold = pass->bust[lane];
        if (!b->rules->first_forced && pass->maximises == (hold > units)) units = hold;
        gives[lane] = units * (INT64_C(1) << q->rules->drop) - q->offset;
    }
}
