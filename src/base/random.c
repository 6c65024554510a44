#include "base/random.h"
#include "base/assert.h"

/* Rounded up, so that n * reciprocal >> 16 is n / divisor for all n and divisors up to 256: the error, at most n * divisor
   of 2^16, stays below one. */
static uint32_t reciprocal(uint32_t divisor)
{
    return (65536 + divisor - 1) / divisor;
}

/* How bytes, or words for more than 256 sides, become dice of this many sides, at least one: k, N and the limit of random.h. */
alea__dice alea__dice_for(uint32_t sides)
{
    ALEA_ASSERT(sides > 0);
    alea__dice dice = {.sides = sides, .range = sides};
    if (sides > 256) {
        dice.limit = (uint32_t)(UINT64_C(0x100000000) / sides * sides);
        return dice;
    }
    dice.per_byte = 1;
    while (sides > 1 && dice.range * sides <= 64) {
        dice.range *= sides;
        dice.per_byte++;
    }
    dice.limit = 256 / dice.range * dice.range;
    dice.of_sides = reciprocal(sides);
    dice.of_range = reciprocal(dice.range);
    return dice;
}

void alea__dice_start(alea__dice_stream *s, uint64_t seed, uint32_t match, uint64_t game)
{
    alea__stream_start(&s->bytes, seed, match, ALEA__DICE, game);
    s->waiting = 0;
}

uint32_t alea__word_die(alea__dice_stream *s, const alea__dice *dice)
{
    uint32_t word;
    do word = alea__next_word(&s->bytes);
    while (dice->limit != 0 && word >= dice->limit);
    return word % dice->sides;
}
