/* Replaces sandbox/. A sandbox can be opened, because its limits also apply to Lua bots, but cannot run programs. */
#include "base/error.h"
#include "base/memory.h"
#include "bot/bot.h"
#include "minimal/messages.h"
#include "sandbox/python.h"
#include "sandbox/sandbox.h"

/* Not ALEA_E_REFUSED: a contest would disqualify the file for that, although it is not at fault. */
static alea_status no_webassembly(const char *path, alea_error *error)
{
    return alea__fail_at(error, ALEA_E_SANDBOX, path, 0, MINIMAL_NO_WASM);
}

static alea_status open_file(alea_sandbox *sandbox, const alea_game *game, const char *path, alea_bot **out,
                             alea_error *error)
{
    (void)sandbox, (void)game, (void)out;
    return no_webassembly(path, error);
}

static alea_status read_text(alea_sandbox *sandbox, const alea_game *game, const alea__bot_text *text,
                             alea_bot **out, alea_error *error)
{
    (void)sandbox, (void)game, (void)out;
    return no_webassembly(text->file, error);
}

static alea_status no_unzip(alea_sandbox *sandbox, const struct alea__unzip_job *job,
                            struct alea__unzipped *out, alea_error *error)
{
    (void)sandbox, (void)job, (void)out;
    return alea__fail(error, ALEA_E_REFUSED, MINIMAL_NO_UNZIP);
}

static const char *no_trouble(alea_sandbox *sandbox)
{
    (void)sandbox;
    return NULL;
}

static void close_sandbox(alea_sandbox *sandbox)
{
    alea__free(sandbox);
}

/* Checks the options, since Lua bots keep to them. */
alea_status alea_sandbox_open(const alea_sandbox_options *options, alea_sandbox **out, alea_error *error)
{
    alea_sandbox *sandbox = alea__alloc(sizeof *sandbox);
    if (!sandbox) return alea__out_of_memory(error);
    alea_status status = alea__sandbox_options(options, &sandbox->options, error);
    if (status != ALEA_OK) {
        alea__free(sandbox);
        return status;
    }
    sandbox->options.cache_folder = sandbox->options.python = NULL; /* owned by the caller, not used here */
    sandbox->open_wasm = sandbox->open_python = open_file;
    sandbox->read_wasm = read_text;
    sandbox->unzip = no_unzip;
    sandbox->cache_trouble = no_trouble;
    sandbox->free = close_sandbox;
    *out = sandbox;
    return ALEA_OK;
}

alea_status alea__python_judge(alea_sandbox *sandbox, const alea__python_job *job, alea__tabulated *out,
                               alea_error *error)
{
    (void)sandbox, (void)job, (void)out;
    return alea__fail(error, ALEA_E_SANDBOX, MINIMAL_NO_PYTHON);
}

/* Always fails, so that matches take the step path. */
alea_status alea__arena_open(const alea__arena_match *match, alea__arena **out, alea_error *error)
{
    (void)match, (void)out;
    return alea__fail(error, ALEA_E_REFUSED, MINIMAL_NO_ARENA);
}

void alea__arena_free(alea__arena *arena)
{
    (void)arena;
}

uint32_t alea__arena_play(alea__arena *arena, alea__arena_blocks blocks, alea__tally tally[])
{
    (void)arena, (void)blocks, (void)tally;
    return 0;
}
