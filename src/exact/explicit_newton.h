#pragma once
/* Newton's method in components where a single position is needed before it is known, as in Pig, where players who roll a 1
   change places and nothing else: by the value of that position one pass finds all others, and how each of them changes with
   it, along the best moves. A few passes take the place of policy iteration, which solves equations between them. */
#include "exact/explicit_inside.h"

typedef struct explicit_newton {
    const explicit_problem *p;
    /* If not NULL, counts the greatest number of steps; at decisions only edges count that lose at most `loss` by the
       values `known` of problem `by`. */
    const explicit_problem *by;
    const double *known;
    double loss;
    double *slope; /* [position]: for its own use, all 0 between components */
    double guess;  /* of the position: start of the first pass */
} explicit_newton;

/* Required precision: a change of `enough`, or one of `settled` that no longer shrinks. */
typedef struct explicit_near {
    double enough, settled;
} explicit_near;

/* Solves for x in a component from the values of earlier ones. Returns false if there is no such position or the passes do
   not converge; x is then the starting point of the first pass. */
bool explicit_newton_find(explicit_newton *, uint32_t component, const explicit_near *, double *x);
