/* The kernels of pig.h for vectors of LANE_BYTES bytes. All do the same arithmetic in the same order for each lane, so that
   the width of vectors changes no result. Widths: portable avx2 avx512

   `prove` and `finish` round down (base/directed.h). gcc has no option for this, so nothing
   here may be rewritten in a way that is only right when rounding to nearest: what has to be negative comes negative
   from memory, and no sum is negated. */
#include "base/directed_lanes.h"
#include "base/kernel.h"
#include "family/race/pig/pig.h"

#include <math.h>
#include <string.h>

typedef piece vec;
typedef bits pig_mask;

/* A pragma makes the compiler unroll these loops: `n` is a vector of the group. */
#if defined(__clang__)
#define EACH_VECTOR _Pragma("unroll") for (int n = 0; n < PIECES; n++)
#else
#define EACH_VECTOR _Pragma("GCC unroll 4") for (int n = 0; n < PIECES; n++)
#endif

/* Passes with one die, unrolled so that the totals of a window need not be moved. */
#if defined(__clang__)
#define UNROLL_WINDOW _Pragma("unroll 4")
#else
#define UNROLL_WINDOW _Pragma("GCC unroll 4")
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
#if LANE_BYTES == 16 && defined(__wasm_simd128__)
    return wasm_i64x2_all_true((v128_t)m);
#else
    int64_t both = -1;
    for (int l = 0; l < PIECE; l++) both &= m[l];
    return both != 0;
#endif
}

/* ---- the start of a pass ---- */

/* How great the least of D must be from a turn total on, for the three bounds in solve.c. */
typedef struct bar {
    vec clean[PIECES], safe[PIECES], hopeless[PIECES];
} bar;

/* The negative of what a clean start needs above the value after a lost turn, in units of `bust`. */
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

/* Whether a pass may begin at turn total k: holding is best and the proof loses nothing, or little enough if the value is
   near 1 or 0. */
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

/* How a loop goes through the rolls. Everything except the amounts is constant at each call, so that compilers unroll it. */
typedef struct roll_loop {
    const uint32_t *amount;
    uint32_t count;
    uint32_t pitch; /* doubles for each turn total */
    alea__rounding how;
} roll_loop;

/* base + sum of share * the number that a roll later has. The nearest total comes last: it was known last. */
INLINE void pig_after_roll_by(vec out[PIECES], const vec base[PIECES], const double *work,
                              const double *share, roll_loop by)
{
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
    EACH_VECTOR out[n] = base[n];
    for (uint32_t c = by.count; c-- > 0;) {
        const double *from = work + by.amount[c] * by.pitch;
        const split_number part = split_in_halves(share[c]);
        EACH_VECTOR out[n] =
            piece_sum_down(out[n], piece_split_product_down(load_piece(from, n), part, &fine));
    }
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

/* Pig with one die is worth a way of its own: a roll adds 2 to 6 points, all equally likely. What the next totals have stays in
   registers: at[i] is of turn total k + 1 + i, pair[i] the sum of k + 4 + i and the next. A group is passed vector by vector, since
   a window takes six registers and AVX2 has sixteen. */
enum { PIG_WINDOW = 4, PIG_DIE = 5 };
typedef struct pig_window {
    vec at[PIG_WINDOW], pair[2];
} pig_window;

/* From memory: the totals from `work` on, vector n. */
INLINE pig_window pig_window_load(const double *work, size_t pitch, int n)
{
    pig_window w;
    for (int i = 0; i < PIG_WINDOW; i++) w.at[i] = load_piece(work + (size_t)i * pitch, n);
    for (int i = 0; i < 2; i++)
        w.pair[i] =
            load_piece(work + (size_t)(i + 3) * pitch, n) + load_piece(work + (size_t)(i + 4) * pitch, n);
    return w;
}

/* base + share * the sum of the five next totals' values; the nearest one, which is known last, is added last. */
INLINE vec pig_after_die(vec base, const pig_window *w, double share)
{
    const vec further = w->at[2] + w->at[3] + w->pair[1], sum = further + w->at[1];
    return base + sum * pig_every(share);
}

/* On to the next lower total. */
INLINE void pig_window_push(pig_window *w, vec value)
{
    w->pair[1] = w->pair[0];
    w->pair[0] = w->at[2] + w->at[3];
    for (int i = PIG_WINDOW - 1; i > 0; i--) w->at[i] = w->at[i - 1];
    w->at[0] = value;
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

/* The same with one die. */
INLINE void pig_pass_die(const pig_diagonal *diag, uint32_t g)
{
    const pig_rolls *rolls = diag->rolls;
    const double *hold = diag->hold + g * PIG_GROUP, share = rolls->near[0];
    const uint32_t start = pig_find_start(diag, g, hold);
    for (int n = 0; n < PIECES; n++) {
        const vec lost = load_piece(hold, n) * rolls->bust_near, bust = pig_every(rolls->bust_near);
        pig_window values = pig_window_load(hold + start * diag->stride, diag->stride, n),
                   slopes = {{{0}}, {{0}}};
        UNROLL_WINDOW for (uint32_t k = start - 1; k > 0; k--)
        {
            const vec value = pig_after_die(lost, &values, share),
                      slope = pig_after_die(bust, &slopes, share),
                      held = load_piece(hold + k * diag->stride, n);
            pig_window_push(&values, larger_piece(held, value));
            pig_window_push(&slopes, pig_keep(value > held, slope));
        }
        store_piece(diag->value + g * PIG_GROUP, n, pig_after_die(lost, &values, share));
        store_piece(diag->slope + g * PIG_GROUP, n, pig_after_die(bust, &slopes, share));
    }
}

/* Less the half-width of the bounds of a hold value. */
INLINE vec pig_minus_width(const pig_diagonal *diag, uint32_t k, vec held, alea__rounding how)
{
    return piece_moderate_sum(how, pig_every(diag->minus_edge[k]),
                              pig_keep(held > pig_every(PIG_LOST), pig_every(diag->minus_extra)));
}

/* The start of the proof: holding, and above it the bounds of rolling on from solve.c. */
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

/* The contribution of a lost turn to both bounds. */
INLINE void pig_begin_bounds(const pig_diagonal *diag, const double *hold, vec lost[PIECES],
                             vec minus_lost[PIECES], alea__rounding how)
{
    EACH_VECTOR
    {
        vec held = load_piece(hold, n), width = pig_minus_width(diag, 0, held, how);
        lost[n] = piece_product(how, larger_piece(piece_moderate_sum(how, held, width), (vec){0}),
                                pig_every(diag->rolls->bust_low));
        minus_lost[n] = piece_product(how, piece_moderate_difference(how, width, held),
                                      pig_every(diag->rolls->bust_high));
    }
}

/* The better of holding and rolling at turn total k, for both bounds of vector n. */
INLINE void pig_bound_choice(const pig_diagonal *diag, const double *hold, uint32_t k, int n, vec *lower,
                             vec *minus_upper, alea__rounding how)
{
    const vec held = load_piece(hold + k * diag->stride, n), width = pig_minus_width(diag, k, held, how);
    *lower = larger_piece(piece_moderate_sum(how, held, width), *lower);
    *minus_upper = smaller_piece(piece_moderate_difference(how, width, held), *minus_upper);
}

/* The same as a pass with bounds, rounding down: a lower bound of the value and the negative of an upper one. Begins where
   the pass with the values began. */
INLINE void pig_prove_group(const pig_diagonal *diag, uint32_t g, double *work, roll_loop by)
{
    const pig_rolls *rolls = diag->rolls;
    const double *hold = diag->hold + g * PIG_GROUP;
    vec lost[PIECES], minus_lost[PIECES], lower[PIECES] = {{0}}, minus_upper[PIECES] = {{0}};
    pig_begin_proof(diag, g, work, by.how);
    pig_begin_bounds(diag, hold, lost, minus_lost, by.how);
    for (uint32_t k = diag->start[g]; k-- > 0;) {
        double *here = work + k * PIG_PITCH;
        pig_after_roll(lower, lost, here, rolls->low, by);
        pig_after_roll(minus_upper, minus_lost, here + PIG_GROUP, rolls->high, by);
        if (k == 0) break;
        EACH_VECTOR
        {
            pig_bound_choice(diag, hold, k, n, &lower[n], &minus_upper[n], by.how);
            store_piece(here, n, lower[n]);
            store_piece(here + PIG_GROUP, n, minus_upper[n]);
        }
    }
    EACH_VECTOR
    {
        store_piece(diag->value + g * PIG_GROUP, n, lower[n]);
        store_piece(diag->slope + g * PIG_GROUP, n, minus_upper[n]);
    }
}

/* Both bounds with one die, by the processor's mode; `from` has the totals from the start of the pass on. */
INLINE void pig_bounds_die(const pig_diagonal *diag, uint32_t g, int n, const double *from, vec lost,
                           vec minus_lost)
{
    const double *hold = diag->hold + g * PIG_GROUP, low = diag->rolls->low[0], high = diag->rolls->high[0];
    pig_window lowers = pig_window_load(from, PIG_PITCH, n),
               uppers = pig_window_load(from + PIG_GROUP, PIG_PITCH, n);
    UNROLL_WINDOW for (uint32_t k = diag->start[g] - 1; k > 0; k--)
    {
        vec lower = pig_after_die(lost, &lowers, low), minus_upper = pig_after_die(minus_lost, &uppers, high);
        pig_bound_choice(diag, hold, k, n, &lower, &minus_upper, ALEA__BY_MODE);
        pig_window_push(&lowers, lower);
        pig_window_push(&uppers, minus_upper);
    }
    store_piece(diag->value + g * PIG_GROUP, n, pig_after_die(lost, &lowers, low));
    store_piece(diag->slope + g * PIG_GROUP, n, pig_after_die(minus_lost, &uppers, high));
}

/* The lower bound alone, or the negative of the upper one. */
INLINE vec pig_bound_die(const pig_diagonal *diag, uint32_t g, int n, const double *from, vec lost,
                         bool upper)
{
    const double *hold = diag->hold + g * PIG_GROUP,
                 share = upper ? diag->rolls->high[0] : diag->rolls->low[0];
    pig_window next = pig_window_load(from, PIG_PITCH, n);
    UNROLL_WINDOW for (uint32_t k = diag->start[g] - 1; k > 0; k--)
    {
        vec rolled = pig_after_die(lost, &next, share), other = rolled;
        pig_bound_choice(diag, hold, k, n, upper ? &other : &rolled, upper ? &rolled : &other, ALEA__BY_MODE);
        pig_window_push(&next, rolled);
    }
    return pig_after_die(lost, &next, share);
}

/* The same with one die, by the processor's mode. With AVX-512, where a group is one vector, both bounds are proved at once;
   elsewhere one after the other, since two windows and what the choice needs exceed sixteen registers. */
INLINE void pig_prove_die(const pig_diagonal *diag, uint32_t g, double *work)
{
    const double *hold = diag->hold + g * PIG_GROUP, *from = work + diag->start[g] * PIG_PITCH;
    vec lost[PIECES], minus_lost[PIECES];
    pig_begin_proof(diag, g, work, ALEA__BY_MODE);
    pig_begin_bounds(diag, hold, lost, minus_lost, ALEA__BY_MODE);
    for (int n = 0; n < PIECES; n++) {
        if (PIECES == 1) {
            pig_bounds_die(diag, g, n, from, lost[n], minus_lost[n]);
        } else {
            store_piece(diag->value + g * PIG_GROUP, n, pig_bound_die(diag, g, n, from, lost[n], false));
            store_piece(diag->slope + g * PIG_GROUP, n,
                        pig_bound_die(diag, g, n, from + PIG_GROUP, minus_lost[n], true));
        }
    }
}

/* ---- one die, by emulation ---- */

/* A window of one vector, which leaves registers for the emulation. The numbers are lower bounds, from 0 on, or the negatives of
   upper ones, up to 0; which of the two is a constant wherever it is asked. The sign of a 0 does not matter: it has no effect on
   what bounds are compared with. */
typedef struct pig_narrow {
    vec at[PIG_WINDOW], pair[2];
    split_number share;
    vec base; /* contribution of a lost turn */
    bool negative;
} pig_narrow;

INLINE pig_narrow pig_narrow_load(const double *work, int n, double share, vec base, bool negative)
{
    pig_narrow w = {.share = split_in_halves(share), .base = base, .negative = negative};
    for (int i = 0; i < PIG_WINDOW; i++) w.at[i] = load_piece(work + i * PIG_PITCH, n);
    for (int i = 0; i < 2; i++)
        w.pair[i] = piece_signed_sum_down(load_piece(work + (i + 3) * PIG_PITCH, n),
                                          load_piece(work + (i + 4) * PIG_PITCH, n), negative);
    return w;
}

__attribute__((noinline, cold, unused)) static vec pig_narrow_apart(vec base, vec sum, double share)
{
    return piece_sum_down(base, piece_product_down(sum, pig_every(share)));
}

/* Like pig_after_die. */
INLINE vec pig_narrow_roll(const pig_narrow *w)
{
    pig_mask fine = ~(pig_mask){0};
    const vec near = piece_signed_sum_down(w->at[2], w->at[3], w->negative),
              further = piece_signed_sum_down(near, w->pair[1], w->negative),
              sum = piece_signed_sum_down(further, w->at[1], w->negative),
              product = piece_split_product_down(sum, w->share, &fine);
    if (!pig_all(fine)) return pig_narrow_apart(w->base, sum, w->share.whole);
    return piece_signed_sum_down(w->base, product, w->negative);
}

INLINE void pig_narrow_push(pig_narrow *w, vec value)
{
    w->pair[1] = w->pair[0];
    w->pair[0] = piece_signed_sum_down(w->at[2], w->at[3], w->negative);
    for (int i = PIG_WINDOW - 1; i > 0; i--) w->at[i] = w->at[i - 1];
    w->at[0] = value;
}

/* The same as pig_prove_die by emulation, a vector after the other. */
INLINE void pig_prove_die_emulated(const pig_diagonal *diag, uint32_t g, double *work)
{
    const double *hold = diag->hold + g * PIG_GROUP, *edge = diag->minus_edge, *wide = work;
    const uint32_t start = diag->start[g];
    vec lost[PIECES], minus_lost[PIECES];
    pig_begin_proof(diag, g, work, ALEA__BY_EMULATION);
    pig_begin_bounds(diag, hold, lost, minus_lost, ALEA__BY_EMULATION);
    for (uint32_t k = 1; k < start; k++) work[k] = alea__moderate_sum_down(edge[k], diag->minus_extra);
    for (int n = 0; n < PIECES; n++) {
        const double *from = work + start * PIG_PITCH;
        pig_narrow lowers = pig_narrow_load(from, n, diag->rolls->low[0], lost[n], false),
                   uppers = pig_narrow_load(from + PIG_GROUP, n, diag->rolls->high[0], minus_lost[n], true);
        UNROLL_WINDOW for (uint32_t k = start - 1; k > 0; k--)
        {
            const vec held = load_piece(hold + k * diag->stride, n),
                      width = pig_choose(held > pig_every(PIG_LOST), pig_every(wide[k]), pig_every(edge[k]));
            /* A lower bound below 0 is never the larger one, so that it may be off. */
            pig_narrow_push(
                &lowers, larger_piece(piece_signed_sum_down(held, width, false), pig_narrow_roll(&lowers)));
            pig_narrow_push(
                &uppers, smaller_piece(piece_signed_sum_down(width, -held, true), pig_narrow_roll(&uppers)));
        }
        store_piece(diag->value + g * PIG_GROUP, n, pig_narrow_roll(&lowers));
        store_piece(diag->slope + g * PIG_GROUP, n, pig_narrow_roll(&uppers));
    }
}

INLINE bool pig_has_one_die(const pig_rolls *rolls)
{
    return rolls->row && rolls->count == PIG_DIE && rolls->amount[0] == 2;
}

static void pig_pass(const pig_diagonal *diag, uint32_t begin, uint32_t end, double *work)
{
    const pig_rolls *rolls = diag->rolls;
    const bool one_die = pig_has_one_die(rolls);
    for (uint32_t g = begin; g < end; g++) {
        if (!diag->open[g]) continue;
        if (one_die)
            pig_pass_die(diag, g);
        else
            pig_pass_group(diag, g, work, (roll_loop){rolls->amount, rolls->count, PIG_PITCH, ALEA__BY_MODE});
    }
}

/* Passes of open groups with bounds; the rounding mode is as before afterwards. */
INLINE void pig_prove_by(const pig_diagonal *diag, uint32_t begin, uint32_t end, double *work,
                         alea__rounding how)
{
    const pig_rolls *rolls = diag->rolls;
    const bool one_die = pig_has_one_die(rolls);
    const int mode = alea__round_down(how);
    for (uint32_t g = begin; g < end; g++) {
        if (!diag->open[g]) continue;
        if (one_die && how == ALEA__BY_MODE)
            pig_prove_die(diag, g, work);
        else if (one_die)
            pig_prove_die_emulated(diag, g, work);
        else
            pig_prove_group(diag, g, work, (roll_loop){rolls->amount, rolls->count, PIG_PITCH, how});
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

/* Whether it is from 0 to 1; false for NaN. */
INLINE double pig_bounded(double a)
{
    a = a < 1 ? a : 1;
    return a > 0 ? a : 0;
}

/* From five neighbours of greater sum: second differences by the one score are taken to be the same at
   neighbours by the other. */
static void pig_guess(const pig_diagonal *diag)
{
    const double *restrict a = diag->hold + diag->stride, *restrict b = a + diag->stride,
                           *restrict c = b + diag->stride;
    double *restrict hold = diag->hold;
    for (int64_t j = diag->first, last = diag->last; j <= last; j++)
        hold[j] = pig_bounded(a[j + 1] + 2 * (a[j] - b[j + 1]) - b[j] + c[j + 1]);
}

/* Newton's method on both members of a pair. With h = H of lane j, its partner i = sum - j, and value and
   slope of the passes at the h of before, h_j = 1 - value_i - slope_i * (change of h_i) and the same the
   other way round. The new h is a multiple of 2^-52. Compilers make vectors of these loops: nothing in them aliases. */
static void pig_improve(const pig_diagonal *diag)
{
    const double *restrict value = diag->value, *restrict slope = diag->slope, *restrict todo = diag->todo;
    double *restrict hold = diag->hold, *restrict changes = diag->change;
    const double trust = diag->trust;
    const int64_t first = diag->first, last = diag->last, sum = diag->sum;
    for (int64_t j = first; j <= last; j++) {
        const int64_t i = sum - j;
        const double miss = 1 - value[i] - hold[j], other_miss = 1 - value[j] - hold[i];
        const double here = trust * slope[i], there = trust * slope[j];
        changes[j] = todo[j] * (miss - here * other_miss) / (1 - here * there);
    }
    for (int64_t j = first; j <= last; j++) {
        const double grid = pig_bounded(hold[j] + changes[j]) + 1;
        hold[j] = grid - 1;
    }
}

/* Removes lanes whose bounds hold, with a margin, from the list; both members of a pair stay until both hold. */
static bool pig_check(const pig_diagonal *diag)
{
    const double *restrict hold = diag->hold, *restrict lower = diag->value,
                           *restrict minus_upper = diag->slope, *restrict changes = diag->change;
    double *restrict todo = diag->todo;
    const double margin = 0x1p-53, minus_edge = diag->minus_edge[0], minus_extra = diag->minus_extra;
    const int64_t first = diag->first, last = diag->last, sum = diag->sum;
    int64_t left = 0;
    for (int64_t j = first; j <= last; j++) {
        const double h = hold[sum - j]; /* the pass of lane j is about 1 - h */
        const double minus_width = minus_edge + (h > PIG_LOST ? minus_extra : 0);
        const double low = 1 - h + minus_width, high = 1 - h - minus_width, step = changes[sum - j];
        const double settled = (step < 0 ? -step : step) < 0x1p-50 ? 1 : 0;
        const double low_clear = lower[j] - low >= margin ? 1 : 0,
                     high_clear = high + minus_upper[j] >= margin ? 1 : 0;
        const double holds = (low > 0 ? low_clear : settled) * (high < 1 ? high_clear : settled);
        todo[j] = holds > 0 ? 0 : todo[j];
    }
    for (int64_t j = first; j <= last; j++) left |= todo[j] != 0;
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

/* The same with one die. */
INLINE void pig_follow_die(const pig_turns *turn, uint32_t g, pig_decisions decided)
{
    const uint32_t until = decided.until;
    const double *hold = turn->hold + g * PIG_GROUP, *length = turn->length + g * PIG_GROUP;
    const double share = turn->rolls->near[0];
    const vec nothing = {0}, bust = pig_every(turn->rolls->bust_near);
    for (int n = 0; n < PIECES; n++) {
        pig_window wins = pig_window_load(hold + until * turn->stride, turn->stride, n),
                   losses = {{{0}}, {{0}}},
                   lengths = pig_window_load(length + until * turn->stride, turn->stride, n);
        UNROLL_WINDOW for (uint32_t k = until - 1; k > 0; k--)
        {
            const pig_mask roll = pig_rolls_at(decided.rolls, k, n);
            const vec win = pig_after_die(nothing, &wins, share),
                      turns = pig_after_die(nothing, &lengths, share);
            pig_window_push(&wins, pig_choose(roll, win, load_piece(hold + k * turn->stride, n)));
            pig_window_push(&losses, pig_keep(roll, pig_after_die(bust, &losses, share)));
            pig_window_push(&lengths, pig_choose(roll, turns, load_piece(length + k * turn->stride, n)));
        }
        store_piece(turn->win + g * PIG_GROUP, n, pig_after_die(nothing, &wins, share));
        store_piece(turn->lost + g * PIG_GROUP, n, pig_after_die(bust, &losses, share));
        store_piece(turn->turns + g * PIG_GROUP, n, pig_after_die(nothing, &lengths, share));
    }
}

static void pig_follow(const pig_turns *turn, uint32_t g, pig_decisions decided, double *work)
{
    const pig_rolls *rolls = turn->rolls;
    if (pig_has_one_die(rolls))
        pig_follow_die(turn, g, decided);
    else
        pig_follow_group(turn, g, decided, work,
                         (roll_loop){rolls->amount, rolls->count, PIG_FOLLOW_PITCH, ALEA__BY_MODE});
}

/* Both players' turns in the pairs of a sum: a moves at (own i, other j), b at (own j, other i). Compilers make vectors of these
   loops, but not of a greatest double; so that is found among the bits, which are in the same order for positive ones. */
static double pig_join(const pig_pairing *p)
{
    const double *restrict a_win = p->turns[0]->win, *restrict a_lost = p->turns[0]->lost,
                           *restrict a_turns = p->turns[0]->turns, *restrict b_win = p->turns[1]->win,
                           *restrict b_lost = p->turns[1]->lost, *restrict b_turns = p->turns[1]->turns;
    double *restrict hold_a = p->hold[0], *restrict hold_b = p->hold[1], *restrict length_a = p->length[0],
                     *restrict length_b = p->length[1];
    const int64_t first = p->first, last = p->last, sum = p->sum;
    for (int64_t j = first; j <= last; j++) {
        const int64_t i = sum - j;
        const double once = 1 - a_lost[j] * b_lost[i];
        const double win = (a_win[j] + a_lost[j] * (1 - b_lost[i] - b_win[i])) / once;
        const double turns = (1 + a_turns[j] + a_lost[j] * (1 + b_turns[i])) / once;
        hold_a[i] = 1 - win;
        hold_b[j] = 1 - (b_win[i] + b_lost[i] * (1 - win));
        length_a[i] = turns;
        length_b[j] = 1 + b_turns[i] + b_lost[i] * turns;
    }
    int64_t greatest = 0;
    for (int64_t j = first; j <= last; j++) {
        int64_t here, there;
        memcpy(&here, length_a + j, sizeof here);
        memcpy(&there, length_b + j, sizeof there);
        here = here > there ? here : there;
        greatest = here > greatest ? here : greatest;
    }
    double most;
    memcpy(&most, &greatest, sizeof most);
    return most;
}

const pig_kernel KERNEL(pig) = {LANE_TEXT(LANE_NAME), pig_guess,  pig_pass, pig_prove, pig_improve, pig_check,
                                pig_finish,           pig_follow, pig_join};
