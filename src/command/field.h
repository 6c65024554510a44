#ifndef ALEA_COMMAND_FIELD_H
#define ALEA_COMMAND_FIELD_H
/* Many bots, as all that are in a folder. */
#include "command/command.h"

/* Starts as {0}. */
typedef struct cli_field {
    alea_bot **bot;
    size_t count, space;
} cli_field;

/* Opens all bots or strategies in the folder and its subfolders, in the order of their paths, in the lineup's sandbox. Files that
   are no bots, or that a contest would disqualify, are left out with a warning; links are not followed. Returns CLI_DONE, or prints
   a message. */
int cli_field_open(const cli_lineup *, const char *folder, cli_field *);
/* Opens one bot by its spec. */
int cli_field_add(const cli_lineup *, const char *spec, cli_field *);
void cli_field_close(cli_field *);
#endif
