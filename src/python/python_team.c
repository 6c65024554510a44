/* Threads of the extension (base/team.h). They begin and end with each task: a pool would not survive a fork. */
#include "base/team.h"
#include "python/python.h"

#include <pthread.h>
#include <unistd.h>

enum { TEAM_MOST = 256 };

typedef struct team_member {
    alea__team_task *task;
    void *user;
    unsigned number;
} team_member;

static unsigned team_size(void)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > TEAM_MOST ? TEAM_MOST : (unsigned)cores;
}

static void *team_work(void *opaque)
{
    const team_member *m = opaque;
    m->task(m->user, m->number);
    return NULL;
}

/* Where the system gives no more threads, there are fewer. */
static unsigned team_run(unsigned threads, alea__team_task *task, void *user)
{
    pthread_t thread[TEAM_MOST];
    team_member member[TEAM_MOST];
    unsigned begun = 1;
    if (threads > TEAM_MOST) threads = TEAM_MOST;
    for (; begun < threads; begun++) {
        member[begun] = (team_member){task, user, begun};
        if (pthread_create(&thread[begun], NULL, team_work, &member[begun]) != 0) break;
    }
    task(user, 0);
    for (unsigned i = 1; i < begun; i++) pthread_join(thread[i], NULL);
    return begun;
}

void python_team_use(void)
{
    static const alea__team team = {team_size, team_run};
    alea__team_use(&team);
}
