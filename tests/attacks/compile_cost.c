/* Measures what WebAssembly files cost to compile and to start, and compares it with alea's estimate: `compile_cost
   [--estimate] FILE…` prints a line of JSON for each. Without --estimate each is opened as a bot for Hog in a separate
   process, on one thread, as in a worker. */
#include "base/file.h"
#include "base/memory.h"
#include "sandbox/wasm_bot.h"
#include "sandbox/wasm_limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds of the processor in this process, and KiB that it had at most. */
static double cost_so_far(long *kib)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    *kib = usage.ru_maxrss;
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void cost_print(const alea__bot_text *file, const alea__measured *m, const alea_error *refusal,
                       double seconds, long kib)
{
    printf("{\"file\": \"%s\", \"bytes\": %zu, \"work\": %" PRIu64 ", \"largest\": %" PRIu64
           ", \"seconds\": %.4f, \"kib\": %ld, ",
           file->file, file->size, m->most[ALEA__LIMIT_WORK], m->most[ALEA__LIMIT_FUNCTION_WORK], seconds,
           kib);
    if (refusal)
        printf("\"refusal\": \"%.200s\"}\n", refusal->message);
    else
        printf("\"refusal\": null}\n");
    fflush(stdout);
}

/* Measures one file; the process ends. Without an engine there is only the estimate. */
static void cost_measure(alea__engine *engine, const alea_game *game, const alea__bot_text *file)
{
    alea__measured measured = {0};
    alea_error error = {0};
    alea_bot *bot = NULL;
    long before_kib, kib;
    alea_status status = alea__wasm_check_limits(file, alea__bot_interface_of(game), &measured, &error);
    const double before = cost_so_far(&before_kib);
    if (status == ALEA_OK && engine) status = alea__wasm_bot_open(engine, game, file, &bot, &error);
    const double seconds = cost_so_far(&kib) - before;
    cost_print(file, &measured, status == ALEA_OK ? NULL : &error, seconds, kib - before_kib);
    _exit(0);
}

static int cost_of_file(alea__engine *engine, const alea_game *game, const char *path)
{
    alea__bot_text file = {.file = path};
    unsigned char *data;
    int status = 0;
    if (alea__read_file(path, ALEA_LARGEST_WASM, &data, &file.size, NULL) != ALEA_OK) return 1;
    file.data = data;
    const pid_t child = fork();
    if (child == 0) cost_measure(engine, game, &file);
    if (child < 0 || waitpid(child, &status, 0) < 0) status = 1;
    alea__free(data);
    return status;
}

int main(int count, char **paths)
{
    const struct alea_sandbox_options options = {.fuel = 20000000,
                                                 .memory = UINT64_C(256) << 20,
                                                 .max_size = ALEA_LARGEST_WASM,
                                                 .may_handle_signals = !getenv("CHECKS")};
    alea__engine *engine = NULL;
    alea_game *game;
    alea_error error = {0};
    int failed = 0;
    const bool estimate = count > 1 && strcmp(paths[1], "--estimate") == 0;
    if (alea_game_open("hog", &game, &error) != ALEA_OK ||
        (!estimate && alea__engine_open_one_thread(&options, &engine, &error) != ALEA_OK)) {
        fprintf(stderr, "compile_cost: %s\n", error.message);
        return 1;
    }
    for (int i = 1 + estimate; i < count; i++) failed |= cost_of_file(engine, game, paths[i]);
    alea__engine_free(engine);
    alea_game_free(game);
    return failed != 0;
}
