#pragma once
/* Telling a caller how far long work is, and asking whether to stop. `progress` may be NULL everywhere. */
#include <alea/status.h>

/* Whether to stop now. Safe from many threads. */
bool alea__stopped(const alea_progress *);
/* Reports `done` out of `total`, which is 0 if unknown. Returns nonzero if the caller asks to stop, and 0 if it wants no
   reports. */
int alea__report(const alea_progress *, uint64_t done, uint64_t total);
/* The same for work without blocks. Returns ALEA_E_STOPPED if the caller asks to stop in either way. */
alea_status alea__tell(const alea_progress *, uint64_t done, uint64_t total, alea_error *);
/* ALEA_E_STOPPED: "Stopped on request." */
alea_status alea__stop(alea_error *);
