#pragma once
/* Sweeps for the simple games that contests are about (turn/fast_path.c). */
#include "family/hog/solve/lanes.h"
#include "family/hog/solve/sweep.h"

/* ---- no memory ---- */

/* Sums are unrolled, from the last part down, so that rolling the same dice repeatedly jumps to the same place. */
#define PART(i) \
    case (i) + 1: add_part((i)); __attribute__((fallthrough));

/* One number of dice in a plane, where neighbours are points: a run of `count` of them, at least the dice's own. */
INLINE double toss_plane(const hog_toss *t, uint32_t count, const double *slot, uint32_t bacon)
{
    const double *at = slot + t->first, *chance = t->chance;
    lanes many = none();
    uint32_t parts = (count + PIECE - 1) / PIECE; /* behind the run's end chances are zero */
#define add_part(i)                                                             \
    many.at[(i) % PIECES] += *(const loose *)(const void *)(at + (i) * PIECE) * \
                             *(const piece *)(const void *)(chance + (i) * PIECE)
    for (; parts > 12; parts--) add_part(parts - 1);
    /* clang-format off */
    switch (parts) {
        PART(11) PART(10) PART(9) PART(8) PART(7) PART(6) PART(5) PART(4) PART(3) PART(2) PART(1) PART(0)
    default: break;
    }
    /* clang-format on */
#undef add_part
    return t->single_chance * slot[t->single + (bacon & t->bacon)] + total(many);
}

/* A side by table. Where the chances allow it, all numbers of dice but none are runs as long as the longest that the
   table has, and the processor need not guess where to jump. */
INLINE double bare_turn(const hog_graph *g, const hog_side *side, const hog_step *step)
{
    const hog_toss *toss = &g->quick[side->dice[step->cell]];
    return toss_plane(toss, g->climbs && toss->count > 0 ? side->longest : toss->count,
                      side->rows + step->slot, step->bacon);
}

/* Two sides with tables in a game without memory, one number for each position and side. Only for HOG_BARE. */
static hog_worth sweep_bare(hog_workspace *work)
{
    const hog_graph *g = work->graph;
    const hog_side *first = &work->side[0], *second = &work->side[1];
    const hog_step *step = g->step, *end = step + (size_t)g->goal * g->goal;
    double a = 0, b = 0;
    for (; step < end; step++) {
        a = bare_turn(g, first, step);
        b = bare_turn(g, second, step);
        second->rows[step->predecessor[0]] = second->rows[step->predecessor[1]] = a;
        first->rows[step->predecessor[0]] = first->rows[step->predecessor[1]] = b;
    }
    return (hog_worth){a, b};
}

/* ---- the ladder ---- */

/* Let D_n(x) be the sum, over all throws of n dice without a 1, of the slot that they make from total x. Then
   D_n(x) = D_(n-1)(x + 2) + … + D_(n-1)(x + sides), and D_0 is the row of slots itself: so all numbers of dice cost a few
   additions each. In every row totals come one after the other, from the top down, and a ring remembers what is still
   needed. (All terms are positive, so nothing cancels.) */
typedef struct ladder {
    uint32_t faces, ring, goal;
} ladder;

/* Two totals at once, `total` and the one below it, which share most of their terms. The slots of both are known, because
   the lower one depends only on totals above itself. */
INLINE void climb(const ladder *l, const double *slot, double *ring, uint32_t total, uint32_t top)
{
    const uint32_t mask = l->ring - 1, here = (total & mask) * HOG_LANES,
                   below = ((total - 1) & mask) * HOG_LANES;
    uint32_t at[7];
    for (uint32_t face = 1; face <= 6; face++) at[face] = ((total + face) & mask) * HOG_LANES;
    const double *from = slot;
    lanes shared = add(add(load(from + 2 * HOG_LANES), load(from + 3 * HOG_LANES)),
                       add(load(from + 4 * HOG_LANES), load(from + 5 * HOG_LANES)));
    lanes sum = add(shared, load(from + 6 * HOG_LANES)), less = add(shared, load(from + HOG_LANES));
    store(ring + here, sum);
    store(ring + below, less);
    for (uint32_t n = 1; n < top; n++, ring += l->ring * HOG_LANES) {
        shared =
            add(add(load(ring + at[2]), load(ring + at[3])), add(load(ring + at[4]), load(ring + at[5])));
        sum = add(shared, load(ring + at[6]));
        less = add(shared, load(ring + at[1]));
        store(ring + l->ring * HOG_LANES + here, sum);
        store(ring + l->ring * HOG_LANES + below, less);
    }
}

/* The same for other dice. */
static __attribute__((noinline)) void climb_any(const ladder *l, const double *slot, double *ring,
                                                uint32_t total, uint32_t top)
{
    const uint32_t mask = l->ring - 1, here = (total & mask) * HOG_LANES;
    lanes sum = none();
    for (uint32_t face = 2; face <= l->faces; face++) sum = add(sum, load(slot + face * HOG_LANES));
    store(ring + here, sum);
    for (uint32_t n = 1; n < top; n++, ring += l->ring * HOG_LANES) {
        sum = none();
        for (uint32_t face = 2; face <= l->faces; face++)
            sum = add(sum, load(ring + ((total + face) & mask) * HOG_LANES));
        store(ring + l->ring * HOG_LANES + here, sum);
    }
}

INLINE void climb_row(const ladder *l, const double *slot, double *ring, uint32_t total, uint32_t top)
{
    if (l->faces == 6 && (l->goal - total) % 2 == 0) return; /* it was climbed with the total above */
    if (l->faces == 6)
        climb(l, slot, ring, total, top);
    else
        climb_any(l, slot, ring, total, top);
}

/* Before the first turn the ring holds the values above the goal. */
static void fill_ring(const hog_graph *g, const double *edge, uint32_t top, double *ring)
{
    const size_t row = (size_t)g->dice * g->ring;
    for (uint32_t opponent = 0; opponent < g->goal; opponent++)
        for (uint32_t i = 0; i < top * g->ring; i++) {
            lanes all = none();
            const uint32_t at = i / g->ring * g->ring + ((g->goal + i) & (g->ring - 1));
            EACH all.at[k] += edge[opponent * row + i];
            store(ring + (opponent * row + at) * HOG_LANES, all);
        }
}

INLINE double *ring_row(const hog_graph *g, double *ring, uint32_t opponent)
{
    return ring + (size_t)opponent * g->dice * g->ring * HOG_LANES;
}

/* ---- with memories ---- */

/* One number of dice without the ladder, from both ends of the throws without a 1 at once, since those are as likely. */
INLINE lanes toss_lanes(const hog_toss *t, const double *slot, uint32_t bacon)
{
    const double *low = slot + t->first * HOG_LANES, *chance = t->chance;
    const double *high = low + ((int64_t)t->count - 1) * HOG_LANES;
    lanes even = none(), odd = none();
    uint32_t parts = t->count / 2;
    if (t->count % 2) odd = times(load(low + (size_t)parts * HOG_LANES), chance[parts]);
#define add_part(i)                  \
    *((i) % 2 ? &odd : &even) = add( \
        *((i) % 2 ? &odd : &even),   \
        times(add(load(low + (size_t)(i) * HOG_LANES), load(high - (size_t)(i) * HOG_LANES)), chance[i]))
    for (; parts > 20; parts--) add_part(parts - 1);
    /* clang-format off */
    switch (parts) {
        PART(19) PART(18) PART(17) PART(16) PART(15) PART(14) PART(13) PART(12) PART(11) PART(10)
        PART(9) PART(8) PART(7) PART(6) PART(5) PART(4) PART(3) PART(2) PART(1) PART(0)
    default: break;
    }
    /* clang-format on */
#undef add_part
    even =
        add(even, times(load(slot + (size_t)(t->single + (bacon & t->bacon)) * HOG_LANES), t->single_chance));
    return add(even, odd);
}

typedef struct trotter {
    const hog_graph *graph;
    ladder ladder;
    turner turn[2];
    double sum[2][2 * HOG_LANES]
        __attribute__((aligned(64))); /* by side: the first sum, and in the next lane the second */
} trotter;

/* The value of a turn of a side by table. */
INLINE void trot(trotter *t, const hog_workspace *work, unsigned mover, const hog_step *step)
{
    const hog_graph *g = t->graph;
    const hog_side *side = &work->side[mover];
    double *pass = work->side[1 - mover].rows, *sum = t->sum[mover];
    const double *slot = side->rows + (size_t)step->slot * HOG_LANES;
    const uint32_t n = side->dice[step->cell];
    const hog_toss *toss = &g->quick[n];
    lanes all = toss_lanes(toss, slot, step->bacon);
    double extra = toss->extra_turn
                       ? toss_plane(toss, toss->count, side->rows + toss->plane + step->slot, step->bacon)
                       : 0;
    lanes value = turn_lanes(&t->turn[0], put(all, extra, toss->extra_lanes[0]));
    store(pass + (size_t)step->predecessor[0] * HOG_LANES, value);
    store(pass + (size_t)step->predecessor[1] * HOG_LANES, value);
    store(sum, all);
    sum[HOG_LANES] = extra;
    /* eight planes are eight lines of memory: skip them if no slot leads here */
    for (int k = 0; k < 2 && step->extra_turn[k] > 0; k++)
        for (uint32_t i = 0; i < side->planes[HOG_EXTRA_TURN]; i++)
            side->slots[i].rows[step->extra_turn[k]] = sum[side->slots[i].sum_lane[n * g->places]];
    if (!side->value) return;
    store(side->value + (size_t)step->cell * g->places, value);
    if (g->groups == 1) return;
    store(side->value + (size_t)step->cell * g->places + HOG_LANES,
          turn_lanes(&t->turn[1], put(all, extra, toss->extra_lanes[1])));
}

/* The best of all numbers of dice, for each group of positions in the order of the sums' lanes. In the second group no player has
   an extra turn (turn/fast_path.c); in the first, what a lane with one would be worth otherwise does not count. */
INLINE void find_best(const trotter *t, const hog_side *side, const hog_step *step, lanes best[2])
{
    const hog_graph *g = t->graph;
    const double *slot = side->rows + (size_t)step->slot * HOG_LANES;
    const double *extra = slot + side->layout->kind[HOG_EXTRA_TURN].offset;
    double *ring = ring_row(g, side->ring, step->opponent), *extra_ring = ring;
    climb_row(&t->ladder, slot, ring, step->own, g->dice);
    if (side->extra_ring) {
        extra_ring = ring_row(g, side->extra_ring, step->opponent);
        climb_row(&t->ladder, extra, extra_ring, step->own, g->most_extra_dice);
    }
    const lanes pig = load(slot + (size_t)g->pig * HOG_LANES);
    const double *pig_extra = extra + (size_t)g->pig * HOG_LANES;
    const uint32_t here = (step->own & (g->ring - 1)) * HOG_LANES, rung = g->ring * HOG_LANES;
    lanes late = none();
    best[1] = load(slot + (size_t)step->bacon * HOG_LANES);
    best[0] = without(best[1], g->quick[0].extra_lanes[0]);
    if (g->quick[0].extra_turn)
        late = put(late, extra[step->bacon * HOG_LANES + g->quick[0].lane], g->quick[0].extra_lanes[0]);
    for (uint32_t n = 1; n <= g->dice; n++) {
        const hog_toss *toss = &g->quick[n];
        lanes all =
            add(times(load(ring + here + (n - 1) * rung), toss->scale), times(pig, toss->single_chance));
        best[1] = larger(best[1], all);
        best[0] = larger(best[0], without(all, toss->extra_lanes[0]));
        if (!toss->extra_turn) continue;
        late = put(late,
                   extra_ring[here + (n - 1) * rung + toss->lane] * toss->scale +
                       pig_extra[toss->lane] * toss->single_chance,
                   toss->extra_lanes[0]);
    }
    best[0] = larger(best[0], late);
}

/* A turn of the side that plays best: computes its value and writes it for later reads. */
INLINE void trot_at_best(trotter *t, const hog_workspace *work, const hog_step *step)
{
    const hog_graph *g = t->graph;
    const hog_side *side = &work->side[0];
    const hog_kind *extra = &side->layout->kind[HOG_EXTRA_TURN];
    double *pass = work->side[work->alone ? 0 : 1].rows;
    lanes value[2];
    find_best(t, side, step, value);
    value[0] = turn_lanes(&t->turn[0], value[0]);
    if (g->groups == 2) value[1] = turn_lanes(&t->turn[1], value[1]);
    lanes next = work->alone ? less_than_one(value[0]) : value[0];
    store(pass + (size_t)step->predecessor[0] * HOG_LANES, next);
    store(pass + (size_t)step->predecessor[1] * HOG_LANES, next);
    for (uint32_t i = 0; i < 2 * extra->count; i++)
        store(side->rows + extra->offset + (size_t)step->extra_turn[i] * HOG_LANES, value[extra->place[0]]);
    store(t->sum[0], value[0]);
    store(t->sum[0] + HOG_LANES, value[1]);
    if (!side->value) return;
    store(side->value + (size_t)step->cell * g->places, value[0]);
    if (g->groups == 2) store(side->value + (size_t)step->cell * g->places + HOG_LANES, value[1]);
}

static void start_trot(trotter *t, const hog_workspace *work)
{
    const hog_graph *g = t->graph = work->graph;
    t->ladder = (ladder){.faces = g->game->rules.set[0].sides, .ring = g->ring, .goal = g->goal};
    for (int group = 0; group < 2; group++) t->turn[group] = make_turner(g->turn[group]);
    for (unsigned s = 0; s < (work->alone ? 1 : 2); s++) {
        if (work->side[s].source != HOG_AT_BEST) continue;
        fill_ring(g, g->edge[s], g->dice, work->side[s].ring);
        if (work->side[s].extra_ring) fill_ring(g, g->edge[s], g->most_extra_dice, work->side[s].extra_ring);
    }
}

/* A side at its best or by table, alone or against a side by table, in a game that climbs. */
static hog_worth sweep_trot(hog_workspace *work)
{
    const hog_graph *g = work->graph;
    const hog_step *step = g->step, *end = step + (size_t)g->goal * g->goal;
    trotter t;
    start_trot(&t, work);
    if (work->alone) {
        for (; step < end; step++) trot_at_best(&t, work, step);
    } else if (work->side[0].source == HOG_AT_BEST) {
        for (; step < end; step++) {
            trot_at_best(&t, work, step);
            trot(&t, work, 1, step);
        }
    } else {
        for (; step < end; step++) {
            trot(&t, work, 0, step);
            trot(&t, work, 1, step);
        }
    }
    /* The last position is the start. */
    double worth[2] = {0, 0};
    for (unsigned s = 0; s < (work->alone ? 1 : 2); s++)
        worth[s] = work->side[s].source == HOG_AT_BEST
                       ? t.sum[s][g->place[0]]
                       : t.sum[s][g->sum_lane[work->side[s].dice[0] * g->places + g->place[0]]];
    return (hog_worth){worth[0], worth[1]};
}
