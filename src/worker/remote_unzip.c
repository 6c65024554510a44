/* Zip archives, each read in a separate worker. */
#include "base/assert.h"
#include "base/memory.h"
#include "worker/worker.h"

#include <string.h>

/* Reads the next file. Returns false if the answer is invalid or memory runs out. */
static bool remote_take_member(const alea__unzip_job *job, alea__unpacker *answer, alea__member *m)
{
    size_t size;
    m->name = alea__unpack_text(answer, ALEA__LONGEST_MEMBER_NAME);
    const uint64_t kind = alea__unpack_word(answer);
    m->utc = alea__unpack_word(answer) != 0;
    m->time = (int64_t)alea__unpack_word(answer);
    m->size = alea__unpack_word(answer);
    const unsigned char *data = alea__unpack_bytes(answer, &size);
    const int64_t far = INT64_C(1) << 40; /* some 30,000 years */
    if (answer->bad || !m->name || kind >= ALEA__MEMBER_KINDS || m->time > far || m->time < -far)
        return false;
    m->kind = (alea__member_kind)kind;
    if (m->kind != ALEA__MEMBER_READ) return size == 0;
    const bool metadata = alea__ends_with(m->name, ALEA__METADATA);
    if (m->size != size || (size > job->largest && !metadata)) return false;
    m->data = alea__alloc_bare(size + 1, 1);
    answer->no_memory = !m->data;
    if (!m->data) return false;
    memcpy(m->data, data, size);
    m->data[size] = 0;
    return true;
}

static bool remote_take_members(const alea__unzip_job *job, alea__unpacker *answer, alea__unzipped *out)
{
    const uint64_t count = alea__unpack_word(answer);
    bool right = !answer->bad && count <= ALEA__MOST_MEMBERS;
    if (!right) return false;
    out->member = alea__alloc_array(count > 0 ? (size_t)count : 1, sizeof *out->member);
    answer->no_memory = !out->member;
    while (out->member && right && out->count < count)
        right = remote_take_member(job, answer, &out->member[out->count++]);
    return out->member && right && answer->left == 0;
}

/* Sends the archive to a worker that reads nothing else. */
alea_status alea__remote_unzip(alea_sandbox *base, const alea__unzip_job *job, alea__unzipped *out,
                               alea_error *error)
{
    alea__worker_sandbox *s = (alea__worker_sandbox *)base;
    alea__worker_pool pool = {0};
    alea__worker *worker = NULL;
    alea__unpacker answer;
    alea__text first = {0};
    *out = (alea__unzipped){0};
    alea_status status = alea__worker_sandbox_check(s, "a zip archive", error);
    if (status != ALEA_OK) return status;
    ALEA_ASSERT(job->size <= ALEA__LARGEST_ARCHIVE);
    alea__pack_word(&first, job->largest);
    alea__pack_bytes(&first, job->data, job->size);
    status = alea__worker_pool_open(&pool, s, ALEA__UNZIP, &first, error);
    if (status != ALEA_OK) return status;
    pool.most_answer = 2 * ALEA__MOST_UNZIPPED;
    status = alea__worker_take(&pool, job->progress, NULL, &worker, &answer, error);
    if (status == ALEA_OK && !remote_take_members(job, &answer, out)) {
        alea__unzipped_clear(out);
        status = alea__worker_wrong(worker, &answer, error);
    }
    if (worker) alea__worker_end(worker);
    alea__worker_pool_close(&pool);
    return status;
}
