#ifndef FUZZ_SUPPORT_SECOND_REFEREE_H
#define FUZZ_SUPPORT_SECOND_REFEREE_H
/* A second referee of race games, written from docs/write-rules.md, docs/run.md and docs/randomness.md without any code of
   alea's; its counts must equal those of every path. It is slow, and supports only the games and bots that these structures
   can describe. */
#include <stdbool.h>
#include <stdint.h>

enum { SECOND_MEMORIES = 3, SECOND_SUMS = 25, SECOND_SEATS = 4, SECOND_GOAL = 60 };

typedef enum second_kind { SECOND_ADD, SECOND_BUST, SECOND_WIPE } second_kind;

typedef struct second_effect {
    second_kind kind;
    unsigned points, memory; /* of SECOND_ADD */
    bool forced;
} second_effect;

typedef struct second_rules {
    unsigned players, dice, sides, goal;
    bool may_hold_first, chase, holds_over_goal, pays;
    second_effect effect[SECOND_MEMORIES][2]
                        [SECOND_SUMS];    /* by memory, whether all dice are equal, and sum */
    second_kind landing[SECOND_GOAL + 1]; /* SECOND_ADD: no effect */
    unsigned per_point[SECOND_GOAL + 1];
} second_rules;

typedef struct second_bot {
    enum { SECOND_HOLD, SECOND_TOTAL, SECOND_RANDOM, SECOND_PROGRAM } kind;
    unsigned n; /* of hold(n) and hold-at-total(n); of random(n / 100) */
    /* A program computes x = (own score with the turn's points * own + sum of the others' scores * others + plus) mod modulus. It
       fails if x is fails_at, and rolls if x is less than rolls_below. */
    unsigned own, others, plus, modulus, rolls_below, fails_at;
} second_bot;

typedef struct second_counts {
    uint64_t wins[SECOND_SEATS], forfeits[SECOND_SEATS], unfinished, turns; /* by bot */
    int64_t money[SECOND_SEATS];
} second_counts;

/* How many games are played: this many, or fewer, with which the rolls and decisions of all became this many. */
typedef struct second_length {
    unsigned games; /* at most 4,096 */
    uint64_t steps;
} second_length;

/* Plays games 0 … n - 1, and returns n. In game g bot i sits in seat (i + g) mod players. */
unsigned second_match(const second_rules *, const second_bot *bots, uint64_t seed, const second_length *,
                      second_counts *);
#endif
