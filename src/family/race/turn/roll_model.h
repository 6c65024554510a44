#pragma once
/* The effects of a game's rolls, with equal outcomes combined. Within a turn every roll adds at least one point, so a turn
   is solved by one backward pass over totals. (A roll may add nothing if it leads to a memory from which only finitely many
   such rolls can follow; see turn_model.h.) */
#include "family/race/rules/layout.h"

/* The combined effects of a roll in one memory. Weights are out of rules->outcomes. */
typedef struct race_add {
    uint32_t amount, memory, forced, weight;
} race_add;

typedef struct race_rolls {
    uint32_t bust, wipe; /* weights */
    uint32_t count;
    const race_add *add; /* sorted by amount, then memory */
} race_rolls;

typedef struct race_roll_model {
    const race_rules *rules;
    uint32_t memories, denominator, most; /* most: the greatest amount */
    race_rolls *rolls;                    /* [memory] */
    race_add *add;                        /* all of them */
} race_roll_model;

alea_status race_roll_model_make(const race_rules *, race_roll_model *out, alea_error *);
void race_roll_model_clear(race_roll_model *);

/* The least chance, over all memories, that a roll loses the turn. */
double race_least_losing(const race_roll_model *);

/* Whether values exist and can be proved. Fails with ALEA_E_REFUSED or _USAGE, and the reason, for missing objectives,
   three or more players, and rolls with which no total grows or a turn could go on forever. */
alea_status race_provable(const race_roll_model *, alea_objective, alea_error *);
