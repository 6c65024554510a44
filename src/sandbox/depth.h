#ifndef ALEA_SANDBOX_DEPTH_H
#define ALEA_SANDBOX_DEPTH_H
/* Makes a program count how deep its calls are nested, so that it fails at the same call on every machine.

   The engine limits its own stack, whose frames are as large as the processor and the compiler's settings make them. So a module gets
   a global variable with what is left of a fixed sum. A function takes from it, when it is called, the most that its frame can have,
   as estimated from its instructions, and gives it back when it returns or calls another in its place. If there is too little, it calls
   a function that traps, by whose name the host knows the reason. The engine's stack is so large that the sum ends first.

   Functions that call no others, or only such, do not count: their small frames come on top. After a trap an instance is made anew,
   and its sum with it. */
#include "base/text.h"
#include "sandbox/wasm_reader.h"

/* Limit for all open calls together, in slots of eight bytes, and the bytes of stack that they take at most. */
enum { ALEA__DEPTH_SLOTS = 32 << 20, ALEA__DEPTH_STACK = 8 * ALEA__DEPTH_SLOTS + (1 << 20) };

/* The same for alea's own Python, whose frames are known: a level of recursion takes a fiftieth of the estimate. Python's
   own limit of 10,000 levels is reached first. */
enum { ALEA__PYTHON_SLOTS = 512 << 20 };

#define ALEA__DEPTH_SECTION "alea-depth"           /* an empty custom section of modules that count */
#define ALEA__TOO_DEEP      "alea-nested-too-deep" /* the function that traps */

/* The total for a file, divided among its modules, because calls can go back and forth between modules with separate sums. */
typedef struct alea__depth_of {
    uint64_t code;      /* bytes of functions, in all instances */
    uint64_t instances; /* of modules, or more */
    uint32_t slots;     /* the sum */
} alea__depth_of;

/* Writes the core module or component so that it counts, without custom sections. Of these the engine reads the names of
   functions, which it decodes as names of C++ and Rust when it reports a trap: a name of 500 bytes can stand for a text of
   gigabytes. It must have passed alea__wasm_check_limits. Returns false if it is damaged or memory runs out
   (`out->failed`). The caller frees `out` on success. */
bool alea__count_depth(const alea__depth_of *, alea__slice file, alea__text *out);
#endif
