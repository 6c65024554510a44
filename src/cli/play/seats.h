#ifndef ALEA_CLI_PLAY_SEATS_H
#define ALEA_CLI_PLAY_SEATS_H
/* What is settled before a game: which game, who plays, and which interrupted game goes on. At each of these questions people
   can type help, rules and quit. */
#include "cli/play/table_game.h"
#include "cli/user_dirs.h"

enum { SEAT_SPEC_SIZE = PLAY_NAME_SIZE + 16 };

typedef struct play_seating {
    const char *seat[ALEA_MAX_SEATS]; /* human(Ann), optimal: words of the command line, or in `made` */
    unsigned count;
    char made[ALEA_MAX_SEATS][SEAT_SPEC_SIZE];
} play_seating;

/* Lists the games, and asks for one. The caller frees it; PLAY_FAILED: there was no answer, and a message was printed. */
play_end seats_ask_game(console *, char spec[CONSOLE_LINE_SIZE], alea_game **out);

/* Asks how many people play and, on a terminal, for their names. A person alone plays against `computer`. */
play_end seats_ask_people(console *, const alea_game *, bool players_fixed, const char *computer,
                          play_seating *);

/* Seats from the command line: a word that is no bot is a person's name. In games for two, a person alone plays against
   `computer`, and a bot alone against a person. */
void seats_from_words(const alea_game *, bool players_fixed, cmd_words, const char *computer, play_seating *);

/* Chooses among several interrupted games: `asked` is the number of one in the list, or 0. PLAY_FAILED: there is none, which
   it has said. */
play_end seats_choose_unfinished(console *, unsigned asked, char path[CMD_PATH_SIZE]);
#endif
