#include "worker/zygote.h"
#include "base/assert.h"
#include "base/error.h"
#include "worker/messages.h"
#include "worker/protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- starting the program ---- */

extern char **environ;

static bool zygote_set_tick(int fd)
{
    const struct timeval tick = {.tv_usec = ALEA__TICK * 1000};
    return setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &tick, sizeof tick) == 0 &&
           setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &tick, sizeof tick) == 0;
}

/* With AVX-512, memset of glibc writes even 0 bytes, by a masked store. Where the page was never touched that takes the processor 80 ns,
   and a loop of memory.fill would take a hundred times the time that its fuel pays for. */
static char zygote_tunables[] = "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512VL";

/* Starts the program with `socket` and nothing else open, and without our environment: a program that breaks out of
   the sandbox finds no secrets there. Returns 0 or an errno. */
static int zygote_spawn(const char *path, int socket, pid_t *process)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t signals;
    char name[] = "alea-worker", *arguments[] = {name, NULL}, *own[] = {zygote_tunables, NULL};
    int failure = posix_spawn_file_actions_init(&files);
    if (failure) return failure;
    posix_spawnattr_init(&attributes);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO);
    if (!ALEA__SANITIZED) posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&files, socket, ALEA__WORKER_FD);
    posix_spawn_file_actions_addclosefrom_np(&files, ALEA__WORKER_FD + 1);
    failure = posix_spawn(process, path, &files, &attributes, arguments,
                          ALEA__SANITIZED ? environ : own); /* where sanitizers find their options */
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failure;
}

/* The caller's wish to stop gives up the zygote as well. */
static bool zygote_tick(void *user)
{
    const alea__zygote *z = user;
    return !z->options.stopped || !z->options.stopped(z->options.user);
}

static bool zygote_was_stopped(const alea__zygote *z)
{
    return !zygote_tick((void *)(uintptr_t)z);
}

void alea__zygote_stop(alea__zygote *z)
{
    if (z->process == 0) return;
    close(z->control.fd);
    kill(z->process, SIGKILL); /* it may be compiling; its workers are killed when it ends */
    while (waitpid(z->process, NULL, 0) < 0 && errno == EINTR) continue;
    alea__text_free(&z->in);
    z->process = 0;
    z->python = false;
}

/* Sends a request and reads the answer. Returns true if it came; *status and the rest of it in `u` are then valid.
   Otherwise gives up the zygote, and *status is ALEA_E_MEMORY, reported, if memory ran out for the answer. */
static bool zygote_call(alea__zygote *z, uint32_t kind, const alea__text *out, alea__unpacker *u,
                        alea_status *status, alea_error *error)
{
    uint32_t answer;
    const alea__text *in = &z->in;
    bool came = !out->failed && alea__channel_send(&z->control, kind, out->data, out->size) &&
                alea__channel_receive(&z->control, &answer, &z->in, ALEA__MOST_ANSWER) &&
                answer == ALEA__DONE;
    *u = (alea__unpacker){.at = (const unsigned char *)in->data, .left = in->size};
    *status = came ? alea__unpack_status(u, error) : ALEA_OK;
    if (came && !u->bad) return true;
    *status = out->failed || in->failed ? alea__out_of_memory(error) : ALEA_E_SANDBOX;
    alea__zygote_stop(z);
    return false;
}

/* Tells the zygote what to load. */
static alea_status zygote_greet(alea__zygote *z, alea_error *error)
{
    const alea_sandbox_options *o = &z->options;
    alea__text out = {0};
    alea__unpacker u;
    alea_status status;
    alea__pack_word(&out, ALEA__WORKER_VERSION);
    alea__pack_word(&out, o->fuel);
    alea__pack_word(&out, o->memory);
    alea__pack_word(&out, o->max_size);
    alea__pack_word(&out, o->cache_size);
    alea__pack_word(&out, o->threads);
    alea__pack_text(&out, o->cache_folder);
    alea__pack_text(&out, o->python);
    if (!zygote_call(z, ALEA__HELLO, &out, &u, &status, error) && status != ALEA_E_MEMORY)
        status = zygote_was_stopped(z) ? alea__fail(error, ALEA_E_STOPPED, WORKER_STOPPED)
                                       : alea__fail(error, ALEA_E_SANDBOX, WORKER_NO_ANSWER, o->worker);
    alea__text_free(&out);
    return status;
}

/* Starts the program, unless it runs, and tells it what to load. */
static alea_status zygote_start(alea__zygote *z, alea_error *error)
{
    int pair[2];
    if (z->process > 0) return ALEA_OK;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return alea__fail(error, ALEA_E_SANDBOX, WORKER_CANNOT_START, z->options.worker, strerror(errno));
    int failure = zygote_set_tick(pair[0]) ? zygote_spawn(z->options.worker, pair[1], &z->process) : errno;
    close(pair[1]);
    if (failure) {
        close(pair[0]);
        z->process = 0;
        return alea__fail(error, ALEA_E_SANDBOX, WORKER_CANNOT_START, z->options.worker, strerror(failure));
    }
    z->control = (alea__channel){.fd = pair[0], .tick = zygote_tick, .user = z};
    alea_status status = zygote_greet(z, error);
    if (status != ALEA_OK) alea__zygote_stop(z);
    return status;
}

/* ---- requests ---- */

static alea_status zygote_lost(const alea__zygote *z, alea_error *error)
{
    if (zygote_was_stopped(z)) return alea__fail(error, ALEA_E_STOPPED, WORKER_STOPPED);
    return alea__fail(error, ALEA_E_SANDBOX, WORKER_LOST);
}

/* Asks for a worker. A zygote that does not answer is stopped. */
static alea_status zygote_fork_once(alea__zygote *z, const alea__text *request, int *fd, pid_t *process,
                                    alea_error *error)
{
    int64_t number;
    if (!alea__channel_send(&z->control, ALEA__FORK, request->data, request->size) ||
        !alea__channel_receive_fd(&z->control, fd, &number)) {
        alea__zygote_stop(z);
        return zygote_lost(z, error);
    }
    if (*fd < 0 || number <= 0)
        return alea__fail(error, ALEA_E_SANDBOX, WORKER_CANNOT_FORK, strerror((int)-number));
    *process = (pid_t)number;
    if (zygote_set_tick(*fd)) return ALEA_OK;
    close(*fd);
    return alea__fail(error, ALEA_E_SANDBOX, WORKER_CANNOT_FORK, strerror(errno));
}

alea_status alea__zygote_fork(alea__zygote *z, uint64_t seconds, int *fd, pid_t *process, alea_error *error)
{
    alea__text request = {0};
    alea_status status = ALEA_E_SANDBOX;
    alea__pack_word(&request, seconds);
    if (request.failed) return alea__out_of_memory(error);
    for (int attempt = 0; attempt < 2 && status == ALEA_E_SANDBOX; attempt++) {
        const bool python = z->python; /* a restarted zygote loads it again */
        status = zygote_start(z, error);
        if (status == ALEA_OK) status = zygote_fork_once(z, &request, fd, process, error);
        if (status == ALEA_OK || z->process > 0) break;
        if (status == ALEA_E_SANDBOX && python) alea__zygote_load_python(z, NULL);
    }
    alea__text_free(&request);
    return status;
}

alea_status alea__zygote_load_python(alea__zygote *z, alea_error *error)
{
    const alea__text out = {0};
    alea__unpacker u;
    alea_status status = zygote_start(z, error);
    if (status != ALEA_OK || z->python) return status;
    if (!zygote_call(z, ALEA__PYTHON, &out, &u, &status, error) && status != ALEA_E_MEMORY)
        status = zygote_lost(z, error);
    z->python = status == ALEA_OK;
    if (z->python && z->trouble[0] == 0) alea__unpack_printable(&u, z->trouble, sizeof z->trouble);
    return status;
}

int alea__zygote_end_worker(alea__zygote *z, pid_t process)
{
    uint64_t number = (uint64_t)process;
    const alea__text out = {.data = (char *)&number, .size = sizeof number}; /* also if memory runs out */
    alea__unpacker u;
    alea_status status;
    if (z->process == 0 || !zygote_call(z, ALEA__END, &out, &u, &status, NULL) || status != ALEA_OK)
        return -1;
    return (int)alea__unpack_word(&u);
}
