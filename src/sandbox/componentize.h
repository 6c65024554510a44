#pragma once
/* Turns core modules into components. A bot written without component tools is a core module that exports
   `pig-pen:player/strategy@0.1.0#should-roll`, or simply `should_roll`, or the function of another game (bot_interface.h).
   It is lifted as the component model's CanonicalABI.md specifies, just as component tools would do. */
#include "base/text.h"
#include "bot/bot.h"
#include "sandbox/bot_interface.h"

/* Refuses a file that cannot be a bot (ALEA_E_BOT, with the reason), else writes the component; the caller frees `out` on
   success. The engine must have found the module valid. `limit` is the bytes of memory that a bot may hold. */
alea_status alea__componentize(const alea__bot_text *file, const alea__bot_interface *, uint64_t limit,
                               alea__text *out, alea_error *);
