#ifndef ALEA_FAMILY_RACE_TURN_TURN_POLICY_VALUE_H
#define ALEA_FAMILY_RACE_TURN_TURN_POLICY_VALUE_H
/* A turn of a policy passed backward: sharper than weighing the ends of a forward pass (race_expect_low), since nothing that
   rounding takes is counted as the worst that could be. The forward pass has told how far the turn can go. */
#include "family/race/turn/turn_optimum.h"
#include "family/race/turn/turn_outcomes.h"

typedef struct race_replay {
    const race_course *course;
    double *cell; /* [(total & (ring - 1)) * slots + slot][2]: at least, and of the negative */
} race_replay;

alea_status race_replay_make(const race_course *, race_replay *out, alea_error *);
void race_replay_clear(race_replay *);

/* What the turn that was run from `own` is worth along the line that was drawn, and its negative; rounding down. */
void race_replay_turn(race_replay *, const race_forward *, uint32_t own, const race_decider *,
                      const race_backward *, double *low, double *neg);
#endif
