/* Node with the engine of build/web; see web_engine.h. */
#include "bench/web_engine.h"
#include "bench/race.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
extern const unsigned char bench_web_engine[]; /* web_engine.mjs, which ends with a zero byte */

/* ---- what make web made ---------------------------------------------------------------------------------- */

typedef struct web_places {
    char node[BENCH_PATH], site[BENCH_PATH];
} web_places;

static bool web_is_there(const char *folder, int length, web_places *out)
{
    char engine[BENCH_PATH];
    const int node = snprintf(out->node, BENCH_PATH, "%.*s/deps/node/bin/node", length, folder),
              site = snprintf(out->site, BENCH_PATH, "%.*s/web", length, folder),
              file = snprintf(engine, BENCH_PATH, "%.*s/web/alea.wasm", length, folder);
    return node < BENCH_PATH && site < BENCH_PATH && file < BENCH_PATH && access(out->node, X_OK) == 0 &&
           access(engine, R_OK) == 0;
}

/* In the folder of the program, or in the one above, for programs of build/release. */
static alea_status web_find(const char *program, web_places *out, alea_error *error)
{
    const char *slash = strrchr(program, '/');
    int length = slash ? (int)(slash - program) : 0;
    if (web_is_there(program, length, out)) return ALEA_OK;
    while (length > 0 && program[--length] != '/') continue;
    if (web_is_there(program, length, out)) return ALEA_OK;
    return bench_fail(error, ALEA_E_UNKNOWN,
                      "There is no engine for the browser, or no Node to run it: `make web` builds both.");
}

/* ---- the process ----------------------------------------------------------------------------------------- */

enum { READS, WRITES };

/* Starts Node with the ends of two pipes as its standard input and output. */
static int web_spawn(const web_places *at, int input, int output, pid_t *process)
{
    char node[BENCH_PATH], site[BENCH_PATH],
        module[] = "--input-type=module",
        eval[] = "--eval", *const script = (char *)(uintptr_t)bench_web_engine;
    char *const arguments[] = {node, module, eval, script, site, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t usual;
    memcpy(node, at->node, sizeof node);
    memcpy(site, at->site, sizeof site);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    sigemptyset(&usual); /* what we ignore, a child would ignore as well */
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int failure = posix_spawn(process, node, &files, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

alea_status web_engine_start(const bench_options *options, web_engine *out, alea_error *error)
{
    web_places at;
    int requests[2], answers[2];
    *out = (web_engine){0};
    alea_status status = web_find(options->program, &at, error);
    if (status != ALEA_OK) return status;
    if (pipe2(requests, O_CLOEXEC) != 0)
        return bench_fail(error, ALEA_E_WRITE, "Cannot make a pipe: %s.", strerror(errno));
    if (pipe2(answers, O_CLOEXEC) != 0) {
        close(requests[READS]);
        close(requests[WRITES]);
        return bench_fail(error, ALEA_E_WRITE, "Cannot make a pipe: %s.", strerror(errno));
    }
    const int failure = web_spawn(&at, requests[READS], answers[WRITES], &out->process);
    close(requests[READS]);
    close(answers[WRITES]);
    out->requests = fdopen(requests[WRITES], "w");
    out->answers = fdopen(answers[READS], "r");
    if (failure == 0 && out->requests && out->answers) return ALEA_OK;
    if (failure != 0) out->process = 0;
    web_engine_end(out);
    return bench_fail(error, ALEA_E_WRITE, "Cannot start %s: %s.", at.node,
                      strerror(failure ? failure : ENOMEM));
}

/* Node ends when there is nothing more to read. */
void web_engine_end(web_engine *engine)
{
    if (engine->requests) fclose(engine->requests);
    if (engine->answers) fclose(engine->answers);
    while (engine->process > 0 && waitpid(engine->process, NULL, 0) < 0 && errno == EINTR) continue;
    *engine = (web_engine){0};
}

/* ---- requests -------------------------------------------------------------------------------------------- */

/* Takes an answer's line apart. */
static alea_status web_read_answer(const char *line, double *took, json_t **answer, alea_error *error)
{
    json_t *told = json_loads(line, 0, NULL);
    const char *why = json_string_value(json_object_get(told, "error"));
    alea_status status = ALEA_OK;
    *took = json_number_value(json_object_get(told, "seconds"));
    *answer = json_incref(json_object_get(told, "answer"));
    if (!*answer || *took <= 0) {
        status = bench_fail(error, ALEA_E_STOPPED, "The engine in Node failed: %s",
                            why ? why : "its answer cannot be read.");
        json_decref(*answer);
    }
    json_decref(told);
    return status;
}

alea_status web_engine_ask(web_engine *engine, const char *request, double seconds, double *took,
                           json_t **answer, alea_error *error)
{
    char *line = NULL;
    size_t size = 0;
    fprintf(engine->requests, "{\"request\":%s,\"seconds\":%g}\n", request, seconds);
    if (fflush(engine->requests) != 0 || getline(&line, &size, engine->answers) < 0) {
        free(line);
        return bench_fail(error, ALEA_E_STOPPED, "The engine in Node has ended before it answered.");
    }
    const alea_status status = web_read_answer(line, took, answer, error);
    free(line);
    return status;
}
