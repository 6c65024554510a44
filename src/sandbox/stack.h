#pragma once
/* The stack on which WebAssembly runs. It is as large as the deepest calls of a program can need (depth.h), whatever the system allows
   (ulimit -s). The program's threads and the workers have it from the start; any other thread that calls gets a second stack, which it
   keeps. */
#include <stdbool.h>

/* Whether this thread has a large stack. Asking the first time may open a file, on a process's first thread. */
bool alea__has_large_stack(void);

/* Calls the function on a large stack. Returns false, without calling it, if the system provides none. */
bool alea__on_large_stack(void (*run)(void *), void *user);
/* Runs the function in a thread with a large stack, and waits for it. Likewise. */
bool alea__thread_on_large_stack(void *(*run)(void *), void *user);
