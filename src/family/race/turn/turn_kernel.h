#pragma once
/* The passes over totals of turn_optimum.h, turn_all_scores.h and turn_outcomes.h in vectors, eight lanes side by side. All do the same
   arithmetic in the same order for each lane, so that the width of vectors changes no result. */
#include "family/race/turn/turn_all_scores.h"
#include "family/race/turn/turn_optimum.h"
#include "family/race/turn/turn_outcomes.h"

/* Passes down keep the data of totals in a window. They go through it from its end to its beginning, then move the last
   totals back to the end. The start of the pass, `most` totals above the first, is stored from here on. */
static inline double *race_window_end(const race_turn_model *c, double *cell)
{
    return cell + (size_t)(c->window - c->most) * c->slots * RACE_LANES;
}

_Static_assert((int)RACE_ALL_SCORES_LANES == (int)RACE_LANES, "both passes have the lanes of base/lanes.h");

/* A pass of the turns from own, own + 1, … along one half of the continuation. */
typedef struct race_optimum_pass {
    const race_optimum *optimum;
    bool lower;         /* values and not their negatives */
    const double *hold; /* [total] */
    uint32_t own;
    _Alignas(64) double bust[RACE_LANES];
    uint8_t *rolls; /* or NULL */
    double *value;  /* [RACE_LANES], out */
} race_optimum_pass;

/* A pass under a policy, from `top` down. */
typedef struct race_all_scores_pass {
    race_all_scores *all;
    const race_policy *policy;
    const race_score_continuation *after;
    uint32_t leader, quantities, top;
    _Alignas(64) double bust[RACE_LANES],
        wiped[RACE_LANES]; /* the value of losing a turn; a bust is 1 in the lane of its chance */
} race_all_scores_pass;

typedef struct race_turn_kernel {
    /* From the hold region down to `own`; fills value, and rolls. */
    void (*run_optimum)(const race_optimum_pass *);
    /* The totals above the top are filled. */
    void (*run_all_scores)(const race_all_scores_pass *);
    /* From `own` up; follows all lanes of the decider. */
    void (*run_outcomes)(race_outcomes_lanes *, const race_decider *);
} race_turn_kernel;

/* The kernel for this machine. */
const race_turn_kernel *race_best_turn_kernel(void);
