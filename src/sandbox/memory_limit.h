#pragma once
/* Limits how much memory a bot may hold, in all its memories together. Unlike the engine's own limiter it
   remembers refusals, to tell a bot that fails for lack of memory from one that fails for another reason. */
#include <alea/status.h>

#include <pthread.h>
#include <stdbool.h>
#include <wasmtime.h>

typedef struct alea__memory_limit {
    uint64_t most, used; /* bytes */
    uint64_t denied;     /* total bytes after the last refused growth; 0: none was refused */
    unsigned memories;   /* how many memories it covers; UINT_MAX: all */
    unsigned made;       /* how many of those exist so far */
    /* The machine refused to allocate or grow a memory. Later answers of the program do not count. */
    bool exhausted;
    struct alea__linear_memory *first; /* those that exist */
} alea__memory_limit;

/* Makes `config` allocate all memories here. While a thread instantiates, `key` must point to an array of limits, each of
   which covers its declared number of memories in turn. A limit must outlive the store that was instantiated under it. */
void alea__memory_limit_install(wasm_config_t *config, pthread_key_t *key);

/* Saves the contents of the memories under the limit. Returns false if memory runs out. */
bool alea__memory_keep(alea__memory_limit *);
/* Restores the saved contents. Returns false, without any change, if a memory has grown since, because it cannot shrink. */
bool alea__memory_restore(alea__memory_limit *);
