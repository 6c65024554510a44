#ifndef ALEA_BENCH_TEXTBOOK_H
#define ALEA_BENCH_TEXTBOOK_H
/* The games in their simplest implementation: one after the other, plain integers, Philox, one 32-bit word per die. */
#include "base/random.h"
#include "bench/race.h"

#include <stdbool.h>

enum { TEXTBOOK_PLAYERS = 8, TEXTBOOK_GOAL = 100, TEXTBOOK_SOLITAIRE_TURNS = 12 };

/* A fair die: the four words that would make it unfair are skipped. */
static inline int textbook_die(alea__stream *random)
{
    const uint32_t fair = UINT32_MAX / 6 * 6; /* 4,294,967,292 */
    uint32_t word;
    do word = alea__next_word(random);
    while (word >= fair);
    return (int)(word % 6) + 1;
}

/* textbook_pig.c. `user` is one of these. */
typedef struct textbook_pig {
    int hold_at[2];              /* hold(n) of both players */
    int (*table)[TEXTBOOK_GOAL]; /* else the first player's: [own][other] */
} textbook_pig;
bench_play textbook_pig_hold;      /* hold(hold_at[0]) v hold(hold_at[1]) */
bench_play textbook_pig_table;     /* table v hold(hold_at[1]) */
bench_play textbook_pig_keep_pace; /* keep-pace v hold(hold_at[1]) */

/* textbook_pig_seats.c: Pig for two players or more. `user` is one of these. */
typedef struct textbook_seats {
    int players, number[TEXTBOOK_PLAYERS]; /* of hold(n), of turns(n), or the hundredths of random(p) */
    bool *rolls; /* the best play of two: [(own * TEXTBOOK_GOAL + other) * TEXTBOOK_GOAL + turn] */
} textbook_seats;
bench_play textbook_seats_hold, textbook_seats_random, textbook_seats_turns;
bench_play textbook_seats_best; /* the best play v hold(number[1]) */

/* textbook_pig_pen.c: two players or more, hold(hold_at[seat]). */
typedef struct textbook_pig_pen {
    int players;
    int hold_at[TEXTBOOK_PLAYERS];
} textbook_pig_pen;
bench_play textbook_pig_pen_hold;

/* textbook_exact.c: the first player's chance of winning when both play best, in Pig and in Two-Dice Pig, NaN if memory
   runs out; the best chance in Pig Solitaire; and in Pig the chance of hold(hold_at[0]) against hold(hold_at[1]), moving
   first and second. */
double textbook_pig_best(void);
double textbook_two_dice_best(void);
double textbook_solitaire_best(void);
/* Where best play rolls, in the form of textbook_seats; NULL if memory runs out. The caller frees it. */
bool *textbook_pig_plan(void);
bool textbook_pig_result(const int hold_at[2], double out[2]);

/* textbook_pen_exact.c: Pig-Pen for two. The first player's expected dollars if both play best for dollars, NaN if memory
   runs out; and one quantity for hold(hold_at[0]) against hold(hold_at[1]), moving first and second, false if memory runs
   out. */
typedef enum textbook_pen_quantity {
    TEXTBOOK_PEN_DOLLARS,
    TEXTBOOK_PEN_WIN,
    TEXTBOOK_PEN_TURNS, /* of the whole game */
    TEXTBOOK_PEN_QUANTITIES
} textbook_pen_quantity;
double textbook_pen_best(void);
bool textbook_pen_result(const int hold_at[2], textbook_pen_quantity, double out[2]);

/* textbook_graph.c: Pig as a graph, and the value of its start. NULL if memory runs out. */
typedef struct textbook_graph textbook_graph;
textbook_graph *textbook_graph_make(void);
void textbook_graph_free(textbook_graph *); /* accepts NULL */
double textbook_graph_best(textbook_graph *);

/* Sums of the results so far; textbook_sum.c computes means from them. */
typedef struct textbook_count {
    int64_t turns, turns_squared;
    int64_t wins[TEXTBOOK_PLAYERS], money[TEXTBOOK_PLAYERS], money_squared[TEXTBOOK_PLAYERS];
} textbook_count;
static inline void textbook_count_turns(textbook_count *count, int turns)
{
    count->turns += turns;
    count->turns_squared += (int64_t)turns * turns;
}
void textbook_means(const textbook_count *, uint64_t games, int players, bench_sum *);
#endif
