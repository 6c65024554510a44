#include "base/team.h"

/* The only use of OpenMP in alea. Without it there is one thread, and all results are the same. */
#ifdef _OPENMP
#include <omp.h>

static unsigned team_size(void)
{
    return (unsigned)omp_get_max_threads();
}

static unsigned team_run(unsigned threads, alea__team_task *task, void *user)
{
    unsigned used = 1;
#pragma omp parallel num_threads((int)threads) default(none) shared(task, user, used)
    {
#pragma omp single nowait
        used = (unsigned)omp_get_num_threads();
        task(user, (unsigned)omp_get_thread_num());
    }
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
