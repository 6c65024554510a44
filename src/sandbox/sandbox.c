#include "sandbox/sandbox.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "sandbox/bot_interface.h"
#include "sandbox/engines.h"
#include "sandbox/messages.h"
#include "sandbox/python.h"
#include "sandbox/unzip.h"
#include "sandbox/wasm_bot.h"

static void sandbox_close(alea_sandbox *base)
{
    alea__wasm_sandbox *s = (alea__wasm_sandbox *)base;
    alea__python_drop_ready(s);
    if (s->python) wasmtime_component_delete(s->python);
    alea__engine_free(s->engine);
    pthread_mutex_destroy(&s->lock);
    alea__free(s->cache_folder);
    alea__free(s->python_path);
    alea__free(s);
}

static alea_status sandbox_check_game(const alea_game *game, const char *file, alea_error *error)
{
    if (alea__bot_interface_of(game)) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, SANDBOX_GAME, file, game->name);
}

static alea_status sandbox_read_wasm(alea_sandbox *base, const alea_game *game, const alea__bot_text *text,
                                     alea_bot **out, alea_error *error)
{
    alea__wasm_sandbox *s = (alea__wasm_sandbox *)base;
    alea_status status = sandbox_check_game(game, text->file, error);
    if (status == ALEA_OK) status = alea__sandbox_engine(s, error);
    if (status != ALEA_OK) return status;
    status = alea__wasm_bot_open(s->engine, game, text, out, error);
    if (status == ALEA_OK) (*out)->open_arena = alea__arena_open_here;
    return status;
}

static alea_status sandbox_open_wasm(alea_sandbox *base, const alea_game *game, const char *path,
                                     alea_bot **out, alea_error *error)
{
    unsigned char *data;
    size_t size;
    alea_status status = sandbox_check_game(game, path, error);
    if (status == ALEA_OK) status = alea__read_file(path, ALEA__LARGEST_COMPONENT, &data, &size, error);
    if (status != ALEA_OK) return status;
    status = sandbox_read_wasm(base, game, &(alea__bot_text){path, data, size}, out, error);
    alea__free(data);
    return status;
}

/* The cache of the engine; NULL if the engine was not needed so far. */
static alea__cache *sandbox_cache(alea_sandbox *base)
{
    alea__wasm_sandbox *s = (alea__wasm_sandbox *)base;
    pthread_mutex_lock(&s->lock);
    alea__engine *engine = s->engine;
    pthread_mutex_unlock(&s->lock);
    return engine ? &engine->cache : NULL;
}

static bool sandbox_find_kept(alea_sandbox *base, const char key[65], unsigned char **data, size_t *size)
{
    alea__cache *cache = sandbox_cache(base);
    return cache && cache->folder && alea__cache_read(cache, key, data, size);
}

static void sandbox_keep(alea_sandbox *base, const char key[65], const void *data, size_t size)
{
    alea__cache *cache = sandbox_cache(base);
    if (cache) alea__cache_write(cache, key, data, size);
}

static const char *sandbox_cache_trouble(alea_sandbox *base)
{
    alea__cache *cache = sandbox_cache(base);
    return cache ? alea__cache_trouble(cache) : NULL;
}

/* ---- opening ---- */

static alea_status sandbox_copy_path(char **copy, const char **option, alea_error *error)
{
    if (!*option) return ALEA_OK;
    *option = *copy = alea__copy_text(*option);
    return *copy ? ALEA_OK : alea__out_of_memory(error);
}

/* The engine is made at its first use: many programs never need it. */
alea_status alea__sandbox_open_here(const alea_sandbox_options *options, alea_sandbox **out,
                                    alea_error *error)
{
    alea__wasm_sandbox *s = alea__alloc(sizeof *s);
    if (!s) return alea__out_of_memory(error);
    if (pthread_mutex_init(&s->lock, NULL) != 0) {
        alea__free(s);
        return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_ENGINE_NO_LOCK);
    }
    s->base.open_wasm = sandbox_open_wasm;
    s->base.read_wasm = sandbox_read_wasm;
    s->base.open_python = alea__python_bot_open;
    s->base.judge_python = alea__python_judge_here;
    s->base.unzip = alea__unzip_here;
    s->base.find_kept = sandbox_find_kept;
    s->base.keep = sandbox_keep;
    s->base.cache_trouble = sandbox_cache_trouble;
    s->base.free = sandbox_close;
    alea_sandbox_options *own = &s->base.options;
    alea_status status = alea__sandbox_options(options, own, error);
    if (status == ALEA_OK) status = sandbox_copy_path(&s->cache_folder, &own->cache_folder, error);
    if (status == ALEA_OK) status = sandbox_copy_path(&s->python_path, &own->python, error);
    if (status == ALEA_OK)
        *out = &s->base;
    else
        sandbox_close(&s->base);
    return status;
}
