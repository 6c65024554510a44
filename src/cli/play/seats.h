#pragma once
/* Questions before a game: which game, who plays, and which interrupted game to resume. At each of them people can type
   help, rules and quit. */
#include "cli/play/table_game.h"
#include "cli/user_dirs.h"

enum { SEAT_SPEC_SIZE = PLAY_NAME_SIZE + 16 };

typedef struct play_seating {
    const char *seat[ALEA_MAX_SEATS]; /* human(Ann), optimal: words of the command line, or in `made` */
    unsigned count;
    char made[ALEA_MAX_SEATS][SEAT_SPEC_SIZE];
} play_seating;

/* Lists the games and asks for one. The caller frees it. Returns PLAY_FAILED, after a message, if there was no answer. */
play_end seats_ask_game(console *, char spec[CONSOLE_LINE_SIZE], alea_game **out);

/* Asks how many people play and, on a terminal, for their names. A person alone plays against `computer`. */
play_end seats_ask_people(console *, const alea_game *, bool players_fixed, const char *computer,
                          play_seating *);

/* Seats from the command line: a word that is not a bot is a person's name. In games for two, a single person plays against
   `computer`, and a single bot against a person. */
void seats_from_words(const alea_game *, bool players_fixed, cmd_words, const char *computer, play_seating *);

/* Chooses among several interrupted games. `asked` is a number in the list, or 0. Returns PLAY_FAILED, after a message, if
   there is none. */
play_end seats_choose_unfinished(console *, unsigned asked, char path[CMD_PATH_SIZE]);
