#pragma once
/* How the values of Despirala are laid out: all that its solver and its checker have in common beside the rules.

   Values are the points that the player alone is still to score, expected. They are stored in alea__values as one matrix for each
   number n of combinations attempted, "used-n", with a row for each mask of n combinations, ascending, and a column for each
   number of goods, 0 … gain * (n + 1), after the roll. A sampled model is kept in the same shape; it proves nothing, and
   both bounds are what it claims. */
#include "family/despirala/despirala.h"
#include "value/values.h"

enum { DESPIRALA_MOST_SAMPLES = 1000000 };

/* The most goods that one can have with these combinations attempted. */
static inline uint32_t despirala_goods_in(const despirala_rules *rules, uint32_t used)
{
    return rules->gain * ((uint32_t)__builtin_popcount(used) + 1);
}

uint32_t despirala_layer_rows(const despirala_rules *, uint32_t n);
uint32_t despirala_layer_columns(const despirala_rules *, uint32_t n);
const char *despirala_layer_name(uint32_t n, char out[16]);

/* Checks that values have this layout; ALEA_E_FILE names the difference. */
alea_status despirala_fits(const alea__rules *, const alea__values *, alea_error *);
