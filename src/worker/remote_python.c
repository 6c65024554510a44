/* Python strategies, each judged in a separate worker. */
#include "base/error.h"
#include "base/memory.h"
#include "sandbox/messages.h"
#include "worker/messages.h"
#include "worker/worker.h"

#include <stdio.h>
#include <string.h>

/* Whether every move is one. */
static bool remote_moves_are_legal(const alea__python_job *job, const unsigned char *moves, size_t size)
{
    if (size != (size_t)job->side * job->side) return false;
    for (size_t i = 0; i < size; i++)
        if (moves[i] > job->most) return false;
    return true;
}

/* Reads the worker's answer. Returns false if it is invalid or memory runs out. */
static bool remote_take_table(const alea__python_job *job, alea__unpacker *answer, alea__tabulated *out)
{
    size_t size;
    out->fuel = alea__unpack_word(answer);
    const unsigned char *moves = alea__unpack_bytes(answer, &size);
    out->name = alea__unpack_text(answer, ALEA__MOST_PRINTED);
    out->printed = alea__unpack_text(answer, ALEA__MOST_PRINTED);
    const uint64_t lines = alea__unpack_word(answer);
    out->lines = lines < UINT32_MAX ? (uint32_t)lines : UINT32_MAX;
    alea__unpack_printable(answer, out->failure_kind, sizeof out->failure_kind);
    alea__unpack_printable(answer, out->text, sizeof out->text);
    if (answer->bad) return false;
    if (size == 0) return *out->failure_kind && *out->text;
    if (*out->failure_kind || *out->text || !remote_moves_are_legal(job, moves, size)) return false;
    out->moves = alea__alloc(size);
    answer->no_memory = !out->moves;
    if (out->moves) memcpy(out->moves, moves, size);
    return out->moves != NULL;
}

/* The strategy failed because its worker did. */
static void remote_set_trap(alea__tabulated *out, const char *why)
{
    alea__tabulated_clear(out);
    snprintf(out->failure_kind, sizeof out->failure_kind, "trap");
    alea__printable(out->text, sizeof out->text, why, strlen(why));
}

/* Asks a new worker. A failure of it becomes a failure of the strategy, except ALEA_E_SANDBOX: Python did not start. */
static alea_status remote_judge(alea__worker_pool *pool, const alea__python_job *job, alea__tabulated *out,
                                alea_error *error)
{
    alea__worker *worker = NULL;
    alea__unpacker answer;
    alea_error why = {0};
    *out = (alea__tabulated){0};
    alea_status status = alea__worker_take(pool, job->progress, NULL, &worker, &answer, &why);
    if (status == ALEA_OK && !remote_take_table(job, &answer, out)) {
        alea__tabulated_clear(out);
        status = alea__worker_wrong(worker, &answer, &why);
    }
    if (worker) alea__worker_end(worker);
    if (status == ALEA_E_BOT || status == ALEA_E_REFUSED) {
        remote_set_trap(out, why.message);
        return ALEA_OK;
    }
    if (status != ALEA_OK && error) *error = why;
    return status;
}

/* Sends the job to a worker that judges nothing else. */
static alea_status remote_judge_alone(alea__worker_sandbox *s, const alea__python_job *job,
                                      alea__tabulated *out, alea_error *error)
{
    alea__worker_pool pool = {0};
    alea__text first = {0};
    const uint64_t fuel = job->fuel ? job->fuel : ALEA_PYTHON_FUEL;
    alea__pack_word(&first, job->side);
    alea__pack_word(&first, job->most);
    alea__pack_word(&first, fuel);
    alea__pack_word(&first, job->helpers);
    alea__pack_word(&first, job->seed);
    alea__pack_bytes(&first, job->source, job->size);
    alea_status status = alea__worker_pool_open(&pool, s, ALEA__JUDGE, &first, error);
    if (status != ALEA_OK) return status;
    pool.allowed =
        alea__worker_time(fuel < UINT64_MAX / ALEA__PYTHON_TIMES ? ALEA__PYTHON_TIMES * fuel : fuel);
    pool.waiting = job->waiting;
    pool.life = 2 * pool.allowed; /* the library checks more often, and reports more */
    status = remote_judge(&pool, job, out, error);
    alea__worker_pool_close(&pool);
    return status;
}

static alea_status remote_load_python(alea__worker_sandbox *s, alea_error *error)
{
    alea_status status = alea__worker_sandbox_check(s, "a strategy in Python", error);
    if (status != ALEA_OK) return status;
    if (!s->python) return alea__fail(error, ALEA_E_USAGE, SANDBOX_PYTHON_MISSING);
    pthread_mutex_lock(&s->lock);
    status = alea__zygote_load_python(&s->zygote, error);
    pthread_mutex_unlock(&s->lock);
    return status;
}

/* If a worker reports that Python does not start, a strategy may have taken it over. So the report only counts if an empty
   strategy fails in the same way. */
alea_status alea__remote_judge_python(alea_sandbox *base, const alea__python_job *job, alea__tabulated *out,
                                      alea_error *error)
{
    alea__worker_sandbox *s = (alea__worker_sandbox *)base;
    alea_error why = {0};
    alea__python_job empty = *job;
    empty.source = "";
    empty.size = 0;
    alea_status status = remote_load_python(s, error);
    if (status != ALEA_OK) return status;
    status = remote_judge_alone(s, job, out, &why);
    if (status != ALEA_E_SANDBOX) {
        if (status != ALEA_OK && error) *error = why;
        return status;
    }
    status = remote_judge_alone(s, &empty, out, error);
    if (status == ALEA_OK) remote_set_trap(out, WORKER_WRONG);
    return status;
}
