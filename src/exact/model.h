#pragma once
/* The functions with which a game is solved: improving a policy, and one Bellman step with directed rounding.

   Positions are numbered from 0, and greater values are better for the player who decides. Runs of positions in which
   the opponent decides are turned (rows.h). Each function handles many positions per call. */
#include "base/directed.h"
#include "exact/components.h"
#include "exact/rows.h"

/* Arrays by position. `improve` sets c and better; the proof of the bounds reuses both arrays for its own values. */
typedef struct exact_work {
    uint32_t positions;
    double *x;      /* the values found */
    double *c;      /* constants of the rows */
    double *better; /* one Bellman step from x */
    double *w;      /* turns or steps still to come, in proportion to which bounds are widened */
} exact_work;

/* One Bellman step from bounds; arrays by position. The step sets `step_lower` to a lower bound of its result if values are
   at least `lower`, and `step_negated_upper` to a lower bound of the negative of its result if values are at most `upper`. `rounding`
   rounds down: the mode is already set, and all arithmetic uses directed.h. */
typedef struct exact_bounds_step {
    alea__rounding rounding;
    const double *lower, *upper;
    double *step_lower, *step_negated_upper;
} exact_bounds_step;

typedef struct exact_model {
    void *user;
    const alea_progress *progress; /* or NULL */

    /* Finds the values of a cyclic component directly; returns false if it needs policy iteration. May be NULL. */
    bool (*direct)(void *user, uint32_t component, exact_work *);
    /* Policy iteration. For each position of the component, sets better, the row and the constant to those of the
       move that is best by the values x. Positions without values to find keep better = x. */
    alea_status (*improve)(void *user, uint32_t component, exact_work *, alea_error *);
    /* Called after the values of a component are found; may be NULL. */
    alea_status (*found)(void *user, uint32_t component, exact_work *, alea_error *);
    double scale;          /* of the values; changes are relative to it */
    unsigned rounds;       /* 0: the usual number */
    double tolerance;      /* relative changes below this are small enough; 0: 2e-15 */
    double rounding_level; /* relative changes below this that no longer shrink are rounding; 0: 1e-9 */

    /* The step of the proof. Leaves positions without values to prove unchanged. */
    alea_status (*step)(void *user, const exact_bounds_step *, alea_error *);
    /* Moves proved bounds inward so that they stay proved; rounds as in step. May be NULL. */
    void (*tighten)(void *user, alea__rounding, double *lower, double *upper);
    double first_distance; /* first attempt: the distance of the bounds for each turn or step still to come */
    double minimum, maximum; /* limits of all values; bounds at a limit need no proof */
    double margin;           /* distance that bounds keep from one step, for checkers with less precision */
    const char *subject;     /* subject of messages, such as "The values of this game" */
} exact_model;

alea_status exact_work_make(size_t positions, exact_work *out, alea_error *);
void exact_work_clear(exact_work *);
/* Fails with ALEA_E_STOPPED if the caller asks to stop. */
alea_status exact_model_poll(const exact_model *, alea_error *);
