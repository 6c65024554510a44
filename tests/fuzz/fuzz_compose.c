/* Any bytes that open as a bot, in matches with other bots: the engine takes every composition that is
   written, unless a bot imports WASI in an unusual way, and a block that is clean holds the games of the step path. The first byte says
   who plays. */
#include "support/arena_match.h"

#include <stdlib.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static fuzz_arena arena;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    fuzz_arena_open(&arena);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    alea_bot *bot;
    if (size < 1) return 0;
    if (fuzz_open_wasm(arena.sandbox, arena.game, data + 1, size - 1, &bot, NULL) != ALEA_OK) return 0;
    fuzz_arena_compare(&arena, bot, data[0]);
    alea_bot_free(bot);
    return 0;
}
