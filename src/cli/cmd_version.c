/* alea version */
#include "cli/cli.h"

#include <stdio.h>

static int version_main(void *args)
{
    (void)args;
    printf("alea %s\n", alea_version());
    return CLI_DONE;
}

const cli_command cli_version = {
    .name = "version",
    .summary = "prints the version",
    .about = "Prints the version of alea.",
    .run = version_main,
};
