#pragma once
/* A run, or a span of its games: plays them on the best path and on threads, and adds them up in their order. */
#include "play/totals.h"

/* Games first … first + games - 1; a span begins with a block. */
typedef struct alea__run_span {
    uint64_t first, games;
} alea__run_span;

typedef struct alea__run_job {
    const alea_game *game;
    alea_bot *const *bots;
    alea_run_options options; /* of the whole run; checked by alea__run_check */
    alea__run_span span;
    bool
        crew; /* all processes of a crew play it together (base/crew.h); then only the leader's result is there */
} alea__run_job;

/* The played games, and how they were played. */
typedef struct alea__run_played {
    alea__totals totals;
    uint64_t replayed; /* blocks */
    unsigned threads;
    alea_path path;    /* BLOCK or STEP */
    bool all_policies; /* every bot is one */
    bool single_games; /* no bot remembers earlier games */
    bool stopped;
} alea__run_played;

alea_status alea__run_play(const alea__run_job *, alea__run_played *out, alea_error *);
/* Fills in what follows from the totals; all else of the result is there. ALEA_E_STATE: payments do not cancel. */
alea_status alea__run_stand(const alea__run_played *, alea_run_result *, alea_error *);
