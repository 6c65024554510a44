#ifndef ALEA_COMMAND_COMMAND_H
#define ALEA_COMMAND_COMMAND_H
/* The commands that any program can have, and what they share. */
#include "command/host.h"

extern const cli_command cli_games, cli_run, cli_merge, cli_tournament, cli_compare, cli_replay, cli_solve,
    cli_ask, cli_eval, cli_best, cli_verify, cli_stats, cli_plot, cli_contest, cli_review;
extern const cli_command cli_bot_list, cli_bot_check, cli_bot_freeze;

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

/* For the spec of a Python file that must be built before it can play, builds it, or finds it in the cache, and writes
   NAME=FILE.wasm to `out`; copies any other spec. */
int cli_build_bot_of_spec(const alea_game *, const char *spec, char out[2 * CLI_PATH_SIZE]);

/* Declares a bot pure if it has one of the names: its own, or that of its file, with or without the ending. */
int cli_declare_pure(cli_names *, alea_bot *);
/* CLI_USAGE: a name is none of the bots'. `bot` is one of them; NULL: there is none. */
int cli_check_pure(const cli_names *, const alea_bot *bot);

/* Reviews one record as `alea review` does, for an objective or NULL (cmd_review.c). Returns the exit status. */
int cli_review_record(const char *record, const char *objective);
#endif
