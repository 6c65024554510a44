/* The threads of the engine (base/team.h). A browser starts a thread only when the engine's worker returns to its event
   loop, which it does not while a request is handled. So the threads are started before the first request, and wait. */
#include "web/threads/web_team.h"
#include "base/assert.h"
#include "base/team.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Everything is read and changed under `lock`. */
typedef struct web_team {
    pthread_mutex_t lock;
    pthread_cond_t begun; /* a round has begun */
    pthread_cond_t ended; /* the last helper of a round has ended */
    unsigned helpers;     /* threads that wait for rounds, numbered from 1 on */
    unsigned taking_part; /* helpers of this round: those with the lowest numbers */
    unsigned working;     /* of them */
    uint64_t round;
    bool busy;
    alea__team_task *task;
    void *user;
} web_team;

static web_team the_team = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .begun = PTHREAD_COND_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};

/* A helper: waits for rounds, and works on those that it takes part in. It never ends. */
static void *helper_run(void *number_of_it)
{
    web_team *t = &the_team;
    const unsigned number = (unsigned)(uintptr_t)number_of_it;
    uint64_t round = 0;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->round == round) pthread_cond_wait(&t->begun, &t->lock);
        round = t->round;
        if (number > t->taking_part) continue;
        alea__team_task *const task = t->task;
        void *const user = t->user;
        pthread_mutex_unlock(&t->lock);
        task(user, number);
        pthread_mutex_lock(&t->lock);
        ALEA_ASSERT(t->working > 0);
        if (--t->working == 0) pthread_cond_signal(&t->ended);
    }
}

static unsigned team_size(void)
{
    return the_team.helpers + 1;
}

/* A task that itself asks for threads runs on one, because all threads are busy with it. */
static unsigned team_run(unsigned threads, alea__team_task *task, void *user)
{
    web_team *t = &the_team;
    ALEA_ASSERT(threads > 0);
    pthread_mutex_lock(&t->lock);
    const bool alone = t->busy || t->helpers == 0 || threads == 1;
    if (!alone) {
        t->busy = true;
        t->task = task;
        t->user = user;
        t->taking_part = t->working = threads - 1 < t->helpers ? threads - 1 : t->helpers;
        t->round++;
        pthread_cond_broadcast(&t->begun);
    }
    pthread_mutex_unlock(&t->lock);
    task(user, 0);
    if (alone) return 1;
    pthread_mutex_lock(&t->lock);
    while (t->working > 0) pthread_cond_wait(&t->ended, &t->lock);
    t->busy = false;
    threads = t->taking_part + 1;
    pthread_mutex_unlock(&t->lock);
    return threads;
}

unsigned web_team_start(unsigned threads)
{
    static const alea__team team = {team_size, team_run};
    pthread_t thread;
    while (the_team.helpers + 1 < threads &&
           pthread_create(&thread, NULL, helper_run, (void *)(uintptr_t)(the_team.helpers + 1)) == 0)
        the_team.helpers++;
    alea__team_use(&team);
    return the_team.helpers + 1;
}
