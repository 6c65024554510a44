#ifndef ALEA_CLI_PLAY_COACH_H
#define ALEA_CLI_PLAY_COACH_H
/* Somebody beside the table who knows what moves are worth: for hints, warnings, and opponents of any strength. Solves the
   game when it is first asked. */
#include "cli/cli.h"

typedef struct coach {
    const alea_game *game;
    alea_game *alone; /* where players only compare scores: the game of one of them */
    alea_table *table;
    alea_objective objective;
    bool tried;
    char why[1000]; /* it knows nothing, when it was tried and there is no table */
} coach;

void coach_start(coach *, const alea_game *); /* the game must stay */
void coach_end(coach *);
/* Whether it knows what moves are worth in this game; else `why` says why not. Solves the game. */
bool coach_knows(coach *);
/* What the position is worth to the seat whose turn it is. false: `why` says why nobody knows. The answer is the caller's. */
bool coach_ask(coach *, const alea_state *, alea_answer *out);

/* What a move costs, in the objective's unit, at least 0; and what an answer's index of it is. */
double coach_cost(const alea_answer *, unsigned index);
unsigned coach_find(const alea_answer *, uint32_t move); /* answer->count: it is not there */

/* The move of somebody of a strength from 0, who moves at random, to 1, who never errs: worse moves are the rarer, the more
   they cost. `draw` is a random number from 0 to 1. */
unsigned coach_err(const coach *, const alea_answer *, double strength, double draw);
#endif
