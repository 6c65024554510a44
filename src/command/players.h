#ifndef ALEA_COMMAND_PLAYERS_H
#define ALEA_COMMAND_PLAYERS_H
/* Who sits at a table: people, graded computers, bots. The console's game has them, and the page's. */
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
/* Whether what kept a player from moving is its own failure, for which it forfeits: the program of a bot stopped, used up what it may use,
   or answered what is no legal move. Whatever else happens, such as a lack of memory or values that cannot be worked out, is not the player's, and
   the game can go on from there. */
bool play_failed_itself(const play_player *, alea_status why);
/* The name of a player as alea_player_name has it, printable. */
void play_name(const char *const *spec, unsigned count, unsigned which, char out[PLAY_NAME_SIZE]);
/* A random number from 0 to 1, different at each event of a game and the same when the game is resumed. */
double play_draw(const alea_session *);
#endif
