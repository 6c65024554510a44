#ifndef ALEA_EXACT_LIMITS_H
#define ALEA_EXACT_LIMITS_H
/* The limits that a caller sets to exact work, and the messages when they do not suffice. */
#include <alea/table.h>

/* ALEA_E_REFUSED if `bytes` exceeds `allowed` (0: no limit); ALEA_E_MEMORY if it exceeds this machine's memory. Only the
   first may decide between exact results and simulation, because it is the same on every machine. `what` begins the
   sentence: "Solving this game", "The exact distribution". */
alea_status alea__check_memory(const char *what, double bytes, uint64_t allowed, alea_error *);

/* The requested tolerance, or `usual` if none is requested. */
double alea__tolerance_of(const alea_solve_options *, double usual);
/* ALEA_E_RANGE where intervals of `width` are wider than `tolerance`, which is that of the options or the usual one; the objective
   gives the unit. The sentence names a tolerance that is wide enough. */
alea_status alea__check_tolerance(alea_objective, double width, double tolerance, const alea_solve_options *,
                                  alea_error *);
#endif
