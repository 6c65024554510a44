#ifndef ALEA_COMMAND_OUTPUTS_H
#define ALEA_COMMAND_OUTPUTS_H
/* Keeps a command from losing one of its outputs, or what it reads. */
#include "command/options.h"

#include <limits.h>
#include <sys/stat.h>

/* What tells whether two paths are one file: its device and number if it exists, else its path. */
typedef struct cli_file {
    char real[PATH_MAX];
    struct stat about;
    bool exists;
} cli_file;

/* In a folder that does not exist, the path stays as it is. */
cli_file cli_file_at(const char *path);

/* Several outputs may go to a device such as /dev/null, so devices are never the same. */
bool cli_file_is_same(const cli_file *, const cli_file *);

/* Checks that the files to write of a parsed command line are different files, and none of its operands. Returns CLI_DONE, or
   prints a message. */
int cli_check_outputs(const cli_command *, const char *args);
#endif
