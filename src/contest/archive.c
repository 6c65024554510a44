/* What a zip archive contains, as candidates. */
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
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

/* Whether a program put the file there: a part of its name begins with a dot, or is __MACOSX. */
static bool archive_is_hidden(const char *name)
{
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (*part == '.' && strncmp(part, "..", 2) != 0) return true;
        if (strncmp(part, "__MACOSX/", 9) == 0) return true;
    }
    return false;
}

/* ---- files ---- */

/* Why the contest will disqualify the file; NULL: nothing yet. *kind: the word for it. `zip`: length of the name of the
   archive in the archive that it is in. */
static const char *archive_refusal(const alea__member *m, size_t zip, char out[SHOWN], const char **kind)
{
    *kind = m->kind == ALEA__MEMBER_LARGE || m->kind == ALEA__MEMBER_BOMB ? "size" : "file";
    if (archive_leaves(m->name) || archive_leaves(m->name + zip)) return CONTEST_ARCHIVE_LEAVES;
    switch (m->kind) {
    case ALEA__MEMBER_LINK: return CONTEST_ARCHIVE_LINK;
    case ALEA__MEMBER_ENCRYPTED: return CONTEST_ARCHIVE_ENCRYPTED;
    case ALEA__MEMBER_DAMAGED: return CONTEST_ARCHIVE_DAMAGED;
    case ALEA__MEMBER_BOMB: return CONTEST_ARCHIVE_BOMB;
    case ALEA__MEMBER_LARGE:
        snprintf(out, SHOWN, CONTEST_ARCHIVE_LARGE, (unsigned long long)m->size);
        return out;
    case ALEA__MEMBER_LISTED:
    case ALEA__MEMBER_READ:
    case ALEA__MEMBER_KINDS: break;
    }
    return NULL;
}

/* Where a file is: in which path, what stands before its name, and how much of that name is an archive in the archive. */
typedef struct archive_place {
    unsigned root;
    const char *before;
    size_t zip;
} archive_place;

/* Adds a file, and takes its bytes over. */
static alea_status archive_add_file(alea__intake *in, const archive_place *place, alea__member *m,
                                    alea_error *error)
{
    char words[SHOWN];
    alea__candidate *c = alea__intake_add(in, place->root, place->before, m->name, error);
    if (!c) return ALEA_E_MEMORY;
    if (place->zip > 0) c->zip = strlen(place->before) + place->zip;
    c->time_source = m->time ? ALEA_TIME_ARCHIVE : ALEA_TIME_UNKNOWN;
    c->when.second = m->time;
    c->clock_unknown = !m->utc;
    c->archive = alea__ends_with(m->name, ".zip");
    const char *refusal = archive_refusal(m, place->zip, words, &c->refusal_kind);
    if (refusal) return alea__intake_set(&c->refusal, refusal, strlen(refusal), error);
    c->data = m->data;
    c->size = (size_t)m->size;
    m->data = NULL;
    return ALEA_OK;
}

/* How much of a name is the archive `zip` in the archive, with the slash; 0: it is not in that one. */
static size_t archive_zip_length(const char *name, const alea__member *zip)
{
    const size_t length = zip ? strlen(zip->name) : 0;
    return length > 0 && strncmp(name, zip->name, length) == 0 && name[length] == '/' ? length + 1 : 0;
}

/* Adds the strategies, and archives within the archive, which only count if a student handed them in. The files of such an archive
   follow it. */
static alea_status archive_add_files(alea__intake *in, unsigned root, const char *before,
                                     alea__unzipped *found, alea_error *error)
{
    archive_place place = {.root = root, .before = before};
    alea_status status = ALEA_OK;
    const alea__member *zip = NULL; /* the last archive that is not in another */
    const uint32_t first = in->count;
    uint32_t zip_at = first; /* its candidate */
    for (size_t i = 0; i < found->count && status == ALEA_OK; i++) {
        alea__member *m = &found->member[i];
        const bool file = alea__language_of(m->name) < ALEA__LANGUAGES;
        place.zip = archive_zip_length(m->name, zip);
        if (archive_is_hidden(m->name) || (!file && !alea__ends_with(m->name, ".zip"))) {
            in->left_out += !alea__ends_with(m->name, ALEA__METADATA) && place.zip == 0;
            continue;
        }
        status = archive_add_file(in, &place, m, error);
        if (status != ALEA_OK) break;
        if (place.zip > 0) in->candidate[zip_at].unpacked = true;
        if (place.zip == 0 && !file) {
            zip = m;
            zip_at = in->count - 1;
        }
    }
    bool any = false;
    for (uint32_t i = first; i < in->count; i++) any |= !in->candidate[i].archive;
    if (status != ALEA_OK || any) return status;
    char shown[SHOWN];
    alea__printable(shown, sizeof shown, in->path[root], strlen(in->path[root]));
    return alea__fail_at(error, ALEA_E_FILE, shown, 0, CONTEST_EMPTY_ARCHIVE);
}

/* Reads the first file of Gradescope's metadata, if there is one. */
static alea_status archive_read_metadata(alea__intake *in, unsigned root, const char *before,
                                         const alea__unzipped *found, alea_error *error)
{
    for (size_t i = 0; i < found->count; i++) {
        const alea__member *m = &found->member[i];
        if (!m->data || !alea__ends_with(m->name, ALEA__METADATA)) continue;
        alea__text name = {0};
        alea__text_add(&name, "%s%s", before, m->name);
        alea_status status = name.failed ? alea__out_of_memory(error) : ALEA_OK;
        const bool right = status == ALEA_OK && alea__intake_is_metadata(name.data, strlen(before));
        if (right) status = alea__intake_read_metadata(in, root, name.data, (const char *)m->data, error);
        alea__text_free(&name);
        if (right || status != ALEA_OK) return status;
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
    const uint64_t wasm = in->sandbox->options.max_size;
    const alea__unzip_job job = {
        .data = data, .size = size, .largest = wasm > LARGEST_TABLE ? wasm : LARGEST_TABLE};
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
