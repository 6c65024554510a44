#pragma once
/* Other programs, found and run without a shell. */
#include "command/host.h"

/* Finds a program in $PATH, else where set-up puts its tools, or beside alea. */
bool cli_find_program(const char *name, char out[CMD_PATH_SIZE]);

/* The folder of alea itself, with a final slash. Returns false if unknown. */
bool cli_own_folder(char out[CMD_PATH_SIZE]);

/* Runs argv[0] (a path) and waits. Its output goes to standard error, or is discarded if `quiet`. Ctrl-C ends it and not
   us. Returns its exit status, 128 + the signal that ended it, or -1 with errno if it could not be run. */
int cli_run_program(const char *const argv[], bool quiet);
/* The same for a slow program: a terminal shows `what` and the elapsed time. The program's output goes to the file `says`,
   if that is not NULL. */
int cli_run_slow_program(const char *const argv[], const char *what, const char *says);

void cli_remove_folder(const char *folder); /* and all that is in it */
