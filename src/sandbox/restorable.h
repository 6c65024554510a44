#pragma once
/* Rewrites a component so that all that its instances can change is in their memories: then an instance whose memories are as they
   were at its start is as it was at its start.

   Besides memories a core module can change globals, the entries of tables, and which of its segments are dropped. Globals that
   some function sets move into a memory that is added to the module. What changes tables or drops segments is not rewritten, nor
   are globals that a module takes from another. A component can also make resources of its own, whose handles the engine keeps; such a component
   is not rewritten either. Of WASI, see instance.c. */
#include "base/text.h"
#include "sandbox/wasm_reader.h"

/* Writes the rewritten component; `memories` is the number of memories added to its modules. The caller frees `out` on
   success. Returns false if the component cannot be rewritten or memory runs out (`out->failed`). */
bool alea__make_restorable(alea__slice component, alea__text *out, uint32_t *memories);
