#ifndef FUZZ_SUPPORT_SECOND_RANDOM_H
#define FUZZ_SUPPORT_SECOND_RANDOM_H
/* Random numbers by docs/randomness.md, without any code of alea's. */
#include <stdint.h>

typedef struct second_source {
    uint64_t seed, game;
    uint32_t stream, block;
    unsigned used; /* bytes of the block */
    unsigned char byte[16];
} second_source;

static inline void second_fill(second_source *s)
{
    uint32_t k0 = (uint32_t)s->seed, k1 = (uint32_t)(s->seed >> 32);
    uint32_t c0 = s->block++, c1 = s->stream, c2 = (uint32_t)s->game, c3 = (uint32_t)(s->game >> 32);
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = (uint64_t)0xD2511F53 * c0, p1 = (uint64_t)0xCD9E8D57 * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0, c1 = (uint32_t)p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1, c3 = (uint32_t)p0;
        k0 += 0x9E3779B9, k1 += 0xBB67AE85;
    }
    const uint32_t word[4] = {c0, c1, c2, c3};
    for (int i = 0; i < 16; i++) s->byte[i] = (unsigned char)(word[i / 4] >> 8 * (i % 4));
    s->used = 0;
}

static inline second_source second_of(uint64_t seed, uint64_t game, uint32_t stream)
{
    return (second_source){.seed = seed, .game = game, .stream = stream, .used = 16};
}

static inline unsigned second_byte(second_source *s)
{
    if (s->used == 16) second_fill(s);
    return s->byte[s->used++];
}

/* Words begin at every fourth byte; bytes before the next one are skipped. */
static inline uint32_t second_word(second_source *s)
{
    uint32_t word = 0;
    while (s->used % 4 != 0) s->used++;
    for (int i = 0; i < 4; i++) word |= (uint32_t)second_byte(s) << 8 * i;
    return word;
}

/* The dice of a game. */
typedef struct second_dice {
    second_source source;
    unsigned sides, queue[16], queued;
} second_dice;

static inline second_dice second_dice_of(uint64_t seed, uint64_t game)
{
    return (second_dice){.source = second_of(seed, game, 0)};
}

/* A byte below the largest multiple of sides^k holds k dice, the lowest digit first. */
static inline void second_fill_queue(second_dice *d)
{
    unsigned power = d->sides, dice = 1;
    while (d->sides > 1 && power * d->sides <= 64) power *= d->sides, dice++;
    unsigned byte = second_byte(&d->source);
    while (byte >= 256 / power * power) byte = second_byte(&d->source);
    byte %= power;
    for (unsigned i = 0; i < dice; i++, byte /= d->sides) d->queue[dice - 1 - i] = byte % d->sides + 1;
    d->queued = dice;
}

/* The next die; one of another kind begins with a new byte, and one of more than 256 sides takes a word. */
static inline unsigned second_die(second_dice *d, unsigned sides)
{
    const uint64_t words = (UINT64_C(1) << 32) / sides * sides;
    uint32_t word;
    if (d->sides != sides) d->sides = sides, d->queued = 0;
    if (sides <= 256) {
        if (d->queued == 0) second_fill_queue(d);
        return d->queue[--d->queued];
    }
    do word = second_word(&d->source);
    while (word >= words);
    return word % sides + 1;
}
#endif
