#pragma once
/* The program on the command line. Answers go to standard output, everything else to standard error. */
#include "command/command.h"

/* Commands that need a terminal, other programs or the user's folders. */
extern const cmd_table cli_play, cli_drill, cli_notebook, cli_cache, cli_completion, cli_version;
extern const cmd_table cli_bot, cli_bot_build, cli_bot_template;
extern const cmd_table cli_program; /* the group of all commands */

/* The commit that the sources are of (cmake/commit.cmake); empty if that is not known. */
extern const char *const cli_commit;

/* The command with that name in the group. If there is none, prints a message with the nearest name and returns NULL. */
const cmd_table *cli_find_command(const char *prefix, const cmd_table *group, const char *name);

/* Fills `args` from the command line. Returns CMD_GO_ON, or the exit status if there is nothing left to do. */
int cli_parse(const cmd_table *, int argc, char **argv, void *args);

/* Runs the command of the group that argv[1] names, with argv[0] as `prefix`: "alea" or "alea bot". Handles `help
   [COMMAND]` and --help, and suggests the nearest name for an unknown one. */
int cli_dispatch(const char *prefix, const cmd_table *group, int argc, char **argv);

/* Prints the man page of a command: of the group, which is called by `prefix`, or of the one in it that the words name. */
int cli_print_man_page(const char *prefix, const cmd_table *group, char *const *words, int count);

/* Reports, from errno, that standard output could not be written; prints nothing if its reader left, as `| head` does. */
int cli_output_failed(int reason);

/* Finds out whether texts may be UTF-8. Called once, before there are threads. */
void cli_find_charset(void);
/* The width of the stream, and whether the locale is UTF-8. */
alea_view_options cli_view_options(int fd, bool json);
