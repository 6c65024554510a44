#pragma once
/* Reading a rule file. Everything here runs in protected calls: what is wrong is raised as an error of Lua, and all memory
   belongs to the rules, which free it. */
#include "family/tabletop/tabletop.h"
#include <lauxlib.h>

/* A die as the rule file has it: faces with weights. */
typedef struct tabletop_die {
    uint32_t name; /* in `word`; TABLETOP_NONE: the only die */
    uint32_t sides, face[TABLETOP_MOST_SIDES], weight[TABLETOP_MOST_SIDES];
    bool plain; /* its faces are 1 to `sides`, equally likely */
} tabletop_die;

/* Arrays of tabletop_game that grow. */
typedef enum tabletop_array {
    TABLETOP_NODES,
    TABLETOP_ENTRIES,
    TABLETOP_OUTCOMES,
    TABLETOP_EFFECTS,
    TABLETOP_TESTS,
    TABLETOP_FACES,
    TABLETOP_ARRAYS
} tabletop_array;

typedef struct tabletop_reading {
    lua_State *L;
    const alea__reader *reader;
    tabletop_rules *t;
    tabletop_game *g; /* t's */
    tabletop_die die[TABLETOP_MOST_DICE_NAMES];
    uint32_t dice;
    uint32_t capacity[TABLETOP_ARRAYS];
    int turn, moves;        /* the functions' places in the reader's stack */
    int line;               /* of the function that is asked, or 0 */
    uint32_t node;          /* that is asked for its moves; TABLETOP_NONE: none is */
    bool asks_turn, totals; /* totals: points are added somewhere */
    const char *field;      /* of rules(p) that is read, or NULL */
} tabletop_reading;

/* Raises an error: the call or the field at work, then the sentence. */
_Noreturn __attribute__((format(printf, 2, 3))) void tabletop_wrong(tabletop_reading *, const char *sentence,
                                                                    ...);
_Noreturn void tabletop_no_memory(tabletop_reading *);
/* The value at `at` for a message. */
const char *tabletop_show(lua_State *, int at, char out[80]);

/* Makes space for `more` elements behind those that are there, which are counted; the index of the first. */
uint32_t tabletop_reserve(tabletop_reading *, tabletop_array, uint32_t more);
uint32_t tabletop_keep_word(tabletop_reading *, const char *);
/* The node of that name, a new one if it is new. */
uint32_t tabletop_node_of(tabletop_reading *, const char *name, bool chance);
/* The text at `at` as a name, of up to 40 characters; `what` is for the message, such as "a field". */
const char *tabletop_name_at(tabletop_reading *, int at, const char *what);
/* Whether the text can be a name: up to 40 bytes that can be printed, without commas, semicolons, brackets, quotes and =. */
bool tabletop_is_text(const char *text, size_t length);
/* Pushes the raw field of a table. */
int tabletop_push_raw(lua_State *, int table, const char *name); /* the value's type */
int tabletop_push_index(lua_State *, int table, lua_Integer index);
/* The whole number at `at`. */
int64_t tabletop_whole(tabletop_reading *, int at, int64_t min, int64_t max, const char *what);

/* Calls a function that gets the reading, turn, moves and the table of rules as its arguments. */
alea_status tabletop_protect(tabletop_reading *, lua_CFunction, alea_error *);
int tabletop_line_of(lua_State *, int function); /* where it begins in its file */

/* The word that made the table at `at`, such as "roll", with its arguments as the table's list; NULL if none did. */
const char *tabletop_word_of(lua_State *, int at);
bool tabletop_is_word(lua_State *, int at, const char *word);

/* ---- states of a turn (state_name.c) ---- */

typedef struct tabletop_state_words {
    uint32_t count;
    char name[TABLETOP_MOST_KEYS][TABLETOP_LONGEST_NAME + 1];
    char value[TABLETOP_MOST_KEYS][TABLETOP_LONGEST_VALUE]; /* "2", "true", "brain", "[1,5,5]" */
} tabletop_state_words;

/* Whether alea uses the name itself in positions or, for fields, in views; a key of a state must not be a field either. */
bool tabletop_is_reserved(const tabletop_reading *, const char *name, bool field);
/* Whether a field of the game or of a state may be called so. */
bool tabletop_is_name(const char *name);
void tabletop_read_state(tabletop_reading *, int at, tabletop_state_words *out);
/* Replaces or adds a key. */
void tabletop_put_word(tabletop_reading *, tabletop_state_words *, const char *name, const char *value);
/* Takes a key out; its value, or "" if it is not there, goes to `out`. */
void tabletop_take_word(tabletop_state_words *, const char *name, char out[TABLETOP_LONGEST_VALUE]);
/* "dice=[1,5,5];rolls=2", the names ascending. Returns false if it is too long. */
bool tabletop_write_state(const tabletop_state_words *, char out[TABLETOP_LONGEST_STATE]);
void tabletop_push_state(lua_State *, const char *name); /* the state as a table */
/* Goes through a name: the next key and value; false at the end. */
bool tabletop_next_word(const char **name, char key[TABLETOP_LONGEST_NAME + 1],
                        char value[TABLETOP_LONGEST_VALUE]);
/* Likewise through the members of a value that is a list, or its only one. */
bool tabletop_next_member(const char **value, char member[TABLETOP_LONGEST_NAME + 1]);

/* ---- by file ---- */

void tabletop_read_fields(tabletop_reading *, int rules); /* fields.c */
void tabletop_lay_out(tabletop_reading *); /* where each field lies, when all effects are known */
/* Pushes a list of the names of a table's fields, ascending; its place. */
int tabletop_push_names(tabletop_reading *, int table);
tabletop_place tabletop_find_place(tabletop_reading *, const char *name);
void tabletop_read_dice(tabletop_reading *, int rules); /* dice.c */
/* The node of roll(n, s): its dice and its state at these places. */
uint32_t tabletop_read_roll(tabletop_reading *, int dice, int state);
tabletop_list tabletop_read_tests(tabletop_reading *, int at); /* conditions.c */
tabletop_list tabletop_read_effects(tabletop_reading *, int at, bool ends_turn);
tabletop_step tabletop_read_step(tabletop_reading *, int at); /* steps.c */
alea_status tabletop_list_turns(tabletop_reading *, alea_error *);
