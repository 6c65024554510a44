#ifndef ALEA_SANDBOX_WASI_H
#define ALEA_SANDBOX_WASI_H
/* WASI 0.2 without a world behind it: no files, arguments, environment, input or network; clocks that
   stand still; random numbers from the seed of the run. What a bot writes goes nowhere, but the
   last line of its standard error is kept, since that is where Python says why it gives up. */
#include "bot/bot.h"

#include <wasmtime.h>

/* What is passed to components and comes back from them. */
typedef wasmtime_component_val_t alea__wasm_value;

/* What an instance with WASI has; it is the data of its store. */
typedef struct alea__wasi {
    alea__stream random;
    uint64_t now;    /* where its clocks stand, in nanoseconds */
    char said[1024]; /* the end of what it wrote to standard error since alea__wasi_listen */
    size_t length;
    bool starved; /* it asked for more random bytes than it has fuel for */
} alea__wasi;

/* All of WASI 0.2, with our own randomness and clocks in the place of the real ones. */
wasmtime_error_t *alea__wasi_define(wasmtime_component_linker_t *);

void alea__wasi_start(alea__wasi *, const alea__instance_id *);
wasi_config_t *alea__wasi_config(alea__wasi *); /* for its store, which takes it */
void alea__wasi_listen(alea__wasi *);           /* forgets what was said */
/* The last line that tells something, made printable; empty: nothing was said. */
void alea__wasi_last_line(const alea__wasi *, char *out, size_t size);
bool alea__wasi_said(const alea__wasi *, const char *word);
#endif
