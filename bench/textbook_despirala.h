#ifndef ALEA_BENCH_TEXTBOOK_DESPIRALA_H
#define ALEA_BENCH_TEXTBOOK_DESPIRALA_H
/* Despirala as one would solve it: every set of combinations attempted, every number of goods, every roll, every target, with a
   table of each target's progress. */
#include "bench/race.h"

#include <stdbool.h>

/* The value of the start; negative if memory runs out. */
double textbook_despirala(bool misere);

/* The best move for every set, number of goods and roll, stored while solving: a table of half a gigabyte. NULL if memory
   runs out. */
typedef struct textbook_despirala_plan textbook_despirala_plan;
textbook_despirala_plan *textbook_despirala_plan_make(void);
void textbook_despirala_plan_free(textbook_despirala_plan *); /* accepts NULL */

/* The probability of every score under the plan. Returns false if memory runs out. */
enum { TEXTBOOK_DESPIRALA_SCORES = 640 };
bool textbook_despirala_spread(const textbook_despirala_plan *, double out[TEXTBOOK_DESPIRALA_SCORES]);
bench_play textbook_despirala_games; /* `user` is a plan; points are the money */
#endif
