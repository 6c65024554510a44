#ifndef ALEA_FAMILY_DESPIRALA_TURN_MODEL_H
#define ALEA_FAMILY_DESPIRALA_TURN_MODEL_H
/* Models of Despirala: what is still to be scored, for every position in which all dice are about to be rolled.

   Such a position is (used, goods): the combinations attempted, as a mask, and the goods that one has once the dice lie (a
   turn's gain is among them; fewer than the gain only after rerolls). With n combinations attempted there are at most
   gain * (n + 1) goods. With all attempted, what is left is good_points * goods.

   The exact model has M(used, g) = sum over rolls of p(roll) * best(roll, g), where best is the best of
     - every target of every combination not used: its sub-game, which ends in M(used + combination, g' + gain), or goods;
     - a reroll, M(used, g - 1), where there is a good and the rules allow it.
   A sampled model has the mean over so many random rolls for each (used, g) in place of the sum; sub-games stay exact. */
#include "family/despirala/rules/layout.h"

/* Where positions stand: `used` with n bits set has gain * (n + 1) + 1 of them, side by side, by goods. */
typedef struct despirala_graph {
    uint32_t masks;      /* 2^combinations; the last one, all used, has no positions */
    uint32_t places;     /* all positions */
    uint32_t most_goods; /* gain * combinations */
    uint32_t *first;     /* [mask]: the position with no goods; owned */
    uint32_t *layer;     /* masks by the number of bits set, ascending masks within; owned */
    uint32_t layer_first[DESPIRALA_COMBINATIONS + 2]; /* [n]: where masks with n bits begin in `layer` */
    struct despirala_parts *parts;                    /* solve.c's own tables of sub-games; owned */
} despirala_graph;

alea_status despirala_graph_make(despirala_game *, alea_error *); /* positions.c */
void despirala_graph_free(despirala_graph *);

typedef struct despirala_model {
    double *value;    /* [graph->first[used] + goods] */
    double error;     /* of the exact model: no value is wrong by more */
    uint64_t samples; /* 0: exact */
    uint64_t seed;
} despirala_model;

alea_status despirala_model_solve(const despirala_game *, uint64_t samples, uint64_t seed,
                                  const alea_solve_options *, despirala_model **out, alea_error *);
void despirala_model_free(despirala_model *); /* accepts NULL */

/* Everything that is decided with these combinations attempted. Ties, within DESPIRALA_TIE of the best, go to the lowest move, or
   with `go_on` to going on and rerolling first. One is made for each thread and filled again and again. */
#define DESPIRALA_TIE 1e-9
typedef struct despirala_choices {
    uint32_t goods; /* 0 … goods */
    uint8_t *move;  /* [g * rolls + roll]: after a roll of all dice with g goods; owned */
    uint8_t *
        go_on; /* [(combination * (dice + 1) + kept) * (most_goods + 1) + g]: in a collect; 1: roll on; owned */
    void *room; /* working memory; owned */
} despirala_choices;
alea_status despirala_choices_make(const despirala_game *, despirala_choices **out, alea_error *);
void despirala_choices_free(despirala_choices *);
void despirala_choices_fill(const despirala_game *, const despirala_model *, uint32_t used, bool go_on,
                            despirala_choices *);
#endif
