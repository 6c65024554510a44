#include "worker/worker.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "worker/messages.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A worker that waits for something costs no processor time; then this many times as much wall time is the limit. */
enum { WAITING = 30 };
/* Nanoseconds for each byte that is compiled; components of Python tools take about 1,000. */
enum { COMPILING = 8000 };
#define SECOND UINT64_C(1000000000)

uint64_t alea__worker_time(uint64_t fuel)
{
    return 10 * SECOND + (fuel < UINT64_MAX / 8 ? fuel : UINT64_MAX / 8);
}

/* Processor time of a worker: its first message, and a block in which each game has 1,000 decisions with all their fuel. A
   worker that has used half of it is not used for another block. */
static uint64_t worker_life(const alea__worker_pool *pool)
{
    const uint64_t fuel = pool->sandbox->base.options.fuel, decisions = UINT64_C(4096) * 1000;
    return pool->allowed +
           2 * alea__worker_time(fuel < UINT64_MAX / 16 / decisions ? decisions * fuel : UINT64_MAX / 16);
}

/* ---- waiting ---- */

/* The processor time that a worker has used, in nanoseconds. */
static uint64_t worker_clock(const alea__worker *w)
{
    clockid_t clock;
    struct timespec now;
    if (clock_getcpuclockid(w->process, &clock) != 0 || clock_gettime(clock, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

static bool worker_is_stopped(const alea__worker *w)
{
    const alea_progress *p = w->progress;
    const alea_sandbox_options *o = &w->pool->sandbox->base.options;
    return (p && p->stopped && p->stopped(p->user)) || (o->stopped && o->stopped(o->user));
}

/* Called every ALEA__TICK milliseconds while a worker works; returns false to give up. Time during which this process is
   suspended does not count. */
static bool worker_tick(void *user)
{
    alea__worker *w = user;
    w->stopped = worker_is_stopped(w);
    if (w->stopped) return false;
    const uint64_t clock = worker_clock(w);
    if (w->ticks++ == 0) w->used = clock;
    alea__report(w->pool->waiting, 0, 0);
    if (clock > w->used + w->allowed)
        w->why = WORKER_TIME;
    else if (w->ticks > w->allowed / SECOND * (1000 / ALEA__TICK) * WAITING)
        w->why = WORKER_WAITED;
    return w->why == NULL;
}

/* ---- why one failed ---- */

/* Writes the reason for a bot's owner. `said` is the status from waitpid, -1 if unknown. */
static void worker_say_how_it_died(const alea__worker *w, int said, char *out, size_t size)
{
    if (said != -1 && WIFSIGNALED(said) && WTERMSIG(said) == SIGXCPU)
        snprintf(out, size, WORKER_TIME, w->pool->life / SECOND);
    else if (said == -1 || !WIFSIGNALED(said))
        snprintf(out, size, "%s", WORKER_EXITED);
    else if (WTERMSIG(said) == SIGSYS)
        snprintf(out, size, "%s", WORKER_FORBIDDEN);
    else if (WTERMSIG(said) == SIGABRT) /* how the engine reacts to a failed allocation */
        snprintf(out, size, "%s", WORKER_MEMORY);
    else
        snprintf(out, size, WORKER_SIGNAL, WTERMSIG(said), strsignal(WTERMSIG(said)));
}

/* Adds the worker's time to the sandbox's sum. */
static void worker_count_time(alea__worker *w)
{
    const uint64_t clock = worker_clock(w);
    if (clock <= w->counted) return; /* it has ended */
    atomic_fetch_add(&w->pool->sandbox->spent, clock - w->counted);
    w->counted = clock;
}

/* Kills the process; returns the status from waitpid, -1 if unknown. */
static int worker_kill(alea__worker *w)
{
    alea__worker_sandbox *s = w->pool->sandbox;
    if (w->process == 0) return -1;
    close(w->channel.fd);
    worker_count_time(w);
    pthread_mutex_lock(&s->lock);
    int said = alea__zygote_end_worker(&s->zygote, w->process);
    pthread_mutex_unlock(&s->lock);
    w->process = 0;
    return said;
}

/* Reports why the call failed, and kills the process. */
static alea_status worker_fail(alea__worker *w, alea_error *error)
{
    char why[200];
    int said = worker_kill(w);
    if (w->stopped || worker_is_stopped(w)) return alea__fail(error, ALEA_E_STOPPED, WORKER_STOPPED);
    if (w->in.failed || w->out.failed) return alea__out_of_memory(error);
    if (!w->why)
        worker_say_how_it_died(w, said, why, sizeof why);
    else if (strcmp(w->why, WORKER_TIME) == 0)
        snprintf(why, sizeof why, WORKER_TIME, w->allowed / SECOND);
    else
        snprintf(why, sizeof why, "%s", w->why);
    return alea__fail(error, ALEA_E_BOT, "%s", why);
}

alea_status alea__worker_wrong(alea__worker *w, const alea__unpacker *answer, alea_error *error)
{
    w->why = WORKER_WRONG;
    const alea_status status = worker_fail(w, error);
    return answer->no_memory && status == ALEA_E_BOT ? alea__out_of_memory(error) : status;
}

/* ---- compiled code ---- */

/* The key of compiled code in the cache: only a worker with the same programs finds it. */
static void worker_cache_key(const alea__worker_pool *pool, const char key[65], char out[65])
{
    char both[140];
    int length = snprintf(both, sizeof both, "worker %s %s", pool->job, key);
    alea__cache_key(&pool->sandbox->cache, both, (size_t)length, out);
}

static const alea__compiled *pool_find(alea__worker_pool *pool, const char key[65])
{
    pthread_mutex_lock(&pool->lock);
    const alea__compiled *c = pool->compiled;
    while (c && strcmp(c->key, key) != 0) c = c->next;
    pthread_mutex_unlock(&pool->lock);
    for (alea__worker_pool **part = pool->parts; !c && *part; part++) c = pool_find(*part, key);
    return c; /* an entry never changes, and stays as long as its pool */
}

/* Adds an entry, which takes `data` over, unless there is no memory for it. */
static void pool_add(alea__worker_pool *pool, const char key[65], unsigned char *data, size_t size)
{
    alea__compiled *c = alea__alloc(sizeof *c);
    if (!c) {
        alea__free(data);
        return;
    }
    memcpy(c->key, key, sizeof c->key);
    c->data = data;
    c->size = size;
    pthread_mutex_lock(&pool->lock);
    c->next = pool->compiled;
    pool->compiled = c;
    pthread_mutex_unlock(&pool->lock);
}

/* A key as a worker writes it: 64 hexadecimal digits. */
static bool worker_unpack_key(alea__unpacker *u, char key[65])
{
    size_t size;
    const unsigned char *data = alea__unpack_bytes(u, &size);
    if (!data || size != 64) return false;
    memcpy(key, data, 64);
    key[64] = 0;
    return strspn(key, "0123456789abcdef") == 64;
}

/* Sends the requested code from the pool or the cache, or nothing. A worker that died after asking gets no answer; that is
   not an error here, because the next message then fails. */
static bool worker_answer_find(alea__worker *w, alea__unpacker *u)
{
    char key[65], name[65];
    unsigned char *data;
    size_t size;
    if (!worker_unpack_key(u, key)) return false;
    const alea__compiled *c = pool_find(w->pool, key);
    if (!c) {
        worker_cache_key(w->pool, key, name);
        if (alea__cache_read(&w->pool->sandbox->cache, name, &data, &size))
            pool_add(w->pool, key, data, size);
        c = pool_find(w->pool, key);
    }
    (void)alea__channel_send(&w->channel, ALEA__FOUND, c ? c->data : NULL, c ? c->size : 0);
    return true;
}

/* Each bot is compiled, and their composition with the referee. */
static bool pool_is_full(alea__worker_pool *pool)
{
    unsigned kept = 0;
    pthread_mutex_lock(&pool->lock);
    for (const alea__compiled *c = pool->compiled; c; c = c->next) kept++;
    pthread_mutex_unlock(&pool->lock);
    return kept > ALEA_MAX_SEATS;
}

/* Keeps the code that a worker has compiled. Nothing here looks at it. How much is kept is bounded. */
static bool worker_keep(alea__worker *w, alea__unpacker *u)
{
    char key[65], name[65];
    size_t size;
    if (!worker_unpack_key(u, key)) return false;
    const unsigned char *data = alea__unpack_bytes(u, &size);
    if (!data || size == 0) return false;
    if (pool_is_full(w->pool) || pool_find(w->pool, key)) return true;
    unsigned char *copy = alea__alloc_bare(size, 1);
    if (!copy) return true;
    memcpy(copy, data, size);
    worker_cache_key(w->pool, key, name);
    alea__cache_write(&w->pool->sandbox->cache, name, copy, size);
    pool_add(w->pool, key, copy, size);
    return true;
}

/* ---- calling ---- */

/* Handles messages that a worker may send before it answers. It asks for and stores the code of each bot and of their
   composition once. */
static bool worker_serve(alea__worker *w, uint32_t kind, alea__unpacker *u, unsigned *about_code)
{
    enum { MOST_ABOUT_CODE = 4 * (ALEA_MAX_SEATS + 1) };
    switch (kind) {
    case ALEA__ALIVE: return w->may_say_alive;
    case ALEA__FIND: return ++*about_code <= MOST_ABOUT_CODE && worker_answer_find(w, u);
    case ALEA__KEEP: return ++*about_code <= MOST_ABOUT_CODE && worker_keep(w, u);
    default: return false;
    }
}

/* Handles messages until the answer. Returns false if the worker failed. */
static bool worker_receive(alea__worker *w)
{
    enum { COMPILED = 32, LARGE = 1 << 20 };
    const size_t most = w->pool->most_answer + COMPILED * w->pool->first.size;
    unsigned about_code = 0;
    for (;;) {
        uint32_t kind;
        if (w->in.capacity > LARGE) alea__text_free(&w->in);
        if (!alea__channel_receive(&w->channel, &kind, &w->in, most)) return false;
        alea__unpacker u = {.at = (const unsigned char *)w->in.data, .left = w->in.size};
        if (kind == ALEA__DONE && w->in.size <= w->pool->most_answer) return true;
        if (!worker_serve(w, kind, &u, &about_code)) {
            if (!w->why) w->why = WORKER_WRONG;
            return false;
        }
        w->ticks = 0;
    }
}

alea_status alea__worker_call(alea__worker *w, uint32_t kind, alea__unpacker *answer, alea_error *error)
{
    ALEA_ASSERT(w->process > 0 && w->allowed >= SECOND);
    w->why = NULL;
    w->may_say_alive = kind == ALEA__PLAY || kind == ALEA__PLAY_STEPS;
    w->ticks = 0;
    if (w->out.failed || !alea__channel_send(&w->channel, kind, w->out.data, w->out.size) ||
        !worker_receive(w))
        return worker_fail(w, error);
    worker_count_time(w);
    *answer = (alea__unpacker){.at = (const unsigned char *)w->in.data, .left = w->in.size};
    alea_status status = alea__unpack_status(answer, error);
    if (answer->bad || status == ALEA_E_STOPPED) return alea__worker_wrong(w, answer, error);
    /* No program may end a contest by pretending that there is no memory. */
    if (status != ALEA_E_MEMORY) return status;
    w->why = WORKER_MEMORY;
    return worker_fail(w, error);
}

/* ---- pools ---- */

alea_status alea__worker_pool_open(alea__worker_pool *pool, alea__worker_sandbox *sandbox, uint32_t kind,
                                   alea__text *first, alea_error *error)
{
    if (first->failed || pthread_mutex_init(&pool->lock, NULL) != 0) {
        alea__text_free(first);
        return alea__out_of_memory(error);
    }
    pool->sandbox = sandbox;
    pool->kind = kind;
    pool->most_answer = ALEA__MOST_ANSWER;
    pool->first = *first;
    *first = (alea__text){0};
    pool->allowed = alea__worker_time(pool->first.size * COMPILING);
    pool->life = worker_life(pool);
    alea__sha256_hex(pool->first.data, pool->first.size, pool->job);
    return ALEA_OK;
}

static void worker_free(alea__worker *w)
{
    worker_kill(w);
    alea__text_free(&w->out);
    alea__text_free(&w->in);
    alea__free(w);
}

void alea__worker_pool_close(alea__worker_pool *pool)
{
    if (!pool->sandbox) return;
    while (pool->idle) {
        alea__worker *next = pool->idle->next;
        worker_free(pool->idle);
        pool->idle = next;
    }
    while (pool->compiled) {
        alea__compiled *next = pool->compiled->next;
        alea__free(pool->compiled->data);
        alea__free(pool->compiled);
        pool->compiled = next;
    }
    alea__text_free(&pool->first);
    pthread_mutex_destroy(&pool->lock);
    pool->sandbox = NULL;
}

alea_status alea__worker_sandbox_check(const alea__worker_sandbox *s, const char *file, alea_error *error)
{
    char shown[256];
    if (s->worker) return ALEA_OK;
    alea__printable(shown, sizeof shown, file, strlen(file));
    return alea__fail(error, ALEA_E_SANDBOX, WORKER_NO_PROGRAM, shown);
}

/* A new process, which has received nothing. */
static alea_status worker_make(alea__worker_pool *pool, alea__worker **out, alea_error *error)
{
    alea__worker *w = alea__alloc(sizeof *w);
    if (!w) return alea__out_of_memory(error);
    alea__worker_sandbox *s = pool->sandbox;
    w->pool = pool;
    w->channel.tick = worker_tick;
    w->channel.user = w;
    pthread_mutex_lock(&s->lock);
    alea_status status =
        alea__zygote_fork(&s->zygote, pool->life / SECOND, &w->channel.fd, &w->process, error);
    pthread_mutex_unlock(&s->lock);
    if (status == ALEA_OK)
        *out = w;
    else
        alea__free(w);
    return status;
}

/* Whether the status of a first message is final. ALEA_E_MEMORY is this process's own. */
static bool worker_may_say(const alea__worker_pool *pool, alea_status status)
{
    return status == ALEA_OK || status == ALEA_E_BOT || status == ALEA_E_REFUSED ||
           status == ALEA_E_STOPPED || status == ALEA_E_MEMORY ||
           (status == ALEA_E_SANDBOX && pool->kind == ALEA__JUDGE);
}

/* Sends the first message. Whatever a stranger's program makes of it is no failure of alea's. */
static alea_status worker_begin(alea__worker *w, const char *file, alea__unpacker *answer, alea_error *error)
{
    alea__worker_pool *pool = w->pool;
    alea_error why = {0};
    const alea__text own = w->out;
    w->allowed = pool->allowed;
    w->out = pool->first; /* lent, not copied */
    alea_status status = alea__worker_call(w, pool->kind, answer, &why);
    w->out = own;
    const bool failed = w->process == 0; /* then the message is only a reason */
    if (status == ALEA_E_BOT && failed && file)
        return alea__fail_at(error, status, file, 0, "%s.", why.message);
    if (!worker_may_say(pool, status)) why.status = status = ALEA_E_BOT;
    if (status != ALEA_OK && error) *error = why;
    return status;
}

alea_status alea__worker_take(alea__worker_pool *pool, const alea_progress *progress, const char *file,
                              alea__worker **out, alea__unpacker *answer, alea_error *error)
{
    pthread_mutex_lock(&pool->lock);
    alea__worker *w = pool->idle;
    if (w) pool->idle = w->next;
    pthread_mutex_unlock(&pool->lock);
    *answer = (alea__unpacker){0};
    alea_status status = w ? ALEA_OK : worker_make(pool, &w, error);
    if (status != ALEA_OK) return status;
    w->progress = progress;
    if (w->allowed == 0) status = worker_begin(w, file, answer, error);
    if (status == ALEA_OK)
        *out = w;
    else
        worker_free(w);
    return status;
}

void alea__worker_give_back(alea__worker *w)
{
    alea__worker_pool *pool = w->pool;
    ALEA_ASSERT(w->process > 0);
    w->progress = NULL;
    if (worker_clock(w) > pool->life / 2) {
        worker_free(w);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    w->next = pool->idle;
    pool->idle = w;
    pthread_mutex_unlock(&pool->lock);
}

void alea__worker_end(alea__worker *w)
{
    worker_free(w);
}
