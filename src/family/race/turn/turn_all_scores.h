#pragma once
/* Turns against a leader under a policy that depends on totals but not on banked scores: one downward pass serves the
   turns from all scores at once. Only the value of a bust depends on the banked score, so the pass computes the
   chance of a bust, and the value is added afterwards for each score. Several quantities share the pass. */
#include "family/race/turn/turn_model.h"

enum { RACE_ALL_SCORES_MOST = 3, RACE_ALL_SCORES_LANES = 2 * RACE_ALL_SCORES_MOST + 2 };

/* The value of a turn's end in one quantity: lower bounds of the value and of its negative; [total], 0 … cap. Above
   the cap all values are from `least` to -minus_most. */
typedef struct race_score_continuation {
    const double *low, *neg;
    double least, minus_most;
} race_score_continuation;

typedef struct race_all_scores {
    const race_turn_model *model;
    /* Lanes: two per quantity; the last two are the least chance of a bust, and the negative of the greatest. */
    double *cell;  /* [window total][slot][lane], see turn_kernel.h */
    double *value; /* [own][lane]: of a first roll with this banked score */
} race_all_scores;

/* Whether the policy depends only on totals, in turns against leaders. */
bool race_ignores_score(const race_turn_model *, const race_policy *);
/* The policy is known for totals up to this number, and against leaders with scores up to it. */
uint32_t race_known_up_to(const race_turn_model *, const race_policy *);
alea_status race_all_scores_make(const race_turn_model *, race_all_scores *out, alea_error *);
void race_all_scores_clear(race_all_scores *);
double race_all_scores_bytes(const race_turn_model *);

/* Runs the pass, rounding down. Positions in which the policy is unknown get the widest bounds. */
void race_all_scores_run(race_all_scores *, const race_policy *, uint32_t leader, uint32_t quantities,
                         const race_score_continuation *);
/* The value of a turn from the banked score `own` if a bust is worth `bust`. Call it after the pass. */
race_bound race_all_scores_value(const race_all_scores *, uint32_t own, uint32_t quantity, race_bound bust);
