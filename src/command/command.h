#pragma once
/* The commands that any program can include, and their shared functions. */
#include "command/host.h"

extern const cmd_table cmd_games, cmd_run, cmd_merge, cmd_tournament, cmd_compare, cmd_replay, cmd_solve,
    cmd_ask, cmd_eval, cmd_best, cmd_learn, cmd_verify, cmd_stats, cmd_plot, cmd_contest, cmd_review;
extern const cmd_table cmd_bot_list, cmd_bot_check, cmd_bot_freeze;

/* Games, the sandbox and bots (lineup.c). All return CMD_DONE, or print a message and return the exit status. */
int cmd_open_game(const char *spec, alea_game **out);
int cmd_open_game_for(const char *spec, unsigned bots, alea_game **out); /* for that many players */
/* Finds an objective by name; NULL means the game's own. */
int cmd_choose_objective(const alea_game *, const char *name, alea_objective *out);
/* Refuses an objective that cannot rank bots: anything except win and money. NULL: none was named. */
int cmd_check_ranking(const char *game, const char *name);
/* Plays the game for the objective with this name; NULL means the game's own. Call it before opening bots. */
int cmd_play_for(alea_game *, const char *name);
int cmd_open_sandbox(alea_sandbox_options, alea_sandbox **out);
void cmd_close_sandbox(alea_sandbox *); /* warns if the cache could not be used; accepts NULL */

/* A game and its players. Starts as {0}. */
typedef struct cmd_lineup {
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *bot[ALEA_MAX_SEATS];
    unsigned bots;
    cmd_names *pure;       /* bots to declare pure when they are opened; NULL: none */
    const char *objective; /* name given to --for; NULL: the game's own objective */
} cmd_lineup;
/* Opens the game for the number of bots, at most ALEA_MAX_SEATS, and then the bots. cmd_lineup_close frees what was opened,
   also after a failure. */
int cmd_lineup_open(const char *game, cmd_words bots, alea_sandbox_options, cmd_lineup *);
/* Opens only bots, because the lineup already has its game. */
int cmd_lineup_add(cmd_lineup *, const char *const *bot, unsigned bots, alea_sandbox_options);
void cmd_lineup_close(cmd_lineup *);

/* Reads K/N: part K, from 0, of N parts. Returns false for other text. */
bool cmd_read_part(const char *text, unsigned *part, unsigned *parts);

/* Opens the bot that a word of the command line names: a command, a Python file, which is built first, or any other. */
/* Refuses a bot of a record that is a command: a file starts no program. */
int cmd_check_recorded(const char *spec);
int cmd_open_bot(const alea_game *, const char *word, alea_sandbox *, alea_bot **out);
/* Whether a word is exec:COMMAND or NAME=exec:COMMAND, and not a file of that name. */
bool cmd_is_command(const char *word);

/* Declares a bot pure if one of the names is its own or that of its file, with or without the ending. */
int cmd_declare_pure(cmd_names *, alea_bot *);
/* Fails with CMD_USAGE if a name belongs to none of the bots. `bot` is one of them, or NULL if there is none. */
int cmd_check_pure(const cmd_names *, const alea_bot *bot);

/* A seed, and the commitment to it (alea_seed_commitment). */
typedef struct cmd_commitment {
    uint64_t seed;
    char salt[33], sha256[65];
} cmd_commitment;
/* Draws the salt, and the seed unless it is given, from the system's random numbers (commitment.c). */
int cmd_commit(bool seed_given, cmd_commitment *);

/* What `alea replay --verify` needs besides the record. */
typedef struct cmd_verify_args {
    cmd_names *moved, *pure; /* moved: NAME=FILE, where bots are now */
    const char *objective;
    alea_sandbox_options limits;
    bool json;
} cmd_verify_args;
/* Plays the games of a record again and prints the first difference (verify.c). CMD_NO if there is one. */
int cmd_verify_record(const cmd_verify_args *, const alea_record *);

/* Reviews one record as `alea review` does, for an objective or NULL, with a reviewer or NULL (cmd_review.c). Returns the exit
   status. */
int cmd_review_record(const char *record, const char *objective, alea_reviewer *);
