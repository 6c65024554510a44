#pragma once
/* Makes a program count how deep its calls are nested, so that it fails at the same call on every machine.

   The engine itself limits only the size of its stack, and the size of a frame depends on the processor and on the
   compiler's settings. So a module gets a global counter that starts with a fixed budget. On entry, a function
   subtracts the greatest size that its frame can have, estimated from its instructions; when it returns or makes a
   tail call, it adds the size again. If too little is left, it calls a function that traps, whose name tells the host
   the reason. The engine's stack is so large that the budget always runs out first.

   A function whose frame is small does not count if it calls no others, or only functions with small frames that call
   none: the engine's stack has room for these frames as well. After a trap, the next instance begins with a full
   budget. */
#include "base/text.h"
#include "sandbox/wasm_reader.h"

/* The budget for all open calls together, in slots of eight bytes, and the most bytes of stack that they can take. */
enum { ALEA__DEPTH_SLOTS = 32 << 20, ALEA__DEPTH_STACK = 8 * ALEA__DEPTH_SLOTS + (1 << 20) };

/* The budget for alea's own Python, whose frame sizes are known: a level of recursion takes a fiftieth of the
   estimate. Python's own limit of 10,000 levels is reached first. */
enum { ALEA__PYTHON_SLOTS = 512 << 20 };

#define ALEA__DEPTH_SECTION "alea-depth"           /* an empty custom section of modules that count */
#define ALEA__TOO_DEEP      "alea-nested-too-deep" /* the function that traps */

/* The budget of a file. It is divided among the file's modules, because calls can go back and forth between them and
   each module has its own counter. */
typedef struct alea__depth_budget {
    uint64_t code;      /* bytes of functions, in all instances */
    uint64_t instances; /* of modules, or more */
    uint32_t slots;     /* the budget */
} alea__depth_budget;

/* Writes a copy of the core module or component that counts, without the file's custom sections. The engine would
   read the names of functions in these and, when it reports a trap, demangle them as C++ or Rust: a name of 500 bytes
   can expand to gigabytes. The file must have passed alea__wasm_check_limits. Returns false if it is damaged or
   memory runs out (`out->failed`). The caller frees `out` on success. */
bool alea__count_depth(const alea__depth_budget *, alea__slice file, alea__text *out);
