#pragma once
/* How a turn ends under a policy: the chances of a hold at each total, of a bust, and of a wipe.

   When the model's arithmetic rounds down (base/directed.h) every chance is a lower bound, and `missing` bounds what they lack
   in sum: rounding, turns that go above the greatest total, and positions in which a frozen bot was never asked. */
#include "family/race/turn/turn_model.h"

/* The decider: a policy, or a lane of decisions recorded by a backward pass. */
typedef struct race_decider {
    const race_policy *policy; /* or NULL */
    uint32_t other;            /* as in race_rolls_with */
    const uint8_t *rolls;      /* [total * memories + memory] */
    unsigned lane;
    uint32_t holds_from; /* totals from here on are held, regardless of the record */
} race_decider;

typedef struct race_outcomes {
    const race_turn_model *model;
    double *hold;   /* [total]: chance to hold there; zero but for those from begin to end - 1 */
    uint32_t begin; /* banked score before the turn */
    uint32_t end;
    double bust, wipe, bust_now, wipe_now; /* the latter two: since they were last put to the others */
    double held;                           /* all of hold */
    double missing;
    bool unknown; /* part of `missing` comes from positions in which a frozen bot was not asked */
    double *mass; /* [(total & (ring - 1)) * slots + slot] */
    uint32_t top; /* the greatest total followed */
} race_outcomes;

alea_status race_outcomes_make(const race_turn_model *, uint32_t top, race_outcomes *out, alea_error *);
void race_outcomes_clear(race_outcomes *);

/* A turn from `own`. */
void race_run_turn(race_outcomes *, uint32_t own, const race_decider *);

/* Turns from own, own + 1, … in parallel, by the recorded lanes of a backward pass; rounding to nearest. */
typedef struct race_outcomes_lanes {
    const race_turn_model *model;
    uint32_t own, end,
        top; /* of the first lane; one above the totals that any lane comes to; the greatest one followed */
    double *mass;        /* [(total & (ring - 1)) * slots + slot][lane]; zero between passes */
    double *hold;        /* [total - own][lane] */
    double *bust, *wipe; /* [lane] */
} race_outcomes_lanes;

alea_status race_outcomes_lanes_make(const race_turn_model *, uint32_t top, race_outcomes_lanes *out,
                                     alea_error *);
void race_outcomes_lanes_clear(race_outcomes_lanes *);
void race_run_turns(race_outcomes_lanes *, uint32_t own, const race_decider *);
/* The turn of one lane: the result of race_run_turn except for the order of sums. */
void race_take_lane(const race_outcomes_lanes *, unsigned lane, race_outcomes *out);

/* The sum of p * worth, or of p for NULL. It adds in blocks, so that directed rounding costs little in long sums. */
double race_weigh(alea__rounding, const double *p, const double *worth, size_t count);

/* The value of the turn along a continuation: by total, 0 … cap; the missing chance counts as `worst`. */
double race_expect(const race_outcomes *, const double *after, double worst);
