#ifndef ALEA_SANDBOX_CHARGE_GROW_H
#define ALEA_SANDBOX_CHARGE_GROW_H
/* Makes memory.grow and table.grow cost fuel. For the engine each is one instruction like any other, and free of further charge
   when it fails, though it calls the host. So each becomes a call of a function that is added to the module, uses up some
   fuel and then grows. Instructions, types and functions that a module has keep their numbers. */
#include "base/text.h"
#include <alea/status.h>

/* What a grow costs, besides what the engine charges for the pages and entries that it adds. */
enum { ALEA__GROW_FUEL = 2500 };

/* Writes the core module or component with all its grows charged. It has passed alea__wasm_check_limits. The caller frees `out` on
   success. ALEA_E_BOT: a grow names a memory or a table that does not exist. */
alea_status alea__charge_grows(const char *path, const unsigned char *data, size_t size, alea__text *out,
                               alea_error *);
#endif
