#pragma once
/* Reads a WebAssembly file whole, before the engine compiles any of it, and refuses what would take too long to compile or
   too much memory to instantiate. The engine bounds neither; its own limits multiply to hours and gigabytes.

   There are two kinds of sums. What is compiled is counted once, however often it is instantiated: functions, their
   instructions, types. What is instantiated is counted as often as instantiation will make it: a component that instantiates
   another one twice, which does the same, needs four of the innermost. */
#include "bot/bot.h"
#include "sandbox/bot_interface.h"
#include "sandbox/wasm_reader.h"
#include <alea/status.h>

/* The limited quantities of a file, in the order of the table in wasm_limits.c. */
typedef enum alea__wasm_limit {
    ALEA__LIMIT_FUNCTIONS,
    ALEA__LIMIT_FUNCTION_BYTES,
    ALEA__LIMIT_DEPTH,
    ALEA__LIMIT_LOCALS,
    ALEA__LIMIT_PARAMETERS,
    ALEA__LIMIT_WORK,
    ALEA__LIMIT_FUNCTION_WORK,
    ALEA__LIMIT_BRANCHES,
    ALEA__LIMIT_TYPES,
    ALEA__LIMIT_TYPE_SIZE,
    ALEA__LIMIT_IMPORTS,
    ALEA__LIMIT_EXPORTS,
    ALEA__LIMIT_TABLE_ENTRIES,
    ALEA__LIMIT_GLOBALS,
    ALEA__LIMIT_SEGMENTS,
    ALEA__LIMIT_NESTING,
    ALEA__LIMIT_INSTANCES,
    ALEA__LIMIT_MEMORIES,
    ALEA__LIMIT_TABLES,
    ALEA__LIMIT_DEFINITIONS,
    ALEA__LIMIT_COPIED,
    ALEA__WASM_LIMITS
} alea__wasm_limit;

/* The needs of one instance of a module or component, including everything within it. Sums stop before they overflow. */
typedef struct alea__needs {
    uint64_t instances, memories, tables, globals;
    uint64_t definitions; /* that a component makes: aliases, functions, instances, … */
    uint64_t work;        /* compiling what connects components */
    uint64_t copied;      /* bytes of segments copied into memories and tables */
    uint64_t entries;     /* of tables, at first */
    uint64_t code;        /* bytes of functions */
    uint64_t bytes;       /* the engine's memory for instances, without memories and tables */
} alea__needs;

/* The measurements of a whole file. */
typedef struct alea__measured {
    uint64_t most[ALEA__WASM_LIMITS]; /* sums, or the largest of its kind */
    alea__needs needs;
    uint64_t code;     /* bytes of functions */
    bool grows_tables; /* there is a table.grow */
    /* For a component: whether it exports the interface with its function; its exports, as text; the first import that is
       not WASI, or an empty text. */
    bool has_interface, has_function;
    char exports[400], stranger[100];
    bool relaxed; /* uses relaxed SIMD; the rest is not read */
    bool unread;  /* it is not over a limit, but not valid, or of a form that is not known here */
} alea__measured;

/* Measures a core module or a component, which should export what `asked` describes. Fails with ALEA_E_BOT if it is over a
   limit, which the message names, or not valid; then do not compile the file. The header must have been checked. */
alea_status alea__wasm_check_limits(const alea__bot_text *, const alea__bot_interface *asked,
                                    alea__measured *out, alea_error *);

/* Bytes of an instance besides its memories: tables at their maximum size, globals, and the engine's records. The first few
   mebibytes are free, so ordinary bots are not affected. */
uint64_t alea__wasm_memory_beside(const alea__measured *);
enum { ALEA__FREE_BYTES = 4 << 20, ALEA__MOST_TABLE_ENTRIES = 1 << 18 };

/* ---- for wasm_measure.c, module_limits.c and component_limits.c ---- */

/* A file while it is measured. */
typedef struct alea__measuring {
    alea__measured sum;
    const char *wrong; /* why it cannot be read; NULL: no error so far */
    size_t place;      /* place of the error */
    const unsigned char *start;
    const alea__bot_interface *asked;
    bool no_memory;
} alea__measuring;

/* Notes that something cannot be read; the first note counts. */
void alea__measure_wrong(alea__measuring *, const alea__wasm_reader *, const char *why);
/* Adds to a sum, which stops far from overflowing. */
void alea__measure_sum(uint64_t *sum, uint64_t more);
/* Adds to a sum; notes the largest. */
void alea__measure_add(alea__measuring *, alea__wasm_limit, uint64_t more);
void alea__measure_most(alea__measuring *, alea__wasm_limit, uint64_t value);
void alea__needs_add(alea__needs *, const alea__needs *more);

/* Measures a core module; *out is the need of an instance. Returns false if it is wrong or over a limit. */
bool alea__measure_module(alea__measuring *, const unsigned char *data, size_t size, alea__needs *out);
bool alea__measure_component(alea__measuring *, const unsigned char *data, size_t size);
