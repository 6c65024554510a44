#ifndef TESTS_SANDBOX_LAB_H
#define TESTS_SANDBOX_LAB_H
/* Shared by the sandbox's tests: opens games, sandboxes and bots, and fails the test otherwise. */

#include "base/file.h"
#include "base/memory.h"
#include "play/match.h"
#include "sandbox/sandbox.h"
#include "sandbox/wasm_bot.h"
#include "support/files.h"

#include <wasmtime/wat.h>

enum { LAB_PATH = 1024 };
#define LAB_SEED UINT64_C(7)

/* Where the build put a test's bot: `two` is $ALEA_BUILD/tests/bots/two.wasm. */
static inline const char *lab_bot_path(const char *name, char path[LAB_PATH])
{
    const char *build = getenv("ALEA_BUILD"), *source = getenv("ALEA_SOURCE");
    bool component = strncmp(name, "original-", 9) == 0;
    assert_non_null(build);
    assert_non_null(source);
    snprintf(path, LAB_PATH, "%s/%s/%s.wasm", component ? source : build,
             component ? "tests/components" : "tests/bots", name);
    return path;
}

/* Writes a .wasm file of that name into the current folder, out of the text form. */
static inline const char *lab_assemble(const char *file, const char *text, size_t size)
{
    wasm_byte_vec_t binary;
    wasm_name_t message = {0};
    wasmtime_error_t *failure = wasmtime_wat2wasm(text, size, &binary);
    if (failure) wasmtime_error_message(failure, &message);
    if (failure) fail_msg("%.*s", (int)message.size, message.data);
    assert_int_equal(alea__write_file(file, binary.data, binary.size, NULL), ALEA_OK);
    wasm_byte_vec_delete(&binary);
    return file;
}

/* Assembles tests/bots/NAME.wat. */
static inline const char *lab_assemble_bot(const char *name, const char *file)
{
    char path[LAB_PATH];
    unsigned char *text;
    size_t size;
    snprintf(path, sizeof path, "%s/tests/bots/%s.wat", getenv("ALEA_SOURCE"), name);
    assert_int_equal(alea__read_file(path, 1 << 20, &text, &size, NULL), ALEA_OK);
    lab_assemble(file, (const char *)text, size);
    alea__free(text);
    return file;
}

static inline alea_game *lab_game(const char *spec)
{
    alea_game *game;
    OK(alea_game_open(spec, &game, &test_error));
    return game;
}

/* In this process; in workers if the test runs as worker/… (tests/CMakeLists.txt). */
static inline alea_sandbox *lab_sandbox(const alea_sandbox_options *options)
{
    char worker[LAB_PATH];
    alea_sandbox *sandbox;
    alea_sandbox_options own = options ? *options : (alea_sandbox_options){0};
    own.no_isolation = !getenv("ALEA_TEST_WORKERS");
    own.worker = worker;
    snprintf(worker, sizeof worker, "%s/alea-worker", getenv("ALEA_BUILD"));
    OK(alea_sandbox_open(&own, &sandbox, &test_error));
    return sandbox;
}

/* A bot by its spec; `wasm:two` is the test bot of that name. */
static inline alea_bot *lab_bot(const alea_game *game, alea_sandbox *sandbox, const char *spec)
{
    char path[LAB_PATH];
    alea_bot *bot;
    if (strncmp(spec, "wasm:", 5) == 0) spec = lab_bot_path(spec + 5, path);
    OK(alea_bot_open(game, spec, sandbox, &bot, &test_error));
    return bot;
}

/* Opening fails with this status, and the message holds these words (NULL ends them). */
static inline void lab_refuses(const alea_game *game, alea_sandbox *sandbox, const char *path,
                               alea_status status, const char *const *words)
{
    alea_bot *bot;
    alea_error error = {0};
    assert_int_equal(alea_bot_open(game, path, sandbox, &bot, &error), status);
    for (; *words; words++)
        if (!strstr(error.message, *words)) fail_msg("\"%s\" does not say \"%s\"", error.message, *words);
    assert_null(strchr(error.message, '\n'));
}
#define LAB_REFUSES(game, sandbox, path, status, ...) \
    lab_refuses(game, sandbox, path, status, (const char *const[]){__VA_ARGS__, NULL})

/* An instance, asked in the first decision of a game in which the mover has `turn` points. */
static inline alea__instance *lab_start(alea_bot *bot, uint64_t seed, uint64_t block)
{
    alea__instance *instance;
    const alea__instance_id id = {.seed = seed, .block = block};
    OK(bot->ops->start(bot, &id, &instance, &test_error));
    return instance;
}

/* The n-th state of those in which `alea bot check` asks. */
static inline alea_state lab_state(const alea_game *game, uint64_t n)
{
    alea_state state;
    bool sampled;
    assert_true(game->family->text->sample_state(game->rules, n, &state, &sampled));
    return state;
}

static inline alea__decision lab_ask(alea_bot *bot, alea__instance *instance, uint64_t state_number)
{
    alea__decision decision = {0};
    alea_state state = lab_state(bot->game, state_number);
    bot->ops->decide(instance, &state, &decision);
    return decision;
}
#endif
