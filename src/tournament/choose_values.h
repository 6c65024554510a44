#pragma once
/* By which values luck is taken out of the games of each lineup: those that leave it the least variance. They are chosen in games
   that do not count (luck/luck.h), by units of their own (ALEA__UNIT_VALUES), so that a journal keeps the choice. It depends on the
   bots of the lineup and on no others, so that a further bot costs no games between the rest. */
#include "tournament/executor.h"

/* Sets chosen[i] to n if values[n - 1] of the context are best for lineups[i], for lineups that are adjusted for luck and have
   chosen[i] = 0. Tries each of the values in `groups` groups. The context is the executor's; its lineups are unchanged. */
alea_status alea__choose_values(alea__executor *, alea__unit_context *, const alea__lineup *lineups,
                                uint32_t count, uint64_t groups, uint8_t *chosen, alea_error *);
