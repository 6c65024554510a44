#pragma once
/* Finds the game that a bot's file is for. */
#include "command/command.h"

typedef struct cmd_found_game {
    const char *game;
    const char *because; /* the evidence, as a clause; NULL: there is none, and it is the default game */
} cmd_found_game;

/* By the words in a file; pig-pen for bots without a file. */
cmd_found_game cmd_find_game(const char *path);
