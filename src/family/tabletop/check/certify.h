#pragma once
/* The independent checker of values between turns. */
#include "family/tabletop/turn/program.h"
#include "value/values.h"

/* Values are one matrix with a column for each state of the program's table. */
alea_status tabletop_certify(const alea__rules *, const tabletop_program *, const alea__values *,
                             const alea_progress *, alea_verdict *out, alea_error *);
