#include "base/temporary.h"
#include "base/assert.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names tried for a temporary file, which only files in use and files of others take; and entries of a folder that are looked
   at. */
enum { MOST_NAMES = 1000, MOST_ENTRIES = 100000 };

int alea__open_folder_of(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const int length = slash ? (int)(slash - path) + 1 : 0;
    if (snprintf(folder, sizeof folder, "%.*s.", length, path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* ---- files of killed processes ---- */

/* The process that named a temporary file; 0 if it is not one. */
static long temporary_process(const char *name)
{
    long process;
    int number, length = 0;
    if (sscanf(name, ".alea-%10ld-%4d.tmp%n", &process, &number, &length) != 2 || length == 0) return 0;
    return name[length] == 0 && process > 0 ? process : 0;
}

/* Whether the process has ended. A process of another machine or container may seem to have ended; the lock decides then.
   Versions of alea without locks are known only by their process. */
static bool temporary_is_orphan(long process)
{
    return process == (long)getpid() || (kill((pid_t)process, 0) != 0 && errno == ESRCH);
}

/* Removes a file that is not locked, if it belongs to the user. */
static void temporary_remove(int folder, const char *name)
{
    struct stat about;
    int file = openat(folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return;
    const bool own = fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid();
    if (own && flock(file, LOCK_EX | LOCK_NB) == 0) unlinkat(folder, name, 0);
    close(file);
}

/* Removes the user's files of this kind whose processes have ended. Files that cannot be removed are left for another time. */
static void temporary_clear(int folder)
{
    int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = own >= 0 ? fdopendir(own) : NULL;
    if (!list) {
        if (own >= 0) close(own);
        return;
    }
    const struct dirent *entry;
    for (int i = 0; i < MOST_ENTRIES && (entry = readdir(list)); i++) {
        const long process = temporary_process(entry->d_name);
        if (process > 0 && temporary_is_orphan(process)) temporary_remove(folder, entry->d_name);
    }
    closedir(list);
}

/* ---- a new one ---- */

/* Locks the new file. Returns false if another process took it for an orphan first. If files cannot be locked, they stay
   unlocked, and other processes leave them alone because they cannot lock them either. */
static bool temporary_lock(int file)
{
    struct stat about;
    if (flock(file, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
    return fstat(file, &about) != 0 || about.st_nlink > 0;
}

int alea__temporary_create(int folder, mode_t mode, char name[ALEA__TEMPORARY_NAME])
{
    temporary_clear(folder);
    errno = EEXIST;
    for (int i = 0; i < MOST_NAMES; i++) {
        snprintf(name, ALEA__TEMPORARY_NAME, ".alea-%ld-%d.tmp", (long)getpid(), i);
        ALEA_ASSERT(temporary_process(name) == (long)getpid());
        int file = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file < 0 && errno != EEXIST) return -1;
        if (file < 0) continue;
        if (temporary_lock(file)) return file;
        close(file);
    }
    return -1;
}
