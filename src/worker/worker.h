#pragma once
/* The library's view of workers: processes that each hold one stranger's program, or the bots of one match. A pool contains
   all workers with the same programs. Threads take a worker from it, call it, and return it; the pool makes a new one if
   none is idle. The pool keeps what the first worker compiles, as bytes that only workers load. */
#include "worker/protocol.h"
#include "worker/worker_sandbox.h"

#include <pthread.h>

typedef struct alea__worker_pool alea__worker_pool;

typedef struct alea__worker {
    alea__worker_pool *pool;
    alea__channel channel;
    pid_t process;
    struct alea__worker *next; /* idle */
    alea__text out, in;
    /* While it is called: */
    const alea_progress *progress; /* may be NULL */
    uint64_t allowed;              /* nanoseconds of processor time that it may use without a sign of life */
    unsigned ticks;                /* since the last sign of life */
    uint64_t used;                 /* processor time at the first of them */
    uint64_t counted;              /* processor time already counted for the sandbox */
    const char *why;               /* why the call was given up; NULL: the worker is gone */
    bool stopped;
    bool may_say_alive;
} alea__worker;

/* Compiled code, by the worker's own key for it. */
typedef struct alea__compiled {
    char key[65];
    unsigned char *data;
    size_t size;
    struct alea__compiled *next;
} alea__compiled;

struct alea__worker_pool {
    alea__worker_sandbox *sandbox;
    uint32_t kind;    /* of the first message to each worker */
    alea__text first; /* its bytes */
    char job[65];     /* SHA-256 of them, or of the programs there: compiled code is stored for these only */
    uint64_t allowed; /* nanoseconds of processor time for the first message */
    size_t most_answer;           /* bytes; ALEA__MOST_ANSWER unless set later */
    const alea_progress *waiting; /* is reported to while a worker works, without figures; may be NULL */
    uint64_t life; /* of a worker in all: far beyond what fuel allows, and kept by the operating system */
    pthread_mutex_t lock;
    alea__worker *idle;
    alea__compiled *compiled;
    /* Pools of single bots, whose compiled code a worker with all of them may also load; NULL-terminated. */
    alea__worker_pool *parts[ALEA_MAX_SEATS + 1];
};

/* Takes over `first`, on failure too. `allowed`, `life` and `job` are set for programs that play; others may be set later. */
alea_status alea__worker_pool_open(alea__worker_pool *, alea__worker_sandbox *, uint32_t kind,
                                   alea__text *first, alea_error *);
void alea__worker_pool_close(alea__worker_pool *); /* ends its workers; accepts zeros */

/* An idle worker, or a new one that has answered the first message. *answer is then that answer after its status; for an
   idle worker it is empty. ALEA_E_BOT: the worker failed, and the message says why, after the name of `file`. */
alea_status alea__worker_take(alea__worker_pool *, const alea_progress *, const char *file,
                              alea__worker **out, alea__unpacker *answer, alea_error *);
/* Gives it back after a call that succeeded; `alea__worker_end` after one that did not. */
void alea__worker_give_back(alea__worker *);
void alea__worker_end(alea__worker *);

/* Sends `out` and waits for the answer. ALEA_E_BOT: the worker failed; `error` has the reason as a part of a sentence, and
   the worker can only be ended. ALEA_E_STOPPED: the caller wants to stop; ALEA_E_MEMORY: this process, not the worker, has
   no memory; likewise. Otherwise the status that the worker answered, with *answer after it. */
alea_status alea__worker_call(alea__worker *, uint32_t kind, alea__unpacker *answer, alea_error *);
/* After an invalid answer: ALEA_E_BOT, or ALEA_E_MEMORY if memory ran out while reading it. */
alea_status alea__worker_wrong(alea__worker *, const alea__unpacker *answer, alea_error *);

/* Processor time for a call with this much fuel, in nanoseconds: some ten times the usual. */
uint64_t alea__worker_time(uint64_t fuel);
