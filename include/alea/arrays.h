#ifndef ALEA_ARRAYS_H
#define ALEA_ARRAYS_H
/** All positions of a two-player race to a goal as arrays.
 *
 *  P[i][j][k] is the chance to win of the player to move with i points banked, against j, with a turn total of k;
 *  roll[i][j][k] says whether rolling is better than holding. Both arrays have goal x goal x goal elements, and a
 *  fourth index for the turn's memory in games that have one. Where i + k reaches the goal, P is 1 and roll is false.
 *  They also have the positions that play cannot reach, such as i = 1.
 */

#include <alea/exact.h>
#include <alea/table.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct alea_arrays alea_arrays;

/** Both arrays, of a table of proved values with the objective `win`: P has the midpoints of the bounds, computed to
 *  about 1e-15. Fails with ALEA_E_REFUSED for other games and tables. Free with alea_arrays_free. */
ALEA_API alea_status alea_table_arrays(const alea_table *, alea_arrays **out, alea_error *);
/** Only `roll`, of any bot that can be frozen. Fails as alea_bot_freeze. */
ALEA_API alea_status alea_bot_arrays(alea_bot *, const alea_solve_options *, alea_arrays **out, alea_error *);
/** Makes each of the first three indices one longer, from 0 to the goal itself, as textbooks have it: P is 1 where i + k reaches the
 *  goal, else 0 where j does; roll is false in both. Does nothing the second time. */
ALEA_API alea_status alea_arrays_add_base_cases(alea_arrays *, alea_error *);
ALEA_API void alea_arrays_free(alea_arrays *); /**< accepts NULL */

typedef enum alea_array { ALEA_ARRAY_VALUES, ALEA_ARRAY_ROLL } alea_array;

/** Writes to a file by its extension, completely or not at all. .npy: the array (doubles or booleans). .csv: a line
 *  for each position before the goal, or with base cases for every one, with `roll` and, for VALUES, `value`. .h5: the datasets `P` (if known) and `roll`.
 *  Fails with ALEA_E_USAGE for other extensions. */
ALEA_API alea_status alea_arrays_write(const alea_arrays *, alea_array, const char *path, alea_error *);
/** Fails with ALEA_E_USAGE unless alea_arrays_write accepts the path's extension. */
ALEA_API alea_status alea_arrays_check_path(const char *path, alea_error *);
/** Writes the number of elements for each index and returns how many indices there are, 3 or 4. */
ALEA_API unsigned alea_arrays_extent(const alea_arrays *, size_t extent[4]);
/** The elements in the order of their indices, of which the last counts fastest. They belong to the arrays. `values` returns NULL if
 *  P is not known. An element of `roll` is 1 or 0. */
ALEA_API const double *alea_arrays_values(const alea_arrays *);
ALEA_API const unsigned char *alea_arrays_roll(const alea_arrays *);
/** Writes the indices and the shape, such as "[i][j][k], 100 x 100 x 100". */
ALEA_API void alea_arrays_shape(const alea_arrays *, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
