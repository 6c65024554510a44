#ifndef ALEA_COMMAND_OUTPUTS_H
#define ALEA_COMMAND_OUTPUTS_H
/* Prevents a command from overwriting one of its own outputs or inputs. */
#include "command/options.h"

#include <limits.h>
#include <sys/stat.h>

/* The identity of a file: its device and number if it exists, else its path. */
typedef struct cmd_file {
    char real[PATH_MAX];
    struct stat about;
    bool exists;
} cmd_file;

/* If the folder does not exist, the path is used unchanged. */
cmd_file cmd_file_at(const char *path);

/* Several outputs may go to a device such as /dev/null, so devices are never the same. */
bool cmd_file_is_same(const cmd_file *, const cmd_file *);

/* Checks that the files to write of a parsed command line are different files, and none of its operands. Returns CMD_DONE, or
   prints a message. */
int cmd_check_outputs(const cmd_table *, const char *args);
#endif
