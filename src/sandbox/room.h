#ifndef ALEA_SANDBOX_ROOM_H
#define ALEA_SANDBOX_ROOM_H
/* How much memory a bot may hold, over all the memories that it has. The engine's own limiter only says
   no; here it is also remembered that it did, so that a bot which fails because it got no more can be told
   from one that just fails. */
#include <alea/status.h>

#include <pthread.h>
#include <stdbool.h>
#include <wasmtime.h>

typedef struct alea__room {
    uint64_t limit, used; /* bytes */
    uint64_t denied; /* the bytes that it would have had with the last growth that was refused; 0: none was */
    unsigned memories; /* how many memories are its: UINT_MAX, all there will be */
    unsigned made;     /* how many of them there are */
} alea__room;

/* Makes `config` take all memories from here. While a thread instantiates, `key` must hold its alea__room:
   one, or several in a row, of which each takes as many memories as it says before it is the turn of the
   next. A room must outlive the store that was instantiated in it. */
void alea__room_install(wasm_config_t *config, pthread_key_t *key);
#endif
