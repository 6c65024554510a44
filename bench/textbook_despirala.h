#ifndef ALEA_BENCH_TEXTBOOK_DESPIRALA_H
#define ALEA_BENCH_TEXTBOOK_DESPIRALA_H
/* Despirala as one would solve it: every set of combinations attempted, every number of goods, every roll, every target, with a
   table of each target's progress. */
#include <stdbool.h>

/* What the start is worth; negative: no memory. */
double textbook_despirala(bool misere);
#endif
