/* Reads rolls ahead: see rolls_ahead.h. */
#include "family/race/simulate/rolls_ahead.h"
#include "base/assert.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { BLOCK_BYTES = 16 };

/* Whether rolls only add or lose the turn, and the first to bank the goal wins, at any time. */
static bool ahead_is_pig(const race_rules *rules, uint32_t *most)
{
    bool pig = rules->ending == RACE_BANK && rules->memories == 1 && rules->first_forced &&
               !rules->over_goal_hold && rules->turn_limit == 0;
    *most = 0;
    for (uint32_t i = 0; pig && i < rules->outcomes; i++) {
        const race_effect *e = &rules->effect[i];
        if (e->kind == RACE_BUST) continue;
        pig = e->kind == RACE_ADD && !e->forced && e->amount > 0 && e->amount <= AHEAD_MOST_POINTS;
        if (e->amount > *most) *most = e->amount;
    }
    for (uint32_t score = 0; pig && score <= rules->goal; score++) pig = rules->landing[score] == RACE_ADD;
    return pig;
}

/* The rolls in a byte of the stream, first die least significant. */
static void ahead_fill_byte(const race_rules *rules, uint32_t byte, ahead_table *t)
{
    uint32_t rest = byte % rules->how.range;
    uint64_t points = 0;
    t->rolls[byte] = (uint8_t)(byte < rules->how.limit ? t->slots : 0);
    t->lost[byte] = 0;
    for (uint32_t w = 0; w < AHEAD_WORDS; w++) t->points[byte][w] = 0;
    for (uint32_t slot = 0; slot < t->slots; slot++, rest /= rules->outcomes) {
        const uint32_t outcome = rest % rules->outcomes;
        const race_effect *e = &rules->effect[outcome];
        t->outcome[byte][slot] = (uint8_t)outcome;
        if (e->kind == RACE_ADD) points += e->amount;
        if (e->kind != RACE_ADD) t->lost[byte] |= (uint8_t)(1u << slot);
        if (t->pig) t->points[byte][slot / AHEAD_SUMS] |= points << 16 * (slot % AHEAD_SUMS);
    }
}

void ahead_fill_table(const race_rules *rules, ahead_table *out)
{
    const uint32_t per_byte = rules->how.per_byte;
    const bool whole = per_byte > 0 && per_byte % rules->dice == 0 && rules->outcomes <= 256;
    uint32_t most = 0;
    out->slots = 0;
    if (whole) out->slots = (uint8_t)(per_byte / rules->dice);
    ALEA_ASSERT(out->slots <= AHEAD_SLOTS); /* limit of a table */
    out->pig = whole && ahead_is_pig(rules, &most);
    out->stores = most <= AHEAD_STORED ? AHEAD_STORED : AHEAD_STORES;
    out->bytes = out->slots * BLOCK_BYTES <= AHEAD_MOST ? BLOCK_BYTES : BLOCK_BYTES / 2;
    for (uint32_t byte = 0; whole && byte < 256; byte++) ahead_fill_byte(rules, byte, out);
}

void ahead_start(rolls_ahead *a, bool pig, uint64_t seed, uint64_t game)
{
    a->pig = pig;
    alea__dice_start(&a->dice, seed, 0, game);
    a->next = a->count = 0;
    a->byte = BLOCK_BYTES;
    a->points[0] = 0;
    a->lost = 1;
    a->reached[0] = a->reached[1] = 0;
}

/* Records the roll for the points above `points`; the next roll overwrites any surplus entries. */
ALWAYS_INLINE void ahead_mark(rolls_ahead *a, uint32_t points, uint64_t roll, uint32_t stores)
{
    for (uint32_t i = 0; i < stores; i += AHEAD_STORED)
        memcpy(a->reached + points + 1 + i, &roll, AHEAD_STORED);
}

/* The points of the rolls of a byte up to this one, and with it. */
ALWAYS_INLINE uint32_t ahead_sum(const uint64_t points[AHEAD_WORDS], uint32_t slot)
{
    return points[slot / AHEAD_SUMS] >> 16 * (slot % AHEAD_SUMS) & UINT16_MAX;
}

/* How bytes are read, all known to the compiler: how many of the block's from its `first` on, the rolls in each, and the bytes
   that the points of a roll need. */
typedef struct ahead_loop {
    uint32_t first, bytes, slots, stores;
} ahead_loop;

ALWAYS_INLINE uint32_t ahead_byte(const rolls_ahead *a, uint32_t i)
{
    return a->dice.bytes.word[i >> 2] >> (8 * (i & 3)) & 255;
}

/* The rolls of a byte, after `count` others that bring `before` points. */
ALWAYS_INLINE void ahead_add_byte(rolls_ahead *a, const uint64_t points[AHEAD_WORDS], uint32_t before,
                                  uint32_t count, ahead_loop by)
{
    const uint64_t every_byte = UINT64_C(0x0101010101010101);
    for (uint32_t slot = 0; slot < by.slots; slot++) {
        a->points[count + slot + 1] = (uint16_t)(before + ahead_sum(points, slot));
        ahead_mark(a, before + (slot > 0 ? ahead_sum(points, slot - 1) : 0), (count + slot) * every_byte,
                   by.stores);
    }
}

/* The rolls of some bytes, and where their points are reached. */
ALWAYS_INLINE void ahead_read_pig(rolls_ahead *a, const ahead_table *t, ahead_loop by)
{
    uint64_t lost = 0;
    uint32_t count = 0, points = 0;
    for (uint32_t i = by.first; i < by.first + by.bytes; i++) {
        const uint32_t byte = ahead_byte(a, i);
        if (t->rolls[byte] == 0) continue;
        lost |= (uint64_t)t->lost[byte] << count;
        ahead_add_byte(a, t->points[byte], points, count, by);
        points += ahead_sum(t->points[byte], by.slots - 1);
        count += by.slots;
    }
    a->reached[points + 1] = (uint8_t)count;
    a->lost = lost | UINT64_C(1) << count;
    a->count = count;
}

/* The same for any rules: the outcomes of the rolls. */
ALWAYS_INLINE void ahead_read_outcomes(rolls_ahead *a, const ahead_table *t, ahead_loop by)
{
    uint32_t count = 0;
    for (uint32_t i = by.first; i < by.first + by.bytes; i++) {
        const uint32_t byte = ahead_byte(a, i);
        memcpy(a->outcome + count, t->outcome[byte], sizeof t->outcome[byte]);
        count += t->rolls[byte];
    }
    a->count = count;
}

/* The loops that games need most are compiled for them. */
void ahead_read(rolls_ahead *a, const ahead_table *t)
{
    if (a->byte == BLOCK_BYTES) {
        alea__stream_refill(&a->dice.bytes);
        a->byte = 0;
    }
    const ahead_loop any = {a->byte, t->bytes, t->slots, t->stores};
    a->next = 0;
    a->byte += t->bytes;
    if (a->pig && t->slots == 2 && t->stores == AHEAD_STORED)
        ahead_read_pig(a, t, (ahead_loop){0, BLOCK_BYTES, 2, AHEAD_STORED});
    else if (a->pig)
        ahead_read_pig(a, t, any);
    else if (t->bytes == BLOCK_BYTES)
        ahead_read_outcomes(a, t, (ahead_loop){.bytes = BLOCK_BYTES});
    else
        ahead_read_outcomes(a, t, any);
}
