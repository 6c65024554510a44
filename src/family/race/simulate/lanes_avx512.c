/* Lanes for AVX-512 (BW, VBMI): 64 games a register, masks in mask registers. */
#include <immintrin.h>
#include <stdint.h>

typedef __m512i bytes;  /* a byte a lane */
typedef __mmask64 mask; /* a bit a lane */
typedef __m512i words;  /* 32 bits a lane, a fourth of the lanes */
enum { LANES = 64 };

static inline bytes every(uint8_t x)
{
    return _mm512_set1_epi8((char)x);
}
static inline bytes load16(const uint8_t *p)
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)p));
}
static inline bytes add(bytes a, bytes b)
{
    return _mm512_add_epi8(a, b);
}
static inline bytes add_saturated(bytes a, bytes b)
{
    return _mm512_adds_epu8(a, b);
}
static inline bytes sub(bytes a, bytes b)
{
    return _mm512_sub_epi8(a, b);
}
static inline bytes least(bytes a, bytes b)
{
    return _mm512_min_epu8(a, b);
}
static inline bytes least_signed(bytes a, bytes b)
{
    return _mm512_min_epi8(a, b);
}
static inline bytes most(bytes a, bytes b)
{
    return _mm512_max_epu8(a, b);
}
static inline bytes both(bytes a, bytes b)
{
    return _mm512_and_si512(a, b);
}
static inline bytes either(bytes a, bytes b)
{
    return _mm512_or_si512(a, b);
}
static inline bytes high_nibble(bytes a)
{
    return both(_mm512_srli_epi16(a, 4), every(15));
}
static inline bytes memory_bits(bytes a)
{
    return both(_mm512_srli_epi16(a, 5), every(3));
}

static inline mask none(void)
{
    return 0;
}
static inline mask all(void)
{
    return ~UINT64_C(0);
}
static inline mask is(bytes a, bytes b)
{
    return _mm512_cmpeq_epi8_mask(a, b);
}
static inline mask at_least(bytes a, bytes b)
{
    return _mm512_cmpge_epu8_mask(a, b);
}
static inline mask at_most(bytes a, bytes b)
{
    return _mm512_cmple_epu8_mask(a, b);
}
static inline mask above(bytes a, bytes b)
{
    return _mm512_cmpgt_epi8_mask(a, b);
}
static inline mask sign(bytes a)
{
    return _mm512_movepi8_mask(a);
}
static inline mask negative(bytes a)
{
    return _mm512_movepi8_mask(a);
}
static inline mask and (mask a, mask b)
{
    return a & b;
}
static inline mask or (mask a, mask b)
{
    return a | b;
}
static inline mask xor (mask a, mask b) { return a ^ b; } static inline mask and_not(mask a, mask b)
{
    return a & ~b;
}
static inline int any(mask m)
{
    return m != 0;
}
static inline uint64_t bits(mask m)
{
    return m;
}
static inline bytes choose(mask m, bytes yes, bytes no)
{
    return _mm512_mask_blend_epi8(m, no, yes);
}
static inline bytes keep(mask m, bytes a)
{
    return _mm512_maskz_mov_epi8(m, a);
}
static inline bytes count(bytes counter, mask m)
{
    return _mm512_mask_add_epi8(counter, m, counter, every(1));
}

/* A table of 64 bytes by an index below 64: one instruction. */
typedef struct table64 {
    bytes entry;
} table64;
static inline table64 load_table(const uint8_t table[64])
{
    return (table64){_mm512_loadu_si512(table)};
}
static inline bytes look_up(const table64 *t, bytes index, uint32_t range)
{
    (void)range;
    return _mm512_permutexvar_epi8(index, t->entry);
}
static inline bytes look_up16(bytes table, bytes index)
{
    return _mm512_shuffle_epi8(table, index);
}

/* Words: the lanes of bytes 4g … 4g + 3 of every 128 bits are group g. */
static inline words every_word(uint32_t x)
{
    return _mm512_set1_epi32((int)x);
}
static inline words add_words(words a, words b)
{
    return _mm512_add_epi32(a, b);
}
static inline words xor_words(words a, words b)
{
    return _mm512_xor_si512(a, b);
}
static inline words upper_to_lower(words a)
{
    return _mm512_srli_epi64(a, 32);
}
static inline words multiply_lower(words a, words b)
{
    return _mm512_mul_epu32(a, b);
}
static inline words join_lower(words even, words odd)
{
    return _mm512_mask_blend_epi32(0xAAAA, even, _mm512_slli_epi64(odd, 32));
}

typedef __mmask16 word_mask;
/* Bits 4g … 4g + 3 of every 16. */
static inline word_mask widen_mask(mask m, int group)
{
    return (word_mask)_pext_u64(m, UINT64_C(0x000F000F000F000F) << (4 * group));
}
static inline words choose_words(word_mask m, words yes, words no)
{
    return _mm512_mask_blend_epi32(m, no, yes);
}
static inline words keep_words(word_mask m, words a)
{
    return _mm512_maskz_mov_epi32(m, a);
}
static inline words widen(bytes a, int group)
{
    const __m512i spread = _mm512_broadcast_i32x4(
        _mm_setr_epi8(0, -128, -128, -128, 1, -128, -128, -128, 2, -128, -128, -128, 3, -128, -128, -128));
    return _mm512_shuffle_epi8(a, _mm512_add_epi8(spread, _mm512_set1_epi32(4 * group)));
}
static inline word_mask words_above(words a, uint32_t limit)
{
    return _mm512_cmpgt_epi32_mask(a, every_word(limit));
}
static inline word_mask words_less(words a, uint32_t limit)
{
    return _mm512_cmplt_epi32_mask(a, every_word(limit));
}
static inline word_mask words_odd(words a)
{
    return _mm512_test_epi32_mask(a, every_word(1));
}
static inline mask narrow_masks(const word_mask m[4])
{
    mask all_groups = 0;
    for (int g = 0; g < 4; g++) all_groups |= _pdep_u64(m[g], UINT64_C(0x000F000F000F000F) << (4 * g));
    return all_groups;
}
static inline uint64_t sum_words(words a)
{
    return (uint32_t)_mm512_reduce_add_epi32(a);
}

/* Puts next, next + 1, … into the words chosen by the mask, in order; returns how many. */
static inline uint32_t number_off(words *w, word_mask m, uint32_t next)
{
    const __m512i order = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    *w = _mm512_mask_expand_epi32(*w, m, add_words(order, every_word(next)));
    return (uint32_t)__builtin_popcount(m);
}

/* Four groups of words to bytes: out[j] holds byte j of every lane. */
static inline void transpose(const words w[4], bytes out[4])
{
    const __m512i by_byte =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    __m512i a = _mm512_shuffle_epi8(w[0], by_byte), b = _mm512_shuffle_epi8(w[1], by_byte);
    __m512i c = _mm512_shuffle_epi8(w[2], by_byte), d = _mm512_shuffle_epi8(w[3], by_byte);
    __m512i ab_low = _mm512_unpacklo_epi32(a, b), ab_high = _mm512_unpackhi_epi32(a, b);
    __m512i cd_low = _mm512_unpacklo_epi32(c, d), cd_high = _mm512_unpackhi_epi32(c, d);
    out[0] = _mm512_unpacklo_epi64(ab_low, cd_low);
    out[1] = _mm512_unpackhi_epi64(ab_low, cd_low);
    out[2] = _mm512_unpacklo_epi64(ab_high, cd_high);
    out[3] = _mm512_unpackhi_epi64(ab_high, cd_high);
}

/* base[high << 8 | low]; reads three bytes more. */
static inline words gather_byte(const uint8_t *base, words high, words low)
{
    words index = _mm512_or_si512(_mm512_slli_epi32(high, 8), low);
    return _mm512_and_si512(_mm512_i32gather_epi32(index, base, 1), every_word(255));
}
static inline bytes narrow(const words w[4])
{
    return _mm512_packus_epi16(_mm512_packus_epi32(w[0], w[1]), _mm512_packus_epi32(w[2], w[3]));
}

#define LANES_FUNCTION race_lanes_avx512
#include "family/race/simulate/lanes_kernel.h"
