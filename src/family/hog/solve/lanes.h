#pragma once
/* Lane operations of Hog's kernels, in addition to base/lanes.h. */
#include "base/lanes.h"
#include "family/hog/turn/positions.h"

#include <string.h>

typedef int64_t loose_bits __attribute__((vector_size(LANE_BYTES), aligned(8)));

_Static_assert((int)HOG_LANES == (int)LANES, "a group of positions is a set of lanes");

INLINE lanes less_than_one(lanes a)
{
    EACH a.at[k] = 1 - a.at[k];
    return a;
}

INLINE lanes pick(const double *from, const uint32_t *which)
{
    lanes a = none();
    EACH for (int i = 0; i < PIECE; i++) a.at[k][i] = from[which[k * PIECE + i]];
    return a;
}

/* Lanes in another order. */
typedef struct turner {
#if LANE_BYTES == 64 && defined(__AVX512F__)
    __m512i lane;
#elif LANE_BYTES == 32 && defined(__AVX2__)
    __m256i pair[PIECES]; /* of 32-bit words, within a piece */
    piece upper[PIECES];  /* which of the two pieces */
#else
    const int64_t *lane;
#endif
} turner;

/* Prepares turn_lanes: lane[p] is where lane p comes from. */
INLINE turner make_turner(const int64_t *lane)
{
    turner t;
#if LANE_BYTES == 64 && defined(__AVX512F__)
    t.lane = _mm512_loadu_si512(lane);
#elif LANE_BYTES == 32 && defined(__AVX2__)
    EACH
    {
        __m256i which = _mm256_loadu_si256((const __m256i *)(const void *)(lane + k * PIECE));
        __m256i word = _mm256_slli_epi64(which, 1); /* of its first half; the second half is the next one */
        t.pair[k] = _mm256_or_si256(
            _mm256_and_si256(word, _mm256_set1_epi64x(6)),
            _mm256_slli_epi64(
                _mm256_or_si256(_mm256_and_si256(word, _mm256_set1_epi64x(6)), _mm256_set1_epi64x(1)), 32));
        t.upper[k] = (piece)_mm256_slli_epi64(which, 61);
    }
#else
    t.lane = lane;
#endif
    return t;
}

/* The lanes in the order that the turner has. */
INLINE lanes turn_lanes(const turner *t, lanes sum)
{
#if LANE_BYTES == 64 && defined(__AVX512F__)
    return (lanes){{_mm512_permutexvar_pd(t->lane, sum.at[0])}};
#elif LANE_BYTES == 32 && defined(__AVX2__)
    lanes turned;
    EACH
    {
        __m256 low = _mm256_permutevar8x32_ps((__m256)sum.at[0], t->pair[k]);
        __m256 high = _mm256_permutevar8x32_ps((__m256)sum.at[1], t->pair[k]);
        turned.at[k] = _mm256_blendv_pd((piece)low, (piece)high, t->upper[k]);
    }
    return turned;
#else
    double from[HOG_LANES], to[HOG_LANES];
    lanes turned;
    memcpy(from, &sum, sizeof from);
    for (int p = 0; p < HOG_LANES; p++) to[p] = from[t->lane[p]];
    memcpy(&turned, to, sizeof to);
    return turned;
#endif
}

/* Zero in the lanes where `which` has all bits. */
INLINE lanes without(lanes a, const int64_t *which)
{
    EACH a.at[k] = (piece)((bits)a.at[k] & ~*(const loose_bits *)(const void *)(which + k * PIECE));
    return a;
}

/* The one number in the lanes where `which` has all bits. */
INLINE lanes put(lanes a, double one, const int64_t *which)
{
    EACH
    {
        bits mask = *(const loose_bits *)(const void *)(which + k * PIECE);
        a.at[k] = (piece)(((bits)(one - (piece){0}) & mask) | ((bits)a.at[k] & ~mask));
    }
    return a;
}
