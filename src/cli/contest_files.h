#ifndef ALEA_CLI_CONTEST_FILES_H
#define ALEA_CLI_CONTEST_FILES_H
/* Whether what a contest writes would take the place of what it reads. */
#include "cli/cli.h"

/* A file that is to be written, or NULL. */
typedef struct cli_output {
    const char *option, *path;
} cli_output;

/* What is read: the game, which may be a file, and the paths with the entries. */
typedef struct cli_inputs {
    const char *game;
    const char *const *path;
    size_t paths;
} cli_inputs;

/* Each output is a file of its own, is none of the inputs, and would be no entry of the next contest. CLI_DONE, or what is
   wrong has been said. */
int cli_check_outputs(const cli_output *, size_t count, const cli_inputs *);
#endif
