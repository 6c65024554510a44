/* Sentences of built-in games; see narration.h. docs/write-rules.md describes keys and blanks. */
#include "game/narration.h"

#include <string.h>

typedef struct builtin_word {
    const char *game, *key, *text;
} builtin_word;

static const builtin_word builtin_words[] = {
    {"pig", "bust any 1", "A 1!"},
    {"two-dice-pig", "bust any 1", "A 1!"},
    {"two-dice-pig", "wipe double", "Snake eyes!"},
    {"pig-solitaire", "bust any 1", "A 1!"},
    {"piglet", "bust", "Tails!"},
    {"piglet", "roll", "Heads."},
    {"pig-pen", "bust sum 7", "A seven!"},
    {"pig-pen", "wipe 1 1", "Snake eyes!"},
    {"pig-pen", "wipe double", "The third double in a row!"},
    {"pig-pen", "forced", "A double: the dice must be rolled again."},
    {"hog", "again", "Time Trot: an extra turn for {player}."},
    {"hog-feral", "bonus", "Feral Hogs: +{bonus}."},
    {"hog-moon", "bonus", "Harvest Moon: +{bonus}."},
    {"hog-moon", "odd", "Hogtimus Prime: the sum {sum} counts as {points}."},
    {"hog-piggy", "bacon", "Picky Piggy: +{points}."},
    {"hog-piggy", "again", "More Boar: an extra turn for {player}."},
    {"red-and-black", "question", "what do you stake ({moves})?"},
    {"red-and-black", "chance 1", "The stake is won."},
    {"red-and-black", "chance 2", "The stake is lost."},
    {"coin-pig", "chance 1", "Heads."},
    {"coin-pig", "chance 2", "Tails!"},
};

const char *alea__builtin_words(const char *game, const char *key)
{
    for (size_t i = 0; i < sizeof builtin_words / sizeof *builtin_words; i++)
        if (strcmp(builtin_words[i].game, game) == 0 && strcmp(builtin_words[i].key, key) == 0)
            return builtin_words[i].text;
    return NULL;
}
