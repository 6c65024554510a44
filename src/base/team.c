#include "base/team.h"

#ifndef __EMSCRIPTEN__
#include "base/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* Threads that wait for tasks. The caller of a task is thread 0 and belongs to none. */
typedef struct team_pool {
    struct team_pool *next; /* that is free, too */
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    unsigned members, joined; /* threads that were made, and that have taken a number */
    unsigned wanted;          /* for the task: the caller, and those with a smaller number than this */
    alea__team_task *task;
    void *user;
    atomic_uint tasks;   /* so far */
    atomic_uint working; /* members that have not ended the task */
} team_pool;

static pthread_mutex_t free_lock = PTHREAD_MUTEX_INITIALIZER;
static team_pool first_pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .begun = PTHREAD_COND_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
static team_pool *free_pools = &first_pool;
static _Thread_local bool team_works; /* this thread is within a task */

/* About 20 microseconds: the next task often follows at once, and waking takes longer. Whoever waits longer sleeps, because
   another program may have the processor. */
static void team_spin(const atomic_uint *value, unsigned old)
{
    enum { TURNS = 500 };
    for (int i = 0; i < TURNS && atomic_load_explicit(value, memory_order_relaxed) == old; i++)
#ifdef __x86_64__
        __builtin_ia32_pause();
#else
        sched_yield();
#endif
}

/* What a thread does: each task in turn, as long as the process lives. It is made for a task that begins when the lock is free. */
static void *team_member(void *opaque)
{
    team_pool *p = opaque;
    team_works = true;
    pthread_mutex_lock(&p->lock);
    const unsigned number = ++p->joined;
    for (;;) {
        const unsigned seen = p->tasks;
        if (number < p->wanted) {
            pthread_mutex_unlock(&p->lock);
            p->task(p->user, number);
            pthread_mutex_lock(&p->lock);
            if (--p->working == 0) pthread_cond_signal(&p->ended);
        }
        pthread_mutex_unlock(&p->lock);
        team_spin(&p->tasks, seen);
        pthread_mutex_lock(&p->lock);
        while (p->tasks == seen) pthread_cond_wait(&p->begun, &p->lock);
    }
    return NULL;
}

/* Begins a task with the threads that the system gives; returns their number, with the caller. */
static unsigned pool_begin(team_pool *p, unsigned threads, alea__team_task *task, void *user)
{
    pthread_t thread;
    pthread_mutex_lock(&p->lock);
    for (; p->members + 1 < threads && pthread_create(&thread, NULL, team_member, p) == 0; p->members++)
        pthread_detach(thread);
    if (threads > p->members + 1) threads = p->members + 1;
    p->task = task;
    p->user = user;
    p->wanted = threads;
    p->working = threads - 1;
    p->tasks++;
    pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
    return threads;
}

static void pool_await(team_pool *p)
{
    for (unsigned left; (left = p->working) > 0;) {
        team_spin(&p->working, left);
        if (p->working == left) break;
    }
    pthread_mutex_lock(&p->lock);
    while (p->working > 0) pthread_cond_wait(&p->ended, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void pool_make(team_pool *p)
{
    memset(p, 0, sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begun, NULL);
    pthread_cond_init(&p->ended, NULL);
}

/* A child of fork has none of the threads. */
static void team_forget(void)
{
    pthread_mutex_init(&free_lock, NULL);
    pool_make(&first_pool);
    free_pools = &first_pool;
}

/* Callers in several threads have a pool each, which stays. NULL: there is no memory for one. */
static team_pool *pool_take(void)
{
    static bool prepared;
    pthread_mutex_lock(&free_lock);
    if (!prepared) pthread_atfork(NULL, NULL, team_forget);
    prepared = true;
    team_pool *p = free_pools;
    if (p) free_pools = p->next;
    pthread_mutex_unlock(&free_lock);
    if (p) return p;
    p = alea__alloc(sizeof *p);
    if (p) pool_make(p);
    return p;
}

static void pool_give_back(team_pool *p)
{
    pthread_mutex_lock(&free_lock);
    p->next = free_pools;
    free_pools = p;
    pthread_mutex_unlock(&free_lock);
}

static unsigned team_size(void)
{
    cpu_set_t may;
    if (sched_getaffinity(0, sizeof may, &may) == 0) return (unsigned)CPU_COUNT(&may);
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (unsigned)cores;
}

/* A task within a task has one thread. */
static unsigned team_run(unsigned threads, alea__team_task *task, void *user)
{
    team_pool *p = threads > 1 && !team_works ? pool_take() : NULL;
    const unsigned used = p ? pool_begin(p, threads, task, user) : 1;
    const bool within = team_works;
    team_works = true;
    task(user, 0);
    team_works = within;
    if (!p) return 1;
    pool_await(p);
    pool_give_back(p);
    return used;
}
#else
static unsigned team_size(void)
{
    return 1;
}

static unsigned team_run(unsigned threads, alea__team_task *task, void *user)
{
    (void)threads;
    task(user, 0);
    return 1;
}
#endif

static const alea__team own_team = {team_size, team_run};
static const alea__team *the_team = &own_team;

void alea__team_use(const alea__team *team)
{
    the_team = team;
}

unsigned alea__team_size(void)
{
    return the_team->size();
}

unsigned alea__team_run(unsigned threads, alea__team_task *task, void *user)
{
    return the_team->run(threads, task, user);
}
