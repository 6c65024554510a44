#include "base/file.h"
#include "base/assert.h"
#include "base/crew.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/messages.h"
#include "base/sha256.h"
#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sha2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* ---- reading ---- */

static alea_status file_cannot_read(alea_error *error, const char *path, int reason)
{
    char buffer[ALEA__REASON];
    return alea__fail_at(error, ALEA_E_FILE, path, 0, BASE_CANNOT_READ, alea__reason(reason, buffer));
}

static alea_status file_too_big(alea_error *error, const char *path, size_t limit, const struct stat *about)
{
    if (!S_ISREG(about->st_mode)) return alea__fail_at(error, ALEA_E_FILE, path, 0, BASE_NO_END, limit);
    return alea__fail_at(error, ALEA_E_FILE, path, 0, BASE_TOO_LONG, (long long)about->st_size, limit);
}

/* Only files and pipes are read: other kinds have no end. */
static alea_status file_check_kind(const char *path, size_t limit, const struct stat *about,
                                   alea_error *error)
{
    if (S_ISDIR(about->st_mode)) return alea__fail_at(error, ALEA_E_FILE, path, 0, BASE_FOLDER);
    if (!S_ISREG(about->st_mode) && !S_ISFIFO(about->st_mode))
        return alea__fail_at(error, ALEA_E_FILE, path, 0, BASE_DEVICE);
    if (S_ISREG(about->st_mode) && (unsigned long long)about->st_size > limit)
        return file_too_big(error, path, limit, about);
    return ALEA_OK;
}

/* Without O_NONBLOCK, opening a named pipe without a writer would wait forever. */
static int file_open_to_read(const char *path, bool follow)
{
    int file;
    do file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW));
    while (file < 0 && errno == EINTR);
    if (file >= 0) fcntl(file, F_SETFL, 0);
    return file;
}

/* The contents of a file while it is read. */
typedef struct file_content {
    const char *path;
    size_t limit;
    bool no_link, regular; /* a symbolic link is not followed; pipes are refused */
    unsigned char *data;
    size_t size, capacity;
} file_content;

/* Reads to the end, whatever size was announced, because files grow and pipes have no size. Requests one byte more than the
   limit, to tell a file that is too long from one that just fits. */
static alea_status content_read(int file, const struct stat *about, file_content *c, alea_error *error)
{
    size_t expected = S_ISREG(about->st_mode) ? (size_t)about->st_size + 1 : 65536;
    for (;;) {
        if (c->size > c->limit)
            return file_too_big(error, c->path, c->limit, &(struct stat){.st_mode = S_IFIFO});
        if (c->size == c->capacity) {
            size_t wanted = c->capacity == 0 ? expected : 2 * c->capacity;
            if (wanted > c->limit) wanted = c->limit + 1;
            unsigned char *data = alea__resize(c->data, wanted + 1);
            if (data == NULL) return alea__out_of_memory(error);
            c->data = data;
            c->capacity = wanted;
        }
        ALEA_ASSERT(c->size < c->capacity);
        ssize_t got = read(file, c->data + c->size, c->capacity - c->size);
        if (got == 0) return ALEA_OK;
        if (got < 0 && errno != EINTR) return file_cannot_read(error, c->path, errno);
        if (got > 0) c->size += (size_t)got;
    }
}

/* Reads the whole file described by `c` into new memory, with a zero byte at the end. */
static alea_status file_read_whole(file_content c, unsigned char **data, size_t *size, alea_error *error)
{
    int file = file_open_to_read(c.path, !c.no_link);
    if (file < 0) return file_cannot_read(error, c.path, errno);
    struct stat about;
    alea_status status = fstat(file, &about) != 0 ? file_cannot_read(error, c.path, errno)
                                                  : file_check_kind(c.path, c.limit, &about, error);
    if (status == ALEA_OK && c.regular && !S_ISREG(about.st_mode))
        status = alea__fail_at(error, ALEA_E_FILE, c.path, 0, BASE_PIPE);
    if (status == ALEA_OK) status = content_read(file, &about, &c, error);
    close(file);
    if (status != ALEA_OK) {
        alea__free(c.data);
        return status;
    }
    c.data[c.size] = 0;
    *data = c.data;
    *size = c.size;
    return ALEA_OK;
}

int alea__compare_entries(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

alea_status alea__read_file(const char *path, size_t limit, unsigned char **data, size_t *size,
                            alea_error *error)
{
    return file_read_whole((file_content){.path = path, .limit = limit}, data, size, error);
}

alea_status alea__read_file_itself(const char *path, size_t limit, unsigned char **data, size_t *size,
                                   alea_error *error)
{
    return file_read_whole((file_content){.path = path, .limit = limit, .no_link = true}, data, size, error);
}

alea_status alea__read_regular_file(const char *path, size_t limit, unsigned char **data, size_t *size,
                                    alea_error *error)
{
    return file_read_whole((file_content){.path = path, .limit = limit, .regular = true}, data, size, error);
}

/* ---- text that is not UTF-8 ---- */

static bool wide_begins(const unsigned char *text, size_t size, const char *mark, size_t length)
{
    return size >= length && memcmp(text, mark, length) == 0;
}

/* The encoding of text that is not in single bytes, by the byte order mark or, without one, by the zero bytes of the first
   characters. NULL for others. */
static const char *wide_encoding(const unsigned char *text, size_t size)
{
    if (wide_begins(text, size, "\xFF\xFE\0\0", 4) || wide_begins(text, size, "\0\0\xFE\xFF", 4))
        return "UTF-32";
    if (wide_begins(text, size, "\xFF\xFE", 2) || wide_begins(text, size, "\xFE\xFF", 2)) return "UTF-16";
    if (size < 4) return NULL;
    unsigned zeros = 0; /* the bits of the bytes that are zero */
    for (unsigned i = 0; i < 4; i++) zeros |= (text[i] == 0 ? 1u : 0u) << i;
    if (zeros == 0xE || zeros == 0x7) return "UTF-32";
    return zeros == 0xA || zeros == 0x5 ? "UTF-16" : NULL;
}

alea_status alea__refuse_wide_text(const char *file, const void *data, size_t size, alea_status status,
                                   alea_error *error)
{
    const char *encoding = wide_encoding(data, size);
    return encoding ? alea__fail_at(error, status, file, 0, BASE_WIDE_TEXT, encoding) : ALEA_OK;
}

/* ---- reading here and there ---- */

struct alea__file {
    int file;
    int reason; /* errno of the first read that failed, else 0 */
    uint64_t size;
    char path[PATH_MAX];
};

/* Like pread(2), but reads all bytes. Returns 0 or an error number; EIO means that the file has become shorter. */
static int file_read_at(int file, uint64_t at, void *out, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(file, (char *)out + done, size - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return got < 0 ? errno : EIO;
        done += (size_t)got;
    }
    return 0;
}

alea_status alea__file_open(const char *path, alea__file **out, alea_error *error)
{
    struct stat about;
    int file = file_open_to_read(path, true);
    if (file < 0) return file_cannot_read(error, path, errno);
    alea_status status = fstat(file, &about) != 0 ? file_cannot_read(error, path, errno)
                                                  : file_check_kind(path, SIZE_MAX, &about, error);
    if (status == ALEA_OK && !S_ISREG(about.st_mode))
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, BASE_PIPE);
    alea__file *opened = status == ALEA_OK ? alea__alloc(sizeof *opened) : NULL;
    if (status == ALEA_OK && opened == NULL) status = alea__out_of_memory(error);
    if (status != ALEA_OK) {
        close(file);
        return status;
    }
    opened->file = file;
    opened->size = (uint64_t)about.st_size;
    snprintf(opened->path, sizeof opened->path, "%s", path);
    *out = opened;
    return ALEA_OK;
}

void alea__file_close(alea__file *file)
{
    if (file == NULL) return;
    close(file->file);
    alea__free(file);
}

uint64_t alea__file_size(const alea__file *file)
{
    return file->size;
}

bool alea__file_get(void *from, uint64_t at, void *out, size_t size)
{
    alea__file *file = from;
    int reason = file_read_at(file->file, at, out, size);
    if (file->reason == 0) file->reason = reason;
    return reason == 0;
}

alea_status alea__file_failure(const alea__file *file, alea_error *error)
{
    return file_cannot_read(error, file->path, file->reason == 0 ? EIO : file->reason);
}

/* ---- writing ---- */

struct alea__draft {
    FILE *stream;
    int file;
    int reason;               /* errno of the first write that failed, else 0 */
    char path[PATH_MAX];      /* as given: for messages */
    char target[PATH_MAX];    /* links followed */
    char temporary[PATH_MAX]; /* empty when the target is a pipe or a device, which is written in place */
};

alea_status alea__cannot_write(const char *path, int reason, alea_error *error)
{
    char buffer[ALEA__REASON];
    return alea__fail_at(error, ALEA_E_WRITE, path, 0, BASE_CANNOT_WRITE, alea__reason(reason, buffer));
}

/* Write function of the stream; keeps the errno of the first failure for the commit. */
static ssize_t draft_write(void *cookie, const char *bytes, size_t size)
{
    alea__draft *draft = cookie;
    size_t written = 0;
    while (written < size && draft->reason == 0) {
        ssize_t n = write(draft->file, bytes + written, size - written);
        if (n >= 0)
            written += (size_t)n;
        else if (errno != EINTR)
            draft->reason = errno;
    }
    return (ssize_t)written; /* fewer than `size`: an error, see fopencookie(3) */
}

/* How much of a path is its folder, with the final slash; 0 in the current one. */
static int file_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (int)(slash - path) + 1;
}

static int draft_fail_with(int reason)
{
    errno = reason;
    return -1;
}

/* Makes a new file beside the target. The length of its name does not depend on the target's, which may have the maximum length. */
static int draft_create_beside(alea__draft *draft)
{
    char name[ALEA__TEMPORARY_NAME];
    const int length = file_folder_length(draft->target);
    if (length + ALEA__TEMPORARY_NAME > (int)sizeof draft->temporary) return draft_fail_with(ENAMETOOLONG);
    int folder = alea__open_folder_of(draft->target);
    if (folder < 0) return -1;
    int file = alea__temporary_create(folder, 0666, name);
    const int reason = errno;
    close(folder);
    if (file < 0) return draft_fail_with(reason);
    snprintf(draft->temporary, sizeof draft->temporary, "%.*s%s", length, draft->target, name);
    return file;
}

/* Opens the file that will replace `path`, or the target of a link of that name, with the same permissions. */
static int draft_open_replacement(alea__draft *draft, const char *path, const struct stat *old)
{
    if (old != NULL && access(path, W_OK) != 0) return -1; /* a read-only file is not replaced */
    if (old != NULL && realpath(path, draft->target) == NULL) return -1;
    int file = draft_create_beside(draft);
    if (file >= 0 && old != NULL && fchmod(file, old->st_mode & 0777) != 0) {
        int reason = errno;
        close(file);
        unlink(draft->temporary);
        return draft_fail_with(reason);
    }
    return file;
}

/* The open file that a path such as /dev/stdout or /dev/fd/3 stands for, or -1. It is shared, not replaced. */
static int draft_number(const char *path)
{
    int number = -1, end = 0;
    if (strcmp(path, "/dev/stdout") == 0) return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0) return STDERR_FILENO;
    return sscanf(path, "/dev/fd/%d%n", &number, &end) == 1 && path[end] == 0 ? number : -1;
}

/* Opens the file to write to: a new one next to the target, or the target itself if it is not a regular file. */
static int draft_open(alea__draft *draft, const char *path)
{
    if (snprintf(draft->path, sizeof draft->path, "%s", path) >= PATH_MAX)
        return draft_fail_with(ENAMETOOLONG);
    strcpy(draft->target, draft->path);
    int number = draft_number(path);
    if (number >= 0) return fcntl(number, F_DUPFD_CLOEXEC, 0);
    struct stat old;
    if (stat(path, &old) != 0) return errno == ENOENT ? draft_open_replacement(draft, path, NULL) : -1;
    if (S_ISDIR(old.st_mode)) return draft_fail_with(EISDIR);
    if (S_ISREG(old.st_mode)) return draft_open_replacement(draft, path, &old);
    /* without O_NONBLOCK, opening a pipe without a reader would wait forever */
    int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file >= 0) fcntl(file, F_SETFL, 0);
    return file;
}

alea_status alea__draft_open(const char *path, alea__draft **out, alea_error *error)
{
    alea__draft *draft = alea__alloc(sizeof *draft);
    if (draft == NULL) return alea__out_of_memory(error);
    draft->file = draft_open(draft, alea__crew_leads() ? path : "/dev/null");
    alea_status status = draft->file >= 0 ? ALEA_OK : alea__cannot_write(path, errno, error);
    if (status == ALEA_OK)
        draft->stream = fopencookie(draft, "w", (cookie_io_functions_t){.write = draft_write});
    if (status == ALEA_OK && draft->stream == NULL) {
        status = alea__out_of_memory(error);
        close(draft->file);
        if (draft->temporary[0] != 0) unlink(draft->temporary);
    }
    if (status == ALEA_OK)
        *out = draft;
    else
        alea__free(draft);
    return status;
}

FILE *alea__draft_stream(alea__draft *draft)
{
    return draft->stream;
}

bool alea__draft_has_places(const alea__draft *draft)
{
    return draft->temporary[0] != 0;
}

bool alea__draft_failed(const alea__draft *draft)
{
    return draft->reason != 0;
}

bool alea__draft_put(alea__draft *draft, uint64_t at, const void *bytes, size_t size)
{
    ALEA_ASSERT(alea__draft_has_places(draft));
    for (size_t done = 0; done < size && draft->reason == 0;) {
        ssize_t n = pwrite(draft->file, (const char *)bytes + done, size - done, (off_t)(at + done));
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            draft->reason = errno;
    }
    return draft->reason == 0;
}

bool alea__draft_get(void *from, uint64_t at, void *out, size_t size)
{
    alea__draft *draft = from;
    ALEA_ASSERT(alea__draft_has_places(draft));
    int reason = file_read_at(draft->file, at, out, size);
    if (draft->reason == 0) draft->reason = reason;
    return reason == 0;
}

void alea__sync_folder_of(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s.", file_folder_length(path), path);
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    close(file);
}

/* Flushes, syncs, renames and closes. Returns 0 or the errno of the first failure. */
static int draft_finish(alea__draft *draft)
{
    bool in_place = draft->temporary[0] == 0;
    if (fclose(draft->stream) != 0 && draft->reason == 0) draft->reason = errno;
    if (in_place) {
        if (close(draft->file) != 0 && draft->reason == 0) draft->reason = errno;
        return draft->reason;
    }
    if (draft->reason == 0 && fsync(draft->file) != 0) draft->reason = errno;
    if (draft->reason == 0 && rename(draft->temporary, draft->target) != 0) draft->reason = errno;
    if (draft->reason != 0) unlink(draft->temporary);
    close(draft->file); /* it was locked until now; all of it is on the disk */
    if (draft->reason == 0) alea__sync_folder_of(draft->target);
    return draft->reason;
}

alea_status alea__draft_commit(alea__draft *draft, alea_error *error)
{
    int reason = draft_finish(draft);
    alea_status status = reason == 0 ? ALEA_OK : alea__cannot_write(draft->path, reason, error);
    alea__free(draft);
    return status;
}

void alea__draft_drop(alea__draft *draft)
{
    if (draft == NULL) return;
    /* the rest of the buffer is then not written, and nothing is renamed */
    draft->reason = ECANCELED;
    draft_finish(draft);
    alea__free(draft);
}

alea_status alea__write_file(const char *path, const void *data, size_t size, alea_error *error)
{
    alea__draft *draft;
    alea_status status = alea__draft_open(path, &draft, error);
    if (status != ALEA_OK) return status;
    if (size > 0) fwrite(data, 1, size, draft->stream); /* a failure is remembered by the draft */
    return alea__draft_commit(draft, error);
}

void alea__sha256_hex(const void *data, size_t size, char out[65])
{
    SHA2_CTX hash;
    SHA256Init(&hash);
    if (size > 0) alea__sha256_update(&hash, data, size);
    SHA256End(&hash, out);
}

bool alea__sha256_range(alea__get *get, void *from, uint64_t begin, uint64_t end, char out[65])
{
    unsigned char piece[1 << 16];
    SHA2_CTX hash;
    ALEA_ASSERT(begin <= end);
    SHA256Init(&hash);
    for (uint64_t at = begin; at < end; at += sizeof piece) {
        size_t size = end - at < sizeof piece ? (size_t)(end - at) : sizeof piece;
        if (!get(from, at, piece, size)) return false;
        alea__sha256_update(&hash, piece, size);
    }
    SHA256End(&hash, out);
    return true;
}
