#ifndef ALEA_FAMILY_DESPIRALA_TURN_COMPLETION_ODDS_H
#define ALEA_FAMILY_DESPIRALA_TURN_COMPLETION_ODDS_H
#include "family/despirala/turn/subgames.h"

/* Fills classes, complete, soon, chance, fail and class_of of a combination that is no collect. */
alea_status despirala_chances(const despirala_game *, uint32_t combination, despirala_parts *, alea_error *);
#endif
