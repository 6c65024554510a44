#pragma once
/* All positions as arrays, with the game that they are of. */
#include "value/solver_ops.h"
#include <alea/arrays.h>

struct alea_arrays {
    alea__arrays array; /* value NULL: unknown */
};

/* With arrays of zeros; `values` adds P. Fails with ALEA_E_REFUSED if the game has no such arrays. */
alea_status alea__arrays_make(const alea_game *, bool values, alea_arrays **out, alea_error *);
/* Elements of each array. */
size_t alea__arrays_count(const alea__arrays *);
/* The datasets P, if known, and roll. */
alea_status alea__arrays_write_hdf5(const char *path, const alea__arrays *, alea_error *);
