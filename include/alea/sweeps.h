#ifndef ALEA_SWEEPS_H
#define ALEA_SWEEPS_H
/** Value iteration, sweep by sweep, over the array P[i][j][k] of alea/arrays.h: the error by sweep, and the policy as it
 *  forms. alea_table_solve does not work like this; it proves its values. This is for learning how the method works.
 */

#include <alea/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One sweep of value iteration. */
typedef struct alea_sweep {
    double change;   /**< largest change of a value in this sweep */
    double start;    /**< P[0][0][0] after it */
    double error;    /**< largest distance from the proved values, over all turn starts */
    uint64_t differ; /**< positions whose move differs from that of the last sweep */
    uint32_t hold;   /**< least turn total at which it holds at 0 to 0; goal: none */
} alea_sweep;

/** Zero means the default for every field. */
typedef struct alea_sweeps_options {
    double epsilon; /**< stop when no value changes by more; default 1e-9 */
    unsigned most;  /**< stop after this many sweeps; default 1000 */
    uint32_t other; /**< the opponent's score in maps of the policy */
} alea_sweeps_options;

typedef struct alea_sweeps {
    const char *game; /**< the table's: valid as long as it is */
    uint32_t goal, other;
    double epsilon;
    unsigned count;
    alea_sweep *sweep; /**< [count] */
    /** Where rolling is better after each sweep, against `other`: [sweep][own][turn], 0 or 1. */
    unsigned char *roll;
} alea_sweeps;

/** Value iteration as textbooks teach it: P starts as 0 everywhere, and a sweep replaces each P[i][j][k], in ascending
 *  order of the indices and in place, by the better of holding and rolling. `table` has the proved values with which
 *  the sweeps are compared. Fails as alea_table_arrays, and with ALEA_E_RANGE for an `other` that is not below the goal.
 *  Free with alea_sweeps_free. */
ALEA_API alea_status alea_sweeps_make(const alea_table *, const alea_sweeps_options *, alea_sweeps **out,
                                      alea_error *);
ALEA_API void alea_sweeps_free(alea_sweeps *); /**< accepts NULL */
/** Returns the roll map of a sweep, [own][turn]. */
ALEA_API const unsigned char *alea_sweeps_map(const alea_sweeps *, unsigned sweep);

/** The sweeps as text, or as JSON: game, goal, epsilon, sweeps; in a sweep: change, start, error, differ, hold. */
ALEA_API alea_status alea_view_sweeps(const alea_sweeps *, const alea_view_options *, char **out,
                                      alea_error *);
/** A line for each sweep: its number and the members of alea_sweep. */
ALEA_API alea_status alea_view_sweeps_csv(const alea_sweeps *, char **out, alea_error *);
/** Draws the error by sweep and maps of the policy; `path` ends in .svg or .png. Fails with ALEA_E_USAGE for other
 *  extensions, and as alea_plot_write. */
ALEA_API alea_status alea_sweeps_plot(const alea_sweeps *, const char *path, alea_error *);

#ifdef __cplusplus
}
#endif
#endif
