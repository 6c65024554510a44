#pragma once
/* A sandbox whose programs run in worker processes. */
#include "bot/bot.h"
#include "sandbox/cache.h"
#include "sandbox/python.h"
#include "sandbox/unzip.h"
#include "worker/zygote.h"

typedef struct alea__worker_sandbox {
    alea_sandbox base;
    char *worker, *cache_folder, *python; /* of the options, copied */
    pthread_mutex_t lock;                 /* of the zygote */
    alea__zygote zygote;
    alea__cache cache;       /* of what workers compiled; never loaded here */
    _Atomic(uint64_t) spent; /* processor time of workers up to their last answers, in nanoseconds */
} alea__worker_sandbox;

/* worker.c: fails with ALEA_E_SANDBOX and the remedy if the sandbox has no worker program. `file` is the file that cannot run. */
alea_status alea__worker_sandbox_check(const alea__worker_sandbox *, const char *file, alea_error *);

/* remote_bot.c: a WebAssembly bot in workers. */
alea_status alea__remote_bot_open(alea__worker_sandbox *, const alea_game *, const alea__bot_text *,
                                  alea_bot **out, alea_error *);
/* remote_python.c, as alea__python_judge. */
alea_status alea__remote_judge_python(alea_sandbox *, const alea__python_job *, alea__tabulated *out,
                                      alea_error *);
/* remote_unzip.c, as `unzip` of a sandbox: in a worker that does nothing else. */
alea_status alea__remote_unzip(alea_sandbox *, const alea__unzip_job *, alea__unzipped *out, alea_error *);
