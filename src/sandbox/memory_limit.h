#ifndef ALEA_SANDBOX_MEMORY_LIMIT_H
#define ALEA_SANDBOX_MEMORY_LIMIT_H
/* How much memory a bot may hold, over all the memories that it has. The engine's own limiter only says
   no; here it is also remembered that it did, so that a bot which fails because it got no more can be told
   from one that just fails. */
#include <alea/status.h>

#include <pthread.h>
#include <stdbool.h>
#include <wasmtime.h>

typedef struct alea__memory_limit {
    uint64_t most, used; /* bytes */
    uint64_t denied;     /* the bytes that the last refused growth would have led to; 0: none was refused */
    unsigned memories;   /* how many memories it covers; UINT_MAX: all */
    unsigned made;       /* how many of those exist so far */
} alea__memory_limit;

/* Makes `config` take all memories from here. While a thread instantiates, `key` must point to an array of limits; each
   covers as many memories as it says before the next one takes its turn. A limit must outlive the store that was
   instantiated under it. */
void alea__memory_limit_install(wasm_config_t *config, pthread_key_t *key);
#endif
