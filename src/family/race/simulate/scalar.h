#pragma once
/* The scalar simulator: one game at a time, for games that lanes do not support and machines without them. If the rules are
   pig's (rolls_ahead.h) the end of each turn is looked up; otherwise turns are played roll by roll (turn.h). */
#include "family/race/policy/turn_answers.h"
#include "family/race/race.h"
#include "family/race/simulate/rolls_ahead.h"

/* A match made ready. */
typedef struct race_scalar {
    const alea__policy_match *match;
    ahead_table bytes;
} race_scalar;

void race_scalar_prepare(const alea__policy_match *, race_scalar *out);
/* Plays the game of that number and counts it; nothing is counted once the run is stopped. */
void race_scalar_play(const race_scalar *, uint64_t game, alea__tally *);
