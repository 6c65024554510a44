#pragma once
/* The sweep for any rules. */
#include "family/hog/solve/lanes.h"
#include "family/hog/solve/sweep.h"

/* ---- the dice ---- */

/* A number of dice, group by group: the sum over points of chance times the slot that many points on. Slots are `step` doubles
   apart. */
INLINE lanes sum_group(const hog_dice *dice, const double *slot, size_t step)
{
    lanes even = none(), odd = none();
    for (uint32_t r = 0; r < dice->runs; r++) {
        const hog_run *run = &dice->run[r];
        const double *at = slot + run->first * step;
        uint32_t i = 0;
        for (; i + 1 < run->count; i += 2, at += 2 * step) {
            even = add(even, times(load(at), run->chance[i]));
            odd = add(odd, times(load(at + step), run->chance[i + 1]));
        }
        if (i < run->count) even = add(even, times(load(at), run->chance[i]));
    }
    return add(even, odd);
}

/* The same in a plane, where slots are adjacent. Values behind the end of a run have chance zero. */
INLINE double sum_plane(const hog_dice *dice, const double *slot)
{
    double few = 0;
    lanes many = none();
    for (uint32_t r = 0; r < dice->runs; r++) {
        const hog_run *run = &dice->run[r];
        const double *at = slot + run->first;
        if (run->count == 1)
            few += run->chance[0] * at[0];
        else
            for (uint32_t i = 0; i < run->count; i += HOG_LANES)
                many = add(many, both(load_loose(at + i), load(run->chance + i)));
    }
    return few + total(many);
}

/* ---- one position ---- */

typedef struct sweep_position {
    uint32_t own, opponent;
} sweep_position;

/* One sum over what n dice bring in a position, into work->sum at task->out. */
INLINE void do_task(const hog_workspace *work, const hog_side *side, const hog_task *task, uint32_t n,
                    sweep_position at)
{
    const hog_graph *g = work->graph;
    const hog_kind *kind = &side->layout->kind[task->kind];
    uint32_t slot = hog_slot(g, at.own + task->shift, at.opponent);
    if (n == 0) slot += hog_bacon(&g->game->rules, at.own, at.opponent);
    if (task->plane) {
        const double *from = side->rows + kind->offset + (size_t)task->place * g->goal * g->width + slot;
        work->sum[task->out] = n == 0 ? *from : sum_plane(&g->roll[n], from);
    } else {
        const size_t step = (size_t)kind->count * HOG_LANES;
        const double *from = side->rows + kind->offset + slot * step + (size_t)task->place * HOG_LANES;
        store(work->sum + task->out, n == 0 ? load(from) : sum_group(&g->roll[n], from, step));
    }
}

INLINE void do_tasks(const hog_workspace *work, const hog_side *side, uint32_t n, sweep_position at)
{
    const hog_layout *layout = side->layout;
    for (uint32_t t = layout->tasks[n]; t < layout->tasks[n + 1]; t++)
        do_task(work, side, &layout->task[t], n, at);
}

/* The values of a group of memories with n dice, out of the sums. */
INLINE lanes collect(const hog_workspace *work, const hog_layout *layout, uint32_t n, uint32_t group)
{
    const hog_graph *g = work->graph;
    const uint32_t *from = layout->from + (size_t)n * 2 * g->places + (size_t)group * HOG_LANES;
    lanes value = pick(work->sum, from);
    return g->game->rules.again ? add(value, pick(work->sum, from + g->places)) : value;
}

INLINE void by_table(const hog_workspace *work, const hog_side *side, sweep_position at)
{
    const hog_graph *g = work->graph;
    const uint32_t n = side->dice[at.own * g->goal + at.opponent];
    do_tasks(work, side, n, at);
    for (uint32_t group = 0; group < g->groups; group++)
        store(work->place + (size_t)group * HOG_LANES, collect(work, side->layout, n, group));
}

/* A position's values under a plan, into work->place; every number of dice that occurs is summed once for all memories. */
static __attribute__((noinline)) void by_plan(const hog_workspace *work, const hog_side *side,
                                              sweep_position at)
{
    const hog_graph *g = work->graph;
    const size_t plan = (size_t)g->goal * g->goal, here = (size_t)at.own * g->goal + at.opponent;
    uint32_t moves = 0;
    for (uint32_t m = 0; m < g->memories; m++) moves |= UINT32_C(1) << side->dice[m * plan + here];
    for (uint32_t n = 0; n <= g->dice; n++) {
        if (!(moves >> n & 1)) continue;
        const uint32_t *from = side->layout->from + (size_t)n * 2 * g->places;
        do_tasks(work, side, n, at);
        for (uint32_t m = 0; m < g->memories; m++)
            if (side->dice[m * plan + here] == n)
                work->place[g->place[m]] =
                    work->sum[from[g->place[m]]] + work->sum[from[g->places + g->place[m]]];
    }
}

/* The same with all numbers of dice: the best of them for HOG_AT_BEST, their mean for HOG_AT_RANDOM. */
static __attribute__((noinline)) void by_all(const hog_workspace *work, const hog_side *side,
                                             sweep_position at)
{
    const hog_graph *g = work->graph;
    memset(work->place, 0, g->places * sizeof *work->place);
    for (uint32_t n = 0; n <= g->dice; n++) {
        do_tasks(work, side, n, at);
        for (uint32_t group = 0; group < g->groups; group++) {
            double *place = work->place + (size_t)group * HOG_LANES;
            lanes value = collect(work, side->layout, n, group);
            store(place, side->source == HOG_AT_BEST ? larger(load(place), value) : add(load(place), value));
        }
    }
    if (side->source == HOG_AT_BEST) return;
    for (uint32_t p = 0; p < g->places; p++) work->place[p] /= g->dice + 1;
}

/* ---- places of values ---- */

/* Writes a position's values into one slot of a kind. `turned` means from the other side's view. */
INLINE void write_slot(const hog_workspace *work, hog_side *to, uint32_t k, size_t slot, bool turned)
{
    const hog_graph *g = work->graph;
    const hog_kind *kind = &to->layout->kind[k];
    double *rows = to->rows + kind->offset;
    if (kind->planes) {
        for (uint32_t i = 0; i < to->planes[k]; i++) {
            uint32_t plane = to->plane[k][i];
            double value = work->place[kind->place[plane]];
            rows[(size_t)plane * g->goal * g->width + slot] = turned ? 1 - value : value;
        }
        return;
    }
    rows += slot * kind->count * HOG_LANES;
    for (uint32_t i = 0; i < kind->count; i++) {
        lanes value = load(work->place + (size_t)kind->place[i] * HOG_LANES);
        store(rows + (size_t)i * HOG_LANES, turned ? less_than_one(value) : value);
    }
}

/* Writes a position's values into all slots of a side that lead to these scores. */
INLINE void write_slots(const hog_workspace *work, hog_side *to, sweep_position at, uint32_t kind,
                        bool turned)
{
    const hog_graph *g = work->graph;
    const uint32_t *first = g->predecessor_first + (size_t)at.own * g->goal + at.opponent;
    for (uint32_t i = first[0]; i < first[1]; i++)
        write_slot(work, to, kind + (g->predecessor[i] & HOG_SLOT_GRANTS ? HOG_GRANTED : 0),
                   g->predecessor[i] & ~HOG_SLOT_GRANTS, turned);
}

/* One position with this side to move: computes its values and writes them for later reads. */
INLINE void solve_position(hog_workspace *work, unsigned mover, sweep_position at)
{
    const hog_graph *g = work->graph;
    hog_side *side = &work->side[mover];
    if (side->source == HOG_BY_TABLE)
        by_table(work, side, at);
    else if (side->source == HOG_BY_PLAN)
        by_plan(work, side, at);
    else
        by_all(work, side, at);
    if (work->each > 0)
        for (uint32_t p = 0; p < g->places; p++) work->place[p] += work->each;
    if (side->value)
        memcpy(side->value + ((size_t)at.own * g->goal + at.opponent) * g->places, work->place,
               g->places * sizeof *work->place);
    const sweep_position turned = {at.opponent, at.own};
    write_slots(work, side, at, HOG_EXTRA_TURN, false);
    if (work->alone)
        write_slots(work, side, turned, 0, true);
    else
        write_slots(work, &work->side[1 - mover], turned, 0, false);
}

/* ---- all positions ---- */

/* All positions in order, for both sides; the last one is the start. */
static hog_worth sweep_generic(hog_workspace *work)
{
    const hog_graph *g = work->graph;
    hog_worth worth = {0, 0};
    for (uint32_t i = 0; i < g->goal * g->goal; i++) {
        const sweep_position at = {g->order[i] / g->goal, g->order[i] % g->goal};
        solve_position(work, 0, at);
        worth.first = work->place[g->place[0]];
        if (!work->alone) solve_position(work, 1, at);
    }
    worth.second = work->place[g->place[0]];
    return worth;
}
