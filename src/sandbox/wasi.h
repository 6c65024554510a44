#pragma once
/* WASI 0.2 cut off from the world: no files, arguments, environment, input or network; frozen clocks; random
   numbers from the seed of the run. A bot's output is dropped, but the last line of its standard error is
   kept, since Python reports there why it gives up. All of it is alea's own, and every call costs fuel. What the runtimes of
   Python, Rust and JavaScript call when they start is answered; everything else of WASI 0.2 is there, and ends the bot. */
#include "bot/bot.h"

#include <wasmtime.h>

/* Values passed to and from components. */
typedef wasmtime_component_val_t alea__wasm_value;

/* The state of a bot with WASI. A store has an array of them: one on the step path, one for each bot in a block. */
typedef struct alea__wasi {
    alea__stream random;
    uint64_t now;    /* the time on its clocks, in nanoseconds */
    char said[1024]; /* the end of its standard error since alea__wasi_listen */
    size_t length;
    bool called;  /* it called a function of WASI that alea answers */
    bool handles; /* it made or dropped a resource, so that the engine's list of its handles is another */
    bool starved; /* it asked for more of the host than its fuel can pay for */
    uint64_t reads, left; /* how often it read a clock since alea__wasi_listen, and its fuel the last time */
} alea__wasi;

/* Defines all of WASI 0.2, for the first bot of a store. In a block each bot has separate state, and so one more
   definition: bot i's is the instance alea__wasi_bot[i], which exports the interfaces. */
wasmtime_error_t *alea__wasi_define(wasmtime_component_linker_t *);

void alea__wasi_start(alea__wasi *, const alea__instance_id *);
void alea__wasi_listen(alea__wasi *); /* forgets the output and which clocks were read */
/* Whether it read a clock again and again until its fuel, so much at the beginning, was used up. */
bool alea__wasi_watched_clock(const alea__wasi *, uint64_t fuel);
/* Writes the last meaningful line, made printable, or an empty text. */
void alea__wasi_last_line(const alea__wasi *, char *out, size_t size);
bool alea__wasi_said(const alea__wasi *, const char *word);
