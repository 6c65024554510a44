#pragma once
/* Compiled components, kept in a folder under the hash of what they were made from. A file is alea's header
   with the SHA-256 of the rest, then what the engine serialised. That is native code, so the engine only gets
   it if the checksum is right. A damaged file, or one written by another version or for a processor with more
   instructions, is replaced. One for a processor with fewer is used: answers and fuel are the same. Whoever can write to the folder
   can make alea run code, so it must be the user's own (cache_folder.h).
   If the cache cannot be used, alea still works, only slower, and the reason is remembered. */
#include <alea/status.h>

#include <pthread.h>
#include <stdbool.h>
#include <wasmtime.h>

/* Access to a remote cache: a worker (worker/README.md) has no files and asks its parent. */
typedef struct alea__cache_remote {
    void *user;
    /* The caller frees *data with alea__free. Returns false if there is none. */
    bool (*get)(void *user, const char key[65], unsigned char **data, size_t *size);
    void (*put)(void *user, const char key[65], const void *data, size_t size);
} alea__cache_remote;

typedef struct alea__cache {
    char *folder;                     /* NULL: no cache, unless there is a `remote` */
    uint64_t most;                    /* bytes of its files */
    const alea__cache_remote *remote; /* used instead of the folder; NULL: the folder is used */
    const char *settings;
    pthread_mutex_t lock;
    char trouble[1000]; /* the first thing that went wrong, under `lock` */
} alea__cache;

/* `settings` names everything else that compiled code depends on; it must outlive the cache. */
struct alea_sandbox_options;
alea_status alea__cache_open(alea__cache *, const struct alea_sandbox_options *, const char *settings,
                             alea_error *);
void alea__cache_close(alea__cache *); /* accepts zeros */

/* Whether there is anywhere to look, and so a key to compute. */
bool alea__cache_is_open(const alea__cache *);
void alea__cache_key(const alea__cache *, const void *component, size_t size, char key[65]);
wasmtime_component_t *alea__cache_get(alea__cache *, const wasm_engine_t *,
                                      const char key[65]); /* NULL: compile it */
const char *alea__cache_trouble(alea__cache *);            /* NULL: no trouble */
void alea__cache_put(alea__cache *, const char key[65], const wasmtime_component_t *);

/* Reads the bytes of a file of the cache without loading it; the caller frees them. Returns false if no sound file exists. */
bool alea__cache_read(alea__cache *, const char key[65], unsigned char **data, size_t *size);
void alea__cache_write(alea__cache *, const char key[65], const void *data, size_t size);

/* ---- one component in a file of its own, which the build makes ---- */

/* Like alea__cache_get. The file must belong to the user or to root, and only its owner may write to it and its folder; its
   component must have this key. */
wasmtime_component_t *alea__cache_get_file(const wasm_engine_t *, const char *path, const char key[65]);
alea_status alea__cache_write_file(const char *path, const char key[65], const wasmtime_component_t *,
                                   alea_error *);
