/* Lanes for AVX2: 32 games a register, masks as bytes or words of zeros or of ones. */
#define LANES 32
#include "family/race/simulate/lanes_words.h"

typedef bytes mask; /* 0 or 255 a lane */
typedef words word_mask;

ALWAYS_INLINE mask mask_equal(bytes a, bytes b)
{
    return _mm256_cmpeq_epi8(a, b);
}

ALWAYS_INLINE mask mask_at_least(bytes a, bytes b)
{
    return mask_equal(bytes_most(a, b), a);
}

ALWAYS_INLINE mask mask_above(bytes a, bytes b)
{
    return _mm256_cmpgt_epi8(a, b);
}

ALWAYS_INLINE mask mask_negative(bytes a)
{
    return _mm256_cmpgt_epi8(_mm256_setzero_si256(), a);
}

/* Good for mask_choose only, which looks at the top bit. */
ALWAYS_INLINE mask mask_sign(bytes a)
{
    return a;
}

ALWAYS_INLINE uint64_t mask_bits(mask m)
{
    return (uint32_t)_mm256_movemask_epi8(m);
}

/* As an instruction, not an intrinsic: gcc rewrites that into a comparison with zero before the blend. */
ALWAYS_INLINE bytes mask_choose(mask m, bytes yes, bytes no)
{
    bytes chosen;
    __asm__("vpblendvb %3, %2, %1, %0" : "=x"(chosen) : "x"(no), "xm"(yes), "x"(m));
    return chosen;
}

ALWAYS_INLINE bytes mask_keep(mask m, bytes a)
{
    return m & a;
}

ALWAYS_INLINE bytes mask_count(bytes counter, mask m)
{
    return bytes_subtract(counter, m);
}

/* A table of 64 bytes, of which the first `range` are used, by an index below 64. A shuffle looks at the low four bits of
   the index and gives 0 where the top one is set, so the part for 16 i … answers from there on, always. Each part but the
   first therefore holds the difference to the one before, and all answers are joined by exclusive or. */
typedef struct table64 {
    bytes part[4];
} table64;

ALWAYS_INLINE table64 table_load(const uint8_t table[64])
{
    table64 t;
    for (int i = 0; i < 4; i++) t.part[i] = bytes_load16(table + 16 * i);
    for (int i = 3; i > 0; i--) t.part[i] ^= t.part[i - 1];
    return t;
}

ALWAYS_INLINE bytes table_look_up(const table64 *t, bytes index, uint32_t range)
{
    bytes found = bytes_look_up16(t->part[0], index);
    for (uint32_t i = 1; i < 4 && 16 * i < range; i++)
        found ^= bytes_look_up16(t->part[i], bytes_subtract(index, bytes_all((uint8_t)(16 * i))));
    return found;
}

ALWAYS_INLINE words words_join_lower(words even, words odd)
{
    return _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA);
}

ALWAYS_INLINE word_mask mask_to_words(mask m, int group)
{
    const bytes spread = bytes_repeat(_mm_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3));
    return bytes_look_up16(m, bytes_add(spread, bytes_all((uint8_t)(4 * group))));
}

/* Within each 128 bits: words to bytes, group after group. */
ALWAYS_INLINE mask mask_of_words(const word_mask m[4])
{
    return _mm256_packs_epi16(_mm256_packs_epi32(m[0], m[1]), _mm256_packs_epi32(m[2], m[3]));
}

ALWAYS_INLINE words words_choose(word_mask m, words yes, words no)
{
    return _mm256_blendv_epi8(no, yes, m);
}

ALWAYS_INLINE words words_keep(word_mask m, words a)
{
    return m & a;
}

ALWAYS_INLINE word_mask words_above(words a, words b)
{
    return _mm256_cmpgt_epi32(a, b);
}

ALWAYS_INLINE word_mask words_odd(words a)
{
    return _mm256_srai_epi32(_mm256_slli_epi32(a, 31), 31);
}

ALWAYS_INLINE uint64_t words_sum(words a)
{
    uint32_t w[8];
    _mm256_storeu_si256((__m256i *)w, a);
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++) sum += w[i];
    return sum;
}

/* Puts next, next + 1, … into the words chosen by the mask, in order; returns how many. */
ALWAYS_INLINE uint32_t words_number_off(words *w, word_mask m, uint32_t next)
{
    uint32_t chosen = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(m));
    /* Before each lane: how many chosen ones; a prefix sum over the mask's bits by multiplication. */
    uint64_t spread =
        (uint64_t)_pdep_u64(chosen, UINT64_C(0x0101010101010101)) * UINT64_C(0x0101010101010100);
    words before = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)spread));
    *w = words_choose(m, words_add(words_all(next), before), *w);
    return (uint32_t)__builtin_popcount(chosen);
}

#define LANES_FUNCTION race_lanes_avx2
#include "family/race/simulate/lanes_kernel.h"
