#define _GNU_SOURCE /* pthread_getattr_np */
#include "sandbox/stack.h"
#include "base/assert.h"
#include "sandbox/depth.h"

#include <alea/bot.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { FOR_THE_HOST = 512 << 10 }; /* bytes for the host functions that a program calls */
_Static_assert(ALEA_SANDBOX_STACK >= ALEA__DEPTH_STACK + 2 * FOR_THE_HOST, "a large stack is large enough");

/* The lowest address of this thread's stack, once `known` is set. */
static _Thread_local uintptr_t stack_lowest;
static _Thread_local bool stack_known;

static void stack_ask(void)
{
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    stack_known = true;
    stack_lowest = UINTPTR_MAX;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) stack_lowest = (uintptr_t)lowest;
    pthread_attr_destroy(&attributes);
}

bool alea__has_large_stack(void)
{
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (!stack_known) stack_ask();
    return here > stack_lowest && here - stack_lowest >= ALEA__DEPTH_STACK + FOR_THE_HOST;
}

bool alea__thread_on_large_stack(void *(*run)(void *), void *user)
{
    pthread_attr_t large;
    pthread_t thread;
    if (pthread_attr_init(&large) != 0) return false;
    const bool runs = pthread_attr_setstacksize(&large, ALEA_SANDBOX_STACK) == 0 &&
                      pthread_create(&thread, &large, run, user) == 0;
    pthread_attr_destroy(&large);
    return runs && pthread_join(thread, NULL) == 0;
}

/* ---- a second stack ---- */

typedef struct second_call {
    void (*run)(void *);
    void *user;
    /* The second stack, and the place it returns to. Too large for thread-local memory. */
    ucontext_t own, back;
} second_call;

#if ALEA__SANITIZED

static void *second_run(void *call)
{
    const second_call *c = call;
    c->run(c->user);
    return NULL;
}

/* A sanitizer follows threads, but not a thread from one stack to another. */
static bool second_stack_call(second_call *call)
{
    return alea__thread_on_large_stack(second_run, call);
}

#else

static pthread_key_t second_key; /* its value is the thread's second stack */
static pthread_once_t second_once = PTHREAD_ONCE_INIT;
static bool second_has_key;
static _Thread_local second_call *second_now;

static void second_free(void *stack)
{
    munmap(stack, ALEA_SANDBOX_STACK);
}

static void second_make_key(void)
{
    second_has_key = pthread_key_create(&second_key, second_free) == 0;
}

/* The thread's second stack; NULL if the system provides none. */
static void *second_stack(void)
{
    pthread_once(&second_once, second_make_key);
    if (!second_has_key) return NULL;
    void *stack = pthread_getspecific(second_key);
    if (stack) return stack;
    stack = mmap(NULL, ALEA_SANDBOX_STACK, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return NULL;
    if (pthread_setspecific(second_key, stack) == 0) return stack;
    second_free(stack);
    return NULL;
}

static void second_run(void)
{
    second_now->run(second_now->user);
}

/* Makes `own` begin in second_run. */
static bool second_prepare(second_call *call)
{
    if (getcontext(&call->own) != 0) return false;
    call->own.uc_stack.ss_sp = second_stack();
    if (!call->own.uc_stack.ss_sp) return false;
    call->own.uc_stack.ss_size = ALEA_SANDBOX_STACK;
    call->own.uc_link = &call->back;
    makecontext(&call->own, second_run, 0);
    return true;
}

static bool second_stack_call(second_call *call)
{
    const uintptr_t before = stack_lowest;
    if (!second_prepare(call)) return false;
    second_now = call;
    stack_lowest = (uintptr_t)call->own.uc_stack.ss_sp; /* so that the called function has a large stack */
    const int never = swapcontext(&call->back, &call->own);
    ALEA_ASSERT(never == 0);
    stack_lowest = before;
    return never == 0;
}

#endif

bool alea__on_large_stack(void (*run)(void *), void *user)
{
    if (!alea__has_large_stack()) return second_stack_call(&(second_call){.run = run, .user = user});
    run(user);
    return true;
}
