#include "sandbox/wasi.h"
#include "base/assert.h"
#include "base/text.h"
#include "sandbox/messages.h"
#include "sandbox/wasi_names.h"

#include <stdio.h>
#include <string.h>

/* ---- calls ----

   One function of the engine's form serves all names. It looks up what the name answers, charges for the call and for the
   list or text that the guest hands over, and passes it on.

   The costs are measured: a guest that does nothing else takes at most about twice the time that its own instructions would take
   for the same fuel. A call takes some 0.8 microseconds and a byte 35 nanoseconds, an instruction 0.2. */

enum { CALL_FUEL = 2500, BYTE_FUEL = 160, MOST_BYTES = 65536 };

typedef struct wasi_call wasi_call;

/* A function that is answered. */
typedef struct wasi_function {
    const char *interface, *name;
    wasmtime_error_t *(*answer)(wasi_call *);
    int option; /* what distinguishes functions with the same answer */
} wasi_function;

static void wasi_find_call(const void *env, wasi_call *c);

struct wasi_call {
    const wasi_function *function;
    wasmtime_context_t *context;
    alea__wasi *wasi;
    const alea__wasm_value *argument;
    alea__wasm_value *result; /* NULL if it returns nothing */
};

/* Charges fuel for the host's work; otherwise it would be free and unlimited. */
static wasmtime_error_t *wasi_charge(const wasi_call *c, uint64_t fuel)
{
    uint64_t left = 0;
    wasmtime_error_t *failure = wasmtime_context_get_fuel(c->context, &left);
    if (failure) return failure;
    if (left >= fuel) return wasmtime_context_set_fuel(c->context, left - fuel);
    c->wasi->starved = true;
    return wasmtime_error_new("out of fuel");
}

/* The number of bytes or entries that the guest hands over; the engine has already copied them, and limits them. */
static uint64_t wasi_handed_over(const alea__wasm_value *argument, size_t arguments)
{
    uint64_t count = 0;
    for (size_t i = 0; i < arguments; i++) {
        if (argument[i].kind == WASMTIME_COMPONENT_LIST) count += argument[i].of.list.size;
        if (argument[i].kind == WASMTIME_COMPONENT_STRING) count += argument[i].of.string.size;
    }
    return count;
}

/* Called by the engine for functions that alea answers: charges the bytes handed over, then answers. */
static wasmtime_error_t *wasi_called(void *env, wasmtime_context_t *context,
                                     const wasmtime_component_func_type_t *type, alea__wasm_value *argument,
                                     size_t arguments, alea__wasm_value *result, size_t results)
{
    (void)type;
    wasi_call c = {.context = context, .argument = argument, .result = results > 0 ? result : NULL};
    wasi_find_call(env, &c);
    c.wasi->called = true;
    wasmtime_error_t *failure =
        wasi_charge(&c, CALL_FUEL + BYTE_FUEL * wasi_handed_over(argument, arguments));
    return failure ? failure : c.function->answer(&c);
}

/* A function that is defined but not answered: `env` is its group. Ends the guest. */
static wasmtime_error_t *wasi_refused(void *env, wasmtime_context_t *context,
                                      const wasmtime_component_func_type_t *type, alea__wasm_value *argument,
                                      size_t arguments, alea__wasm_value *result, size_t results)
{
    const alea__wasi_group *group = env;
    char why[200];
    (void)context, (void)type, (void)argument, (void)arguments, (void)result, (void)results;
    snprintf(why, sizeof why, SANDBOX_WASI_REFUSED, group->interface);
    return wasmtime_error_new(why);
}

/* ---- values ---- */

static alea__wasm_value wasi_u64(uint64_t n)
{
    return (alea__wasm_value){.kind = WASMTIME_COMPONENT_U64, .of = {.u64 = n}};
}

/* A result, good or bad, with its value; NULL: without one. */
static alea__wasm_value wasi_result(bool ok, alea__wasm_value *value)
{
    return (alea__wasm_value){
        .kind = WASMTIME_COMPONENT_RESULT,
        .of = {.result = {.is_ok = ok, .val = value ? wasmtime_component_val_new(value) : NULL}}};
}

/* ---- wasi:random ---- */

static uint64_t wasi_random_word(alea__wasi *w)
{
    uint64_t low = alea__next_word(&w->random);
    return low | (uint64_t)alea__next_word(&w->random) << 32;
}

/* Returns random bytes; each costs fuel. */
static wasmtime_error_t *wasi_random_bytes(wasi_call *c)
{
    const uint64_t size = c->argument[0].of.u64;
    if (size > MOST_BYTES) return wasmtime_error_new(SANDBOX_RANDOM);
    wasmtime_error_t *failure = wasi_charge(c, size * BYTE_FUEL);
    if (failure) return failure;
    c->result->kind = WASMTIME_COMPONENT_LIST;
    wasmtime_component_vallist_new_uninit(&c->result->of.list, size);
    for (uint64_t i = 0; i < size; i++)
        c->result->of.list.data[i] = (alea__wasm_value){
            .kind = WASMTIME_COMPONENT_U8, .of = {.u8 = (uint8_t)alea__next_byte(&c->wasi->random)}};
    return NULL;
}

static wasmtime_error_t *wasi_random_u64(wasi_call *c)
{
    *c->result = wasi_u64(wasi_random_word(c->wasi));
    return NULL;
}

/* A pair of 64-bit numbers. */
static wasmtime_error_t *wasi_random_pair(wasi_call *c)
{
    c->result->kind = WASMTIME_COMPONENT_TUPLE;
    wasmtime_component_valtuple_new_uninit(&c->result->of.tuple, 2);
    for (int i = 0; i < 2; i++) c->result->of.tuple.data[i] = wasi_u64(wasi_random_word(c->wasi));
    return NULL;
}

/* ---- wasi:clocks: the time never changes; for bots it is the start of 1970 ---- */

enum { NANOSECONDS = 1000000000 };
enum { TIME, RESOLUTION }; /* of a clock; its resolution is a nanosecond */

/* Notes that the time was asked for. */
static wasmtime_error_t *wasi_note_read(wasi_call *c)
{
    if (c->function->option == TIME) c->wasi->reads++;
    return wasmtime_context_get_fuel(c->context, &c->wasi->left);
}

static wasmtime_error_t *wasi_instant(wasi_call *c)
{
    *c->result = wasi_u64(c->function->option == RESOLUTION ? 1 : c->wasi->now);
    return wasi_note_read(c);
}

static void wasi_name_entry(wasmtime_component_valrecord_entry_t *entry, const char *name)
{
    wasm_name_new(&entry->name, strlen(name), name);
}

/* The time of the wall clock, or its resolution. */
static wasmtime_error_t *wasi_datetime(wasi_call *c)
{
    const uint64_t time = c->function->option == RESOLUTION ? 1 : c->wasi->now;
    c->result->kind = WASMTIME_COMPONENT_RECORD;
    wasmtime_component_valrecord_new_uninit(&c->result->of.record, 2);
    wasmtime_component_valrecord_entry_t *entry = c->result->of.record.data;
    wasi_name_entry(&entry[0], "seconds");
    entry[0].val = wasi_u64(time / NANOSECONDS);
    wasi_name_entry(&entry[1], "nanoseconds");
    entry[1].val =
        (alea__wasm_value){.kind = WASMTIME_COMPONENT_U32, .of = {.u32 = (uint32_t)(time % NANOSECONDS)}};
    return wasi_note_read(c);
}

/* With a frozen clock, waiting would never end. */
static wasmtime_error_t *wasi_wait(wasi_call *c)
{
    (void)c;
    return wasmtime_error_new(SANDBOX_WAITS);
}

/* ---- wasi:cli and wasi:filesystem/preopens: there is nothing, and no terminal ---- */

static wasmtime_error_t *wasi_empty_list(wasi_call *c)
{
    c->result->kind = WASMTIME_COMPONENT_LIST;
    wasmtime_component_vallist_new_empty(&c->result->of.list);
    return NULL;
}

static wasmtime_error_t *wasi_none(wasi_call *c)
{
    *c->result = (alea__wasm_value){.kind = WASMTIME_COMPONENT_OPTION};
    return NULL;
}

static wasmtime_error_t *wasi_exit(wasi_call *c)
{
    (void)c;
    return wasmtime_error_new(SANDBOX_EXITS);
}

/* ---- wasi:io/streams: input is at its end, output is dropped, but for the end of standard error ---- */

enum { STDIN, STDOUT, STDERR }; /* stream numbers of the host */
enum {
    RESOURCE_INPUT = 1,
    RESOURCE_OUTPUT = 2
}; /* the types of the streams; other resources are never made */

/* A new stream, which the guest owns. */
static wasmtime_error_t *wasi_get_stream(wasi_call *c)
{
    const uint32_t stream = (uint32_t)c->function->option;
    wasmtime_component_resource_host_t *host = wasmtime_component_resource_host_new(
        true, stream, stream == STDIN ? RESOURCE_INPUT : RESOURCE_OUTPUT);
    wasmtime_component_resource_any_t *any = NULL;
    wasmtime_error_t *failure = wasmtime_component_resource_host_to_any(c->context, host, &any);
    wasmtime_component_resource_host_delete(host);
    c->wasi->handles = true;
    if (!failure)
        *c->result = (alea__wasm_value){.kind = WASMTIME_COMPONENT_RESOURCE, .of = {.resource = any}};
    return failure;
}

/* Takes the stream that is lent to the function, which has to be given back. */
static wasmtime_error_t *wasi_take_stream(const wasi_call *c, uint32_t *stream)
{
    wasmtime_component_resource_host_t *host = NULL;
    wasmtime_error_t *failure =
        wasmtime_component_resource_any_to_host(c->context, c->argument[0].of.resource, &host);
    if (failure) return failure;
    *stream = wasmtime_component_resource_host_rep(host);
    wasmtime_component_resource_host_delete(host);
    return NULL;
}

/* result<…, stream-error>: the stream is closed. */
static wasmtime_error_t *wasi_closed(wasi_call *c)
{
    uint32_t stream;
    wasmtime_error_t *failure = wasi_take_stream(c, &stream);
    if (failure) return failure;
    alea__wasm_value closed = {.kind = WASMTIME_COMPONENT_VARIANT};
    wasm_name_new(&closed.of.variant.discriminant, strlen("closed"), "closed");
    *c->result = wasi_result(false, &closed);
    return NULL;
}

static wasmtime_error_t *wasi_check_write(wasi_call *c)
{
    uint32_t stream;
    alea__wasm_value most = wasi_u64(MOST_BYTES);
    wasmtime_error_t *failure = wasi_take_stream(c, &stream);
    if (!failure) *c->result = wasi_result(true, &most);
    return failure;
}

static wasmtime_error_t *wasi_flush(wasi_call *c)
{
    uint32_t stream;
    wasmtime_error_t *failure = wasi_take_stream(c, &stream);
    if (!failure) *c->result = wasi_result(true, NULL);
    return failure;
}

/* Stores the end of the guest's standard error. */
static void wasi_hear(alea__wasi *w, const alea__wasm_value *byte, size_t size)
{
    ALEA_ASSERT(w->length <= sizeof w->said);
    const size_t kept = size < sizeof w->said ? size : sizeof w->said;
    const size_t before = w->length < sizeof w->said - kept ? w->length : sizeof w->said - kept;
    memmove(w->said, w->said + w->length - before, before);
    for (size_t i = 0; i < kept; i++) w->said[before + i] = (char)byte[size - kept + i].of.u8;
    w->length = before + kept;
}

static wasmtime_error_t *wasi_write(wasi_call *c)
{
    const wasmtime_component_vallist_t *text = &c->argument[1].of.list;
    uint32_t stream;
    wasmtime_error_t *failure = wasi_take_stream(c, &stream);
    if (failure) return failure;
    if (stream == STDERR) wasi_hear(c->wasi, text->data, text->size);
    *c->result = wasi_result(true, NULL);
    return NULL;
}

/* ---- answers ---- */

#define INPUT  "[method]input-stream."
#define OUTPUT "[method]output-stream."

static const wasi_function functions[] = {
    {"wasi:random/random", "get-random-bytes", wasi_random_bytes, 0},
    {"wasi:random/random", "get-random-u64", wasi_random_u64, 0},
    {"wasi:random/insecure", "get-insecure-random-bytes", wasi_random_bytes, 0},
    {"wasi:random/insecure", "get-insecure-random-u64", wasi_random_u64, 0},
    {"wasi:random/insecure-seed", "insecure-seed", wasi_random_pair, 0},
    {"wasi:clocks/monotonic-clock", "now", wasi_instant, TIME},
    {"wasi:clocks/monotonic-clock", "resolution", wasi_instant, RESOLUTION},
    {"wasi:clocks/monotonic-clock", "subscribe-instant", wasi_wait, 0},
    {"wasi:clocks/monotonic-clock", "subscribe-duration", wasi_wait, 0},
    {"wasi:clocks/wall-clock", "now", wasi_datetime, TIME},
    {"wasi:clocks/wall-clock", "resolution", wasi_datetime, RESOLUTION},
    {"wasi:cli/environment", "get-environment", wasi_empty_list, 0},
    {"wasi:cli/environment", "get-arguments", wasi_empty_list, 0},
    {"wasi:cli/environment", "initial-cwd", wasi_none, 0},
    {"wasi:cli/exit", "exit", wasi_exit, 0},
    {"wasi:cli/exit", "exit-with-code", wasi_exit, 0},
    {"wasi:cli/stdin", "get-stdin", wasi_get_stream, STDIN},
    {"wasi:cli/stdout", "get-stdout", wasi_get_stream, STDOUT},
    {"wasi:cli/stderr", "get-stderr", wasi_get_stream, STDERR},
    {"wasi:cli/terminal-stdin", "get-terminal-stdin", wasi_none, 0},
    {"wasi:cli/terminal-stdout", "get-terminal-stdout", wasi_none, 0},
    {"wasi:cli/terminal-stderr", "get-terminal-stderr", wasi_none, 0},
    {"wasi:filesystem/preopens", "get-directories", wasi_empty_list, 0},
    {"wasi:io/streams", INPUT "read", wasi_closed, 0},
    {"wasi:io/streams", INPUT "blocking-read", wasi_closed, 0},
    {"wasi:io/streams", INPUT "skip", wasi_closed, 0},
    {"wasi:io/streams", INPUT "blocking-skip", wasi_closed, 0},
    {"wasi:io/streams", OUTPUT "check-write", wasi_check_write, 0},
    {"wasi:io/streams", OUTPUT "write", wasi_write, 0},
    {"wasi:io/streams", OUTPUT "blocking-write-and-flush", wasi_write, 0},
    {"wasi:io/streams", OUTPUT "flush", wasi_flush, 0},
    {"wasi:io/streams", OUTPUT "blocking-flush", wasi_flush, 0},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* The engine passes one pointer to a function, which must identify the function and the calling bot. So each bot's copy of
   each function has an address here; nothing is stored there. */
static const unsigned char wasi_place[ALEA__WASI_BOTS][FUNCTIONS];

static void wasi_find_call(const void *env, wasi_call *c)
{
    const size_t place = (size_t)((const unsigned char *)env - &wasi_place[0][0]);
    ALEA_ASSERT(place < sizeof wasi_place);
    c->function = &functions[place % FUNCTIONS];
    c->wasi = (alea__wasi *)wasmtime_context_get_data(c->context) + place / FUNCTIONS;
}

/* NULL if the function is defined but ends the guest. */
static const unsigned char *wasi_find(unsigned bot, const char *interface, const char *name)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (strcmp(functions[i].interface, interface) == 0 && strcmp(functions[i].name, name) == 0)
            return &wasi_place[bot][i];
    return NULL;
}

/* ---- defining them ---- */

/* Defines every function of the group for a bot; those that alea does not answer end the guest when called. */
static wasmtime_error_t *wasi_define_functions(wasmtime_component_linker_instance_t *instance, unsigned bot,
                                               const alea__wasi_group *group)
{
    const char *at = group->functions;
    char name[ALEA__WASI_NAME];
    wasmtime_error_t *failure = NULL;
    while (!failure && alea__wasi_next_name(group, &at, name)) {
        const unsigned char *f = wasi_find(bot, group->interface, name);
        failure = wasmtime_component_linker_instance_add_func(
            instance, name, strlen(name), f ? wasi_called : wasi_refused,
            f ? (void *)(uintptr_t)f : (void *)(uintptr_t)group, NULL);
    }
    return failure;
}

/* A resource has no memory, so dropping it frees nothing; the number of handles falls. Which bot of a block dropped it does
   not matter, because bots of a block are not restored. */
static wasmtime_error_t *wasi_dropped(void *env, wasmtime_context_t *context, uint32_t resource)
{
    alea__wasi *wasi = wasmtime_context_get_data(context);
    (void)env, (void)resource;
    if (wasi) wasi->called = wasi->handles = true;
    return NULL;
}

/* The number of a resource's type: those of the streams, or one that depends on the place in the list. */
static uint32_t wasi_resource_type(const alea__wasi_group *group)
{
    if (strcmp(group->resource, "input-stream") == 0) return RESOURCE_INPUT;
    if (strcmp(group->resource, "output-stream") == 0) return RESOURCE_OUTPUT;
    return 100 + (uint32_t)(group - alea__wasi_groups);
}

static wasmtime_error_t *wasi_define_resource(wasmtime_component_linker_instance_t *instance,
                                              const alea__wasi_group *group)
{
    if (!group->resource) return NULL;
    wasmtime_component_resource_type_t *type =
        wasmtime_component_resource_type_new_host(wasi_resource_type(group));
    wasmtime_error_t *failure = wasmtime_component_linker_instance_add_resource(
        instance, group->resource, strlen(group->resource), type, wasi_dropped, NULL, NULL);
    wasmtime_component_resource_type_delete(type);
    return failure;
}

/* Defines the interface whose first group is `group`, and moves on to the next interface's. An import of any 0.2.x gets the
   definition of 0.2.0, the only compatible one. */
static wasmtime_error_t *wasi_define_interface(wasmtime_component_linker_instance_t *root, unsigned bot,
                                               size_t *group)
{
    const char *interface = alea__wasi_groups[*group].interface;
    wasmtime_component_linker_instance_t *instance;
    char name[ALEA__WASI_NAME];
    snprintf(name, sizeof name, "%s@0.2.0", interface);
    wasmtime_error_t *failure =
        wasmtime_component_linker_instance_add_instance(root, name, strlen(name), &instance);
    if (failure) return failure;
    for (; *group < alea__wasi_group_count && strcmp(alea__wasi_groups[*group].interface, interface) == 0;
         ++*group) {
        if (!failure) failure = wasi_define_resource(instance, &alea__wasi_groups[*group]);
        if (!failure) failure = wasi_define_functions(instance, bot, &alea__wasi_groups[*group]);
    }
    wasmtime_component_linker_instance_delete(instance);
    return failure;
}

/* Defines all interfaces for a bot, as parts of `root`. */
static wasmtime_error_t *wasi_define_all(wasmtime_component_linker_instance_t *root, unsigned bot)
{
    wasmtime_error_t *failure = NULL;
    for (size_t group = 0; group < alea__wasi_group_count && !failure;)
        failure = wasi_define_interface(root, bot, &group);
    return failure;
}

/* Defines all interfaces again, as parts of one instance, for a bot of a block. */
static wasmtime_error_t *wasi_define_bot(wasmtime_component_linker_instance_t *root, unsigned bot)
{
    wasmtime_component_linker_instance_t *all;
    const char *name = alea__wasi_bot[bot];
    wasmtime_error_t *failure =
        wasmtime_component_linker_instance_add_instance(root, name, strlen(name), &all);
    if (failure) return failure;
    failure = wasi_define_all(all, bot);
    wasmtime_component_linker_instance_delete(all);
    return failure;
}

wasmtime_error_t *alea__wasi_define(wasmtime_component_linker_t *linker)
{
    wasmtime_component_linker_instance_t *root = wasmtime_component_linker_root(linker);
    wasmtime_error_t *failure = wasi_define_all(root, 0);
    for (unsigned bot = 0; bot < ALEA__WASI_BOTS && !failure; bot++) failure = wasi_define_bot(root, bot);
    wasmtime_component_linker_instance_delete(root);
    return failure;
}

/* ---- an instance's own ---- */

void alea__wasi_start(alea__wasi *w, const alea__instance_id *id)
{
    *w = (alea__wasi){0};
    alea__stream_start(&w->random, id->seed, 0, ALEA__SANDBOX + id->bot, id->block);
}

void alea__wasi_listen(alea__wasi *w)
{
    w->length = 0;
    w->reads = 0;
}

bool alea__wasi_watched_clock(const alea__wasi *w, uint64_t fuel)
{
    enum { MANY = 100 };
    return w->reads >= MANY && w->left < fuel / 5;
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
