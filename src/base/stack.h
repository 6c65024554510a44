#ifndef ALEA_BASE_STACK_H
#define ALEA_BASE_STACK_H
/* Running a function on a large stack. */
#include <stdbool.h>
#include <stddef.h>

/* Calls run(data) in a thread with a stack of `size` bytes, and waits for its end. Memory is only reserved for the stack, and taken
   when it is used. False: there can be no such thread, and nothing was called. */
bool alea__run_on_stack(size_t size, void *(*run)(void *data), void *data);
#endif
