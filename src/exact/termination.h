#pragma once
/* Which ends the rows lead to. One byte per position, 1 for yes. */
#include "exact/components.h"
#include "exact/rows.h"

/* Marks positions from which no end in `ends` can be reached. Rows that were never begun count as such. */
void exact_mark_endless(const exact_rows *, const exact_order *, const uint8_t *ends, uint8_t *endless);

/* Positions that can be reached from `start`, itself included. */
alea_status exact_mark_reached(const exact_rows *, uint32_t start, uint8_t *reached, alea_error *);
