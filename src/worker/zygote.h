#pragma once
/* The zygote: the program alea-worker, which loads the WebAssembly engine and Python once. Each worker is a fork of
   it, and takes under a millisecond to make. The zygote itself never sees a stranger's program. It ends when its
   socket closes, however this process ends, and its workers end with it. */
#include "worker/channel.h"
#include <alea/bot.h>

#include <sys/types.h>

typedef struct alea__zygote {
    alea_sandbox_options options; /* `worker` names the program */
    alea__channel control;
    pid_t process;      /* 0: not running */
    alea__text in;      /* its last answer; later ones of that size need no memory */
    bool python;        /* Python is loaded */
    char trouble[1000]; /* the first problem with its cache */
} alea__zygote;

/* Call these from one thread at a time. Each starts the zygote if it does not run, and again if it was lost. */

/* A new worker's socket, whose timeout is a tick, and its process, which ends after that many seconds of processor time. */
alea_status alea__zygote_fork(alea__zygote *, uint64_t seconds, int *fd, pid_t *process, alea_error *);
/* Loads Python, so that later forks have it. Fails with ALEA_E_FILE if the component is not alea's. */
alea_status alea__zygote_load_python(alea__zygote *, alea_error *);
/* Kills a worker. Returns the status from waitpid; -1 if unknown. */
int alea__zygote_end_worker(alea__zygote *, pid_t process);
void alea__zygote_stop(alea__zygote *);
