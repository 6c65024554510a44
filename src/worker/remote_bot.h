#ifndef ALEA_WORKER_REMOTE_BOT_H
#define ALEA_WORKER_REMOTE_BOT_H
/* A WebAssembly bot whose instances are in workers. */
#include "worker/worker.h"

typedef struct alea__remote_bot {
    alea_bot base;
    alea__worker_pool pool; /* of workers that hold this bot alone */
    char *file;             /* its name in messages */
    unsigned char *data;    /* the file, for matches */
    size_t size;
    bool wasi;
    char *what, **imports; /* NULL-terminated */
} alea__remote_bot;

/* The bot if it is of this kind, else NULL. */
const alea__remote_bot *alea__as_remote_bot(const alea_bot *);

/* remote_arena.c: the block path, as alea__arena_open. */
alea_status alea__remote_arena_open(const struct alea__arena_match *, struct alea__arena **out, alea_error *);
#endif
