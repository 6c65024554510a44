#pragma once
/* Shared by the files of this room. */
#include "base/sized_options.h"
#include "luck/luck.h"
#include "review/reviewer.h"
#include "value/control_ops.h"

/* Values come from `control`, or else from `source`; without either there are none. Read-only once open. */
struct alea__luck {
    const alea_game *game;
    alea_objective objective;
    void *control;
    alea__policy *reference;                                 /* of the control, or NULL */
    alea_reviewer *reviewer;                                 /* owns `source` */
    alea__value_source *source;                              /* for players to share */
    double start[ALEA_MAX_SEATS], advantage[ALEA_MAX_SEATS]; /* of seats */
};

struct alea__luck_player {
    const alea__luck *luck;
    alea__value_source *source; /* owned, or NULL */
};

/* V of a state for each seat. It is unknown without V, or if a table does not cover the state. */
alea_status alea__luck_value(alea__luck_player *, const alea_state *, double value[ALEA_MAX_SEATS],
                             bool *known, alea_error *);

typedef struct alea__luck_roll {
    double luck[ALEA_MAX_SEATS]; /* by seat; 0 if unknown */
    bool unknown;                /* a value before the roll, and none after it */
} alea__luck_roll;
alea_status alea__luck_of_roll(alea__luck_player *, const alea_state *before, const alea_state *after,
                               alea__luck_roll *out, alea_error *);

/* luck_sums.c: adds a unit of `players` results. */
void alea__luck_sum_unit(alea__luck_sums *, unsigned players, const double *plain, const double *adjusted);
