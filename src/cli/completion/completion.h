#pragma once
/* Completion scripts for shells, made from the tables of commands. For each shell there is a file that writes the tables in its
   language, and a template (templates/completion.SHELL.in) with the functions that read them. */
#include "cli/cli.h"

/* How a shell's script describes the commands. `path` is what follows `alea`, such as "bot check". */
typedef struct completion_shell {
    const char *name;
    void (*begin)(void);
    void (*group)(const cmd_table *, const char *path); /* before its commands */
    void (*command)(const cmd_table *, const char *path);
    void (*between)(const cmd_table *program); /* after the commands, before the template */
    const char *functions;                     /* the template */
} completion_shell;

extern const completion_shell completion_bash, completion_fish, completion_zsh;

/* The kind of a word at some place of the command line. */
typedef enum completion_kind {
    COMPLETE_NOTHING, /* a number, or free text */
    COMPLETE_WORDS,
    COMPLETE_GAMES, /* the name of a game, or a file with rules */
    COMPLETE_FILES
} completion_kind;

enum { COMPLETION_WORDS_SIZE = 256 };

/* The kind of an option's value, nothing if it has none; its words, separated by spaces, if they are known. */
completion_kind completion_of_value(const cmd_option *, char words[COMPLETION_WORDS_SIZE]);
/* The kinds of a command's first operand and of its other operands. */
completion_kind completion_of_first(const cmd_table *);
completion_kind completion_of_others(const cmd_table *);

/* Prints the names of all games, with spaces between them. */
void completion_put_games(void);
/* Prints a text between single quotes, as POSIX shells read it; each sign of `escaped` gets a backslash. */
void completion_put_quoted(const char *text, const char *escaped);
/* Prints the names of a group's commands, with spaces between them; of the whole program, `help` too. */
void completion_put_commands(const cmd_table *group, bool is_program);
