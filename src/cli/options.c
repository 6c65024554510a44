/* Reads a command line by a command's table; see options.h. */
#include "cli/cli.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_HELP = 'h', KEY_USAGE = 0x100, FIRST_KEY, MOST_OPTIONS = 32 };

/* ---- the command line ---- */

static const struct argp_option option_help[] = {
    {"help", KEY_HELP, NULL, 0, "Print this help", -1},
    {"usage", KEY_USAGE, NULL, 0, "Print a short usage message", -1},
    {0},
};

/* argp's own --help would exit. */
static error_t option_parse_help(int key, char *value, struct argp_state *state)
{
    (void)value;
    if (key != KEY_HELP && key != KEY_USAGE) return ARGP_ERR_UNKNOWN;
    argp_state_help(state, stdout, key == KEY_HELP ? ARGP_HELP_STD_HELP : ARGP_HELP_USAGE);
    return ECANCELED;
}

/* argp's help, without its note on the arguments of short options, which states the obvious. */
static char *option_filter_help(int key, const char *text, void *input)
{
    union {
        const char *given;
        char *same;
    } help = {.given = text};
    (void)input;
    return key == ARGP_KEY_HELP_DUP_ARGS_NOTE ? NULL : help.same;
}

/* The key of the option at `index`, which argp hands back. */
static int option_key_of(const cmd_option *options, int index)
{
    return options[index].key ? options[index].key : FIRST_KEY + index;
}

/* argp has moved all options in front of the operands. */
static bool option_take_operands(struct argp_state *state)
{
    const int next = state->next;
    state->next = state->argc;
    return cmd_set_operands(state->input, state->argv + next, (unsigned)(state->argc - next));
}

static error_t option_parse(int key, char *value, struct argp_state *state)
{
    const cmd_call *call = state->input;
    const cmd_option *options = call->command->options;
    if (key == ARGP_KEY_ARGS || key == ARGP_KEY_NO_ARGS) return option_take_operands(state) ? 0 : EINVAL;
    for (int i = 0; options && options[i].name; i++)
        if (key == option_key_of(options, i)) return cmd_set_option(call, &options[i], value) ? 0 : EINVAL;
    return ARGP_ERR_UNKNOWN;
}

/* Whether `name`, of `length` bytes, is the beginning of an option's name; the parser accepts such abbreviations. */
static bool option_exists(const cmd_table *command, const char *name, size_t length)
{
    for (const cmd_option *o = command->options; o && o->name; o++)
        if (strncmp(o->name, name, length) == 0) return true;
    return strncmp("help", name, length) == 0 || strncmp("usage", name, length) == 0;
}

/* Whether the game that a word opens has a parameter with this name of `length` bytes. */
static bool option_is_parameter(const char *word, const char *name, size_t length)
{
    alea_game *game;
    alea_parameter p;
    bool found = false;
    if (*word == '-' || alea_game_open(word, &game, NULL) != ALEA_OK) return false;
    for (size_t i = 0; !found && alea_game_parameter(game, i, &p); i++)
        found = strlen(p.name) == length && strncmp(p.name, name, length) == 0;
    alea_game_free(game);
    return found;
}

/* If a word opens a game with that parameter, shows the syntax of the parameter. */
static bool option_show_parameter(const char *game, const char *name, size_t length, const char *value)
{
    char setting[512];
    if (!option_is_parameter(game, name, length)) return false;
    snprintf(setting, sizeof setting, "%.*s=%s", (int)(length < 100 ? length : 100), name,
             cmd_show(value).text);
    if (strpbrk(game, "(:="))
        cmd_complain(CMD_USAGE, CMD_ADD_PARAMETER, (int)length, name, setting, cmd_show(game).text);
    else
        cmd_complain(CMD_USAGE, CMD_IS_PARAMETER, (int)length, name, cmd_show(game).text, setting,
                     cmd_show(game).text, setting);
    return true;
}

/* Whether the command line has an option that is really a parameter of its game, as in `alea run pig --goal 50`. If so,
   reports the right syntax. */
static bool option_names_parameter(const cmd_table *command, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *name = argv[i] + 2;
        if (strncmp(argv[i], "--", 2) != 0) continue;
        const size_t length = strcspn(name, "=");
        const char *value = name[length] ? name + length + 1 : i + 1 < argc ? argv[i + 1] : "N";
        if (option_exists(command, name, length)) continue;
        for (int k = 1; k < argc; k++)
            if (option_show_parameter(argv[k], name, length, value)) return true;
    }
    return false;
}

/* Whether a word that looks like an option has characters that must not reach a screen. If so, reports it as an unknown
   option; argp would print the characters unchanged. */
static bool option_is_unprintable(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        char name[200];
        if (argv[i][0] != '-') continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(argv[i], "="), argv[i]);
        const cmd_shown shown = cmd_show(name);
        if (strcmp(shown.text, name) == 0) continue;
        cmd_complain(CMD_USAGE, CMD_UNKNOWN_OPTION, shown.text);
        return true;
    }
    return false;
}

int cli_parse(const cmd_table *command, int argc, char **argv, void *args)
{
    if (option_is_unprintable(argc, argv)) return CMD_USAGE;
    if (option_names_parameter(command, argc, argv)) return CMD_USAGE;
    static const struct argp help = {.options = option_help, .parser = option_parse_help};
    static const struct argp_child children[] = {{.argp = &help}, {0}};
    struct argp_option options[MOST_OPTIONS] = {0};
    const cmd_option *o = command->options;
    for (int i = 0; o && o[i].name && i + 1 < MOST_OPTIONS; i++) {
        const bool mode = o[i].into.kind == CMD_TAKES_MODE;
        options[i] = (struct argp_option){o[i].name,
                                          option_key_of(o, i),
                                          mode ? CMD_MODE_VALUE : o[i].value,
                                          (mode ? OPTION_ARG_OPTIONAL : 0) | (o[i].help ? 0 : OPTION_HIDDEN),
                                          o[i].help,
                                          o[i].group};
    }
    const struct argp argp = {.options = options,
                              .parser = option_parse,
                              .args_doc = command->words,
                              .doc = command->about,
                              .children = children,
                              .help_filter = option_filter_help};
    cmd_call call = {command, argv[0], args};
    unsetenv("POSIXLY_CORRECT"); /* options may follow other words */
    error_t failure = argp_parse(&argp, argc, argv, ARGP_NO_EXIT | ARGP_NO_HELP, NULL, &call);
    return failure == 0           ? CMD_GO_ON
           : failure == ECANCELED ? CMD_DONE
           : failure == ENOMEM    ? CMD_FAILED
                                  : CMD_USAGE;
}
