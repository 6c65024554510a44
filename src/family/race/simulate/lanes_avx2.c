/* Lanes for AVX2: 32 games a register, masks as bytes 0 or 255. */
#include <immintrin.h>
#include <stdint.h>

typedef __m256i bytes; /* a byte a lane */
typedef __m256i mask;  /* 0 or 255 a lane */
typedef __m256i words; /* 32 bits a lane, a fourth of the lanes */
enum { LANES = 32 };

static inline bytes every(uint8_t x)
{
    return _mm256_set1_epi8((char)x);
}
static inline bytes load16(const uint8_t *p)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
}
static inline bytes add(bytes a, bytes b)
{
    return _mm256_add_epi8(a, b);
}
static inline bytes add_saturated(bytes a, bytes b)
{
    return _mm256_adds_epu8(a, b);
}
static inline bytes sub(bytes a, bytes b)
{
    return _mm256_sub_epi8(a, b);
}
static inline bytes least(bytes a, bytes b)
{
    return _mm256_min_epu8(a, b);
}
static inline bytes most(bytes a, bytes b)
{
    return _mm256_max_epu8(a, b);
}
static inline bytes both(bytes a, bytes b)
{
    return _mm256_and_si256(a, b);
}
static inline bytes either(bytes a, bytes b)
{
    return _mm256_or_si256(a, b);
}
static inline bytes high_nibble(bytes a)
{
    return both(_mm256_srli_epi16(a, 4), every(15));
}
static inline bytes memory_bits(bytes a)
{
    return both(_mm256_srli_epi16(a, 5), every(3));
}

static inline mask none(void)
{
    return _mm256_setzero_si256();
}
static inline mask all(void)
{
    return _mm256_set1_epi8(-1);
}
static inline mask is(bytes a, bytes b)
{
    return _mm256_cmpeq_epi8(a, b);
}
static inline mask at_least(bytes a, bytes b)
{
    return is(_mm256_max_epu8(a, b), a);
}
static inline mask at_most(bytes a, bytes b)
{
    return is(least(a, b), a);
}
static inline mask negative(bytes a)
{
    return _mm256_cmpgt_epi8(_mm256_setzero_si256(), a);
}
static inline mask and (mask a, mask b)
{
    return _mm256_and_si256(a, b);
}
static inline mask or (mask a, mask b)
{
    return _mm256_or_si256(a, b);
}
static inline mask xor (mask a, mask b) { return _mm256_xor_si256(a, b); } static inline mask
    and_not(mask a, mask b)
{
    return _mm256_andnot_si256(b, a);
} /* a and not b */
static inline int any(mask m)
{
    return !_mm256_testz_si256(m, m);
}
static inline uint64_t bits(mask m)
{
    return (uint32_t)_mm256_movemask_epi8(m);
}
/* As an instruction, not an intrinsic: gcc rewrites that into a comparison with zero before the blend. */
static inline bytes choose(mask m, bytes yes, bytes no)
{
    bytes chosen;
    __asm__("vpblendvb %3, %2, %1, %0" : "=x"(chosen) : "x"(no), "xm"(yes), "x"(m));
    return chosen;
}
static inline mask sign(bytes a)
{
    return a;
} /* good for choose() only, which looks at the top bit */
static inline mask above(bytes a, bytes b)
{
    return _mm256_cmpgt_epi8(a, b);
}
static inline bytes least_signed(bytes a, bytes b)
{
    return _mm256_min_epi8(a, b);
}
static inline bytes keep(mask m, bytes a)
{
    return _mm256_and_si256(m, a);
}
static inline bytes count(bytes counter, mask m)
{
    return _mm256_sub_epi8(counter, m);
}

/* A table of 64 bytes, of which the first `range` are used, by an index below 64. A shuffle looks at the low four bits of
   the index and gives 0 where the top one is set, so the part for 16 i … answers from there on, always. Each part but the
   first therefore holds the difference to the one before, and all answers are joined by exclusive or. */
typedef struct table64 {
    bytes part[4];
} table64;
static inline table64 load_table(const uint8_t table[64])
{
    table64 t = {{load16(table), load16(table + 16), load16(table + 32), load16(table + 48)}};
    for (int i = 3; i > 0; i--) t.part[i] = _mm256_xor_si256(t.part[i], t.part[i - 1]);
    return t;
}
static inline bytes look_up(const table64 *t, bytes index, uint32_t range)
{
    bytes found = _mm256_shuffle_epi8(t->part[0], index);
    for (uint32_t i = 1; i < 4 && 16 * i < range; i++) {
        bytes from_here = sub(index, every((uint8_t)(16 * i)));
        found = _mm256_xor_si256(found, _mm256_shuffle_epi8(t->part[i], from_here));
    }
    return found;
}
static inline bytes look_up16(bytes table, bytes index)
{
    return _mm256_shuffle_epi8(table, index);
}

/* Words: the lanes of bytes 4g … 4g + 3 of every 128 bits are group g. */
static inline words every_word(uint32_t x)
{
    return _mm256_set1_epi32((int)x);
}
static inline words add_words(words a, words b)
{
    return _mm256_add_epi32(a, b);
}
static inline words xor_words(words a, words b)
{
    return _mm256_xor_si256(a, b);
}
static inline words upper_to_lower(words a)
{
    return _mm256_srli_epi64(a, 32);
}
static inline words multiply_lower(words a, words b)
{
    return _mm256_mul_epu32(a, b);
}
static inline words join_lower(words even, words odd)
{
    return _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA);
}

typedef __m256i word_mask;
static inline word_mask widen_mask(mask m, int group)
{
    const __m256i spread =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3));
    return _mm256_shuffle_epi8(m, _mm256_add_epi8(spread, _mm256_set1_epi8((char)(4 * group))));
}
static inline words choose_words(word_mask m, words yes, words no)
{
    return _mm256_blendv_epi8(no, yes, m);
}
static inline words keep_words(word_mask m, words a)
{
    return _mm256_and_si256(m, a);
}
static inline words widen(bytes a, int group)
{
    const __m256i spread = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, -128, -128, -128, 1, -128, -128, -128, 2, -128, -128, -128, 3, -128, -128, -128));
    return _mm256_shuffle_epi8(a, _mm256_add_epi8(spread, _mm256_set1_epi32(4 * group)));
}
static inline word_mask words_above(words a, uint32_t limit)
{
    return _mm256_cmpgt_epi32(a, every_word(limit));
}
static inline word_mask words_less(words a, uint32_t limit)
{
    return _mm256_cmpgt_epi32(every_word(limit), a);
}
static inline word_mask words_odd(words a)
{
    return _mm256_srai_epi32(_mm256_slli_epi32(a, 31), 31);
}
static inline mask narrow_masks(const word_mask m[4])
{
    /* Within each 128 bits: words to bytes, group after group. */
    return _mm256_packs_epi16(_mm256_packs_epi32(m[0], m[1]), _mm256_packs_epi32(m[2], m[3]));
}
static inline uint64_t sum_words(words a)
{
    uint32_t w[8];
    _mm256_storeu_si256((__m256i *)w, a);
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++) sum += w[i];
    return sum;
}

/* Puts next, next + 1, … into the words chosen by the mask, in order; returns how many. */
static inline uint32_t number_off(words *w, word_mask m, uint32_t next)
{
    uint32_t chosen = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(m));
    /* Before each lane: how many chosen ones; a prefix sum over the mask's bits by multiplication. */
    uint64_t spread =
        (uint64_t)_pdep_u64(chosen, UINT64_C(0x0101010101010101)) * UINT64_C(0x0101010101010100);
    __m256i before = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)spread));
    *w = choose_words(m, add_words(every_word(next), before), *w);
    return (uint32_t)__builtin_popcount(chosen);
}

/* Four groups of words to bytes: out[j] holds byte j of every lane. */
static inline void transpose(const words w[4], bytes out[4])
{
    const __m256i by_byte =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    __m256i a = _mm256_shuffle_epi8(w[0], by_byte), b = _mm256_shuffle_epi8(w[1], by_byte);
    __m256i c = _mm256_shuffle_epi8(w[2], by_byte), d = _mm256_shuffle_epi8(w[3], by_byte);
    __m256i ab_low = _mm256_unpacklo_epi32(a, b), ab_high = _mm256_unpackhi_epi32(a, b);
    __m256i cd_low = _mm256_unpacklo_epi32(c, d), cd_high = _mm256_unpackhi_epi32(c, d);
    out[0] = _mm256_unpacklo_epi64(ab_low, cd_low);
    out[1] = _mm256_unpackhi_epi64(ab_low, cd_low);
    out[2] = _mm256_unpacklo_epi64(ab_high, cd_high);
    out[3] = _mm256_unpackhi_epi64(ab_high, cd_high);
}

/* base[high << 8 | low]; reads three bytes more. */
static inline words gather_byte(const uint8_t *base, words high, words low)
{
    words index = _mm256_or_si256(_mm256_slli_epi32(high, 8), low);
    return _mm256_and_si256(_mm256_i32gather_epi32((const int *)(const void *)base, index, 1),
                            every_word(255));
}
static inline bytes narrow(const words w[4])
{
    return _mm256_packus_epi16(_mm256_packus_epi32(w[0], w[1]), _mm256_packus_epi32(w[2], w[3]));
}

#define LANES_FUNCTION race_lanes_avx2
#include "family/race/simulate/lanes_kernel.h"
