#ifndef ALEA_CLI_PROCESS_H
#define ALEA_CLI_PROCESS_H
/* Other programs, found and run without a shell. */
#include "command/host.h"

/* Finds a program: in $PATH, else where set-up puts its tools, beside alea itself. */
bool cli_find_program(const char *name, char out[CMD_PATH_SIZE]);

/* The folder in which alea itself is, with a slash behind it. false: unknown. */
bool cli_own_folder(char out[CMD_PATH_SIZE]);

/* Runs argv[0] (a path) and waits; what it prints goes to standard error, or nowhere when `quiet`. Ctrl-C
   ends it, not us. Returns its exit status; 128 + the signal that ended it; -1 when it could not be run
   (errno says why). */
int cli_run_program(const char *const argv[], bool quiet);
/* The same for a program that may take long: a terminal shows what is being done, and for how long. What it prints goes into the
   file `says`, if that is not NULL. */
int cli_run_slow_program(const char *const argv[], const char *what, const char *says);

/* A private folder beside `path`, on the same file system. false: errno says why. */
bool cli_make_folder_beside(const char *path, char out[CMD_PATH_SIZE]);
void cli_remove_folder(const char *folder); /* and all that is in it */
#endif
