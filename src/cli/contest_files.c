#include "cli/contest_files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* The identity of a file: its device and number if it exists, else its path. */
typedef struct contest_file {
    char real[PATH_MAX];
    struct stat about;
    bool exists;
} contest_file;

/* The file of a path. In a folder that does not exist, the path stays as it is. */
static contest_file files_at(const char *path)
{
    contest_file f = {.exists = stat(path, &f.about) == 0};
    char folder[PATH_MAX], real[PATH_MAX - NAME_MAX - 2];
    const char *slash = strrchr(path, '/');
    if (f.exists && realpath(path, f.real)) return f;
    snprintf(folder, sizeof folder, "%.*s", slash > path ? (int)(slash - path) : 1, slash ? path : ".");
    bool there = realpath(folder, f.real) != NULL && strlen(f.real) < sizeof real;
    if (there) {
        strcpy(real, f.real);
        snprintf(f.real, sizeof f.real, "%s/%.*s", strcmp(real, "/") == 0 ? "" : real, NAME_MAX,
                 slash ? slash + 1 : path);
    } else {
        snprintf(f.real, sizeof f.real, "%s", path);
    }
    return f;
}

/* Several outputs may go to a device such as /dev/null. */
static bool files_same(const contest_file *a, const contest_file *b)
{
    if ((a->exists && !S_ISREG(a->about.st_mode)) || (b->exists && !S_ISREG(b->about.st_mode))) return false;
    if (a->exists && b->exists && a->about.st_dev == b->about.st_dev && a->about.st_ino == b->about.st_ino)
        return true;
    return strcmp(a->real, b->real) == 0;
}

bool cli_is_strategy(const char *path)
{
    static const char *const endings[] = {".py", ".lua", ".wasm", ".csv"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t tail = strlen(endings[i]);
        if (length >= tail && strcasecmp(path + length - tail, endings[i]) == 0) return true;
    }
    return false;
}

/* Whether a contest of the folder would accept the file as an entry. */
static bool files_has_entry(const contest_file *f, const contest_file *folder)
{
    size_t length = strlen(folder->real);
    if (length > 0 && folder->real[length - 1] == '/') length--;
    if (strncmp(f->real, folder->real, length) != 0 || f->real[length] != '/') return false;
    return cli_is_strategy(f->real) && !strstr(f->real + length, "/.");
}

/* ---- what is said ---- */

/* Whether the output would replace this entry, or become one in this folder. CLI_DONE: neither. */
static int files_check_entry(const cli_output *o, const contest_file *f, const char *path)
{
    const contest_file input = files_at(path);
    const bool folder = input.exists && S_ISDIR(input.about.st_mode);
    if (!folder && files_same(f, &input))
        return cli_complain(CLI_USAGE, CLI_OVERWRITES_ENTRY, cli_show(o->path).text, o->option);
    if (!folder || !files_has_entry(f, &input)) return CLI_DONE;
    return cli_complain(CLI_USAGE, CLI_BECOMES_ENTRY, cli_show(o->path).text, o->option, cli_show(path).text);
}

static int files_check_other(const cli_output *a, const cli_output *b)
{
    if (!a->path || !b->path) return CLI_DONE;
    const contest_file f = files_at(a->path), g = files_at(b->path);
    if (!files_same(&f, &g)) return CLI_DONE;
    return cli_complain(CLI_USAGE, CLI_SAME_FILE, cli_show(b->path).text, a->option, b->option);
}

/* The same against everything that the contest reads: its rules and all of `paths`. */
static int files_check_output(const cli_output *o, const char *game, cli_words paths)
{
    if (strcmp(o->path, "-") == 0) return cli_complain(CLI_USAGE, CLI_NO_DASH, o->option);
    const contest_file f = files_at(o->path), rules = files_at(game);
    if (rules.exists && files_same(&f, &rules))
        return cli_complain(CLI_USAGE, CLI_OVERWRITES_RULES, cli_show(o->path).text, o->option);
    int status = CLI_DONE;
    for (unsigned i = 0; i < paths.count && status == CLI_DONE; i++)
        status = files_check_entry(o, &f, paths.word[i]);
    return status;
}

int cli_check_outputs(const cli_output *output, size_t count, const char *game, cli_words paths)
{
    int status = CLI_DONE;
    for (size_t i = 0; i < count && status == CLI_DONE; i++) {
        if (output[i].path) status = files_check_output(&output[i], game, paths);
        for (size_t j = 0; j < i && status == CLI_DONE; j++)
            status = files_check_other(&output[j], &output[i]);
    }
    return status;
}
