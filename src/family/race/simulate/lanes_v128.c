/* Lanes for vectors of 128 bits, which nearly every processor has: 16 games a register, masks as bytes or words of zeros or
   of ones. x86-64 compiles this for SSE4.1, all others with v128.h. */
#include "family/race/simulate/lanes.h"

#ifdef LANES_V128
#define LANES 16
#include "family/race/simulate/lanes_masks.h"

ALWAYS_INLINE bytes mask_choose(mask m, bytes yes, bytes no)
{
    return WIDE(blendv_epi8)(no, yes, m);
}

ALWAYS_INLINE uint64_t mask_bits(mask m)
{
    return (uint32_t)WIDE(movemask_epi8)(m);
}

ALWAYS_INLINE words words_join_lower(words even, words odd)
{
    return WIDE(srli_epi64)(WIDE(slli_epi64)(even, 32), 32) | WIDE(slli_epi64)(odd, 32);
}

/* Puts next, next + 1, … into the words chosen by the mask, in order; returns how many. */
ALWAYS_INLINE uint32_t words_number_off(words *w, word_mask m, uint32_t next)
{
    uint32_t number[LANES / 4], chosen[LANES / 4], before = next;
    memcpy(number, w, sizeof number);
    memcpy(chosen, &m, sizeof chosen);
    for (int i = 0; i < LANES / 4; i++) {
        number[i] = chosen[i] != 0 ? next : number[i];
        next += chosen[i] & 1;
    }
    memcpy(w, number, sizeof number);
    return next - before;
}

#define LANES_FUNCTION race_lanes_v128
#include "family/race/simulate/lanes_kernel.h"
#endif
