#ifndef ALEA_COMMAND_CONTEST_FILES_H
#define ALEA_COMMAND_CONTEST_FILES_H
/* Keeps a contest from making entries. */
#include "command/command.h"

/* Whether a file has the extension of a strategy: .py, .lua, .wasm or .csv. */
bool cli_is_strategy(const char *path);

/* A file to write, or NULL. */
typedef struct cli_output {
    const char *option, *path;
} cli_output;

/* Checks that none of the outputs would become an entry of the next contest. Returns CLI_DONE, or prints a message. */
int cli_check_entries(const cli_output *, size_t count, cli_words paths);
#endif
