#pragma once
/* What the independent checkers of the families share: the proof, the driver that uses all cores, and the verdicts.

   A table holds two numbers for every position, a lower bound L and an upper bound U. A family's checker uses the rules, but
   not how the bounds were made. In every position it recomputes one step, a turn or a single move, from the bounds
   stored for the positions after it, and checks two inequalities:

       L <= T(L, U)    and    U >= T(U, L).

   T is the mean over the dice of the best choice for the player to move or, where the opponent of a table plays a
   given policy, of that policy's choice. At the end of the game T is the payoff. Where the players alternate, the
   value to one player is what the value to the other leaves of the total, so each bound depends on the other one: the
   second argument is used in positions of the opponent.

   Why this proves L <= value <= U: let one player always make the choice that T found best for L, whatever the other
   does, and let l(X_n) be L in that player's own positions, and what U leaves of the total in the opponent's. By the
   inequalities the expectation of l does not fall in any step, so that l(X_n) is a submartingale, and at the end l is
   the player's payoff. If play ends after a bounded number of steps, backward induction shows that the player expects
   at least l(X_0); otherwise optional stopping does, for bounded l and play that ends almost surely (Williams,
   Probability with Martingales, 1991, section 10.10). So value >= L and, with the roles exchanged, value <= U.

   It remains for each family to show that play ends; the comment at the top of its certify.c does so.

   All arithmetic is in whole numbers rounded down (value/fixed.h). Only lower bounds are computed: with the sign -1 all
   values are negated, and the negative of an upper bound is a lower bound. Checkers include nothing of a solver. */
#include "value/values.h"

/* The findings of one block; starts as zero. */
typedef struct alea__finding {
    bool wrong;
    uint64_t checked; /* positions checked */
    char reason[400]; /* when wrong */
} alea__finding;

typedef struct alea__checking {
    uint64_t blocks;
    uint64_t total;                /* positions of all blocks, for the progress */
    const alea_progress *progress; /* may be NULL */
    void *user;
    /* Optional, as in base/blocks.h: makes the data that a thread keeps between blocks. */
    alea_status (*thread_start)(void *user, void **local, alea_error *);
    void (*thread_end)(void *user, void *local);
    alea_status (*check)(void *user, void *local, uint64_t block, alea__finding *, alea_error *);
} alea__checking;

/* Checks all blocks, or enough of them to refute the table; the verdict then names the first wrong block. Fails with
   ALEA_E_STOPPED if the progress callback asks to stop, or with a block's error. `holds` must be true on entry. */
alea_status alea__check_blocks(const alea__checking *, alea_verdict *, alea_error *);

/* Refutes the table: sets `holds` to false, and the reason. */
__attribute__((format(printf, 2, 3))) void alea__refute(alea_verdict *, const char *format, ...);
/* The same for the finding of one block. */
__attribute__((format(printf, 2, 3))) void alea__find_wrong(alea__finding *, const char *format, ...);
/* Reports a bound that one step does not confirm: the table claims one number, and the step gives the other. `where`
   names the position; `sign` is 1 for a lower bound, -1 for an upper one. */
void alea__find_wrong_bound(alea__finding *, const char *where, int sign, double claimed, double gives);

/* The width of the widest interval. */
double alea__widest(const alea__values *);
/* Checks what a table says about itself. No interval may be wider than values->width; `widest` is the true maximum. `start`
   is the stored interval of the start. The family decides whether values->second follows from the table. */
void alea__check_claims(const alea__values *, double widest, alea_interval start, bool second_follows,
                        alea_verdict *);
