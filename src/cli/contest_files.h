#ifndef ALEA_CLI_CONTEST_FILES_H
#define ALEA_CLI_CONTEST_FILES_H
/* The files of a contest: what it reads, and whether what it writes would take the place of that. */
#include "cli/cli.h"

/* Whether a file is called as strategies are: .py, .lua, .wasm or .csv. */
bool cli_is_strategy(const char *path);

/* A file that is to be written, or NULL. */
typedef struct cli_output {
    const char *option, *path;
} cli_output;

/* Each output is a file of its own, is neither the game nor one of the paths with the entries, and would be no entry of the
   next contest. CLI_DONE, or what is wrong has been said. */
int cli_check_outputs(const cli_output *, size_t count, const char *game, cli_words paths);
#endif
