#pragma once
/* The independent checker: it needs the rules, the layout and the reading of packed policies, and nothing that solves. */
#include "family/race/rules/layout.h"

/* fits.c: whether values that were read from a file have the shape that these rules give. */
alea_status race_fits(const alea__rules *, const alea__values *, alea_error *);
/* certify.c */
alea_status race_certify(const alea__rules *, const alea__values *, const alea_progress *, alea_verdict *out,
                         alea_error *);
