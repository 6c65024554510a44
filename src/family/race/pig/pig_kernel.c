/* The kernels of pig.h for vectors of LANE_BYTES bytes. All do the same arithmetic in the same order for each lane, so that
   the width of vectors changes no result. Widths: portable avx2 avx512

   `prove` rounds down. The compiler is not told so (gcc knows no such thing), so nothing here may be
   rewritten in a way that is only right when rounding to nearest: what has to be negative comes negative
   from memory, and no sum is negated. */
#include "base/kernel.h"
#include "base/lanes.h"
#include "family/race/pig/pig.h"

#include <fenv.h>
#include <math.h>

typedef piece vec;
typedef bits mask;

/* The compiler is told to take these loops apart: `n` is a vector of the group. */
#if defined(__clang__)
#define EACH_VECTOR _Pragma("unroll") for (int n = 0; n < PIECES; n++)
#else
#define EACH_VECTOR _Pragma("GCC unroll 4") for (int n = 0; n < PIECES; n++)
#endif

INLINE vec pig_every(double a)
{
    return a - (vec){0};
}

/* a where m, else 0. */
INLINE vec pig_keep(mask m, vec a)
{
    return (vec)((mask)a & m);
}

INLINE vec pig_choose(mask m, vec yes, vec no)
{
    return (vec)(((mask)yes & m) | ((mask)no & ~m));
}

INLINE bool pig_all(mask m)
{
    int64_t both = -1;
    for (int l = 0; l < PIECE; l++) both &= m[l];
    return both != 0;
}

/* ---- where a pass begins ---- */

/* What the least of D must be from some turn total on, for the three ways of solve.c. */
typedef struct bar {
    vec clean[PIECES], safe[PIECES], hopeless[PIECES];
} bar;

/* Less what a clean start needs above the value after a lost turn, in units of `bust`. */
INLINE double pig_clean_room(const pig_line *line)
{
    return line->minus_edge[0] +
           line->minus_extra * (line->odds->denominator / line->odds->bust) * (1 + 0x1p-40);
}

INLINE bar pig_make_bar(const pig_line *line, const double *bust)
{
    const double b = line->odds->bust, needed = 0x1p-48 - pig_clean_room(line);
    bar at;
    EACH_VECTOR
    {
        vec value = load_piece(bust, n);
        at.clean[n] = b * (value + needed);
        at.safe[n] = b * value;
        at.hopeless[n] = pig_choose(value <= 1 - PIG_LOST, b * value, pig_every(HUGE_VAL));
    }
    return at;
}

/* Whether a pass may begin at turn total k: holding is best and the proof loses nothing, or little enough
   where the value is near 1 or 0. */
INLINE bool pig_may_begin(const pig_line *line, const bar *at, const double *least, const double *bust,
                          uint32_t k)
{
    const uint32_t most = line->odds->most;
    const double slack = line->odds->slack[k], sure = 1 + line->minus_edge[k];
    const double *hold = bust + k * line->stride;
    const double *here = least + k * line->stride;
    const double *before = k > most ? here - most * line->stride : NULL;
    EACH_VECTOR
    {
        vec least_here = load_piece(here, n);
        mask fine = least_here >= at->clean[n];
        fine |= (load_piece(hold, n) >= sure) & (least_here + slack >= at->safe[n]);
        if (before) fine |= load_piece(before, n) + slack >= at->hopeless[n];
        if (!pig_all(fine)) return false;
    }
    return true;
}

INLINE uint32_t pig_find_start(const pig_line *line, uint32_t g, const double *bust)
{
    const double *least = line->least + g * PIG_GROUP;
    const bar at = pig_make_bar(line, bust);
    const uint32_t deepest = line->odds->deepest;
    uint32_t k = line->start[g];
    while (k > 1 && pig_may_begin(line, &at, least, bust, k - 1)) k--;
    while (k < deepest && !pig_may_begin(line, &at, least, bust, k)) k++;
    return line->start[g] = k;
}

/* ---- one turn, from the end to its beginning ---- */

/* How the rolls are run through. All but the amounts are constants where they are used, so that compilers unroll. */
typedef struct roll_loop {
    const uint32_t *amount;
    uint32_t count;
    bool row;       /* amounts follow upon each other, equally likely */
    uint32_t pitch; /* doubles for each turn total */
} roll_loop;

/* base + sum of share * the number that a roll later has. The nearest total comes last: it was known last. */
INLINE void pig_after_roll(vec out[PIECES], const vec base[PIECES], const double *room, const double *share,
                           roll_loop by)
{
    if (by.row) {
        const double *from = room + by.amount[0] * by.pitch;
        EACH_VECTOR out[n] =
            load_piece(from + (by.count - 1) * by.pitch, n) + load_piece(from + (by.count - 2) * by.pitch, n);
        for (uint32_t c = by.count - 2; c-- > 0;) EACH_VECTOR out[n] += load_piece(from + c * by.pitch, n);
        EACH_VECTOR out[n] = base[n] + out[n] * share[0];
        return;
    }
    EACH_VECTOR out[n] = base[n];
    for (uint32_t c = by.count; c-- > 0;) {
        const double *from = room + by.amount[c] * by.pitch;
        EACH_VECTOR out[n] += load_piece(from, n) * share[c];
    }
}

/* A pass over the turn totals of a group: value and slope in the value after a lost turn. */
INLINE void pig_pass_group(const pig_line *line, uint32_t g, double *room, roll_loop by)
{
    const pig_rolls *odds = line->odds;
    const double *hold = line->hold + g * PIG_GROUP;
    const uint32_t start = pig_find_start(line, g, hold);
    vec lost[PIECES], bust[PIECES], value[PIECES] = {{0}}, slope[PIECES] = {{0}};
    for (uint32_t k = start; k < start + odds->most; k++) EACH_VECTOR
        {
            store_piece(room + k * PIG_ROOM, n, load_piece(hold + k * line->stride, n));
            store_piece(room + k * PIG_ROOM + PIG_GROUP, n, (vec){0});
        }
    EACH_VECTOR
    {
        lost[n] = load_piece(hold, n) * odds->bust_near;
        bust[n] = pig_every(odds->bust_near);
    }
    for (uint32_t k = start; k-- > 0;) {
        double *here = room + k * PIG_ROOM;
        pig_after_roll(value, lost, here, odds->near, by);
        pig_after_roll(slope, bust, here + PIG_GROUP, odds->near, by);
        if (k == 0) break;
        EACH_VECTOR
        {
            vec held = load_piece(hold + k * line->stride, n);
            store_piece(here, n, larger_piece(held, value[n]));
            store_piece(here + PIG_GROUP, n, pig_keep(value[n] > held, slope[n]));
        }
    }
    EACH_VECTOR
    {
        store_piece(line->value + g * PIG_GROUP, n, value[n]);
        store_piece(line->slope + g * PIG_GROUP, n, slope[n]);
    }
}

/* Less the half-width of the bounds of a hold value. */
INLINE vec pig_minus_width(const pig_line *line, uint32_t k, vec held)
{
    return line->minus_edge[k] + pig_keep(held > pig_every(PIG_LOST), pig_every(line->minus_extra));
}

/* Where the proof begins: holding, and above it what solve.c says about rolling on. */
INLINE void pig_begin_proof(const pig_line *line, const double *hold, const double *least, uint32_t start,
                            double *room)
{
    const double *edge = line->minus_edge;
    const double enough = -pig_clean_room(line);
    const double beyond = edge[0] + (edge[start] + line->minus_extra < edge[0] ? line->minus_extra : 0);
    EACH_VECTOR
    {
        vec bust = load_piece(hold, n);
        vec spare = load_piece(least + start * line->stride, n) / line->odds->bust - bust;
        mask clean = spare >= enough;
        vec unclean =
            smaller_piece(pig_every(beyond), pig_minus_width(line, 0, bust)) + smaller_piece(spare, (vec){0});
        for (uint32_t k = start; k < start + line->odds->most; k++) {
            vec held = load_piece(hold + k * line->stride, n), width = pig_minus_width(line, k, held);
            store_piece(room + k * PIG_ROOM, n, larger_piece(held + width, (vec){0}));
            store_piece(room + k * PIG_ROOM + PIG_GROUP, n,
                        larger_piece(pig_choose(clean, width, unclean) - held, pig_every(-1)));
        }
    }
}

/* The same with bounds, rounding down: a lower bound of the value and the negative of an upper one. */
INLINE void pig_prove_group(const pig_line *line, uint32_t g, double *room, roll_loop by)
{
    const pig_rolls *odds = line->odds;
    const double *hold = line->hold + g * PIG_GROUP;
    const uint32_t start = line->start[g]; /* where the pass began that gave the values */
    vec lost[PIECES], minus_lost[PIECES], lower[PIECES] = {{0}}, minus_upper[PIECES] = {{0}};
    pig_begin_proof(line, hold, line->least + g * PIG_GROUP, start, room);
    EACH_VECTOR
    {
        vec held = load_piece(hold, n), width = pig_minus_width(line, 0, held);
        lost[n] = larger_piece(held + width, (vec){0}) * odds->bust_low;
        minus_lost[n] = (width - held) * odds->bust_high;
    }
    for (uint32_t k = start; k-- > 0;) {
        double *here = room + k * PIG_ROOM;
        pig_after_roll(lower, lost, here, odds->low, by);
        pig_after_roll(minus_upper, minus_lost, here + PIG_GROUP, odds->high, by);
        if (k == 0) break;
        EACH_VECTOR
        {
            vec held = load_piece(hold + k * line->stride, n), width = pig_minus_width(line, k, held);
            store_piece(here, n, larger_piece(held + width, lower[n]));
            store_piece(here + PIG_GROUP, n, smaller_piece(width - held, minus_upper[n]));
        }
    }
    EACH_VECTOR
    {
        store_piece(line->value + g * PIG_GROUP, n, lower[n]);
        store_piece(line->slope + g * PIG_GROUP, n, minus_upper[n]);
    }
}

/* Pig with one die is worth a loop of its own. */
static void pig_pass(const pig_line *line, uint32_t begin, uint32_t end, double *room)
{
    const pig_rolls *odds = line->odds;
    for (uint32_t g = begin; g < end; g++) {
        if (!line->open[g]) continue;
        if (odds->row && odds->count == 5)
            pig_pass_group(line, g, room, (roll_loop){odds->amount, 5, true, PIG_ROOM});
        else
            pig_pass_group(line, g, room, (roll_loop){odds->amount, odds->count, false, PIG_ROOM});
    }
}

/* Passes of open groups with bounds; the rounding mode is as before afterwards. */
static void pig_prove(const pig_line *line, uint32_t begin, uint32_t end, double *room)
{
    const pig_rolls *odds = line->odds;
    const int rounding = fegetround();
    fesetround(FE_DOWNWARD);
    for (uint32_t g = begin; g < end; g++) {
        if (!line->open[g]) continue;
        if (odds->row && odds->count == 5)
            pig_prove_group(line, g, room, (roll_loop){odds->amount, 5, true, PIG_ROOM});
        else
            pig_prove_group(line, g, room, (roll_loop){odds->amount, odds->count, false, PIG_ROOM});
    }
    fesetround(rounding);
}

/* ---- all lanes, outside the turn ---- */

/* Within 0 … 1, NaN excluded. */
INLINE double pig_bounded(double a)
{
    a = a < 1 ? a : 1;
    return a > 0 ? a : 0;
}

/* From five neighbours of greater sum: second differences by the one score are taken to be the same at
   neighbours by the other. */
static void pig_guess(const pig_line *line)
{
    const double *a = line->hold + line->stride, *b = a + line->stride, *c = b + line->stride;
    for (uint32_t j = line->first; j <= line->last; j++)
        line->hold[j] = pig_bounded(a[j + 1] + 2 * (a[j] - b[j + 1]) - b[j] + c[j + 1]);
}

/* Newton's method on both members of a pair. With h = H of lane j, its partner i = sum - j, and value and
   slope of the passes at the h of before, h_j = 1 - value_i - slope_i * (change of h_i) and the same the
   other way round. The new h is a multiple of 2^-52. */
static void pig_improve(const pig_line *line)
{
    const double *value = line->value, *slope = line->slope;
    double *hold = line->hold;
    for (uint32_t j = line->first; j <= line->last; j++) {
        const uint32_t i = line->sum - j;
        double miss = 1 - value[i] - hold[j], other_miss = 1 - value[j] - hold[i];
        double here = line->trust * slope[i], there = line->trust * slope[j];
        line->change[j] = line->todo[j] * (miss - here * other_miss) / (1 - here * there);
    }
    for (uint32_t j = line->first; j <= line->last; j++) {
        double grid = pig_bounded(hold[j] + line->change[j]) + 1;
        hold[j] = grid - 1;
    }
}

/* Takes lanes whose bounds hold, with a margin, off the list; of a pair both stay until both hold. */
static bool pig_check(const pig_line *line)
{
    const double *hold = line->hold, *lower = line->value, *minus_upper = line->slope;
    const double margin = 0x1p-53;
    double *todo = line->todo, left = 0;
    for (uint32_t j = line->first; j <= line->last; j++) {
        const double h = hold[line->sum - j]; /* the pass of lane j is about 1 - h */
        const double minus_width = line->minus_edge[0] + (h > PIG_LOST ? line->minus_extra : 0);
        double low = 1 - h + minus_width, high = 1 - h - minus_width;
        double step = line->change[line->sum - j];
        step = step < 0 ? -step : step;
        double settled = step < 0x1p-50 ? 1 : 0;
        double low_holds = lower[j] - low >= margin ? 1 : 0,
               high_holds = high + minus_upper[j] >= margin ? 1 : 0;
        low_holds = low > 0 ? low_holds : settled;
        high_holds = high < 1 ? high_holds : settled;
        todo[j] = low_holds * high_holds > 0 ? 0 : todo[j];
        left += todo[j];
    }
    if (left == 0) return true;
    for (uint32_t j = line->first; j <= line->last; j++) {
        double other = todo[line->sum - j];
        todo[j] = todo[j] > other ? todo[j] : other;
    }
    return false;
}

/* D of this sum, and the least of it from here on, rounded down. */
static void pig_finish(const pig_line *line, uint32_t begin, uint32_t end, double *room)
{
    (void)room;
    const pig_rolls *odds = line->odds;
    const int rounding = fegetround();
    fesetround(FE_DOWNWARD);
    for (uint32_t g = begin; g < end; g++) {
        const double *here = line->hold + g * PIG_GROUP;
        double *least = line->least + g * PIG_GROUP;
        vec d[PIECES];
        EACH_VECTOR d[n] = load_piece(here, n) * odds->denominator;
        for (uint32_t c = 0; c < odds->count; c++)
            EACH_VECTOR d[n] += load_piece(here + odds->amount[c] * line->stride, n) * odds->minus_weight[c];
        EACH_VECTOR store_piece(least, n, smaller_piece(load_piece(least + line->stride, n), d[n]));
    }
    for (uint32_t j = begin * PIG_GROUP; j < end * PIG_GROUP; j++)
        if (j < line->first || j > line->last) line->least[j] = 2 * odds->denominator;
    fesetround(rounding);
}

/* ---- known policies ---- */

/* Bit k of each lane's word, counted over words, as a mask. */
INLINE mask pig_rolls_at(const uint64_t *rolls, uint32_t k, int n)
{
    const mask *word = (const mask *)(const void *)(rolls + k / 64 * PIG_GROUP + n * PIECE);
    return (*word << (63 - k % 64)) < 0;
}

/* A turn of known decisions: the chances to win and to lose it, and the turns that follow. */
INLINE void pig_follow_group(const pig_turns *turn, uint32_t g, pig_decisions decided, double *room,
                             roll_loop by)
{
    const pig_rolls *odds = turn->odds;
    const uint32_t until = decided.until;
    const double *hold = turn->hold + g * PIG_GROUP, *length = turn->length + g * PIG_GROUP;
    vec win[PIECES], lost[PIECES], turns[PIECES], nothing[PIECES], bust[PIECES];
    EACH_VECTOR
    {
        win[n] = lost[n] = turns[n] = nothing[n] = (vec){0};
        bust[n] = pig_every(odds->bust_near);
    }
    for (uint32_t k = until; k < until + odds->most; k++) EACH_VECTOR
        {
            store_piece(room + k * PIG_LONG, n, load_piece(hold + k * turn->stride, n));
            store_piece(room + k * PIG_LONG + PIG_GROUP, n, (vec){0});
            store_piece(room + k * PIG_LONG + 2 * PIG_GROUP, n, load_piece(length + k * turn->stride, n));
        }
    for (uint32_t k = until; k-- > 0;) {
        double *here = room + k * PIG_LONG;
        pig_after_roll(win, nothing, here, odds->near, by);
        pig_after_roll(lost, bust, here + PIG_GROUP, odds->near, by);
        pig_after_roll(turns, nothing, here + 2 * PIG_GROUP, odds->near, by);
        if (k == 0) break; /* the first roll is forced */
        EACH_VECTOR
        {
            mask roll = pig_rolls_at(decided.rolls, k, n);
            store_piece(here, n, pig_choose(roll, win[n], load_piece(hold + k * turn->stride, n)));
            store_piece(here + PIG_GROUP, n, pig_keep(roll, lost[n]));
            store_piece(here + 2 * PIG_GROUP, n,
                        pig_choose(roll, turns[n], load_piece(length + k * turn->stride, n)));
        }
    }
    EACH_VECTOR
    {
        store_piece(turn->win + g * PIG_GROUP, n, win[n]);
        store_piece(turn->lost + g * PIG_GROUP, n, lost[n]);
        store_piece(turn->turns + g * PIG_GROUP, n, turns[n]);
    }
}

static void pig_follow(const pig_turns *turn, uint32_t g, pig_decisions decided, double *room)
{
    const pig_rolls *odds = turn->odds;
    if (odds->row && odds->count == 5)
        pig_follow_group(turn, g, decided, room, (roll_loop){odds->amount, 5, true, PIG_LONG});
    else
        pig_follow_group(turn, g, decided, room, (roll_loop){odds->amount, odds->count, false, PIG_LONG});
}

const pig_kernel KERNEL(pig) = {LANE_TEXT(LANE_NAME), pig_guess, pig_pass,   pig_prove,
                                pig_improve,          pig_check, pig_finish, pig_follow};
