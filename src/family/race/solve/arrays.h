#ifndef ALEA_FAMILY_RACE_SOLVE_ARRAYS_H
#define ALEA_FAMILY_RACE_SOLVE_ARRAYS_H
/* Positions as arrays; implements alea__arrays_ops. */
#include "value/solver_ops.h"

enum { RACE_MOST_ARRAY = 400 };

extern const alea__arrays_ops race_arrays_ops;
#endif
