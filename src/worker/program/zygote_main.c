/* The program alea-worker: the zygote. The library starts it with a socket as file descriptor 3, tells it what to load,
   and then asks for forks, which become workers (jobs.c). One thread does all this, since a fork copies only one. */
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "sandbox/engines.h"
#include "sandbox/messages.h"
#include "sandbox/python.h"
#include "sandbox/stack.h"
#include "worker/messages.h"
#include "worker/program/compile.h"
#include "worker/program/confine.h"
#include "worker/program/jobs.h"
#include "worker/protocol.h"

#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct zygote {
    alea__channel control;
    alea__text in, out;
    alea__unpacker request;
    alea__wasm_sandbox *sandbox;
    char *cache_folder, *python;
} zygote;

static void zygote_answer(zygote *z, alea_status status, const alea_error *error)
{
    z->out.size = 0;
    alea__pack_status(&z->out, status, error);
}

/* ---- loading ---- */

/* Whether the engine may reserve gigabytes of addresses for each memory; otherwise it checks accesses itself. */
static bool zygote_has_addresses(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur > UINT64_C(512) << 30;
}

/* Opens the engine with the limits that the library sent. */
static void zygote_hello(zygote *z)
{
    enum { LONGEST_PATH = 1 << 16 };
    alea_error error = {0};
    alea_sandbox *sandbox = NULL;
    alea_sandbox_options options = {.may_handle_signals = zygote_has_addresses()};
    const uint64_t version = alea__unpack_word(&z->request);
    options.fuel = alea__unpack_word(&z->request);
    options.memory = alea__unpack_word(&z->request);
    options.max_size = alea__unpack_word(&z->request);
    options.cache_size = alea__unpack_word(&z->request);
    options.threads = (unsigned)alea__unpack_word(&z->request);
    options.cache_folder = z->cache_folder = alea__unpack_text(&z->request, LONGEST_PATH);
    options.python = z->python = alea__unpack_text(&z->request, LONGEST_PATH);
    if (version != ALEA__WORKER_VERSION || z->request.bad || z->sandbox) _exit(EXIT_FAILURE);
    alea_status status =
        alea__confine_prepare() ? ALEA_OK : alea__fail(&error, ALEA_E_SANDBOX, WORKER_NO_FILTER);
    if (status == ALEA_OK) status = alea__confine_check(options.memory, &error);
    if (status == ALEA_OK) status = alea__sandbox_open_here(&options, &sandbox, &error);
    z->sandbox = (alea__wasm_sandbox *)sandbox;
    if (status == ALEA_OK)
        status = alea__engine_open_one_thread(&sandbox->options, &z->sandbox->engine, &error);
    zygote_answer(z, status, &error);
}

/* In a fork: makes it end when the zygote does. */
static void zygote_bind_to(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent) _exit(EXIT_FAILURE);
}

/* Waits for the end of a process. If the library's process has ended meanwhile, this one ends, too. */
static void zygote_wait_for(pid_t process)
{
    enum { LOOK = 100 }; /* milliseconds */
    struct pollfd library = {.fd = ALEA__WORKER_FD};
    pid_t ended;
    while ((ended = waitpid(process, NULL, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        poll(&library, 1, LOOK);
        if (library.revents & (POLLHUP | POLLERR)) _exit(EXIT_FAILURE);
    }
}

/* Compiles with as many threads as the library allows. This process runs only alea's code, so the engine may be configured
   by its environment. */
static _Noreturn void zygote_compile_and_end(const zygote *z, const alea__bot_text *python)
{
    alea_sandbox_options options = z->sandbox->base.options;
    alea__engine *engine;
    wasmtime_component_t *component;
    char threads[16];
    snprintf(threads, sizeof threads, "%u", options.threads);
    if (options.threads > 1 && setenv("RAYON_NUM_THREADS", threads, 1) == 0) options.threads = 0;
    if (alea__engine_open(&options, &engine, NULL) == ALEA_OK)
        alea__engine_compile_python(engine, python, &component);
    _exit(EXIT_SUCCESS);
}

/* Compiles Python in a separate process, because threads must not exist where workers are forked. The result is only
   visible in the cache. */
static void zygote_compile_python(const zygote *z, const alea__bot_text *python)
{
    const pid_t own = getpid();
    const pid_t process = fork();
    if (process == 0) {
        zygote_bind_to(own);
        zygote_compile_and_end(z, python);
    }
    if (process > 0) zygote_wait_for(process);
}

/* Loads Python from the cache, or compiles it. */
static alea_status zygote_get_python(zygote *z, alea_error *error)
{
    alea__engine *engine = z->sandbox->engine;
    unsigned char *data;
    size_t size;
    char key[65];
    wasmtime_error_t *failure = NULL;
    alea_status status = alea__engine_check_space(ALEA__PYTHON_SPACE, error);
    if (status == ALEA_OK) status = alea__read_file(z->python, ALEA__LARGEST_COMPONENT, &data, &size, error);
    if (status != ALEA_OK) return status;
    const alea__bot_text python = {z->python, data, size};
    z->sandbox->python = alea__find_compiled_python(z->sandbox, &python, key);
    if (!z->sandbox->python && engine->cache.folder) {
        zygote_compile_python(z, &python);
        z->sandbox->python = alea__cache_get(&engine->cache, engine->wasm, key);
    }
    if (!z->sandbox->python) failure = alea__engine_compile_python(engine, &python, &z->sandbox->python);
    alea__free(data);
    if (!failure) return ALEA_OK;
    wasmtime_error_delete(failure);
    return alea__fail_at(error, ALEA_E_FILE, z->python, 0, SANDBOX_PYTHON_WRONG_COMPONENT);
}

/* Runs Python once without a strategy, so that all workers have what the engine prepares on first use. Fails if the
   component is not alea's. */
static alea_status zygote_warm_up(const zygote *z, alea_error *error)
{
    const alea__python_job job = {.source = "", .side = 1, .most = 1};
    alea__tabulated table;
    alea_status status = alea__python_judge_here(&z->sandbox->base, &job, &table, error);
    if (status == ALEA_OK) alea__tabulated_clear(&table);
    return status;
}

/* Answers what went wrong with the cache, too. */
static void zygote_load_python(zygote *z)
{
    alea_error error = {0};
    alea_status status = ALEA_OK;
    if (!z->python) _exit(EXIT_FAILURE); /* the library does not ask for it then */
    if (!z->sandbox->python) {
        status = zygote_get_python(z, &error);
        if (status == ALEA_OK) status = zygote_warm_up(z, &error);
        if (status == ALEA_OK) alea__python_prepare(&z->sandbox->base);
    }
    const char *trouble = status == ALEA_OK ? alea__cache_trouble(&z->sandbox->engine->cache) : NULL;
    zygote_answer(z, status, &error);
    if (status == ALEA_OK) alea__pack_text(&z->out, trouble ? trouble : "");
}

/* ---- workers ---- */

/* In the fork. It must not outlive the zygote, nor use more processor time than `seconds`: then a signal ends it, and a
   second later one that it cannot handle. */
static _Noreturn void zygote_become_worker(const zygote *z, pid_t parent, int socket, uint64_t seconds)
{
    struct rlimit life;
    zygote_bind_to(parent);
    if (getrlimit(RLIMIT_CPU, &life) != 0) _exit(EXIT_FAILURE);
    if (life.rlim_cur > seconds) life.rlim_cur = seconds;
    if (life.rlim_max > seconds + 1) life.rlim_max = seconds + 1;
    if (setrlimit(RLIMIT_CPU, &life) != 0) _exit(EXIT_FAILURE);
    if (dup2(socket, ALEA__WORKER_FD) < 0) _exit(EXIT_FAILURE);
    if (close_range(ALEA__WORKER_FD + 1, ~0U, 0) != 0) _exit(EXIT_FAILURE);
    alea__worker_work(ALEA__WORKER_FD, z->sandbox);
}

/* Makes a worker, and sends its socket and process, or the reason for a failure. */
static void zygote_fork(zygote *z)
{
    const uint64_t seconds = alea__unpack_word(&z->request);
    int pair[2];
    const pid_t own = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        if (!alea__channel_send_fd(&z->control, -1, -errno)) _exit(EXIT_FAILURE);
        return;
    }
    pid_t process = fork();
    if (process == 0) zygote_become_worker(z, own, pair[1], seconds);
    bool sent = process > 0 ? alea__channel_send_fd(&z->control, pair[0], process)
                            : alea__channel_send_fd(&z->control, -1, -errno);
    if (!sent) _exit(EXIT_FAILURE);
    close(pair[0]);
    close(pair[1]);
}

/* waitpid only accepts children of the zygote, so no other process can be meant */
static void zygote_end(zygote *z)
{
    int said = -1;
    siginfo_t about;
    const pid_t process = (pid_t)alea__unpack_word(&z->request);
    if (process > 0 && waitid(P_PID, (id_t)process, &about, WEXITED | WNOHANG | WNOWAIT) == 0) {
        kill(process, SIGKILL);
        while (waitpid(process, &said, 0) < 0 && errno == EINTR) continue;
    }
    zygote_answer(z, ALEA_OK, NULL);
    alea__pack_word(&z->out, (uint64_t)(int64_t)said);
}

/* ---- */

/* Handles a message. */
static void zygote_do(zygote *z, uint32_t kind)
{
    if (kind != ALEA__HELLO && !(z->sandbox && z->sandbox->engine)) _exit(EXIT_FAILURE);
    switch (kind) {
    case ALEA__HELLO: zygote_hello(z); break;
    case ALEA__PYTHON: zygote_load_python(z); break;
    case ALEA__FORK: zygote_fork(z); return; /* it has answered */
    case ALEA__END: zygote_end(z); break;
    default: _exit(EXIT_FAILURE);
    }
    if (z->out.failed || !alea__channel_send(&z->control, ALEA__DONE, z->out.data, z->out.size))
        _exit(EXIT_FAILURE);
}

/* Serves the library until it is gone. */
static void *zygote_serve(void *user)
{
    static zygote z = {.control = {.fd = ALEA__WORKER_FD}};
    uint32_t kind;
    (void)user;
    alea__has_large_stack(); /* so that a worker, which may open no file, need not ask */
    while (alea__channel_receive(&z.control, &kind, &z.in, ALEA__MOST_REQUEST)) {
        z.request = (alea__unpacker){.at = (const unsigned char *)z.in.data, .left = z.in.size};
        zygote_do(&z, kind);
    }
    return NULL;
}

/* Programs need a large stack (sandbox/stack.h) on every machine. So a thread with such a stack handles messages and forks;
   this one only waits. If the system cannot provide the stack, the engine reports it. */
static bool zygote_serve_on_own_stack(void)
{
    mallopt(M_ARENA_MAX,
            1); /* to give back memory that only a second thread has, the C library opens a file */
    return alea__thread_on_large_stack(zygote_serve, NULL);
}

/* Ctrl-C is meant for alea, which ends its workers itself. The build calls `alea-worker compile PYTHON.wasm FILE`. */
int main(int count, char **argument)
{
    if (count == 4 && strcmp(argument[1], "compile") == 0)
        return alea__compile_python(argument[2], argument[3]);
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    setenv("TZ", "UTC0", 1); /* a worker may open no file, not even one about time zones */
    tzset();
    int type;
    socklen_t size = sizeof type;
    if (getsockopt(ALEA__WORKER_FD, SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
        fputs(WORKER_PURPOSE "\n", stderr);
        return 2;
    }
    if (!zygote_serve_on_own_stack()) zygote_serve(NULL);
    return EXIT_SUCCESS;
}
