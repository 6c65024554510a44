#pragma once
/* Every decision of a model, as bytes, for bots that play like a model. Decisions are computed on demand, for one mask of
   combinations at a time. A simulation first computes all of them in parallel (320 MB for Despirala itself: 16,384 masks,
   their goods, 462 rolls). Safe from many threads. */
#include "family/despirala/solve/exact.h"

typedef struct despirala_plan despirala_plan;

/* The model must live as long as the plan. */
alea_status despirala_plan_make(const despirala_game *, const despirala_model *, bool go_on,
                                despirala_plan **out, alea_error *);
void despirala_plan_free(despirala_plan *); /* accepts NULL */
/* The move of a policy of any kind. `own` is the seat's private stream, only for RANDOM. */
uint32_t despirala_decide(const despirala_rules *, const despirala_bot *, const despirala_state *,
                          alea__stream *own);

/* Computes all decisions, once. ALEA_E_REFUSED if they exceed the limit of a plan; ALEA_E_STOPPED if stopped. After either,
   the plan still answers and the call may be repeated. */
alea_status despirala_plan_fill(despirala_plan *, unsigned threads, const alea_progress *, alea_error *);

/* Data of a filled plan for simulation; the plan owns all of it. The decisions of a mask begin at moves + at[mask]: [goods
   * rolls + roll] is the move after a roll of all dice; `collects` bytes further on, [collect * (most goods + 1) + goods]
   has a bit for each number of dice kept: roll on. */
struct despirala_tosses;
typedef struct despirala_index {
    const uint8_t *moves;
    const uint32_t *at;
    const uint8_t *collect_of; /* by combination: its number among the collects */
    const struct despirala_tosses *tosses;
} despirala_index;
despirala_index despirala_plan_index(const despirala_plan *);
bool despirala_plan_full(const despirala_plan *);
