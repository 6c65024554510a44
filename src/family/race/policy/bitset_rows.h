#pragma once
/* Builds a plan. Every turn start gets a row of bits, for all totals up to `last`; a row begins at a whole byte, so that
   threads never write to the same one. At the end, bits that equal a plan's default are cut off. */
#include "family/race/policy/policy.h"
#include <alea/exact.h>

typedef struct race_rows {
    const race_rules *rules;
    uint32_t owns, others, last, asked;
    uint64_t *row; /* [own * others + other], and the end */
    uint8_t *bits;
    size_t capacity;                /* of bits, in bytes, where rows are appended */
    uint32_t near, scores_only;     /* as in race_plan */
    const alea_plotted_turns *only; /* turns that have rows; NULL: all */
} race_rows;

/* All bits have a plan's default. The caller sets owns, others, last, asked, near and rules. Fails with ALEA_E_REFUSED if
   it would be too large. */
alea_status race_rows_make(race_rows *, alea_error *);
void race_rows_clear(race_rows *);
/* Whether a turn of a player who has banked `own` can begin, and has a row. One player: `other` turns left, 0 only without
   a limit. */
bool race_rows_has(const race_rows *, uint32_t own, uint32_t other);
/* The total is at most `last`. */
void race_rows_set(race_rows *, race_position, bool rolls);
/* The same for the first `count` positions of a row: [(total - own) * memories + memory]. Bit `lane` of each byte says
   whether to roll. */
void race_rows_set_first(race_rows *, uint32_t own, uint32_t other, const uint8_t *lanes, unsigned lane,
                         size_t count);
/* Replaces race_rows_make if rows are filled one after the other: each is cut off immediately, and the whole table is never
   in memory. Call race_rows_append for every turn start in the order of `row`, and fill a row, if it gets one, before the
   next call. */
alea_status race_rows_begin(race_rows *, alea_error *);
alea_status race_rows_append(race_rows *, uint32_t own, uint32_t other, alea_error *);
/* Makes the plan; the rows are freed, also after a failure. */
alea_status race_rows_finish(race_rows *, alea__policy **out, alea_error *);
