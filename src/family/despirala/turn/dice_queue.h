#pragma once
/* Dice in bulk, for simulation: a queue of running sums, from which any number of dice is taken by one subtraction. The
   dice and their order are those of base/random.h. Faces are counted in the bytes of a word, face 1 lowest. */
#include "family/despirala/play/state.h"
#include <alea/status.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    DESPIRALA_BLOCK_DICE = 96,                                    /* that 16 bytes give at most: six a byte */
    DESPIRALA_QUEUE = DESPIRALA_DICE + DESPIRALA_BLOCK_DICE + 16, /* and room for writes past the last */
    DESPIRALA_BLOCKS = 4                                          /* that are made side by side */
};

/* Shared by all games with the same rules. */
typedef struct despirala_tosses {
    uint32_t dice;
    uint32_t per_byte;
    uint8_t gives[256];                   /* dice of a byte: per_byte, or 0 when it is skipped */
    uint64_t sum[256 * 6];                /* [byte * per_byte + k]: of its dice 0 … k; 0 when skipped */
    uint64_t required[DESPIRALA_TARGETS]; /* by target */
    /* Rolls are ordered by their sorted faces, so rolls with the same low faces are consecutive. A roll's number is that of
       the first of these plus its offset, which its high faces determine. Each half is looked up at half * factor >> shift. */
    uint64_t low_faces; /* a mask */
    uint32_t high_at;   /* bits below the high half */
    uint64_t factor[2];
    uint32_t shift;
    uint16_t *place[2]; /* owned */
    uint64_t *owner;    /* [place]: the half stored there, during construction */
} despirala_tosses;

alea_status despirala_tosses_make(const despirala_rules *, despirala_tosses **out, alea_error *);
void despirala_tosses_free(despirala_tosses *); /* accepts NULL */

typedef struct despirala_queue {
    alea__stream bytes; /* its counter is that of the next blocks */
    uint32_t block;     /* of these, the next one */
    uint32_t word[DESPIRALA_BLOCKS][4];
    uint32_t at, end;
    uint64_t sum[DESPIRALA_QUEUE]; /* of all dice up to a place; dice at … end - 1 wait */
} despirala_queue;

static inline void despirala_queue_start(despirala_queue *q, uint64_t seed, uint64_t game)
{
    alea__stream_start(&q->bytes, seed, 0, ALEA__DICE, game);
    q->block = DESPIRALA_BLOCKS;
    q->at = q->end = 0;
    q->sum[0] = 0;
}

void despirala_queue_fill(const despirala_tosses *, despirala_queue *);

/* The next `count` dice, at most as many as a game has. */
static inline uint64_t despirala_take(const despirala_tosses *t, despirala_queue *q, uint32_t count)
{
    if (q->end - q->at < t->dice) despirala_queue_fill(t, q);
    const uint64_t before = q->sum[q->at];
    q->at += count;
    return q->sum[q->at] - before;
}

/* The lesser of two in each byte; all below 128. The top bit of a byte survives the subtraction if a >= b. */
static inline uint64_t despirala_common(uint64_t a, uint64_t b)
{
#if defined(__SSE2__) && defined(__x86_64__)
    const __m128i least = _mm_min_epu8(_mm_cvtsi64_si128((int64_t)a), _mm_cvtsi64_si128((int64_t)b));
    return (uint64_t)_mm_cvtsi128_si64(least);
#else
    const uint64_t top = UINT64_C(0x8080808080808080), not_less = ((a | top) - b) & top;
    const uint64_t take_b = (not_less << 1) - (not_less >> 7); /* 255 in each such byte */
    return a ^ ((a ^ b) & take_b);
#endif
}

/* The sum of all bytes. */
static inline uint32_t despirala_sum(uint64_t faces)
{
    return (uint32_t)(faces * UINT64_C(0x0101010101010101) >> 56);
}

static inline uint32_t despirala_roll_of(const despirala_tosses *t, uint64_t dice)
{
    return (uint32_t)t->place[0][(dice & t->low_faces) * t->factor[0] >> t->shift] +
           t->place[1][(dice >> t->high_at) * t->factor[1] >> t->shift];
}
