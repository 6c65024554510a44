#ifndef ALEA_EXACT_MODEL_H
#define ALEA_EXACT_MODEL_H
/* What a game supplies to be solved: how policies are improved, and one Bellman step with directed rounding.

   Values are found at positions 0 … positions - 1, and greater is better for whoever chooses. Where the players differ in
   that, the row of a position is turned (rows.h). The functions are called for many positions at a time. */
#include "base/directed.h"
#include "exact/components.h"
#include "exact/rows.h"

/* Numbers by position. A model's improve sets c and better; the bounds' proof uses both as its own. */
typedef struct exact_work {
    uint32_t positions;
    double *x;      /* the values, as found */
    double *c;      /* constants of the rows */
    double *better; /* one Bellman step from x */
    double *w;      /* turns or steps still to come, by which bounds are widened */
} exact_work;

/* One Bellman step from bounds, by position: `low` becomes what the step gives at least when positions have values above
   `lower`, and `neg` at least the negative of what it gives when they are below `upper`. `how` rounds down: the mode is set,
   and all arithmetic goes through directed.h. */
typedef struct exact_bounds_step {
    alea__rounding how;
    const double *lower, *upper;
    double *low, *neg;
} exact_bounds_step;

typedef struct exact_model {
    void *user;
    const alea_progress *progress; /* or NULL */

    /* Finds the values of a cyclic component in another way, where it can; false: by policy iteration. May be NULL. */
    bool (*direct)(void *user, uint32_t component, exact_work *);
    /* Policy iteration. Sets better, the rows and the constants of the positions at the places of a component of the order
       to those of the moves that are best by x. What is not to be found keeps better = x. */
    alea_status (*improve)(void *user, uint32_t component, exact_work *, alea_error *);
    /* Called when the values of a component are found; may be NULL. */
    alea_status (*found)(void *user, uint32_t component, exact_work *, alea_error *);
    double scale;    /* of the values: changes are measured by it */
    unsigned rounds; /* 0: as many as are usual */
    double enough;   /* changes below this, relative to the scale, will do; 0: 2e-15 */
    double
        settled; /* changes below this, relative to the scale, are rounding once they get no smaller; 0: 1e-9 */

    /* The proof. Leaves alone what is not to be proved. */
    alea_status (*step)(void *user, const exact_bounds_step *, alea_error *);
    /* Moves bounds that were proved inward, so that they stay proved; rounding is as in a step. May be NULL. */
    void (*tighten)(void *user, alea__rounding, double *lower, double *upper);
    double reach; /* what is tried first: bounds that are apart by this for every turn or step to come */
    double least, most; /* no value is less, or more; bounds there need no proof */
    double margin;      /* by which bounds keep clear of one step, for checkers that resolve less */
    const char *what;   /* is proved, for messages: "The values of this game" */
} exact_model;

alea_status exact_work_make(size_t positions, exact_work *out, alea_error *);
void exact_work_clear(exact_work *);
/* ALEA_E_STOPPED when the caller wants that. */
alea_status exact_model_poll(const exact_model *, alea_error *);
#endif
