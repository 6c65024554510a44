#ifndef ALEA_BENCH_MATCH_H
#define ALEA_BENCH_MATCH_H
/* alea as a contestant. */
#include "bench/race.h"

/* A game and its bots, opened. Starts as zeros. */
typedef struct bench_match {
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *bot[ALEA_MAX_SEATS];
    unsigned players;
} bench_match;

/* Opens a sandbox as the program does: with workers, unless there is no alea-worker beside it. `python` may be NULL. */
alea_status bench_sandbox_open(const bench_options *, const char *python, alea_sandbox **out, alea_error *);
/* The same with Python (hog_contest.c). */
alea_status bench_open_python(const bench_options *, alea_sandbox **out, alea_error *);
/* Returns the sandbox if it has workers, whose processor time counts; else NULL. */
alea_sandbox *bench_with_workers(alea_sandbox *);

/* `bots` ends with NULL. On failure there is nothing to close. */
alea_status bench_match_open(bench_match *, const char *game, const char *const *bots, const bench_options *,
                             alea_error *);
/* The same with its programs in this process. */
alea_status bench_match_open_here(bench_match *, const char *game, const char *const *bots,
                                  const bench_options *, alea_error *);
void bench_match_close(bench_match *);

/* alea_run_match, the way that the program goes. */
typedef struct bench_way {
    const bench_match *match;
    unsigned threads;
    alea_path path;
} bench_way;
bench_play bench_play_run;

/* The simulator of policies, on this thread, with this many games side by side at most. */
typedef struct bench_width {
    const bench_match *match;
    unsigned most_lanes;
} bench_width;
bench_play bench_play_lanes;
#endif
