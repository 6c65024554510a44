#include "cli/own_stack.h"

#include <alea/bot.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

typedef struct stack_call {
    int (*run)(int argc, char **argv);
    int argc;
    char **argv;
    int status;
} stack_call;

static void *stack_run(void *data)
{
    stack_call *call = data;
    call->status = call->run(call->argc, call->argv);
    return NULL;
}

/* Bytes of stack for threads; 0: the default is enough. Programs that run in this process (--no-isolation) need a large
   stack and get one unless the address space is limited (ulimit -v). Solving and drawing need up to half a megabyte, which
   the system's limit (ulimit -s) may not allow. */
static size_t stack_size(void)
{
    enum { ENOUGH = 1 << 20, OWN = 8 << 20 };
    const rlim_t space_for_many = (rlim_t)16 << 30;
    struct rlimit stack, space;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || getrlimit(RLIMIT_AS, &space) != 0) return 0;
    if (space.rlim_cur >= space_for_many) return ALEA_SANDBOX_STACK;
    return stack.rlim_cur < ENOUGH ? OWN : 0;
}

/* Runs the program on a thread with a larger stack, and sets it for others. Returns false if that is not needed or not possible. */
static bool stack_start(stack_call *call)
{
    pthread_attr_t large;
    pthread_t thread;
    const size_t size = stack_size();
    if (size == 0 || pthread_attr_init(&large) != 0) return false;
    const bool runs = pthread_attr_setstacksize(&large, size) == 0 &&
                      pthread_setattr_default_np(&large) == 0 &&
                      pthread_create(&thread, &large, stack_run, call) == 0;
    pthread_attr_destroy(&large);
    return runs && pthread_join(thread, NULL) == 0;
}

int cli_run_on_own_stack(int (*run)(int argc, char **argv), int argc, char **argv)
{
    stack_call call = {.run = run, .argc = argc, .argv = argv};
    if (!stack_start(&call)) stack_run(&call);
    return call.status;
}
