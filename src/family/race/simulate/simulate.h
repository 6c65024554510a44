#pragma once
/* Plays whole blocks of games without the referee; implements alea__simulation_ops. */
#include "family/race/race.h"

bool race_can_simulate(const alea__policy_match *);
void race_simulate(const alea__policy_match *, uint64_t first, uint64_t games, alea__tally *);

/* batch.c */
extern const alea__batch_ops race_batch_ops;
