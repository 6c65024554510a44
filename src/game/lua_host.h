#pragma once
/* A sandboxed, deterministic Lua 5.4: no files, no clock, no randomness, `pairs` in sorted order, an instruction budget
   and a memory cap. Rule files and Lua bots both run here. */
#include <alea/bot.h>
#include <alea/status.h>
#include <lua.h>
#include <stdbool.h>

typedef struct alea__lua alea__lua;

/* Bounds of a host; zero means the default (100 million instructions for a call, 64 MiB). */
typedef struct alea__lua_limits {
    uint64_t instructions; /* for one protected call */
    uint64_t memory;       /* bytes, the whole state */
} alea__lua_limits;

struct luaL_Reg;
typedef struct alea__lua_program {
    const char *file; /* its name, for messages */
    const void *text;
    size_t size;
    const struct luaL_Reg *words;   /* more global functions, until {NULL, NULL}; may be NULL */
    const alea__lua_limits *limits; /* NULL: the default */
    alea_status
        failure; /* status of syntax and runtime errors and of exhausted limits: ALEA_E_RULES or ALEA_E_BOT */
    /* May be NULL. Called often while the program is opened; once it returns true, opening fails with ALEA_E_STOPPED. */
    bool (*stopped)(void *user);
    void *user;
    bool restorable; /* alea__lua_keep and alea__lua_restore may be used */
} alea__lua_program;

/* Runs the program and leaves the one value that it returns on top of the stack. Failures name file, line and remedy. Binary
   chunks are refused. Nothing of the program is used afterwards. */
alea_status alea__lua_open(const alea__lua_program *, alea__lua **out, alea_error *);
void alea__lua_close(alea__lua *);
/* Copies the whole state of a program, in place of an earlier copy, and puts the copy back, any number of times. Both outside of
   calls. */
alea_status alea__lua_keep(alea__lua *, alea_error *);
void alea__lua_restore(alea__lua *);
lua_State *alea__lua_state(alea__lua *);
const char *alea__lua_file(const alea__lua *);

/* lua_pcall inside the budget: `arguments` values and the function below them are on the stack. On failure nothing is
   left on the stack, *why (may be NULL) says of which kind, and error gets the sentence. ALEA_E_MEMORY: the machine has refused
   memory to the program, in this call or an earlier one, even if the program went on without it.
   Whatever makes a table or a string must run inside such a call, since Lua raises an error when there is no memory, and
   outside of a call that ends the program: push a C function and call that. */
alea_status alea__lua_call(alea__lua *, int arguments, int results, alea_failure *why, alea_error *);
/* Changes how many instructions a call may use, from the next one on; returns how many that was. */
uint64_t alea__lua_allow(alea__lua *, uint64_t instructions);
/* Instructions used by the last call, each counted by the time that it takes: see lua_meter.c. */
uint64_t alea__lua_used(const alea__lua *);

/* Charges for iterating over a table by lua_next, which also visits its empty slots. Raises an error if the budget is used up. */
void alea__lua_spend_walk(lua_State *);
/* The kind of a key at the stack index, for messages. For lua_next, a table or function among a table's keys is light userdata. */
const char *alea__lua_key_kind(lua_State *, int at);

/* Writes the number at the stack index as tostring does, but the whole ones without a point. */
void alea__lua_show_number(lua_State *, int at, char *out, size_t size);
/* Any value, for messages: a number, a text in quotes, "true", "nothing", "a table". */
const char *alea__lua_show(lua_State *, int at, char out[80]);

/* In the table on top of the stack. */
void alea__lua_set_integer(lua_State *, const char *name, lua_Integer value);

/* Reading a table of rules, field by field, with errors that name file, line and field. The line is that of the field, as
   far as it can be found: the first `field =` from the table's constructor on. `at` is the stack index of the table. `path`
   is put in front of the field's name ("params[2]."), may be "". A field written "[1]" is the entry of that number, 1 to 9.
   Without a fallback (NULL; for choices -1) the field must be there. A text lives as long as its table. */
typedef struct alea__reader {
    alea__lua *lua;
    int at;
    const char *path;
} alea__reader;

/* A field that holds a whole number. */
typedef struct alea__number_field {
    const char *name;
    int64_t min, max;
    const int64_t *fallback; /* without the field */
} alea__number_field;

/* A field that holds one of some words. */
typedef struct alea__choice_field {
    const char *name;
    const char *const *choices; /* NULL-terminated */
    int fallback;               /* without the field: an index, or -1 */
} alea__choice_field;

alea_status alea__read_text(const alea__reader *, const char *field, const char *fallback, const char **out,
                            alea_error *);
alea_status alea__read_integer(const alea__reader *, const alea__number_field *, int64_t *out, alea_error *);
alea_status alea__read_boolean(const alea__reader *, const char *field, bool fallback, bool *out,
                               alea_error *);
/* The index of the choice. */
alea_status alea__read_choice(const alea__reader *, const alea__choice_field *, int *out, alea_error *);
/* Pushes the function in `field`. Sets *present to whether there is one; if not, nothing is pushed. */
alea_status alea__read_function(const alea__reader *, const char *field, bool required, bool *present,
                                alea_error *);
/* The type of the value in a field, such as LUA_TNUMBER; LUA_TNIL if the field is missing. */
alea_status alea__read_kind(const alea__reader *, const char *field, int *kind, alea_error *);
/* Pushes the table in `field` and makes a reader of it, with an empty path. If there is none, inner->at is 0. */
alea_status alea__read_table(const alea__reader *, const char *field, bool required, alea__reader *inner,
                             alea_error *);
/* Fails when the table has a field that is not in `known` (NULL-terminated); names the nearest. */
alea_status alea__read_only(const alea__reader *, const char *const *known, alea_error *);
/* Fails with the field's line. The message is "The field `goal` ", with `path` before the name, and then `sentence`. */
__attribute__((format(printf, 4, 5))) alea_status alea__read_fail(const alea__reader *, const char *field,
                                                                  alea_error *, const char *sentence, ...);
/* The line of the last statement that begins with `return`, or the last line: the origin of a file's result. */
int alea__lua_return_line(const alea__lua *);
