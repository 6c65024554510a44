#ifndef ALEA_FAMILY_DESPIRALA_TURN_BRACKETS_H
#define ALEA_FAMILY_DESPIRALA_TURN_BRACKETS_H
#include "family/despirala/turn/subgames.h"

/* Makes the brackets of one combination whose entries are known. `alone`: it shares no group; only then it gets claims, and a
   bracket for when these hold. False: no memory; what there is must be freed. */
bool despirala_brackets_make(const despirala_subgames *, bool least, bool alone, despirala_subgame *);
void despirala_brackets_free(despirala_subgame *);
#endif
