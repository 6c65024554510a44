#ifndef ALEA_BENCH_PROGRAM_MESSAGES_H
#define ALEA_BENCH_PROGRAM_MESSAGES_H

#define BENCH_NO_MEASUREMENT      "there is no measurement `%s`; --list lists them"
#define BENCH_NEAREST_MEASUREMENT "there is no measurement `%s`; did you mean `%s`?"
#define BENCH_NOT_FIGURES \
    "%s: this file has no figures of a measurement. `build/alea-bench --json > FILE` writes them."
#define BENCH_OTHER_MACHINE   "The earlier figures come from another machine: only ratios are compared.\n"
#define BENCH_NO_OWN_FILE     "Cannot find the program's own file: /proc/self/exe is not readable."
#define BENCH_NO_FIGURES      "Cannot write the figures."
#define BENCH_MEASURE_SKIPPED "%s is skipped. %s" /* the job; the reason */
#endif
