#include "support/sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wasmtime.h>
#include <wasmtime/wat.h>

/* The linker puts this in front of the engine's function (--wrap). */
wasm_engine_t *__real_wasm_engine_new_with_config(wasm_config_t *);
wasm_engine_t *__wrap_wasm_engine_new_with_config(wasm_config_t *);

wasm_engine_t *__wrap_wasm_engine_new_with_config(wasm_config_t *config)
{
    wasmtime_config_parallel_compilation_set(config, false);
    wasmtime_config_cranelift_opt_level_set(config, WASMTIME_OPT_LEVEL_NONE);
    wasmtime_config_cranelift_regalloc_algorithm_set(config, WASMTIME_REGALLOC_SINGLE_PASS);
    return __real_wasm_engine_new_with_config(config);
}

alea_sandbox *fuzz_sandbox(uint64_t fuel, uint64_t memory)
{
    alea_sandbox_options options = ALEA_SANDBOX_OPTIONS_INIT;
    alea_sandbox *sandbox;
    options.fuel = fuel;
    options.memory = memory;
    options.max_size = ALEA_CONTEST_WASM;
    options.no_isolation = true;
    if (alea_sandbox_open(&options, &sandbox, NULL) != ALEA_OK) abort();
    return sandbox;
}

alea_status fuzz_open_wasm(alea_sandbox *sandbox, const alea_game *game, const void *data, size_t size,
                           alea_bot **out, alea_error *error)
{
    return sandbox->read_wasm(sandbox, game, &(alea__bot_text){"fuzz.wasm", data, size}, out, error);
}

alea_bot *fuzz_open_wat(alea_sandbox *sandbox, const alea_game *game, const char *text)
{
    wasm_byte_vec_t binary;
    alea_bot *bot;
    alea_error error = {0};
    wasmtime_error_t *failure = wasmtime_wat2wasm(text, strlen(text), &binary);
    if (failure || fuzz_open_wasm(sandbox, game, binary.data, binary.size, &bot, &error) != ALEA_OK) {
        fprintf(stderr, "%s\n%s\n", failure ? "This is no WebAssembly:" : error.message, text);
        abort();
    }
    wasm_byte_vec_delete(&binary);
    return bot;
}
