#pragma once
/* Prepares every untrusted program before it is compiled: it counts the depth of its calls (depth.h), and pays for the time
   that it takes (charge.h). */
#include "base/text.h"
#include "sandbox/wasm_limits.h"

/* Writes the prepared file, which has been measured; `slots` is the limit for its calls (depth.h). The caller frees `out`
   on success. Fails with ALEA_E_BOT if it is damaged. */
alea_status alea__prepare(const alea__bot_text *, const alea__measured *, uint32_t slots, alea__text *out,
                          alea_error *);
