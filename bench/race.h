#ifndef ALEA_BENCH_RACE_H
#define ALEA_BENCH_RACE_H
/* Contestants that do the same work, measured in turn. */
#include "bench/bench.h"

/* Results of games between bots, for bot 0, 1, …: means over games, each with its standard error. */
typedef struct bench_sum {
    double wins[ALEA_MAX_SEATS], wins_se[ALEA_MAX_SEATS];   /* a game */
    double money[ALEA_MAX_SEATS], money_se[ALEA_MAX_SEATS]; /* dollars, or points; zeros without either */
    double turns, turns_se; /* a game; turns_se 0: spread not known, the other's is used */
    double decisions;       /* a game; 0: not counted */
} bench_sum;

/* Plays `games` games with dice from `seed`, bot i always in seat i. */
typedef alea_status bench_play(void *user, uint64_t seed, uint64_t games, bench_sum *, alea_error *);

typedef struct bench_contestant {
    const char *what;
    bench_play *play;
    void *user;
    double at_least; /* of its ratio to the first */
} bench_contestant;

typedef struct bench_race {
    const bench_contestant *contestant;
    unsigned contestants; /* the others are compared with the first */
    unsigned players;
    uint64_t check_games;  /* that each plays before anything is timed, to be compared */
    bool wall;             /* the clock on the wall, not the thread's processor time */
    alea_sandbox *sandbox; /* may be NULL; the processor time of its workers counts, too */
    double seconds;        /* that one measurement should take */
    bool a_decision;       /* notes give the time of a decision */
    const char *paid_in;   /* what `money` counts; NULL: dollars */
} bench_race;

alea_status bench_run_race(const bench_race *, const bench_options *, bench_report *, alea_error *);

/* Small things for all of this folder. */
double bench_seconds(bool wall);
/* Processor time of all threads. */
double bench_all_threads(void);
/* Processor time of this thread, and of the sandbox's workers up to their last answers. `sandbox` may be NULL. */
double bench_work(alea_sandbox *);
double bench_median(const double *, unsigned count);
unsigned bench_rounds(const bench_options *);
/* Sets the figure, its least and most, and its error. */
void bench_fill_row(bench_row *, const double *samples, unsigned count);
/* Sets the ratio, and the error to that of the ratio. */
void bench_set_ratio(bench_row *, const double *ratios, unsigned count);
bool bench_stopped(const bench_options *, unsigned done, unsigned total, alea_error *);
__attribute__((format(printf, 3, 4))) alea_status bench_fail(alea_error *, alea_status, const char *format,
                                                             ...);
#endif
