#pragma once
/* Proofs of most bounds at a fraction of the price of exact_step.h: eight turns against one waiter side by side, in whole
   numbers that may have fewer places, and not followed to the end where that is not needed. What this gives is never more
   than the value of the turn. So a bound that is no better than this holds; one that is better may hold all the same, and
   is recomputed by exact_step.h.

   Numbers are counted from the least that any can be, so that none is negative, and in such units that the sum of a roll fits
   63 bits: u = (x + offset) >> drop for a number x of exact_step.h. As the weights of a roll add up to N, offsets need no
   thought. The mean of a sum s < 2^63 with s = h 2^32 + l, by F = floor(2^64 / N) = f 2^32 + g, is

       h f + ((h g + l f) >> 32)  <=  s F / 2^64  <=  s / N,

   all of it in 64 bits, and at most 3 too small.

   Where a turn is cut off. Let h(s) be the value of holding at total s, B the value of a bust, of weight b, W a wipe, of
   weight w, and
       D(s) = N h(s) - w W - sum of weight * h(s + amount).
   A player who maximises gets h(s) at least: from any total on, holding bounds the turn. A player who minimises gets
   max(0, h(s) - c) at least, at all s >= k, if c >= 0 and (b + w) c >= D(s) - b B at all s >= k: by induction from the
   greatest total down, N (h(s) - c) <= b B + w W + sum of weight * (h(s + amount) - c), so that this bounds rolling, and it
   bounds holding. Both need that no player is forced to roll and that no total ends a turn but as a hold does. */
#include "base/memory.h"
#include "family/race/check/exact_step.h"

enum { RACE_QUICK_LANES = 8 };

/* How a turn ends automatically at a total. */
typedef enum race_quick_end {
    RACE_QUICK_ON,
    RACE_QUICK_HOLDS,
    RACE_QUICK_BUSTS,
    RACE_QUICK_WIPES
} race_quick_end;

/* Shared by all threads. */
typedef struct race_quick_rules {
    const race_bounds *bounds;
    bool may_cut;    /* turns may be cut off, as described above */
    int drop;        /* binary places dropped */
    uint32_t pitch;  /* cells of a total: one, or [memory][forced] */
    uint64_t factor; /* floor(2^64 / N) */
    race_row *row;   /* [memory]: arrivals of the same weight next to each other; steps in cells */
    race_arrival *arrival;
    unsigned char *end; /* [total], 0 … top: race_quick_end */
    double *reach;      /* [d]: about the chance that a turn gets d points further */
    alea__owned owned;
} race_quick_rules;

/* Eight turns, as the kernels see them. */
typedef struct race_quick_pass {
    const race_quick_rules *rules;
    const int64_t *hold;  /* [total] */
    const int64_t *above; /* the cells of `start` and up to the greatest amount above it, but for `less` */
    uint32_t own,
        start; /* of the first turn; the passes begin below `start`, at least own + RACE_QUICK_LANES */
    bool maximises;
    int64_t wipe;
    int64_t *cell;        /* workspace, aligned to 64 bytes */
    int64_t *bust, *less; /* [lane], aligned */
    int64_t *roll;        /* [lane], out: the value of the first roll of the turn from own + lane */
} race_quick_pass;
typedef void race_quick_kernel(const race_quick_pass *);
extern race_quick_kernel race_quick_portable, race_quick_avx2, race_quick_avx512;

/* The workspace of one thread. */
typedef struct race_quick {
    const race_quick_rules *rules;
    race_quick_kernel *kernel;
    int64_t offset;
    bool usable;          /* all numbers are in range */
    uint32_t depth;       /* of the last cut: `start` was so far from the last lane */
    int64_t *hold, *edge; /* [total]; and [total][cell], as `above` */
    int64_t *gap;         /* [total]: the greatest D from there on if the player minimises, else -D */
    int64_t *lanes;       /* bust, less, roll */
    race_quick_pass pass;
    alea__owned owned;
} race_quick;

alea_status race_quick_rules_make(const race_bounds *, race_quick_rules *out, alea_error *);
void race_quick_rules_clear(race_quick_rules *);
alea_status race_quick_make(const race_quick_rules *, race_quick *out, alea_error *);
void race_quick_clear(race_quick *);

/* After race_set_opponent with the same turn and workspace; only RACE_MOVER is dealt with here. */
void race_quick_set_opponent(race_quick *, const race_exact_turn *, const race_workspace *);
/* The eight turns from `own` on. For attempts 0, 1, …, each deeper than the last, returns the total at which to cut them
   off; a total above all others means no cut, and 0 that there is nothing to attempt. */
uint32_t race_quick_cut(race_quick *, uint32_t own, unsigned attempt);
/* Lower bounds of what these turns are worth, as race_exact_start gives them, cut off at a total from own + RACE_QUICK_LANES
   to top + 1; below top + 1 only where turns may be cut. */
void race_quick_turns(race_quick *, uint32_t own, uint32_t cut, int64_t gives[RACE_QUICK_LANES]);
