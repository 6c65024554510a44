#pragma once
/* One line of progress, as a terminal shows it again and again:

       [████████▍           ]  42 %  420,000 of 1,000,000 games  1.2 M/s  0:03 left

   A pure function: whoever calls it has the clock and the terminal. */
#include <stdbool.h>
#include <stdint.h>

typedef struct alea__progress_state {
    uint64_t done, total; /* total 0: unknown, so there is no bar, share or time left */
    double seconds;       /* since the start */
    const char *unit;     /* "games" */
    unsigned width;       /* columns of the terminal; 0 means 80 */
    bool ascii;           /* a bar of # and . */
} alea__progress_state;

enum { ALEA__PROGRESS_LINE = 512 };

/* Writes the line, without an end of line, and returns its columns: never more than the width. Parts that do not fit are
   left out, first the bar, then the rate, the counts and the time. A finished line ends with the elapsed time. */
unsigned alea__progress_line(char out[ALEA__PROGRESS_LINE], const alea__progress_state *);
