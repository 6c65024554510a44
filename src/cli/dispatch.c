/* From a command's name to the command. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

enum { COMMANDS = 32 };

static const cli_command *find(const cli_command *commands, const char *name)
{
    for (; commands->name; commands++)
        if (strcmp(commands->name, name) == 0) return commands;
    return NULL;
}

static int unknown(const char *prefix, const cli_command *commands, const char *name)
{
    const char *names[COMMANDS];
    size_t count = 0;
    for (; commands[count].name && count < COMMANDS; count++) names[count] = commands[count].name;
    const char *nearest = alea_view_nearest(name, names, count);
    if (nearest)
        return cli_complain(CLI_USAGE, "`%s %s` is no command; did you mean `%s %s`?", prefix,
                            cli_show(name).text, prefix, nearest);
    return cli_complain(CLI_USAGE, "`%s %s` is no command; `%s help` lists them.", prefix,
                        cli_show(name).text, prefix);
}

static void list(FILE *to, const char *prefix, const char *about, const cli_command *commands)
{
    fprintf(to, "Usage: %s COMMAND [ARGUMENT...]\n%s\n\n", prefix, about);
    for (; commands->name; commands++) fprintf(to, "  %-10s %s\n", commands->name, commands->summary);
    fprintf(to, "  %-10s %s\n", "help", "this list, or with COMMAND how that one is used");
    fprintf(to,
            "\nExit status: 0 done; 1 the answer is no, or the work was stopped; 2 bad usage or bad input;\n"
            "3 the environment failed.\n");
}

static int run(const char *prefix, const cli_command *command, int argc, char **argv)
{
    char name[64];
    snprintf(name, sizeof name, "%s %s", prefix, command->name);
    argv[0] = name;
    return command->run(argc, argv);
}

/* `help COMMAND` is `COMMAND --help`; a group of commands takes `help COMMAND WORD` as `COMMAND --help WORD`. */
static int help(const char *prefix, const cli_command *commands, int argc, char **argv)
{
    const cli_command *command = find(commands, argv[0]);
    if (!command) return unknown(prefix, commands, argv[0]);
    char ask[] = "--help";
    char *more[] = {argv[0], ask, argc > 1 ? argv[1] : NULL, NULL};
    return run(prefix, command, more[2] ? 3 : 2, more);
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
           strcmp(word, "-?") == 0;
}

int cli_dispatch(const char *prefix, const char *about, const cli_command *commands, int argc, char **argv)
{
    if (argc < 2) {
        list(stderr, prefix, about, commands);
        return CLI_USAGE;
    }
    if (asks_for_help(argv[1])) {
        if (argc > 2) return help(prefix, commands, argc - 2, argv + 2);
        list(stdout, prefix, about, commands);
        return CLI_DONE;
    }
    const cli_command *command = find(commands, argv[1]);
    if (!command) return unknown(prefix, commands, argv[1]);
    return run(prefix, command, argc - 1, argv + 1);
}
