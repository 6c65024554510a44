#pragma once
/* Positions as arrays; implements alea__arrays_ops. */
#include "value/solver_ops.h"

enum { RACE_MOST_ARRAY = 400 };

extern const alea__arrays_ops race_arrays_ops;
