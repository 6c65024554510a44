#pragma once
/* Bots to start from (cmd_bot_template.c). */
#include "cli/cli.h"

#include <stdio.h>

/* Writes the template for a game, which commands call `spec`, in a language; below 0 in the family's default language. If
   there is none, reports the available ones and returns CMD_USAGE. */
int cli_write_template(const alea_game *, const char *spec, int language, FILE *out);
