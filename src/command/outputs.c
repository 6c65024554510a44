#include "command/outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- which file ---- */

cmd_file cmd_file_at(const char *path)
{
    cmd_file f = {.exists = stat(path, &f.about) == 0};
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

/* Several outputs may go to a device such as /dev/null, so devices are never the same. */
static bool outputs_are_same(const cmd_file *a, const cmd_file *b)
{
    if ((a->exists && !S_ISREG(a->about.st_mode)) || (b->exists && !S_ISREG(b->about.st_mode))) return false;
    if (a->exists && b->exists && a->about.st_dev == b->about.st_dev && a->about.st_ino == b->about.st_ino)
        return true;
    return strcmp(a->real, b->real) == 0;
}

/* ---- whether it can be written ---- */

bool cmd_make_folder_beside(const char *path, char out[CMD_PATH_SIZE])
{
    int length = snprintf(out, CMD_PATH_SIZE, "%s.XXXXXX", path);
    if (length < 0 || length >= CMD_PATH_SIZE) {
        errno = ENAMETOOLONG;
        return false;
    }
    return mkdtemp(out) != NULL;
}

/* Reports why the file cannot be written. A regular file is to be replaced by a new one, any other is written in place. */
static int outputs_check_writable(const char *path)
{
    struct stat old;
    char folder[CMD_PATH_SIZE];
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) return cmd_complain(CMD_FAILED, CMD_IS_FOLDER, cmd_show(path).text);
    bool in_place = exists && !S_ISREG(old.st_mode);
    bool can = !exists || access(path, W_OK) == 0;
    if (can && !in_place) can = cmd_make_folder_beside(path, folder);
    if (!can) return cmd_complain(CMD_FAILED, CMD_CANNOT_WRITE, cmd_show(path).text, strerror(errno));
    if (!in_place) rmdir(folder);
    return CMD_DONE;
}

/* ---- a command's outputs ---- */

/* The file that an option tells the command to write; NULL if the option is of another kind or was not given. */
static const char *output_of(const cmd_option *o, const char *args)
{
    switch (o->into.kind) {
    case CMD_TAKES_OUTPUT:
    case CMD_TAKES_PAGE:
    case CMD_TAKES_STORE: return *(const char *const *)(args + o->into.at);
    default: return NULL;
    }
}

/* Whether the word names this file: alone, as in NAME=FILE or table:FILE, or with parameters, as in FILE.lua(goal=50). */
static bool output_is_read(const cmd_file *file, const char *word)
{
    char path[PATH_MAX];
    for (const char *at = word; at; at = strpbrk(at, "=:") ? strpbrk(at, "=:") + 1 : NULL) {
        snprintf(path, sizeof path, "%s", at);
        for (char *end = path + strlen(path); end; end = strrchr(path, '(')) {
            *end = 0;
            const cmd_file input = cmd_file_at(path);
            if (*path && input.exists && outputs_are_same(file, &input)) return true;
        }
    }
    return false;
}

/* Against the words that name a game, bots or files. */
static int output_check_operands(const cmd_table *command, const char *args, const cmd_option *o,
                                 const char *path)
{
    const cmd_file file = cmd_file_at(path);
    for (const cmd_operand *p = command->operands; p && p->into.kind; p++) {
        const char *const *word = (const char *const *)(args + p->into.at);
        /* a game or a bot is not a file, even if a file called pig exists */
        unsigned count = p->into.kind == CMD_TAKES_TEXT && *word && strpbrk(*word, "./");
        if (p->into.kind == CMD_TAKES_WORDS) {
            const cmd_words *words = (const cmd_words *)(args + p->into.at);
            word = words->word;
            count = words->count;
        }
        for (unsigned i = 0; i < count; i++)
            if (output_is_read(&file, word[i]))
                return cmd_complain(CMD_USAGE, CMD_OVERWRITES_INPUT, cmd_show(path).text, o->name);
    }
    return CMD_DONE;
}

/* Checks that the files to write are different files, and none of the operands. */
static int output_check_all(const cmd_table *command, const char *args)
{
    int status = CMD_DONE;
    for (const cmd_option *o = command->options; status == CMD_DONE && o && o->name; o++) {
        const char *path = output_of(o, args);
        if (!path) continue;
        const cmd_file file = cmd_file_at(path);
        status = output_check_operands(command, args, o, path);
        for (const cmd_option *before = command->options; status == CMD_DONE && before < o; before++) {
            const char *other = output_of(before, args);
            if (!other) continue;
            const cmd_file written = cmd_file_at(other);
            if (outputs_are_same(&file, &written))
                status = cmd_complain(CMD_USAGE, CMD_SAME_FILE, cmd_show(path).text, before->name, o->name);
        }
    }
    return status;
}

int cmd_run_call(const cmd_call *call)
{
    const cmd_table *command = call->command;
    int status = output_check_all(command, call->args);
    for (const cmd_option *o = command->options; status == CMD_DONE && o && o->name; o++) {
        const bool file = o->into.kind == CMD_TAKES_OUTPUT || o->into.kind == CMD_TAKES_PAGE;
        const char *path = file ? output_of(o, call->args) : NULL;
        if (path) status = outputs_check_writable(path);
    }
    if (status != CMD_DONE) return status;
    cmd_begin_waiting();
    return command->run(call->args);
}
