/* alea completion SHELL */
#include "cli/completion/completion.h"

#include <stdio.h>
#include <string.h>

typedef struct completion_args {
    const char *shell;
} completion_args;

static const cmd_operand completion_operands[] = {{CMD_SHELL_MISSING, CMD_TEXT(completion_args, shell)}, {0}};

/* Calls the shell's function for a group, then for its members, which are groups or commands. `path` is the group's full name. */
static void completion_walk(const completion_shell *shell, const cmd_table *group, const char *path)
{
    const cmd_table *c;
    shell->group(group, path);
    for (size_t i = 0; (c = cmd_table_at(group, i)); i++) {
        char below[64];
        snprintf(below, sizeof below, "%s%s%s", path, *path ? " " : "", c->name);
        if (c->topics)
            completion_walk(shell, c, below);
        else
            shell->command(c, below);
    }
}

/* Prints the script: its head, a table for every command, and the functions that use the tables. */
static int completion_main(void *args)
{
    static const completion_shell *const shells[] = {&completion_bash, &completion_fish, &completion_zsh};
    const completion_args *a = args;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        const completion_shell *shell = shells[i];
        if (strcmp(shell->name, a->shell) != 0) continue;
        printf("# Completion for alea in %s; printed by `alea completion %s`.\n\n", shell->name, shell->name);
        if (shell->begin) shell->begin();
        completion_walk(shell, &cli_program, "");
        if (shell->between) shell->between(&cli_program);
        fputs(shell->functions, stdout);
        return CMD_DONE;
    }
    return cmd_complain(CMD_USAGE, CMD_BAD_SHELL, cmd_show(a->shell).text);
}

const cmd_table cli_completion = {
    .name = "completion",
    .summary = "prints a script that completes commands in your shell",
    .words = "SHELL",
    .about =
        "Prints a script with which the shell completes commands, options, games and files when you press "
        "Tab. SHELL is bash, fish or zsh.\v"
        "An installed alea has the scripts in place already. To try one in the shell that is running:\n"
        "  source <(alea completion bash)\n"
        "  alea completion fish | source\n"
        "  source <(alea completion zsh)",
    .operands = completion_operands,
    .size = sizeof(completion_args),
    .run = completion_main,
};
