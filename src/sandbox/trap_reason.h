#pragma once
/* Translates the engine's errors. Its messages contain several causes and a backtrace; alea reports the innermost cause, in
   one printable line. */
#include "sandbox/memory_limit.h"
#include "sandbox/wasi.h"

/* The innermost cause, and the outermost one. */
void alea__trap_cause(const wasmtime_error_t *, char *out, size_t size);
void alea__trap_complaint(const wasmtime_error_t *, char *out, size_t size);
/* Whether the guest was running; if not, its imports or memories did not fit. */
bool alea__trap_was_running(const wasmtime_error_t *);

/* Whether the machine refused memory or a stack to the program, in the failed call (NULL: it did not fail) or an earlier
   one. Its answers and failures then do not count, and the work ends with ALEA_E_MEMORY. */
bool alea__trap_is_exhausted(const wasmtime_error_t *, const alea__memory_limit *);

/* Sets `failure` and `text` to the reason why a decision or a start failed, and frees the error. `wasi` may be NULL. `fuel`
   is the fuel that the bot had. */
void alea__trap_reason(wasmtime_error_t *, uint64_t fuel, const alea__memory_limit *, const alea__wasi *wasi,
                       alea__decision *);
