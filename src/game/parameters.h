#pragma once
/* The parameters of a game: declared in its rule file, with values from a spec. */
#include "game/lua_host.h"
#include "game/spec.h"

typedef enum alea__parameter_kind { ALEA__NUMBER, ALEA__BOOLEAN, ALEA__WORD } alea__parameter_kind;

typedef struct alea__bound {
    alea__parameter_kind kind;
    char *name, *help, *value, *default_value;
    int64_t min, max;    /* of numbers */
    int64_t number;      /* the value: the number, or the index of the word */
    const char **one_of; /* NULL-terminated, of words and booleans */
    char *words;         /* the text behind one_of */
} alea__bound;

enum { ALEA__MOST_PARAMETERS = 64 }; /* as many as a spec can give */

/* Every parameter with its default. The table `params` is read from `game`, the rule file's table; it may be absent. */
alea_status alea__parameters_read(const alea__reader *game, alea__bound **out, size_t *count, alea_error *);
void alea__parameters_free(alea__bound *, size_t count);

alea__bound *alea__parameter_find(alea__bound *, size_t count, const char *name); /* NULL if not found */
/* Gives the values of a spec. `game` is the game's name for messages. */
alea_status alea__parameters_set(alea__bound *, size_t count, const alea__spec *, const char *game,
                                 alea_error *);
alea_status alea__parameter_set(alea__bound *, const char *value, const char *game, alea_error *);

/* The value as text, in place of *out. */
alea_status alea__parameter_write(const alea__bound *, char **out, alea_error *);

/* The table p for rules(p), on a Lua stack: reading a parameter that does not exist is an error. Called protected; the
   parameters must outlive it. */
typedef struct alea__parameter_list {
    const alea__bound *bound;
    size_t count;
} alea__parameter_list;
void alea__parameters_push(lua_State *, const alea__parameter_list *);
