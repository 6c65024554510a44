#pragma once
/* The value of a turn under a policy by a backward pass. It is sharper than weighing the ends of a forward pass (race_expect),
   which counts whatever rounding takes as the worst case. The forward pass comes first: it finds how far the turn can go. */
#include "family/race/turn/turn_optimum.h"
#include "family/race/turn/turn_outcomes.h"

typedef struct race_policy_value {
    const race_turn_model *model;
    double *cell; /* [(total & (ring - 1)) * slots + slot][2]: at least, and of the negative */
} race_policy_value;

alea_status race_policy_value_make(const race_turn_model *, race_policy_value *out, alea_error *);
void race_policy_value_clear(race_policy_value *);

/* The value of the turn that was run by the same decider along the continuation; rounding down. */
race_bound race_policy_value_turn(race_policy_value *, const race_outcomes *, const race_decider *,
                                  const race_continuation *);
