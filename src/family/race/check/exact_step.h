#pragma once
/* One turn, recomputed from stored bounds in exact integers (value/fixed.h): used by the checker and for answers. It
   shares nothing with the solver but the layout of the values.

   A *side* is the player to move: the one whose values the table holds, or, in a table of best responses, the opponent
   that waits to be answered. Everything here is a lower bound: with sign 1 of the value, with sign -1 of its negative, so
   that two passes of the same code bound a value from below and from above.

   Within a turn of a player who banked `own`, the other having `waiter` (one player: the turns left), a position is
   (total, memory), reached free to hold or forced to roll. Totals above `top` are not followed; what they are worth is
   bounded by an argument: see race_bounds_make. */
#include "family/race/rules/layout.h"
#include "value/fixed.h"

/* A roll that adds points leads `step` cells up; equal ones are added up. */
typedef struct race_arrival {
    uint32_t weight, step;
} race_arrival;

typedef struct race_row {
    uint32_t bust, wipe, count; /* weights, out of rules->outcomes */
    race_arrival *arrival;
} race_row;

typedef struct race_bounds {
    const race_rules *rules;
    const alea__values *values;
    alea__policy *opponent; /* of a best response, else NULL; owned */
    uint32_t most;          /* the greatest amount of a roll */
    uint32_t top;
    bool holds_above; /* a player free to hold above `top` does, or loses nothing by it */
    /* With money: every position with a total t > top is worth between -pay * (t + excess) and the same above 0. */
    int64_t pay, excess;
    double greatest; /* greatest |bound| in the table, if it was computed */
    int places;
    bool narrow;      /* sums of a whole roll fit 64 bits */
    int64_t one;      /* in units: 1 when the objective is a probability, else 0 */
    int64_t unit;     /* 1 of anything */
    alea__divider by; /* by rules->outcomes */
    race_row *row;    /* [memory] */
    race_arrival *arrival;
    uint32_t *order; /* memories, those that a roll of nothing leads to first */
} race_bounds;

/* `reach` is a total that must be covered. Fails with ALEA_E_REFUSED, and the reason, if no bounds can be derived. */
alea_status race_bounds_make(const race_rules *, const alea__values *, uint32_t reach, race_bounds *out,
                             alea_error *);
void race_bounds_clear(race_bounds *);

/* The workspace of one thread. Cells depend on the mover only by the value of a bust: if that is the same as in the turn
   before, they are reused. */
typedef struct race_workspace {
    int64_t *hold; /* [total]: the value of holding there, 0 … top + most */
    int64_t *cell; /* [(total * memories + memory) * 2 + forced] */
    int64_t bust;
    uint32_t lowest; /* cells from this total on are filled, for that bust */
} race_workspace;
alea_status race_workspace_make(const race_bounds *, race_workspace *out, alea_error *);
void race_workspace_clear(race_workspace *);

static inline size_t race_cell(const race_bounds *b, uint32_t total, uint32_t memory, bool forced)
{
    return ((size_t)total * b->rules->memories + memory) * 2 + forced;
}

/* A turn, and what of it is bounded: its value (sign 1), or the negative of that (-1). */
typedef struct race_exact_turn {
    race_side side;
    uint32_t own, waiter;
    int sign;
} race_exact_turn;

/* Call first for each waiter: computes what all turns against it share, whatever `own` is. */
void race_set_opponent(const race_bounds *, const race_exact_turn *, race_workspace *);
/* Then a turn: fills the cells from `own` on and returns the value of the beginning of the turn. */
int64_t race_exact_start(const race_bounds *, const race_exact_turn *, race_workspace *);
/* After that, the value of a roll at a total of that turn. */
int64_t race_exact_roll(const race_bounds *, const race_exact_turn *, uint32_t total, uint32_t memory,
                        const race_workspace *);
