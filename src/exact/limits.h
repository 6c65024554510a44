#ifndef ALEA_EXACT_LIMITS_H
#define ALEA_EXACT_LIMITS_H
/* The limits that a caller sets to exact work, and the messages when they do not suffice. */
#include <alea/table.h>

/* ALEA_E_REFUSED where `bytes` are more than `allowed`, of which 0 is no limit; ALEA_E_MEMORY where they are more than this
   machine has. Only the first may decide whether a result is exact or played, for it is the same on every machine. `what` begins
   the sentence: "Solving this game", "The exact distribution". */
alea_status alea__check_memory(const char *what, double bytes, uint64_t allowed, alea_error *);

/* The tolerance that applies: what the caller asks for, or `usual` where that is nothing. */
double alea__tolerance_of(const alea_solve_options *, double usual);
/* ALEA_E_RANGE where intervals of `width` are wider than `tolerance`, which is that of the options or the usual one; the objective
   gives the unit. The sentence names a tolerance that is wide enough. */
alea_status alea__check_tolerance(alea_objective, double width, double tolerance, const alea_solve_options *,
                                  alea_error *);
#endif
