#ifndef ALEA_BENCH_PROGRAM_COMPARE_H
#define ALEA_BENCH_PROGRAM_COMPARE_H
/* Compares figures with those of an earlier `alea-bench --json`. */
#include "bench/bench.h"

#include <jansson.h>

/* The change of one row. */
typedef struct bench_change {
    bool known;    /* false if the earlier run lacks this row */
    bool of_ratio; /* the ratio to the textbook is compared; otherwise the figure itself */
    double before;
    double factor; /* how many times better today's figure is: above 1 is faster, or smaller */
    double error;  /* its standard error; NAN: not known, since one of the two was measured once */
} bench_change;

/* Reads the figures of an earlier run; after a message, CMD_USAGE. json_decref frees them. */
int bench_read_earlier(const char *path, json_t **out);
/* Whether the machine that measured them has another processor or other lanes. */
bool bench_other_machine(const json_t *earlier, const char *processor);
/* Unknown if the earlier run has no such row, or if it was measured on another machine and has no ratio. */
bench_change bench_compare_row(const json_t *earlier, bool other_machine, const char *job, const bench_row *);
/* "better", "worse", "same" (within two standard errors) or "unknown". */
const char *bench_verdict(const bench_change *);
#endif
