#ifndef ALEA_EXACT_QUERY_H
#define ALEA_EXACT_QUERY_H
/* Answers out of the values of moves; `least`: small values are better. */
#include "exact/interval.h"

/* To be made large. */
static inline double alea__merit(alea_interval value, bool least)
{
    return least ? -alea__interval_middle(value) : alea__interval_middle(value);
}

/* The bounds of the better of two values, whichever it is. */
alea_interval alea__interval_better(alea_interval, alea_interval, bool least);

/* Makes the first listed move whose merit is at most `tie` below the greatest the best move. */
void alea__answer_choose(alea_answer *, bool least, double tie);
/* The value of the position and whether the best move is tied with another; `best` is set. */
void alea__answer_conclude(alea_answer *, bool least);
#endif
