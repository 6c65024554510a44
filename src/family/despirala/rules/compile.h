#ifndef ALEA_FAMILY_DESPIRALA_RULES_COMPILE_H
#define ALEA_FAMILY_DESPIRALA_RULES_COMPILE_H
/* What the files share that make a rule file into flat tables. */
#include "family/despirala/despirala.h"

enum {
    DESPIRALA_MOST_GAIN = 20,
    DESPIRALA_MOST_GOOD_POINTS = 100,
    DESPIRALA_MOST_POINTS = 1000, /* of a combination; all together, goods too, fit in 16 bits */
    DESPIRALA_LONGEST_NAME = 40,
    DESPIRALA_LONGEST_MOVE = DESPIRALA_LONGEST_NAME + 2 * DESPIRALA_DICE /* a name and its arguments */
};

/* Positions in which all dice lie and a turn is decided: what an exact solution goes through. */
#define DESPIRALA_MOST_POSITIONS (UINT64_C(1) << 31)

/* pattern.c: the targets of the combination that `reader` stands on, its place c being set but for `count`. What does not fit
   in the table of targets is counted only, in *targets. */
alea_status despirala_read_pattern(despirala_rules *, uint32_t c, const alea__reader *, uint32_t *targets,
                                   alea_error *);

/* rolls.c: fills rolls, faces and weight; they need not be freed on failure. How many there are can be asked before. */
uint32_t despirala_count_rolls(const despirala_rules *);
alea_status despirala_list_rolls(despirala_game *, alea_error *);

/* names.c */
bool despirala_good_name(const char *name);
/* Whether two names are the same but for capital letters and spaces. */
bool despirala_same_name(const char *, const char *);
/* All names of moves, from those of combinations. */
alea_status despirala_name_moves(despirala_game *, const alea__reader *, alea_error *);
#endif
