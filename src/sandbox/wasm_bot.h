#pragma once
/* A bot from a .wasm file: a component, or a core module turned into one. Read-only once open. */
#include "base/text.h"
#include "bot/bot.h"
#include "sandbox/bot_interface.h"
#include "sandbox/engine.h"
#include "sandbox/kept_answers.h"

#include <pthread.h>

/* A compiled component, and its function that is asked. */
typedef struct alea__wasm_form {
    wasmtime_component_t *compiled;
    wasmtime_component_export_index_t *interface, *function;
    bool tells;        /* the function is that of a teller (compose.h) */
    bool restorable;   /* its instances can be restored by restoring their memories (restorable.h) */
    uint32_t memories; /* that were added for that */
} alea__wasm_form;

typedef struct alea__wasm_bot {
    alea_bot base;
    alea__engine *engine;
    const alea__bot_interface *asked; /* while it is opened, the game's first; then its own */
    alea__text component;             /* compiled component, for composing */
    alea__wasm_form plain;
    pthread_mutex_t lock; /* of what follows until it is there */
    bool has_lock, has_restored;
    alea__wasm_form restored; /* for instances that are restored; `plain` again if it cannot be rewritten */
    alea__kept_answers *kept; /* of restored instances; NULL: none */
    bool wasi;                /* it imports WASI */
    size_t size;              /* of the file */
    unsigned memories;        /* that an instance of it makes */
    uint64_t beside;          /* bytes of an instance besides its memories (wasm_limits.h) */
    uint64_t work;            /* of compiling it, as wasm_limits.h estimates it */
    char *what;               /* a sentence that describes the file */
    char **imports;           /* NULL-terminated */
} alea__wasm_bot;

/* The file in memory stays the caller's. The game must have an interface for bots (bot_interface.h). */
alea_status alea__wasm_bot_open(alea__engine *, const alea_game *, const alea__bot_text *, alea_bot **out,
                                alea_error *);

/* The bot if it is a WebAssembly bot, else NULL. */
const alea__wasm_bot *alea__as_wasm_bot(const alea_bot *);

/* wasm_form.c */
void alea__wasm_form_clear(alea__wasm_form *);
/* Finds the function to call, for all instances. Returns false if the component does not export it. `tells` is set before. */
bool alea__wasm_form_find(alea__wasm_form *, const alea__bot_interface *);
/* The form for such an instance; the restorable one is made on first use. Safe from many threads. */
const alea__wasm_form *alea__wasm_bot_form(alea__wasm_bot *, bool restored);

/* instance.c: one that plays. */
alea_status alea__wasm_start(alea_bot *, const alea__instance_id *, alea__instance **out, alea_error *);
void alea__wasm_end(alea__instance *);
void alea__wasm_begin_game(alea__instance *, uint64_t game, unsigned seat);
void alea__wasm_receive(alea__instance *, const alea__event *); /* of a bot that receives the rolls */
void alea__wasm_decide(alea__instance *, const alea_state *, alea__decision *out);
