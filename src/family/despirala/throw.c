#include "family/despirala/throw.h"
#include "base/error.h"
#include "base/memory.h"

static uint64_t as_word(const uint8_t *faces, uint32_t sides)
{
    uint64_t word = 0;
    for (uint32_t f = 0; f < sides; f++) word |= (uint64_t)faces[f] << 8 * f;
    return word;
}

/* ---- the queue ---- */

/* Where a byte gives two dice, as with six sides, the loop is worth its own copy. */
static inline void fill(const despirala_throw *t, despirala_queue *q, uint32_t per_byte)
{
    uint64_t before = q->sum[q->end];
    uint32_t end = q->end;
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t byte = q->bytes.word[i >> 2] >> 8 * (i & 3) & 255;
        for (uint32_t k = 0; k < per_byte; k++) q->sum[end + k + 1] = before + t->sum[byte * per_byte + k];
        end += t->gives[byte];
        before += t->sum[byte * per_byte + per_byte - 1];
    }
    q->end = end;
}

/* Whatever waits goes to the front. A byte that is skipped adds nothing, and is written over by the next. */
void despirala_queue_fill(const despirala_throw *t, despirala_queue *q)
{
    const uint32_t waiting = q->end - q->at;
    for (uint32_t i = 0; i <= waiting; i++) q->sum[i] = q->sum[q->at + i];
    q->at = 0;
    q->end = waiting;
    while (q->end < t->dice) {
        alea__stream_refill(&q->bytes);
        if (t->per_byte == 2)
            fill(t, q, 2);
        else
            fill(t, q, t->per_byte);
    }
}

static void make_bytes(despirala_throw *t, const despirala_rules *rules)
{
    const alea__dice *how = &rules->how;
    t->dice = rules->dice;
    t->per_byte = how->per_byte;
    for (uint32_t byte = 0; byte < how->limit; byte++) {
        uint64_t sum = 0;
        uint32_t digits = byte % how->range;
        t->gives[byte] = (uint8_t)how->per_byte;
        for (uint32_t k = 0; k < how->per_byte; k++, digits /= rules->sides)
            t->sum[byte * how->per_byte + k] = sum += UINT64_C(1) << 8 * (digits % rules->sides);
    }
}

/* ---- rolls ---- */

/* Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014. */
static uint64_t next_factor(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Whether every roll has a place of its own. */
static bool try_factor(despirala_throw *t, const despirala_rules *rules)
{
    const uint16_t none = UINT16_MAX;
    memset(t->roll, 0xff, sizeof *t->roll << (64 - t->shift));
    for (uint32_t roll = 0; roll < rules->rolls; roll++) {
        uint16_t *place =
            &t->roll[as_word(rules->faces + roll * rules->sides, rules->sides) * t->factor >> t->shift];
        if (*place != none) return false;
        *place = (uint16_t)roll;
    }
    return true;
}

/* Of n numbers thrown at random into m places, all have their own with a chance of about exp(-n^2 / 2m): m is so large that one
   factor in a thousand will do. */
static bool make_rolls(despirala_throw *t, const despirala_rules *rules)
{
    uint64_t state = 0;
    uint32_t bits = 4;
    while ((UINT64_C(14) << bits) < (uint64_t)rules->rolls * rules->rolls) bits++;
    t->shift = 64 - bits;
    t->roll = alea__alloc_array((size_t)1 << bits, sizeof *t->roll);
    if (!t->roll) return false;
    do t->factor = next_factor(&state);
    while (!try_factor(t, rules));
    return true;
}

alea_status despirala_throw_make(const despirala_rules *rules, despirala_throw **out, alea_error *error)
{
    despirala_throw *t = alea__alloc(sizeof *t);
    if (!t || !make_rolls(t, rules)) {
        alea__free(t);
        return alea__out_of_memory(error);
    }
    make_bytes(t, rules);
    for (uint32_t i = 0; i < rules->targets; i++) t->need[i] = as_word(rules->target[i].need, rules->sides);
    *out = t;
    return ALEA_OK;
}

void despirala_throw_free(despirala_throw *t)
{
    if (!t) return;
    alea__free(t->roll);
    alea__free(t);
}
