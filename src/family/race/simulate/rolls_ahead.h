#pragma once
/* Reads the rolls of a game one random block at a time, which is possible because the stream depends on nothing. If rolls
   only add points or lose the turn (`pig`), also computes the sums of points and marks the rolls that lose. The end of a
   turn is then looked up without a branch per roll, because processors predict dice badly. */
#include "family/race/play/state.h"
#include <string.h>

enum {
    AHEAD_SLOTS = 6,        /* rolls in one byte of the stream */
    AHEAD_MOST = 48,        /* rolls at a time; a bit for each, and one more, in a word */
    AHEAD_MOST_POINTS = 31, /* of one roll of pig */
    AHEAD_SUMS = 4,         /* in a word */
    AHEAD_WORDS = 2,        /* for the sums of AHEAD_SLOTS */
    AHEAD_STORED = 8,       /* bytes of a store */
    AHEAD_STORES = 32       /* bytes for AHEAD_MOST_POINTS */
};

/* The rolls in each byte of the stream, and their number; none in a byte that is skipped. If bytes do not hold whole rolls,
   `slots` is 0 and dice are taken one at a time. */
typedef struct ahead_table {
    bool pig;
    uint8_t slots;
    uint8_t stores; /* bytes that the points of a roll need */
    uint8_t bytes;  /* of the stream that are read at a time: 8 or 16 */
    uint8_t rolls[256], outcome[256][8];
    /* For pig: a bit for each roll that loses the turn, and the points up to and including each roll, in 16 bits. */
    uint8_t lost[256];
    uint64_t points[256][AHEAD_WORDS];
} ahead_table;

/* The rolls that were read, of which `next` comes next where they are taken one by one. `lost` has a bit for each roll that
   loses the turn, and one for the end; points[i] is the sum before roll i, and reached[n] is the roll that brings n points. */
typedef struct rolls_ahead {
    alea__dice_stream dice;
    bool pig;
    uint32_t next, count, byte; /* byte: of the random block, the next */
    uint8_t outcome[AHEAD_MOST + 8];
    uint64_t lost;
    uint16_t points[AHEAD_MOST + 1];
    uint8_t reached[AHEAD_MOST * AHEAD_MOST_POINTS + 2 + AHEAD_STORES];
} rolls_ahead;

void ahead_fill_table(const race_rules *, ahead_table *out);
/* `pig`: rolls will be taken as pig's; only if the table supports it. */
void ahead_start(rolls_ahead *, bool pig, uint64_t seed, uint64_t game);
/* Reads the next block, which may contain no roll. For pig there are no outcomes. */
void ahead_read(rolls_ahead *, const ahead_table *);

/* The next roll: an outcome of the rules. */
static inline uint32_t ahead_roll(rolls_ahead *a, const ahead_table *t, const race_rules *rules)
{
    if (t->slots == 0) return alea__roll_dice(&a->dice, &rules->how, rules->dice);
    while (a->next == a->count) ahead_read(a, t);
    return a->outcome[a->next++];
}

/* ---- pig: `next` is the caller's ---- */

/* The roll that loses a turn which begins now, or `count`. */
static inline uint32_t ahead_lost(const rolls_ahead *a, uint32_t next)
{
    return next + (uint32_t)__builtin_ctzll(a->lost >> next);
}

/* The roll that brings that many points, at least one, from now on, or `count`. */
static inline uint32_t ahead_reached(const rolls_ahead *a, uint32_t next, uint32_t points)
{
    const uint32_t before = a->points[next], above = a->points[a->count] + 1u - before;
    return a->reached[before + (points < above ? points : above)];
}

/* The points of the rolls from one on and before another. */
static inline uint32_t ahead_points(const rolls_ahead *a, uint32_t from, uint32_t until)
{
    return (uint32_t)(a->points[until] - a->points[from]);
}
