/* The kernels of quick_check.h for vectors of LANE_BYTES bytes. Whole numbers: the width changes no result.
   Widths: portable avx2 avx512 */
#include "base/assert.h"
#include "base/kernel.h"
#include "base/lanes.h"
#include "family/race/check/quick_check.h"

typedef uint64_t quick_count __attribute__((vector_size(LANE_BYTES)));

#if defined(__clang__)
#define EACH_VECTOR _Pragma("unroll") for (int n = 0; n < PIECES; n++)
#else
#define EACH_VECTOR _Pragma("GCC unroll 4") for (int n = 0; n < PIECES; n++)
#endif

typedef struct quick_counts {
    quick_count at[PIECES];
} quick_counts;

INLINE quick_counts quick_counts_load(const int64_t *from)
{
    quick_counts a;
    EACH_VECTOR a.at[n] = *(const quick_count *)(const void *)(from + n * PIECE);
    return a;
}

INLINE void quick_counts_store(int64_t *to, quick_counts a)
{
    EACH_VECTOR *(quick_count *)(void *)(to + n * PIECE) = a.at[n];
}

INLINE quick_counts quick_counts_all(int64_t number)
{
    quick_counts a;
    EACH_VECTOR a.at[n] = (uint64_t)number - (quick_count){0};
    return a;
}

/* The product of the lower 32 bits. */
INLINE quick_count quick_short_product(quick_count a, quick_count b)
{
#if LANE_BYTES == 64 && defined(__AVX512F__)
    return (quick_count)_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif LANE_BYTES == 32 && defined(__AVX2__)
    return (quick_count)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif LANE_BYTES == 16 && defined(__SSE2__)
    return (quick_count)_mm_mul_epu32((__m128i)a, (__m128i)b);
#else
    return (a & UINT32_MAX) * (b & UINT32_MAX);
#endif
}

/* The greater or the smaller of numbers below 2^63. */
INLINE quick_count quick_better(bool maximises, quick_count a, quick_count b)
{
#if LANE_BYTES == 64 && defined(__AVX512F__)
    return (quick_count)(maximises ? _mm512_max_epi64((__m512i)a, (__m512i)b)
                                   : _mm512_min_epi64((__m512i)a, (__m512i)b));
#else
    const bits greater = (bits)a > (bits)b, first = maximises ? greater : ~greater;
    return (a & (quick_count)first) | (b & ~(quick_count)first);
#endif
}

/* A turn under way: constants of a pass. */
typedef struct quick_turn {
    const race_quick_pass *pass;
    quick_counts bust, wipe, lost; /* lost: what losing the turn adds to the sum of a roll, with one memory */
    quick_count factor_high, factor_low;
    bool cells_apart, maximises; /* constants at each use: whether a total has several cells */
} quick_turn;

/* The value of a roll, at most 3 too small. */
INLINE quick_counts quick_roll(const quick_turn *t, const race_row *row, const int64_t *cell)
{
    quick_counts sum = t->lost, part = quick_counts_all(0);
    if (t->cells_apart)
        EACH_VECTOR sum.at[n] = t->bust.at[n] * (uint64_t)row->bust + t->wipe.at[n] * (uint64_t)row->wipe;
    for (uint32_t i = 0; i < row->count; i++) {
        const race_arrival to = row->arrival[i];
        const quick_counts there = quick_counts_load(cell + (size_t)to.step * RACE_QUICK_LANES);
        EACH_VECTOR part.at[n] += there.at[n];
        if (i + 1 < row->count && row->arrival[i + 1].weight == to.weight) continue;
        if (to.weight == 1)
            EACH_VECTOR sum.at[n] += part.at[n];
        else
            EACH_VECTOR sum.at[n] += part.at[n] * (uint64_t)to.weight;
        part = quick_counts_all(0);
    }
    EACH_VECTOR
    {
        const quick_count high = sum.at[n] >> 32, low = sum.at[n];
        sum.at[n] =
            quick_short_product(high, t->factor_high) +
            ((quick_short_product(high, t->factor_low) + quick_short_product(low, t->factor_high)) >> 32);
    }
    return sum;
}

/* Fills the cells of a total at which the turn continues; returns the value of a roll with the first memory. */
INLINE quick_counts quick_fill(const quick_turn *t, uint32_t total, int64_t *cell)
{
    const race_quick_rules *rules = t->pass->rules;
    const quick_counts hold = quick_counts_all(t->pass->hold[total]);
    quick_counts first = hold;
    const uint32_t memories = t->cells_apart ? rules->bounds->rules->memories : 1;
    for (uint32_t k = 0; k < memories; k++) {
        const uint32_t m = t->cells_apart ? rules->bounds->order[k] : 0;
        const quick_counts roll = quick_roll(t, &rules->row[m], cell);
        quick_counts better;
        EACH_VECTOR better.at[n] = quick_better(t->maximises, hold.at[n], roll.at[n]);
        quick_counts_store(cell + (size_t)2 * m * RACE_QUICK_LANES, better);
        if (t->cells_apart) quick_counts_store(cell + (size_t)(2 * m + 1) * RACE_QUICK_LANES, roll);
        if (m == 0) first = roll;
    }
    return first;
}

/* From the greatest total down; `apart` and `maximises` are constants. */
INLINE void quick_pass(const race_quick_pass *pass, bool cells_apart, bool maximises)
{
    const race_quick_rules *rules = pass->rules;
    const uint32_t pitch = cells_apart ? rules->pitch : 1, most = rules->bounds->most;
    const uint32_t high = (uint32_t)(rules->factor >> 32), low = (uint32_t)rules->factor;
    quick_turn t = {.pass = pass,
                    .bust = quick_counts_load(pass->bust),
                    .wipe = quick_counts_all(pass->wipe),
                    .factor_high = (uint64_t)high - (quick_count){0},
                    .factor_low = (uint64_t)low - (quick_count){0},
                    .cells_apart = cells_apart,
                    .maximises = maximises};
    const quick_counts less = quick_counts_load(pass->less);
    EACH_VECTOR t.lost.at[n] =
        t.bust.at[n] * (uint64_t)rules->row[0].bust + t.wipe.at[n] * (uint64_t)rules->row[0].wipe;
    int64_t *at_start = pass->cell + (size_t)(pass->start - pass->own) * pitch * RACE_QUICK_LANES;
    ALEA_ASSERT(pass->start >= pass->own + RACE_QUICK_LANES);
    for (size_t i = 0; i < (size_t)most * pitch; i++) {
        quick_counts a = quick_counts_all(pass->above[i]);
        EACH_VECTOR a.at[n] -= quick_better(false, a.at[n], less.at[n]);
        quick_counts_store(at_start + i * RACE_QUICK_LANES, a);
    }
    for (uint32_t total = pass->start; total-- > pass->own;) {
        const uint32_t from_own = total - pass->own;
        int64_t *cell = pass->cell + (size_t)from_own * pitch * RACE_QUICK_LANES;
        const race_quick_end end = (race_quick_end)rules->end[total];
        quick_counts roll;
        if (end == RACE_QUICK_ON) {
            roll = quick_fill(&t, total, cell);
        } else {
            const quick_counts value = end == RACE_QUICK_BUSTS   ? t.bust
                                       : end == RACE_QUICK_WIPES ? t.wipe
                                                                 : quick_counts_all(pass->hold[total]);
            for (uint32_t i = 0; i < pitch; i++)
                quick_counts_store(cell + (size_t)i * RACE_QUICK_LANES, value);
            roll = quick_roll(&t, &rules->row[0], cell);
        }
        if (from_own < RACE_QUICK_LANES)
            pass->roll[from_own] = (int64_t)roll.at[from_own / PIECE][from_own % PIECE];
    }
}

void KERNEL(race_quick)(const race_quick_pass *pass)
{
    const bool apart = pass->rules->pitch > 1;
    if (apart && pass->maximises) quick_pass(pass, true, true);
    if (apart && !pass->maximises) quick_pass(pass, true, false);
    if (!apart && pass->maximises) quick_pass(pass, false, true);
    if (!apart && !pass->maximises) quick_pass(pass, false, false);
}
