#pragma once
/* Turn starts without a leader as the positions of the exact engine: how they are numbered, in what order they are solved,
   and the row of a turn. A turn that is not lost raises the sum of the scores, and so comes to a position that is solved
   before; (own, other) and (other, own) lead to each other by busts; a wipe leads to a position whose player to wait has 0. */
#include "base/assert.h"
#include "exact/components.h"
#include "exact/rows.h"
#include "family/race/turn/turn_outcomes.h"

typedef struct race_starts {
    unsigned sides;          /* 1: both players are equals, or one player is alone */
    uint32_t stand, columns; /* scores of the player to move, and of the other one: 1 for a player alone */
    bool one_player;
} race_starts;

typedef struct race_turn_start {
    unsigned side;
    uint32_t own, other;
} race_turn_start;

race_starts race_starts_of(const race_turn_model *, unsigned sides);

static inline size_t race_starts_count(const race_starts *s)
{
    return (size_t)s->sides * s->stand * s->columns;
}

static inline uint32_t race_start_at(const race_starts *s, race_turn_start start)
{
    ALEA_ASSERT(start.side < s->sides && start.own < s->stand && start.other < s->columns);
    return (start.side * s->stand + start.own) * s->columns + start.other;
}

/* Turns from `start` that end with a total come to this position plus the total. */
static inline uint32_t race_start_after(const race_starts *s, race_turn_start start)
{
    return s->one_player ? 0 : ((s->sides - 1 - start.side) * s->stand + start.other) * s->columns;
}

alea_status race_starts_order(const race_starts *, exact_order *out, alea_error *);

/* The row of the turn that was run. Where both are equals the value there is the other one's. */
alea_status race_starts_row(const race_starts *, race_turn_start, const race_outcomes *, exact_rows *,
                            alea_error *);
/* The memory of rows, order and solver, for turns that are not very long. */
double race_starts_bytes(const race_starts *, const race_turn_model *);
