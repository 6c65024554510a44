#pragma once
/* Makes instructions cost fuel by the time that they take.

   The engine charges one for nearly every instruction, whether it is an addition or a square root. What takes longer gets more
   here: constants that are dropped at once are put in front of it. They cost the engine's one each, and it compiles them to nothing.
   Where there would be many, a call of an added function has them. Instructions, types and functions that a module has keep their
   numbers. */
#include "base/text.h"
#include "sandbox/wasm_reader.h"

/* A change of what fuel is, here, in depth.h or in wasi.c, is a change of how bots are asked (bot/asking.h). */

/* The cost of an instruction besides the engine's unit. For instructions that grow a memory or a table, it comes on top of
   the engine's charge for added pages and entries. */
uint32_t alea__charge_of(uint32_t code);
enum {
    ALEA__CHARGE_GROW = 2500,
    ALEA__CHARGE_INLINE = 40 /* limit for constants in front of an instruction */
};

/* Writes the core module or component with charges. It must have passed alea__wasm_check_limits. Returns false if it is
   damaged or memory runs out (`out->failed`). The caller frees `out` on success. */
bool alea__charge(alea__slice file, alea__text *out);
