/* Finds a command by its name and runs it. */
#include "base/assert.h"
#include "cli/cli.h"
#include "cli/process.h"
#include "command/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const cmd_table *cmd_table_at(const cmd_table *group, size_t index)
{
    for (const cmd_topic *t = group->topics; t && t->commands; t++)
        for (const cmd_table *const *c = t->commands; *c; c++)
            if (index-- == 0) return *c;
    return NULL;
}

/* Words that are no commands, with the advice for each. */
static const struct {
    const char *word, *advice;
} dispatch_purposes[] = {
    {"league", CMD_FOR_TOURNAMENT}, {"compete", CMD_FOR_TOURNAMENT}, {"list", CMD_FOR_LIST},
    {"ls", CMD_FOR_LIST},           {"rules", CMD_FOR_LIST},         {"serve", CMD_FOR_SERVE},
    {"web", CMD_FOR_SERVE},         {"server", CMD_FOR_SERVE},       {"simulate", CMD_FOR_SIMULATE},
    {"sim", CMD_FOR_SIMULATE},      {"match", CMD_FOR_SIMULATE},     {"hint", CMD_FOR_HINT},
    {"analyze", CMD_FOR_REVIEW},    {"analyse", CMD_FOR_REVIEW},     {"check", CMD_FOR_BOT},
    {"build", CMD_FOR_BOT},         {"template", CMD_FOR_BOT},       {"freeze", CMD_FOR_BOT},
    {"compile", CMD_FOR_BOT},
};

/* The advice for this word; NULL if there is none. */
static const char *dispatch_purpose(const cmd_table *group, const char *word)
{
    if (strcmp(group->name, "alea") != 0) return NULL;
    for (size_t i = 0; i < sizeof dispatch_purposes / sizeof *dispatch_purposes; i++)
        if (strcmp(dispatch_purposes[i].word, word) == 0) return dispatch_purposes[i].advice;
    return NULL;
}

/* Reports that the group has no such command, and suggests the command for that purpose or the nearest name, if there is one. */
static void dispatch_unknown(const char *prefix, const cmd_table *group, const char *name)
{
    enum { MOST_COMMANDS = 32 };
    const cmd_table *c;
    const char *names[MOST_COMMANDS];
    size_t count = 0;
    for (; count < MOST_COMMANDS && (c = cmd_table_at(group, count)); count++) names[count] = c->name;
    ALEA_ASSERT(!cmd_table_at(group, count));
    const char *purpose = dispatch_purpose(group, name), *nearest = alea_view_nearest(name, names, count);
    if (purpose)
        cmd_complain(CMD_USAGE, CMD_PURPOSE_COMMAND, prefix, cmd_show(name).text, purpose);
    else if (nearest)
        cmd_complain(CMD_USAGE, CMD_NEAREST_COMMAND, prefix, cmd_show(name).text, prefix, nearest);
    else
        cmd_complain(CMD_USAGE, CMD_NO_COMMAND, prefix, cmd_show(name).text, prefix);
}

const cmd_table *cli_find_command(const char *prefix, const cmd_table *group, const char *name)
{
    const cmd_table *c;
    for (size_t i = 0; (c = cmd_table_at(group, i)); i++)
        if (strcmp(c->name, name) == 0) return c;
    dispatch_unknown(prefix, group, name);
    return NULL;
}

/* Lists the commands of a group, each topic under its heading. */
static void dispatch_list(FILE *to, const char *prefix, const cmd_table *group)
{
    fprintf(to, "Usage: %s COMMAND [ARGUMENT...]\n%s\n", prefix, group->about);
    for (const cmd_topic *t = group->topics; t->commands; t++) {
        if (t->reader)
            fprintf(to, "\n%s, start with `%s`:\n", t->reader, t->example);
        else
            fputc('\n', to);
        for (const cmd_table *const *c = t->commands; *c; c++)
            fprintf(to, "  %-10s %s\n", (*c)->name, (*c)->summary);
    }
    fprintf(to, "  %-10s %s\n", "help", "shows this list, or how to use COMMAND");
    fprintf(to, "\nExit status: 0 success; 1 the answer is no, or the work was stopped;\n"
                "2 bad usage or bad input; 3 the environment failed.\n");
}

/* Parses the command line and runs the command. */
static int dispatch_run(const char *prefix, const cmd_table *command, int argc, char **argv)
{
    char name[64];
    ALEA_ASSERT(command->run || command->topics);
    snprintf(name, sizeof name, "%s %s", prefix, command->name);
    argv[0] = name;
    if (command->topics) return cli_dispatch(name, command, argc, argv);
    char *args = calloc(1, command->size + 1);
    if (!args) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    if (command->defaults) memcpy(args, command->defaults, command->size);
    int status = cli_parse(command, argc, argv, args);
    if (status == CMD_GO_ON) status = cmd_run_call(&(cmd_call){command, name, args});
    free(args);
    return status;
}

/* `help COMMAND` is `COMMAND --help`; a group of commands takes `help COMMAND WORD` as `COMMAND --help WORD`. */
static int dispatch_help(const char *prefix, const cmd_table *group, int argc, char **argv)
{
    const cmd_table *command = cli_find_command(prefix, group, argv[0]);
    if (!command) return CMD_USAGE;
    char ask[] = "--help";
    char *more[] = {argv[0], ask, argc > 1 ? argv[1] : NULL, NULL};
    return dispatch_run(prefix, command, more[2] ? 3 : 2, more);
}

/* Whether a word asks for help. */
static bool dispatch_is_help(const char *word)
{
    static const char *const help[] = {"help", "--help", "-h", "-?"};
    for (size_t i = 0; i < sizeof help / sizeof *help; i++)
        if (strcmp(word, help[i]) == 0) return true;
    return false;
}

/* `alea bench` was a command of version 0.1: runs alea-bench if it was built beside this program. */
static int dispatch_bench(char **argv)
{
    char program[CMD_PATH_SIZE];
    if (cli_own_folder(program) && strlen(program) + sizeof "alea-bench" <= sizeof program)
        execv(strcat(program, "alea-bench"), argv);
    return cmd_complain(CMD_USAGE, CMD_BENCH_GONE);
}

int cli_dispatch(const char *prefix, const cmd_table *group, int argc, char **argv)
{
    if (argc < 2) {
        dispatch_list(stderr, prefix, group);
        return CMD_USAGE;
    }
    if (dispatch_is_help(argv[1])) {
        if (argc > 2 && strcmp(argv[2], "--man") == 0)
            return cli_print_man_page(prefix, group, argv + 3, argc - 3);
        /* `help help` is help too. */
        if (argc > 2 && !dispatch_is_help(argv[2])) return dispatch_help(prefix, group, argc - 2, argv + 2);
        dispatch_list(stdout, prefix, group);
        return CMD_DONE;
    }
    if (strcmp(group->name, "alea") == 0 && strcmp(argv[1], "bench") == 0) return dispatch_bench(argv + 1);
    const cmd_table *command = cli_find_command(prefix, group, argv[1]);
    return command ? dispatch_run(prefix, command, argc - 1, argv + 1) : CMD_USAGE;
}
