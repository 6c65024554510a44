/* Parts of a sandbox that are made on first use: its engine, and the component that runs Python. */
#include "sandbox/engines.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "sandbox/messages.h"

alea_status alea__sandbox_engine(alea__wasm_sandbox *s, alea_error *error)
{
    alea_status status = ALEA_OK;
    pthread_mutex_lock(&s->lock);
    if (!s->engine) status = alea__engine_open(&s->base.options, &s->engine, error);
    pthread_mutex_unlock(&s->lock);
    return status;
}

wasmtime_component_t *alea__find_compiled_python(alea__wasm_sandbox *s, const alea__bot_text *python,
                                                 char key[65])
{
    alea__engine *engine = s->engine;
    alea__text path = {0};
    wasmtime_component_t *found = NULL;
    alea__cache_key(&engine->cache, python->data, python->size, key);
    alea__text_add(&path, "%s%s", python->file, ALEA__COMPILED);
    if (!path.failed) found = alea__cache_get_file(engine->wasm, path.data, key);
    alea__text_free(&path);
    if (!found && alea__cache_is_open(&engine->cache))
        found = alea__cache_get(&engine->cache, engine->wasm, key);
    return found;
}

/* The engine is there, and the lock is held. */
static alea_status sandbox_compile_python(alea__wasm_sandbox *s, alea_error *error)
{
    unsigned char *data;
    size_t size;
    ALEA_ASSERT(s->engine && s->python_path);
    alea_status status = alea__engine_check_space(ALEA__PYTHON_SPACE, error);
    if (status == ALEA_OK)
        status = alea__read_file(s->python_path, ALEA__LARGEST_COMPONENT, &data, &size, error);
    if (status != ALEA_OK) return status;
    char key[65];
    wasmtime_error_t *failure = NULL;
    const alea__bot_text python = {s->python_path, data, size};
    s->python = alea__find_compiled_python(s, &python, key);
    if (!s->python) failure = alea__engine_compile_python(s->engine, &python, &s->python);
    alea__free(data);
    if (!failure) return ALEA_OK;
    wasmtime_error_delete(failure);
    return alea__fail_at(error, ALEA_E_FILE, s->python_path, 0, SANDBOX_PYTHON_WRONG_COMPONENT);
}

alea_status alea__sandbox_python(alea_sandbox *base, alea__engine **engine,
                                 const wasmtime_component_t **component, alea_error *error)
{
    alea__wasm_sandbox *s = (alea__wasm_sandbox *)base;
    if (!s->python_path) return alea__fail(error, ALEA_E_USAGE, SANDBOX_PYTHON_MISSING);
    alea_status status = alea__sandbox_engine(s, error);
    pthread_mutex_lock(&s->lock);
    if (status == ALEA_OK && !s->python) status = sandbox_compile_python(s, error);
    *engine = s->engine;
    *component = s->python;
    pthread_mutex_unlock(&s->lock);
    return status;
}
