#include "worker/program/compile.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "sandbox/engines.h"
#include "sandbox/trap_reason.h"

#include <stdio.h>
#include <stdlib.h>

/* Compiles the file, and sets the key of its source. The caller deletes the component. */
static alea_status compile_component(alea__engine *engine, const char *path, wasmtime_component_t **component,
                                     char key[65], alea_error *error)
{
    unsigned char *data;
    size_t size;
    char complaint[300];
    alea_status status = alea__read_file(path, ALEA__LARGEST_COMPONENT, &data, &size, error);
    if (status != ALEA_OK) return status;
    alea__cache_key(&engine->cache, data, size, key);
    wasmtime_error_t *failure =
        alea__engine_compile_python(engine, &(alea__bot_text){path, data, size}, component);
    alea__free(data);
    if (!failure) return ALEA_OK;
    alea__trap_complaint(failure, complaint, sizeof complaint);
    wasmtime_error_delete(failure);
    return alea__fail_at(error, ALEA_E_FILE, path, 0, "%s.", complaint);
}

static alea_status compile_file(alea__engine *engine, const char *path, const char *out, alea_error *error)
{
    wasmtime_component_t *component;
    char key[65];
    alea_status status = compile_component(engine, path, &component, key, error);
    if (status != ALEA_OK) return status;
    status = alea__cache_write_file(out, key, component, error);
    wasmtime_component_delete(component);
    return status;
}

/* With the engine's settings of the zygote, so that it can load the file. */
int alea__compile_python(const char *path, const char *out)
{
    alea_error error = {0};
    alea__engine *engine;
    alea_sandbox_options options;
    alea_status status =
        alea__sandbox_options(&(alea_sandbox_options){.may_handle_signals = true}, &options, &error);
    if (status == ALEA_OK) status = alea__engine_open_for_others(&options, &engine, &error);
    if (status == ALEA_OK) {
        status = compile_file(engine, path, out, &error);
        alea__engine_free(engine);
    }
    if (status == ALEA_OK) return EXIT_SUCCESS;
    fprintf(stderr, "alea-worker: %s\n", error.message);
    return EXIT_FAILURE;
}
