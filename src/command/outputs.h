#pragma once
/* Prevents a command from overwriting one of its own outputs or inputs. */
#include "command/host.h"

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

/* Runs a command whose struct is filled, once it is clear that the files to write are different files, none of them an operand, and
   can be written. */
int cmd_run_call(const cmd_call *);

/* Makes a private folder beside `path`, on the same file system. On failure returns false and sets errno. */
bool cmd_make_folder_beside(const char *path, char out[CMD_PATH_SIZE]);
