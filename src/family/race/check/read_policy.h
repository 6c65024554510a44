#pragma once
/* The checker's own reading of a policy. What a policy does is computed here from its fields and the rules of the manual, by no
   function that solves or plays; tests compare the two readings everywhere. */
#include "family/race/play/state.h"

/** The probability that a policy rolls on, in units of 2^-32, from 0 to 2^32; -1 if unknown, because a frozen bot was never
 *  asked there or the policy has a memory.
 *
 *  The player to move banked `own` and stands at own + turn = `total`, free to hold. `other` is the opponent's banked score;
 *  for one player it is the number of turns left, 0 without a limit. `memory` is the turn's. */
int64_t race_read_policy(const race_rules *, const race_policy *, race_position);
