#pragma once
/* Random rolls of sampled models. Each position has its own stream of random numbers, addressed by the seed, the attempted
   combinations and the goods, so the order of work does not matter. */
#include "family/despirala/turn/subgames.h"

typedef struct despirala_sampler {
    uint64_t samples, seed;
    uint32_t outcomes; /* sides^dice */
    uint32_t *first;   /* [roll]: start of its outcomes; [rolls]: end of all */
    uint16_t *slot;    /* [outcome * 4096 / outcomes]: the roll of the slot's first outcome */
} despirala_sampler;

alea_status despirala_sampler_make(const despirala_game *, uint64_t samples, uint64_t seed,
                                   despirala_sampler **out, alea_error *);
void despirala_sampler_free(despirala_sampler *); /* accepts NULL */
/* weight[roll]: its share of the position's random rolls. There are `rolls` weights; those past the last roll are 0. */
void despirala_sample(const despirala_sampler *, uint32_t used, uint32_t goods, uint32_t rolls,
                      double *weight);
