/* alea bot build FILE: from a source file to WebAssembly, by the tools of its language. */
#include "base/assert.h"
#include "cli/cli.h"
#include "cli/compilers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct build_args {
    const char *source, *out;
} build_args;

static const cli_option build_options[] = {{1, 'o', "output", "OUT.wasm", CLI_TEXT(build_args, out),
                                            "Write to OUT.wasm (default: FILE with the extension .wasm)"},
                                           {0}};

static const cli_operand build_operands[] = {
    {"FILE is missing: the bot's source", CLI_TEXT(build_args, source)}, {0}};

/* Says why a file of this name is not built. CLI_USAGE. */
static int build_refuse(const char *source)
{
    cli_shown copy = cli_show(source);
    const char *shown = copy.text;
    if (cli_ends_with(source, ".lua")) return cli_complain(CLI_USAGE, CLI_BUILD_LUA, shown);
    if (cli_ends_with(source, ".wasm")) return cli_complain(CLI_USAGE, CLI_BUILD_WASM, shown);
    return cli_complain(CLI_USAGE, CLI_BUILD_OTHER, shown);
}

/* Gives the result the permissions of an ordinary new file, and its name. */
static int build_deliver(const cli_build *b)
{
    struct stat file;
    if (stat(b->made, &file) != 0)
        return cli_complain(CLI_FAILED, CLI_BUILD_NOTHING, cli_show(b->source).text);
    mode_t mask = umask(0);
    umask(mask);
    if (chmod(b->made, 0666 & ~mask) != 0 || rename(b->made, b->out) != 0)
        return cli_complain(CLI_FAILED, CLI_CANNOT_WRITE, cli_show(b->out).text, strerror(errno));
    printf("%s: %lld bytes\n", cli_show(b->out).text, (long long)file.st_size);
    return CLI_DONE;
}

/* Runs the compiler in the private folder, and moves what it made to its place. CLI_USAGE: the source is wrong;
   CLI_FAILED: the tools are missing or failed. */
static int build_compile(const cli_compiler *compiler, const cli_build *b)
{
    cli_tool tool;
    if (!compiler->prepare(b, &tool))
        return cli_complain(CLI_FAILED, CLI_BUILD_TOOLS, compiler->language, compiler->needs,
                            compiler->by_hand);
    int status = cli_run_program(tool.argv, false);
    if (status < 0) return cli_complain(CLI_FAILED, CLI_BUILD_RUN, tool.program, strerror(errno));
    if (status > 128) return cli_complain(CLI_FAILED, CLI_BUILD_SIGNAL, tool.program, status - 128);
    if (status > 0) return cli_complain(CLI_USAGE, CLI_BUILD_SOURCE, cli_show(b->source).text);
    return build_deliver(b);
}

/* Builds in a private folder beside the result, which is removed whatever happens. */
static int build_file(const build_args *a, const cli_compiler *compiler)
{
    cli_build b = {0};
    /* A name that begins with a dash would be taken for an option. */
    int source = snprintf(b.source, sizeof b.source, "%s%s", a->source[0] == '-' ? "./" : "", a->source);
    int stem = source - (int)strlen(compiler->ending);
    ALEA_ASSERT(stem > 0);
    int out = a->out ? snprintf(b.out, sizeof b.out, "%s", a->out)
                     : snprintf(b.out, sizeof b.out, "%.*s.wasm", stem, b.source);
    if (source >= CLI_PATH_SIZE || out >= CLI_PATH_SIZE) return cli_complain(CLI_USAGE, CLI_NAME_TOO_LONG);
    if (access(b.source, R_OK) != 0)
        return cli_complain(CLI_USAGE, CLI_CANNOT_READ, cli_show(b.source).text, strerror(errno));
    if (!cli_make_folder_beside(b.out, b.folder))
        return cli_complain(CLI_FAILED, CLI_CANNOT_WRITE_BESIDE, cli_show(b.out).text, strerror(errno));
    /* Some tools write the file's name into it. */
    const char *slash = strrchr(b.out, '/');
    snprintf(b.made, sizeof b.made, "%s/%s", b.folder, slash ? slash + 1 : b.out);
    int status = build_compile(compiler, &b);
    cli_remove_folder(b.folder);
    return status;
}

static int build_main(void *args)
{
    const build_args *a = args;
    const cli_compiler *compiler = cli_compiler_for(a->source);
    return compiler ? build_file(a, compiler) : build_refuse(a->source);
}

const cli_command cli_bot_build = {
    .name = "build",
    .summary = "builds a WebAssembly bot from a source file",
    .words = "FILE",
    .about = "Builds a WebAssembly bot from FILE.c, FILE.zig, FILE.ts (AssemblyScript) or FILE.py.\v"
             "This runs the language's own tools: clang and wasm-ld, zig, asc, or componentize-py. OUT.wasm "
             "is written completely or not at all. The exit status is 2 if the source is wrong and 3 if the "
             "tools are missing.",
    .options = build_options,
    .operands = build_operands,
    .size = sizeof(build_args),
    .run = build_main,
};
