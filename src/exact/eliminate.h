#ifndef ALEA_EXACT_ELIMINATE_H
#define ALEA_EXACT_ELIMINATE_H
/* The values of a fixed policy in one component by elimination: for games that mix slowly, such as long random walks, on which
   GMRES makes no progress. Each position in turn is written in terms of later ones; without pivots, which rows that weigh at
   most 1 do not need. */
#include "exact/linear.h"
#include <stdbool.h>

/* The memory that it takes at most, beside 28 bytes for each position of the component. */
#define EXACT_ELIMINATE_BYTES (12.0 * (1 << 22))

/* Corrects x, which may be anything. False, and nothing is changed, where two positions are partners, where too much is to
   be written down, where there is no memory, or no solution. */
bool exact_eliminate(const exact_linear *, uint32_t component, const double *c, double *x);
#endif
