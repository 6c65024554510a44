#pragma once
/* What this room reports. Sentences in lower case follow the name of a file, or are the reason for a failure and
   have no full stop. */
#include "bot/bot.h"

#include <inttypes.h>

/* ---- the worker program ---- */

#define WORKER_NO_PROGRAM                                                                                 \
    "%s: WebAssembly and Python run in a process of their own, which needs the program alea-worker, and " \
    "it was not found. Install it beside alea, or run them inside alea's own process with --no-isolation."
#define WORKER_CANNOT_START "%s: the worker program cannot be started: %s."
#define WORKER_NO_ANSWER \
    "%s: the worker program ended before it was ready. Is it of the same version as alea?"
#define WORKER_PURPOSE \
    "alea-worker: this program is started by alea, to run WebAssembly and Python in processes of their own."
#define WORKER_NO_FILTER "This system cannot restrict the system calls of a process (seccomp)."
#define WORKER_NO_DATA                                    \
    "Programs in processes of their own may use %" PRIu64 \
    " MiB of memory each, but the system's limit is %" PRIu64 " MiB: raise it with `ulimit -d`."
#define WORKER_CANNOT_FORK "No more worker processes can be started: %s."
#define WORKER_LOST        "The worker program ended unexpectedly."
#define WORKER_STOPPED     "Stopped on request."

/* ---- why a worker failed ---- */

#define WORKER_DEPENDS " (" ALEA__MACHINE_DEPENDENT ")"
#define WORKER_SIGNAL  "its process was ended by signal %d (%s)" WORKER_DEPENDS
#define WORKER_FORBIDDEN \
    "its process was ended, because it called the operating system in a way that is not allowed"
#define WORKER_MEMORY "its process ran out of memory" WORKER_DEPENDS
#define WORKER_EXITED "its process ended by itself" WORKER_DEPENDS
#define WORKER_TIME   "its process used more than %" PRIu64 " s of processor time at once" WORKER_DEPENDS
#define WORKER_WAITED "its process did not answer" WORKER_DEPENDS
#define WORKER_WRONG  "its process sent a wrong answer"

/* ---- the block path ---- */

#define WORKER_ARENA_FAILED "The block path cannot be taken: %s."
#define WORKER_ARENA_OTHER_KIND \
    "The block path cannot be taken: %s is neither WebAssembly nor one of the game's own policies."
#define WORKER_OTHER_SANDBOX \
    "The block path cannot be taken: %s uses a different sandbox from the bots before it."
#define WORKER_MATCH_OTHER_KIND "%s cannot play in another process."
#define WORKER_ARENA_RESTORED   "The block path cannot be taken: %s is restored before each question."
#define WORKER_ARENA_ROLLS \
    "The block path cannot be taken: %s follows the whole game, which only the step path supports."
#define WORKER_ARENA_WASI "The block path cannot be taken: %s imports WASI and is larger than 1 MiB."
