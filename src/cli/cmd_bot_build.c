/* alea bot build FILE: from a source file to WebAssembly, by the tools of its language. */
#include "cli/build.h"

#include <stdio.h>
#include <sys/stat.h>

typedef struct build_args {
    const char *source, *out;
} build_args;

static const cmd_option build_options[] = {{1, 'o', "output", "OUT.wasm", CMD_TEXT(build_args, out),
                                            "Write to OUT.wasm (default: FILE with the extension .wasm)"},
                                           {0}};

static const cmd_operand build_operands[] = {
    {"FILE is missing: the bot's source", CMD_TEXT(build_args, source)}, {0}};

static int build_main(void *args)
{
    const build_args *a = args;
    char made[CMD_PATH_SIZE];
    struct stat file;
    const int status = cli_build_bot(a->source, a->out, made);
    if (status == CMD_DONE && stat(made, &file) == 0)
        printf("%s: %lld bytes\n", cmd_show(made).text, (long long)file.st_size);
    return status;
}

const cmd_table cli_bot_build = {
    .name = "build",
    .summary = "builds a WebAssembly bot from a source file",
    .words = "FILE",
    .about = "Builds a WebAssembly bot from FILE.c, FILE.rs, FILE.zig, FILE.ts (AssemblyScript) or FILE.py.\v"
             "This runs the language's own tools: clang and wasm-ld, rustc, zig, asc, or componentize-py. "
             "OUT.wasm is written completely or not at all, and only if it is a bot. A bot in Python takes "
             "some 15 seconds; it gets copies of the modules beside it that it imports. The exit status is 2 "
             "if the source is wrong and 3 if the tools are missing.",
    .options = build_options,
    .operands = build_operands,
    .size = sizeof(build_args),
    .run = build_main,
};
