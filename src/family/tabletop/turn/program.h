#ifndef ALEA_FAMILY_TABLETOP_TURN_PROGRAM_H
#define ALEA_FAMILY_TABLETOP_TURN_PROGRAM_H
/* The turn as a program for vectors of table states: one value for each node and each value of the counters, children first. */
#include "base/directed.h"
#include "family/tabletop/turn/table.h"

enum { TABLETOP_LANES = 8, TABLETOP_MOST_COUNTED = 1 << 22 };

/* Where a step leads: to a node, with the counters changed, or to an end. */
typedef struct tabletop_goes {
    uint32_t node;   /* or TABLETOP_DONE */
    uint32_t end;    /* of the program, if it ends the turn */
    uint32_t map;    /* how the counters change */
    int32_t points;  /* for the total */
    uint8_t counter; /* 1 more than the counter whose value is added to the total as well; 0: none */
    bool minus;      /* it is taken away */
} tabletop_goes;

/* A way for a turn to end: effects on table states, for each value of the counters if they occur in it. */
typedef struct tabletop_ending {
    tabletop_list effects;
    bool counted;
    uint32_t first; /* where its values begin, one of the states or one for each value of the counters */
} tabletop_ending;

/* Conditions that hold together: has and lacks as bits of a key, and the other tests. */
typedef struct tabletop_condition {
    tabletop_list when;
    uint64_t mask, wanted;
    bool rest;    /* there are other tests */
    bool counted; /* a counter occurs in them */
} tabletop_condition;

/* Entries of a node of decision that end the turn, all entries of their names: the same in many nodes. */
typedef struct tabletop_bundle {
    uint32_t node, first, count; /* entries as that node has them, in `bundled` */
} tabletop_bundle;

typedef struct tabletop_program {
    const tabletop_game *g;
    alea_objective objective; /* of values */
    tabletop_table table;
    uint32_t counts;              /* values of all counters together */
    int32_t *counter;             /* [count][field]: the value of each counter */
    uint32_t *map;                /* [map][count]: the counters after a step */
    uint32_t maps, endings, ends; /* ends: values of all endings */
    tabletop_ending *ending;
    tabletop_goes *entry, *outcome; /* as in the game */
    tabletop_goes begin;
    uint32_t start_count; /* the counters at the start of a turn */
    tabletop_condition *condition;
    uint32_t *when, conditions; /* [entry]: its condition */
    tabletop_bundle *bundle;
    uint32_t bundles, bundled; /* bundled: entries of all bundles */
    uint32_t *of_bundle;
    uint32_t *bundle_of; /* [node]: its bundle; TABLETOP_NONE: none */
    uint32_t *option;    /* entries of nodes outside of bundles: [options[node]] … [options[node + 1]] - 1 */
    uint32_t *options;
    bool *
        plain; /* [node]: its outcomes, or other options, lead to nodes with the same counters, and nothing else */
    uint32_t *plain_to;   /* [outcome], then [option]: that node, as a place among the lanes of all */
    double *plain_weight; /* [outcome] */
    uint32_t *order;      /* nodes, children first where the counters stay the same */
    int way; /* of the counters: -1 they only grow, so that the greatest come first; 1 they only shrink; 0 neither */
    uint8_t *loops; /* [count]: steps can come back to their node with the same counters */
    double sign;    /* -1: few points or turns are best */
} tabletop_program;

alea_status tabletop_program_make(const tabletop_game *, alea_objective, const alea_progress *,
                                  tabletop_program **out, alea_error *);
void tabletop_program_free(tabletop_program *); /* accepts NULL */

bool tabletop_condition_holds(const tabletop_program *, uint64_t key, const tabletop_condition *,
                              uint32_t count);

/* The values between turns from which a turn is computed, by state: bounds as lower bounds and lower bounds of negatives, NaN where
   they are not known. */
typedef struct tabletop_bounds {
    double *low, *neg;
} tabletop_bounds;

/* Memory for a vector of states. */
typedef struct tabletop_vector {
    double *value; /* [count][node][lane] */
    double *end;   /* [end][lane] */
    double *best;  /* [bundle][lane] */
    uint8_t *chosen,
        *made; /* [bundle]: lanes in which one of its entries is possible, and whether that is known */
    uint8_t *known, *legal,
        *asked;    /* [end]; [condition]: lanes in which it holds, and whether that is known */
    int64_t *mask; /* [lanes as bits][lane]: 0 or -1 */
    uint64_t key[TABLETOP_LANES];
    uint32_t state[TABLETOP_LANES], lanes;
    bool failed;       /* sweeps did not come to an end */
    bool inside;       /* an end led to a state of the same depth */
    uint32_t from, to; /* the states of that depth */
} tabletop_vector;
alea_status tabletop_vector_make(const tabletop_program *, tabletop_vector *, alea_error *);
void tabletop_vector_free(tabletop_vector *);

/* Computes the values of the states in `v` (their numbers and `lanes` are set): lower bounds or, with `negated`, lower bounds of
   negatives, in the rounding mode that is set. `out` gets those of the beginning of their turns. */
void tabletop_vector_run(const tabletop_program *, tabletop_vector *, const tabletop_bounds *, alea__rounding,
                         bool negated, double out[TABLETOP_LANES]);
/* The number of the counters' values in a position. */
uint32_t tabletop_count_of(const tabletop_program *, const alea_state *);
/* The value of an entry's or outcome's step after a run, in a lane. */
double tabletop_goes_value(const tabletop_program *, const tabletop_vector *, const tabletop_goes *,
                           uint32_t count, uint32_t lane, alea__rounding, bool negated);
#endif
