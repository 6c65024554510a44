/* Reads a zip archive with libzip, within limits. */
#include "sandbox/unzip.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "sandbox/messages.h"

#include <string.h>
#include <strings.h>
#include <time.h>
#include <zip.h>

enum { PIECE = 1 << 16, UNIX_TIME = 0x5455, UNIX_KIND = 0170000, UNIX_LINK = 0120000 };

typedef struct unzip_work {
    zip_t *zip;
    const alea__unzip_job *job;
    uint64_t total; /* bytes read */
} unzip_work;

static bool unzip_ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcasecmp(name + length - tail, ending) == 0;
}

/* Whether the file may be a strategy, or says who handed in what. */
static bool unzip_wants(const char *name)
{
    static const char *const endings[] = {".py", ".lua", ".wasm", ".csv"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (unzip_ends_with(name, endings[i])) return true;
    return alea__ends_with(name, ALEA__METADATA);
}

/* ---- one file ---- */

/* The time in an extra field is of UTC. The other one is of whatever clock the archive was made by: libzip takes it for a local
   time, so it is turned back. */
static void unzip_set_time(const unzip_work *w, zip_uint64_t index, const zip_stat_t *about, alea__member *m)
{
    zip_uint16_t size = 0;
    struct tm local;
    const zip_uint8_t *field =
        zip_file_extra_field_get_by_id(w->zip, index, UNIX_TIME, 0, &size, ZIP_FL_CENTRAL);
    m->utc = field && size >= 5 && (field[0] & 1);
    if (m->utc)
        m->time = (int32_t)((uint32_t)field[1] | (uint32_t)field[2] << 8 | (uint32_t)field[3] << 16 |
                            (uint32_t)field[4] << 24);
    else if (about->valid & ZIP_STAT_MTIME && localtime_r(&about->mtime, &local))
        m->time = timegm(&local);
}

static bool unzip_is_link(const unzip_work *w, zip_uint64_t index)
{
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    return zip_file_get_external_attributes(w->zip, index, 0, &system, &attributes) == 0 &&
           system == ZIP_OPSYS_UNIX && (attributes >> 16 & UNIX_KIND) == UNIX_LINK;
}

/* Reads the file, and not a byte more than it may have, whatever size it claims. */
static alea_status unzip_read(unzip_work *w, zip_uint64_t index, uint64_t most, alea__member *m,
                              alea_error *error)
{
    alea__text text = {0};
    char piece[PIECE];
    zip_file_t *file = zip_fopen_index(w->zip, index, 0);
    zip_int64_t got = file ? 1 : -1;
    while (got > 0 && text.size <= most && !text.failed) {
        got = zip_fread(file, piece, sizeof piece);
        if (got > 0) alea__text_add_bytes(&text, piece, (size_t)got);
    }
    if (file) zip_fclose(file);
    if (!text.failed && !text.data) alea__text_add_bytes(&text, "", 0);
    m->kind = got < 0 ? ALEA__MEMBER_DAMAGED : text.size > most ? ALEA__MEMBER_LARGE : ALEA__MEMBER_READ;
    if (m->kind == ALEA__MEMBER_READ && !text.failed) {
        m->size = text.size;
        m->data = (unsigned char *)text.data;
        w->total += text.size;
        return m->data ? ALEA_OK : alea__out_of_memory(error);
    }
    const bool failed = text.failed;
    alea__text_free(&text);
    return failed ? alea__out_of_memory(error) : ALEA_OK;
}

/* What the archive itself says of a file; READ: nothing speaks against reading it. */
static alea__member_kind unzip_kind(const unzip_work *w, zip_uint64_t index, const zip_stat_t *about,
                                    const char *name)
{
    const bool metadata = alea__ends_with(name, ALEA__METADATA);
    if (!unzip_wants(name)) return ALEA__MEMBER_LISTED;
    if (unzip_is_link(w, index)) return ALEA__MEMBER_LINK;
    if (about->encryption_method != ZIP_EM_NONE) return ALEA__MEMBER_ENCRYPTED;
    if (about->size > ALEA__SMALL_MEMBER && about->size / ALEA__MOST_RATIO > about->comp_size)
        return ALEA__MEMBER_BOMB;
    return about->size > w->job->largest && !metadata ? ALEA__MEMBER_LARGE : ALEA__MEMBER_READ;
}

/* Lists a file, and reads it if it is wanted. */
static alea_status unzip_add(unzip_work *w, zip_uint64_t index, const zip_stat_t *about, const char *name,
                             alea__member *m, alea_error *error)
{
    const size_t length = strlen(name);
    m->size = about->size;
    m->name = alea__alloc(length + 1);
    if (!m->name) return alea__out_of_memory(error);
    memcpy(m->name, name, length < ALEA__LONGEST_MEMBER_NAME ? length : ALEA__LONGEST_MEMBER_NAME);
    unzip_set_time(w, index, about, m);
    m->kind = unzip_kind(w, index, about, name);
    if (m->kind != ALEA__MEMBER_READ) return ALEA_OK;
    const uint64_t left = ALEA__MOST_UNZIPPED - w->total;
    const uint64_t most = alea__ends_with(name, ALEA__METADATA) ? left : w->job->largest;
    if (about->size > left)
        return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_LARGE, ALEA__MOST_UNZIPPED >> 20);
    return unzip_read(w, index, most, m, error);
}

/* ---- all files ---- */

/* Folders, and files whose entry cannot be read, are left out. */
static alea_status unzip_all(unzip_work *w, alea__unzipped *out, alea_error *error)
{
    const zip_int64_t count = zip_get_num_entries(w->zip, 0);
    alea_status status = ALEA_OK;
    if (count > ALEA__MOST_MEMBERS)
        return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_MEMBERS, (long long)count, ALEA__MOST_MEMBERS);
    out->member = alea__alloc_array(count > 0 ? (size_t)count : 1, sizeof *out->member);
    if (!out->member) return alea__out_of_memory(error);
    for (zip_uint64_t i = 0; (zip_int64_t)i < count && status == ALEA_OK; i++) {
        zip_stat_t about;
        const char *name = zip_get_name(w->zip, i, ZIP_FL_ENC_GUESS);
        if (!name || !*name || name[strlen(name) - 1] == '/' || zip_stat_index(w->zip, i, 0, &about) != 0)
            continue;
        status = unzip_add(w, i, &about, name, &out->member[out->count++], error);
        if (w->total > ALEA__MOST_UNZIPPED)
            status = alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_LARGE, ALEA__MOST_UNZIPPED >> 20);
    }
    ALEA_ASSERT((zip_int64_t)out->count <= count);
    return status;
}

/* Whether it begins as an archive does, with the whole header of a file. */
static bool unzip_begins(const alea__unzip_job *job)
{
    enum { HEADER = 30 };
    return job->size >= HEADER && memcmp(job->data, "PK\3\4", 4) == 0;
}

/* Opens the archive where it is in memory. */
static alea_status unzip_open(const alea__unzip_job *job, zip_t **out, alea_error *error)
{
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_buffer_create(job->data, job->size, 0, &why);
    *out = source ? zip_open_from_source(source, ZIP_RDONLY, &why) : NULL;
    if (!*out && zip_error_code_zip(&why) == ZIP_ER_NOZIP && unzip_begins(job))
        alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_CUT);
    else if (!*out)
        alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_BROKEN, zip_error_strerror(&why));
    if (!*out && source) zip_source_free(source);
    zip_error_fini(&why);
    return *out ? ALEA_OK : ALEA_E_REFUSED;
}

alea_status alea__unzip_here(struct alea_sandbox *sandbox, const alea__unzip_job *job, alea__unzipped *out,
                             alea_error *error)
{
    unzip_work w = {.job = job};
    (void)sandbox;
    *out = (alea__unzipped){0};
    alea_status status = unzip_open(job, &w.zip, error);
    if (status != ALEA_OK) return status;
    status = unzip_all(&w, out, error);
    zip_discard(w.zip);
    if (status != ALEA_OK) alea__unzipped_clear(out);
    return status;
}
