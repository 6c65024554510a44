#pragma once
/* Going through all masks of combinations, from all attempted back to none, a layer of equally many at a time: masks of a layer do
   not lead to each other, and are spread over threads. */
#include "family/despirala/solve/exact.h"

/* The first member of the caller's struct, so that `user` below is a pointer to both. */
typedef struct despirala_sweep {
    const despirala_game *game;
    unsigned threads;                                             /* 0: all cores */
    const alea_progress *progress;                                /* unit: positions; may be NULL */
    alea_status (*start)(void *user, void **local, alea_error *); /* per thread and layer */
    void (*end)(void *user, void *local);
    void (*mask)(void *user, void *local, uint32_t mask);
    /* The layer that is under way: */
    uint32_t first, last; /* its masks in graph->layer */
    uint32_t positions;   /* of each */
    uint64_t before;      /* positions of the layers that are done */
} despirala_sweep;

alea_status despirala_sweep_masks(despirala_sweep *, alea_error *); /* ALEA_E_STOPPED on request */
