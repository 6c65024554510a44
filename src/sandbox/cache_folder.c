#include "sandbox/cache_folder.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/temporary.h"
#include "base/text.h"
#include "sandbox/messages.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_FILE = 256 << 20, MOST_FILES = 100000 };

/* ---- ownership ---- */

/* The required owner of a file or folder, and the message about others. */
typedef struct folder_owner {
    bool or_root; /* the user's, or root's */
    const char *foreign, *shared;
} folder_owner;

static const folder_owner owner_of_folder = {false, SANDBOX_CACHE_FOLDER_FOREIGN,
                                             SANDBOX_CACHE_FOLDER_SHARED},
                          owner_of_file = {false, SANDBOX_CACHE_FILE_FOREIGN, SANDBOX_CACHE_FILE_SHARED},
                          owner_installed = {true, SANDBOX_CACHE_FILE_FOREIGN, SANDBOX_CACHE_FILE_SHARED};

/* Fails unless only its owner can have written to an open file or folder. */
static alea_status folder_trust(int file, const char *shown, const folder_owner *owner, alea_error *error)
{
    struct stat about;
    if (fstat(file, &about) != 0) return alea__cannot_write(shown, errno, error);
    if (about.st_uid != geteuid() && !(owner->or_root && about.st_uid == 0))
        return alea__fail(error, ALEA_E_FILE, "%s: %s", shown, owner->foreign);
    if (about.st_mode & (S_IWGRP | S_IWOTH))
        return alea__fail(error, ALEA_E_FILE, "%s: %s", shown, owner->shared);
    return ALEA_OK;
}

/* Opens the folder; *out is -1 if there is none. */
static alea_status folder_open_of(const char *path, const folder_owner *owner, int *out, alea_error *error)
{
    *out = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
    if (*out < 0 && errno == ENOENT) return ALEA_OK;
    if (*out < 0) return alea__cannot_write(path, errno, error);
    alea_status status = folder_trust(*out, path, owner, error);
    if (status == ALEA_OK) return ALEA_OK;
    close(*out);
    *out = -1;
    return status;
}

static alea_status folder_open(const char *path, int *out, alea_error *error)
{
    return folder_open_of(path, &owner_of_folder, out, error);
}

/* Makes the folder and its parents. Failures show when the file is written. */
static void folder_make(const char *folder)
{
    char *path = alea__copy_text(folder);
    if (!path) return;
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    mkdir(path, 0700);
    alea__free(path);
}

/* ---- reading ---- */

/* Reads a regular file of a sensible size; one of another kind or size is as good as none. */
static alea_status folder_read_open(int file, unsigned char **data, size_t *size, alea_error *error)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > LARGEST_FILE) return ALEA_OK;
    const size_t wanted = (size_t)about.st_size;
    unsigned char *bytes = alea__alloc_bare(wanted + 1, 1);
    if (!bytes) return alea__out_of_memory(error);
    size_t done = 0;
    for (ssize_t got = 1; done < wanted && got != 0;) {
        got = read(file, bytes + done, wanted - done);
        if (got < 0 && errno != EINTR) break;
        if (got > 0) done += (size_t)got;
    }
    if (done < wanted) {
        alea__free(bytes);
        return ALEA_OK;
    }
    futimens(file, NULL); /* it has been used */
    *data = bytes;
    *size = wanted;
    return ALEA_OK;
}

/* A file, and who must own it and its folder. */
typedef struct folder_place {
    const char *folder, *name;
    const folder_owner *folder_owner, *file_owner;
} folder_place;

/* Reads it into new memory; *data is NULL if there is none. */
static alea_status folder_read(const folder_place *p, unsigned char **data, size_t *size, alea_error *error)
{
    int at;
    *data = NULL;
    alea_status status = folder_open_of(p->folder, p->folder_owner, &at, error);
    if (status != ALEA_OK || at < 0) return status;
    int file = openat(at, p->name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    close(at);
    if (file < 0) return ALEA_OK;
    status = folder_trust(file, p->folder, p->file_owner, error);
    if (status == ALEA_OK) status = folder_read_open(file, data, size, error);
    close(file);
    return status;
}

alea_status alea__cache_folder_read(const char *folder, const char *name, unsigned char **data, size_t *size,
                                    alea_error *error)
{
    return folder_read(&(folder_place){folder, name, &owner_of_folder, &owner_of_file}, data, size, error);
}

alea_status alea__cache_file_read(const char *path, unsigned char **data, size_t *size, alea_error *error)
{
    char *folder = alea__copy_text(path);
    if (!folder) return alea__out_of_memory(error);
    char *slash = strrchr(folder, '/');
    const char *name = slash ? slash + 1 : folder;
    if (slash) *slash = 0;
    const folder_place place = {slash == folder ? "/"
                                : slash         ? folder
                                                : ".",
                                name, &owner_installed, &owner_installed};
    alea_status status = folder_read(&place, data, size, error);
    alea__free(folder);
    return status;
}

/* ---- writing ---- */

/* Writes and syncs. Returns 0, or an errno. */
static int folder_write_all(int file, const unsigned char *data, size_t size)
{
    while (size > 0) {
        ssize_t n = write(file, data, size);
        if (n < 0 && errno != EINTR) return errno;
        if (n == 0) return EIO;
        if (n > 0) data += n, size -= (size_t)n;
    }
    return fsync(file) == 0 ? 0 : errno;
}

/* Writes a temporary file, which only the user can read, and gives it its name. Returns 0, or an errno. */
static int folder_write_file(int folder, const char *name, const void *data, size_t size)
{
    char temporary[ALEA__TEMPORARY_NAME];
    int file = alea__temporary_create(folder, 0600, temporary);
    if (file < 0) return errno;
    int reason = folder_write_all(file, data, size);
    if (reason == 0 && renameat(folder, temporary, folder, name) != 0) reason = errno;
    if (reason != 0) unlinkat(folder, temporary, 0);
    close(file);
    return reason;
}

alea_status alea__cache_folder_write(const char *folder, const char *name, const void *data, size_t size,
                                     alea_error *error)
{
    int at;
    folder_make(folder);
    alea_status status = folder_open(folder, &at, error);
    if (status == ALEA_OK && at < 0) status = alea__cannot_write(folder, ENOENT, error);
    if (status != ALEA_OK) return status;
    const int reason = folder_write_file(at, name, data, size);
    close(at);
    return reason == 0 ? ALEA_OK : alea__cannot_write(folder, reason, error);
}

/* ---- keeping to a size ---- */

typedef struct cached_file {
    char name[80];
    uint64_t size;
    struct timespec used;
} cached_file;

static int cached_by_use(const void *a, const void *b)
{
    const cached_file *p = a, *q = b;
    if (p->used.tv_sec != q->used.tv_sec) return p->used.tv_sec < q->used.tv_sec ? -1 : 1;
    if (p->used.tv_nsec != q->used.tv_nsec) return p->used.tv_nsec < q->used.tv_nsec ? -1 : 1;
    return strcmp(p->name, q->name);
}

/* Files that alea compiled, and Python bots that the program built: 32 digits and .wasm. */
static bool cached_is_ours(const char *name)
{
    return alea__ends_with(name, ".compiled") ||
           (strspn(name, "0123456789abcdef") == 32 && strcmp(name + 32, ".wasm") == 0);
}

/* The compiled files in the folder, in new memory; NULL if there are none or memory runs out. Closes the folder. */
static cached_file *cached_list(int folder, size_t *count)
{
    cached_file *list = NULL;
    uint32_t capacity = 0;
    struct stat about;
    DIR *stream = fdopendir(folder);
    if (!stream) close(folder);
    for (const struct dirent *entry; stream && *count < MOST_FILES && (entry = readdir(stream));) {
        if (!cached_is_ours(entry->d_name) || strlen(entry->d_name) >= sizeof list->name) continue;
        if (fstatat(folder, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(about.st_mode))
            continue;
        if (!alea__grow(&list, &capacity, *count + 1, sizeof *list)) break;
        cached_file *f = &list[(*count)++];
        *f = (cached_file){.size = (uint64_t)about.st_size, .used = about.st_mtim};
        snprintf(f->name, sizeof f->name, "%s", entry->d_name);
    }
    if (stream) closedir(stream);
    return list;
}

void alea__cache_folder_shrink(const char *folder, const char *keep, uint64_t most)
{
    int at, again;
    size_t count = 0;
    uint64_t total = 0;
    if (folder_open(folder, &at, NULL) != ALEA_OK || at < 0) return;
    again = fcntl(at, F_DUPFD_CLOEXEC, 0);
    cached_file *list = again >= 0 ? cached_list(again, &count) : NULL;
    for (size_t i = 0; i < count; i++) total += list[i].size;
    if (count > 0) qsort(list, count, sizeof *list, cached_by_use);
    for (size_t i = 0; i < count && total > most; i++) {
        if (strcmp(list[i].name, keep) == 0) continue;
        ALEA_ASSERT(total >= list[i].size);
        if (unlinkat(at, list[i].name, 0) == 0) total -= list[i].size;
    }
    alea__free(list);
    close(at);
}
