#pragma once
/* Numbers as people read them. Each function writes one number into `out`, which has room for any, and returns it:

       char text[ALEA__NUMBER];
       printf("%s games\n", alea__count_text(text, 1234567));    1,234,567 games
*/
#include <stdbool.h>
#include <stdint.h>

enum { ALEA__NUMBER = 80 };

/* 1,234,567 */
char *alea__count_text(char out[ALEA__NUMBER], int64_t count);

/* A size in two or three digits: 7, 999, 1.2 k, 12 k, 1.2 M, 3.4 G. Below 10 with a decimal unless it is whole. */
char *alea__short_text(char out[ALEA__NUMBER], double number);

/* A time in words: 0.31 s, 12.4 s, 2 min 5 s, 1 h 2 min, 3 d 4 h. */
char *alea__duration_text(char out[ALEA__NUMBER], double seconds);

/* The same as a clock: 0:03, 2:05, 1:02:03. */
char *alea__clock_text(char out[ALEA__NUMBER], double seconds);

/* The midpoint of two bounds in the digits that they make certain: it is off by at most one in the last. Bounds that are the
   same show up to 15 digits. A number that may be anything shows as "inf" or "?". */
char *alea__certain_text(char out[ALEA__NUMBER], double lower, double upper, int most_decimals);

/* One of the bounds, with two decimals more, rounded downwards or upwards so that it still is one. */
typedef enum alea__side { ALEA__AT_LEAST, ALEA__AT_MOST } alea__side;
char *alea__bound_text(char out[ALEA__NUMBER], double lower, double upper, alea__side);

/* A number with its standard error, rounded to one digit of the error, or two if the first is a 1 or a 2: -1.031 ± 0.012,
   12.5 ± 0.3. An error of zero means exact and shows up to six digits; one that is unknown (not finite) shows as "± ?".
   ASCII writes "+/-". */
char *alea__estimate_text(char out[ALEA__NUMBER], double value, double standard_error, bool ascii);

/* The displayed estimate of a rate: adjusted for luck it may be slightly below 0 or above 1, and is clipped. NaN is unchanged. */
double alea__shown_rate(double rate);

/* The same for a share between 0 and 1, in per cent: 53.47 % ± 0.05. */
char *alea__rate_text(char out[ALEA__NUMBER], double rate, double standard_error, bool ascii);

/* "2026-11-21", of seconds since 1970 in UTC. */
char *alea__date_text(char out[16], int64_t when);
