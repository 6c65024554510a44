#include "sandbox/engine.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "sandbox/depth.h"
#include "sandbox/messages.h"
#include "sandbox/prepare.h"
#include "sandbox/stack.h"
#include "sandbox/wasm_limits.h"

#include <alea/bot.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    /* For all bots of a block together; the limits of each bot are checked before (wasm_limits.h). */
    MOST_INSTANCES = 10000,
    MOST_TABLES = 1000,
    MOST_MEMORIES = 1000
};

/* Settings that compiled code depends on, besides the engine's version and the edition of asking; part of the cache's keys.
   Change the number whenever the settings below change. */
static const char checking[] = "settings 6, checks", signalling[] = "settings 6, signals";

/* Turns off what no bot needs, what gives other results on other processors (relaxed SIMD), or what would use memory outside the
   limit. */
static void engine_limit_language(wasm_config_t *config)
{
    wasmtime_config_wasm_component_model_set(config, true);
    wasmtime_config_wasm_threads_set(config, false);
    wasmtime_config_shared_memory_set(config, false);
    wasmtime_config_wasm_memory64_set(config, false);
    wasmtime_config_wasm_relaxed_simd_set(config, false);
    wasmtime_config_wasm_function_references_set(config, false);
    wasmtime_config_wasm_custom_page_sizes_set(config, false);
    wasmtime_config_wasm_stack_switching_set(config, false);
    /* Memory collected by the engine's garbage collector would not be limited. */
    wasmtime_config_wasm_gc_set(config, false);
    wasmtime_config_wasm_exceptions_set(config, false);
    wasmtime_config_gc_support_set(config, false);
    /* Calls between components do no bookkeeping for asynchronous tasks. */
    wasmtime_config_wasm_component_model_async_set(config, false);
    wasmtime_config_concurrency_support_set(config, false);
}

/* Whether the engine may detect bad accesses by signals, which costs nothing. A library does not own its program's signals: a
   bot's trap would end a program with its own handlers, such as language runtimes, test frameworks and sanitizers. So by
   default accesses are checked, and only the memory that a bot may hold is reserved as address space. Signals are used if the
   program promises not to use them and the system does not limit its address space (ulimit -v). The results are the same. */
static bool engine_uses_signals(const struct alea_sandbox_options *options)
{
    struct rlimit space;
    const bool limited = getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
    return options->may_handle_signals && !limited && !ALEA__SANITIZED;
}

/* The engine compiles on all processors or on one thread. So it may use all only if the caller allows as many. */
static bool engine_may_use_threads(const struct alea_sandbox_options *options)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return options->threads == 0 || (processors > 0 && options->threads >= (unsigned long)processors);
}

/* How an engine compiles. */
typedef enum engine_compiles {
    COMPILES_ON_ALL_THREADS,
    COMPILES_ON_ONE_THREAD,
    COMPILES_FOR_OTHERS /* on all threads, for machines that may have less than this one */
} engine_compiles;

/* Code for every machine of this kind: on x86-64 for those since 2009. Engines on these machines load it. */
static void engine_compile_for_others(wasm_config_t *config)
{
#if defined(__x86_64__)
    static const char *const feature[] = {"has_sse3", "has_ssse3", "has_sse41", "has_sse42", "has_popcnt"};
    wasmtime_error_t *never = wasmtime_config_target_set(config, "x86_64-unknown-linux-gnu");
    ALEA_ASSERT(!never);
    if (never) wasmtime_error_delete(never);
    for (size_t i = 0; i < sizeof feature / sizeof *feature; i++)
        wasmtime_config_cranelift_flag_enable(config, feature[i]);
#else
    (void)config;
#endif
}

/* The same answers on every machine, limited memory, and bad accesses noticed by signals or by checks. */
static wasm_config_t *engine_config(alea__engine *e, bool signals, engine_compiles how)
{
    wasm_config_t *config = wasm_config_new();
    engine_limit_language(config);
    if (how == COMPILES_ON_ONE_THREAD) wasmtime_config_parallel_compilation_set(config, false);
    if (how == COMPILES_FOR_OTHERS) engine_compile_for_others(config);
    wasmtime_config_consume_fuel_set(config, true);
    wasmtime_config_cranelift_nan_canonicalization_set(config, true);
    wasmtime_config_max_wasm_stack_set(config, ALEA__DEPTH_STACK);
    wasmtime_config_async_stack_size_set(config, ALEA_SANDBOX_STACK); /* unused, but may not be smaller */
    wasmtime_config_signals_based_traps_set(config, signals);
    if (!signals) {
        wasmtime_config_memory_reservation_set(config, 0);
        wasmtime_config_memory_reservation_for_growth_set(config, 0);
        wasmtime_config_memory_guard_size_set(config, 0);
    }
    alea__memory_limit_install(config, &e->limits);
    return config;
}

/* Pages of address space that this process has, 0 unknown. */
static uint64_t engine_pages_used(void)
{
    uint64_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%" SCNu64, &pages) != 1) pages = 0;
    fclose(file);
    return pages;
}

alea_status alea__engine_check_space(unsigned mebibytes, alea_error *error)
{
    struct rlimit space;
    if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) return ALEA_OK;
    const uint64_t used = engine_pages_used() * (uint64_t)sysconf(_SC_PAGESIZE);
    const uint64_t left = used < space.rlim_cur ? (space.rlim_cur - used) >> 20 : 0;
    if (left >= mebibytes) return ALEA_OK;
    return alea__fail(error, ALEA_E_MEMORY, SANDBOX_ENGINE_NO_SPACE, mebibytes, left);
}

/* The linkers need the engine, and the engine the key under which threads have their limits. */
static alea_status engine_fill(alea__engine *e, const struct alea_sandbox_options *options,
                               engine_compiles how, alea_error *error)
{
    e->fuel = options->fuel;
    e->memory = options->memory;
    e->max_size = options->max_size;
    const unsigned stack = alea__has_large_stack() ? 0 : ALEA_SANDBOX_STACK >> 20;
    alea_status status = alea__engine_check_space(ALEA__ENGINE_SPACE + stack, error);
    if (status != ALEA_OK) return status;
    status =
        alea__cache_open(&e->cache, options, engine_uses_signals(options) ? signalling : checking, error);
    if (status != ALEA_OK) return status;
    e->has_key = pthread_key_create(&e->limits, NULL) == 0;
    if (!e->has_key) return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_ENGINE_NO_KEY);
    e->wasm = wasm_engine_new_with_config(engine_config(e, engine_uses_signals(options), how));
    if (!e->wasm) return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_ENGINE_NO_START);
    e->bare = wasmtime_component_linker_new(e->wasm);
    e->wasi = wasmtime_component_linker_new(e->wasm);
    wasmtime_error_t *failure = alea__wasi_define(e->wasi);
    if (!failure) return ALEA_OK;
    wasmtime_error_delete(failure);
    return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_ENGINE_WASI);
}

static alea_status engine_open(const struct alea_sandbox_options *options, engine_compiles how,
                               alea__engine **out, alea_error *error)
{
    alea__engine *e = alea__alloc(sizeof *e);
    if (!e) return alea__out_of_memory(error);
    alea_status status = engine_fill(e, options, how, error);
    if (status == ALEA_OK)
        *out = e;
    else
        alea__engine_free(e);
    return status;
}

alea_status alea__engine_open(const struct alea_sandbox_options *options, alea__engine **out,
                              alea_error *error)
{
    return engine_open(options,
                       engine_may_use_threads(options) ? COMPILES_ON_ALL_THREADS : COMPILES_ON_ONE_THREAD,
                       out, error);
}

alea_status alea__engine_open_one_thread(const struct alea_sandbox_options *options, alea__engine **out,
                                         alea_error *error)
{
    return engine_open(options, COMPILES_ON_ONE_THREAD, out, error);
}

alea_status alea__engine_open_for_others(const struct alea_sandbox_options *options, alea__engine **out,
                                         alea_error *error)
{
    return engine_open(options, COMPILES_FOR_OTHERS, out, error);
}

void alea__engine_free(alea__engine *e)
{
    if (!e) return;
    if (e->bare) wasmtime_component_linker_delete(e->bare);
    if (e->wasi) wasmtime_component_linker_delete(e->wasi);
    if (e->wasm) wasm_engine_delete(e->wasm);
    if (e->has_key) pthread_key_delete(e->limits);
    alea__cache_close(&e->cache);
    alea__free(e);
}

wasmtime_error_t *alea__compile(alea__engine *e, const void *component, size_t size,
                                wasmtime_component_t **out)
{
    char key[65];
    const bool cached = alea__cache_is_open(&e->cache);
    if (cached) alea__cache_key(&e->cache, component, size, key);
    *out = cached ? alea__cache_get(&e->cache, e->wasm, key) : NULL;
    if (*out) return NULL;
    wasmtime_error_t *failure = wasmtime_component_new(e->wasm, component, size, out);
    if (!failure && cached) alea__cache_put(&e->cache, key, *out);
    return failure;
}

wasmtime_error_t *alea__engine_compile_python(alea__engine *e, const alea__bot_text *python,
                                              wasmtime_component_t **out)
{
    alea__measured measured;
    alea__text prepared;
    alea_error error;
    char key[65];
    /* Python may be over a limit. */
    alea__wasm_check_limits(python, NULL, &measured, &error);
    if (measured.unread || alea__prepare(python, &measured, ALEA__PYTHON_SLOTS, &prepared, &error) != ALEA_OK)
        return wasmtime_error_new(error.message);
    wasmtime_error_t *failure =
        wasmtime_component_new(e->wasm, (const uint8_t *)prepared.data, prepared.size, out);
    alea__text_free(&prepared);
    alea__cache_key(&e->cache, python->data, python->size, key);
    if (!failure) alea__cache_put(&e->cache, key, *out);
    return failure;
}

uint64_t alea__start_fuel(const alea__engine *e)
{
    return e->fuel > UINT64_MAX / ALEA__START_DECISIONS ? UINT64_MAX : e->fuel * ALEA__START_DECISIONS;
}

/* ---- cells ---- */

typedef struct cell_start {
    alea__engine *engine;
    const wasmtime_component_t *component;
    alea__memory_limit *limits;
    bool wasi;
    alea__cell *cell;
    wasmtime_error_t *failure;
} cell_start;

static void cell_instantiate(void *user)
{
    cell_start *s = user;
    alea__engine *e = s->engine;
    ALEA_ASSERT(s->limits != NULL && pthread_getspecific(e->limits) == NULL);
    pthread_setspecific(e->limits, s->limits);
    s->failure = wasmtime_component_linker_instantiate(s->wasi ? e->wasi : e->bare, s->cell->context,
                                                       s->component, &s->cell->instance);
    pthread_setspecific(e->limits, NULL);
}

wasmtime_error_t *alea__cell_open(alea__engine *e, const wasmtime_component_t *component,
                                  alea__memory_limit *limits, alea__wasi *wasi, alea__cell *out)
{
    alea__cell cell = {.store = wasmtime_store_new(e->wasm, wasi, NULL)};
    cell.context = wasmtime_store_context(cell.store);
    wasmtime_store_limiter(cell.store, -1, ALEA__MOST_TABLE_ENTRIES, MOST_INSTANCES, MOST_TABLES,
                           MOST_MEMORIES);
    alea__set_fuel(&cell, alea__start_fuel(e));
    cell_start start = {
        .engine = e, .component = component, .limits = limits, .wasi = wasi != NULL, .cell = &cell};
    if (!alea__on_large_stack(cell_instantiate, &start)) start.failure = wasmtime_error_new(SANDBOX_NO_STACK);
    wasmtime_error_t *failure = start.failure;
    if (failure)
        wasmtime_store_delete(cell.store);
    else
        *out = cell;
    return failure;
}

typedef struct cell_asking {
    const alea__cell *cell;
    const wasmtime_component_func_t *function;
    const alea__cell_call *call;
    wasmtime_error_t *failure;
} cell_asking;

static void cell_ask(void *user)
{
    cell_asking *q = user;
    q->failure = wasmtime_component_func_call(q->function, q->cell->context, q->call->argument,
                                              q->call->arguments, q->call->result, q->call->result ? 1 : 0);
}

wasmtime_error_t *alea__cell_ask(const alea__cell *cell, const wasmtime_component_func_t *function,
                                 const alea__cell_call *call)
{
    cell_asking asking = {.cell = cell, .function = function, .call = call};
    if (alea__on_large_stack(cell_ask, &asking)) return asking.failure;
    return wasmtime_error_new(SANDBOX_NO_STACK);
}

void alea__cell_close(alea__cell *cell)
{
    if (cell->store) wasmtime_store_delete(cell->store);
    *cell = (alea__cell){0};
}

void alea__set_fuel(alea__cell *cell, uint64_t fuel)
{
    wasmtime_error_t *never = wasmtime_context_set_fuel(cell->context, fuel);
    ALEA_ASSERT(!never);
    if (never) wasmtime_error_delete(never);
}

uint64_t alea__fuel_left(const alea__cell *cell)
{
    uint64_t fuel = 0;
    wasmtime_error_t *never = wasmtime_context_get_fuel(cell->context, &fuel);
    ALEA_ASSERT(!never);
    if (never) wasmtime_error_delete(never);
    return fuel;
}
