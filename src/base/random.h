#pragma once
/* Random numbers from Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as 1, 2, 3, SC 2011), and
   their conversion to dice. Freestanding: this file also compiles into the sandbox's referee.

   A stream is addressed by position and has no state: key = the seed (low word first); counter = (index of the 16-byte block
   within the stream, match << 8 | stream, low and high word of the game number). Words are laid out as little-endian bytes.

   Dice: let k be the greatest number with sides^k <= 64 (at least 1) and N = sides^k. A byte v is used when v < floor(256 / N)
   * N, otherwise skipped; it gives the k dice that are the base-`sides` digits of v mod N, least significant first (for six
   sides: v < 252, two dice, v mod 6 and v / 6 mod 6). Every roll takes its dice from that queue in order. For more than 256
   sides, 4-byte little-endian words w are used when w < floor(2^32 / sides) * sides, and give one die, w mod sides. */
#include <stdint.h>

/* SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014), for what needs no stream: an
   index spread over all numbers, and the numbers that begin with a state. */
static inline uint64_t alea__mix(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static inline uint64_t alea__mix_next(uint64_t *state)
{
    const uint64_t mixed = alea__mix(*state);
    *state += UINT64_C(0x9E3779B97F4A7C15);
    return mixed;
}

typedef struct alea__stream {
    uint32_t key[2];
    uint32_t counter[4];
    uint32_t word[4]; /* the current block, once counter[0] > 0 */
    uint32_t at;      /* bytes of it used; 16: make the next */
} alea__stream;

/* Streams of a game: dice first, then one for each seat's own decisions. */
enum { ALEA__DICE = 0, ALEA__SEAT = 1, ALEA__SANDBOX = 32 };

/* Ten rounds of Philox: the 16 bytes that belong to a key and a counter. The constants are those of the paper. */
static inline void alea__philox(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)0xD2511F53u * c0, p1 = (uint64_t)0xCD9E8D57u * c2;
        uint32_t n0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0, n2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)p1;
        c3 = (uint32_t)p0;
        c0 = n0;
        c2 = n2;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

static inline void alea__stream_start(alea__stream *s, uint64_t seed, uint32_t match, uint32_t stream,
                                      uint64_t game)
{
    s->key[0] = (uint32_t)seed;
    s->key[1] = (uint32_t)(seed >> 32);
    s->counter[0] = 0;
    s->counter[1] = match << 8 | stream;
    s->counter[2] = (uint32_t)game;
    s->counter[3] = (uint32_t)(game >> 32);
    s->at = 16;
}

static inline void alea__stream_refill(alea__stream *s)
{
    alea__philox(s->key, s->counter, s->word);
    s->counter[0]++;
    s->at = 0;
}

static inline uint32_t alea__next_byte(alea__stream *s)
{
    if (s->at == 16) alea__stream_refill(s);
    uint32_t byte = s->word[s->at >> 2] >> (8 * (s->at & 3)) & 255;
    s->at++;
    return byte;
}

/* The next aligned 4-byte word; bytes of a word already begun are dropped. */
static inline uint32_t alea__next_word(alea__stream *s)
{
    s->at = (s->at + 3) & ~3u;
    if (s->at == 16) alea__stream_refill(s);
    uint32_t word = s->word[s->at >> 2];
    s->at += 4;
    return word;
}

/* A number below `count`, each as likely: words that would favour some are drawn again. */
static inline uint32_t alea__draw_below(alea__stream *s, uint32_t count)
{
    const uint32_t fair = UINT32_MAX - UINT32_MAX % count;
    uint32_t word;
    do word = alea__next_word(s);
    while (word >= fair);
    return word % count;
}

/* How bytes become dice of one kind; see above. Division of numbers below 256 by `sides` or `range` is a multiplication by
   these reciprocals of 2^16, rounded up, and a shift. */
typedef struct alea__dice {
    uint32_t sides;
    uint32_t per_byte; /* k; 0 when words are used */
    uint32_t range;    /* N, or sides */
    uint32_t limit;    /* words below this are accepted; 0: all 2^32 */
    uint32_t of_sides, of_range;
} alea__dice;

/* A stream of dice: `queue` holds the unused dice of the last byte as base-`sides` digits. */
typedef struct alea__dice_stream {
    alea__stream bytes;
    uint32_t queue, waiting;
} alea__dice_stream;

alea__dice alea__dice_for(uint32_t sides);
void alea__dice_start(alea__dice_stream *, uint64_t seed, uint32_t match, uint64_t game);

/* One die of more than 256 sides, less one. */
uint32_t alea__word_die(alea__dice_stream *, const alea__dice *);

static inline void alea__take_byte(alea__dice_stream *s, const alea__dice *dice)
{
    uint32_t byte;
    do byte = alea__next_byte(&s->bytes);
    while (byte >= dice->limit);
    s->queue = byte - (byte * dice->of_range >> 16) * dice->range;
    s->waiting = dice->per_byte;
}

/* One die, less one. */
static inline uint32_t alea__die(alea__dice_stream *s, const alea__dice *dice)
{
    if (dice->per_byte == 0) return alea__word_die(s, dice);
    if (s->waiting == 0) alea__take_byte(s, dice);
    uint32_t rest = s->queue * dice->of_sides >> 16, die = s->queue - rest * dice->sides;
    s->queue = rest;
    s->waiting--;
    return die;
}

/* The faces of `count` dice as a number: the sum of (face - 1) * sides^position, the first die least significant. */
static inline uint32_t alea__roll_dice(alea__dice_stream *s, const alea__dice *dice, uint32_t count)
{
    if (count == 1) return alea__die(s, dice);
    if (count == dice->per_byte && s->waiting == 0) { /* one byte is exactly one roll */
        alea__take_byte(s, dice);
        s->waiting = 0;
        return s->queue;
    }
    uint32_t roll = 0, place = 1;
    for (uint32_t i = 0; i < count; i++) {
        roll += place * alea__die(s, dice);
        place *= dice->sides;
    }
    return roll;
}
