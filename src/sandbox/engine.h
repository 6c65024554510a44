#pragma once
/* The WebAssembly engine as alea needs it: everything that runs uses counted fuel and limited memory, and
   does the same in every run. Many threads may share an engine. A cell is a store with one instantiated
   component, for one thread at a time. */
#include "bot/bot.h"
#include "sandbox/cache.h"
#include "sandbox/memory_limit.h"
#include "sandbox/wasi.h"

typedef struct alea__engine {
    wasm_engine_t *wasm;
    wasmtime_component_linker_t *bare; /* provides nothing */
    wasmtime_component_linker_t *wasi; /* provides WASI (wasi.h) */
    pthread_key_t limits;              /* see memory_limit.h */
    bool has_key;
    uint64_t fuel, memory, max_size; /* the sandbox's options */
    alea__cache cache;
} alea__engine;

/* `options` with the defaults filled in. */
alea_status alea__engine_open(const struct alea_sandbox_options *options, alea__engine **out, alea_error *);
/* The same engine, except that it compiles on the calling thread only and starts no threads. */
alea_status alea__engine_open_one_thread(const struct alea_sandbox_options *options, alea__engine **out,
                                         alea_error *);
/* The same engine, but its compiled code also runs on other machines, and it cannot run the code itself. */
alea_status alea__engine_open_for_others(const struct alea_sandbox_options *options, alea__engine **out,
                                         alea_error *);
void alea__engine_free(alea__engine *);

/* Fails if the system limits the address space of this process (ulimit -v) and less than that many MiB are left of it. The engine
   ends the program when it cannot have memory, so this is asked before. */
alea_status alea__engine_check_space(unsigned mebibytes, alea_error *);
enum { ALEA__ENGINE_SPACE = 24, ALEA__PYTHON_SPACE = 1024 }; /* MiB to start the engine; to compile Python */

/* Compiles a component, or takes it from the cache. NULL on success; the caller frees the error. */
wasmtime_error_t *alea__compile(alea__engine *, const void *component, size_t size,
                                wasmtime_component_t **out);

/* The same for alea's Python, which it prepares like every program (prepare.h); the cache stores it under the key of the
   file. Does not search the cache. */
wasmtime_error_t *alea__engine_compile_python(alea__engine *, const alea__bot_text *python,
                                              wasmtime_component_t **out);

/* A start may use as much fuel as this many decisions, since runtimes initialize themselves then. */
enum { ALEA__START_DECISIONS = 10 };
uint64_t alea__start_fuel(const alea__engine *);

typedef struct alea__cell {
    wasmtime_store_t *store;
    wasmtime_context_t *context;
    wasmtime_component_instance_t instance;
} alea__cell;

/* Instantiates with fuel for a start. `limits` as in memory_limit.h; `wasi` is NULL for a component without imports.
   Returns NULL on success; otherwise there is nothing to close, and the caller frees the error. */
wasmtime_error_t *alea__cell_open(alea__engine *, const wasmtime_component_t *, alea__memory_limit *limits,
                                  alea__wasi *wasi, alea__cell *out);
void alea__cell_close(alea__cell *);

/* Calls a function of the instance, on a stack that is large enough (stack.h). NULL on success. */
typedef struct alea__cell_call {
    const wasmtime_component_val_t *argument;
    size_t arguments;
    wasmtime_component_val_t *result; /* NULL if it returns nothing */
} alea__cell_call;
wasmtime_error_t *alea__cell_ask(const alea__cell *, const wasmtime_component_func_t *,
                                 const alea__cell_call *);

/* Fuel never fails in an engine that counts it. */
void alea__set_fuel(alea__cell *, uint64_t);
uint64_t alea__fuel_left(const alea__cell *);
