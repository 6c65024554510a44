#ifndef ALEA_COMMAND_FIND_GAME_H
#define ALEA_COMMAND_FIND_GAME_H
/* Finds the game that a bot's file is for. */
#include "command/command.h"

typedef struct cmd_found_game {
    const char *game;
    const char *because; /* what showed it, as a clause; NULL: nothing did, and it is the usual game */
} cmd_found_game;

/* By the words in a file; pig-pen for bots that are no such file. */
cmd_found_game cmd_find_game(const char *path);
#endif
