#ifndef ALEA_FAMILY_DESPIRALA_SOLVE_SWEEP_H
#define ALEA_FAMILY_DESPIRALA_SOLVE_SWEEP_H
/* Going through all masks of combinations, a layer of equally many at a time: masks of a layer do not lead to each other, and
   are spread over threads. */
#include "family/despirala/solve/exact.h"

typedef struct despirala_sweep {
    const despirala_game *game;
    unsigned threads;              /* 0: all cores */
    bool forward;                  /* else from all combinations attempted back to none */
    const alea_progress *progress; /* unit: positions; may be NULL */
    void *user;
    alea_status (*start)(void *user, void **local, alea_error *); /* of a thread, anew for each layer */
    void (*end)(void *user, void *local);
    void (*mask)(void *user, void *local, uint32_t mask);
} despirala_sweep;

alea_status despirala_sweep_masks(const despirala_sweep *, alea_error *); /* ALEA_E_STOPPED on request */
#endif
