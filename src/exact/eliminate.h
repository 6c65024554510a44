#pragma once
/* Solves for the values of a fixed policy in one component by elimination, for games that mix slowly, such as long random
   walks, on which GMRES makes no progress. Each position is expressed in terms of later ones, without pivoting, which rows
   with a weight of at most 1 do not need. */
#include "exact/linear.h"
#include <stdbool.h>

/* Corrects x, which may hold any values. Returns false, without any change, if two positions are partners, if too many
   terms are needed, if memory runs out, or if there is no solution. */
bool exact_eliminate(const exact_linear *, uint32_t component, const double *c, double *x);
