#pragma once
/* Gives up what a worker does not need, for good: files, sockets, programs, other processes, and memory beyond what
   its programs may use. A system call that is not on the list of confine.c kills the process. */
#include <alea/status.h>
#include <stdbool.h>
#include <stdint.h>

/* In the zygote, once: makes the list. Returns false if the system does not support it. */
bool alea__confine_prepare(void);

/* Fails with ALEA_E_MEMORY if the process has a lower limit than alea__confine sets: where memory ends would decide results. */
alea_status alea__confine_check(uint64_t memory, alea_error *);

/* In a worker. `memory` is the limit in bytes for all its programs. If it returns false, something failed and the worker
   must not continue. */
bool alea__confine(uint64_t memory);
