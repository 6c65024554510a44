#ifndef ALEA_BENCH_TEXTBOOK_HOG_H
#define ALEA_BENCH_TEXTBOOK_HOG_H
/* Hog with exact chances in its simplest implementation: all positions one after the other, from the highest sum of scores
   down, each a sum over the points that the dice can score. */
#include <stdbool.h>
#include <stdint.h>

enum { TEXTBOOK_HOG_GOAL = 100, TEXTBOOK_HOG_DICE = 10 };

/* The chance that strategy a wins against b, moving first and moving second. Strategies are dice for [own][opponent].
   Returns false if memory runs out. */
bool textbook_hog_pair(uint8_t (*a)[TEXTBOOK_HOG_GOAL], uint8_t (*b)[TEXTBOOK_HOG_GOAL], bool time_trot,
                       double *first, double *second);

/* The chance that the first player wins when both play optimally and know the number of the turn. */
bool textbook_hog_best(bool time_trot, double *first);
#endif
