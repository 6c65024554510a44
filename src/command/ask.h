#pragma once
/* The options of `alea ask`. The page also fills them, and gets answers from a solution that it keeps. */
#include "command/options.h"

typedef struct cmd_ask_args {
    const char *game, *objective, *table;
    cmd_pairs position;
    unsigned top;
    bool json;
} cmd_ask_args;
