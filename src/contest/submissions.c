/* From paths to submissions. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "contest/intake.h"
#include "contest/messages.h"
#include "sandbox/unzip.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { SHOWN = 256, LARGEST_METADATA = 64 << 20 };

/* An alea_submissions with the data it points to. */
typedef struct submissions_holder {
    alea_submissions submissions;
    alea__intake intake;
    alea_submission *submission;
    alea_student *student;
} submissions_holder;

/* ---- paths ---- */

typedef enum path_kind { PATH_FILES, PATH_ARCHIVE, PATH_BOT } path_kind;

static bool submissions_is_zip(const char *path)
{
    return strlen(path) > 4 && alea__has_ending(path, ".zip");
}

/* Files and folders are searched for, and complained about, by find_files.c. */
static path_kind submissions_path_kind(const char *path)
{
    struct stat about;
    const bool there = stat(path, &about) == 0 || lstat(path, &about) == 0;
    if (there && S_ISREG(about.st_mode) && submissions_is_zip(path)) return PATH_ARCHIVE;
    if (there || alea__language_of(path) < ALEA__LANGUAGES || submissions_is_zip(path)) return PATH_FILES;
    return PATH_BOT;
}

/* Reports an argument that is no file, with the bot that was meant if always6 stands for always(6). */
static alea_status submissions_refuse(const alea__intake *in, const char *spec, alea_error *error)
{
    char shown[SHOWN], meant[SHOWN];
    alea_bot *bot = NULL;
    const size_t name = strcspn(spec, "0123456789"), digits = strspn(spec + name, "0123456789");
    alea__printable(shown, sizeof shown, spec, strlen(spec));
    if (name > 0 && digits > 0 && spec[name + digits] == 0 && name + digits + 3 < SHOWN) {
        snprintf(meant, sizeof meant, "%.*s(%s)", (int)name, spec, spec + name);
        const bool opens = alea_bot_open(in->game, meant, NULL, &bot, NULL) == ALEA_OK;
        alea_bot_free(bot);
        if (opens) return alea__fail(error, ALEA_E_FILE, CONTEST_BOT_NEAR, shown, meant);
    }
    return alea__fail(error, ALEA_E_FILE, CONTEST_NO_FILE, shown);
}

/* An argument that is no file may name a built-in bot. If it looks like one, the message is about that. */
static alea_status submissions_add_bot(alea__intake *in, unsigned root, alea_error *error)
{
    alea_error why = {0};
    alea_bot *bot;
    const char *spec = in->path[root];
    alea_status status = alea_bot_open(in->game, spec, NULL, &bot, &why);
    if (status == ALEA_E_MEMORY) return alea__out_of_memory(error);
    if (status != ALEA_OK) {
        if (strpbrk(spec, "(:=") && !strchr(spec, '/')) {
            if (error) *error = why;
            return ALEA_E_USAGE;
        }
        return submissions_refuse(in, spec, error);
    }
    alea_bot_free(bot);
    for (uint32_t i = 0; i < in->count; i++)
        if (in->candidate[i].staff && strcmp(in->candidate[i].file, spec) == 0) return ALEA_OK;
    alea__candidate *c = alea__intake_add(in, root, "", spec, error);
    if (!c) return ALEA_E_MEMORY;
    c->staff = true;
    return ALEA_OK;
}

/* Whether there is a candidate in this folder or archive. */
static bool submissions_has_any(const alea__intake *in, const char *path)
{
    const size_t length = strlen(path);
    for (uint32_t i = 0; i < in->count; i++)
        if (!in->candidate[i].staff && strncmp(in->candidate[i].file, path, length) == 0) return true;
    return false;
}

/* Whether an earlier path is the same archive. */
static bool submissions_is_repeated(const alea__intake *in, unsigned root)
{
    struct stat own, other;
    if (stat(in->path[root], &own) != 0) return false;
    for (unsigned i = 0; i < root; i++)
        if (stat(in->path[i], &other) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino)
            return true;
    return false;
}

/* ---- files and folders ---- */

/* The path that a file was found by, and where what follows it begins. */
static unsigned submissions_root_of(const alea__intake *in, const char *file, size_t *inner)
{
    const char *slash = strrchr(file, '/');
    *inner = slash ? (size_t)(slash + 1 - file) : 0;
    for (unsigned i = 0; i < in->paths; i++) {
        const size_t length = strlen(in->path[i]);
        if (length == 0 || strncmp(file, in->path[i], length) != 0) continue;
        if (file[length] == 0) return i;
        if (in->path[i][length - 1] != '/' && file[length] != '/') continue;
        *inner = length + (in->path[i][length - 1] != '/');
        return i;
    }
    return 0;
}

/* Adds a file on disk, with the time of its last change. `other` means that it is hidden or by its name not a strategy. */
static alea_status submissions_add_file(alea__intake *in, const char *path, bool other, alea_error *error)
{
    const char *slash = strrchr(path, '/');
    const bool hidden = (slash ? slash[1] : *path) == '.';
    struct stat about;
    size_t inner;
    const unsigned root = submissions_root_of(in, path, &inner);
    alea__candidate *c = alea__intake_add(in, root, "", path, error);
    if (!c) return ALEA_E_MEMORY;
    c->inner = inner;
    c->archive = submissions_is_zip(path) && !hidden;
    c->other = other && !c->archive;
    if (lstat(path, &about) != 0) return ALEA_OK;
    c->time_source = ALEA_TIME_FILE;
    c->when = (alea__instant){about.st_mtim.tv_sec, (uint32_t)about.st_mtim.tv_nsec};
    return ALEA_OK;
}

static bool submissions_is_metadata(const alea__intake *in, const char *path)
{
    size_t inner;
    (void)submissions_root_of(in, path, &inner);
    return alea__intake_is_metadata(path, inner);
}

static alea_status submissions_add_metadata(alea__intake *in, const char *path, alea_error *error)
{
    unsigned char *data;
    alea__metadata_text text = {.name = path};
    alea_status status = alea__read_file_itself(path, LARGEST_METADATA, &data, &text.size, error);
    if (status != ALEA_OK) return status;
    text.root = submissions_root_of(in, path, &text.inner);
    text.text = (const char *)data;
    status = alea__intake_read_metadata(in, &text, error);
    alea__free(data);
    return status;
}

/* Adds the found files, and then applies Gradescope's metadata. */
static alea_status submissions_add_found(alea__intake *in, const alea__files *files, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < files->count && status == ALEA_OK; i++)
        status = submissions_add_file(in, files->path[i], false, error);
    for (size_t i = 0; i < files->others && status == ALEA_OK; i++) {
        if (!submissions_is_metadata(in, files->other[i]))
            status = submissions_add_file(in, files->other[i], true, error);
    }
    for (size_t i = 0; i < files->others && status == ALEA_OK; i++)
        if (submissions_is_metadata(in, files->other[i]))
            status = submissions_add_metadata(in, files->other[i], error);
    return status;
}

/* Adds what all paths contain: files and folders together, so that none is added twice, then bots and archives. */
static alea_status submissions_add_paths(alea__intake *in, alea__files *files, alea_error *error)
{
    alea_status status = ALEA_OK;
    size_t searched = 0;
    const char **search = alea__alloc_array(in->paths + 1, sizeof *search);
    if (!search) return alea__out_of_memory(error);
    for (unsigned i = 0; i < in->paths; i++)
        if (submissions_path_kind(in->path[i]) == PATH_FILES) search[searched++] = in->path[i];
    if (searched > 0 || in->paths == 0) status = alea__files_find(search, searched, files, error);
    if (status == ALEA_OK) status = submissions_add_found(in, files, error);
    for (unsigned i = 0; i < in->paths && status == ALEA_OK; i++) {
        const path_kind kind = submissions_path_kind(in->path[i]);
        if (kind == PATH_BOT) status = submissions_add_bot(in, i, error);
        if (kind == PATH_ARCHIVE && !submissions_is_repeated(in, i))
            status = alea__intake_add_archive(in, i, in->path[i], error);
    }
    alea__free(search);
    return status;
}

/* Fails where an archive, or a folder without strategies, has no file of a student. */
static alea_status submissions_check_paths(const alea__intake *in, const alea__files *files,
                                           alea_error *error)
{
    const char *path = NULL, *why = CONTEST_EMPTY_FOLDER;
    for (size_t i = 0; i < files->bares && !path; i++)
        if (!submissions_has_any(in, files->bare[i])) path = files->bare[i];
    for (unsigned i = 0; i < in->paths && !path; i++) {
        if (submissions_path_kind(in->path[i]) != PATH_ARCHIVE || submissions_is_repeated(in, i)) continue;
        if (submissions_has_any(in, in->path[i])) continue;
        path = in->path[i];
        why = CONTEST_EMPTY_ARCHIVE;
    }
    if (!path) return ALEA_OK;
    char shown[SHOWN];
    alea__printable(shown, sizeof shown, path, strlen(path));
    return alea__fail_at(error, ALEA_E_FILE, shown, 0, "%s", why);
}

/* ---- the caller's view ---- */

/* Makes the caller's view of the candidates. */
static alea_status submissions_fill(submissions_holder *h, alea_error *error)
{
    const alea__intake *in = &h->intake;
    h->submission = alea__alloc_array(in->count + 1, sizeof *h->submission);
    if (!h->submission) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < in->count; i++) {
        const alea__candidate *c = &in->candidate[i];
        const bool shared = i > 0 && in->candidate[i - 1].found == c->found;
        h->submission[i] = (alea_submission){.file = c->file,
                                             .student = c->student,
                                             .id = c->id,
                                             .email = c->email,
                                             .lms = c->lms,
                                             .status = c->status,
                                             .staff = c->staff,
                                             .late_mark = c->late_mark,
                                             .time_source = c->time_source,
                                             .time = c->time_source ? c->when.second : 0,
                                             .shared = shared,
                                             .author = c->author,
                                             .refusal = c->refusal};
    }
    h->submissions.count = in->count;
    h->submissions.submission = h->submission;
    h->submissions.student = h->student;
    h->submissions.warnings = in->warnings;
    h->submissions.warning = (const char *const *)in->warning;
    h->submissions.left_out = in->left_out;
    return ALEA_OK;
}

/* All steps from the paths to the counting submission of each student. */
static alea_status submissions_take(submissions_holder *h, alea_error *error)
{
    alea__intake *in = &h->intake;
    alea__files files = {0};
    alea_status status = alea__intake_set_deadline(in, error);
    if (status == ALEA_OK) status = submissions_add_paths(in, &files, error);
    if (status == ALEA_OK) status = alea__intake_identify(in, error);
    if (status == ALEA_OK) status = alea__intake_read_list(in, error);
    if (status == ALEA_OK) status = alea__intake_find_students(in, error);
    if (status == ALEA_OK) status = alea__intake_refuse_others(in, error);
    if (status == ALEA_OK) status = submissions_check_paths(in, &files, error);
    if (status == ALEA_OK) status = alea__intake_decide(in, &h->student, &h->submissions.students, error);
    if (status == ALEA_OK) status = submissions_fill(h, error);
    alea__files_clear(&files);
    return status;
}

alea_status alea_submissions_read(const alea_game *game, const char *const *paths, size_t count,
                                  alea_sandbox *sandbox, const alea_submissions_options *options,
                                  alea_submissions **out, alea_error *error)
{
    submissions_holder *h = alea__alloc(sizeof *h);
    if (!h) return alea__out_of_memory(error);
    alea__intake *in = &h->intake;
    *in = (alea__intake){.game = game, .sandbox = sandbox, .path = paths, .paths = count};
    in->options = ALEA__OPTIONS(alea_submissions_options, options);
    const alea_status status = submissions_take(h, error);
    in->path = NULL; /* the caller's */
    if (status == ALEA_OK)
        *out = &h->submissions;
    else
        alea_submissions_free(&h->submissions);
    return status;
}

void alea_submissions_free(alea_submissions *submissions)
{
    if (!submissions) return;
    submissions_holder *h = (submissions_holder *)submissions;
    alea__intake_clear(&h->intake);
    alea__free(h->submission);
    alea__free(h->student);
    alea__free(h);
}

const alea__candidate *alea__submission_source(const alea_submissions *submissions, unsigned index)
{
    ALEA_ASSERT(index < submissions->count);
    return &((const submissions_holder *)submissions)->intake.candidate[index];
}
