#pragma once
/* The independent checker of Hog. It includes nothing of turn/ or solve/. */
#include "family/hog/rules/layout.h"

alea_status hog_certify(const alea__rules *, const alea__values *, const alea_progress *, alea_verdict *out,
                        alea_error *);
