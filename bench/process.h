#ifndef ALEA_BENCH_PROCESS_H
#define ALEA_BENCH_PROCESS_H
/* Whole processes, timed from outside. */
#include <alea/alea.h>

typedef struct bench_lap {
    double seconds,
        work; /* wall time; processor time of all its threads and of the processes that it waited for */
    double megabytes; /* the most that was resident */
} bench_lap;

/* Runs a program to its end, without its output. A name without a slash is looked for on PATH; `arguments` ends with NULL. */
alea_status bench_time_process(char *const arguments[], bench_lap *out, alea_error *);
#endif
