#pragma once
/* The independent checker of Despirala, and its kernel. It includes nothing of turn/, solve/ or distribution/. */
#include "family/despirala/rules/layout.h"

alea_status despirala_certify(const alea__rules *, const alea__values *, const alea_progress *,
                              alea_verdict *out, alea_error *);

enum { DESPIRALA_BLOCK = 8 /* goods side by side */ };

/* out[g] = the greatest, or the least, of row[0][g], row[1][g] …; width is a multiple of the block. */
typedef void despirala_best_rows(const int64_t *const *row, uint32_t rows, uint32_t width, bool more,
                                 int64_t *out);
despirala_best_rows despirala_best_rows_portable, despirala_best_rows_avx2;
