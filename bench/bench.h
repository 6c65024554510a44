#ifndef ALEA_BENCH_BENCH_H
#define ALEA_BENCH_BENCH_H
/* How fast alea is, and compared with what.
 *
 * A job is one piece of work. Where there is a textbook program for it (this folder's textbook_*.c and yardstick.c: plain
 * C, compiled with the same flags), it and alea take turns, round after round, and what counts is the ratio within a
 * round: a machine that is busy, or slows down when it is warm, disturbs both alike. The textbook must also be right: its
 * results are compared with alea's before anything is timed.
 *
 * Work on one core is timed by the processor time of the thread, the rest (two cores, whole processes) by the clock on the
 * wall. docs/speed.md says how to read the figures. */
#include <alea/alea.h>

enum { BENCH_MOST_ROWS = 8, BENCH_MOST_ROUNDS = 16 };

typedef struct bench_job {
    const char *name, *title;
    const char *clock; /* describes what is timed */
    const struct bench_plan *plan;
} bench_job;

extern const bench_job bench_jobs[]; /* ends with a NULL name */

/* One line of a job: medians over the rounds. */
typedef struct bench_row {
    char what[80];
    const char *unit;
    double median, least, most;
    double ratio;    /* to the first row, median of the rounds; 0: none */
    double error;    /* relative standard error of the ratio, or of the median without one; 0: not known */
    double at_least; /* wanted ratio; 0: none */
    double below;    /* wanted upper limit of the median; 0: none */
    char note[64];
} bench_row;

typedef struct bench_report {
    unsigned rounds, rows;
    bench_row row[BENCH_MOST_ROWS];
    char checked[160]; /* what was compared before timing; may be empty */
} bench_report;

typedef struct bench_options {
    bool quick;             /* fewer and shorter rounds */
    const char *program;    /* alea itself, for whole processes */
    const char *folder;     /* a private one, for temporary files */
    alea_progress progress; /* unit: measurements */
} bench_options;

/* Fails with ALEA_E_STATE if a textbook and alea disagree, since a ratio between them then means nothing, and with
   ALEA_E_STOPPED on request. */
alea_status bench_measure(const bench_job *, const bench_options *, bench_report *out, alea_error *);

/* The widest vector lanes that this machine has for alea to use, in games side by side; 1: none. */
unsigned bench_lanes(void);

/* Makes a private folder for temporary files, and removes it with all that is in it. */
enum { BENCH_PATH = 512 };
alea_status bench_folder_make(char out[BENCH_PATH], alea_error *);
void bench_folder_remove(const char *folder);
#endif
