#pragma once
/* Answers of policies in one turn, found once for all its decisions, for simulators. decide.c implements them, and
   race_decide uses them. */
#include "family/race/play/state.h"

/* The answers of a plan in one turn, for many questions: a row of race_plan. */
typedef struct race_plan_row {
    const uint8_t *bits;
    uint64_t first, end; /* its bits */
    uint32_t own, memories, holds_from;
} race_plan_row;

race_plan_row race_plan_row_of(const race_rules *, const race_plan *, uint32_t own, uint32_t other);
static inline bool race_plan_row_rolls(const race_plan_row *r, uint32_t total, uint32_t memory)
{
    const uint64_t bit = r->first + (uint64_t)(total - r->own) * r->memories + memory;
    const bool has_bit = memory < r->memories && bit < r->end;
    return has_bit ? r->bits[bit >> 3] >> (bit & 7) & 1 : total < r->holds_from;
}
/* The least total above this one at which the row holds without a memory. */
uint32_t race_plan_row_next_hold(const race_plan_row *, uint32_t total);
/* The row of the mover's turn. */
race_plan_row race_plan_row_for(const race_rules *, const race_plan *, const race_state *);

/* The total at which turns(n) holds in the mover's turn, after that many scoring turns. */
uint32_t race_turns_hold_at(const race_rules *, const race_policy *, const race_state *,
                            uint32_t scoring_turns);
