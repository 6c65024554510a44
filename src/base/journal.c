#include "base/journal.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct alea__journal {
    int file;
    uint64_t safe;          /* bytes of the file that are on the disk */
    unsigned char *waiting; /* data after the written bytes */
    size_t size;
    uint32_t capacity;
    size_t given; /* bytes of `waiting` that the system has, if not the disk */
    char path[PATH_MAX];
    char trouble[PATH_MAX + 200]; /* empty: none */
};

/* ---- opening and closing ---- */

/* Opens a regular file and locks it, so that no other process writes to it. */
static alea_status journal_open_file(alea__journal *j, const char *path, int flags, alea_error *error)
{
    struct stat about;
    if ((size_t)snprintf(j->path, sizeof j->path, "%s", path) >= sizeof j->path)
        return alea__cannot_write(path, ENAMETOOLONG, error);
    j->file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0666);
    if (j->file < 0 || fstat(j->file, &about) != 0) return alea__cannot_write(path, errno, error);
    if (!S_ISREG(about.st_mode)) return alea__fail_at(error, ALEA_E_WRITE, path, 0, BASE_CANNOT_CONTINUE);
    /* some network file systems cannot lock; the journal then works unlocked */
    if (flock(j->file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return ALEA_OK;
    return alea__fail_at(error, ALEA_E_WRITE, path, 0, BASE_LOCKED);
}

static alea_status journal_open(const char *path, int flags, alea__journal **out, alea_error *error)
{
    alea__journal *j = alea__alloc(sizeof *j);
    if (!j) return alea__out_of_memory(error);
    j->file = -1;
    alea_status status = journal_open_file(j, path, flags, error);
    if (status == ALEA_OK)
        *out = j;
    else
        alea__journal_close(j);
    return status;
}

alea_status alea__journal_create(const char *path, alea__journal **out, alea_error *error)
{
    alea_status status = journal_open(path, O_CREAT | O_EXCL, out, error);
    if (status == ALEA_OK) alea__sync_folder_of(path);
    return status;
}

alea_status alea__journal_open(const char *path, alea__journal **out, alea_error *error)
{
    return journal_open(path, 0, out, error);
}

alea_status alea__journal_keep(alea__journal *j, uint64_t size, alea_error *error)
{
    ALEA_ASSERT(j->size == 0);
    if (ftruncate(j->file, (off_t)size) != 0) return alea__cannot_write(j->path, errno, error);
    j->safe = size;
    return ALEA_OK;
}

void alea__journal_close(alea__journal *j)
{
    if (!j) return;
    if (j->file >= 0) {
        alea__journal_write(j, true);
        close(j->file);
    }
    alea__free(j->waiting);
    alea__free(j);
}

void alea__journal_drop(alea__journal *j)
{
    if (!j) return;
    unlink(j->path); /* before it is closed, and so unlocked */
    j->size = j->given = 0;
    alea__journal_close(j);
}

/* ---- writing ---- */

const char *alea__journal_path(const alea__journal *j)
{
    return j->path;
}

bool alea__journal_add(alea__journal *j, const void *bytes, size_t size)
{
    if (!alea__grow(&j->waiting, &j->capacity, j->size + size, 1)) return false;
    memcpy(j->waiting + j->size, bytes, size);
    j->size += size;
    return true;
}

/* 0, or why not. */
static int journal_give(alea__journal *j)
{
    while (j->given < j->size) {
        ssize_t n = pwrite(j->file, j->waiting + j->given, j->size - j->given, (off_t)(j->safe + j->given));
        if (n < 0 && errno != EINTR) return errno;
        if (n == 0) return EIO;
        if (n > 0) j->given += (size_t)n;
    }
    return 0;
}

/* After a failed sync the system may have dropped written data (fsync(2)), so all of it is written again. */
static int journal_make_safe(alea__journal *j)
{
    ALEA_ASSERT(j->given == j->size);
    if (j->size == 0) return 0;
    if (fdatasync(j->file) != 0) {
        j->given = 0;
        return errno;
    }
    j->safe += j->size;
    j->size = j->given = 0;
    return 0;
}

bool alea__journal_write(alea__journal *j, bool sync)
{
    char buffer[ALEA__REASON];
    int reason = journal_give(j);
    if (reason == 0 && sync) reason = journal_make_safe(j);
    j->trouble[0] = 0;
    if (reason != 0)
        snprintf(j->trouble, sizeof j->trouble, "%s: " BASE_CANNOT_WRITE, j->path,
                 alea__reason(reason, buffer));
    return reason == 0;
}

const char *alea__journal_trouble(const alea__journal *j)
{
    return j->trouble[0] ? j->trouble : NULL;
}
