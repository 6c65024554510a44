#pragma once
/* Saying what went wrong. `error` may be NULL everywhere. Both functions return the status, so that a failing function
   ends in `return alea__fail(error, ALEA_E_RANGE, "…")`. */
#include <alea/status.h>

__attribute__((format(printf, 3, 4))) alea_status alea__fail(alea_error *error, alea_status status,
                                                             const char *format, ...);

/* The same with a place: the message begins with "file:line: " (line 0: "file: "). */
__attribute__((format(printf, 5, 6))) alea_status alea__fail_at(alea_error *error, alea_status status,
                                                                const char *file, int line,
                                                                const char *format, ...);

alea_status alea__out_of_memory(alea_error *error);

/* The meaning of an errno; may use `out`. Works with any variant of strerror_r. */
enum { ALEA__REASON = 128 };
const char *alea__reason(int number, char out[ALEA__REASON]);
