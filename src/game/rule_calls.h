#pragma once
/* Calls the functions of a rule file over their whole domain, with errors that name the call. */
#include "game/lua_host.h"

typedef struct alea__calls {
    const alea__reader *reader;
    lua_State *L;          /* the reader's */
    uint64_t most;         /* instructions that all calls together may take, to the budget's grain, */
    const char *most_text; /* and the same for people */
    uint64_t used;         /* so far */
    alea_error *error;
} alea__calls;

/* A function of the rule file and the arguments of one call. With `array` they go in as one argument, an array; behind it may
   come one that is true or false, and then `more` numbers. */
typedef struct alea__call {
    const char *name;
    int function; /* stack index; 0: not in the file */
    int64_t argument[17];
    int count;
    bool array, with_flag, flag;
    int64_t more[2];
    int more_count;
} alea__call;

/* The function of a field, if there is one; it then stays on the stack. */
alea_status alea__call_find(alea__calls *, const char *field, bool required, int arguments, alea__call *out);
/* The number of declared parameters, without "..."; 0 if the file has no such function. */
unsigned alea__call_parameters(alea__calls *, const alea__call *);
/* Reads a field with a min and max that fit `out`. */
alea_status alea__calls_number(const alea__calls *, const alea__number_field *, uint32_t *out);
/* Calls; the results are on top of the stack. */
alea_status alea__call_make(alea__calls *, alea__call *, int results);
/* The whole numbers that a call may return; `wanted` ends the sentence "roll(1) returned 7; …" about any other result. */
typedef struct alea__call_range {
    uint16_t min, max;
    const char *wanted;
} alea__call_range;
/* Reads the whole number at a stack index. */
alea_status alea__call_number(alea__calls *, const alea__call *, int at, const alea__call_range *,
                              uint16_t *out);
/* true, false, or nothing, which is `fallback`. */
alea_status alea__call_truth(alea__calls *, const alea__call *, int at, bool fallback, bool *out);
/* The line of the function in its file. */
int alea__call_line(alea__calls *, const alea__call *);
/* Fails: the call, then the sentence. */
__attribute__((format(printf, 3, 4))) alea_status alea__call_wrong(alea__calls *, const alea__call *,
                                                                   const char *format, ...);
