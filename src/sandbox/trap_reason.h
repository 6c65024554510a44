#ifndef ALEA_SANDBOX_TRAP_REASON_H
#define ALEA_SANDBOX_TRAP_REASON_H
/* What the engine's errors mean. Its messages hold several causes and a backtrace; what is told is the
   innermost cause, in one printable line. */
#include "sandbox/memory_limit.h"
#include "sandbox/wasi.h"

/* The innermost cause, and the outermost one. */
void alea__trap_cause(const wasmtime_error_t *, char *out, size_t size);
void alea__trap_complaint(const wasmtime_error_t *, char *out, size_t size);
/* Whether it happened while the guest ran, and not because it does not fit what is provided. */
bool alea__trap_was_running(const wasmtime_error_t *);

/* Why a decision, or a start, failed: sets `failure` and `text`, and frees the error. `wasi` may be NULL.
   `fuel`: what it had. */
void alea__trap_reason(wasmtime_error_t *, uint64_t fuel, const alea__memory_limit *, const alea__wasi *wasi,
                       alea__decision *);
#endif
