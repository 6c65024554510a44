#pragma once
/* Many bots, as all that are in a folder. */
#include "command/command.h"

/* Starts as {0}. */
typedef struct cmd_field {
    alea_bot **bot;
    size_t count, space;
} cmd_field;

/* Opens all bots or strategies in the folder and its subfolders, in the order of their paths, in the lineup's sandbox. Files that
   are no bots, or that a contest would disqualify, are left out with a warning; links are not followed. Returns CMD_DONE, or prints
   a message. */
int cmd_field_open(const cmd_lineup *, const char *folder, cmd_field *);
/* Opens one bot by its spec. */
int cmd_field_add(const cmd_lineup *, const char *spec, cmd_field *);
void cmd_field_close(cmd_field *);
