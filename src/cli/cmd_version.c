/* alea version */
#include "cli/cli.h"

#include <stdio.h>

typedef struct version_args {
    bool json;
} version_args;

static const cmd_option version_options[] = {CMD_JSON(version_args), {0}};

#if defined(__clang__)
#define VERSION_COMPILER __VERSION__ /* names clang itself */
#else
#define VERSION_COMPILER "gcc " __VERSION__
#endif

/* The processor that the program was built for, as Debian names it. */
#if defined(__x86_64__)
#define VERSION_ARCHITECTURE "amd64"
#elif defined(__aarch64__)
#define VERSION_ARCHITECTURE "arm64"
#else
#define VERSION_ARCHITECTURE "other"
#endif

/* None of the texts has a character that JSON would escape. */
static void version_print_json(void)
{
    const char *quote = *cli_commit ? "\"" : "";
    printf("{\"version\": \"%s\", \"commit\": %s%s%s, \"architecture\": \"%s\", \"compiler\": \"%s\"}\n",
           alea_version(), quote, *cli_commit ? cli_commit : "null", quote, VERSION_ARCHITECTURE,
           VERSION_COMPILER);
}

static int version_main(void *args)
{
    const version_args *a = args;
    if (a->json)
        version_print_json();
    else if (*cli_commit)
        printf("alea %s (commit %s)\n", alea_version(), cli_commit);
    else
        printf("alea %s\n", alea_version());
    return CMD_DONE;
}

const cmd_table cli_version = {
    .name = "version",
    .summary = "prints the version, and the commit that it was built from",
    .about = "Prints the version of alea, and the commit of the source that it was built from.",
    .options = version_options,
    .size = sizeof(version_args),
    .run = version_main,
};
