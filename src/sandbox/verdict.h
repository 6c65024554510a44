#ifndef ALEA_SANDBOX_VERDICT_H
#define ALEA_SANDBOX_VERDICT_H
/* What the engine's errors mean. Its messages hold several causes and a backtrace; what is told is the
   innermost cause, in one printable line. */
#include "sandbox/room.h"
#include "sandbox/wasi.h"

/* The innermost cause, and the outermost one. */
void alea__cause(const wasmtime_error_t *, char *out, size_t size);
void alea__complaint(const wasmtime_error_t *, char *out, size_t size);
/* Whether it happened while the guest ran, and not because it does not fit what is provided. */
bool alea__was_running(const wasmtime_error_t *);

/* Why a decision, or a start, failed: sets `failure` and `text`, and frees the error. `wasi` may be NULL.
   `fuel`: what it had. */
void alea__judge(wasmtime_error_t *, uint64_t fuel, const alea__room *, const alea__wasi *wasi,
                 alea__decision *);
#endif
