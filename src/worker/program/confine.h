#ifndef ALEA_WORKER_PROGRAM_CONFINE_H
#define ALEA_WORKER_PROGRAM_CONFINE_H
/* Gives up what a worker does not need, for good: files, sockets, programs, other processes, and memory beyond what
   its programs may use. A system call that is not on the list of confine.c kills the process. */
#include <stdbool.h>
#include <stdint.h>

/* In the zygote, once: makes the list. False: the system cannot do that. */
bool alea__confine_prepare(void);

/* In a worker. `memory`: bytes that its programs may have together. False if anything fails: then the worker must not go
   on. */
bool alea__confine(uint64_t memory);
#endif
