/* The tables of the completion script for bash: two functions that set variables of the caller. */
#include "cli/completion/completion.h"

#include <stdio.h>

extern const char cli_template_completion_bash[];

static const char *const bash_kinds[] = {"nothing", "words", "games", "files"};

static void bash_begin(void)
{
    fputs("_alea_games='", stdout);
    completion_put_games();
    puts("'\n\n_alea_describe()\n{\n    commands='' options='' takes='' first=nothing others=nothing "
         "words=''\n"
         "    case $1 in");
}

static void bash_group(const cmd_table *group, const char *path)
{
    printf("    '%s'%s) commands='", path, *path ? "" : " | help");
    completion_put_commands(group, !*path);
    puts("' ;;");
}

/* The options of a command, those that take a value, and the kinds of its operands. An option with an optional value is
   also listed with each value that has a different meaning. */
static void bash_command(const cmd_table *c, const char *path)
{
    printf("    '%s') options='--help", path);
    for (const cmd_option *o = c->options; o && o->name; o++) {
        if (!o->help) continue;
        printf(" --%s", o->name);
        const cmd_choice *choice = o->into.kind == CMD_TAKES_MODE ? o->into.choices + 1 : NULL;
        for (; choice && choice->name; choice++) printf(" --%s=%s", o->name, choice->name);
    }
    printf("' takes=' ");
    for (const cmd_option *o = c->options; o && o->name; o++) {
        if (!o->value) continue;
        if (o->help) printf("--%s ", o->name);
        if (o->key) printf("-%c ", o->key);
    }
    const completion_kind first = completion_of_first(c);
    printf("' first=%s others=%s", bash_kinds[first], bash_kinds[completion_of_others(c)]);
    puts(first == COMPLETE_WORDS ? " words='bash fish zsh' ;;" : " ;;");
}

/* The line of an option's value, if it can be completed. */
static void bash_value(const cmd_option *o, const char *path)
{
    char words[COMPLETION_WORDS_SIZE];
    completion_kind kind = completion_of_value(o, words);
    if (kind == COMPLETE_NOTHING) return;
    printf("    '%s --%s'", path, o->name);
    if (o->key) printf(" | '%s -%c'", path, o->key);
    printf(") kind=%s words='%s' ;;\n", bash_kinds[kind], words);
}

static void bash_values(const cmd_table *group, const char *path)
{
    const cmd_table *c;
    for (size_t i = 0; (c = cmd_table_at(group, i)); i++) {
        char below[64];
        snprintf(below, sizeof below, "%s%s%s", path, *path ? " " : "", c->name);
        if (c->topics) bash_values(c, below);
        for (const cmd_option *o = c->options; o && o->name; o++)
            if (o->help) bash_value(o, below);
    }
}

static void bash_between(const cmd_table *program)
{
    puts("    esac\n}\n\n_alea_value()\n{\n    kind=nothing words=''\n    case \"$1 $2\" in");
    bash_values(program, "");
    puts("    esac\n}\n");
}

const completion_shell completion_bash = {.name = "bash",
                                          .begin = bash_begin,
                                          .group = bash_group,
                                          .command = bash_command,
                                          .between = bash_between,
                                          .functions = cli_template_completion_bash};
