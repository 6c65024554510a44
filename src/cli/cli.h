#ifndef ALEA_CLI_CLI_H
#define ALEA_CLI_CLI_H
/* What the commands share. Answers go to standard output, everything else to standard error. */
#include "cli/host.h"

/* Commands. */
extern const cli_command cli_games, cli_run, cli_merge, cli_tournament, cli_compare, cli_replay, cli_solve,
    cli_ask, cli_eval, cli_best, cli_verify, cli_stats, cli_plot, cli_play, cli_contest, cli_review,
    cli_drill, cli_notebook, cli_bench, cli_cache, cli_completion, cli_version;
extern const cli_command cli_bot, cli_bot_list, cli_bot_check, cli_bot_build, cli_bot_freeze,
    cli_bot_template;
extern const cli_command cli_program; /* the group of all commands */

/* The commit that the sources are of (cmake/commit.cmake); empty if that is not known. */
extern const char *const cli_commit;

/* The command of that name in the group; NULL: after a message that names the nearest one. */
const cli_command *cli_find_command(const char *prefix, const cli_command *group, const char *name);

/* Runs the command of the group that argv[1] names, with argv[0] as `prefix`: "alea" or "alea bot". Handles `help
   [COMMAND]` and --help, and suggests the nearest name for an unknown one. */
int cli_dispatch(const char *prefix, const cli_command *group, int argc, char **argv);

/* Prints the man page of a command: of the group, which is called by `prefix`, or of the one in it that the words name. */
int cli_print_man_page(const char *prefix, const cli_command *group, char *const *words, int count);

/* Games, the sandbox and bots (lineup.c). All return CLI_DONE, or print a message and return the exit status. */
int cli_open_game(const char *spec, alea_game **out);
int cli_open_game_for(const char *spec, unsigned bots, alea_game **out); /* for that many players */
/* The objective of that name; NULL: what the game is played for. */
int cli_choose_objective(const alea_game *, const char *name, alea_objective *out);
/* Refuses an objective by which bots cannot be ranked: anything but win and money. NULL: none was named. */
int cli_check_ranking(const char *game, const char *name);
/* Plays the game for the objective of that name; NULL: what it is played for. Before its bots are opened. */
int cli_play_for(alea_game *, const char *name);
int cli_open_sandbox(alea_sandbox_options, alea_sandbox **out);
void cli_close_sandbox(alea_sandbox *); /* warns if the cache could not be used; accepts NULL */

/* A game and its players. Starts as {0}. */
typedef struct cli_lineup {
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *bot[ALEA_MAX_SEATS];
    unsigned bots;
    cli_names *pure;       /* bots that are declared pure when they are opened; NULL: none */
    const char *objective; /* that --for names; NULL: what the game is played for */
} cli_lineup;
/* Opens the game for as many players as there are bots, at most ALEA_MAX_SEATS, and then the bots. cli_lineup_close
   frees what was opened, even after a failure. */
int cli_lineup_open(const char *game, cli_words bots, alea_sandbox_options, cli_lineup *);
/* Opens only bots: the lineup already has its game. */
int cli_lineup_add(cli_lineup *, const char *const *bot, unsigned bots, alea_sandbox_options);
void cli_lineup_close(cli_lineup *);

/* Declares a bot pure if it has one of the names: its own, or that of its file, with or without the ending. */
int cli_declare_pure(cli_names *, alea_bot *);
/* CLI_USAGE: a name is none of the bots'. `bot` is one of them; NULL: there is none. */
int cli_check_pure(const cli_names *, const alea_bot *bot);

/* Reviews one record as `alea review` does, for an objective or NULL (cmd_review.c). Returns the exit status. */
int cli_review_record(const char *record, const char *objective);

/* Reports that standard output could not be written, for the errno; says nothing if its reader left, as `| head` does. */
int cli_output_failed(int reason);

/* The width of the stream, and whether the locale is UTF-8. */
alea_view_options cli_view_options(int fd, bool json);

#endif
