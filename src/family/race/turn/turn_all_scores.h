#ifndef ALEA_FAMILY_RACE_TURN_TURN_ALL_SCORES_H
#define ALEA_FAMILY_RACE_TURN_TURN_ALL_SCORES_H
/* Turns against a leader of a policy that looks at totals and not at what was banked: one pass down is the turn from every
   score at once. A bust is the only end that depends on what was banked, so that its chance is carried along, and its
   price put in for each score. Several quantities share the pass. */
#include "family/race/turn/turn_model.h"

enum { RACE_STEADY_MOST = 3, RACE_STEADY_LANES = 2 * RACE_STEADY_MOST + 2 };

/* What a turn's end is worth in one quantity: lower bounds, and of the negative; [total], 0 … cap. Above the cap nothing is
   worth less than `least`, or more. */
typedef struct race_steady_line {
    const double *low, *neg;
    double least, minus_most;
} race_steady_line;

typedef struct race_steady {
    const race_course *course;
    /* Lanes: 2 a quantity; the last two are the chance of a bust, at least, and the negative of at most. */
    double *cell;  /* [(total & (ring - 1)) * slots + slot][lane] */
    double *value; /* [own][lane]: of a first roll there */
} race_steady;

bool race_is_steady(const race_policy *);
alea_status race_steady_make(const race_course *, race_steady *out, alea_error *);
void race_steady_clear(race_steady *);
double race_steady_bytes(const race_course *);

/* Rounding down. */
void race_steady_run(race_steady *, const race_policy *, uint32_t leader, uint32_t quantities,
                     const race_steady_line *);
/* Then of a turn from `own`: a bust there is worth at least `low`, and its negative at least `neg`. */
double race_steady_low(const race_steady *, uint32_t own, uint32_t quantity, double low);
double race_steady_neg(const race_steady *, uint32_t own, uint32_t quantity, double neg);
#endif
