#include "command/outputs.h"
#include "command/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which file ---- */

cli_file cli_file_at(const char *path)
{
    cli_file f = {.exists = stat(path, &f.about) == 0};
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

bool cli_file_is_same(const cli_file *a, const cli_file *b)
{
    if ((a->exists && !S_ISREG(a->about.st_mode)) || (b->exists && !S_ISREG(b->about.st_mode))) return false;
    if (a->exists && b->exists && a->about.st_dev == b->about.st_dev && a->about.st_ino == b->about.st_ino)
        return true;
    return strcmp(a->real, b->real) == 0;
}

/* ---- of a command line ---- */

/* The file that the option has the command write; NULL: it is no such option, or was not given. */
static const char *output_of(const cli_option *o, const char *args)
{
    switch (o->into.kind) {
    case CLI_TAKES_OUTPUT:
    case CLI_TAKES_PAGE:
    case CLI_TAKES_STORE: return *(const char *const *)(args + o->into.at);
    default: return NULL;
    }
}

/* Whether the word names this file: alone, as in NAME=FILE or table:FILE, or with parameters, as in FILE.lua(goal=50). */
static bool output_is_read(const cli_file *file, const char *word)
{
    char path[PATH_MAX];
    for (const char *at = word; at; at = strpbrk(at, "=:") ? strpbrk(at, "=:") + 1 : NULL) {
        snprintf(path, sizeof path, "%s", at);
        for (char *end = path + strlen(path); end; end = strrchr(path, '(')) {
            *end = 0;
            const cli_file input = cli_file_at(path);
            if (*path && input.exists && cli_file_is_same(file, &input)) return true;
        }
    }
    return false;
}

/* Against the words that name a game, bots or files. */
static int output_check_operands(const cli_command *command, const char *args, const cli_option *o,
                                 const char *path)
{
    const cli_file file = cli_file_at(path);
    for (const cli_operand *p = command->operands; p && p->into.kind; p++) {
        const char *const *word = (const char *const *)(args + p->into.at);
        /* A game or a bot is not read from a file that happens to be called pig. */
        unsigned count = p->into.kind == CLI_TAKES_TEXT && *word && strpbrk(*word, "./");
        if (p->into.kind == CLI_TAKES_WORDS) {
            const cli_words *words = (const cli_words *)(args + p->into.at);
            word = words->word;
            count = words->count;
        }
        for (unsigned i = 0; i < count; i++)
            if (output_is_read(&file, word[i]))
                return cli_complain(CLI_USAGE, CLI_OVERWRITES_INPUT, cli_show(path).text, o->name);
    }
    return CLI_DONE;
}

int cli_check_outputs(const cli_command *command, const char *args)
{
    int status = CLI_DONE;
    for (const cli_option *o = command->options; status == CLI_DONE && o && o->name; o++) {
        const char *path = output_of(o, args);
        if (!path) continue;
        const cli_file file = cli_file_at(path);
        status = output_check_operands(command, args, o, path);
        for (const cli_option *before = command->options; status == CLI_DONE && before < o; before++) {
            const char *other = output_of(before, args);
            if (!other) continue;
            const cli_file written = cli_file_at(other);
            if (cli_file_is_same(&file, &written))
                status = cli_complain(CLI_USAGE, CLI_SAME_FILE, cli_show(path).text, before->name, o->name);
        }
    }
    return status;
}
