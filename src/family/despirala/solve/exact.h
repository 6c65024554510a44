#pragma once
/* Exact results of Despirala: models, their decisions, and what is computed from them. rules/layout.h describes how values are
   stored in a table; row by row, and one matrix after the other, that is the order of despirala_graph.

   A model says what is still to be scored, for every position of turn/positions.h. The exact model has
   M(used, g) = sum over rolls of p(roll) * best(roll, g), where best is the best of
     - every target of every combination not used: its sub-game, which ends in M(used + combination, g' + gain), or goods;
     - a reroll, M(used, g - 1), where there is a good and the rules allow it.
   A sampled model has the mean over that many random rolls for each (used, g) in place of the sum; sub-games stay exact. */
#include "family/despirala/turn/positions.h"
#include "value/solver_ops.h"

typedef struct despirala_model {
    double *value;    /* [graph->first[used] + goods] */
    double error;     /* of the exact model: no value is wrong by more */
    uint64_t samples; /* 0: exact */
    uint64_t seed;
} despirala_model;

despirala_model *despirala_model_new(const despirala_game *); /* all zero; NULL if memory runs out */
/* The exact model, or with `samples` in the options a sampled one. */
alea_status despirala_model_solve(const despirala_game *, const alea_solve_options *, despirala_model **out,
                                  alea_error *);
/* The middles of the bounds. The values must fit. */
alea_status despirala_model_of_values(const despirala_game *, const alea__values *, despirala_model **out,
                                      alea_error *);
void despirala_model_free(despirala_model *); /* accepts NULL */

/* Everything that is decided with these combinations attempted. Ties, within DESPIRALA_TIE of the best, go to the lowest move, or
   with `go_on` to going on and rerolling first. One is made for each thread and filled again and again. */
#define DESPIRALA_TIE 1e-9
typedef struct despirala_model_moves {
    uint32_t goods; /* 0 … goods */
    uint8_t *move;  /* [g * rolls + roll]: after a roll of all dice with g goods; owned */
    /* [(combination * (dice + 1) + kept) * (most_goods + 1) + g]: in a collect; 1: roll on; owned. */
    uint8_t *go_on;
    void *work; /* working memory; owned */
} despirala_model_moves;
alea_status despirala_model_moves_make(const despirala_game *, despirala_model_moves **out, alea_error *);
void despirala_model_moves_free(despirala_model_moves *);
void despirala_model_moves_fill(const despirala_game *, const despirala_model *, uint32_t used, bool go_on,
                                despirala_model_moves *);

alea_status despirala_solve(const alea__problem *, alea__values **out, alea_error *);
alea_status despirala_query_open(const alea__rules *, const alea__values *, void **query, alea_error *);
void despirala_query_close(void *query);
alea_status despirala_query_ask(void *query, const alea_state *, alea_answer *out, alea_error *);
alea_status despirala_evaluate(const alea__problem *, alea_evaluation *out, alea_error *);

/* Makes a policy that decides like `like`, which has no plan yet. A PLAN takes over the model, even on failure; other kinds
   have none. */
alea_status despirala_policy_make(const despirala_game *, const despirala_bot *like, alea__policy **out,
                                  alea_error *);
alea_status despirala_policy_of_values(const alea__rules *, const alea__values *, alea__policy **out,
                                       alea_error *);
alea_status despirala_policy_pack(const alea__rules *, const alea__policy *, unsigned char **data,
                                  size_t *size, alea_error *);
alea_status despirala_policy_unpack(const alea__rules *, const unsigned char *data, size_t size,
                                    alea__policy **out, alea_error *);
