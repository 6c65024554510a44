#pragma once
/* A turn as a path through its totals, prepared for passes up and down: rolls with weights as doubles, memories ordered so
   that a roll of nothing leads to an earlier one, and bounds for totals above the tables.

   Where a turn can arrive at a total is a *slot*: memory * 2, and one more when the next roll is forced. */
#include "base/directed.h"
#include "family/race/turn/roll_model.h"

typedef struct race_step {
    uint32_t amount, slot;
    double weight; /* out of `denominator` */
} race_step;

/* The same for vector passes down: the target, in doubles from the step's own total. */
typedef struct race_down_step {
    uint32_t offset;
    uint32_t last; /* true if the next step is not added to this one before both are weighted */
    double weight;
} race_down_step;

/* A lower bound of a value, and one of its negative. */
typedef struct race_bound {
    double low, neg;
} race_bound;

typedef struct race_turn_model {
    const race_roll_model *roll_model;
    const race_rules *rules;
    alea_objective objective;
    uint32_t memories, slots, most, goal, enough;
    uint32_t stand;   /* scores without a leader: 0 … stand - 1 */
    uint32_t cap;     /* the greatest total that is followed */
    uint32_t overlap; /* totals above the first hold that forced rolls can reach, see race_find_hold_region */
    uint32_t ring;    /* a power of two above `most` */
    uint32_t window;  /* totals that vector passes down have room for: some multiple of `ring` */
    bool grows;       /* totals above the cap mean something: a chase, or money */
    double denominator;
    double losing;         /* the least chance that a roll loses the turn */
    double pay, excess;    /* see race_beyond */
    double margin;         /* by which stored bounds keep clear of one step, for checkers that resolve less */
    const uint32_t *order; /* [memories] */
    const uint32_t *first; /* [memories + 1]: steps of a memory */
    const race_step *step;
    const double *bust, *wipe; /* [memory], weights */
    /* The same steps for passes down, with several memories those of equal weight next to each other: of a memory m down[down_first[m]] and so on up to
       down_first[m + 1], and besides those that all memories have, which come last, from down_first[memories] on. */
    const race_down_step *down;
    const uint32_t *down_first; /* [memories + 2] */
    double part_low, part_high; /* 1 / denominator, rounded down and up */
    void *owned[7];
    /* How passes and sums over turns are computed now. A proof sets it, and puts ALEA__BY_MODE back when it is done. */
    alea__rounding how;
} race_turn_model;

alea_status race_turn_model_make(const race_roll_model *, alea_objective, uint32_t cap, race_turn_model *out,
                                 alea_error *);
void race_turn_model_clear(race_turn_model *);

enum { RACE_LANES = 8 }; /* of vector passes */

/* At a total t above the cap, and anywhere in the chase that follows it, no player can expect to win or lose more than
   pay * (t + excess) dollars: with a leader each roll ends the game with chance 1 - q at least or raises the greatest total
   by the greatest amount A at most, so the last total is expected to be at most t + A q / (1 - q). For a bank the same,
   turn by turn, as long as no turn's beginning is worth more than pay * cap. */
static inline double race_beyond(const race_turn_model *c, double total)
{
    return alea__product(c->how, c->pay, alea__sum(c->how, total, c->excess));
}
