#include "sandbox/trap_reason.h"
#include "base/assert.h"
#include "base/text.h"
#include "sandbox/depth.h"
#include "sandbox/messages.h"

#include <stdio.h>
#include <string.h>

/* ---- reading messages ---- */

static const char trap_prefix[] = "wasm trap: ";

/* The last line of the message, without the number that the engine gives to one of several causes. */
static void trap_last_line(const char *message, size_t size, const char **line, size_t *length)
{
    while (size > 0 && (message[size - 1] == '\n' || message[size - 1] == ' ')) size--;
    size_t start = size;
    while (start > 0 && message[start - 1] != '\n') start--;
    while (start < size && message[start] == ' ') start++;
    size_t digits = start;
    while (digits < size && message[digits] >= '0' && message[digits] <= '9') digits++;
    if (digits > start && digits + 1 < size && message[digits] == ':' && message[digits + 1] == ' ')
        start = digits + 2;
    *line = message + start;
    *length = size - start;
}

void alea__trap_cause(const wasmtime_error_t *failure, char *out, size_t size)
{
    wasm_name_t message;
    const char *line;
    size_t length, prefix = sizeof trap_prefix - 1;
    wasmtime_error_message(failure, &message);
    trap_last_line(message.data, message.size, &line, &length);
    if (length > prefix && memcmp(line, trap_prefix, prefix) == 0) {
        line += prefix;
        length -= prefix;
    }
    alea__printable(out, size, line, length);
    wasm_byte_vec_delete(&message);
}

void alea__trap_complaint(const wasmtime_error_t *failure, char *out, size_t size)
{
    wasm_name_t message;
    wasmtime_error_message(failure, &message);
    const char *end = memchr(message.data, '\n', message.size);
    alea__printable(out, size, message.data, end ? (size_t)(end - message.data) : message.size);
    wasm_byte_vec_delete(&message);
}

bool alea__trap_was_running(const wasmtime_error_t *failure)
{
    wasm_frame_vec_t frames;
    int exit_status;
    wasmtime_error_wasm_trace(failure, &frames);
    bool running = frames.size > 0 || wasmtime_error_exit_status(failure, &exit_status);
    wasm_frame_vec_delete(&frames);
    return running;
}

/* ---- judging ---- */

/* Whether the trap came from the function that ends a program whose calls are nested too deep (depth.h). No other function
   has a name. */
static bool trap_is_too_deep(const wasmtime_error_t *failure)
{
    wasm_frame_vec_t frames;
    wasmtime_error_wasm_trace(failure, &frames);
    const wasm_name_t *name = frames.size > 0 ? wasmtime_frame_func_name(frames.data[0]) : NULL;
    const bool is =
        name && name->size == strlen(ALEA__TOO_DEEP) && memcmp(name->data, ALEA__TOO_DEEP, name->size) == 0;
    wasm_frame_vec_delete(&frames);
    return is;
}

bool alea__trap_is_exhausted(const wasmtime_error_t *failure, const alea__memory_limit *limit)
{
    char cause[sizeof SANDBOX_NO_STACK] = "";
    if (limit->exhausted || !failure) return limit->exhausted;
    alea__trap_cause(failure, cause, sizeof cause);
    return strcmp(cause, SANDBOX_NO_STACK) == 0;
}

/* A refused growth is the reason even if the trap is another one, because programs trap when they get no memory. Python
   itself refuses what a 32-bit memory cannot hold, without requesting it. */
void alea__trap_reason(wasmtime_error_t *failure, uint64_t fuel, const alea__memory_limit *limit,
                       const alea__wasi *wasi, alea__decision *d)
{
    char cause[100], words[150] = "";
    alea__trap_cause(failure, cause, sizeof cause);
    if (trap_is_too_deep(failure)) snprintf(cause, sizeof cause, SANDBOX_TOO_DEEP);
    wasmtime_error_delete(failure);
    if (wasi) alea__wasi_last_line(wasi, words, sizeof words);
    if (strcmp(cause, "all fuel consumed by WebAssembly") == 0 || (wasi && wasi->starved)) {
        d->failure = ALEA_FUEL;
        const bool waits = wasi && alea__wasi_watched_clock(wasi, fuel);
        snprintf(d->text, sizeof d->text, waits ? SANDBOX_FUEL_CLOCK : SANDBOX_FUEL, fuel);
    } else if (limit->denied > 0) {
        ALEA_ASSERT(limit->denied > limit->most);
        d->failure = ALEA_NO_ROOM;
        snprintf(d->text, sizeof d->text, SANDBOX_MEMORY, limit->denied >> 10, limit->most >> 10);
    } else {
        const bool memory = wasi && alea__wasi_said(wasi, "MemoryError");
        d->failure = memory ? ALEA_NO_ROOM : ALEA_TRAP;
        if (words[0])
            snprintf(d->text, sizeof d->text, "%s (%s)", words, memory ? "MemoryError" : cause);
        else
            snprintf(d->text, sizeof d->text, "%s", memory ? "MemoryError" : cause);
    }
}
