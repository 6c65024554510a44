#ifndef ALEA_VIEW_RUN_VIEW_H
#define ALEA_VIEW_RUN_VIEW_H
/* A run's result: what its text and its JSON share. */
#include <alea/view.h>

static inline const char *alea__path_name(alea_path path)
{
    return path == ALEA_PATH_BLOCK ? "block" : path == ALEA_PATH_STEP ? "step" : "auto";
}

/* False for a single player who plays for points. */
static inline bool alea__can_win(const alea_run_result *r)
{
    return !r->has_score || r->players > 1;
}

/* A bot's place by wins, from 1; bots with the same wins share it. */
static inline unsigned alea__run_rank(const alea_run_result *r, unsigned bot)
{
    unsigned rank = 1;
    for (unsigned i = 0; i < r->players; i++) rank += r->standing[i].wins > r->standing[bot].wins;
    return rank;
}

/* 0 when not known. */
static inline double alea__games_per_second(const alea_run_result *r, double seconds)
{
    return seconds > 0 ? (double)r->games / seconds : 0;
}
#endif
