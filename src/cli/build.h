#pragma once
/* Building WebAssembly bots from source files. All functions return CMD_DONE, or print a message and return the exit status. */
#include "cli/process.h"

#include <alea/game.h>

/* Builds `source` into the file `out` (NULL: beside it, with the ending .wasm) and writes the path of the result to `made`.
   The file is written completely or not at all, and no other files are left. */
int cli_build_bot(const char *source, const char *out, char made[CMD_PATH_SIZE]);

/* Builds a Python bot into the cache folder, unless the same bot was built there before. */
int cli_build_cached(const char *source, char made[CMD_PATH_SIZE]);
