#pragma once
/* Computes answers from the values of moves; `least`: small values are better. */
#include "exact/interval.h"

/* A number that is greater for better values. */
static inline double alea__merit(alea_interval value, bool least)
{
    return least ? -alea__interval_middle(value) : alea__interval_middle(value);
}

/* Sets the best move: the first one in the list whose merit is at most `tie` below the greatest. Then calls
   alea__answer_conclude. */
void alea__answer_choose(alea_answer *, bool least, double tie);
/* Sets the value of the position, and whether the best move is tied with another one. `best` must be set. */
void alea__answer_conclude(alea_answer *, bool least);
