#include "base/blocks.h"
#include "base/assert.h"
#include "base/crew.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/messages.h"
#include "base/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

/* ---- blocks ---- */

enum {
    /* Results that may wait for their fold; a block that takes longer than that makes threads wait. */
    RESULTS_A_THREAD = 4,
    CACHE_LINE = 64, /* between results, so that threads do not share lines */
    MOST_THREADS = 4096
};

/* Everything below `lock` is read and changed only under it, with one exception: a slot's result belongs to the thread
   that works on its block until `finished`, then to the thread that is `folding`.

   Blocks are begun in ascending order and at most `slots` ahead of the folds. The lowest block that is not folded is
   therefore always under way or finished, so some thread makes progress and none waits forever. */
typedef struct block_pool {
    const alea__blocks *job;
    uint64_t slots;
    size_t stride;
    unsigned char *results; /* block b is in slot b mod `slots` */

    pthread_mutex_t lock;
    pthread_cond_t slot_freed; /* a fold has freed a slot, or no more blocks begin */
    bool *finished;            /* by slot */
    uint64_t begun, folded;
    bool folding;  /* some thread folds, and looks again before it ends */
    bool ended;    /* stopped or failed: no more blocks begin */
    uint64_t last; /* the lowest block that was stopped half-way: no later one counts; UINT64_MAX: none */
    uint64_t failed_block;
    alea_error failure; /* of `failed_block` */
} block_pool;

static void *pool_result(const block_pool *p, uint64_t block)
{
    return p->results + block % p->slots * p->stride;
}

/* Whether there is a block to begin, now or once a slot is free. */
static bool pool_has_blocks(const block_pool *p)
{
    return !p->ended && p->begun < p->job->count;
}

/* The next block, or false when there is none left. */
static bool pool_begin_block(block_pool *p, uint64_t *block)
{
    pthread_mutex_lock(&p->lock);
    while (pool_has_blocks(p) && p->begun - p->folded >= p->slots)
        pthread_cond_wait(&p->slot_freed, &p->lock);
    bool any = pool_has_blocks(p);
    if (any) *block = p->begun++;
    pthread_mutex_unlock(&p->lock);
    return any;
}

static void pool_end(block_pool *p)
{
    p->ended = true;
    pthread_cond_broadcast(&p->slot_freed);
}

/* Folds one block and reports, without the lock: others may hand in results meanwhile. */
static void pool_fold_next(block_pool *p)
{
    const alea__blocks *job = p->job;
    uint64_t block = p->folded;
    bool quiet = p->ended;
    ALEA_ASSERT(p->folding && block < p->begun);
    pthread_mutex_unlock(&p->lock);
    if (job->fold) job->fold(job->user, block, pool_result(p, block));
    bool stop = !quiet && job->report != NULL && job->report(job->user, block + 1) != 0;
    pthread_mutex_lock(&p->lock);
    p->finished[block % p->slots] = false;
    p->folded = block + 1;
    pthread_cond_broadcast(&p->slot_freed);
    if (stop) pool_end(p);
}

/* Folds the next block and all blocks that were waiting for it. If another thread is folding, that thread checks for new
   results under the lock before it ends, so no block is missed. */
static void pool_hand_in(block_pool *p, uint64_t block, bool stopped)
{
    pthread_mutex_lock(&p->lock);
    ALEA_ASSERT(block >= p->folded && block < p->begun && block - p->folded < p->slots);
    ALEA_ASSERT(!p->finished[block % p->slots]);
    if (stopped && block < p->last) p->last = block;
    if (stopped) pool_end(p);
    p->finished[block % p->slots] = true;
    if (!p->folding) {
        p->folding = true;
        while (p->folded <= p->last && p->finished[p->folded % p->slots]) pool_fold_next(p);
        p->folding = false;
    }
    pthread_mutex_unlock(&p->lock);
}

/* A failed block is never finished, so the folds end before it. All lower ones have begun, and still may fail. */
static void pool_hand_in_failure(block_pool *p, uint64_t block, alea_status status, const alea_error *error)
{
    pthread_mutex_lock(&p->lock);
    ALEA_ASSERT(block >= p->folded && block < p->begun);
    if (block < p->failed_block) {
        p->failed_block = block;
        p->failure = *error;
        p->failure.status = status;
    }
    pool_end(p);
    pthread_mutex_unlock(&p->lock);
}

/* The data of a thread, made by thread_start. */
typedef struct block_worker {
    bool started;
    void *local;
} block_worker;

/* Works on one block and hands in the result. A thread starts when it gets its first block. */
static void worker_do_block(block_pool *p, block_worker *w, uint64_t block)
{
    const alea__blocks *job = p->job;
    void *result = pool_result(p, block);
    alea_error error = {0};
    if (job->result_size > 0) memset(result, 0, job->result_size);
    alea_status status = ALEA_OK;
    if (!w->started && job->thread_start != NULL) {
        status = job->thread_start(job->user, &w->local, &error);
        w->started = status == ALEA_OK;
    }
    if (status == ALEA_OK) status = job->work(job->user, w->local, block, result, &error);
    if (status == ALEA_OK || status == ALEA_E_STOPPED)
        pool_hand_in(p, block, status == ALEA_E_STOPPED);
    else
        pool_hand_in_failure(p, block, status, &error);
}

static void worker_run(void *user, unsigned thread)
{
    block_pool *p = user;
    block_worker w = {0};
    uint64_t block;
    (void)thread;
    while (pool_begin_block(p, &block)) worker_do_block(p, &w, block);
    if (w.started && p->job->thread_end != NULL) p->job->thread_end(p->job->user, w.local);
}

/* ---- with other processes ---- */

/* The answer of another process; the result follows it. */
typedef struct crew_answer {
    uint64_t block;
    alea_status status;
    alea_error error; /* unless the status is ALEA_OK */
} crew_answer;

enum {
    ORDERS = 2,         /* blocks that each process has at most, so that it need not wait for the next */
    CREW_PAUSE = 200000 /* nanoseconds between two looks at messages */
};
static const uint64_t no_more_blocks = UINT64_MAX;

/* Whether other processes work on this job, too. */
static bool blocks_are_shared(const alea__blocks *job)
{
    return job->crew && alea__crew_size() > 1;
}

/* The leader's thread for the others. */
typedef struct crew_leader {
    block_pool *pool;
    unsigned *orders; /* that each process has now */
    unsigned char *message;
    uint64_t open; /* orders of all */
} crew_leader;

/* Gives blocks to those that have few. */
static bool crew_give(crew_leader *d)
{
    block_pool *p = d->pool;
    pthread_mutex_lock(&p->lock);
    for (unsigned to = 1; to < alea__crew_size(); to++)
        while (d->orders[to] < ORDERS && pool_has_blocks(p) && p->begun - p->folded < p->slots) {
            alea__the_crew()->order(to, p->begun++);
            d->orders[to]++;
            d->open++;
        }
    const bool more = pool_has_blocks(p);
    pthread_mutex_unlock(&p->lock);
    return more;
}

/* Takes the answers that have come. */
static bool crew_take_answers(crew_leader *d)
{
    block_pool *p = d->pool;
    const size_t size = p->job->result_size;
    const crew_answer *answer = (const crew_answer *)d->message;
    unsigned from;
    bool any = false;
    while ((from = alea__the_crew()->take(d->message, sizeof *answer + size)) != 0) {
        any = true;
        d->orders[from]--;
        d->open--;
        if (answer->status == ALEA_OK || answer->status == ALEA_E_STOPPED) {
            if (size > 0) memcpy(pool_result(p, answer->block), d->message + sizeof *answer, size);
            pool_hand_in(p, answer->block, answer->status == ALEA_E_STOPPED);
        } else {
            pool_hand_in_failure(p, answer->block, answer->status, &answer->error);
        }
    }
    return any;
}

static void *crew_serve_others(void *leader)
{
    crew_leader *d = leader;
    const struct timespec pause = {.tv_nsec = CREW_PAUSE};
    bool more = true;
    while (more || d->open > 0) {
        more = crew_give(d);
        if (!crew_take_answers(d)) nanosleep(&pause, NULL);
    }
    for (unsigned to = 1; to < alea__crew_size(); to++) alea__the_crew()->order(to, no_more_blocks);
    return NULL;
}

/* Follows the leader: works on its blocks, on one thread. */
static void crew_follow(const alea__blocks *job)
{
    const size_t size = sizeof(crew_answer) + job->result_size;
    unsigned char *message =
        alea__alloc_aligned(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    crew_answer *answer = (crew_answer *)message;
    void *local = NULL;
    bool started = false;
    crew_answer no_memory = {0};
    if (!message) no_memory.status = alea__out_of_memory(&no_memory.error);
    for (uint64_t block; (block = alea__the_crew()->wait()) != no_more_blocks;) {
        if (!message) {
            no_memory.block = block;
            alea__the_crew()->answer(&no_memory, sizeof no_memory);
            continue;
        }
        memset(message, 0, size);
        answer->block = block;
        if (!started && job->thread_start)
            answer->status = job->thread_start(job->user, &local, &answer->error);
        started |= answer->status == ALEA_OK;
        if (answer->status == ALEA_OK)
            answer->status = job->work(job->user, local, block, message + sizeof *answer, &answer->error);
        alea__the_crew()->answer(message, size);
    }
    if (started && job->thread_end) job->thread_end(job->user, local);
    alea__free(message);
}

/* ---- all blocks ---- */

static unsigned pool_threads(const alea__blocks *job)
{
    uint64_t threads = job->threads > 0 ? job->threads : blocks_are_shared(job) ? 1 : alea__team_size();
    if (threads > MOST_THREADS) threads = MOST_THREADS;
    if (threads > job->count) threads = job->count;
    return threads > 0 ? (unsigned)threads : 1;
}

static alea_status pool_open(block_pool *p, unsigned threads, alea_error *error)
{
    size_t size = p->job->result_size;
    ALEA_ASSERT(threads > 0 && threads <= MOST_THREADS);
    p->slots = (uint64_t)RESULTS_A_THREAD * threads;
    if (blocks_are_shared(p->job)) p->slots += (uint64_t)RESULTS_A_THREAD * ORDERS * alea__crew_size();
    if (size > SIZE_MAX / p->slots - CACHE_LINE) return alea__out_of_memory(error);
    p->stride = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    p->results = alea__alloc_aligned(CACHE_LINE, p->stride * p->slots);
    p->finished = alea__alloc_array(p->slots, sizeof *p->finished);
    return p->results == NULL || p->finished == NULL ? alea__out_of_memory(error) : ALEA_OK;
}

static alea_status pool_status(const block_pool *p, alea_error *error)
{
    ALEA_ASSERT(!p->folding && p->folded <= p->begun && p->begun <= p->job->count);
    if (p->failed_block != UINT64_MAX) {
        if (error != NULL) *error = p->failure;
        return p->failure.status;
    }
    if (p->folded == p->job->count && p->last == UINT64_MAX) return ALEA_OK;
    return alea__fail(error, ALEA_E_STOPPED, BASE_STOPPED_AFTER, (unsigned long long)p->folded,
                      (unsigned long long)p->job->count);
}

/* Runs the team, and next to it the thread that serves other processes. Returns the number of threads in the team. */
static unsigned pool_run(block_pool *p, unsigned threads, crew_leader *leader)
{
    pthread_t server;
    const bool serves = leader && pthread_create(&server, NULL, crew_serve_others, leader) == 0;
    if (threads > 1)
        threads = alea__team_run(threads, worker_run, p);
    else
        worker_run(p, 0); /* one thread is a plain loop */
    if (serves)
        pthread_join(server, NULL);
    else if (leader)
        for (unsigned to = 1; to < alea__crew_size(); to++) alea__the_crew()->order(to, no_more_blocks);
    return threads;
}

/* Opens the pool, runs all blocks, and closes it. Always tells the other processes about the end. */
static alea_status pool_run_all(block_pool *p, unsigned *threads, alea_error *error)
{
    crew_leader leader = {.pool = p}, *shared = blocks_are_shared(p->job) ? &leader : NULL;
    alea_status status = pool_open(p, *threads, error);
    if (status == ALEA_OK && shared) {
        leader.orders = alea__alloc_array(alea__crew_size(), sizeof *leader.orders);
        leader.message = alea__alloc_aligned(CACHE_LINE, sizeof(crew_answer) + p->stride + CACHE_LINE);
        if (!leader.orders || !leader.message) status = alea__out_of_memory(error);
    }
    if (status == ALEA_OK) {
        pthread_mutex_init(&p->lock, NULL);
        pthread_cond_init(&p->slot_freed, NULL);
        *threads = pool_run(p, *threads, shared);
        pthread_cond_destroy(&p->slot_freed);
        pthread_mutex_destroy(&p->lock);
        status = pool_status(p, error);
    } else if (shared) {
        for (unsigned to = 1; to < alea__crew_size(); to++) alea__the_crew()->order(to, no_more_blocks);
    }
    alea__free(leader.orders);
    alea__free(leader.message);
    alea__free(p->results);
    alea__free(p->finished);
    return status;
}

alea_status alea__blocks_run(const alea__blocks *job, uint64_t *done, unsigned *threads_used,
                             alea_error *error)
{
    block_pool p = {.job = job, .failed_block = UINT64_MAX, .last = UINT64_MAX};
    unsigned threads = pool_threads(job);
    alea_status status = ALEA_OK;
    if (blocks_are_shared(job) && !alea__crew_leads())
        crew_follow(job);
    else
        status = pool_run_all(&p, &threads, error);
    if (blocks_are_shared(job)) status = alea__crew_agree(status, error);
    if (done != NULL) *done = p.folded;
    if (threads_used != NULL) *threads_used = threads;
    return status;
}

/* ---- loops ---- */

unsigned alea__loop_threads(unsigned asked)
{
    if (asked == 0) asked = alea__team_size();
    return asked < MOST_THREADS ? asked : MOST_THREADS;
}

typedef struct task_loop {
    alea__loop_task *task;
    void *user;
    uint64_t count;
    _Atomic uint64_t next;
} task_loop;

static void loop_run(void *user, unsigned thread)
{
    task_loop *l = user;
    uint64_t index;
    while ((index = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed)) < l->count)
        l->task(l->user, index, thread);
}

void alea__loop_run(uint64_t count, unsigned threads, alea__loop_task *task, void *user)
{
    task_loop l = {.task = task, .user = user, .count = count};
    if (threads > 1 && count > 1)
        alea__team_run(threads, loop_run, &l);
    else
        loop_run(&l, 0);
    ALEA_ASSERT(l.next >= count);
}
