#ifndef ALEA_SANDBOX_TRAP_REASON_H
#define ALEA_SANDBOX_TRAP_REASON_H
/* Translates the engine's errors. Its messages hold several causes and a backtrace; alea reports the
   innermost cause, in one printable line. */
#include "sandbox/memory_limit.h"
#include "sandbox/wasi.h"

/* The innermost cause, and the outermost one. */
void alea__trap_cause(const wasmtime_error_t *, char *out, size_t size);
void alea__trap_complaint(const wasmtime_error_t *, char *out, size_t size);
/* Whether the guest was running; if not, its imports or memories did not fit. */
bool alea__trap_was_running(const wasmtime_error_t *);

/* Whether the machine refused the program memory or a stack, in the call that failed (NULL: it did not) or in one before. Then neither
   its answer nor its failure counts, and the work ends with ALEA_E_MEMORY. */
bool alea__trap_is_exhausted(const wasmtime_error_t *, const alea__memory_limit *);

/* Sets `failure` and `text` to the reason why a decision, or a start, failed, and frees the error. `wasi` may
   be NULL. `fuel`: what the bot was given. */
void alea__trap_reason(wasmtime_error_t *, uint64_t fuel, const alea__memory_limit *, const alea__wasi *wasi,
                       alea__decision *);
#endif
