#ifndef ALEA_FAMILY_DESPIRALA_LANES_H
#define ALEA_FAMILY_DESPIRALA_LANES_H
/* Eight doubles side by side, in vectors of DESPIRALA_BYTES bytes. What is done with them is the same arithmetic in the same
   order for each lane, so that the width of vectors changes no result. */
#include "family/despirala/parts.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

enum { PIECES = 8 * DESPIRALA_LANES / DESPIRALA_BYTES, PIECE = DESPIRALA_BYTES / 8 };

typedef double piece __attribute__((vector_size(DESPIRALA_BYTES)));
typedef double loose __attribute__((vector_size(DESPIRALA_BYTES), aligned(8)));
typedef int64_t bits __attribute__((vector_size(DESPIRALA_BYTES)));

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

INLINE lanes all(double one)
{
    lanes a;
    EACH a.at[k] = one - (piece){0};
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

INLINE piece larger_piece(piece a, piece b)
{
#if DESPIRALA_BYTES == 32 && defined(__AVX__)
    return _mm256_max_pd(a, b);
#elif DESPIRALA_BYTES == 16 && defined(__SSE2__)
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

INLINE piece smaller_piece(piece a, piece b)
{
#if DESPIRALA_BYTES == 32 && defined(__AVX__)
    return _mm256_min_pd(a, b);
#elif DESPIRALA_BYTES == 16 && defined(__SSE2__)
    return _mm_min_pd(a, b);
#else
    for (int i = 0; i < PIECE; i++) a[i] = a[i] < b[i] ? a[i] : b[i];
    return a;
#endif
}

INLINE lanes smaller(lanes a, lanes b)
{
    EACH a.at[k] = smaller_piece(a.at[k], b.at[k]);
    return a;
}

/* `then` where `mask` has all bits set, else `other`. */
INLINE lanes where(lanes mask, lanes then, lanes other)
{
    EACH other.at[k] =
        (piece)(((bits)mask.at[k] & (bits)then.at[k]) | (~(bits)mask.at[k] & (bits)other.at[k]));
    return other;
}

/* `then` where a >= b, else `other`. */
INLINE lanes where_least(lanes a, lanes b, lanes then, lanes other)
{
    EACH
    {
        const bits mask = a.at[k] >= b.at[k];
#if DESPIRALA_BYTES == 32 && defined(__AVX__)
        other.at[k] = _mm256_blendv_pd(other.at[k], then.at[k], (piece)mask);
#else
        other.at[k] = (piece)((mask & (bits)then.at[k]) | (~mask & (bits)other.at[k]));
#endif
    }
    return other;
}

/* Of numbers that are all bits or none: whether one is set. */
INLINE bool any_bit(bits any)
{
#if DESPIRALA_BYTES == 32 && defined(__AVX__)
    return _mm256_movemask_pd((piece)any) != 0;
#else
    int64_t all = 0;
    for (int i = 0; i < PIECE; i++) all |= any[i];
    return all != 0;
#endif
}

/* Whether a >= b somewhere. */
INLINE bool any_least(lanes a, lanes b)
{
    bits any = {0};
    EACH any |= a.at[k] >= b.at[k];
    return any_bit(any);
}

/* Lane by lane in the same tree for all widths. */
INLINE double total(lanes a)
{
    double l[DESPIRALA_LANES];
    EACH for (int i = 0; i < PIECE; i++) l[k * PIECE + i] = a.at[k][i];
    return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
}

/* Rows become columns: place j of row i, place i of row j. */
INLINE void turn(piece row[PIECE])
{
#if DESPIRALA_BYTES == 32 && defined(__AVX__)
    const piece a = _mm256_unpacklo_pd(row[0], row[1]), b = _mm256_unpackhi_pd(row[0], row[1]),
                c = _mm256_unpacklo_pd(row[2], row[3]), d = _mm256_unpackhi_pd(row[2], row[3]);
    row[0] = _mm256_permute2f128_pd(a, c, 0x20);
    row[1] = _mm256_permute2f128_pd(b, d, 0x20);
    row[2] = _mm256_permute2f128_pd(a, c, 0x31);
    row[3] = _mm256_permute2f128_pd(b, d, 0x31);
#else
    for (int i = 0; i < PIECE; i++)
        for (int j = 0; j < i; j++) {
            const double other = row[i][j];
            row[i][j] = row[j][i];
            row[j][i] = other;
        }
#endif
}
#endif
