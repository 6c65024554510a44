/* alea version */
#include "cli/cli.h"

#include <stdio.h>

static const struct argp argp = {.doc = "Prints the version of alea.", .children = cli_help_options};

int cli_version(int argc, char **argv)
{
    int status = cli_parse(&argp, argc, argv, NULL);
    if (status != CLI_GO_ON) return status;
    printf("alea %s\n", alea_version());
    return CLI_DONE;
}
