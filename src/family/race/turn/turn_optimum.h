#pragma once
/* The best play of a turn, from the highest totals down: what its start is worth to the player to move.

   When the model's arithmetic rounds down (base/directed.h) everything is a lower bound: `low` of values, `neg` of their
   negatives, so one direction bounds values from both sides. Otherwise the same passes give approximate values. */
#include "base/memory.h"
#include "family/race/turn/turn_model.h"

/* The continuation of a turn against one waiter: the value of ending it with each total, by a hold, a bust (the total is
   then the banked score) or a wipe (0). Impossible totals have some finite number. */
typedef struct race_continuation {
    double *low, *neg;        /* [total], 0 … cap */
    double end;               /* in games that do not grow: a hold above the cap, exact */
    double least, minus_most; /* no position's value is less, or more */
} race_continuation;

/* The totals from which holding is best in turns against one waiter, for any banked score. */
typedef struct race_hold_region {
    uint32_t from;
    race_bound *arrival; /* [(total - from) * slots + slot] for `most` totals */
} race_hold_region;

/* The workspace of one thread. */
typedef struct race_optimum {
    const race_turn_model *model;
    race_continuation after;
    race_hold_region region;
    race_bound *above; /* [total * slots + slot], for race_find_hold_region */
    double *cell;      /* [window total][slot][lane], see turn_kernel.h */
    uint8_t *rolls;    /* [total * memories + memory]: a bit for each lane that rolls on */
    alea__owned owned;
} race_optimum;

alea_status race_optimum_make(const race_turn_model *, race_optimum *out, alea_error *);
void race_optimum_clear(race_optimum *);
double race_optimum_bytes(const race_turn_model *);

/* After the continuation is filled: finds the totals, from `least` up, from which no player with a banked score of 0 …
   banked - 1 does better by rolling. */
void race_find_hold_region(race_optimum *, uint32_t least, uint32_t banked);

/* The values of the starts of turns from own, own + 1, … own + RACE_LANES - 1. With `rolls` true the low pass notes
   where rolling on is better (from the hold region up all hold). */
void race_pass_low(race_optimum *, uint32_t own, bool rolls, double value[RACE_LANES]);
void race_pass_neg(race_optimum *, uint32_t own, double value[RACE_LANES]);
