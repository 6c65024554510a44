#include "base/random.h"

alea__dice alea__dice_for(uint32_t sides)
{
    alea__dice dice = {.sides = sides};
    if (sides > 256) {
        dice.range = sides;
        dice.limit = (uint32_t)(UINT64_C(0x100000000) / sides * sides);
        return dice;
    }
    dice.per_byte = 1;
    dice.range = sides;
    while (sides > 1 && dice.range * sides <= 64) {
        dice.range *= sides;
        dice.per_byte++;
    }
    dice.limit = 256 / dice.range * dice.range;
    return dice;
}

void alea__dice_start(alea__dice_stream *s, uint64_t seed, uint32_t match, uint64_t game)
{
    alea__stream_start(&s->bytes, seed, match, ALEA__DICE, game);
    s->waiting = 0;
}

static void take_byte(alea__dice_stream *s, const alea__dice *dice)
{
    uint32_t byte;
    do byte = alea__next_byte(&s->bytes);
    while (byte >= dice->limit);
    s->queue = byte % dice->range;
    s->waiting = dice->per_byte;
}

static uint32_t word_die(alea__dice_stream *s, const alea__dice *dice)
{
    uint32_t word;
    do word = alea__next_word(&s->bytes);
    while (dice->limit != 0 && word >= dice->limit);
    return word % dice->sides;
}

static uint32_t one_die(alea__dice_stream *s, const alea__dice *dice)
{
    if (dice->per_byte == 0) return word_die(s, dice);
    if (s->waiting == 0) take_byte(s, dice);
    uint32_t die = s->queue % dice->sides;
    s->queue /= dice->sides;
    s->waiting--;
    return die;
}

uint32_t alea__roll_dice(alea__dice_stream *s, const alea__dice *dice, uint32_t count)
{
    /* The common shape: one byte is exactly one roll. */
    if (count == dice->per_byte && s->waiting == 0) {
        take_byte(s, dice);
        s->waiting = 0;
        return s->queue;
    }
    uint32_t roll = 0, place = 1;
    for (uint32_t i = 0; i < count; i++) {
        roll += place * one_die(s, dice);
        place *= dice->sides;
    }
    return roll;
}
