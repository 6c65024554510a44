#include "family/despirala/turn/dice_queue.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

#include <string.h>

static uint64_t faces_word(const uint8_t *faces, uint32_t sides)
{
    uint64_t word = 0;
    for (uint32_t f = 0; f < sides; f++) word |= (uint64_t)faces[f] << 8 * f;
    return word;
}

/* ---- the queue ---- */

/* The next blocks of a stream, as alea__philox makes them one by one. */
#ifdef __SSE2__
/* Two blocks in parallel, one word in the lower half of each lane; the upper half is ignored. */
typedef struct twins {
    __m128i word[4];
} twins;

static inline twins twins_turn(twins t, __m128i k0, __m128i k1)
{
    const __m128i p0 = _mm_mul_epu32(t.word[0], _mm_set1_epi64x(0xD2511F53)),
                  p1 = _mm_mul_epu32(t.word[2], _mm_set1_epi64x(0xCD9E8D57));
    return (twins){{_mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(p1, 32), t.word[1]), k0), p1,
                    _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(p0, 32), t.word[3]), k1), p0}};
}

static twins twins_count(const alea__stream *s, uint32_t more)
{
    return (twins){{_mm_set_epi64x(s->counter[0] + more + 1, s->counter[0] + more),
                    _mm_set1_epi64x(s->counter[1]), _mm_set1_epi64x(s->counter[2]),
                    _mm_set1_epi64x(s->counter[3])}};
}

static void twins_put(twins t, uint32_t word[2][4])
{
    for (int i = 0; i < 4; i++) {
        word[0][i] = (uint32_t)_mm_cvtsi128_si32(t.word[i]);
        word[1][i] = (uint32_t)_mm_cvtsi128_si32(_mm_unpackhi_epi64(t.word[i], t.word[i]));
    }
}

/* Makes four blocks, two pairs of twins; ten rounds of Philox, like alea__philox. */
static void next_blocks(despirala_queue *q)
{
    twins a = twins_count(&q->bytes, 0), b = twins_count(&q->bytes, 2);
    uint32_t k0 = q->bytes.key[0], k1 = q->bytes.key[1];
    for (int round = 0; round < 10; round++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
        const __m128i key0 = _mm_set1_epi64x(k0), key1 = _mm_set1_epi64x(k1);
        a = twins_turn(a, key0, key1);
        b = twins_turn(b, key0, key1);
    }
    twins_put(a, q->word);
    twins_put(b, q->word + 2);
    q->bytes.counter[0] += DESPIRALA_BLOCKS;
    q->block = 0;
}
#else
static void next_blocks(despirala_queue *q)
{
    for (uint32_t i = 0; i < DESPIRALA_BLOCKS; i++, q->bytes.counter[0]++)
        alea__philox(q->bytes.key, q->bytes.counter, q->word[i]);
    q->block = 0;
}
#endif

/* Appends the dice of the next block; a byte that is skipped adds nothing. */
static void queue_fill_block(const despirala_tosses *t, despirala_queue *q)
{
    const uint32_t *word = q->word[q->block++], per_byte = t->per_byte;
    uint64_t before = q->sum[q->end];
    uint32_t end = q->end;
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t bytes = word[i], left = 4; left > 0; left--, bytes >>= 8) {
            const uint32_t byte = bytes & 255;
            const uint64_t *sum = t->sum + byte * per_byte;
            for (uint32_t k = 0; k < per_byte; k++) q->sum[end + k + 1] = before + sum[k];
            end += t->gives[byte];
            before += sum[per_byte - 1];
        }
    q->end = end;
}

typedef uint64_t two_sums __attribute__((vector_size(16)));

/* The same if a byte gives two dice, as with six sides: their sums are computed together. */
static void queue_fill_pairs(const despirala_tosses *t, despirala_queue *q)
{
    const uint32_t *word = q->word[q->block++];
    two_sums before = {q->sum[q->end], q->sum[q->end]};
    uint64_t *at = q->sum + q->end + 1;
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = 0, bytes = word[i]; k < 4; k++, bytes >>= 8) {
            const uint32_t byte = bytes & 255;
            two_sums sums;
            memcpy(&sums, t->sum + byte * 2, sizeof sums);
            sums += before;
            memcpy(at, &sums, sizeof sums);
            before = __builtin_shufflevector(sums, sums, 1, 1);
            at += t->gives[byte];
        }
    q->end = (uint32_t)(at - q->sum) - 1;
}

/* Whatever waits goes to the front. A byte that is skipped adds nothing, and is written over by the next. */
void despirala_queue_fill(const despirala_tosses *t, despirala_queue *q)
{
    const uint32_t waiting = q->end - q->at;
    for (uint32_t i = 0; i <= waiting; i++) q->sum[i] = q->sum[q->at + i];
    ALEA_ASSERT(q->at <= q->end && waiting < t->dice);
    q->at = 0;
    q->end = waiting;
    while (q->end < t->dice) {
        if (q->block == DESPIRALA_BLOCKS) next_blocks(q);
        if (t->per_byte == 2)
            queue_fill_pairs(t, q);
        else
            queue_fill_block(t, q);
    }
    ALEA_ASSERT(q->end < DESPIRALA_QUEUE);
}

/* ---- rolls ---- */

/* The half of a roll's faces, low or high. */
static uint64_t faces_half(const despirala_tosses *t, const despirala_rules *rules, uint32_t roll, int high)
{
    const uint64_t faces = faces_word(rules->faces + roll * rules->sides, rules->sides);
    return high ? faces >> t->high_at : faces & t->low_faces;
}

/* The first roll with the same low faces is the last one that was found; for the others, stores their distance from it. */
static bool try_factor(despirala_tosses *t, const despirala_rules *rules, int high)
{
    const uint16_t none = UINT16_MAX;
    uint16_t *place = t->place[high];
    uint64_t *owner = t->owner;
    uint32_t first = 0;
    memset(place, 0xff, sizeof *place << (64 - t->shift));
    for (uint32_t roll = 0; roll < rules->rolls; roll++) {
        if (faces_half(t, rules, roll, 0) != faces_half(t, rules, first, 0)) first = roll;
        const uint64_t half = faces_half(t, rules, roll, high);
        const size_t at = half * t->factor[high] >> t->shift;
        if (place[at] != none && owner[at] != half) return false;
        owner[at] = half;
        place[at] = (uint16_t)(high ? roll - first : first);
    }
    return true;
}

/* If n random numbers go to m places, all places are different with a chance of about exp(-n^2 / 2m). m is so large that
   one factor in a thousand succeeds. */
static bool make_rolls(despirala_tosses *t, const despirala_rules *rules)
{
    uint64_t state = 0;
    const uint32_t low = (rules->sides + 1) / 2;
    uint64_t halves = 1; /* at most: this many dice of this many faces, or fewer */
    uint32_t bits = 4;
    ALEA_ASSERT(rules->rolls < UINT16_MAX); /* places are kept in 16 bits */
    for (uint32_t i = 1; i <= low; i++) halves = halves * (rules->dice + i) / i;
    while ((UINT64_C(14) << bits) < halves * halves) bits++;
    t->shift = 64 - bits;
    t->high_at = 8 * low;
    t->low_faces = (UINT64_C(1) << t->high_at) - 1;
    t->place[0] = alea__alloc_array((size_t)1 << bits, sizeof *t->place[0]);
    t->place[1] = alea__alloc_array((size_t)1 << bits, sizeof *t->place[1]);
    t->owner = alea__alloc_array((size_t)1 << bits, sizeof *t->owner);
    const bool made = t->place[0] && t->place[1] && t->owner;
    for (int high = 0; made && high < 2; high++) do
            t->factor[high] = alea__mix_next(&state);
        while (!try_factor(t, rules, high));
    alea__free(t->owner);
    t->owner = NULL;
    return made;
}

alea_status despirala_tosses_make(const despirala_rules *rules, despirala_tosses **out, alea_error *error)
{
    const alea__dice *how = &rules->how;
    despirala_tosses *t = alea__alloc(sizeof *t);
    if (!t || !make_rolls(t, rules)) {
        despirala_tosses_free(t);
        return alea__out_of_memory(error);
    }
    t->dice = rules->dice;
    t->per_byte = how->per_byte;
    for (uint32_t byte = 0; byte < how->limit; byte++) {
        uint64_t sum = 0;
        uint32_t digits = byte % how->range;
        t->gives[byte] = (uint8_t)how->per_byte;
        for (uint32_t k = 0; k < how->per_byte; k++, digits /= rules->sides)
            t->sum[byte * how->per_byte + k] = sum += UINT64_C(1) << 8 * (digits % rules->sides);
    }
    for (uint32_t i = 0; i < rules->targets; i++)
        t->required[i] = faces_word(rules->target[i].required, rules->sides);
    *out = t;
    return ALEA_OK;
}

void despirala_tosses_free(despirala_tosses *t)
{
    if (!t) return;
    alea__free(t->place[0]);
    alea__free(t->place[1]);
    alea__free(t);
}
