/* Lanes for AVX-512 (BW, VBMI, VBMI2): 64 games a register, masks in mask registers. */
#define LANES 64
#include "family/race/simulate/lanes_words.h"

typedef __mmask64 mask;      /* a bit a lane */
typedef __mmask16 word_mask; /* likewise, of a group */

ALWAYS_INLINE mask mask_equal(bytes a, bytes b)
{
    return _mm512_cmpeq_epi8_mask(a, b);
}

ALWAYS_INLINE mask mask_at_least(bytes a, bytes b)
{
    return _mm512_cmpge_epu8_mask(a, b);
}

ALWAYS_INLINE mask mask_above(bytes a, bytes b)
{
    return _mm512_cmpgt_epi8_mask(a, b);
}

ALWAYS_INLINE mask mask_negative(bytes a)
{
    return _mm512_movepi8_mask(a);
}

ALWAYS_INLINE mask mask_sign(bytes a)
{
    return _mm512_movepi8_mask(a);
}

ALWAYS_INLINE uint64_t mask_bits(mask m)
{
    return m;
}

ALWAYS_INLINE bytes mask_choose(mask m, bytes yes, bytes no)
{
    return _mm512_mask_blend_epi8(m, no, yes);
}

ALWAYS_INLINE bytes mask_keep(mask m, bytes a)
{
    return _mm512_maskz_mov_epi8(m, a);
}

ALWAYS_INLINE bytes mask_count(bytes counter, mask m)
{
    return _mm512_mask_add_epi8(counter, m, counter, bytes_all(1));
}

/* A table of 64 bytes by an index below 64: one instruction. */
typedef struct table64 {
    bytes entry;
} table64;

ALWAYS_INLINE table64 table_load(const uint8_t table[64])
{
    return (table64){_mm512_loadu_si512(table)};
}

ALWAYS_INLINE bytes table_look_up(const table64 *t, bytes index, uint32_t range)
{
    (void)range;
    return _mm512_permutexvar_epi8(index, t->entry);
}

enum { GATHERS_FEW = 1 };

/* 16 of the lanes that were chosen. */
ALWAYS_INLINE __m128i bytes_gather_16(const uint8_t *table, __m128i high, __m128i low)
{
    const words index = _mm512_slli_epi32(_mm512_cvtepu8_epi32(high), 8) | _mm512_cvtepu8_epi32(low);
    return _mm512_cvtepi32_epi8(_mm512_i32gather_epi32(index, table, 1));
}

/* table[high << 8 | low] in the lanes of `which`, `before` in the others; reads three bytes more. Gathers are slow, so they
   are limited to these lanes. */
ALWAYS_INLINE bytes bytes_gather(const uint8_t *table, bytes high, bytes low, mask which, bytes before)
{
    const int chosen = __builtin_popcountll(which);
    const bytes h = _mm512_maskz_compress_epi8(which, high), l = _mm512_maskz_compress_epi8(which, low);
    bytes found =
        _mm512_zextsi128_si512(bytes_gather_16(table, _mm512_castsi512_si128(h), _mm512_castsi512_si128(l)));
#define GATHER_PART(i)          \
    found = _mm512_inserti32x4( \
        found, bytes_gather_16(table, _mm512_extracti32x4_epi32(h, i), _mm512_extracti32x4_epi32(l, i)), i)
    if (chosen > 16) GATHER_PART(1);
    if (chosen > 32) GATHER_PART(2);
    if (chosen > 48) GATHER_PART(3);
#undef GATHER_PART
    return _mm512_mask_expand_epi8(before, which, found);
}

ALWAYS_INLINE words words_join_lower(words even, words odd)
{
    return _mm512_mask_blend_epi32(0xAAAA, even, _mm512_slli_epi64(odd, 32));
}

/* Bits 4g … 4g + 3 of every 16. */
ALWAYS_INLINE word_mask mask_to_words(mask m, int group)
{
    return (word_mask)_pext_u64(m, UINT64_C(0x000F000F000F000F) << (4 * group));
}

ALWAYS_INLINE mask mask_of_words(const word_mask m[4])
{
    mask all_groups = 0;
    for (int g = 0; g < 4; g++) all_groups |= _pdep_u64(m[g], UINT64_C(0x000F000F000F000F) << (4 * g));
    return all_groups;
}

ALWAYS_INLINE words words_choose(word_mask m, words yes, words no)
{
    return _mm512_mask_blend_epi32(m, no, yes);
}

ALWAYS_INLINE words words_keep(word_mask m, words a)
{
    return _mm512_maskz_mov_epi32(m, a);
}

ALWAYS_INLINE word_mask words_above(words a, words b)
{
    return _mm512_cmpgt_epi32_mask(a, b);
}

ALWAYS_INLINE word_mask words_odd(words a)
{
    return _mm512_test_epi32_mask(a, words_all(1));
}

ALWAYS_INLINE uint64_t words_sum(words a)
{
    return (uint32_t)_mm512_reduce_add_epi32(a);
}

/* Puts next, next + 1, … into the words chosen by the mask, in order; returns how many. */
ALWAYS_INLINE uint32_t words_number_off(words *w, word_mask m, uint32_t next)
{
    const words order = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    *w = _mm512_mask_expand_epi32(*w, m, words_add(order, words_all(next)));
    return (uint32_t)__builtin_popcount(m);
}

#define LANES_FUNCTION race_lanes_avx512
#include "family/race/simulate/lanes_kernel.h"
