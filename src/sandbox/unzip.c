/* Reads a zip archive with libzip, within limits. */
#include "sandbox/unzip.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "sandbox/messages.h"
#include "sandbox/unzip_owners.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <zip.h>

enum { SHOWN = 200, PIECE = 1 << 16, UNIX_TIME = 0x5455, UNIX_KIND = 0170000, UNIX_LINK = 0120000 };

/* Shared by the reading of an archive and of its inner archives. */
typedef struct unzip_work {
    alea__unzipped *out;
    uint32_t capacity;
    uint64_t largest, total; /* bytes of a file at most; bytes read */
    bool full;               /* a limit of the whole is reached */
    alea__owners owners;     /* of the files of the archive given */
    uint64_t largest_file;   /* of files without an owner */
    char largest_name[SHOWN];
} unzip_work;

/* One archive: the one given, or one in it. */
typedef struct unzip_archive {
    unzip_work *work;
    zip_t *zip;
    const alea__member *outer;  /* its file in the outer archive; NULL: this is the outer one */
    uint64_t most;              /* what work->total may become */
    size_t most_members;        /* what work->out->count may become */
    const unsigned char *entry; /* next entry of the directory; NULL if unknown */
    const unsigned char *end;   /* of the directory */
    zip_uint64_t entries;       /* that were read of it */
} unzip_archive;

/* Whether to read the file: it may be a strategy, or it is the metadata of submissions, which is ignored in a student's archive. */
static bool unzip_wants(const unzip_archive *a, const char *name)
{
    static const char *const endings[] = {".py", ".lua", ".wasm", ".csv"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (alea__has_ending(name, endings[i])) return true;
    return !a->outer && alea__ends_with(name, ALEA__METADATA);
}

/* ---- one file ---- */

static uint32_t unzip_number(const unsigned char *from, int bytes)
{
    uint32_t number = 0;
    while (bytes-- > 0) number = number << 8 | from[bytes];
    return number;
}

/* Finds the archive's directory by its end record (APPNOTE.TXT 4.3.14 to 4.3.16). If the directory is not directly before
   that record, a->entry stays NULL. */
static void unzip_find_directory(const alea__unzip_job *job, unzip_archive *a)
{
    enum { END = 22, MOST_COMMENT = 0xffff, LENGTH = 12, END_64 = 56, LOCATOR = 20, LENGTH_64 = 40 };
    const size_t most = job->size < END + MOST_COMMENT ? job->size : END + MOST_COMMENT;
    size_t back = END;
    while (back <= most && memcmp(job->data + job->size - back, "PK\5\6", 4) != 0) back++;
    if (back > most) return;
    const unsigned char *end = job->data + job->size - back, *length = end + LENGTH;
    const size_t before = (size_t)(end - job->data);
    if (before >= END_64 + LOCATOR && memcmp(end - LOCATOR, "PK\6\7", 4) == 0) { /* ZIP64 */
        end -= END_64 + LOCATOR;
        length = end + LENGTH_64;
    }
    const uint32_t size = unzip_number(length, 4);
    if (size > (size_t)(end - job->data)) return;
    a->entry = end - size;
    a->end = end;
}

/* The time of a file by the clock of the archive's maker, as if that showed UTC. libzip gives it as a moment in this
   machine's time zone, in which some times do not exist; that is only used if the directory is unknown. */
static int64_t unzip_clock(unzip_archive *a, zip_uint64_t index, const zip_stat_t *about)
{
    enum { HEADER = 46, TIME = 12, DATE = 14, NAME = 28, EXTRA = 30, COMMENT = 32 };
    struct tm fields = {0};
    while (a->entry && a->entries <= index) {
        const unsigned char *e = a->entry;
        const size_t left = (size_t)(a->end - e);
        a->entry = NULL;
        if (left < HEADER || memcmp(e, "PK\1\2", 4) != 0) break;
        const size_t size =
            HEADER + unzip_number(e + NAME, 2) + unzip_number(e + EXTRA, 2) + unzip_number(e + COMMENT, 2);
        if (size > left) break;
        a->entry = e + size;
        if (a->entries++ < index) continue;
        const int clock = (int)unzip_number(e + TIME, 2), date = (int)unzip_number(e + DATE, 2);
        fields = (struct tm){.tm_sec = clock % 32 * 2,
                             .tm_min = clock / 32 % 64,
                             .tm_hour = clock / 2048,
                             .tm_mday = date % 32,
                             .tm_mon = date / 32 % 16 - 1,
                             .tm_year = date / 512 + 80};
        return timegm(&fields);
    }
    return about->valid & ZIP_STAT_MTIME && localtime_r(&about->mtime, &fields) ? timegm(&fields) : 0;
}

/* The time in an extra field is in UTC. The other one comes from the clock of the archive's maker. */
static void unzip_set_time(unzip_archive *a, zip_uint64_t index, const zip_stat_t *about, alea__member *m)
{
    zip_uint16_t size = 0;
    const int64_t clock = unzip_clock(a, index, about);
    const zip_uint8_t *field =
        zip_file_extra_field_get_by_id(a->zip, index, UNIX_TIME, 0, &size, ZIP_FL_CENTRAL);
    m->utc = field && size >= 5 && (field[0] & 1);
    m->time = clock;
    if (m->utc)
        m->time = (int32_t)((uint32_t)field[1] | (uint32_t)field[2] << 8 | (uint32_t)field[3] << 16 |
                            (uint32_t)field[4] << 24);
}

static bool unzip_is_link(const unzip_archive *a, zip_uint64_t index)
{
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    return zip_file_get_external_attributes(a->zip, index, 0, &system, &attributes) == 0 &&
           system == ZIP_OPSYS_UNIX && (attributes >> 16 & UNIX_KIND) == UNIX_LINK;
}

/* Reads a file with the declared size `most`; one with more bytes is damaged. */
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
    m->kind = got < 0 || text.size > most ? ALEA__MEMBER_DAMAGED : ALEA__MEMBER_READ;
    if (m->kind == ALEA__MEMBER_READ && !text.failed) {
        m->size = text.size;
        m->data = (unsigned char *)text.data;
        return m->data ? ALEA_OK : alea__out_of_memory(error);
    }
    const bool failed = text.failed;
    alea__text_free(&text);
    return failed ? alea__out_of_memory(error) : ALEA_OK;
}

/* The kind of a file of at most `most` bytes by its entry in the archive; READ if nothing prevents reading it. */
static alea__member_kind unzip_kind(const unzip_archive *a, zip_uint64_t index, const zip_stat_t *about,
                                    uint64_t most)
{
    if (unzip_is_link(a, index)) return ALEA__MEMBER_LINK;
    if (about->encryption_method != ZIP_EM_NONE) return ALEA__MEMBER_ENCRYPTED;
    if (about->size > ALEA__SMALL_MEMBER && about->size / ALEA__MOST_RATIO > about->comp_size)
        return ALEA__MEMBER_BOMB;
    return about->size > most ? ALEA__MEMBER_LARGE : ALEA__MEMBER_READ;
}

static uint64_t unzip_bytes(const alea__owner *owner)
{
    return owner->bytes + owner->inner;
}

static uint64_t unzip_files(const alea__owner *owner)
{
    return owner->files;
}

/* Reports whose files take the most space. */
static alea_status unzip_too_large(const unzip_work *w, alea_error *error)
{
    const alea__owner *owner = alea__owners_largest(&w->owners, unzip_bytes);
    const bool one = owner && unzip_bytes(owner) >= w->largest_file;
    char shown[SHOWN];
    const char *name = one ? owner->label : w->largest_name;
    alea__printable(shown, sizeof shown, name, strlen(name));
    return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_LARGE, ALEA__MOST_UNZIPPED >> 20,
                      (double)(one ? unzip_bytes(owner) : w->largest_file) / (1 << 20), shown);
}

/* Says who handed in the most files, if an owner is known. */
static alea_status unzip_too_many(const unzip_work *w, long long count, int most, alea_error *error)
{
    const alea__owner *owner = alea__owners_largest(&w->owners, unzip_files);
    char shown[SHOWN], whose[SHOWN + 80] = "";
    if (owner) {
        alea__printable(shown, sizeof shown, owner->label, strlen(owner->label));
        snprintf(whose, sizeof whose, SANDBOX_ZIP_MOST_FILES, (unsigned long long)owner->files, shown);
    }
    return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ZIP_MEMBERS, count, most, whose);
}

/* Whether this many bytes more may be read. */
static alea_status unzip_is_within(const unzip_archive *a, uint64_t size, alea_error *error)
{
    unzip_work *w = a->work;
    w->full = w->total > ALEA__MOST_UNZIPPED || size > ALEA__MOST_UNZIPPED - w->total;
    if (!w->full && w->total <= a->most && size <= a->most - w->total) return ALEA_OK;
    return unzip_too_large(w, error);
}

/* The name of a file, after that of its inner archive; NULL if memory runs out. */
static char *unzip_name(const unzip_archive *a, const char *name)
{
    const size_t before = a->outer ? strlen(a->outer->name) + 1 : 0, length = strlen(name);
    const size_t most = ALEA__LONGEST_MEMBER_NAME - before;
    char *out = alea__alloc(before + length + 1);
    ALEA_ASSERT(before <= ALEA__LONGEST_MEMBER_NAME);
    if (!out) return NULL;
    memcpy(out + before, name, length < most ? length : most);
    if (before == 0) return out;
    memcpy(out, a->outer->name, before - 1);
    out[before - 1] = '/';
    return out;
}

/* The owner of a file of the outer archive; NULL if it has none. */
static alea__owner *unzip_owner(const unzip_archive *a, zip_uint64_t index)
{
    const alea__owners *o = &a->work->owners;
    return a->outer || o->of[index] == ALEA__NO_OWNER ? NULL : &o->owner[o->of[index]];
}

/* Lists a file, and reads it if necessary. */
static alea_status unzip_add(unzip_archive *a, zip_uint64_t index, const zip_stat_t *about, const char *name,
                             alea_error *error)
{
    unzip_work *w = a->work;
    if (w->out->count >= a->most_members) {
        w->full = w->out->count >= ALEA__MOST_MEMBERS;
        return unzip_too_many(w, zip_get_num_entries(a->zip, 0), ALEA__MOST_MEMBERS, error);
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
    const alea__owner *owner = unzip_owner(a, index);
    if (owner && owner->over != ALEA__MEMBER_LISTED) {
        m->kind = owner->over;
        m->size = m->kind == ALEA__MEMBER_MANY    ? owner->files
                  : m->kind == ALEA__MEMBER_HEAVY ? owner->bytes
                                                  : owner->archives;
        return ALEA_OK;
    }
    if (!unzip_wants(a, name)) return ALEA_OK;
    const bool metadata = alea__ends_with(name, ALEA__METADATA);
    const uint64_t most = metadata ? UINT64_MAX : w->largest;
    m->kind = unzip_kind(a, index, about, most);
    if (m->kind != ALEA__MEMBER_READ) return ALEA_OK;
    alea_status status = unzip_is_within(a, about->size, error);
    if (status == ALEA_OK) status = unzip_read(a, index, about->size, m, error);
    return status == ALEA_OK ? unzip_is_within(a, 0, error) : status;
}

/* ---- all files ---- */

static alea_status unzip_add_inner(unzip_archive *a, zip_uint64_t index, const zip_stat_t *about,
                                   alea_error *error);

/* Lists the archive without folders and files with an unreadable entry. From an archive in the archive, only strategies and
   archives are listed. */
static alea_status unzip_all(unzip_archive *a, alea_error *error)
{
    const zip_int64_t count = zip_get_num_entries(a->zip, 0);
    alea_status status = ALEA_OK;
    for (zip_uint64_t i = 0; (zip_int64_t)i < count && status == ALEA_OK; i++) {
        zip_stat_t about;
        const char *name = zip_get_name(a->zip, i, ZIP_FL_ENC_GUESS);
        if (!name || !*name || name[strlen(name) - 1] == '/' || zip_stat_index(a->zip, i, 0, &about) != 0)
            continue;
        const bool archive = alea__has_ending(name, ".zip");
        const alea__owner *owner = unzip_owner(a, i);
        const bool over = owner && owner->over != ALEA__MEMBER_LISTED;
        if (a->outer && !archive && !unzip_wants(a, name)) continue;
        if (over && owner->shown != i) continue;
        status = unzip_add(a, i, &about, name, error);
        if (status == ALEA_OK && archive && !a->outer && !over) status = unzip_add_inner(a, i, &about, error);
    }
    return status;
}

/* Counts a file for its owner, or for the whole archive if it has none. */
static void unzip_count(unzip_archive *a, zip_uint64_t index, const zip_stat_t *about, const char *name)
{
    unzip_work *w = a->work;
    alea__owner *owner = unzip_owner(a, index);
    const bool archive = alea__has_ending(name, ".zip"), strategy = unzip_wants(a, name);
    const uint64_t most = archive ? ALEA__MOST_INNER_FILES * w->largest : w->largest;
    const bool is_read = (archive || strategy) && unzip_kind(a, index, about, most) == ALEA__MEMBER_READ;
    if (!owner && is_read && about->size > w->largest_file) {
        w->largest_file = about->size;
        snprintf(w->largest_name, sizeof w->largest_name, "%s", name);
    }
    if (!owner) return;
    if (owner->files == 0 || (strategy && !owner->has_strategy)) owner->shown = (uint32_t)index;
    owner->has_strategy |= strategy;
    owner->files++;
    owner->archives += archive;
    if (is_read) owner->bytes += about->size;
}

/* Finds the owners of the outer archive's files, and those beyond the limits of a student. */
static alea_status unzip_survey(unzip_archive *a, alea_error *error)
{
    const zip_int64_t count = zip_get_num_entries(a->zip, 0);
    alea__owners *o = &a->work->owners;
    zip_stat_t about;
    if (count > ALEA__MOST_ENTRIES)
        return unzip_too_many(a->work, (long long)count, ALEA__MOST_ENTRIES, error);
    bool enough = alea__owners_start(o, (uint32_t)count);
    for (zip_uint64_t i = 0; (zip_int64_t)i < count && enough; i++) {
        const char *name = zip_get_name(a->zip, i, ZIP_FL_ENC_GUESS);
        if (name && *name && name[strlen(name) - 1] != '/') enough = alea__owners_note(o, (uint32_t)i, name);
    }
    if (!enough || !alea__owners_find(o)) return alea__out_of_memory(error);
    for (zip_uint64_t i = 0; (zip_int64_t)i < count; i++) {
        const char *name = zip_get_name(a->zip, i, ZIP_FL_ENC_GUESS);
        if (name && *name && name[strlen(name) - 1] != '/' && zip_stat_index(a->zip, i, 0, &about) == 0)
            unzip_count(a, i, &about, name);
    }
    for (uint32_t i = 0; i < o->count; i++) {
        alea__owner *owner = &o->owner[i];
        if (!owner->student) continue;
        if (owner->bytes > ALEA__MOST_INNER_FILES * a->work->largest) owner->over = ALEA__MEMBER_HEAVY;
        if (owner->archives > ALEA__MOST_OWN_ARCHIVES) owner->over = ALEA__MEMBER_ARCHIVES;
        if (owner->files > ALEA__MOST_OWN_FILES) owner->over = ALEA__MEMBER_MANY;
    }
    return ALEA_OK;
}

/* Whether it begins as an archive does, with the whole header of a file. */
static bool unzip_begins(const alea__unzip_job *job)
{
    enum { HEADER = 30 };
    return job->size >= HEADER && memcmp(job->data, "PK\3\4", 4) == 0;
}

/* Opens the archive in memory. */
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
    alea__owner *owner = unzip_owner(a, index);
    const uint64_t most = ALEA__MOST_INNER_FILES * w->largest;
    const uint64_t left = owner ? most - (owner->inner < most ? owner->inner : most) : most;
    alea__member content = {0};
    unzip_archive inner = {.work = w, .outer = &outer};
    ALEA_ASSERT(!a->outer);
    if (strlen(outer.name) >= ALEA__LONGEST_MEMBER_NAME) return ALEA_OK;
    if (unzip_kind(a, index, about, most) != ALEA__MEMBER_READ) return ALEA_OK;
    alea_status status = unzip_is_within(a, about->size, error);
    if (status == ALEA_OK) status = unzip_read(a, index, about->size, &content, error);
    if (status == ALEA_OK) status = unzip_is_within(a, 0, error);
    const uint64_t before = w->total;
    const alea__unzip_job job = {.data = content.data, .size = (size_t)content.size};
    if (status == ALEA_OK && content.data && unzip_open(&job, &inner.zip, NULL) == ALEA_OK) {
        inner.most = before + left < ALEA__MOST_UNZIPPED ? before + left : ALEA__MOST_UNZIPPED;
        inner.most_members = first + ALEA__MOST_INNER_MEMBERS;
        if (inner.most_members > ALEA__MOST_MEMBERS) inner.most_members = ALEA__MOST_MEMBERS;
        status = unzip_all(&inner, error);
        zip_discard(inner.zip);
    }
    alea__free(content.data);
    if (owner) owner->inner += w->total - before;
    if (status != ALEA_E_REFUSED || w->full) return status;
    unzip_shorten(w->out, first);
    w->total = before;
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
    unzip_find_directory(job, &a);
    status = unzip_survey(&a, error);
    if (status == ALEA_OK) status = unzip_all(&a, error);
    zip_discard(a.zip);
    alea__owners_clear(&w.owners);
    if (status != ALEA_OK) alea__unzipped_clear(out);
    return status;
}
