#ifndef ALEA_EXACT_LIMITS_H
#define ALEA_EXACT_LIMITS_H
/* The limits that a caller sets to exact work, and the messages when they do not suffice. */
#include <alea/table.h>

/* ALEA_E_REFUSED where `bytes` are more than `allowed`, of which 0 is no limit. `what` begins the sentence: "Solving this
   game", "The exact distribution". */
alea_status alea__check_memory(const char *what, double bytes, uint64_t allowed, alea_error *);

/* The tolerance that applies: what the caller asks for, or `usual` where that is nothing. */
double alea__tolerance_of(const alea_solve_options *, double usual);
/* ALEA_E_RANGE where intervals of `width` are wider than `tolerance`, which is that of the options or the usual one; the objective
   gives the unit. The sentence names a tolerance that is wide enough. */
alea_status alea__check_tolerance(alea_objective, double width, double tolerance, const alea_solve_options *,
                                  alea_error *);

/* Whether to stop at once; may be asked from many threads. `progress` may be NULL, here and below. */
bool alea__stopped(const alea_progress *);
/* Reports `done` out of `total`; other than 0 asks to stop. 0 where nobody wants to know. */
int alea__report(const alea_progress *, uint64_t done, uint64_t total);
/* The same where work is not done in blocks. ALEA_E_STOPPED when the caller wants an end, by either of its two ways. */
alea_status alea__tell(const alea_progress *, uint64_t done, uint64_t total, alea_error *);
/* ALEA_E_STOPPED: "Stopped on request." */
alea_status alea__stop(alea_error *);
#endif
