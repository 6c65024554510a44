#include "cli/process.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* "FOLDER/MORE/NAME" with FOLDER `size` bytes long; false when that does not fit or is no program. */
static bool process_try(const char *folder, size_t size, const char *more, const char *name,
                        char out[CMD_PATH_SIZE])
{
    struct stat file;
    int length = snprintf(out, CMD_PATH_SIZE, "%.*s%s/%s", (int)size, folder, more, name);
    return length > 0 && length < CMD_PATH_SIZE && stat(out, &file) == 0 && S_ISREG(file.st_mode) &&
           access(out, X_OK) == 0;
}

static bool process_find_in_path(const char *name, char out[CMD_PATH_SIZE])
{
    const char *path = getenv("PATH");
    if (!path) path = "/usr/local/bin:/usr/bin:/bin";
    for (;;) {
        size_t size = strcspn(path, ":");
        if (size > 0 && process_try(path, size, "", name, out)) return true;
        if (!path[size]) return false;
        path += size + 1;
    }
}

bool cli_own_folder(char out[CMD_PATH_SIZE])
{
    ssize_t size = readlink("/proc/self/exe", out, CMD_PATH_SIZE - 1);
    while (size > 0 && out[size - 1] != '/') size--;
    if (size <= 0) return false;
    out[size] = 0;
    return true;
}

bool cli_find_program(const char *name, char out[CMD_PATH_SIZE])
{
    char self[CMD_PATH_SIZE];
    if (process_find_in_path(name, out)) return true;
    return cli_own_folder(self) && (process_try(self, strlen(self), "venv/bin", name, out) ||
                                    process_try(self, strlen(self), "npm/node_modules/.bin", name, out));
}

/* Starts argv[0] with our signals back to normal, its output on standard error. Returns 0 and sets *child, or an
   errno. */
static int process_spawn(const char *const argv[], const char *says, pid_t *child)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t usual;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    if (says) posix_spawn_file_actions_addopen(&files, STDERR_FILENO, says, O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    /* A child inherits ignored signals. */
    sigemptyset(&usual);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    /* POSIX declares it char *const [], but guarantees not to change it */
    union {
        const char *const *ours;
        char *const *theirs;
    } arguments = {.ours = argv};
    int failure = posix_spawn(child, argv[0], &files, &attributes, arguments.theirs, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

/* Waits for a child while a line on the terminal counts the seconds. Returns 0, or an errno. */
static int process_wait_shown(pid_t child, const char *what, int *status)
{
    enum { TICKS_A_SECOND = 20 };
    const struct timespec tick = {.tv_nsec = 1000000000 / TICKS_A_SECOND};
    pid_t ended;
    unsigned ticks = 0;
    while ((ended = waitpid(child, status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        /* the cursor stays at the start of the line, so the program's output replaces it */
        if (++ticks % TICKS_A_SECOND == 0)
            fprintf(stderr, "\r%s … %u s\033[K\r", what, ticks / TICKS_A_SECOND);
        nanosleep(&tick, NULL);
    }
    if (ticks >= TICKS_A_SECOND) fputs("\033[K", stderr);
    return ended < 0 ? errno : 0;
}

/* Runs a program. If `what` is not NULL, a terminal shows it; if `says` is not NULL, the program's output goes to that file. */
static int process_run(const char *const argv[], const char *says, const char *what)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    const char *terminal = getenv("TERM");
    const bool shows = what && isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    pid_t child;
    int status = 0;
    sigaction(SIGINT, &ignore, &before);
    int failure = process_spawn(argv, says, &child);
    if (!failure && shows) failure = process_wait_shown(child, what, &status);
    while (!failure && !shows && waitpid(child, &status, 0) < 0)
        if (errno != EINTR) failure = errno;
    sigaction(SIGINT, &before, NULL);
    if (failure) {
        errno = failure;
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int cli_run_program(const char *const argv[], bool quiet)
{
    return process_run(argv, quiet ? "/dev/null" : NULL, NULL);
}

int cli_run_slow_program(const char *const argv[], const char *what, const char *says)
{
    return process_run(argv, says, what);
}

static int process_remove_entry(const char *path, const struct stat *file, int kind, struct FTW *place)
{
    (void)file, (void)kind, (void)place;
    remove(path);
    return 0;
}

void cli_remove_folder(const char *folder)
{
    const int open_folders = 16;
    nftw(folder, process_remove_entry, open_folders, FTW_DEPTH | FTW_PHYS);
}
