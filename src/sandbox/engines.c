/* The parts of a sandbox that are made at first use: its engine, and the component in which Python runs. */
#include "sandbox/engines.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "sandbox/messages.h"

alea_status alea__sandbox_engine(alea__wasm_sandbox *s, alea_error *error)
{
    alea_status status = ALEA_OK;
    pthread_mutex_lock(&s->lock);
    if (!s->engine) status = alea__engine_open(&s->base.options, &s->engine, error);
    pthread_mutex_unlock(&s->lock);
    return status;
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
    wasmtime_error_t *failure = alea__compile(s->engine, data, size, &s->python);
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
