#ifndef ALEA_BENCH_DUEL_H
#define ALEA_BENCH_DUEL_H
/* A textbook and alea, who work out the same numbers in turns. */
#include "bench/plan.h"

enum { BENCH_MOST_CHECKS = 6 };

/* One side of a comparison: `run` computes, and returns numbers to compare. */
typedef struct bench_contender {
    const char *what;
    alea_status (*run)(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *);
    const void *user;
    bool all_threads; /* their processor time counts, not only that of the thread that calls */
} bench_contender;

typedef struct bench_duel {
    bench_contender textbook, alea;
    unsigned numbers;
    double at_least;
    double below;         /* wanted limit for alea's seconds; 0: none */
    double difference;    /* accepted difference between numbers, if it is more than 1e-10 */
    bool once;            /* the textbook takes so long that it runs once and is compared with every round */
    bool any_vectors;     /* alea's work is the same for all vectors: no row for AVX2 beside AVX-512 */
    const char *compared; /* what the numbers are */
} bench_duel;

/* Reports the textbook, alea, and where it uses AVX-512 a row of alea with AVX2. */
alea_status bench_fight(const bench_duel *, const bench_options *, bench_report *out, alea_error *);

/* Seconds of one run, the mean of as many as fill a twentieth of a second. The workers of the sandbox count; it may be
   NULL. */
alea_status bench_time_one(const bench_contender *, alea_sandbox *, double *seconds,
                           double numbers[BENCH_MOST_CHECKS], alea_error *);
#endif
