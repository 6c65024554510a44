/* alea bot build FILE: from a source file to WebAssembly, by the tools of its language. */
#include "cli/cli.h"
#include "cli/compilers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct line {
    const char *source, *out;
} line;

static const struct argp_option options[] = {
    {"output", 'o', "OUT.wasm", 0, "Where to (default: FILE with the ending .wasm)", 0},
    {0},
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'o': l->out = value; return 0;
    case ARGP_KEY_ARG:
        if (l->source) return ARGP_ERR_UNKNOWN;
        l->source = value;
        return 0;
    case ARGP_KEY_NO_ARGS: argp_error(state, "FILE is missing: the source of the bot"); return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Makes a WebAssembly bot from FILE.c, FILE.zig, FILE.ts (AssemblyScript) or FILE.py.\v"
           "The tools of the language do the work: clang and wasm-ld, zig, asc, componentize-py. OUT.wasm is "
           "written whole "
           "or not at all. The exit status is 2 when the source is wrong and 3 when the tools are not there.",
    .children = cli_help_options,
};

static int refuse(const char *source)
{
    cli_shown copy = cli_show(source);
    const char *shown = copy.text;
    if (cli_ends_with(source, ".lua"))
        return cli_complain(CLI_USAGE, "%s is a bot as it is: Lua needs no building.", shown);
    if (cli_ends_with(source, ".wasm"))
        return cli_complain(CLI_USAGE, "%s is WebAssembly already; `alea bot check` says more about it.",
                            shown);
    return cli_complain(
        CLI_USAGE,
        "%s: bots are built from FILE.c, FILE.zig, FILE.ts (AssemblyScript) or FILE.py. From other languages "
        "make a WebAssembly module that exports should_roll (for Hog: final_strategy), with their own tools.",
        shown);
}

/* Gives what was made the permissions of a file that was simply written, and its name. */
static int deliver(const cli_build *b)
{
    struct stat file;
    if (stat(b->made, &file) != 0)
        return cli_complain(CLI_FAILED, "the compiler made nothing from %s.", cli_show(b->source).text);
    mode_t mask = umask(0);
    umask(mask);
    if (chmod(b->made, 0666 & ~mask) != 0 || rename(b->made, b->out) != 0)
        return cli_complain(CLI_FAILED, "cannot write %s: %s.", cli_show(b->out).text, strerror(errno));
    printf("%s: %lld bytes\n", cli_show(b->out).text, (long long)file.st_size);
    return CLI_DONE;
}

static int compile(const cli_compiler *compiler, const cli_build *b)
{
    cli_tool tool;
    if (!compiler->prepare(b, &tool))
        return cli_complain(CLI_FAILED, "%s bots cannot be built here: %s. By hand it would be: %s",
                            compiler->language, compiler->needs, compiler->by_hand);
    int status = cli_run_program(tool.argv, false);
    if (status < 0) return cli_complain(CLI_FAILED, "cannot run %s: %s.", tool.program, strerror(errno));
    if (status > 128)
        return cli_complain(CLI_FAILED, "%s was ended by signal %d.", tool.program, status - 128);
    if (status > 0)
        return cli_complain(CLI_USAGE, "%s was not built: see the compiler's messages above.",
                            cli_show(b->source).text);
    return deliver(b);
}

/* A name that begins with a dash would be taken for an option. */
static bool set_paths(const line *l, const cli_compiler *compiler, cli_build *b)
{
    int source = snprintf(b->source, sizeof b->source, "%s%s", l->source[0] == '-' ? "./" : "", l->source);
    int stem = source - (int)strlen(compiler->ending);
    int out = l->out ? snprintf(b->out, sizeof b->out, "%s", l->out)
                     : snprintf(b->out, sizeof b->out, "%.*s.wasm", stem, b->source);
    return source < CLI_PATH_SIZE && out < CLI_PATH_SIZE;
}

static int build(const line *l, const cli_compiler *compiler)
{
    cli_build b = {0};
    if (!set_paths(l, compiler, &b)) return cli_complain(CLI_USAGE, "the name of the file is too long.");
    if (access(b.source, R_OK) != 0)
        return cli_complain(CLI_USAGE, "cannot read %s: %s.", cli_show(b.source).text, strerror(errno));
    if (!cli_make_folder_beside(b.out, b.folder))
        return cli_complain(CLI_FAILED, "cannot write beside %s: %s.", cli_show(b.out).text, strerror(errno));
    /* Some tools write the file's name into it. */
    const char *slash = strrchr(b.out, '/');
    snprintf(b.made, sizeof b.made, "%s/%s", b.folder, slash ? slash + 1 : b.out);
    int status = compile(compiler, &b);
    cli_remove_folder(b.folder);
    return status;
}

int cli_bot_build(int argc, char **argv)
{
    line l = {0};
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    const cli_compiler *compiler = cli_compiler_for(l.source);
    return compiler ? build(&l, compiler) : refuse(l.source);
}
