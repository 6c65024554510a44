#pragma once
/* The values of moves for hints, warnings, remarks during play, and opponents of any strength. Solves the game at the first
   question. If that is impossible, as with three or more players, estimates values by rollouts. */
#include "command/command.h"

#include <alea/review.h>

typedef struct coach {
    const alea_game *game;
    alea_objective objective;
    uint64_t seed; /* of rollouts, for estimates */
    alea_reviewer *reviewer;
    alea_review_values values; /* of solving; valid if `knows` */
    bool tried, knows;
    alea_status status; /* of the last question or of solving, if it failed */
    char why[1000];     /* the same as a sentence */
} coach;

void coach_start(coach *, const alea_game *); /* the game must stay */
void coach_end(coach *);
/* Returns whether the values of moves are known or can be estimated, after solving the game; if not, `why` has the reason. */
bool coach_knows(coach *);
/* Whether they are estimates, or exact; neither unless coach_knows was asked. */
bool coach_estimates(const coach *);
bool coach_has_table(const coach *);
/* Computes the values of a position for the seat to move. `event` is the number of the next event, from 0. The caller frees
   the answer with alea_review_answer_free. On failure returns false with the reason in `why`; ALEA_E_MEMORY does not mean
   that the game is unsuitable. */
bool coach_ask(coach *, const alea_state *, size_t event, alea_review_answer *out);
/* The luck of a roll. Returns false if unknown. */
bool coach_weigh(coach *, const alea_event *rolled, size_t event, alea_review_luck *out);

/* Whether a move ends the game in a win for the mover. */
bool coach_wins(const coach *, const alea_state *, uint32_t move);

/* The cost of a move in the objective's unit, at least 0; and the index of a move in an answer. */
double coach_cost(const alea_answer *, unsigned index);
unsigned coach_find(const alea_answer *, uint32_t move); /* answer->count if the move is not listed */

/* The probability that a player of this strength makes a move: 0 moves at random, 1 never errs, and the more a move
   costs, the rarer it is. */
double coach_chance(const alea_answer *, unsigned index, alea_objective, double strength);
/* The index of the move that such a player makes; `draw` is a random number in [0, 1). */
unsigned coach_err(const alea_answer *, alea_objective, double strength, double draw);

/* The strength of a named level or of a number from 0 to 1. Returns false if the text is neither. */
bool coach_strength(const char *level, double *strength);
#define COACH_LEVEL "club" /* without another wish */
