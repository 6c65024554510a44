#pragma once
/* Eight doubles in vectors of LANE_BYTES bytes (16, 32 or 64). Define LANE_BYTES before including this file, and compile
   for a processor with such vectors. Each lane does the same arithmetic in the same order, so the width does not change any
   result. The names are short because only kernels see them. */
#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define INLINE static inline __attribute__((always_inline))

enum { LANES = 8, PIECES = 8 * LANES / LANE_BYTES, PIECE = LANE_BYTES / 8 };

typedef double piece __attribute__((vector_size(LANE_BYTES)));
typedef double loose __attribute__((vector_size(LANE_BYTES), aligned(8)));
typedef int64_t bits __attribute__((vector_size(LANE_BYTES)));

typedef struct lanes {
    piece at[PIECES];
} lanes;

/* without this pragma, clang keeps lanes in memory if there are many pieces */
#ifdef __clang__
#define EACH _Pragma("clang loop unroll(full)") for (int k = 0; k < PIECES; k++)
#else
#define EACH for (int k = 0; k < PIECES; k++)
#endif

/* Piece k of eight aligned doubles. */
INLINE piece load_piece(const double *from, int k)
{
    return *(const piece *)(const void *)(from + k * PIECE);
}

INLINE void store_piece(double *to, int k, piece a)
{
    *(piece *)(void *)(to + k * PIECE) = a;
}

INLINE lanes load(const double *from)
{
    lanes a;
    EACH a.at[k] = load_piece(from, k);
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
    EACH store_piece(to, k, a.at[k]);
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

#if LANE_BYTES == 64 && defined(__AVX512F__)
#define PIECE_OPERATION(name) _mm512_##name##_pd
#elif LANE_BYTES == 32 && defined(__AVX__)
#define PIECE_OPERATION(name) _mm256_##name##_pd
#elif LANE_BYTES == 16 && defined(__SSE2__)
#define PIECE_OPERATION(name) _mm_##name##_pd
#endif

INLINE piece larger_piece(piece a, piece b)
{
#ifdef PIECE_OPERATION
    return PIECE_OPERATION(max)(a, b);
#elif LANE_BYTES == 16 && defined(__wasm_simd128__)
    return (piece)wasm_f64x2_pmax((v128_t)b, (v128_t)a); /* a > b ? a : b, also for zeros and NaN */
#else
    for (int i = 0; i < PIECE; i++) a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
#endif
}

INLINE piece smaller_piece(piece a, piece b)
{
#ifdef PIECE_OPERATION
    return PIECE_OPERATION(min)(a, b);
#elif LANE_BYTES == 16 && defined(__wasm_simd128__)
    return (piece)wasm_f64x2_pmin((v128_t)b, (v128_t)a);
#else
    for (int i = 0; i < PIECE; i++) a[i] = a[i] < b[i] ? a[i] : b[i];
    return a;
#endif
}

INLINE lanes larger(lanes a, lanes b)
{
    EACH a.at[k] = larger_piece(a.at[k], b.at[k]);
    return a;
}

INLINE lanes smaller(lanes a, lanes b)
{
    EACH a.at[k] = smaller_piece(a.at[k], b.at[k]);
    return a;
}

/* The sum of all lanes, in the same tree for all widths: halves, quarters, then the last two. */
INLINE double total(lanes a)
{
#if LANE_BYTES == 64 && defined(__AVX512F__)
    const __m256d half = _mm256_add_pd(_mm512_castpd512_pd256(a.at[0]), _mm512_extractf64x4_pd(a.at[0], 1));
#elif LANE_BYTES == 32 && defined(__AVX__)
    const __m256d half = _mm256_add_pd(a.at[0], a.at[1]);
#endif
#if LANE_BYTES >= 32 && defined(__AVX__)
    const __m128d quarter = _mm_add_pd(_mm256_castpd256_pd128(half), _mm256_extractf128_pd(half, 1));
    return quarter[0] + quarter[1];
#else
    double l[LANES];
    EACH for (int i = 0; i < PIECE; i++) l[k * PIECE + i] = a.at[k][i];
    return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
#endif
}
