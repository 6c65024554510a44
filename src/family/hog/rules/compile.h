#ifndef ALEA_FAMILY_HOG_RULES_COMPILE_H
#define ALEA_FAMILY_HOG_RULES_COMPILE_H
/* What the files that read a rule file share: rules.c, rolls.c, call.c, ask.c. */
#include "family/hog/hog.h"

typedef struct hog_compiler {
    const alea__reader *reader;
    lua_State *L;
    hog_game *game;
    uint64_t used; /* instructions so far */
    alea_error *error;
} hog_compiler;

/* rolls.c: the rolls of 1 … dice dice, each once whatever the order of the dice, ranked as hog_rank does; their points are
   still to be asked for. Then, from the points, the odds. */
alea_status hog_list_rolls(hog_compiler *);
alea_status hog_count_odds(hog_compiler *);

/* The roll after this one of as many dice, faces ascending from 0; the first one is all zeros. False past the last. */
bool hog_next_roll(const hog_rules *, uint32_t dice, uint8_t *face);

/* ---- call.c ---- */

/* A function of the rule file and the arguments of one call. `roll` gets its faces as one argument, an array; a last
   argument may be true or false. */
typedef struct hog_call {
    const char *name;
    int function; /* stack index; 0: the file has none */
    int64_t argument[HOG_MOST_DICE];
    int count;
    bool array, with_flag, flag;
} hog_call;

/* The function of a field, if there is one; it then stays on the stack. */
alea_status hog_find_call(hog_compiler *, const char *field, bool required, int arguments, hog_call *out);
/* Calls; the results are on top of the stack. */
alea_status hog_call_it(hog_compiler *, hog_call *, int results);
/* The whole number at a place of the stack; `wanted` is the end of the sentence where there is another value. */
alea_status hog_take_number(hog_compiler *, const hog_call *, int at, int64_t min, int64_t max,
                            const char *wanted, uint16_t *out);
/* true, false, or nothing, which is `fallback`. */
alea_status hog_take_truth(hog_compiler *, const hog_call *, int at, bool fallback, bool *out);
/* Fails: the call, then the sentence. */
__attribute__((format(printf, 3, 4))) alea_status hog_wrong_call(hog_compiler *, const hog_call *,
                                                                 const char *format, ...);

/* ask.c: fill the game's tables by asking the rule file's functions. */
alea_status hog_ask(hog_compiler *);
#endif
