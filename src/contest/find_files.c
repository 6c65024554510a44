/* From paths to the files of a contest. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "contest/contest.h"
#include "contest/messages.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SHOWN = 256 };

/* Ignores case: on some systems strategy.PY is a Python file too. */
alea__language alea__language_of(const char *path)
{
    static const char *const endings[ALEA__LANGUAGES] = {
        [ALEA__PYTHON] = ".py", [ALEA__LUA] = ".lua", [ALEA__WASM] = ".wasm", [ALEA__CSV] = ".csv"};
    int language = 0;
    while (language < ALEA__LANGUAGES && !alea__has_ending(path, endings[language])) language++;
    return (alea__language)language;
}

/* ---- lists of paths ---- */

typedef struct path_list {
    char **path;
    size_t count, capacity;
} path_list;

static void paths_clear(path_list *l)
{
    for (size_t i = 0; i < l->count; i++) alea__free(l->path[i]);
    alea__free(l->path);
    *l = (path_list){0};
}

/* Takes over the path. NULL means that there was no memory for it. */
static alea_status paths_add(path_list *l, char *path, alea_error *error)
{
    if (path && l->count == l->capacity) {
        size_t capacity = l->capacity ? 2 * l->capacity : 64;
        char **wider = alea__resize(l->path, capacity * sizeof *wider);
        if (wider) {
            l->path = wider;
            l->capacity = capacity;
        }
    }
    if (!path || l->count == l->capacity) {
        alea__free(path);
        return alea__out_of_memory(error);
    }
    ALEA_ASSERT(l->count < l->capacity);
    l->path[l->count++] = path;
    return ALEA_OK;
}

static char *path_join(const char *folder, const char *name)
{
    size_t length = strlen(folder), size = length + strlen(name) + 2;
    char *path = alea__alloc(size);
    if (path)
        snprintf(path, size, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);
    return path;
}

/* ---- folders ---- */

typedef struct file_search {
    path_list files;
    path_list folders;  /* not searched yet */
    path_list left_out; /* files in folders that are not strategies */
    path_list bare;     /* given folders that contain only such files */
} file_search;

/* The list for a path in a folder; NULL if it is ignored. A name with a leading dot was not submitted but left by a
   program; if it looks like a strategy it is counted. Links to folders are not followed, because they may form a cycle. */
static path_list *search_list_for(file_search *s, const char *path, const char *name)
{
    const bool strategy = alea__language_of(name) < ALEA__LANGUAGES;
    struct stat about;
    if (name[0] == '.') return strategy ? &s->left_out : NULL;
    if (strategy) return &s->files;
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode) ? &s->folders : &s->left_out;
}

static alea_status search_failed(const char *folder, int reason, alea_error *error)
{
    char shown[SHOWN], text[ALEA__REASON];
    if (reason == ENOMEM) return alea__out_of_memory(error);
    alea__printable(shown, sizeof shown, folder, strlen(folder));
    return alea__fail_at(error, ALEA_E_FILE, shown, 0, CONTEST_FOLDER, alea__reason(reason, text));
}

/* Sorts the contents of a folder into the lists. A subfolder that cannot be opened becomes an entry, so that judging it
   reports the reason. If the machine fails, entries could be missing, so that is an error. */
static alea_status search_folder(file_search *s, const char *folder, alea_error *error)
{
    DIR *stream = opendir(folder);
    if (!stream && (errno == ENOMEM || errno == EMFILE || errno == ENFILE || errno == EIO))
        return search_failed(folder, errno, error);
    if (!stream) return paths_add(&s->files, alea__copy_text(folder), error);
    alea_status status = ALEA_OK;
    for (struct dirent *each; status == ALEA_OK;) {
        errno = 0;
        each = readdir(stream);
        if (!each && errno != 0) status = search_failed(folder, errno, error);
        if (!each) break;
        char *path = path_join(folder, each->d_name);
        path_list *to = path ? search_list_for(s, path, each->d_name) : &s->files;
        if (to)
            status = paths_add(to, path, error);
        else
            alea__free(path);
    }
    closedir(stream);
    return status;
}

static alea_status search_folders(file_search *s, alea_error *error)
{
    alea_status status = ALEA_OK;
    while (status == ALEA_OK && s->folders.count > 0) {
        char *folder = s->folders.path[--s->folders.count];
        status = search_folder(s, folder, error);
        alea__free(folder);
    }
    return status;
}

/* ---- paths as given ---- */

/* Adds the strategies of a folder and of those within it, and its other files; there must be at least one. */
static alea_status search_add_folder(file_search *s, const char *path, alea_error *error)
{
    char shown[SHOWN];
    const size_t before = s->files.count, others = s->left_out.count;
    DIR *stream = opendir(path);
    if (!stream) return search_failed(path, errno, error);
    closedir(stream);
    alea_status status = paths_add(&s->folders, alea__copy_text(path), error);
    if (status == ALEA_OK) status = search_folders(s, error);
    if (status != ALEA_OK || s->files.count > before) return status;
    if (s->left_out.count > others) return paths_add(&s->bare, alea__copy_text(path), error);
    alea__printable(shown, sizeof shown, path, strlen(path));
    return alea__fail_at(error, ALEA_E_FILE, shown, 0, CONTEST_EMPTY_FOLDER);
}

/* Adds a path as given by the user: a file, or all files in a folder. */
static alea_status search_add_path(file_search *s, const char *path, alea_error *error)
{
    struct stat about;
    char shown[SHOWN];
    alea__printable(shown, sizeof shown, path, strlen(path));
    if (stat(path, &about) != 0 && (errno == ENOENT || errno == ENOTDIR) && lstat(path, &about) != 0)
        return alea__fail(error, ALEA_E_FILE, CONTEST_NO_FILE, shown);
    if (alea__language_of(path) < ALEA__LANGUAGES) return paths_add(&s->files, alea__copy_text(path), error);
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return search_add_folder(s, path, error);
    return alea__fail(error, ALEA_E_USAGE, CONTEST_NOT_A_PATH, shown);
}

/* ---- each file once ---- */

/* A file and its real path. */
typedef struct found_file {
    char *path, *real;
    unsigned links; /* number of links on the way */
} found_file;

static int files_by_real_path(const void *a, const void *b)
{
    const found_file *p = a, *q = b;
    int order = strcmp(p->real, q->real);
    if (order) return order;
    return p->links != q->links ? (p->links > q->links) - (p->links < q->links) : strcmp(p->path, q->path);
}

static int files_by_path(const void *a, const void *b)
{
    return strcmp(((const found_file *)a)->path, ((const found_file *)b)->path);
}

static bool path_is_link(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

/* Counts the folders of a path that are symbolic links. */
static unsigned path_count_links(const char *path)
{
    char folder[PATH_MAX];
    unsigned links = 0;
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        int length = (int)(slash - path);
        if (length == 0 || length >= (int)sizeof folder) continue;
        snprintf(folder, sizeof folder, "%.*s", length, path);
        links += path_is_link(folder);
    }
    return links;
}

/* The real path of a file. A symbolic link keeps its own path within the real folder, so it never replaces its target. A
   path that cannot be resolved is unchanged. */
static char *path_real(const char *path)
{
    char folder[PATH_MAX], real[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (!path_is_link(path)) return alea__copy_text(realpath(path, real) ? real : path);
    int length = slash == path ? 1 : slash ? (int)(slash - path) : 1;
    if (length >= (int)sizeof folder) return alea__copy_text(path);
    snprintf(folder, sizeof folder, "%.*s", length, slash ? path : ".");
    return realpath(folder, real) ? path_join(real, slash ? slash + 1 : path) : alea__copy_text(path);
}

/* Among several paths to one file, keeps the one with the fewest links, and among those the first. */
static size_t files_drop_repeated(found_file *places, size_t count)
{
    size_t kept = 0;
    qsort(places, count, sizeof *places, files_by_real_path);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || strcmp(places[kept - 1].real, places[i].real) != 0) {
            found_file moved = places[i];
            places[i] = places[kept];
            places[kept++] = moved;
        }
    }
    qsort(places, kept, sizeof *places, files_by_path);
    return kept;
}

/* Sorts the paths and keeps one for each file. */
static alea_status paths_keep_once(path_list *files, alea_error *error)
{
    bool complete = true;
    if (files->count == 0) return ALEA_OK;
    found_file *places = alea__alloc_array(files->count, sizeof *places);
    if (!places) return alea__out_of_memory(error);
    for (size_t i = 0; i < files->count; i++) {
        places[i] = (found_file){files->path[i], path_real(files->path[i]), path_count_links(files->path[i])};
        if (!places[i].real) complete = false;
    }
    size_t kept = complete ? files_drop_repeated(places, files->count) : files->count;
    for (size_t i = 0; i < files->count; i++) {
        alea__free(places[i].real);
        files->path[i] = places[i].path;
        if (i >= kept) alea__free(places[i].path);
    }
    ALEA_ASSERT(kept > 0 && kept <= files->count);
    files->count = kept;
    alea__free(places);
    return complete ? ALEA_OK : alea__out_of_memory(error);
}

/* ---- all paths ---- */

alea_status alea__files_find(const char *const *paths, size_t count, alea__files *out, alea_error *error)
{
    file_search s = {0};
    alea_status status = ALEA_OK;
    if (count == 0) return alea__fail(error, ALEA_E_USAGE, CONTEST_NO_PATHS);
    for (size_t i = 0; i < count && status == ALEA_OK; i++) status = search_add_path(&s, paths[i], error);
    if (status == ALEA_OK) status = paths_keep_once(&s.files, error);
    if (status == ALEA_OK) status = paths_keep_once(&s.left_out, error);
    paths_clear(&s.folders);
    *out = (alea__files){.path = s.files.path,
                         .count = s.files.count,
                         .other = s.left_out.path,
                         .others = s.left_out.count,
                         .bare = s.bare.path,
                         .bares = s.bare.count};
    if (status != ALEA_OK) alea__files_clear(out);
    return status;
}

void alea__files_clear(alea__files *files)
{
    paths_clear(&(path_list){.path = files->path, .count = files->count});
    paths_clear(&(path_list){.path = files->other, .count = files->others});
    paths_clear(&(path_list){.path = files->bare, .count = files->bares});
    *files = (alea__files){0};
}
