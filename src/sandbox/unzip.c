/* Reads a zip archive with libzip, within limits. */
#include "sandbox/unzip.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "sandbox/messages.h"

#include <string.h>
#include <time.h>
#include <zip.h>

enum { PIECE = 1 << 16, UNIX_TIME = 0x5455, UNIX_KIND = 0170000, UNIX_LINK = 0120000 };

/* What the reading of an archive and of those in it shares. */
typedef struct unzip_work {
    alea__unzipped *out;
    uint32_t capacity;
    uint64_t largest, total; /* bytes of a file at most; bytes read */
    bool full;               /* a limit of the whole is reached */
} unzip_work;

/* One archive: the one given, or one in it. */
typedef struct unzip_archive {
    unzip_work *work;
    zip_t *zip;
    const alea__member *outer; /* which file of the one given it is; NULL: it is that itself */
    uint64_t most;             /* what work->total may become */
    size_t most_members;       /* what work->out->count may become */
} unzip_archive;

/* Whether the file may be a strategy, or says who handed in what; a student's own archive does not say that. */
static bool unzip_wants(const unzip_archive *a, const char *name)
{
    static const char *const endings[] = {".py", ".lua", ".wasm", ".csv"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (alea__has_ending(name, endings[i])) return true;
    return !a->outer && alea__ends_with(name, ALEA__METADATA);
}

/* ---- one file ---- */

/* The time in an extra field is of UTC. The other one is of whatever clock the archive was made by: libzip takes it for a local
   time, so it is turned back. */
static void unzip_set_time(const unzip_archive *a, zip_uint64_t index, const zip_stat_t *about,
                           alea__member *m)
{
    zip_uint16_t size = 0;
    struct tm local;
    const zip_uint8_t *field =
        zip_file_extra_field_get_by_id(a->zip, index, UNIX_TIME, 0, &size, ZIP_FL_CENTRAL);
    m->utc = field && size >= 5 && (field[0] & 1);
    if (m->utc)
        m->time = (int32_t)((uint32_t)field[1] | (uint32_t)field[2] << 8 | (uint32_t)field[3] << 16 |
                            (uint32_t)field[4] << 24);
    else if (about->valid & ZIP_STAT_MTIME && localtime_r(&about->mtime, &local))
        m->time = timegm(&local);
}

static bool unzip_is_link(const unzip_archive *a, zip_uint64_t index)
{
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    return zip_file_get_external_attributes(a->zip, index, 0, &system, &attributes) == 0 &&
           system == ZIP_OPSYS_UNIX && (attributes >> 16 & UNIX_KIND) == UNIX_LINK;
}

/* Reads the file, and not a byte more than it may have, whatever size it claims. */
static alea_status unzip_read(unzip_archive *a, zip_uint64_t index, uint64_t most, alea__member *m,
                              alea_error *error)
{
    alea__text text = {0};
    char piece[PIECE];
    zip_file_t *file = zip_fopen_index(a->zip, index, 0);
    zip_int64_t got = file ? 1 : -1;
    while (got > 0 && text.size <= most && !text.failed) {
        got = zip_fread(file, piece, sizeof piece);
        if (got > 0) alea__text_add_bytes(&text, piece, (size_t)got);
    }
    if (file) zip_fclose(file);
    a->work->total += text.size;
    if (!text.failed && !text.data) alea__text_add_bytes(&text, "", 0);
    m->kind = got < 0 ? ALEA__MEMBER_DAMAGED : text.size > most ? ALEA__MEMBER_LARGE : ALEA__MEMBER_READ;
    if (m->kind == ALEA__MEMBER_READ && !text.failed) {
        m->size = text.size;
        m->data = (unsigned char *)text.data;
        return m->data ? ALEA_OK : alea__out_of_memory(error);
    }
    const bool failed = text.failed;
    alea__text_free(&text);
    return failed ? alea__out_of_memory(error) : ALEA_OK;
}

/* What the archive itself says of a file of at most `most` bytes; READ: nothing speaks against reading it. */
static alea__member_kind unzip_kind(const unzip_archive *a, zip_uint64_t index, const zip_stat_t *about,
                                    uint64_t most)
{
    if (unzip_is_link(a, index)) return ALEA__MEMBER_LINK;
    if (about->encryption_method != ZIP_EM_NONE) return ALEA__MEMBER_ENCRYPTED;
    if (about->size > ALEA__SMALL_MEMBER && about->size / ALEA__MOST_RATIO > about->comp_size)
        return ALEA__MEMBER_BOMB;
    return about->size > most ? ALEA__MEMBER_LARGE : ALEA__MEMBER_READ;
}

/* Whether so many bytes more may be read. */
static alea_status unzip_is_within(const unzip_archive *a, uint64_t size, alea_error *error)
{
    unzip_work *w = a->work;
    w->full = w->total > ALEA__MOST_UNZIPPED || size > ALEA__MOST_UNZIPPED - w->total;
    if (!w->full && w->total <= a->most && size <= a->most - w->total) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_LARGE, ALEA__MOST_UNZIPPED >> 20);
}

/* Some programs for Windows write `\` between folders. */
static void unzip_mend_slashes(char *name)
{
    if (strchr(name, '/')) return;
    for (char *at = name; *at; at++)
        if (*at == '\\') *at = '/';
}

/* The name of a file, with that of the archive in front that it is in; NULL: no memory. */
static char *unzip_name(const unzip_archive *a, const char *name)
{
    const size_t before = a->outer ? strlen(a->outer->name) + 1 : 0, length = strlen(name);
    const size_t most = ALEA__LONGEST_MEMBER_NAME - before;
    char *out = alea__alloc(before + length + 1);
    ALEA_ASSERT(before <= ALEA__LONGEST_MEMBER_NAME);
    if (!out) return NULL;
    memcpy(out + before, name, length < most ? length : most);
    unzip_mend_slashes(out + before);
    if (before == 0) return out;
    memcpy(out, a->outer->name, before - 1);
    out[before - 1] = '/';
    return out;
}

/* Lists a file, and reads it if it is wanted. */
static alea_status unzip_add(unzip_archive *a, zip_uint64_t index, const zip_stat_t *about, const char *name,
                             alea_error *error)
{
    unzip_work *w = a->work;
    if (w->out->count >= a->most_members) {
        w->full = w->out->count >= ALEA__MOST_MEMBERS;
        return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_MEMBERS, (long long)w->out->count + 1,
                          ALEA__MOST_MEMBERS);
    }
    if (!alea__grow(&w->out->member, &w->capacity, w->out->count + 1, sizeof *w->out->member))
        return alea__out_of_memory(error);
    alea__member *m = &w->out->member[w->out->count++];
    *m = (alea__member){.name = unzip_name(a, name), .size = about->size};
    if (!m->name) return alea__out_of_memory(error);
    if (a->outer) {
        m->time = a->outer->time;
        m->utc = a->outer->utc;
    } else {
        unzip_set_time(a, index, about, m);
    }
    if (!unzip_wants(a, name)) return ALEA_OK;
    const bool metadata = alea__ends_with(name, ALEA__METADATA);
    const uint64_t most = metadata ? UINT64_MAX : w->largest;
    m->kind = unzip_kind(a, index, about, most);
    if (m->kind != ALEA__MEMBER_READ) return ALEA_OK;
    alea_status status = unzip_is_within(a, about->size, error);
    if (status == ALEA_OK)
        status = unzip_read(a, index, metadata ? ALEA__MOST_UNZIPPED - w->total : most, m, error);
    return status == ALEA_OK ? unzip_is_within(a, 0, error) : status;
}

/* ---- all files ---- */

static alea_status unzip_add_inner(unzip_archive *a, zip_uint64_t index, const zip_stat_t *about,
                                   alea_error *error);

/* Folders, and files whose entry cannot be read, are left out; of an archive in the archive, all that is no strategy or archive. */
static alea_status unzip_all(unzip_archive *a, alea_error *error)
{
    const zip_int64_t count = zip_get_num_entries(a->zip, 0);
    alea_status status = ALEA_OK;
    if (count > ALEA__MOST_MEMBERS)
        return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_MEMBERS, (long long)count, ALEA__MOST_MEMBERS);
    for (zip_uint64_t i = 0; (zip_int64_t)i < count && status == ALEA_OK; i++) {
        zip_stat_t about;
        const char *name = zip_get_name(a->zip, i, ZIP_FL_ENC_GUESS);
        if (!name || !*name || name[strlen(name) - 1] == '/' || zip_stat_index(a->zip, i, 0, &about) != 0)
            continue;
        const bool archive = alea__has_ending(name, ".zip");
        if (a->outer && !archive && !unzip_wants(a, name)) continue;
        status = unzip_add(a, i, &about, name, error);
        if (status == ALEA_OK && archive && !a->outer) status = unzip_add_inner(a, i, &about, error);
    }
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

/* Forgets the files after the first `count`. */
static void unzip_shorten(alea__unzipped *out, size_t count)
{
    while (out->count > count) {
        alea__member *m = &out->member[--out->count];
        alea__free(m->name);
        alea__free(m->data);
    }
}

/* Adds what an archive contains that is the last file listed. If it cannot be read, or is beyond its own limits, nothing is added. */
static alea_status unzip_add_inner(unzip_archive *a, zip_uint64_t index, const zip_stat_t *about,
                                   alea_error *error)
{
    unzip_work *w = a->work;
    const size_t first = w->out->count;
    const alea__member outer = w->out->member[first - 1];
    const uint64_t most = ALEA__MOST_INNER_FILES * w->largest;
    alea__member content = {0};
    unzip_archive inner = {.work = w, .outer = &outer};
    ALEA_ASSERT(!a->outer);
    if (strlen(outer.name) >= ALEA__LONGEST_MEMBER_NAME) return ALEA_OK;
    if (unzip_kind(a, index, about, most) != ALEA__MEMBER_READ) return ALEA_OK;
    alea_status status = unzip_is_within(a, about->size, error);
    if (status == ALEA_OK) status = unzip_read(a, index, most, &content, error);
    if (status == ALEA_OK) status = unzip_is_within(a, 0, error);
    const alea__unzip_job job = {.data = content.data, .size = (size_t)content.size};
    if (status == ALEA_OK && content.data && unzip_open(&job, &inner.zip, NULL) == ALEA_OK) {
        inner.most = w->total + most < ALEA__MOST_UNZIPPED ? w->total + most : ALEA__MOST_UNZIPPED;
        inner.most_members = first + ALEA__MOST_INNER_MEMBERS;
        if (inner.most_members > ALEA__MOST_MEMBERS) inner.most_members = ALEA__MOST_MEMBERS;
        status = unzip_all(&inner, error);
        zip_discard(inner.zip);
    }
    alea__free(content.data);
    if (status != ALEA_E_REFUSED || w->full) return status;
    unzip_shorten(w->out, first);
    return ALEA_OK;
}

alea_status alea__unzip_here(struct alea_sandbox *sandbox, const alea__unzip_job *job, alea__unzipped *out,
                             alea_error *error)
{
    unzip_work w = {.out = out, .largest = job->largest};
    unzip_archive a = {.work = &w, .most = ALEA__MOST_UNZIPPED, .most_members = ALEA__MOST_MEMBERS};
    (void)sandbox;
    *out = (alea__unzipped){0};
    alea_status status = unzip_open(job, &a.zip, error);
    if (status != ALEA_OK) return status;
    status = unzip_all(&a, error);
    zip_discard(a.zip);
    if (status != ALEA_OK) alea__unzipped_clear(out);
    return status;
}
