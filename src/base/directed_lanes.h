#pragma once
/* The arithmetic of directed.h for vectors, in kernels. Its comments apply to each lane. */
#include "base/directed.h"
#include "base/lanes.h"

INLINE piece piece_choose(bits mask, piece yes, piece no)
{
    return (piece)(((bits)yes & mask) | ((bits)no & ~mask));
}

INLINE piece piece_size(piece a)
{
    return (piece)((bits)a & INT64_MAX);
}

INLINE bool piece_none(bits mask)
{
#if LANE_BYTES == 16 && defined(__wasm_simd128__)
    return !wasm_v128_any_true((v128_t)mask);
#else
    int64_t any = 0;
    for (int i = 0; i < PIECE; i++) any |= mask[i];
    return any == 0;
#endif
}

/* a, or the doubles below it where `lower` is set. */
INLINE piece piece_lower_where(piece a, bits lower)
{
    const bits negative = a < (piece){0};
    return (piece)((bits)a + ((lower ^ negative) - negative));
}

INLINE piece piece_sum_down(piece a, piece b)
{
    const piece sum = -(-a - b);
    const bits swap = piece_size(a) < piece_size(b);
    const piece great = piece_choose(swap, b, a), small = piece_choose(swap, a, b);
    return piece_lower_where(sum, small - (sum - great) < (piece){0});
}

INLINE piece piece_upper_half(piece a)
{
    const piece scaled = 0x8000001p0 * a;
    return scaled - (scaled - a);
}

INLINE piece piece_product_lost(piece a, piece b, piece product)
{
#if ALEA__FUSED && defined(PIECE_OPERATION)
    return PIECE_OPERATION(fmsub)(a, b, product);
#elif ALEA__FUSED
    for (int i = 0; i < PIECE; i++) a[i] = fma(a[i], b[i], -product[i]);
    return a;
#else
    const piece a1 = piece_upper_half(a), a2 = a - a1, b1 = piece_upper_half(b), b2 = b - b1;
    return a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2);
#endif
}

/* Where the fast ways of products and quotients are right, NaN excluded. */
INLINE bits piece_in_range(piece a)
{
    const piece size = piece_size(a);
    return (size > (piece){0} + ALEA__LEAST_PRODUCT) & (size < (piece){0} + ALEA__MOST_PRODUCT);
}

/* Handles lanes one at a time if one is rare, which hardly ever happens. */
__attribute__((noinline, cold, unused)) static piece piece_products_apart(piece a, piece b)
{
    for (int i = 0; i < PIECE; i++) a[i] = alea__product_down(a[i], b[i]);
    return a;
}

__attribute__((noinline, cold, unused)) static piece piece_quotients_apart(piece a, piece b)
{
    for (int i = 0; i < PIECE; i++) a[i] = alea__quotient_down(a[i], b[i]);
    return a;
}

/* Not inlined, lest kernels grow by hundreds of kilobytes. */
__attribute__((noinline, unused)) static piece piece_product_down(piece a, piece b)
{
    const piece product = a * b, lost = piece_product_lost(a, b, product), nothing = {0};
    const bits zero = (a == nothing) | (b == nothing), fine = piece_in_range(product) & (lost == lost);
    if (!piece_none(~(fine | zero))) return piece_products_apart(a, b);
    return piece_lower_where(product, (lost < nothing) & fine);
}

__attribute__((noinline, unused)) static piece piece_quotient_down(piece a, piece b)
{
    const piece quotient = a / b, product = quotient * b, nothing = {0},
                left = (a - product) - piece_product_lost(quotient, b, product);
    const bits below = ((b > nothing) & (left < nothing)) | ((b < nothing) & (left > nothing)),
               fine = piece_in_range(quotient) & piece_in_range(a) & (left == left);
    if (!piece_none(~(fine | (a == nothing)))) return piece_quotients_apart(a, b);
    return piece_lower_where(quotient, below & fine);
}

/* ---- moderate numbers ---- */

INLINE piece piece_moderate_sum_down(piece a, piece b)
{
    const piece sum = -(-a - b), other = sum - a;
    return piece_lower_where(sum, b - other < (sum - other) - a);
}

/* a + b rounded down, for moderate numbers and a sum that is not below 0, or not above it if it is `negative`, a constant. A
   result of 0 may have either sign. */
INLINE piece piece_signed_sum_down(piece a, piece b, bool negative)
{
    const piece sum = a + b, other = sum - a;
    const bits lower = b - other < (sum - other) - a;
    return (piece)(negative ? (bits)sum - lower : (bits)sum + lower);
}

/* minus - b rounded up. If `minus` is the negative of a sum this is that of the sum with b, rounded down, zeros included; the
   negations that piece_moderate_sum_down makes are saved. */
INLINE piece piece_minus_sum_up(piece minus, piece b)
{
    const piece out = minus - b, other = out - minus;
    const bits higher = b + other<minus - (out - other), positive = out>(piece){0};
    return (piece)((bits)out + ((higher ^ positive) - positive));
}

INLINE piece piece_upper_digits(piece a)
{
    return (piece)((bits)a & ~ALEA__LOWER_DIGITS);
}

INLINE piece piece_whole_product_down(piece a, double whole)
{
    const piece product = a * whole, upper = piece_upper_digits(a);
    return piece_lower_where(product, (a - upper) * whole < product - upper * whole);
}

/* The quotient may be -0 in lanes that are lowered. */
INLINE piece piece_whole_quotient_down(piece a, double whole)
{
    const piece quotient = a / whole, upper = piece_upper_digits(quotient);
    const bits lower = a - upper * whole < (quotient - upper) * whole, negative = (bits)quotient >> 63;
    return (piece)((bits)quotient + ((lower ^ negative) - negative));
}

/* A number and the halves of its digits. */
typedef struct split_number {
    double whole, upper, lower;
} split_number;

INLINE split_number split_in_halves(double a)
{
    const double upper = alea__upper_half(a);
    return (split_number){a, upper, a - upper};
}

/* a * b rounded down, for moderate products of numbers below 2^900. `fine` keeps the lanes in which the result is right:
   all except nonzero products below ALEA__LEAST_PRODUCT. Dekker's differences are also exact with cut-off upper digits of
   `a`: the product of two parts has at most 53 digits. */
INLINE piece piece_split_product_down(piece a, split_number b, bits *fine)
{
    const piece product = a * b.whole, upper = piece_upper_digits(a), lower = a - upper,
                above = ((product - upper * b.upper) - lower * b.upper) - upper * b.lower;
    *fine &= (piece_size(product) > (piece){0} + ALEA__LEAST_PRODUCT) | (a == (piece){0});
    return piece_lower_where(product, lower * b.lower < above);
}

/* ---- both ---- */

INLINE piece piece_sum(alea__rounding how, piece a, piece b)
{
    return how == ALEA__BY_MODE ? a + b : piece_sum_down(a, b);
}

INLINE piece piece_difference(alea__rounding how, piece a, piece b)
{
    return how == ALEA__BY_MODE ? a - b : piece_sum_down(a, -b);
}

INLINE piece piece_product(alea__rounding how, piece a, piece b)
{
    return how == ALEA__BY_MODE ? a * b : piece_product_down(a, b);
}

INLINE piece piece_quotient(alea__rounding how, piece a, piece b)
{
    return how == ALEA__BY_MODE ? a / b : piece_quotient_down(a, b);
}

INLINE piece piece_moderate_sum(alea__rounding how, piece a, piece b)
{
    return how == ALEA__BY_MODE ? a + b : piece_moderate_sum_down(a, b);
}

INLINE piece piece_moderate_difference(alea__rounding how, piece a, piece b)
{
    return how == ALEA__BY_MODE ? a - b : piece_moderate_sum_down(a, -b);
}

INLINE piece piece_whole_product(alea__rounding how, piece a, double whole)
{
    return how == ALEA__BY_MODE ? a * whole : piece_whole_product_down(a, whole);
}

INLINE piece piece_whole_quotient(alea__rounding how, piece a, double whole)
{
    return how == ALEA__BY_MODE ? a / whole : piece_whole_quotient_down(a, whole);
}

/* A whole number from 1 to 2^26 to divide by, and 1 / whole rounded down and up. */
typedef struct whole_divisor {
    double whole, low, high;
} whole_divisor;

#if LANE_BYTES == 64 && defined(__AVX512F__)
/* a / whole, rounded down like the operator in a third of the time, for numbers that are not tiny, huge or 0. The smaller
   of the two first guesses is not above the quotient, so its exact remainder is not negative, and the correction overshoots
   by less than the distance of any other quotient from a double. When rounding to nearest, the result is the quotient or a
   neighbour of it. */
INLINE piece piece_fast_quotient(piece a, whole_divisor by)
{
    const piece guess = smaller_piece(a * by.low, a * by.high),
                left = (piece)_mm512_fnmadd_pd((__m512d)guess, (__m512d)(by.whole - (piece){0}), (__m512d)a);
    return (piece)_mm512_fmadd_pd((__m512d)left, (__m512d)(by.high - (piece){0}), (__m512d)guess);
}
#endif

/* The same quotient as piece_whole_quotient, when rounding down. */
INLINE piece piece_quotient_by(alea__rounding how, piece a, whole_divisor by)
{
#if LANE_BYTES == 64 && defined(__AVX512F__)
    const piece size = piece_size(a);
    const __mmask8 rare =
        (__mmask8)(_mm512_cmp_pd_mask((__m512d)size, _mm512_set1_pd(ALEA__LEAST_PRODUCT), _CMP_NGE_UQ) |
                   _mm512_cmp_pd_mask((__m512d)size, _mm512_set1_pd(ALEA__MOST_PRODUCT), _CMP_NLE_UQ));
    if (how == ALEA__BY_MODE && __builtin_expect(rare == 0, 1)) return piece_fast_quotient(a, by);
#endif
    return piece_whole_quotient(how, a, by.whole);
}
