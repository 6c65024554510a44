/* The tables of the completion script for fish: calls of `complete`, whose conditions are the functions of the template. */
#include "cli/completion/completion.h"

#include <stdio.h>

extern const char cli_template_completion_fish[];

static void fish_begin(void)
{
    fputs(cli_template_completion_fish, stdout);
    puts("\ncomplete -c alea -f");
}

/* Offers the commands of a group directly after its path. */
static void fish_group(const cmd_table *group, const char *path)
{
    const cmd_table *c;
    for (size_t i = 0; (c = cmd_table_at(group, i)); i++) {
        printf("complete -c alea -n '__alea_only %s' -a %s -d ", path, c->name);
        completion_put_quoted(c->summary, "");
        putchar('\n');
    }
    if (*path) return;
    puts("complete -c alea -n '__alea_only' -a help -d 'shows the list of commands, or how to use one'");
    fputs("complete -c alea -n '__alea_only help' -a '", stdout);
    completion_put_commands(group, !*path);
    puts("'");
}

/* Offers an option in its long and short form, and its values. */
static void fish_option(const cmd_option *o, const char *path)
{
    char words[COMPLETION_WORDS_SIZE];
    printf("complete -c alea -n '__alea_at %s' -l %s", path, o->name);
    if (o->key) printf(" -s %c", o->key);
    const completion_kind kind = completion_of_value(o, words);
    if (o->value || kind != COMPLETE_NOTHING) switch (kind) {
        case COMPLETE_NOTHING: fputs(" -x", stdout); break;
        case COMPLETE_WORDS: printf("%s -a '%s'", o->value ? " -x" : "", words); break;
        case COMPLETE_GAMES:
            fputs(" -r -F -a '", stdout);
            completion_put_games();
            putchar('\'');
            break;
        case COMPLETE_FILES: fputs(" -r -F", stdout); break;
        }
    fputs(" -d ", stdout);
    completion_put_quoted(o->help, "\\");
    putchar('\n');
}

/* Offers the options and arguments of a command. */
static void fish_command(const cmd_table *c, const char *path)
{
    for (const cmd_option *o = c->options; o && o->name; o++)
        if (o->help) fish_option(o, path);
    printf("complete -c alea -n '__alea_at %s' -l help -d 'Print a help text'\n", path);
    const completion_kind first = completion_of_first(c);
    if (first == COMPLETE_WORDS) printf("complete -c alea -n '__alea_only %s' -a 'bash fish zsh'\n", path);
    if (first == COMPLETE_GAMES) {
        printf("complete -c alea -n '__alea_only %s' -F -a '", path);
        completion_put_games();
        puts("'");
    }
    if (completion_of_others(c) == COMPLETE_FILES) printf("complete -c alea -n '__alea_at %s' -F\n", path);
}

const completion_shell completion_fish = {
    .name = "fish", .begin = fish_begin, .group = fish_group, .command = fish_command, .functions = ""};
