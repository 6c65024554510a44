#pragma once
/* The operations of the lanes' kernel: vectors of bytes, one game in each, vectors of 32-bit words, and masks of both.
   lanes_v128.c, lanes_avx2.c and lanes_avx512.c implement them; each first defines LANES, the games of a register: 16, 32
   or 64. The C operators & | ^ ~ work on vectors and masks. */
#include <stdint.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#ifdef __SSE4_1__
#include <immintrin.h>
typedef __m128i sixteen;
#else
#include "family/race/simulate/v128.h"
typedef v128 sixteen;
#endif

#if LANES == 64
#define WIDE(operation) _mm512_##operation
typedef __m512i bytes;
#elif LANES == 32
#define WIDE(operation) _mm256_##operation
typedef __m256i bytes;
#elif defined(__SSE4_1__)
#define WIDE(operation) _mm_##operation
typedef sixteen bytes;
#else
#define WIDE(operation) v128_##operation
typedef sixteen bytes;
#endif
typedef bytes words; /* 32 bits a lane, a fourth of the lanes */

/* Sixteen bytes from -128 to 127. */
#define SIXTEEN(...) ((sixteen)(signed char __attribute__((vector_size(16)))){__VA_ARGS__})

/* ---- bytes: one for each lane ---- */

ALWAYS_INLINE bytes bytes_all(uint8_t x)
{
    return WIDE(set1_epi8)((char)x);
}

/* The same 16 bytes in each 128 bits. */
ALWAYS_INLINE bytes bytes_repeat(sixteen x)
{
#if LANES == 64
    return _mm512_broadcast_i32x4(x);
#elif LANES == 32
    return _mm256_broadcastsi128_si256(x);
#else
    return x;
#endif
}

ALWAYS_INLINE bytes bytes_load16(const uint8_t *p)
{
    sixteen part;
    memcpy(&part, p, sizeof part);
    return bytes_repeat(part);
}

ALWAYS_INLINE bytes bytes_add(bytes a, bytes b)
{
    return WIDE(add_epi8)(a, b);
}

ALWAYS_INLINE bytes bytes_add_saturated(bytes a, bytes b)
{
    return WIDE(adds_epu8)(a, b);
}

ALWAYS_INLINE bytes bytes_subtract(bytes a, bytes b)
{
    return WIDE(sub_epi8)(a, b);
}

ALWAYS_INLINE bytes bytes_least(bytes a, bytes b)
{
    return WIDE(min_epu8)(a, b);
}

ALWAYS_INLINE bytes bytes_least_signed(bytes a, bytes b)
{
    return WIDE(min_epi8)(a, b);
}

ALWAYS_INLINE bytes bytes_most(bytes a, bytes b)
{
    return WIDE(max_epu8)(a, b);
}

/* Of each byte, the bits from `first` on, masked by `kept`. */
ALWAYS_INLINE bytes bytes_field(bytes a, int first, uint8_t kept)
{
    return WIDE(srli_epi16)(a, first) & bytes_all(kept);
}

/* A table of 16 bytes by an index below 16. */
ALWAYS_INLINE bytes bytes_look_up16(bytes table, bytes index)
{
    return WIDE(shuffle_epi8)(table, index);
}

/* ---- words: the lanes of bytes 4g … 4g + 3 of every 128 bits are group g ---- */

ALWAYS_INLINE words words_all(uint32_t x)
{
    return WIDE(set1_epi32)((int)x);
}

ALWAYS_INLINE words words_add(words a, words b)
{
    return WIDE(add_epi32)(a, b);
}

ALWAYS_INLINE words words_subtract(words a, words b)
{
    return WIDE(sub_epi32)(a, b);
}

ALWAYS_INLINE words words_times_256(words a)
{
    return WIDE(slli_epi32)(a, 8);
}

/* Bits 8 to 15 of numbers of 16 bits. */
ALWAYS_INLINE words words_second_byte(words a)
{
    return WIDE(srli_epi32)(a, 8);
}

ALWAYS_INLINE words words_upper_to_lower(words a)
{
    return WIDE(srli_epi64)(a, 32);
}

ALWAYS_INLINE words words_multiply_lower(words a, words b)
{
    return WIDE(mul_epu32)(a, b);
}

ALWAYS_INLINE words words_of_bytes(bytes a, int group)
{
    const bytes spread = bytes_repeat(
        SIXTEEN(0, -128, -128, -128, 1, -128, -128, -128, 2, -128, -128, -128, 3, -128, -128, -128));
    return WIDE(shuffle_epi8)(a, words_add(spread, words_all(4 * (uint32_t)group)));
}

ALWAYS_INLINE bytes bytes_of_words(const words w[4])
{
    return WIDE(packus_epi16)(WIDE(packus_epi32)(w[0], w[1]), WIDE(packus_epi32)(w[2], w[3]));
}

/* Four groups of words to bytes: out[j] holds byte j of every lane. */
ALWAYS_INLINE void words_transpose(const words w[4], bytes out[4])
{
    const bytes by_byte = bytes_repeat(SIXTEEN(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    bytes a = bytes_look_up16(w[0], by_byte), b = bytes_look_up16(w[1], by_byte);
    bytes c = bytes_look_up16(w[2], by_byte), d = bytes_look_up16(w[3], by_byte);
    bytes ab_low = WIDE(unpacklo_epi32)(a, b), ab_high = WIDE(unpackhi_epi32)(a, b);
    bytes cd_low = WIDE(unpacklo_epi32)(c, d), cd_high = WIDE(unpackhi_epi32)(c, d);
    out[0] = WIDE(unpacklo_epi64)(ab_low, cd_low);
    out[1] = WIDE(unpackhi_epi64)(ab_low, cd_low);
    out[2] = WIDE(unpacklo_epi64)(ab_high, cd_high);
    out[3] = WIDE(unpackhi_epi64)(ab_high, cd_high);
}

#if LANES == 16
/* One of eight words. */
ALWAYS_INLINE words words_look_up8(const uint32_t table[8], words index)
{
    uint32_t w[LANES / 4];
    memcpy(w, &index, sizeof w);
    for (int i = 0; i < LANES / 4; i++) w[i] = table[w[i]];
    memcpy(&index, w, sizeof w);
    return index;
}

/* base[high << 8 | low] */
ALWAYS_INLINE words words_gather_byte(const uint8_t *base, words high, words low)
{
    uint32_t w[LANES / 4];
    words found = words_times_256(high) | low;
    memcpy(w, &found, sizeof w);
    for (int i = 0; i < LANES / 4; i++) w[i] = base[w[i]];
    memcpy(&found, w, sizeof w);
    return found;
}

/* Bytes 2i and 2i + 1 of base as a number, i = high << 8 | low. */
ALWAYS_INLINE words words_gather_pair(const uint8_t *base, words high, words low)
{
    uint32_t w[LANES / 4];
    words found = words_times_256(high) | low;
    memcpy(w, &found, sizeof w);
    for (int i = 0; i < LANES / 4; i++) w[i] = base[2 * w[i]] | (uint32_t)base[2 * w[i] + 1] << 8;
    memcpy(&found, w, sizeof w);
    return found;
}
#else
/* One of eight words. */
ALWAYS_INLINE words words_look_up8(const uint32_t table[8], words index)
{
    const __m256i eight = _mm256_loadu_si256((const __m256i *)table);
#if LANES == 64
    return _mm512_permutexvar_epi32(index, _mm512_castsi256_si512(eight));
#else
    return _mm256_permutevar8x32_epi32(eight, index);
#endif
}

/* base[high << 8 | low]; reads three bytes more. */
ALWAYS_INLINE words words_gather_byte(const uint8_t *base, words high, words low)
{
    const words index = WIDE(slli_epi32)(high, 8) | low;
#if LANES == 64
    return _mm512_i32gather_epi32(index, base, 1) & words_all(255);
#else
    return _mm256_i32gather_epi32((const int *)(const void *)base, index, 1) & words_all(255);
#endif
}

/* Bytes 2i and 2i + 1 of base as a number, i = high << 8 | low; reads two bytes more. */
ALWAYS_INLINE words words_gather_pair(const uint8_t *base, words high, words low)
{
    const words index = words_times_256(high) | low;
#if LANES == 64
    return _mm512_i32gather_epi32(index, base, 2) & words_all(UINT16_MAX);
#else
    return _mm256_i32gather_epi32((const int *)(const void *)base, index, 2) & words_all(UINT16_MAX);
#endif
}
#endif
