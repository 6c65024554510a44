/* Opens sandboxes, with programs in worker processes or, if the caller wants no isolation, in this one. */
#include "worker/worker_sandbox.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "sandbox/engines.h"
#include "worker/remote_bot.h"

static alea_status worker_sandbox_read_wasm(alea_sandbox *base, const alea_game *game,
                                            const alea__bot_text *text, alea_bot **out, alea_error *error)
{
    alea_status status = alea__remote_bot_open((alea__worker_sandbox *)base, game, text, out, error);
    if (status != ALEA_OK) return status;
    (*out)->open_arena = alea__remote_arena_open;
    (*out)->open_match = alea__remote_match_open_workers;
    return ALEA_OK;
}

static alea_status worker_sandbox_open_wasm(alea_sandbox *base, const alea_game *game, const char *path,
                                            alea_bot **out, alea_error *error)
{
    unsigned char *data;
    size_t size;
    alea_status status = alea__read_file(path, ALEA__LARGEST_COMPONENT, &data, &size, error);
    if (status != ALEA_OK) return status;
    status = worker_sandbox_read_wasm(base, game, &(alea__bot_text){path, data, size}, out, error);
    alea__free(data);
    return status;
}

static bool worker_sandbox_find_kept(alea_sandbox *base, const char key[65], unsigned char **data,
                                     size_t *size)
{
    alea__cache *cache = &((alea__worker_sandbox *)base)->cache;
    return alea__cache_is_open(cache) && alea__cache_read(cache, key, data, size);
}

static void worker_sandbox_keep(alea_sandbox *base, const char key[65], const void *data, size_t size)
{
    alea__cache_write(&((alea__worker_sandbox *)base)->cache, key, data, size);
}

static const char *worker_sandbox_cache_trouble(alea_sandbox *base)
{
    alea__worker_sandbox *s = (alea__worker_sandbox *)base;
    const char *trouble = alea__cache_trouble(&s->cache);
    pthread_mutex_lock(&s->lock);
    if (!trouble && s->zygote.trouble[0]) trouble = s->zygote.trouble;
    pthread_mutex_unlock(&s->lock);
    return trouble;
}

static uint64_t worker_sandbox_spent(alea_sandbox *base)
{
    return atomic_load(&((alea__worker_sandbox *)base)->spent);
}

static void worker_sandbox_close(alea_sandbox *base)
{
    alea__worker_sandbox *s = (alea__worker_sandbox *)base;
    alea__zygote_stop(&s->zygote);
    alea__cache_close(&s->cache);
    pthread_mutex_destroy(&s->lock);
    alea__free(s->worker);
    alea__free(s->cache_folder);
    alea__free(s->python);
    alea__free(s);
}

/* ---- opening ---- */

static alea_status worker_sandbox_copy_path(char **copy, const char **option, alea_error *error)
{
    if (!*option) return ALEA_OK;
    *option = *copy = alea__copy_text(*option);
    return *copy ? ALEA_OK : alea__out_of_memory(error);
}

static alea_status worker_sandbox_fill(alea__worker_sandbox *s, const alea_sandbox_options *given,
                                       alea_error *error)
{
    alea_sandbox_options *own = &s->base.options;
    alea_status status = alea__sandbox_options(given, own, error);
    if (status == ALEA_OK) status = worker_sandbox_copy_path(&s->worker, &own->worker, error);
    if (status == ALEA_OK) status = worker_sandbox_copy_path(&s->cache_folder, &own->cache_folder, error);
    if (status == ALEA_OK) status = worker_sandbox_copy_path(&s->python, &own->python, error);
    if (status == ALEA_OK) status = alea__cache_open(&s->cache, own, "of workers", error);
    s->zygote.options = *own;
    return status;
}

/* The zygote starts when the first program needs it. */
static alea_status worker_sandbox_open(const alea_sandbox_options *options, alea_sandbox **out,
                                       alea_error *error)
{
    alea__worker_sandbox *s = alea__alloc(sizeof *s);
    if (!s) return alea__out_of_memory(error);
    if (pthread_mutex_init(&s->lock, NULL) != 0) {
        alea__free(s);
        return alea__out_of_memory(error);
    }
    s->base.open_wasm = worker_sandbox_open_wasm;
    s->base.read_wasm = worker_sandbox_read_wasm;
    s->base.open_python = alea__python_bot_open;
    s->base.judge_python = alea__remote_judge_python;
    s->base.unzip = alea__remote_unzip;
    s->base.find_kept = worker_sandbox_find_kept;
    s->base.keep = worker_sandbox_keep;
    s->base.cache_trouble = worker_sandbox_cache_trouble;
    s->base.spent = worker_sandbox_spent;
    s->base.free = worker_sandbox_close;
    alea_status status = worker_sandbox_fill(s, options, error);
    if (status == ALEA_OK)
        *out = &s->base;
    else
        worker_sandbox_close(&s->base);
    return status;
}

alea_status alea_sandbox_open(const alea_sandbox_options *options, alea_sandbox **out, alea_error *error)
{
    alea_sandbox_options own;
    alea_status status = alea__sandbox_options(options, &own, error);
    if (status != ALEA_OK) return status;
    return own.no_isolation ? alea__sandbox_open_here(options, out, error)
                            : worker_sandbox_open(options, out, error);
}
