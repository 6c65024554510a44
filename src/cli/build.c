#include "cli/build.h"
#include "base/assert.h"
#include "cli/compilers.h"
#include "cli/python_modules.h"
#include "cli/user_dirs.h"
#include "command/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- errors in a source ---- */

/* Says why a file of this name is not built. CMD_USAGE. */
static int build_refuse(const char *source)
{
    cmd_shown copy = cmd_show(source);
    const char *shown = copy.text;
    if (cmd_ends_with(source, ".lua")) return cmd_complain(CMD_USAGE, CMD_BUILD_LUA, shown);
    if (cmd_ends_with(source, ".wasm")) return cmd_complain(CMD_USAGE, CMD_BUILD_WASM, shown);
    return cmd_complain(CMD_USAGE, CMD_BUILD_OTHER, shown);
}

/* The file as a string, or its first 4 MiB, freed by the caller; NULL if it cannot be read. */
static char *build_read(const char *path)
{
    enum { LARGEST = 4 << 20 };
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(LARGEST + 1) : NULL;
    if (text) text[fread(text, 1, LARGEST, file)] = 0;
    if (file) fclose(file);
    return text;
}

/* Finds a header of the C library that the source includes and the sandbox lacks. Returns false if there is none. */
static bool build_finds_library(const char *text, char header[64])
{
    static const char *const freestanding[] = {"float.h",     "iso646.h",      "limits.h",      "stdalign.h",
                                               "stdarg.h",    "stdbool.h",     "stddef.h",      "stdint.h",
                                               "stdatomic.h", "stdnoreturn.h", "wasm_simd128.h"};
    for (const char *at = text; (at = strstr(at, "#include <"));) {
        at += strlen("#include <");
        const size_t length = strcspn(at, ">\n");
        bool known = length >= 64;
        for (size_t i = 0; i < sizeof freestanding / sizeof *freestanding; i++)
            known |= strlen(freestanding[i]) == length && strncmp(freestanding[i], at, length) == 0;
        if (known) continue;
        snprintf(header, 64, "%.*s", (int)length, at);
        return true;
    }
    return false;
}

/* Finds Python's error in the output of componentize-py, such as `ModuleNotFoundError: No module named 'player'`; NULL if
   there is none. Changes the text. */
static const char *build_find_complaint(char *text)
{
    static const char cause[] = "Caused by:\n";
    char *found = NULL;
    for (char *at = text; (at = strstr(at, cause)); found = at) at += strlen(cause);
    if (!found) return NULL;
    found += strspn(found, " ");
    found[strcspn(found, "\n")] = 0;
    return *found ? found : NULL;
}

/* Says why Python refused the source, in place of the traces of its tool. CMD_USAGE. */
static int build_report_python(const cli_build *b, const cli_compiler *compiler)
{
    char *text = build_read(b->says);
    const char *complaint = text ? build_find_complaint(text) : NULL;
    const bool names = complaint && (strncmp(complaint, "AttributeError", 14) == 0 ||
                                     strstr(complaint, "ImportError") || strstr(complaint, "ModuleNotFound"));
    if (!complaint && text) fputs(text, stderr);
    if (names)
        cmd_complain(CMD_USAGE, CMD_BUILD_PYTHON_NAMES, cmd_show(b->shown).text, cmd_show(complaint).text,
                     compiler->begin);
    else if (complaint)
        cmd_complain(CMD_USAGE, CMD_BUILD_PYTHON, cmd_show(b->shown).text, cmd_show(complaint).text);
    else
        cmd_complain(CMD_USAGE, CMD_BUILD_SOURCE, cmd_show(b->shown).text);
    free(text);
    return CMD_USAGE;
}

/* A Python bot without the method would be built, and fail in every game. The method may be in a module that it imports. */
static int build_check_method(const cli_build *b, const cli_compiler *compiler)
{
    char *text = b->alone ? build_read(b->source) : NULL;
    const bool lacks = text && !strstr(text, "should_roll") && !strstr(text, "should-roll");
    free(text);
    return lacks ? cmd_complain(CMD_USAGE, CMD_BUILD_NO_METHOD, cmd_show(b->shown).text, compiler->begin)
                 : CMD_DONE;
}

/* Says that the compiler refused the source, and why if that is known. CMD_USAGE. */
static int build_report_source(const cli_build *b, const cli_compiler *compiler)
{
    char header[64];
    char *text = strcmp(compiler->ending, ".c") == 0 ? build_read(b->source) : NULL;
    const bool library = text && build_finds_library(text, header);
    free(text);
    if (library)
        return cmd_complain(CMD_USAGE, CMD_BUILD_LIBRARY, cmd_show(b->source).text, cmd_show(header).text);
    return cmd_complain(CMD_USAGE, CMD_BUILD_SOURCE, cmd_show(b->shown).text);
}

/* Whether a Python file may define a name: as a class, a value, or by an import. */
static bool build_may_define(const char *text, const char *name)
{
    for (const char *at = text; (at = strstr(at, name)); at++) {
        const char *line = at, *after = at + strlen(name);
        while (line > text && line[-1] != '\n') line--;
        line += strspn(line, " \t");
        if (strncmp(line, "class", 5) == 0 && line + 5 + strspn(line + 5, " \t") == at) return true;
        if (strncmp(line, "from ", 5) == 0 || strncmp(line, "import ", 7) == 0) return true;
        if (line == at && after[strspn(after, " \t")] == '=') return true;
    }
    return false;
}

/* A Python bot that lacks the class would not be built, for a reason that only its tool understands. */
static int build_check_python(const cli_build *b, const cli_compiler *compiler)
{
    char *text = build_read(b->source);
    const bool strategy = text && (build_may_define(text, "Strategy") || strstr(text, "import *"));
    const bool hog = text && strstr(text, "def final_strategy");
    free(text);
    if (strategy || !text) return CMD_DONE;
    const cmd_shown shown = cmd_show(b->shown);
    if (hog) return cmd_complain(CMD_USAGE, CMD_BUILD_HOG, shown.text, shown.text);
    return cmd_complain(CMD_USAGE, CMD_BUILD_NO_CLASS, shown.text, compiler->begin);
}

/* ---- the built file ---- */

/* Opens the built file as a bot of the game. CMD_USAGE means that it is not one, and error->message says why. */
static int build_try(const cli_build *b, const char *name, alea_sandbox *sandbox, alea_error *error)
{
    alea_game *game;
    alea_bot *bot;
    if (alea_game_open(name, &game, error) != ALEA_OK) return CMD_FAILED;
    const alea_status status = alea_bot_open(game, b->made, sandbox, &bot, error);
    if (status == ALEA_OK) alea_bot_free(bot);
    alea_game_free(game);
    return status == ALEA_OK ? CMD_DONE : status == ALEA_E_BOT ? CMD_USAGE : CMD_FAILED;
}

/* Refuses a module that is not a bot of any game, and shows the line that would make it one. Refuses nothing if programs
   cannot run here. */
static int build_check(const cli_build *b, const cli_compiler *compiler)
{
    static const char *const games[] = {"pig-pen", "hog"};
    alea_error error[2];
    alea_sandbox *sandbox;
    struct stat file;
    if (stat(b->made, &file) != 0)
        return cmd_complain(CMD_FAILED, CMD_BUILD_NOTHING, cmd_show(b->shown).text);
    if (compiler->is_python) return CMD_DONE;
    int status = cmd_open_sandbox((alea_sandbox_options){0}, &sandbox);
    if (status != CMD_DONE) return status;
    status = build_try(b, games[0], sandbox, &error[0]);
    if (status == CMD_USAGE) status = build_try(b, games[1], sandbox, &error[1]);
    cmd_close_sandbox(sandbox);
    if (status != CMD_USAGE) return CMD_DONE;
    /* prefer the game whose function exists with another type */
    const bool hog = strstr(error[1].message, "has the type") != NULL;
    const char *why = error[hog].message;
    const size_t path = strlen(cmd_show(b->made).text);
    if (strlen(why) > path + 2) why += path + 2; /* "FILE: ", a file that is not there for long */
    return cmd_complain(CMD_USAGE, CMD_BUILD_NO_BOT, cmd_show(b->shown).text, why, compiler->begin);
}

/* Gives the result the permissions of an ordinary new file, and its name. */
static int build_deliver(const cli_build *b)
{
    mode_t mask = umask(0);
    umask(mask);
    if (chmod(b->made, 0666 & ~mask) == 0 && rename(b->made, b->out) == 0) return CMD_DONE;
    return cmd_complain(CMD_FAILED, CMD_CANNOT_WRITE, cmd_show(b->out).text, strerror(errno));
}

/* ---- building ---- */

/* Runs the compiler in the private folder, checks the result, and moves it to its place. CMD_USAGE: the source is wrong;
   CMD_FAILED: the tools are missing or failed. */
static int build_compile(const cli_compiler *compiler, const cli_build *b)
{
    char what[CMD_PATH_SIZE + 64];
    cli_tool tool;
    if (!compiler->prepare(b, &tool))
        return cmd_complain(CMD_FAILED, CMD_BUILD_TOOLS, compiler->language, compiler->needs,
                            compiler->by_hand);
    snprintf(what, sizeof what, CMD_BUILDING, cmd_show(b->shown).text,
             compiler->is_python ? CMD_BUILDING_LONG : "");
    int status = compiler->is_python ? build_check_method(b, compiler) : CMD_DONE;
    if (status != CMD_DONE) return status;
    status = cli_run_slow_program(tool.argv, what, compiler->is_python ? b->says : NULL);
    if (status < 0) return cmd_complain(CMD_FAILED, CMD_BUILD_RUN, tool.program, strerror(errno));
    if (status > 128) return cmd_complain(CMD_FAILED, CMD_BUILD_SIGNAL, tool.program, status - 128);
    if (status > 0)
        return compiler->is_python ? build_report_python(b, compiler) : build_report_source(b, compiler);
    status = build_check(b, compiler);
    return status == CMD_DONE ? build_deliver(b) : status;
}

/* Builds Python from copies, so that no files are left beside the source. */
static int build_python(const cli_compiler *compiler, cli_build *b)
{
    char copies[CMD_PATH_SIZE];
    int status = build_check_python(b, compiler);
    if (status != CMD_DONE) return status;
    const char *slash = strrchr(b->shown, '/'), *name = slash ? slash + 1 : b->shown;
    const int length = snprintf(copies, sizeof copies, "%s/source", b->folder);
    if (length >= CMD_PATH_SIZE || snprintf(b->says, sizeof b->says, "%s/says", b->folder) >= CMD_PATH_SIZE ||
        snprintf(b->source, sizeof b->source, "%s/%s", copies, name) >= CMD_PATH_SIZE)
        return cmd_complain(CMD_USAGE, CMD_NAME_TOO_LONG);
    cli_modules *modules = malloc(sizeof *modules);
    if (!modules) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    if (mkdir(copies, 0700) != 0)
        status = cmd_complain(CMD_FAILED, CMD_CANNOT_WRITE, cmd_show(copies).text, strerror(errno));
    if (status == CMD_DONE) status = cli_modules_read(b->shown, copies, modules);
    b->alone = status == CMD_DONE && modules->count == 1;
    free(modules);
    return status == CMD_DONE ? build_compile(compiler, b) : status;
}

/* Sets the paths. A name that begins with a dash would be taken for an option. */
static int build_name(const cli_compiler *compiler, const char *source, const char *out, cli_build *b)
{
    int length = snprintf(b->source, sizeof b->source, "%s%s", source[0] == '-' ? "./" : "", source);
    const int stem = length - (int)strlen(compiler->ending);
    ALEA_ASSERT(stem > 0);
    const int result = out ? snprintf(b->out, sizeof b->out, "%s", out)
                           : snprintf(b->out, sizeof b->out, "%.*s.wasm", stem, b->source);
    if (length >= CMD_PATH_SIZE || result >= CMD_PATH_SIZE) return cmd_complain(CMD_USAGE, CMD_NAME_TOO_LONG);
    memcpy(b->shown, b->source, sizeof b->shown);
    return CMD_DONE;
}

/* Builds in a private folder beside the result, and always removes it. */
int cli_build_bot(const char *source, const char *out, char made[CMD_PATH_SIZE])
{
    const cli_compiler *compiler = cli_compiler_for(source);
    cli_build b = {0};
    if (!compiler) return build_refuse(source);
    int status = build_name(compiler, source, out, &b);
    if (status != CMD_DONE) return status;
    const char *why = access(b.source, R_OK) == 0 ? cli_refuse_source(b.source) : strerror(errno);
    if (why) return cmd_complain(CMD_USAGE, CMD_CANNOT_READ, cmd_show(b.source).text, why);
    if (!cmd_make_folder_beside(b.out, b.folder))
        return cmd_complain(CMD_FAILED, CMD_CANNOT_WRITE_BESIDE, cmd_show(b.out).text, strerror(errno));
    /* Some tools write the file's name into it. */
    const char *slash = strrchr(b.out, '/');
    snprintf(b.made, sizeof b.made, "%s/%s", b.folder, slash ? slash + 1 : b.out);
    status = compiler->is_python ? build_python(compiler, &b) : build_compile(compiler, &b);
    cli_remove_folder(b.folder);
    if (status == CMD_DONE) memcpy(made, b.out, CMD_PATH_SIZE);
    return status;
}

/* ---- the cache ---- */

/* The file in the cache for a bot with this fingerprint; another componentize-py, or another way to run it, makes another file. Raise
   the number with the latter. */
static int build_cached_path(const cli_modules *m, char out[CMD_PATH_SIZE])
{
    char folder[CMD_PATH_SIZE], tool[CMD_PATH_SIZE];
    struct stat about = {0};
    if (!cli_cache_folder(folder)) return cmd_complain(CMD_FAILED, CMD_NO_CACHE_FOLDER);
    if (cli_find_program("componentize-py", tool) && stat(tool, &about) != 0) about.st_mtim.tv_sec = 0;
    const uint64_t edition = 1, of_tool = (uint64_t)about.st_mtim.tv_sec ^ edition << 48;
    if (snprintf(out, CMD_PATH_SIZE, "%s/%016" PRIx64 "%016" PRIx64 ".wasm", folder, m->sum[0] ^ of_tool,
                 m->sum[1]) < CMD_PATH_SIZE)
        return CMD_DONE;
    return cmd_complain(CMD_USAGE, CMD_NAME_TOO_LONG);
}

int cli_build_cached(const char *source, char made[CMD_PATH_SIZE])
{
    char path[CMD_PATH_SIZE];
    cli_modules *modules = malloc(sizeof *modules);
    if (!modules) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    int status = cli_modules_read(source, NULL, modules);
    if (status == CMD_DONE) status = build_cached_path(modules, path);
    free(modules);
    if (status != CMD_DONE) return status;
    if (access(path, R_OK) == 0) {
        utimensat(AT_FDCWD, path, NULL, 0); /* the most recently used stays longest */
        memcpy(made, path, sizeof path);
        return CMD_DONE;
    }
    if (!cli_make_folders_of(path))
        return cmd_complain(CMD_FAILED, CMD_CANNOT_WRITE, cmd_show(path).text, strerror(errno));
    return cli_build_bot(source, path, made);
}
