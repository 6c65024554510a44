#ifndef ALEA_FAMILY_RACE_SOLVE_POLICY_VALUES_H
#define ALEA_FAMILY_RACE_SOLVE_POLICY_VALUES_H
/* Two policies against each other: how every turn ends, as sparse rows, and the values that follow from that.

   Scores of the two are 0 … stand - 1; a position is (own, other) of the player to move, at own * stand + other. Side 0 and
   side 1 are the players. In a game of equals there is one side only, and both players use its rows. */
#include <alea/status.h>

#include <stdbool.h>
#include <stdint.h>

/* The turns of one side. Row i holds the chances p[at[i] + k] of passing with a total first[i] + k, and those of a bust, a
   wipe, and of anything but a bust (no small difference from 1). What ends the game or has a leader is not in it. */
typedef struct race_turn_rows {
    size_t *at;
    uint32_t *first, *count;
    double *bust, *wipe, *moves;
    double *p;
    size_t used, capacity;
} race_turn_rows;

typedef struct race_balance {
    unsigned sides;
    uint32_t stand;
    race_turn_rows rows[2];
    const uint8_t *dead[2]; /* positions whose value is nothing, a byte each; or NULL */
    bool wipes;             /* some row has a wipe */
} race_balance;

alea_status race_balance_make(unsigned sides, uint32_t stand, race_balance *out, alea_error *);
void race_balance_clear(race_balance *);
double race_balance_bytes(unsigned sides, uint32_t stand, uint32_t longest);

/* Empties the rows of a side, to be set anew. */
void race_balance_empty(race_balance *, unsigned side);
/* Sets a row: chances of totals first … first + count - 1. */
alea_status race_balance_set(race_balance *, unsigned side, size_t row, uint32_t first, uint32_t count,
                             const double *p, double bust, double wipe, double moves, alea_error *);

/* Solves x[s][own, other] = c[s][own, other] + sign * (sum over the ways its turn ends of p * x[next][other, new own]) for
   all positions; `next` is the other side, or side 0 when there is one. What x holds before is the first guess; an error of
   `enough` in the values after a wipe will do, 0: as exact as can be. */
alea_status race_balance_solve(const race_balance *, double sign, double enough, double *const c[2],
                               double *const x[2], alea_error *);
#endif
