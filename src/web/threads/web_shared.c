/* Replaces functions of host.js for many threads: any of them may report progress and ask whether to stop, but JavaScript
   does not run while a request is handled. So both are words in memory, which web/engine/alea.mjs shares with the engine. */
#include "web/host.h"
#include "web/threads/web_team.h"

#include <assert.h>
#include <emscripten/threading.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* alea.mjs and alea-worker.mjs read and write this; the order is theirs, too. */
typedef struct web_shared {
    _Atomic int32_t stop;    /* the number of the request that shall stop */
    _Atomic int32_t request; /* the number of the one that is handled */
    _Atomic int32_t version; /* odd while progress is written */
    int32_t threads;         /* that have started */
    double done, total;
    char unit[32];
} web_shared;

static web_shared shared;

static_assert(offsetof(web_shared, done) == 16 && offsetof(web_shared, unit) == 32, "alea.mjs counts bytes");

/* Threads ask the engine's own for the file system, and wait. It asks often whether to stop, and answers them then. */
int web_host_stopped(void)
{
    if (emscripten_is_main_runtime_thread()) emscripten_main_thread_process_queued_calls();
    return atomic_load(&shared.stop) == atomic_load(&shared.request);
}

/* Only one thread at a time reports. */
int web_host_progress(double done, double total, const char *unit)
{
    atomic_fetch_add(&shared.version, 1);
    shared.done = done;
    shared.total = total;
    snprintf(shared.unit, sizeof shared.unit, "%s", unit);
    atomic_fetch_add(&shared.version, 1);
    return web_host_stopped();
}

/* Called once from JavaScript, when the engine starts: sets the threads, and returns the address of the shared data. */
const void *alea_web_start(unsigned threads);
const void *alea_web_start(unsigned threads)
{
    shared.threads = (int32_t)web_team_start(threads);
    return &shared;
}
