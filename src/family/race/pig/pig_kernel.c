/* The kernels of pig.h for vectors of LANE_BYTES bytes. All do the same arithmetic in the same order for each lane, so that
   the width of vectors changes no result. Widths: portable avx2 avx512

   `prove` and `finish` round down (base/directed.h). The compiler is not told so (gcc knows no such thing), so nothing
   here may be rewritten in a way that is only right when rounding to nearest: what has to be negative comes negative
   from memory, and no sum is negated. */
#include "base/directed_lanes.h"
#include "base/kernel.h"
#include "family/race/pig/pig.h"

#include <math.h>

typedef piece vec;
typedef bits pig_mask;

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
INLINE vec pig_keep(pig_mask m, vec a)
{
    return (vec)((pig_mask)a & m);
}

INLINE vec pig_choose(pig_mask m, vec yes, vec no)
{
    return (vec)(((pig_mask)yes & m) | ((pig_mask)no & ~m));
}

INLINE bool pig_all(pig_mask m)
{
    int64_t both = -1;
    for (int l = 0; l < PIECE; l++) both &= m[l];
    return both != 0;
}

/* ---- where a pass begins ---- */

/* How great the least of D must be from a turn total on, for the three bounds in solve.c. */
typedef struct bar {
    vec clean[PIECES], safe[PIECES], hopeless[PIECES];
} bar;

/* Less what a clean start needs above the value after a lost turn, in units of `bust`. */
INLINE double pig_clean_margin(const pig_diagonal *diag, alea__rounding how)
{
    const double busts = alea__quotient(how, diag->rolls->denominator, diag->rolls->bust),
                 extra = alea__product(how, diag->minus_extra, busts);
    return alea__sum_product(how, diag->minus_edge[0], extra, 1 + 0x1p-40);
}

/* `bust` is the group's row of hold values at this sum: the values after a lost turn. */
INLINE bar pig_make_bar(const pig_diagonal *diag, const double *bust)
{
    const double b = diag->rolls->bust, needed = 0x1p-48 - pig_clean_margin(diag, ALEA__BY_MODE);
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
INLINE bool pig_may_begin(const pig_diagonal *diag, const bar *at, const double *least, const double *bust,
                          uint32_t k)
{
    const uint32_t most = diag->rolls->most;
    const double slack = diag->rolls->slack[k], sure = 1 + diag->minus_edge[k];
    const double *hold = bust + k * diag->stride;
    const double *here = least + k * diag->stride;
    const double *before = k > most ? here - most * diag->stride : NULL;
    EACH_VECTOR
    {
        vec least_here = load_piece(here, n);
        pig_mask fine = least_here >= at->clean[n];
        fine |= (load_piece(hold, n) >= sure) & (least_here + slack >= at->safe[n]);
        if (before) fine |= load_piece(before, n) + slack >= at->hopeless[n];
        if (!pig_all(fine)) return false;
    }
    return true;
}

INLINE uint32_t pig_find_start(const pig_diagonal *diag, uint32_t g, const double *bust)
{
    const double *least = diag->least + g * PIG_GROUP;
    const bar at = pig_make_bar(diag, bust);
    const uint32_t deepest = diag->rolls->deepest;
    uint32_t k = diag->start[g];
    while (k > 1 && pig_may_begin(diag, &at, least, bust, k - 1)) k--;
    while (k < deepest && !pig_may_begin(diag, &at, least, bust, k)) k++;
    return diag->start[g] = k;
}

/* ---- one turn, from the end to its beginning ---- */

/* How the rolls are run through. All but the amounts are constants where they are used, so that compilers unroll. */
typedef struct roll_loop {
    const uint32_t *amount;
    uint32_t count;
    bool row;       /* amounts follow upon each other, equally likely */
    uint32_t pitch; /* doubles for each turn total */
    alea__rounding how;
} roll_loop;

/* base + sum of share * the number that a roll later has. The nearest total comes last: it was known last. */
INLINE void pig_after_roll_by(vec out[PIECES], const vec base[PIECES], const double *work,
                              const double *share, roll_loop by)
{
    if (by.row) {
        const double *from = work + by.amount[0] * by.pitch;
        EACH_VECTOR out[n] = piece_moderate_sum(by.how, load_piece(from + (by.count - 1) * by.pitch, n),
                                                load_piece(from + (by.count - 2) * by.pitch, n));
        for (uint32_t c = by.count - 2; c-- > 0;)
            EACH_VECTOR out[n] = piece_moderate_sum(by.how, out[n], load_piece(from + c * by.pitch, n));
        EACH_VECTOR out[n] =
            piece_moderate_sum(by.how, base[n], piece_product(by.how, out[n], pig_every(share[0])));
        return;
    }
    EACH_VECTOR out[n] = base[n];
    for (uint32_t c = by.count; c-- > 0;) {
        const double *from = work + by.amount[c] * by.pitch;
        EACH_VECTOR out[n] = piece_moderate_sum(
            by.how, out[n], piece_product(by.how, load_piece(from, n), pig_every(share[c])));
    }
}

/* The same for values so small that products may be rare. */
__attribute__((noinline, cold)) static void pig_after_roll_apart(vec out[PIECES], const vec base[PIECES],
                                                                 const double *work, const double *share,
                                                                 roll_loop by)
{
    by.how = ALEA__BY_EMULATION;
    pig_after_roll_by(out, base, work, share, by);
}

/* The same by emulation, for values and shares up to 1. */
INLINE void pig_after_roll_emulated(vec out[PIECES], const vec base[PIECES], const double *work,
                                    const double *share, roll_loop by)
{
    pig_mask fine = ~(pig_mask){0};
    EACH_VECTOR out[n] = by.row ? load_piece(work + by.amount[by.count - 1] * by.pitch, n) : base[n];
    for (uint32_t c = by.row ? by.count - 1 : by.count; c-- > 0;) {
        const double *from = work + by.amount[c] * by.pitch;
        const split_number part = split_in_halves(share[c]);
        EACH_VECTOR
        {
            const vec next = load_piece(from, n);
            out[n] = piece_sum_down(out[n], by.row ? next : piece_split_product_down(next, part, &fine));
        }
    }
    const split_number part = split_in_halves(share[0]);
    if (by.row) EACH_VECTOR out[n] = piece_sum_down(base[n], piece_split_product_down(out[n], part, &fine));
    if (!pig_all(fine)) pig_after_roll_apart(out, base, work, share, by);
}

INLINE void pig_after_roll(vec out[PIECES], const vec base[PIECES], const double *work, const double *share,
                           roll_loop by)
{
    if (by.how == ALEA__BY_EMULATION)
        pig_after_roll_emulated(out, base, work, share, by);
    else
        pig_after_roll_by(out, base, work, share, by);
}

/* A pass over the turn totals of a group: value and slope in the value after a lost turn. */
INLINE void pig_pass_group(const pig_diagonal *diag, uint32_t g, double *work, roll_loop by)
{
    const pig_rolls *rolls = diag->rolls;
    const double *hold = diag->hold + g * PIG_GROUP;
    const uint32_t start = pig_find_start(diag, g, hold);
    vec lost[PIECES], bust[PIECES], value[PIECES] = {{0}}, slope[PIECES] = {{0}};
    for (uint32_t k = start; k < start + rolls->most; k++) EACH_VECTOR
        {
            store_piece(work + k * PIG_PITCH, n, load_piece(hold + k * diag->stride, n));
            store_piece(work + k * PIG_PITCH + PIG_GROUP, n, (vec){0});
        }
    EACH_VECTOR
    {
        lost[n] = load_piece(hold, n) * rolls->bust_near;
        bust[n] = pig_every(rolls->bust_near);
    }
    for (uint32_t k = start; k-- > 0;) {
        double *here = work + k * PIG_PITCH;
        pig_after_roll(value, lost, here, rolls->near, by);
        pig_after_roll(slope, bust, here + PIG_GROUP, rolls->near, by);
        if (k == 0) break;
        EACH_VECTOR
        {
            vec held = load_piece(hold + k * diag->stride, n);
            store_piece(here, n, larger_piece(held, value[n]));
            store_piece(here + PIG_GROUP, n, pig_keep(value[n] > held, slope[n]));
        }
    }
    EACH_VECTOR
    {
        store_piece(diag->value + g * PIG_GROUP, n, value[n]);
        store_piece(diag->slope + g * PIG_GROUP, n, slope[n]);
    }
}

/* Less the half-width of the bounds of a hold value. */
INLINE vec pig_minus_width(const pig_diagonal *diag, uint32_t k, vec held, alea__rounding how)
{
    return piece_moderate_sum(how, pig_every(diag->minus_edge[k]),
                              pig_keep(held > pig_every(PIG_LOST), pig_every(diag->minus_extra)));
}

/* Where the proof begins: holding, and above it what solve.c says about rolling on. */
INLINE void pig_begin_proof(const pig_diagonal *diag, uint32_t g, double *work, alea__rounding how)
{
    const double *hold = diag->hold + g * PIG_GROUP, *least = diag->least + g * PIG_GROUP;
    const double *edge = diag->minus_edge;
    const uint32_t start = diag->start[g];
    const double enough = -pig_clean_margin(diag, how);
    const bool wider = alea__sum(how, edge[start], diag->minus_extra) < edge[0];
    const double beyond = alea__sum(how, edge[0], wider ? diag->minus_extra : 0);
    EACH_VECTOR
    {
        vec bust = load_piece(hold, n);
        vec spare = piece_moderate_difference(
            how,
            piece_quotient(how, load_piece(least + start * diag->stride, n), pig_every(diag->rolls->bust)),
            bust);
        pig_mask clean = spare >= enough;
        vec unclean =
            piece_moderate_sum(how, smaller_piece(pig_every(beyond), pig_minus_width(diag, 0, bust, how)),
                               smaller_piece(spare, (vec){0}));
        for (uint32_t k = start; k < start + diag->rolls->most; k++) {
            vec held = load_piece(hold + k * diag->stride, n), width = pig_minus_width(diag, k, held, how);
            store_piece(work + k * PIG_PITCH, n,
                        larger_piece(piece_moderate_sum(how, held, width), (vec){0}));
            store_piece(work + k * PIG_PITCH + PIG_GROUP, n,
                        larger_piece(piece_moderate_difference(how, pig_choose(clean, width, unclean), held),
                                     pig_every(-1)));
        }
    }
}

/* The same with bounds, rounding down: a lower bound of the value and the negative of an upper one. */
INLINE void pig_prove_group(const pig_diagonal *diag, uint32_t g, double *work, roll_loop by)
{
    const pig_rolls *rolls = diag->rolls;
    const double *hold = diag->hold + g * PIG_GROUP;
    const uint32_t start = diag->start[g]; /* where the pass began that gave the values */
    vec lost[PIECES], minus_lost[PIECES], lower[PIECES] = {{0}}, minus_upper[PIECES] = {{0}};
    pig_begin_proof(diag, g, work, by.how);
    EACH_VECTOR
    {
        vec held = load_piece(hold, n), width = pig_minus_width(diag, 0, held, by.how);
        lost[n] = piece_product(by.how, larger_piece(piece_moderate_sum(by.how, held, width), (vec){0}),
                                pig_every(rolls->bust_low));
        minus_lost[n] = piece_product(by.how, piece_moderate_difference(by.how, width, held),
                                      pig_every(rolls->bust_high));
    }
    for (uint32_t k = start; k-- > 0;) {
        double *here = work + k * PIG_PITCH;
        pig_after_roll(lower, lost, here, rolls->low, by);
        pig_after_roll(minus_upper, minus_lost, here + PIG_GROUP, rolls->high, by);
        if (k == 0) break;
        EACH_VECTOR
        {
            vec held = load_piece(hold + k * diag->stride, n), width = pig_minus_width(diag, k, held, by.how);
            store_piece(here, n, larger_piece(piece_moderate_sum(by.how, held, width), lower[n]));
            store_piece(here + PIG_GROUP, n,
                        smaller_piece(piece_moderate_difference(by.how, width, held), minus_upper[n]));
        }
    }
    EACH_VECTOR
    {
        store_piece(diag->value + g * PIG_GROUP, n, lower[n]);
        store_piece(diag->slope + g * PIG_GROUP, n, minus_upper[n]);
    }
}

/* Pig with one die is worth a loop of its own. */
static void pig_pass(const pig_diagonal *diag, uint32_t begin, uint32_t end, double *work)
{
    const pig_rolls *rolls = diag->rolls;
    for (uint32_t g = begin; g < end; g++) {
        if (!diag->open[g]) continue;
        if (rolls->row && rolls->count == 5)
            pig_pass_group(diag, g, work, (roll_loop){rolls->amount, 5, true, PIG_PITCH, ALEA__BY_MODE});
        else
            pig_pass_group(diag, g, work,
                           (roll_loop){rolls->amount, rolls->count, false, PIG_PITCH, ALEA__BY_MODE});
    }
}

/* Passes of open groups with bounds; the rounding mode is as before afterwards. */
INLINE void pig_prove_by(const pig_diagonal *diag, uint32_t begin, uint32_t end, double *work,
                         alea__rounding how)
{
    const pig_rolls *rolls = diag->rolls;
    const int mode = alea__round_down(how);
    for (uint32_t g = begin; g < end; g++) {
        if (!diag->open[g]) continue;
        const bool one_die = rolls->row && rolls->count == 5;
        if (one_die)
            pig_prove_group(diag, g, work, (roll_loop){rolls->amount, 5, true, PIG_PITCH, how});
        else
            pig_prove_group(diag, g, work, (roll_loop){rolls->amount, rolls->count, false, PIG_PITCH, how});
    }
    alea__round_as_before(how, mode);
}

static void pig_prove(const pig_diagonal *diag, uint32_t begin, uint32_t end, double *work)
{
    if (diag->how == ALEA__BY_MODE)
        pig_prove_by(diag, begin, end, work, ALEA__BY_MODE);
    else
        pig_prove_by(diag, begin, end, work, ALEA__BY_EMULATION);
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
static void pig_guess(const pig_diagonal *diag)
{
    const double *a = diag->hold + diag->stride, *b = a + diag->stride, *c = b + diag->stride;
    for (uint32_t j = diag->first; j <= diag->last; j++)
        diag->hold[j] = pig_bounded(a[j + 1] + 2 * (a[j] - b[j + 1]) - b[j] + c[j + 1]);
}

/* Newton's method on both members of a pair. With h = H of lane j, its partner i = sum - j, and value and
   slope of the passes at the h of before, h_j = 1 - value_i - slope_i * (change of h_i) and the same the
   other way round. The new h is a multiple of 2^-52. */
static void pig_improve(const pig_diagonal *diag)
{
    const double *value = diag->value, *slope = diag->slope;
    double *hold = diag->hold;
    for (uint32_t j = diag->first; j <= diag->last; j++) {
        const uint32_t i = diag->sum - j;
        double miss = 1 - value[i] - hold[j], other_miss = 1 - value[j] - hold[i];
        double here = diag->trust * slope[i], there = diag->trust * slope[j];
        diag->change[j] = diag->todo[j] * (miss - here * other_miss) / (1 - here * there);
    }
    for (uint32_t j = diag->first; j <= diag->last; j++) {
        double grid = pig_bounded(hold[j] + diag->change[j]) + 1;
        hold[j] = grid - 1;
    }
}

/* Takes lanes whose bounds hold, with a margin, off the list; of a pair both stay until both hold. */
static bool pig_check(const pig_diagonal *diag)
{
    const double *hold = diag->hold, *lower = diag->value, *minus_upper = diag->slope;
    const double margin = 0x1p-53;
    double *todo = diag->todo, left = 0;
    for (uint32_t j = diag->first; j <= diag->last; j++) {
        const double h = hold[diag->sum - j]; /* the pass of lane j is about 1 - h */
        const double minus_width = diag->minus_edge[0] + (h > PIG_LOST ? diag->minus_extra : 0);
        double low = 1 - h + minus_width, high = 1 - h - minus_width;
        double step = diag->change[diag->sum - j];
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
    for (uint32_t j = diag->first; j <= diag->last; j++) {
        double other = todo[diag->sum - j];
        todo[j] = todo[j] > other ? todo[j] : other;
    }
    return false;
}

/* D of this sum, and the least of it from here on, rounded down. */
INLINE void pig_finish_by(const pig_diagonal *diag, uint32_t begin, uint32_t end, alea__rounding how)
{
    const pig_rolls *rolls = diag->rolls;
    const int mode = alea__round_down(how);
    for (uint32_t g = begin; g < end; g++) {
        const double *here = diag->hold + g * PIG_GROUP;
        double *least = diag->least + g * PIG_GROUP;
        vec d[PIECES];
        EACH_VECTOR d[n] = piece_product(how, load_piece(here, n), pig_every(rolls->denominator));
        for (uint32_t c = 0; c < rolls->count; c++) EACH_VECTOR
            {
                vec there = load_piece(here + rolls->amount[c] * diag->stride, n);
                d[n] = piece_sum(how, d[n], piece_product(how, there, pig_every(rolls->minus_weight[c])));
            }
        EACH_VECTOR store_piece(least, n, smaller_piece(load_piece(least + diag->stride, n), d[n]));
    }
    for (uint32_t j = begin * PIG_GROUP; j < end * PIG_GROUP; j++)
        if (j < diag->first || j > diag->last) diag->least[j] = 2 * rolls->denominator;
    alea__round_as_before(how, mode);
}

static void pig_finish(const pig_diagonal *diag, uint32_t begin, uint32_t end, double *work)
{
    (void)work;
    if (diag->how == ALEA__BY_MODE)
        pig_finish_by(diag, begin, end, ALEA__BY_MODE);
    else
        pig_finish_by(diag, begin, end, ALEA__BY_EMULATION);
}

/* ---- known policies ---- */

/* Bit k of each lane's word, counted over words, as a mask. */
INLINE pig_mask pig_rolls_at(const uint64_t *rolls, uint32_t k, int n)
{
    const pig_mask *word = (const pig_mask *)(const void *)(rolls + k / 64 * PIG_GROUP + n * PIECE);
    return (*word << (63 - k % 64)) < 0;
}

/* A turn of known decisions: the chances to win and to lose it, and the turns that follow. */
INLINE void pig_follow_group(const pig_turns *turn, uint32_t g, pig_decisions decided, double *work,
                             roll_loop by)
{
    const pig_rolls *rolls = turn->rolls;
    const uint32_t until = decided.until;
    const double *hold = turn->hold + g * PIG_GROUP, *length = turn->length + g * PIG_GROUP;
    vec win[PIECES], lost[PIECES], turns[PIECES], nothing[PIECES], bust[PIECES];
    EACH_VECTOR
    {
        win[n] = lost[n] = turns[n] = nothing[n] = (vec){0};
        bust[n] = pig_every(rolls->bust_near);
    }
    for (uint32_t k = until; k < until + rolls->most; k++) EACH_VECTOR
        {
            store_piece(work + k * PIG_FOLLOW_PITCH, n, load_piece(hold + k * turn->stride, n));
            store_piece(work + k * PIG_FOLLOW_PITCH + PIG_GROUP, n, (vec){0});
            store_piece(work + k * PIG_FOLLOW_PITCH + 2 * PIG_GROUP, n,
                        load_piece(length + k * turn->stride, n));
        }
    for (uint32_t k = until; k-- > 0;) {
        double *here = work + k * PIG_FOLLOW_PITCH;
        pig_after_roll(win, nothing, here, rolls->near, by);
        pig_after_roll(lost, bust, here + PIG_GROUP, rolls->near, by);
        pig_after_roll(turns, nothing, here + 2 * PIG_GROUP, rolls->near, by);
        if (k == 0) break; /* the first roll is forced */
        EACH_VECTOR
        {
            pig_mask roll = pig_rolls_at(decided.rolls, k, n);
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

static void pig_follow(const pig_turns *turn, uint32_t g, pig_decisions decided, double *work)
{
    const pig_rolls *rolls = turn->rolls;
    if (rolls->row && rolls->count == 5)
        pig_follow_group(turn, g, decided, work,
                         (roll_loop){rolls->amount, 5, true, PIG_FOLLOW_PITCH, ALEA__BY_MODE});
    else
        pig_follow_group(turn, g, decided, work,
                         (roll_loop){rolls->amount, rolls->count, false, PIG_FOLLOW_PITCH, ALEA__BY_MODE});
}

const pig_kernel KERNEL(pig) = {LANE_TEXT(LANE_NAME), pig_guess, pig_pass,   pig_prove,
                                pig_improve,          pig_check, pig_finish, pig_follow};
