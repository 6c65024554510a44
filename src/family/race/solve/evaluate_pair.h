#pragma once
/* Two policies against each other, or one of a player alone: what evaluate_pair.c (while no player leads), evaluate_chase.c and
   evaluate.c share.

   Everything is from the first policy's point of view, whoever moves. Positions with a leader are [own * columns + leader] of
   the player to move, side 0 or 1. */
#include "family/race/solve/turn_starts.h"
#include "family/race/turn/problem.h"
#include "family/race/turn/turn_all_scores.h"
#include "family/race/turn/turn_outcomes.h"

/* Quantities computed side by side. With a leader one of the players is certain to win, so losses are not stored there. For
   a single player only turns are computed. */
typedef enum race_quantity {
    RACE_WINS,
    RACE_DOLLARS,
    RACE_TURNS,
    RACE_LOSSES,
    RACE_QUANTITIES
} race_quantity;
enum { RACE_LED_QUANTITIES = RACE_ALL_SCORES_MOST };

typedef struct race_pair {
    const race_problem *problem;
    race_turn_model model;
    race_starts starts;
    uint32_t columns;
    double *numbers; /* owned: low, high, led and ends_* are parts of it */
    double *low[RACE_QUANTITIES], *high[RACE_QUANTITIES]; /* without a leader: [turn start] */
    /* With a leader; the quantities of a position are adjacent, because they are written and read together. */
    alea_interval *led[2]; /* [(own * columns + leader) * RACE_LED_QUANTITIES + quantity] */
    float *mark[2];        /* [own * columns + leader]: approximate frequency; NULL: all are computed */
    bool unknown;          /* some turn that can be met was never asked about */
    race_outcomes turn;
    race_all_scores all_scores;
    race_score_continuation after[RACE_QUANTITIES];                /* [total] */
    double *ends_low[RACE_QUANTITIES], *ends_neg[RACE_QUANTITIES]; /* [total]: what `after` shows */
} race_pair;

/* Runs a turn of the side's policy into v->turn. */
void race_pair_run(race_pair *, race_turn_start);
/* The values of ending a turn of `side` against `other`, for every total and quantity, from the bounds; rounding down.
   Totals without a leader are unchanged. */
void race_pair_fill(race_pair *, unsigned side, uint32_t other);

/* evaluate_chase.c: fills led. */
alea_status race_evaluate_chase(race_pair *, alea_error *);

/* evaluate_pair.c: fills low and high, and finds what can happen from the start, by the side that moves first. */
typedef struct race_prospect {
    bool never;  /* the game can come to positions that it never ends from */
    bool surely; /* it never ends */
    bool unknown;
} race_prospect;
alea_status race_evaluate_open(race_pair *, race_prospect out[2], alea_error *);
double race_open_bytes(const race_pair *);
