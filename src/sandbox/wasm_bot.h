#ifndef ALEA_SANDBOX_WASM_BOT_H
#define ALEA_SANDBOX_WASM_BOT_H
/* A bot from a .wasm file: a component, or a core module turned into one. Read-only once open. */
#include "base/text.h"
#include "bot/bot.h"
#include "sandbox/bot_interface.h"
#include "sandbox/encode.h"
#include "sandbox/engine.h"

typedef struct alea__wasm_bot {
    alea_bot base;
    alea__engine *engine;
    const alea__bot_interface *asked;
    alea__text component; /* what was compiled, for composing */
    wasmtime_component_t *compiled;
    wasmtime_component_export_index_t *interface, *function;
    bool wasi;         /* it imports WASI */
    size_t size;       /* of the file */
    unsigned memories; /* that an instance of it makes */
    uint64_t beside;   /* bytes that an instance takes beside its memories (wasm_limits.h) */
    uint64_t work;     /* of compiling it, as wasm_limits.h estimates it */
    char *what;        /* what the file is, in a sentence */
    char **imports;    /* NULL-terminated */
} alea__wasm_bot;

/* The file in memory stays the caller's. The game must have an interface for bots (bot_interface.h). */
alea_status alea__wasm_bot_open(alea__engine *, const alea_game *, const alea__bot_text *, alea_bot **out,
                                alea_error *);

/* The bot if it is a WebAssembly bot, else NULL. */
const alea__wasm_bot *alea__as_wasm_bot(const alea_bot *);

/* instance.c: one that plays. */
alea_status alea__wasm_start(alea_bot *, const alea__instance_id *, alea__instance **out, alea_error *);
void alea__wasm_end(alea__instance *);
void alea__wasm_begin_game(alea__instance *, uint64_t game, unsigned seat);
void alea__wasm_decide(alea__instance *, const alea_state *, alea__decision *out);
#endif
