#ifndef ALEA_FAMILY_HOG_RULES_COMPILE_H
#define ALEA_FAMILY_HOG_RULES_COMPILE_H
/* What the files that read a rule file share: rules.c, rolls.c, tabulate.c. */
#include "family/hog/hog.h"
#include "game/rule_calls.h"

typedef struct hog_compiler {
    alea__calls calls;
    hog_game *game;
} hog_compiler;

/* rolls.c: the rolls of 1 … dice dice, each once whatever the order of the dice, ranked as hog_rank does; their points are
   still to be asked for. Then, from the points, the odds. */
alea_status hog_list_rolls(hog_compiler *);
alea_status hog_count_odds(hog_compiler *);

/* The roll after this one of as many dice, faces ascending from 0; the first one is all zeros. False past the last. */
bool hog_next_roll(const hog_rules *, uint32_t dice, uint8_t *face);

/* tabulate.c: fill the game's tables by asking the rule file's functions. */
alea_status hog_ask(hog_compiler *);
#endif
