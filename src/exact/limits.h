#pragma once
/* Checks the limits that a caller sets on exact computations. */
#include <alea/table.h>

/* Fails with ALEA_E_REFUSED if `bytes` exceeds `allowed` (0: no limit), and with ALEA_E_MEMORY if it exceeds this
   machine's memory. Only ALEA_E_REFUSED may make a caller simulate instead, because it is the same on every machine.
   `what` is the subject of the message, such as "Solving this game" or "The exact distribution". */
alea_status alea__check_memory(const char *what, double bytes, uint64_t allowed, alea_error *);

/* The requested tolerance, or `usual` if none is requested. */
double alea__tolerance_of(const alea_solve_options *, double usual);
/* Fails with ALEA_E_RANGE if `width`, the width of the widest interval, exceeds `tolerance`, which is that of the
   options or the usual one. The message gives the unit of the objective and suggests a tolerance that is wide
   enough. */
alea_status alea__check_tolerance(alea_objective, double width, double tolerance, const alea_solve_options *,
                                  alea_error *);
