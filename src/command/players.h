#pragma once
/* The players at a table: people, graded computers, bots. Used by the console's game and the page's. */
#include "command/coach.h"

#include <alea/session.h>

enum { PLAY_NAME_SIZE = 64 };

typedef enum play_kind { PLAY_HUMAN, PLAY_BOT, PLAY_GRADED } play_kind;

typedef struct play_player {
    play_kind kind;
    char name[PLAY_NAME_SIZE]; /* printable, as messages have it */
    double strength;           /* GRADED */
    alea_bot *bot;             /* BOT */
} play_player;

/* Whether a spec is human(NAME); or graded(S), and then writes its S. */
bool play_is_person(const char *spec);
bool play_is_graded(const char *spec, char grade[PLAY_NAME_SIZE]);
/* Whether a player failed to move by its own fault, so that it forfeits: a bot's program stopped, exceeded a limit, or
   returned an illegal move. Other failures, such as running out of memory or values that cannot be computed, are not the
   player's fault, and the game can be resumed. */
bool play_failed_itself(const play_player *, alea_status why);
/* The name of a player as alea_player_name has it, printable. */
void play_name(const char *const *spec, unsigned count, unsigned which, char out[PLAY_NAME_SIZE]);
/* The move of a graded player before event number `event` of a game, with the coach's values. A coach with the game's seed draws
   the same each time. Returns false if the coach has no values, and says why. */
bool play_graded_move(coach *, const alea_state *, size_t event, double strength, uint32_t *move);
/* The same with the coach's answer. */
uint32_t play_choose_graded(const coach *, const alea_answer *, size_t event, double strength);
