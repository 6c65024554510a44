#ifndef ALEA_BASE_STOPPING_H
#define ALEA_BASE_STOPPING_H
/* Telling a caller how far long work is, and asking whether to stop. `progress` may be NULL everywhere. */
#include <alea/status.h>

/* Whether to stop at once; may be asked from many threads. */
bool alea__stopped(const alea_progress *);
/* Reports `done` out of `total`, which is 0 where it is not known. Other than 0 asks to stop; 0 if no caller wants reports. */
int alea__report(const alea_progress *, uint64_t done, uint64_t total);
/* The same where work is not done in blocks. ALEA_E_STOPPED when the caller wants an end, by either of its two ways. */
alea_status alea__tell(const alea_progress *, uint64_t done, uint64_t total, alea_error *);
/* ALEA_E_STOPPED: "Stopped on request." */
alea_status alea__stop(alea_error *);
#endif
