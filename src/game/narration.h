#pragma once
/* Describes the events of a game in sentences. A family supplies the event; the sentence comes from the rule file's field
   `words`, from the list of a built-in game, or from the family. */
#include "game/family.h"

enum { ALEA__MOST_BLANKS = 12, ALEA__LONGEST_WORDS = 300 };

/* "{name}" in a sentence stands for `value`. */
typedef struct alea__blank {
    const char *name, *value;
} alea__blank;

/* An event that is put into words. The family adds blanks and sentences; `player` and `opponent` are there already. */
struct alea__narration {
    const alea_game *game;
    const alea_state *before, *after;
    uint32_t what; /* the move or the outcome of the dice */
    alea__blank blank[ALEA__MOST_BLANKS];
    unsigned blanks;
    char *out;
    size_t size, used;
};

/* The sentence of that key; `fallback` if neither the rule file nor the library has one. */
const char *alea__words_of(const alea_game *, const char *key, const char *fallback);

/* The value must stay while the event is put into words. A blank that is there already gets the new value. */
void alea__narrate_blank(alea__narration *, const char *name, const char *value);
/* Adds a sentence, with its blanks filled; an empty one adds nothing. */
void alea__narrate(alea__narration *, const char *sentence);

/* Reads the field `words` of the rule file, a table of strings, into the game. */
alea_status alea__words_read(const alea__reader *top, alea_game *, alea_error *);
void alea__words_free(alea_game *);
/* Whether the words in the game are events of its family. */
alea_status alea__words_check(const alea__reader *top, const alea_game *, alea_error *);
/* The same with the rules: whether each key can fit something in the game, and each blank of its sentence is filled. */
alea_status alea__words_check_rules(const alea__reader *top, const alea_game *, alea_error *);
/* Whether a list that ends in NULL has the word. */
bool alea__words_list(const char *const *list, const char *word);

/* Sentences of built-in games, whose rule files cannot get new fields, because tables and records name them by their
   SHA-256. NULL if the game has none. */
const char *alea__builtin_words(const char *game, const char *key);
