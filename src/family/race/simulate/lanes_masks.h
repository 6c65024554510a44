#pragma once
/* Masks as bytes or words of zeros or of ones, and tables by shuffles of 16 bytes: for lanes_v128.c and lanes_avx2.c, which
   define mask_choose, mask_bits, words_join_lower and words_number_off themselves. */
#include "family/race/simulate/lanes_words.h"

typedef bytes mask; /* 0 or 255 a lane */
typedef words word_mask;

/* Looks at the top bit of each byte of the mask only. */
ALWAYS_INLINE bytes mask_choose(mask m, bytes yes, bytes no);

ALWAYS_INLINE mask mask_equal(bytes a, bytes b)
{
    return WIDE(cmpeq_epi8)(a, b);
}

ALWAYS_INLINE mask mask_at_least(bytes a, bytes b)
{
    return mask_equal(bytes_most(a, b), a);
}

ALWAYS_INLINE mask mask_above(bytes a, bytes b)
{
    return WIDE(cmpgt_epi8)(a, b);
}

ALWAYS_INLINE mask mask_negative(bytes a)
{
    return WIDE(cmpgt_epi8)(bytes_all(0), a);
}

/* Good for mask_choose only, which looks at the top bit. */
ALWAYS_INLINE mask mask_sign(bytes a)
{
    return a;
}

ALWAYS_INLINE bytes mask_keep(mask m, bytes a)
{
    return m & a;
}

ALWAYS_INLINE bytes mask_count(bytes counter, mask m)
{
    return bytes_subtract(counter, m);
}

/* A table of 64 bytes, of which the first `range` are used, by an index below 64. A shuffle uses the low four bits of the
   index and gives 0 if the top bit is set, so the part for 16 i … contributes to every index from 16 i on. Each later part
   therefore stores the difference to the part before, and exclusive or combines them. */
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

enum { GATHERS_FEW = 0 }; /* whether to look up fewer lanes takes less time */

/* table[high << 8 | low] in the lanes of `which`, `before` in the others; reads three bytes more. */
ALWAYS_INLINE bytes bytes_gather(const uint8_t *table, bytes high, bytes low, mask which, bytes before)
{
    words found[4];
    for (int g = 0; g < 4; g++)
        found[g] = words_gather_byte(table, words_of_bytes(high, g), words_of_bytes(low, g));
    return mask_choose(which, bytes_of_words(found), before);
}

ALWAYS_INLINE word_mask mask_to_words(mask m, int group)
{
    const bytes spread = bytes_repeat(SIXTEEN(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3));
    return bytes_look_up16(m, bytes_add(spread, bytes_all((uint8_t)(4 * group))));
}

/* Packs words to bytes within each 128 bits, group after group. */
ALWAYS_INLINE mask mask_of_words(const word_mask m[4])
{
    return WIDE(packs_epi16)(WIDE(packs_epi32)(m[0], m[1]), WIDE(packs_epi32)(m[2], m[3]));
}

ALWAYS_INLINE words words_choose(word_mask m, words yes, words no)
{
    return mask_choose(m, yes, no);
}

ALWAYS_INLINE words words_keep(word_mask m, words a)
{
    return m & a;
}

ALWAYS_INLINE word_mask words_above(words a, words b)
{
    return WIDE(cmpgt_epi32)(a, b);
}

ALWAYS_INLINE word_mask words_odd(words a)
{
    return WIDE(srai_epi32)(WIDE(slli_epi32)(a, 31), 31);
}

ALWAYS_INLINE uint64_t words_sum(words a)
{
    uint32_t w[LANES / 4];
    memcpy(w, &a, sizeof w);
    uint64_t sum = 0;
    for (int i = 0; i < LANES / 4; i++) sum += w[i];
    return sum;
}
