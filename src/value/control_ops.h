#pragma once
/* Fast values for luck adjustment (luck/luck.h). A family may offer any function V of states, with a number for each seat:
   the luck of a roll is V after it, less the expectation of V over the outcomes of that roll. The expectation is exact for
   this V, so luck has mean 0 at every roll, however well or badly V judges positions. The better V foresees the results of the
   bots that play, the more luck it finds. */
#include "value/solver_ops.h"

/* Safe from many threads. Rules and policies must not change while a control is open. */
struct alea__control_ops {
    /* Specs of built-in policies that resemble common bots, ending in NULL: worth trying besides best play. */
    const char *const *references;
    /* V comes from play by one policy, policy[0] of the problem, for all players, or from best play if that is NULL. The
       options memory, threads and progress are used. `best`, which may be NULL, is a control of best play for the same game
       and objective; it saves work and does not change V. Fails with ALEA_E_REFUSED or ALEA_E_USAGE, and the reason, if
       there is no such V. */
    alea_status (*open)(const alea__problem *, const void *best, void **control, alea_error *);
    void (*close)(void *control); /* accepts NULL */
    /* V of a state, for each seat; of a finished game, its result. ALEA_E_MEMORY is the only failure, here and below. */
    alea_status (*value)(void *control, const alea_state *, double value[ALEA_MAX_SEATS], alea_error *);
    /* The luck of a roll, for each seat; dice are rolled in `before`, and one outcome leads to `after`. */
    alea_status (*luck)(void *control, const alea_state *before, const alea_state *after,
                        double luck[ALEA_MAX_SEATS], alea_error *);
};
