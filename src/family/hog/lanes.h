#ifndef ALEA_FAMILY_HOG_LANES_H
#define ALEA_FAMILY_HOG_LANES_H
/* Eight doubles side by side, in vectors of HOG_BYTES bytes. What is done with them is the same arithmetic in the same order for
   each lane, so that the width of vectors changes no result. */
#include "family/hog/graph.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { PIECES = 8 * HOG_LANES / HOG_BYTES, PIECE = HOG_BYTES / 8 };

typedef double piece __attribute__((vector_size(HOG_BYTES)));
typedef double loose __attribute__((vector_size(HOG_BYTES), aligned(8)));
typedef int64_t bits __attribute__((vector_size(HOG_BYTES)));
typedef int64_t loose_bits __attribute__((vector_size(HOG_BYTES), aligned(8)));

/* Eight doubles. */
typedef struct lanes {
    piece at[PIECES];
} lanes;

#define EACH for (int k = 0; k < PIECES; k++)

INLINE lanes load(const double *from)
{
    lanes a;
    EACH a.at[k] = *(const piece *)(const void *)(from + k * PIECE);
    return a;
}

/* From where alignment is not known. */
INLINE lanes load_loose(const double *from)
{
    lanes a;
    EACH a.at[k] = *(const loose *)(const void *)(from + k * PIECE);
    return a;
}

INLINE void store(double *to, lanes a)
{
    EACH *(piece *)(void *)(to + k * PIECE) = a.at[k];
}

INLINE lanes none(void)
{
    lanes a;
    EACH a.at[k] = (piece){0};
    return a;
}

INLINE lanes add(lanes a, lanes b)
{
    EACH a.at[k] += b.at[k];
    return a;
}

INLINE lanes times(lanes a, double by)
{
    EACH a.at[k] *= by;
    return a;
}

INLINE lanes both(lanes a, lanes b)
{
    EACH a.at[k] *= b.at[k];
    return a;
}

INLINE lanes less_than_one(lanes a)
{
    EACH a.at[k] = 1 - a.at[k];
    return a;
}

INLINE piece larger_piece(piece a, piece b)
{
#if HOG_BYTES == 64 && defined(__AVX512F__)
    return _mm512_max_pd(a, b);
#elif HOG_BYTES == 32 && defined(__AVX__)
    return _mm256_max_pd(a, b);
#elif HOG_BYTES == 16 && defined(__SSE2__)
    return _mm_max_pd(a, b);
#else
    for (int i = 0; i < PIECE; i++) a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
#endif
}

INLINE lanes larger(lanes a, lanes b)
{
    EACH a.at[k] = larger_piece(a.at[k], b.at[k]);
    return a;
}

INLINE lanes pick(const double *from, const uint32_t *which)
{
    lanes a = none();
    EACH for (int i = 0; i < PIECE; i++) a.at[k][i] = from[which[k * PIECE + i]];
    return a;
}

/* Lane by lane in the same tree for all widths. */
INLINE double total(lanes a)
{
    double l[HOG_LANES];
    EACH for (int i = 0; i < PIECE; i++) l[k * PIECE + i] = a.at[k][i];
    return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
}
/* Lanes in another order. */
typedef struct turner {
#if HOG_BYTES == 64 && defined(__AVX512F__)
    __m512i lane;
#elif HOG_BYTES == 32 && defined(__AVX2__)
    __m256i pair[PIECES]; /* of 32-bit words, within a piece */
    piece upper[PIECES];  /* which of the two pieces */
#else
    const int64_t *lane;
#endif
} turner;

INLINE turner make_turner(const int64_t *lane)
{
    turner t;
#if HOG_BYTES == 64 && defined(__AVX512F__)
    t.lane = _mm512_loadu_si512(lane);
#elif HOG_BYTES == 32 && defined(__AVX2__)
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

INLINE lanes turn_lanes(const turner *t, lanes sum)
{
#if HOG_BYTES == 64 && defined(__AVX512F__)
    return (lanes){{_mm512_permutexvar_pd(t->lane, sum.at[0])}};
#elif HOG_BYTES == 32 && defined(__AVX2__)
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
        piece all = one - (piece){0};
        a.at[k] = (piece)(((bits)all & mask) | ((bits)a.at[k] & ~mask));
    }
    return a;
}
#endif
