#ifndef ALEA_CLI_CONTEST_KIT_H
#define ALEA_CLI_CONTEST_KIT_H
/* The kit of a contest: the files that students get. */

/* Writes the archive. Returns CMD_DONE, or prints a message. */
int cli_write_kit(const char *game, const char *path);
#endif
