#ifndef ALEA_SANDBOX_CHARGE_GROW_H
#define ALEA_SANDBOX_CHARGE_GROW_H
/* Prepares a module or component for the engine.

   Makes instructions cost fuel for which the engine calls the host and charges no more than for an addition: memory.grow and
   table.grow, even when they fail, ref.func and elem.drop. Each grow becomes a call of a function that is added to the module, uses
   up some fuel and then grows; in front of the others comes such a call. Instructions, types and functions that a module has keep
   their numbers.

   Leaves out custom sections. Of these the engine reads the names of functions, which it decodes as names of C++ and Rust when it
   reports a trap: a name of 500 bytes can stand for a text of gigabytes. */
#include "base/text.h"
#include <alea/status.h>

/* What a grow costs, besides what the engine charges for the pages and entries that it adds; what the others cost. */
enum { ALEA__GROW_FUEL = 2500, ALEA__HOST_FUEL = 100 };

/* Writes the core module or component so prepared. It has passed alea__wasm_check_limits. The caller frees `out` on
   success. ALEA_E_BOT: a grow names a memory or a table that does not exist. */
alea_status alea__charge_grows(const char *path, const unsigned char *data, size_t size, alea__text *out,
                               alea_error *);
#endif
