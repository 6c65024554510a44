#pragma once
/* A Python bot and the modules beside it that it imports. componentize-py gets copies of only these files: it leaves
   __pycache__ in folders that it reads, and the result must not depend on other files in the folder. */
#include "cli/process.h"

#include <stdint.h>

enum { CMD_MOST_MODULES = 256, CMD_MODULE_NAME = 128 };

typedef struct cli_modules {
    char folder[CMD_PATH_SIZE - 1];               /* of the bot */
    const char *copies;                           /* folder for copies; NULL: none are made */
    char name[CMD_MOST_MODULES][CMD_MODULE_NAME]; /* paths in the folder */
    unsigned count;
    uint64_t sum[2]; /* a fingerprint of names and contents */
} cli_modules;

/* Why a source is not read: a pipe may stay silent, and a device has no end. NULL if it may be read, as far as that is
   known before it is opened. */
const char *cli_refuse_source(const char *path);

/* Reads the bot `source` and all that it imports from its folder, and copies them. Returns CMD_DONE, or prints a message and
   returns the exit status. */
int cli_modules_read(const char *source, const char *copies, cli_modules *out);
