#ifndef ALEA_BENCH_TEXTBOOK_DESPIRALA_PLAN_H
#define ALEA_BENCH_TEXTBOOK_DESPIRALA_PLAN_H
/* Shared by Despirala's textbook programs: the rules as tables, the values, and the best moves. */
#include "bench/textbook_despirala.h"

#include <stdint.h>

enum {
    DICE = 6,
    SIDES = 6,
    GAIN = 5,
    COMBINATIONS = 14,
    MASKS = 1 << COMBINATIONS,
    GOODS = GAIN * COMBINATIONS + 1,
    ROLLS = 462,
    TARGETS = 57,
    REROLL = TARGETS,
    COUNTS = 7 * 7 * 7 * 7 * 7 * 7, /* of dice by face, each as a digit */
    STATES = 64                     /* of progress to one target, at most */
};

typedef struct textbook_despirala_target {
    int combination, collect, points;
    int need[SIDES];
    int states, done; /* progress: dice kept of each face, as one number */
    int dice[STATES]; /* that are kept */
    int steps[STATES], to[STATES][STATES];
    double chance[STATES][STATES]; /* of each step */
    int state_of[ROLLS];
} textbook_despirala_target;

typedef struct textbook_despirala_solver {
    bool misere;
    int rolls, targets;
    int roll[ROLLS][SIDES];
    double chance[ROLLS];
    textbook_despirala_target target[TARGETS];
    double worth[GOODS][TARGETS][STATES];
    double value[MASKS][GOODS + GAIN];
} textbook_despirala_solver;

struct textbook_despirala_plan {
    textbook_despirala_solver *solver;
    int16_t roll_of[COUNTS];
    uint8_t move[MASKS][GOODS][ROLLS];  /* a target, or REROLL */
    uint8_t go_on[MASKS][GOODS][SIDES]; /* bits by the dice kept of a collect */
};

/* Solves the game, sets of combinations from the full one down. Returns NULL if memory runs out. `note` may be NULL; else
   it is called for each set as soon as the values of its attempts are known, which the next set overwrites. */
typedef void textbook_despirala_note(void *user, const textbook_despirala_solver *, int mask);
textbook_despirala_solver *textbook_despirala_solve(bool misere, textbook_despirala_note *note, void *user);
#endif
