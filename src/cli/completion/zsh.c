/* The tables of the completion script for zsh: a function for each command, which calls _arguments. */
#include "cli/completion/completion.h"

#include <stdio.h>

extern const char cli_template_completion_zsh[];

static const char zsh_special[] = "[]:\\"; /* signs that _arguments takes for its own */

static const char *const zsh_kinds[] = {"", "", "_alea_game", "_files"};

static void zsh_begin(void)
{
    fputs("#compdef alea\n\n_alea_game()\n{\n    local -a games=(", stdout);
    completion_put_games();
    puts(")\n    _alternative \"games:game:($games)\" 'files:file:_files'\n}\n");
}

/* Prints the name of the function for a path. */
static void zsh_put_function(const char *path)
{
    fputs("_alea_at", stdout);
    if (*path) putchar('_');
    for (; *path; path++) putchar(*path == ' ' ? '_' : *path);
    puts("()\n{");
}

static void zsh_put_names(const cmd_table *group, bool is_program)
{
    const cmd_table *c;
    for (size_t i = 0; (c = cmd_table_at(group, i)); i++) {
        char line[256];
        fputs("        ", stdout);
        snprintf(line, sizeof line, "%s:%s", c->name, c->summary);
        completion_put_quoted(line, "");
        putchar('\n');
    }
    if (is_program) puts("        'help:shows the list of commands, or how to use one'");
}

static void zsh_group(const cmd_table *group, const char *path)
{
    zsh_put_function(path);
    puts("    local -a commands=(");
    zsh_put_names(group, !*path);
    puts("    )\n    _alea_next \"$@\"\n}\n");
}

/* Prints a line for _arguments: the forms of an option, its help, and its values. */
static void zsh_option(const cmd_option *o)
{
    char words[COMPLETION_WORDS_SIZE], line[512];
    const completion_kind kind = completion_of_value(o, words);
    const bool may = !o->value && kind == COMPLETE_WORDS; /* have a value, in the same word */
    fputs("        ", stdout);
    if (o->key) {
        const char *takes = o->value ? "+" : "", *equals = o->value ? "=" : "";
        printf("'(-%c --%s)'{-%c%s,--%s%s}", o->key, o->name, o->key, takes, o->name, equals);
    } else
        printf("--%s%s", o->name, o->value ? "=" : may ? "=-" : "");
    putchar('\'');
    putchar('[');
    fputs("'", stdout);
    completion_put_quoted(o->help, zsh_special);
    if (!o->value && !may) {
        puts("']' \\");
        return;
    }
    if (may)
        snprintf(line, sizeof line, "]::" CMD_MODE_VALUE ":(%s)", words);
    else if (kind == COMPLETE_WORDS)
        snprintf(line, sizeof line, "]:%s:(%s)", o->value, words);
    else
        snprintf(line, sizeof line, "]:%s:%s", o->value, zsh_kinds[kind]);
    completion_put_quoted(line, "");
    puts(" \\");
}

static void zsh_command(const cmd_table *c, const char *path)
{
    zsh_put_function(path);
    puts("    _arguments -s : \\");
    for (const cmd_option *o = c->options; o && o->name; o++)
        if (o->help) zsh_option(o);
    const completion_kind first = completion_of_first(c), others = completion_of_others(c);
    if (first == COMPLETE_WORDS) puts("        '1:shell:(bash fish zsh)' \\");
    if (first == COMPLETE_GAMES) puts("        '1:game:_alea_game' \\");
    if (others == COMPLETE_FILES) puts("        '*:file:_files' \\");
    puts("        '--help[Print a help text]'\n}\n");
}

const completion_shell completion_zsh = {.name = "zsh",
                                         .begin = zsh_begin,
                                         .group = zsh_group,
                                         .command = zsh_command,
                                         .functions = cli_template_completion_zsh};
