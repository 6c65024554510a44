#pragma once
#include "family/despirala/turn/subgames.h"

/* Makes the brackets of one combination, whose entries are known. `alone` means that it shares no group; only then does it
   get claims, and a bracket for the case that they hold. Returns false if memory runs out; the caller frees what was made. */
bool despirala_brackets_make(const despirala_subgames *, bool least, bool alone, despirala_subgame *);
void despirala_brackets_free(despirala_subgame *);
