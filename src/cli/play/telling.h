#pragma once
/* Describes a game to people, at the table and when a record is watched. */
#include "cli/play/console.h"

typedef struct telling {
    console *console;
    const alea_game *game;
    unsigned players;
    const char *name[ALEA_MAX_SEATS]; /* by seat; "You" for a person without a name */
} telling;

bool tell_is_you(const char *name);
/* "Ann's" for Ann, "Your" for You. `out` has room for the name and three characters more. */
const char *tell_whose(const char *name, char *out, size_t size);

/* Whose turn begins. */
void tell_turn(const telling *, unsigned seat);
/* The score of a seat. */
void tell_facts(const telling *, const alea_state *, unsigned seat);

/* Writes the faces as numbers with spaces between them. */
enum { TELL_FACES = 100 };
const char *tell_faces(const uint32_t *faces, unsigned count, char out[TELL_FACES]);
/* Prints a roll; with `draws`, also as small dice. */
void tell_roll(console *, const char *name, const uint32_t *faces, unsigned count, bool draws);

/* Describes an event in sentences; empty if the dice and the move say everything. */
enum { TELL_WORDS = 1000 };
const char *tell_words(const telling *, const alea_event *, char out[TELL_WORDS]);
/* Whether to show the faces of a roll: they are dice, or there are no words for it. */
bool tell_shows_dice(const telling *, const alea_event *, const char *words);
void tell_event(const telling *, const char *words);

/* How the game ended: the winner, the line `above` unless it is NULL, and all players' points and money. */
void tell_end(const telling *, const alea_outcome *, const char *above);
