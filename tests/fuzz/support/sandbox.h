#ifndef FUZZ_SUPPORT_SANDBOX_H
#define FUZZ_SUPPORT_SANDBOX_H
/* A sandbox in the fuzzer's own process, with WebAssembly bots. Its engine compiles on one thread without optimisation,
   because a fuzzer spends most of its time compiling; the answers are the same. */
#include "bot/bot.h"

/* Aborts on failure. */
alea_sandbox *fuzz_sandbox(uint64_t fuel, uint64_t memory);

alea_status fuzz_open_wasm(alea_sandbox *, const alea_game *, const void *data, size_t size, alea_bot **out,
                           alea_error *);

/* A bot in the text format. Aborts if it cannot be opened. */
alea_bot *fuzz_open_wat(alea_sandbox *, const alea_game *, const char *text);
#endif
