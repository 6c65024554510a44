#pragma once
/* The kit of a contest: the files that students get. */

/* Writes the archive. Returns CMD_DONE, or prints a message. */
int cli_write_kit(const char *game, const char *path);
