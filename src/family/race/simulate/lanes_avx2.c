/* Lanes for AVX2: 32 games a register, masks as bytes or words of zeros or of ones. */
#define LANES 32
#include "family/race/simulate/lanes_masks.h"

/* As an instruction, because gcc rewrites the intrinsic into a comparison with zero before the blend. */
ALWAYS_INLINE bytes mask_choose(mask m, bytes yes, bytes no)
{
    bytes chosen;
    __asm__("vpblendvb %3, %2, %1, %0" : "=x"(chosen) : "x"(no), "xm"(yes), "x"(m));
    return chosen;
}

ALWAYS_INLINE uint64_t mask_bits(mask m)
{
    return (uint32_t)_mm256_movemask_epi8(m);
}

ALWAYS_INLINE words words_join_lower(words even, words odd)
{
    return _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA);
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
