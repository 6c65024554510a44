/* Lists the contents of a zip archive as candidates. */
#include "base/course_names.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "bot/bot.h"
#include "contest/intake.h"
#include "contest/messages.h"
#include "sandbox/unzip.h"

#include <stdio.h>
#include <string.h>

enum { LARGEST_TABLE = 4 << 20, SHOWN = 256 };

/* ---- names ---- */

/* Whether a name begins at the root of a disk, or has a part "..". */
static bool archive_leaves(const char *name)
{
    if (*name == '/') return true;
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0)) return true;
    }
    return false;
}

/* Whether a program created the file: a folder begins with a dot or is __MACOSX, or the name begins with "._". */
static bool archive_is_hidden(const char *name)
{
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (*part == '.' && strncmp(part, "..", 2) != 0 && (strchr(part, '/') || part[1] == '_')) return true;
        if (strncmp(part, "__MACOSX/", 9) == 0) return true;
    }
    return false;
}

/* Some programs for Windows write `\` between folders; a course system leaves it in the name that a student gave. */
static void archive_mend_slashes(char *name, const char *end)
{
    if (memchr(name, '/', (size_t)(end - name)) || alea__course_name_begins(name)) return;
    for (char *at = name; at < end; at++)
        if (*at == '\\') *at = '/';
}

/* The name of a file, after the `zip` bytes of an inner archive's name; the caller frees it. NULL if memory runs out. */
static char *archive_name(const alea__member *m, size_t zip)
{
    char *name = alea__copy_text(m->name);
    if (!name) return NULL;
    if (zip > 0) archive_mend_slashes(name, name + zip - 1);
    archive_mend_slashes(name + zip, name + strlen(name));
    return name;
}

/* ---- files ---- */

/* Where a file is: in which path, what precedes its name, and how much of that name is an archive in the archive. `most`: MiB
   that a student may hand in. */
typedef struct archive_place {
    unsigned root, most;
    const char *before;
    size_t zip;
} archive_place;

/* Why the contest will disqualify the file; NULL if it may be valid. */
static const char *archive_refusal(const alea__member *m, const char *name, const archive_place *place,
                                   char out[SHOWN])
{
    const unsigned long long size = (unsigned long long)m->size;
    switch (m->kind) {
    case ALEA__MEMBER_MANY:
        snprintf(out, SHOWN, CONTEST_STUDENT_FILES, size, ALEA__MOST_OWN_FILES);
        return out;
    case ALEA__MEMBER_HEAVY:
        alea__print(out, SHOWN, CONTEST_STUDENT_SIZE, (double)m->size / (1 << 20), place->most);
        return out;
    case ALEA__MEMBER_ARCHIVES:
        snprintf(out, SHOWN, CONTEST_STUDENT_ARCHIVES, size, ALEA__MOST_OWN_ARCHIVES);
        return out;
    default: break;
    }
    if (archive_leaves(name) || archive_leaves(name + place->zip)) return CONTEST_ARCHIVE_LEAVES;
    switch (m->kind) {
    case ALEA__MEMBER_LINK: return CONTEST_ARCHIVE_LINK;
    case ALEA__MEMBER_ENCRYPTED: return CONTEST_ARCHIVE_ENCRYPTED;
    case ALEA__MEMBER_DAMAGED: return CONTEST_ARCHIVE_DAMAGED;
    case ALEA__MEMBER_BOMB: return CONTEST_ARCHIVE_BOMB;
    case ALEA__MEMBER_LARGE: snprintf(out, SHOWN, CONTEST_ARCHIVE_LARGE, size); return out;
    default: return NULL;
    }
}

/* The bytes of the largest file that may be a strategy. */
static uint64_t archive_largest(const alea__intake *in)
{
    const uint64_t wasm = in->sandbox->options.max_size;
    return wasm > LARGEST_TABLE ? wasm : LARGEST_TABLE;
}

/* Adds a file, and takes its bytes over. */
static alea_status archive_add_file(alea__intake *in, const archive_place *place, alea__member *m,
                                    alea_error *error)
{
    char words[SHOWN], *name = archive_name(m, place->zip);
    alea__candidate *c = name ? alea__intake_add(in, place->root, place->before, name, error) : NULL;
    alea__free(name);
    if (!c) return alea__out_of_memory(error);
    if (place->zip > 0) c->zip = c->inner + place->zip;
    c->time_source = m->time ? ALEA_TIME_ARCHIVE : ALEA_TIME_UNKNOWN;
    c->when.second = m->time;
    c->clock_unknown = !m->utc;
    c->archive = alea__ends_with(m->name, ".zip");
    c->other = !c->archive && alea__is_other(c->file);
    const char *refusal = archive_refusal(m, c->file + c->inner, place, words);
    const bool size =
        m->kind == ALEA__MEMBER_LARGE || m->kind == ALEA__MEMBER_BOMB || m->kind >= ALEA__MEMBER_MANY;
    c->refusal_kind = size ? "size" : "file";
    if (refusal) return alea__intake_set(&c->refusal, refusal, SIZE_MAX, error);
    c->data = m->data;
    c->size = (size_t)m->size;
    m->data = NULL;
    return ALEA_OK;
}

/* The length of the part of a name that names the archive `zip`, with the slash; 0 if the file is not in it. */
static size_t archive_zip_length(const char *name, const alea__member *zip)
{
    const size_t length = zip ? strlen(zip->name) : 0;
    return length > 0 && strncmp(name, zip->name, length) == 0 && name[length] == '/' ? length + 1 : 0;
}

/* Whether the file is Gradescope's metadata, and not in a place that a student controls. */
static bool archive_is_metadata(const char *before, const alea__member *m)
{
    alea__text name = {0};
    if (!alea__ends_with(m->name, ALEA__METADATA)) return false;
    alea__text_add(&name, "%s%s", before, m->name);
    for (char *at = name.data; at && *at; at++)
        if (*at == '\\') *at = '/';
    const bool is = !name.failed && alea__intake_is_metadata(name.data, strlen(before));
    alea__text_free(&name);
    return is;
}

/* Adds all files, and inner archives, which only count if a student submitted them. The files of such an archive follow it. */
static alea_status archive_add_files(alea__intake *in, unsigned root, const char *before,
                                     alea__unzipped *found, alea_error *error)
{
    archive_place place = {.root = root,
                           .before = before,
                           .most = (unsigned)(ALEA__MOST_INNER_FILES * archive_largest(in) >> 20)};
    alea_status status = ALEA_OK;
    const alea__member *zip = NULL; /* the last archive that is not in another */
    uint32_t zip_at = in->count;    /* its candidate */
    for (size_t i = 0; i < found->count && status == ALEA_OK; i++) {
        alea__member *m = &found->member[i];
        place.zip = archive_zip_length(m->name, zip);
        if (archive_is_metadata(before, m)) continue;
        if (archive_is_hidden(m->name)) {
            in->left_out += place.zip == 0;
            continue;
        }
        status = archive_add_file(in, &place, m, error);
        if (status == ALEA_OK && place.zip > 0) in->candidate[zip_at].unpacked = true;
        if (status == ALEA_OK && place.zip == 0 && alea__ends_with(m->name, ".zip")) {
            zip = m;
            zip_at = in->count - 1;
        }
    }
    return status;
}

/* Reads the first file of Gradescope's metadata, if there is one. */
static alea_status archive_read_metadata(alea__intake *in, unsigned root, const char *before,
                                         const alea__unzipped *found, alea_error *error)
{
    for (size_t i = 0; i < found->count; i++) {
        const alea__member *m = &found->member[i];
        if (!m->data || !archive_is_metadata(before, m)) continue;
        char *inner = archive_name(m, 0);
        alea__text name = {0};
        alea__text_add(&name, "%s%s", before, inner ? inner : "");
        const alea__metadata_text text = {.root = root,
                                          .name = name.data,
                                          .text = (const char *)m->data,
                                          .size = (size_t)m->size,
                                          .inner = strlen(before)};
        alea_status status =
            name.failed || !inner ? alea__out_of_memory(error) : alea__intake_read_metadata(in, &text, error);
        alea__text_free(&name);
        alea__free(inner);
        return status;
    }
    return ALEA_OK;
}

/* ---- the archive ---- */

/* Reads the archive in the sandbox. */
static alea_status archive_unzip(alea__intake *in, const char *path, alea__unzipped *out, alea_error *error)
{
    unsigned char *data;
    size_t size;
    alea_error why = {0};
    char shown[SHOWN];
    alea__printable(shown, sizeof shown, path, strlen(path));
    if (!in->sandbox) return alea__needs_sandbox(path, "a zip archive", error);
    alea_status status = alea__read_file(path, ALEA__LARGEST_ARCHIVE, &data, &size, error);
    if (status != ALEA_OK) return status;
    const alea__unzip_job job = {.data = data, .size = size, .largest = archive_largest(in)};
    status = in->sandbox->unzip(in->sandbox, &job, out, &why);
    alea__free(data);
    if (status == ALEA_E_REFUSED) return alea__fail_at(error, ALEA_E_FILE, shown, 0, "%s", why.message);
    if (status == ALEA_E_BOT)
        return alea__fail_at(error, ALEA_E_FILE, shown, 0, CONTEST_ARCHIVE_FAILS, why.message);
    if (status != ALEA_OK && error) *error = why;
    return status;
}

alea_status alea__intake_add_archive(alea__intake *in, unsigned root, const char *path, alea_error *error)
{
    alea__unzipped found = {0};
    alea__text before = {0};
    alea_status status = archive_unzip(in, path, &found, error);
    if (status != ALEA_OK) return status;
    alea__text_add(&before, "%s/", path);
    if (before.failed) status = alea__out_of_memory(error);
    if (status == ALEA_OK) status = archive_add_files(in, root, before.data, &found, error);
    if (status == ALEA_OK) status = archive_read_metadata(in, root, before.data, &found, error);
    alea__text_free(&before);
    alea__unzipped_clear(&found);
    return status;
}
