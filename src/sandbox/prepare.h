#ifndef ALEA_SANDBOX_PREPARE_H
#define ALEA_SANDBOX_PREPARE_H
/* What is done to every untrusted program before it is compiled: it counts the depth of its calls (depth.h), and pays for the time that
   it takes (charge.h). */
#include "base/text.h"
#include "sandbox/wasm_limits.h"

/* Writes the file, which has been measured, so prepared; `slots` is what its calls may have (depth.h). The caller frees `out` on success. ALEA_E_BOT: it is damaged. */
alea_status alea__prepare(const alea__bot_text *, const alea__measured *, uint32_t slots, alea__text *out,
                          alea_error *);
#endif
