#pragma once
/* The languages that bots are built from, and the command lines that build them. */
#include "cli/process.h"

/* The source to build and its private folder, in which the tools write `made`. */
typedef struct cli_build {
    char source[CMD_PATH_SIZE]; /* of a Python bot the copy in `folder` */
    char shown[CMD_PATH_SIZE];  /* the source in messages */
    char out[CMD_PATH_SIZE];
    char folder[CMD_PATH_SIZE]; /* beside `out` */
    char made[2 * CMD_PATH_SIZE];
    char says[CMD_PATH_SIZE]; /* a file in `folder` for the output of a Python bot's tool */
    bool alone;               /* a Python bot that imports no modules beside it */
} cli_build;

typedef struct cli_tool {
    const char *argv[32]; /* ends in NULL; argv[0] is `program` */
    char program[CMD_PATH_SIZE];
    char tool[CMD_PATH_SIZE];             /* that `program` starts, if it is env */
    char text[4][2 * CMD_PATH_SIZE + 16]; /* for arguments that are put together */
} cli_tool;

typedef struct cli_compiler {
    const char *ending; /* of the source: ".c" */
    const char *language;
    const char *needs;   /* a sentence: which tools, and how to get them */
    const char *by_hand; /* the command that does the same */
    const char *begin;   /* how the function that decides begins */
    bool is_python; /* slow to build, reads modules beside the source, finds its class only during play */
    /* Sets the command line for the build. Returns false if the tools are missing or unsuitable. */
    bool (*prepare)(const cli_build *, cli_tool *);
} cli_compiler;

/* The compiler for a source file, chosen by its ending; NULL if there is none. */
const cli_compiler *cli_compiler_for(const char *source);
