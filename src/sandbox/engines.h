#pragma once
/* The inside of alea_sandbox, and the parts of it that are made at first use. */
#include "bot/bot.h"
#include "sandbox/engine.h"
#include "sandbox/python.h"

enum { ALEA__LARGEST_COMPONENT = 64 << 20 };

/* Instances of Python in which nothing has run yet, made ahead (alea__python_prepare). Each is used once. */
typedef struct alea__python_ready {
    struct alea__python_cell *cell[ALEA__PYTHON_TIMES];
    unsigned count;
} alea__python_ready;

typedef struct alea__wasm_sandbox {
    alea_sandbox base;
    char *cache_folder, *python_path;
    pthread_mutex_t lock;
    alea__engine *engine;         /* made under `lock` at first use, then never changed */
    wasmtime_component_t *python; /* likewise */
    alea__python_ready ready;     /* guarded by `lock` */
} alea__wasm_sandbox;

/* Opens a sandbox whose programs run in this process. */
alea_status alea__sandbox_open_here(const alea_sandbox_options *, alea_sandbox **out, alea_error *);

/* Makes the engine unless it exists. */
alea_status alea__sandbox_engine(alea__wasm_sandbox *, alea_error *);

/* A sandbox's engine, and the component in which Python runs, compiled at its first use; ALEA_E_USAGE when the sandbox was
   opened without one. Both belong to the sandbox. */
alea_status alea__sandbox_python(alea_sandbox *, alea__engine **engine,
                                 const wasmtime_component_t **component, alea_error *);

/* Suffix of the file with Python's compiled component, after the component's name; the build makes both. */
#define ALEA__COMPILED ".compiled"
/* Python's component, given as bytes, from the build or an earlier run; NULL if neither compiled it. Sets `key`. */
wasmtime_component_t *alea__find_compiled_python(alea__wasm_sandbox *, const alea__bot_text *, char key[65]);

void alea__python_drop_ready(alea__wasm_sandbox *);
