#pragma once
/* The bounds of a whole two-player game while it is being solved, and the continuations of its turns.

   Values are those of player 0. In a game of equals (`sides` 1) each player to move is player 0, and the other's value is
   `base` less its own. With two sides, player 1 follows a policy. bounds[side] is indexed by [own][other] of the player to move. */
#include "family/race/turn/turn_optimum.h"
#include "family/race/turn/turn_outcomes.h"

typedef struct race_bound_table {
    double *lower, *upper; /* [own * columns + other] */
} race_bound_table;

typedef struct race_two_player_bounds {
    race_turn_model model;
    unsigned sides;
    double base;      /* 1 for winning, 0 for dollars */
    uint32_t columns; /* scores 0 … columns - 1: stand for a bank, cap + 1 for a chase */
    race_bound_table bounds[2];
    const race_policy *opponent; /* player 1's, with two sides */
    const alea_solve_options *options;
} race_two_player_bounds;

/* Whether ending a turn with this total against `other` ends the game for two. */
static inline bool race_ends_game(const race_turn_model *c, uint32_t total, uint32_t other)
{
    if (c->rules->ending == RACE_BANK) return total >= c->goal;
    return other > c->goal && total <= other;
}

/* Fills the continuation of turns of `side` against a waiter with score `other`, from the bounds; rounding down. */
void race_fill_continuation(const race_two_player_bounds *, race_optimum *, unsigned side, uint32_t other);

/* The value of the turn that was run along the continuation; rounding down. */
race_bound race_expect_along(const race_continuation *, const race_outcomes *);

/* The total that a turn without a hold exceeds with a chance of at most 1e-19. */
uint32_t race_far(const race_roll_model *);
/* How far forward passes follow turns: of best play, or of any policy, which need not hold at the goal. */
uint32_t race_reach(const race_turn_model *, bool policies);
/* The cap that a game without growth needs. */
uint32_t race_bank_cap(const race_roll_model *);

/* solve_chase.c: bounds of all positions in which a player leads a chase, bounds[side] at [own][leader], own < leader. A
   leader is only ever followed by a higher one, so leaders are solved from the cap down, each in one step; values above the
   cap are bounded by an argument (turn_model.h). `total` is for progress: the positions of the whole game. */
alea_status race_solve_chase(race_two_player_bounds *, uint64_t total, alea_error *);
double race_solve_chase_bytes(const race_two_player_bounds *);

/* best_play.c: proves bounds of all turn starts without a leader, from those with one. For a single player without a turn
   limit, of the negative number of turns to come. *width is the greatest width. Fails with ALEA_E_RANGE if they cannot be
   proved. */
alea_status race_find_best_play(race_two_player_bounds *, double *width, alea_error *);
double race_best_play_bytes(const race_two_player_bounds *);
