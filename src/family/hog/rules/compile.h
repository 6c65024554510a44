#pragma once
/* Shared by the files that read a rule file: rules.c, rolls.c, tabulate.c. */
#include "family/hog/hog.h"
#include "game/rule_calls.h"

typedef struct hog_compiler {
    alea__calls calls;
    hog_game *game;
} hog_compiler;

/* rolls.c: makes the tables for hog_rank, for dice of at most this many sides; and one more set of dice, with the rolls of 1 …
   dice dice, each once regardless of order, in the order of hog_rank. Afterwards ask for their points, then make the odds. */
alea_status hog_make_ranks(hog_compiler *, uint32_t sides);
alea_status hog_add_set(hog_compiler *, uint32_t sides);
alea_status hog_count_odds(hog_compiler *, uint32_t set);

/* The roll after this one of as many dice, faces ascending from 0; the first one is all zeros. False past the last. */
bool hog_next_roll(uint32_t sides, uint32_t dice, uint8_t *face);

/* dice_sets.c: the sets of dice, which one is rolled where, their points and their odds. */
alea_status hog_ask_dice(hog_compiler *);

/* tabulate.c: fill the game's other tables by asking the rule file's functions. */
alea_status hog_ask(hog_compiler *);
