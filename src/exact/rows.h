#pragma once
/* Sparse rows: how a turn, or a single step, from a position ends under a fixed policy.

   A row has a few runs of consecutive positions with their chances, and a chance to stay: to come to its partner, which is
   the position itself or the one other position of a pair that lead to each other. What ends the game is in no row, but in
   the constants of the equations (linear.h). Where a run is turned, the value there counts negatively: the other player's.

       exact_rows_begin(&rows, at, (exact_stay){.partner = there, .chance = bust, .leave = held + wiped});
       status = exact_rows_add(&rows, at, (exact_run){.to = first, .count = n}, chances, error); */
#include "base/assert.h"
#include "base/directed.h"
#include "base/error.h"
#include <stdbool.h>

typedef struct exact_run {
    uint32_t to; /* the first of its positions */
    uint32_t count;
    uint32_t turned; /* a truth; as wide as the others, since small runs are copied by the million */
} exact_run;

/* `leave` is 1 - chance, computed without cancellation. */
typedef struct exact_stay {
    uint32_t partner;
    uint32_t turned; /* a truth */
    double chance, leave;
} exact_stay;

typedef struct exact_row {
    size_t run, chance; /* where its runs and their chances begin */
    uint32_t runs;
    exact_stay stay;
} exact_row;

typedef struct exact_rows {
    uint32_t positions;
    exact_row *row; /* [position]; one that was never begun stays nowhere and leads nowhere */
    exact_run *run;
    double *chance;
    size_t runs, chances, kept_runs, kept_chances, run_capacity, chance_capacity;
} exact_rows;

alea_status exact_rows_make(size_t positions, exact_rows *out, alea_error *);
void exact_rows_clear(exact_rows *);
/* The memory of rows that have that many runs and chances each. */
double exact_rows_bytes(double positions, double runs, double chances);

/* Discards what was added since the last exact_rows_keep. Those rows must be begun again before they are used. */
void exact_rows_empty(exact_rows *);
void exact_rows_keep(exact_rows *);

/* Room for a run of that many chances; false without memory. */
bool exact_rows_reserve(exact_rows *, size_t chances);

/* The two below are here since graphs have millions of rows of a run or two, which are made faster than called for. */
static inline void exact_rows_begin(exact_rows *rows, uint32_t position, exact_stay stay)
{
    ALEA_ASSERT(position < rows->positions && stay.partner < rows->positions && stay.chance >= 0);
    rows->row[position] = (exact_row){.run = rows->runs, .chance = rows->chances, .stay = stay};
}

/* Adds a run to the row that was begun last, without zeros at its ends. */
static inline alea_status exact_rows_add(exact_rows *rows, uint32_t position, exact_run run,
                                         const double *chances, alea_error *error)
{
    ALEA_ASSERT(rows->row[position].run + rows->row[position].runs == rows->runs);
    while (run.count > 0 && chances[run.count - 1] == 0) run.count--;
    while (run.count > 0 && chances[0] == 0) chances++, run.to++, run.count--;
    if (run.count == 0) return ALEA_OK;
    ALEA_ASSERT(run.to + run.count <= rows->positions);
    if (!exact_rows_reserve(rows, run.count)) return alea__out_of_memory(error);
    for (uint32_t k = 0; k < run.count; k++) rows->chance[rows->chances + k] = chances[k];
    rows->run[rows->runs++] = run;
    rows->chances += run.count;
    rows->row[position].runs++;
    return ALEA_OK;
}

/* A row with the chances of another, whose runs begin `further` positions on. The chances are stored once. */
alea_status exact_rows_repeat(exact_rows *, uint32_t position, uint32_t like, int64_t further, alea_error *);

/* The weighted sum of a row's runs and its stay; turned runs read `turned_x`. In proofs x holds lower bounds, turned_x the
   negatives of upper ones, and rounding is down. */
double exact_rows_weigh(const exact_rows *, uint32_t position, const double *x, const double *turned_x,
                        alea__rounding);
