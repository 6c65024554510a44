#include "bot/exec_program.h"
#include "base/assert.h"
#include "bot/messages.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TICKS = 10, FAREWELL = 500 }; /* ticks of waiting a second; milliseconds that a program has to end */

extern char **environ;

/* ---- starting and ending ---- */

/* Runs the command with the socket as input and output, and with the usual signals. */
static int program_spawn(alea__program *p, const char *command, int socket)
{
    static char shell[] = "sh", option[] = "-c";
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t signals;
    char *arguments[] = {shell, option, (char *)(uintptr_t)command, NULL};
    int failure = posix_spawn_file_actions_init(&files);
    if (failure) return failure;
    posix_spawnattr_init(&attributes);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    for (int i = 0; i < 3; i++) sigaddset(&signals, (const int[]){SIGINT, SIGPIPE, SIGXFSZ}[i]);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
    failure = posix_spawn(&p->process, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failure;
}

int alea__program_start(alea__program *p, const char *command)
{
    const struct timeval tick = {.tv_usec = 1000000 / TICKS};
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
    setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &tick, sizeof tick);
    setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &tick, sizeof tick);
    p->fd = pair[0];
    const int failure = program_spawn(p, command, pair[1]);
    close(pair[1]);
    if (failure) {
        p->process = 0;
        close(p->fd);
    }
    return failure;
}

/* The process stays until waitpid, so that its number can be no other group's. */
int alea__program_end(alea__program *p)
{
    const struct timespec millisecond = {.tv_nsec = 1000000};
    const pid_t process = p->process;
    int said = -1, waited = 0;
    alea__text_free(&p->in);
    if (process == 0) return -1;
    close(p->fd);
    p->process = 0;
    for (siginfo_t ended;; waited++) {
        ended.si_pid = 0;
        if (waitid(P_PID, (id_t)process, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid) break;
        if (waited == FAREWELL) kill(-process, SIGTERM);
        if (waited == 2 * FAREWELL) kill(-process, SIGKILL);
        nanosleep(&millisecond, NULL);
    }
    kill(-process, SIGKILL);
    while (waitpid(process, &said, 0) < 0)
        if (errno != EINTR) return -1;
    return waited >= FAREWELL ? -1 : said;
}

/* ---- failures ---- */

bool alea__program_fail(alea__program *p, alea_failure failure, const char *format, ...)
{
    va_list arguments;
    if (p->failed.failure) return false;
    va_start(arguments, format);
    alea__format(p->failed.text, sizeof p->failed.text, format, arguments);
    va_end(arguments);
    p->failed.failure = failure;
    return false;
}

/* It has closed its end. */
static bool program_note_end(alea__program *p)
{
    const bool half = p->in.size > p->taken;
    const int said = alea__program_end(p);
    const char *where = half ? BOT_EXEC_HALF : "";
    if (said == -1) return alea__program_fail(p, ALEA_TRAP, BOT_EXEC_CLOSED, where);
    return WIFEXITED(said) ? alea__program_fail(p, ALEA_TRAP, BOT_EXEC_EXITED, where, WEXITSTATUS(said))
                           : alea__program_fail(p, ALEA_TRAP, BOT_EXEC_SIGNAL, where, WTERMSIG(said),
                                                strsignal(WTERMSIG(said)));
}

/* After a call that moved no byte: whether to try again. Notes the failure if not. */
static bool program_goes_on(alea__program *p, int *ticks)
{
    if (errno != EINTR && errno != EAGAIN) return program_note_end(p);
    p->failed.stopped = p->stopped && p->stopped(p->user);
    if (errno == EAGAIN && ++*ticks == ALEA__PROGRAM_SECONDS * TICKS)
        return alea__program_fail(p, ALEA_TRAP, BOT_EXEC_SILENT, ALEA__PROGRAM_SECONDS);
    return !p->failed.stopped;
}

/* ---- lines ---- */

bool alea__program_send(alea__program *p, const char *data, size_t size)
{
    int ticks = 0;
    ALEA_ASSERT(p->process && !p->failed.failure);
    while (size > 0) {
        const ssize_t sent = send(p->fd, data, size, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EPIPE || errno == ECONNRESET))
            return true; /* it may have answered before it ended */
        if (sent < 0 && !program_goes_on(p, &ticks)) return false;
        if (sent < 0) continue;
        data += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Moves what follows the last line to the front. */
static void program_drop_line(alea__program *p)
{
    if (p->taken == 0) return;
    p->in.size -= p->taken;
    memmove(p->in.data, p->in.data + p->taken, p->in.size + 1);
    p->taken = 0;
}

bool alea__program_receive(alea__program *p, const char **line, size_t *size)
{
    char piece[8192];
    int ticks = 0;
    size_t seen = 0;
    ALEA_ASSERT(p->process && !p->failed.failure);
    program_drop_line(p);
    for (;;) {
        const char *end = p->in.size > seen ? memchr(p->in.data + seen, '\n', p->in.size - seen) : NULL;
        if (end) {
            *line = p->in.data;
            *size = (size_t)(end - *line);
            p->taken = *size + 1;
            return true;
        }
        seen = p->in.size;
        if (seen > ALEA__PROGRAM_LINE)
            return alea__program_fail(p, ALEA_TRAP, BOT_EXEC_LONG, ALEA__PROGRAM_LINE);
        const ssize_t got = recv(p->fd, piece, sizeof piece, 0);
        if (got == 0) return program_note_end(p);
        if (got < 0 && !program_goes_on(p, &ticks)) return false;
        if (got > 0) alea__text_add_bytes(&p->in, piece, (size_t)got);
        p->failed.exhausted = p->in.failed;
        if (p->in.failed) return false;
    }
}

bool alea__program_is_ahead(const alea__program *p)
{
    char byte;
    return p->in.size > p->taken || recv(p->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}
