#pragma once
/* Lane operations of Despirala's kernels, in addition to base/lanes.h. */
#include "base/lanes.h"
#include "family/despirala/turn/subgames.h"

_Static_assert((int)DESPIRALA_LANES == (int)LANES, "goods stand side by side in lanes");

INLINE lanes minus(lanes a, lanes b)
{
    EACH a.at[k] -= b.at[k];
    return a;
}

/* `then` where `mask` has all bits set, else `other`. */
INLINE lanes where(lanes mask, lanes then, lanes other)
{
    EACH other.at[k] =
        (piece)(((bits)mask.at[k] & (bits)then.at[k]) | (~(bits)mask.at[k] & (bits)other.at[k]));
    return other;
}

/* `then` in lanes with a >= b, else `other`. */
INLINE lanes where_least(lanes a, lanes b, lanes then, lanes other)
{
    EACH
    {
#if LANE_BYTES == 64 && defined(__AVX512F__)
        other.at[k] =
            _mm512_mask_mov_pd(other.at[k], _mm512_cmp_pd_mask(a.at[k], b.at[k], _CMP_GE_OQ), then.at[k]);
#else
        const bits mask = a.at[k] >= b.at[k];
#if LANE_BYTES == 32 && defined(__AVX__)
        other.at[k] = _mm256_blendv_pd(other.at[k], then.at[k], (piece)mask);
#else
        other.at[k] = (piece)((mask & (bits)then.at[k]) | (~mask & (bits)other.at[k]));
#endif
#endif
    }
    return other;
}

/* Whether any lane is set; each is all bits or none. */
INLINE bool any_bit(bits any)
{
#if LANE_BYTES == 64 && defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)any, (__m512i)any) != 0;
#elif LANE_BYTES == 32 && defined(__AVX__)
    return _mm256_movemask_pd((piece)any) != 0;
#elif LANE_BYTES == 16 && defined(__wasm_simd128__)
    return wasm_v128_any_true((v128_t)any);
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

/* Whether a > b somewhere. */
INLINE bool any_more(lanes a, lanes b)
{
    bits any = {0};
    EACH any |= a.at[k] > b.at[k];
    return any_bit(any);
}

/* Rows become columns: place j of row i, place i of row j. */
INLINE void turn(piece row[PIECE])
{
#if LANE_BYTES == 64 && defined(__AVX512F__)
    piece pair[PIECE],
        four[PIECE]; /* pairs of places; then quarters of rows r and r + 2, of rows and of the next ones */
    for (int i = 0; i < PIECE; i += 2) {
        pair[i] = _mm512_unpacklo_pd(row[i], row[i + 1]);
        pair[i + 1] = _mm512_unpackhi_pd(row[i], row[i + 1]);
    }
    for (int i = 0; i < PIECE; i += 4)
        for (int j = 0; j < 2; j++) {
            four[i + j] = _mm512_shuffle_f64x2(pair[i + j], pair[i + j + 2], 0x88);
            four[i + j + 2] = _mm512_shuffle_f64x2(pair[i + j], pair[i + j + 2], 0xDD);
        }
    for (int j = 0; j < 4; j++) {
        row[j] = _mm512_shuffle_f64x2(four[j], four[j + 4], 0x88);
        row[j + 4] = _mm512_shuffle_f64x2(four[j], four[j + 4], 0xDD);
    }
#elif LANE_BYTES == 32 && defined(__AVX__)
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
