#pragma once
/* Adds up the blocks of a run, and computes standings. Sums are whole numbers wide enough for 10^12 games, so a standing
   is rounded once, at the end. */
#include "play/match.h"
#include "value/fixed.h"

/* Sums over blocks of their sums, and of the squares of these. */
typedef struct alea__spread {
    alea__wide sum, squares;
} alea__spread;

typedef struct alea__totals {
    uint64_t first; /* the number of the first game */
    alea__tally tally;
    alea__failures failures; /* texts and games of the first failures of the run */
    alea__wide
        money_squared[ALEA_MAX_SEATS], /* of single games; the tally's own could overflow over a whole run */
        score_squared[ALEA_MAX_SEATS];
    uint64_t full_blocks; /* blocks of ALEA__BLOCK games, each added separately */
    alea__spread wins[ALEA_MAX_SEATS], money[ALEA_MAX_SEATS],
        score[ALEA_MAX_SEATS]; /* over the full blocks */
} alea__totals;

/* Adds the counts of one piece of work. Add pieces in the order of their games. */
void alea__totals_add(alea__totals *, const alea__counts *);

/* Fills the counts, rates and errors of `result`, whose `players`, `seats` and has_money are set. `single_games` means that
   every bot is a policy or pure, so that games do not depend on each other. */
void alea__totals_stand(const alea__totals *, bool single_games, alea_run_result *result);

/* The standard error of the mean of n numbers with this sum and sum of squares: sqrt((n Q - S^2) / (n^2 (n
   - 1))). 0 for fewer than two. */
double alea__standard_error(uint64_t n, alea__wide sum, alea__wide squares);
