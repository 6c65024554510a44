#ifndef ALEA_BENCH_HOG_STRATEGIES_H
#define ALEA_BENCH_HOG_STRATEGIES_H
/* Strategies for Hog as students write them. Each number up to 400 gives another table; small numbers use all numbers of dice, larger
   ones fewer. */
#include "bench/textbook_hog.h"

#include <alea/status.h>

/* dice[own][opponent] */
void bench_hog_fill(unsigned number, uint8_t dice[TEXTBOOK_HOG_GOAL][TEXTBOOK_HOG_GOAL]);

/* The same strategy as a file in a folder: in Python, or as a table. */
alea_status bench_hog_write(const char *folder, unsigned number, bool python, alea_error *);
#endif
