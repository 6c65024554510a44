#pragma once
#include "family/despirala/turn/subgames.h"

/* What an attempt still lacks: missing dice per face, in descending order, and dice to roll. The rest of the attempt
   depends only on this, whichever faces they are. Nothing missing: nothing is rolled. */
typedef struct despirala_residual {
    uint8_t missing[DESPIRALA_SIDES], rolled;
} despirala_residual;

/* The residual of `required` after the `rolled` dice show `dice` and the needed ones are kept. */
despirala_residual despirala_residual_after(const despirala_rules *, const uint8_t *required,
                                            const uint8_t *dice, uint32_t rolled);
/* The index of a residual in a list of `count`; `count` if it is not there. */
uint32_t despirala_residual_find(const despirala_residual *, uint32_t count, const despirala_residual *);

/* Fills stages, complete, waiting, chance, fail and stage_of of a combination that is no collect. */
alea_status despirala_completion_odds(const despirala_game *, uint32_t combination, despirala_subgames *,
                                      alea_error *);
