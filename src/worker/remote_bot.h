#pragma once
/* A WebAssembly bot whose instances are in workers. */
#include "base/memory.h"
#include "worker/worker.h"

typedef struct alea__remote_bot {
    alea_bot base;
    alea__worker_pool pool; /* of workers that hold this bot alone */
    char *file;             /* its name in messages */
    unsigned char *data;    /* the file, for matches */
    size_t size;
    bool wasi;
    char *what, **imports; /* NULL-terminated */
    alea__owned owned;     /* all of these */
} alea__remote_bot;

/* The question to bots of a game that has an interface for them. */
alea__question alea__remote_question(const alea_game *);

/* The bot if it is of this kind, else NULL. */
const alea__remote_bot *alea__as_remote_bot(const alea_bot *);

/* remote_arena.c: the block path, as alea__arena_open. */
alea_status alea__remote_arena_open(const struct alea__arena_match *, struct alea__arena **out, alea_error *);

/* remote_match.c: the step path, as alea__remote_match_open. */
alea_status alea__remote_match_open_workers(const struct alea__match *, struct alea__remote_match **out,
                                            alea_error *);

/* Files of the bots of a match, each once; index[i] is 1 + the number of bot i's file, 0 if it has none. */
typedef struct alea__match_files {
    const alea__remote_bot *file[ALEA_MAX_SEATS];
    bool restored[ALEA_MAX_SEATS]; /* by file: before each question */
    uint64_t files, index[ALEA_MAX_SEATS];
} alea__match_files;
/* match_files.c: finds them. All must be of one sandbox, which *sandbox becomes; else ALEA_E_REFUSED. */
alea_status alea__match_files_find(const struct alea__match *, alea__match_files *out,
                                   alea__worker_sandbox **sandbox, alea_error *);
/* Packs their number, names and bytes, and lets workers of the pool load their compiled code. */
void alea__match_files_pack(const alea__match_files *, alea__worker_pool *, alea__text *out);
/* Whether counts are possible for that many games. Workers are not trusted. */
bool alea__tally_is_possible(const alea__tally *, unsigned players, uint64_t games);
