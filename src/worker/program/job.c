/* Shared by all jobs of a worker: messages, files, and signs of life. */
#include "worker/program/job.h"
#include "base/assert.h"
#include "base/memory.h"
#include "sandbox/wasm_bot.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* ---- messages ---- */

/* Sends the answer in `out`; a worker without a library has nothing left to do. */
void alea__job_send(worker_job *j, uint32_t kind)
{
    if (j->out.failed || !alea__channel_send(&j->channel, kind, j->out.data, j->out.size))
        _exit(EXIT_FAILURE);
}

void alea__job_receive(worker_job *j, uint32_t *kind)
{
    if (!alea__channel_receive(&j->channel, kind, &j->in, ALEA__MOST_REQUEST)) _exit(EXIT_SUCCESS);
    j->request = (alea__unpacker){.at = (const unsigned char *)j->in.data, .left = j->in.size};
}

/* Begins the answer. */
void alea__job_answer(worker_job *j, alea_status status, const alea_error *error)
{
    j->out.size = 0;
    alea__pack_status(&j->out, status, error);
}

/* ---- files ---- */

/* Opens the next file of the message. */
alea_status alea__job_open_file(worker_job *j, const alea_game *game, unsigned index, alea_error *error)
{
    enum { LONGEST_NAME = 1 << 16 };
    alea__bot_text text = {0};
    char *file = alea__unpack_text(&j->request, LONGEST_NAME);
    text.data = alea__unpack_bytes(&j->request, &text.size);
    text.file = file;
    ALEA_ASSERT(!j->request.bad && index < ALEA_MAX_SEATS);
    alea_status status = alea__wasm_bot_open(j->sandbox->engine, game, &text, &j->bot[index], error);
    alea__free(file);
    return status;
}

alea_status alea__job_open_files(worker_job *j, const alea_game *game, alea_error *error)
{
    const uint64_t files = alea__unpack_word(&j->request);
    alea_status status = ALEA_OK;
    ALEA_ASSERT(files <= ALEA_MAX_SEATS);
    for (unsigned i = 0; i < files && status == ALEA_OK; i++) {
        status = alea__job_open_file(j, game, i, error);
        const bool restored = alea__unpack_word(&j->request) != 0;
        if (status == ALEA_OK) j->bot[i]->purity = restored ? ALEA_DECLARED_PURE : ALEA_PURITY_UNKNOWN;
    }
    return status;
}

/* ---- signs of life ---- */

/* The time in nanoseconds, in steps of a few milliseconds. A match on the step path asks after each move, and the coarse clock
   is the quickest to read. */
static uint64_t job_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void alea__job_begin_blocks(worker_job *j)
{
    j->said = job_now();
}

/* Called after each slice of a block. Says that the worker is alive, but not more often than the library listens. */
bool alea__job_is_alive(void *user)
{
    const uint64_t tick = 20000000; /* nanoseconds */
    worker_job *j = user;
    const uint64_t now = job_now();
    if (now - j->said < tick) return false;
    j->said = now;
    j->out.size = 0;
    alea__job_send(j, ALEA__ALIVE);
    return false;
}
