#ifndef ALEA_COMMAND_ASK_H
#define ALEA_COMMAND_ASK_H
/* The struct of `alea ask`, which the page fills too: it answers from a solution that it keeps. */
#include "command/options.h"

typedef struct cli_ask_args {
    const char *game, *objective, *table;
    cli_pairs position;
    unsigned top;
    bool json;
} cli_ask_args;
#endif
