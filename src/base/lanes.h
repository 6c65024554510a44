#ifndef ALEA_BASE_LANES_H
#define ALEA_BASE_LANES_H
/* Eight doubles side by side, in vectors of LANE_BYTES bytes (16, 32 or 64: whoever includes this says so first, and compiles
   for a processor that has them). What is done with them is the same arithmetic in the same order for each lane, so that
   the width of vectors changes no result. The names are plain because only kernels see them. */
#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

enum { LANES = 8, PIECES = 8 * LANES / LANE_BYTES, PIECE = LANE_BYTES / 8 };

typedef double piece __attribute__((vector_size(LANE_BYTES)));
typedef double loose __attribute__((vector_size(LANE_BYTES), aligned(8)));
typedef int64_t bits __attribute__((vector_size(LANE_BYTES)));

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

INLINE piece larger_piece(piece a, piece b)
{
#if LANE_BYTES == 64 && defined(__AVX512F__)
    return _mm512_max_pd(a, b);
#elif LANE_BYTES == 32 && defined(__AVX__)
    return _mm256_max_pd(a, b);
#elif LANE_BYTES == 16 && defined(__SSE2__)
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
#if LANE_BYTES == 64 && defined(__AVX512F__)
    return _mm512_min_pd(a, b);
#elif LANE_BYTES == 32 && defined(__AVX__)
    return _mm256_min_pd(a, b);
#elif LANE_BYTES == 16 && defined(__SSE2__)
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

/* Lane by lane in the same tree for all widths. */
INLINE double total(lanes a)
{
    double l[LANES];
    EACH for (int i = 0; i < PIECE; i++) l[k * PIECE + i] = a.at[k][i];
    return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
}
#endif
