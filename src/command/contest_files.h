#pragma once
/* Keeps a contest from making entries. */
#include "command/command.h"

/* Whether a file has the extension of a strategy: .py, .lua, .wasm or .csv. */
bool cmd_is_strategy(const char *path);

/* A file to write, or NULL. */
typedef struct cmd_output {
    const char *option, *path;
} cmd_output;

/* Checks that none of the outputs would become an entry of the next contest. Returns CMD_DONE, or prints a message. */
int cmd_check_entries(const cmd_output *, size_t count, cmd_words paths);
