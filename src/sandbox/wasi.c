#include "sandbox/wasi.h"
#include "base/assert.h"
#include "base/text.h"
#include "sandbox/messages.h"

#include <stdio.h>
#include <string.h>

/* ---- what our own functions cost: a call, and a random byte ----

   Measured, so that a guest that only calls them takes at most about twice the time that its own instructions would take
   for the same fuel: some 0.8 microseconds a call and 35 nanoseconds a byte, where these take 0.2 nanoseconds. */

enum { CALL_FUEL = 2500, BYTE_FUEL = 160, MOST_BYTES = 65536 };

/* Charges fuel for the host's work; otherwise it would be free and unlimited. */
static wasmtime_error_t *wasi_charge(wasmtime_context_t *context, uint64_t fuel)
{
    alea__wasi *w = wasmtime_context_get_data(context);
    uint64_t left = 0;
    wasmtime_error_t *failure = wasmtime_context_get_fuel(context, &left);
    if (failure) return failure;
    if (left >= fuel) return wasmtime_context_set_fuel(context, left - fuel);
    w->starved = true;
    return wasmtime_error_new("out of fuel");
}

/* ---- wasi:random ---- */

static uint64_t wasi_random_word(alea__wasi *w)
{
    uint64_t low = alea__next_word(&w->random);
    return low | (uint64_t)alea__next_word(&w->random) << 32;
}

/* Returns random bytes; each costs fuel. */
static wasmtime_error_t *wasi_random_bytes(void *env, wasmtime_context_t *context,
                                           const wasmtime_component_func_type_t *type, alea__wasm_value *args,
                                           size_t arguments, alea__wasm_value *results, size_t count)
{
    (void)env, (void)type, (void)arguments, (void)count;
    uint64_t size = args[0].of.u64;
    if (size > MOST_BYTES) return wasmtime_error_new(SANDBOX_RANDOM);
    wasmtime_error_t *failure = wasi_charge(context, CALL_FUEL + size * BYTE_FUEL);
    if (failure) return failure;
    alea__wasi *w = wasmtime_context_get_data(context);
    results[0].kind = WASMTIME_COMPONENT_LIST;
    wasmtime_component_vallist_new_uninit(&results[0].of.list, size);
    for (uint64_t i = 0; i < size; i++)
        results[0].of.list.data[i] = (alea__wasm_value){.kind = WASMTIME_COMPONENT_U8,
                                                        .of = {.u8 = (uint8_t)alea__next_byte(&w->random)}};
    return NULL;
}

static wasmtime_error_t *wasi_random_u64(void *env, wasmtime_context_t *context,
                                         const wasmtime_component_func_type_t *type, alea__wasm_value *args,
                                         size_t arguments, alea__wasm_value *results, size_t count)
{
    (void)env, (void)type, (void)args, (void)arguments, (void)count;
    results[0] = (alea__wasm_value){.kind = WASMTIME_COMPONENT_U64,
                                    .of = {.u64 = wasi_random_word(wasmtime_context_get_data(context))}};
    return wasi_charge(context, CALL_FUEL);
}

/* A pair of 64-bit numbers. */
static wasmtime_error_t *wasi_random_pair(void *env, wasmtime_context_t *context,
                                          const wasmtime_component_func_type_t *type, alea__wasm_value *args,
                                          size_t arguments, alea__wasm_value *results, size_t count)
{
    (void)env, (void)type, (void)args, (void)arguments, (void)count;
    wasmtime_error_t *failure = wasi_charge(context, CALL_FUEL);
    if (failure) return failure;
    alea__wasi *w = wasmtime_context_get_data(context);
    results[0].kind = WASMTIME_COMPONENT_TUPLE;
    wasmtime_component_valtuple_new_uninit(&results[0].of.tuple, 2);
    for (int i = 0; i < 2; i++)
        results[0].of.tuple.data[i] =
            (alea__wasm_value){.kind = WASMTIME_COMPONENT_U64, .of = {.u64 = wasi_random_word(w)}};
    return NULL;
}

/* ---- wasi:clocks: the time never changes; for bots it is the start of 1970 ---- */

enum { NANOSECONDS = 1000000000 };

static uint64_t wasi_now(wasmtime_context_t *context)
{
    const alea__wasi *w = wasmtime_context_get_data(context);
    return w->now;
}

static wasmtime_error_t *wasi_instant(void *env, wasmtime_context_t *context,
                                      const wasmtime_component_func_type_t *type, alea__wasm_value *args,
                                      size_t arguments, alea__wasm_value *results, size_t count)
{
    (void)type, (void)args, (void)arguments, (void)count;
    results[0] =
        (alea__wasm_value){.kind = WASMTIME_COMPONENT_U64, .of = {.u64 = env ? 1 : wasi_now(context)}};
    return wasi_charge(context, CALL_FUEL);
}

static void wasi_name_entry(wasmtime_component_valrecord_entry_t *entry, const char *name)
{
    wasm_name_new(&entry->name, strlen(name), name);
}

/* The time of the wall clock, or, with an `env`, its resolution. */
static wasmtime_error_t *wasi_datetime(void *env, wasmtime_context_t *context,
                                       const wasmtime_component_func_type_t *type, alea__wasm_value *args,
                                       size_t arguments, alea__wasm_value *results, size_t count)
{
    (void)type, (void)args, (void)arguments, (void)count;
    wasmtime_error_t *failure = wasi_charge(context, CALL_FUEL);
    if (failure) return failure;
    results[0].kind = WASMTIME_COMPONENT_RECORD;
    wasmtime_component_valrecord_new_uninit(&results[0].of.record, 2);
    wasmtime_component_valrecord_entry_t *entry = results[0].of.record.data;
    wasi_name_entry(&entry[0], "seconds");
    entry[0].val = (alea__wasm_value){.kind = WASMTIME_COMPONENT_U64,
                                      .of = {.u64 = env ? 0 : wasi_now(context) / NANOSECONDS}};
    wasi_name_entry(&entry[1], "nanoseconds");
    entry[1].val = (alea__wasm_value){.kind = WASMTIME_COMPONENT_U32,
                                      .of = {.u32 = env ? 1 : (uint32_t)(wasi_now(context) % NANOSECONDS)}};
    return NULL;
}

/* With a frozen clock, waiting would never end. */
static wasmtime_error_t *wasi_wait(void *env, wasmtime_context_t *context,
                                   const wasmtime_component_func_type_t *type, alea__wasm_value *args,
                                   size_t arguments, alea__wasm_value *results, size_t count)
{
    (void)env, (void)context, (void)type, (void)args, (void)arguments, (void)results, (void)count;
    return wasmtime_error_new(SANDBOX_WAITS);
}

/* ---- defining them ---- */

typedef struct host_function {
    const char *interface, *name;
    wasmtime_component_func_callback_t call;
    bool resolution; /* of a clock, not its time: a nanosecond */
} host_function;

/* The functions of an interface are adjacent. */
static const host_function functions[] = {
    {"wasi:random/random", "get-random-bytes", wasi_random_bytes, false},
    {"wasi:random/random", "get-random-u64", wasi_random_u64, false},
    {"wasi:random/insecure", "get-insecure-random-bytes", wasi_random_bytes, false},
    {"wasi:random/insecure", "get-insecure-random-u64", wasi_random_u64, false},
    {"wasi:random/insecure-seed", "insecure-seed", wasi_random_pair, false},
    {"wasi:clocks/monotonic-clock", "now", wasi_instant, false},
    {"wasi:clocks/monotonic-clock", "resolution", wasi_instant, true},
    {"wasi:clocks/monotonic-clock", "subscribe-instant", wasi_wait, false},
    {"wasi:clocks/monotonic-clock", "subscribe-duration", wasi_wait, false},
    {"wasi:clocks/wall-clock", "now", wasi_datetime, false},
    {"wasi:clocks/wall-clock", "resolution", wasi_datetime, true},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static size_t wasi_interface_end(size_t first)
{
    size_t end = first;
    ALEA_ASSERT(first < FUNCTIONS);
    while (end < FUNCTIONS && strcmp(functions[end].interface, functions[first].interface) == 0) end++;
    return end;
}

/* The functions from `first` up to `end`, which are those of one interface, in the version 0.2.`patch`. */
static wasmtime_error_t *wasi_define_interface(wasmtime_component_linker_instance_t *root, unsigned patch,
                                               size_t first, size_t end)
{
    wasmtime_component_linker_instance_t *instance;
    char name[64];
    snprintf(name, sizeof name, "%s@0.2.%u", functions[first].interface, patch);
    wasmtime_error_t *failure =
        wasmtime_component_linker_instance_add_instance(root, name, strlen(name), &instance);
    if (failure) return failure;
    for (size_t i = first; i < end && !failure; i++) {
        const host_function *f = &functions[i];
        void *env = f->resolution ? (void *)(uintptr_t)f : NULL;
        failure = wasmtime_component_linker_instance_add_func(instance, f->name, strlen(f->name), f->call,
                                                              env, NULL);
    }
    wasmtime_component_linker_instance_delete(instance);
    return failure;
}

enum { PATCHES = 64 };

/* An import gets the definition of exactly its version, else the newest compatible one. The engine defines
   some 0.2.x itself (0.2.12 in wasmtime 50), so all of them are defined here; otherwise some component would
   get the real clock. */
wasmtime_error_t *alea__wasi_define(wasmtime_component_linker_t *linker)
{
    wasmtime_error_t *failure = wasmtime_component_linker_add_wasip2(linker);
    if (failure) return failure;
    wasmtime_component_linker_allow_shadowing(linker, true);
    wasmtime_component_linker_instance_t *root = wasmtime_component_linker_root(linker);
    for (unsigned patch = 0; patch < PATCHES; patch++)
        for (size_t first = 0; first < FUNCTIONS && !failure; first = wasi_interface_end(first))
            failure = wasi_define_interface(root, patch, first, wasi_interface_end(first));
    wasmtime_component_linker_instance_delete(root);
    return failure;
}

/* ---- an instance's own ---- */

void alea__wasi_start(alea__wasi *w, const alea__instance_id *id)
{
    *w = (alea__wasi){0};
    alea__stream_start(&w->random, id->seed, 0, ALEA__SANDBOX + id->bot, id->block);
}

/* Keeps the end of what the guest writes. */
static ptrdiff_t wasi_hear(void *env, const unsigned char *text, size_t size)
{
    alea__wasi *w = env;
    ALEA_ASSERT(w->length <= sizeof w->said);
    size_t kept = size < sizeof w->said ? size : sizeof w->said;
    size_t before = w->length < sizeof w->said - kept ? w->length : sizeof w->said - kept;
    memmove(w->said, w->said + w->length - before, before);
    memcpy(w->said + before, text + size - kept, kept);
    w->length = before + kept;
    return (ptrdiff_t)size;
}

wasi_config_t *alea__wasi_config(alea__wasi *w)
{
    wasi_config_t *config = wasi_config_new();
    wasi_config_set_stderr_custom(config, wasi_hear, w, NULL);
    return config;
}

void alea__wasi_listen(alea__wasi *w)
{
    w->length = 0;
}

/* Beginnings of lines that a runtime prints after the one that matters: Python, if it cannot print an error,
   and componentize-py, a Rust program that panics after every error. */
static const char *const noise[] = {"note: ", "thread '", "Python function threw", "lost sys.stderr",
                                    "object "};

static bool wasi_tells_something(const char *line, size_t length)
{
    for (size_t i = 0; i < sizeof noise / sizeof *noise; i++)
        if (length >= strlen(noise[i]) && memcmp(line, noise[i], strlen(noise[i])) == 0) return false;
    return length > 0;
}

void alea__wasi_last_line(const alea__wasi *w, char *out, size_t size)
{
    size_t start = w->length, length = 0;
    for (size_t end = w->length; end > 0 && !wasi_tells_something(w->said + start, length);
         end = start - (start > 0)) {
        for (start = end; start > 0 && w->said[start - 1] != '\n'; start--) {
        }
        length = end - start;
        while (length > 0 && (w->said[start + length - 1] == '\r' || w->said[start + length - 1] == ' '))
            length--;
    }
    if (!wasi_tells_something(w->said + start, length)) length = 0;
    for (; length > 0 && w->said[start] == ' '; start++) length--;
    alea__printable(out, size, w->said + start, length);
}

bool alea__wasi_said(const alea__wasi *w, const char *word)
{
    return memmem(w->said, w->length, word, strlen(word)) != NULL;
}
