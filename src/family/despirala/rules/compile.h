#pragma once
/* Shared by the files that compile a rule file to flat tables. */
#include "family/despirala/despirala.h"

enum {
    DESPIRALA_MOST_GAIN = 20,
    DESPIRALA_MOST_GOOD_POINTS = 100,
    DESPIRALA_MOST_POINTS = 1000, /* of a combination; all together, goods too, fit in 16 bits */
    DESPIRALA_LONGEST_NAME = 40,
    DESPIRALA_LONGEST_MOVE = DESPIRALA_LONGEST_NAME + 2 * DESPIRALA_DICE /* a name and its arguments */
};

/* Limit for positions with all dice on the table, in which a turn is decided; an exact solution visits all of them. */
#define DESPIRALA_MOST_POSITIONS (UINT64_C(1) << 31)

/* pattern.c: reads the targets of the combination under `reader`. Combination c is already set except for `count`. Targets
   beyond the size of the table are only counted, in *targets. */
alea_status despirala_read_pattern(despirala_rules *, uint32_t c, const alea__reader *, uint32_t *targets,
                                   alea_error *);

/* rolls.c: fills rolls, faces and weight; they need not be freed on failure. How many there are can be asked before. */
uint32_t despirala_count_rolls(const despirala_rules *);
alea_status despirala_list_rolls(despirala_game *, alea_error *);

/* names.c */
bool despirala_good_name(const char *name);
/* Whether two names are equal apart from capital letters and spaces. */
bool despirala_same_name(const char *, const char *);
/* All names of moves, from those of combinations. */
alea_status despirala_name_moves(despirala_game *, const alea__reader *, alea_error *);
