#pragma once
/* Shared by the files of the Lua host; no other file needs it. */
#include "game/lua_host.h"
#include "game/lua_pool.h"
#include <locale.h>
#include <stdbool.h>

/* The name of every file in Lua's messages. A program may catch messages, and its results must not depend on the real name. */
#define ALEA__LUA_CHUNK "lua"

/* Bounds that are the same for every host. */
enum {
    ALEA__LUA_SOURCE = 1 << 20,  /* bytes of a file */
    ALEA__LUA_STRING = 16 << 10, /* bytes of one string */
    ALEA__LUA_STACK = 8192 * 16, /* bytes of the stack, 16 a value: bounds recursion and lists of results */
    ALEA__LUA_EXTRA_ARGUMENTS = 64, /* that `...` may hold: copying them takes one instruction */
    ALEA__LUA_READING =
        100000000, /* units for reading a file: a mebibyte of ordinary source takes some ten million */
    ALEA__LUA_GRAIN = 1000,  /* units between two looks at the budget */
    ALEA__LUA_CALL = 8,      /* instructions charged for a call, besides the called function */
    ALEA__LUA_PLACES = 1024, /* limit for tables whose line is stored */
    ALEA__LUA_OWN = 256      /* C functions, of which there are fewer */
};

/* Why the allocator last refused. */
typedef enum alea__refusal {
    ALEA__NOT_REFUSED,
    ALEA__REFUSED_HEAP,   /* more than the host may hold */
    ALEA__REFUSED_STRING, /* a string longer than ALEA__LUA_STRING */
    ALEA__REFUSED_TOIL,   /* too many bytes moved in one call */
    ALEA__REFUSED_REALLY  /* the machine has no more */
} alea__refusal;

/* The line at which a table was made, for errors about its fields. */
typedef struct alea__lua_place {
    uint64_t table; /* its number */
    int line;
} alea__lua_place;

struct alea__lua {
    lua_State *state;
    char *file;
    char *source; /* its text, to find the line of a field */
    size_t source_size;
    uint32_t seed; /* of the hashes of texts */
    alea_status failure;
    alea__lua_limits limits;
    locale_t plain; /* the C locale: comparing strings and reading numbers must not depend on the user's */

    bool calling; /* limits hold inside a protected call only: outside, a refusal would end the program */
    uint64_t used, toil; /* by this call: units of work (lua_meter.c), and bytes that were allocated */
    uint64_t pending;    /* units that are counted and not yet in `used` */
    uint64_t compared;   /* units for bytes of texts that were compared, ever */
    uint64_t conditions; /* `and` and `or` in the file that is read */
    alea_failure why;    /* a failure that no pcall may catch */
    bool (*stopped)(void *user); /* while the program is opened; may be NULL */
    void *user;
    bool was_stopped; /* it returned true */
    int line;         /* line of the last error, 0 if unknown */
    alea__refusal refusal;
    bool
        exhausted; /* the machine refused memory at some time. A pcall may have hidden it, so no later result is valid */

    uint64_t held;                    /* bytes */
    uint64_t objects;                 /* tables and functions that were ever made */
    lua_CFunction own[ALEA__LUA_OWN]; /* functions in C that were used as keys, in that order */
    unsigned owned;
    uint64_t far;                /* units that going to a table takes on top, with so much memory in use */
    const struct Table *growing; /* the table that Lua inserts a key into, or NULL */
    uint64_t longest_chain;      /* of keys with the same hash that were met or made, in half units */
    size_t largest_hash, largest_array; /* that ever were, in bytes */
    const void *stack, *newest;         /* Lua's stack; the last block that was made for no object */
    size_t stack_size, newest_size, largest_hash_before; /* before the newest was made */
    alea__lua_place *place; /* [ALEA__LUA_PLACES]; those that are noted stay as they are */
    size_t places;

    bool restorable; /* its memory is in the pool */
    alea__pool pool;
    /* Copies of the pool and of the host by alea__lua_keep; NULL: it was not called. */
    unsigned char *kept;
    alea__lua *kept_host;
};

/* The host of a state; states have one thread only, since there are no coroutines. */
alea__lua *alea__lua_host(lua_State *);
/* Charges work, together with pending work. Raises an error if the budget is used up. */
void alea__lua_spend(lua_State *, uint64_t units);
/* The same for pending work only, once it exceeds a grain: for each step of a loop in C. */
void alea__lua_look(lua_State *);
/* Counts Lua's work in this thread for this host from now on; NULL: for none. Returns the previous host. */
alea__lua *alea__lua_meter(alea__lua *);

/* The number of named parameters of the called function; 0 for one in C. lua_getinfo also gives it, but takes longer than a
   call. */
unsigned alea__lua_parameters(const lua_Debug *);
/* How many calls are inside each other, at least: those of before are among them until the collector comes by. */
unsigned alea__lua_depth(const lua_State *);
/* The host whose call is running in this thread; NULL outside calls, where nothing is counted. */
alea__lua *alea__lua_metered(void);
/* Units for putting the keys of the table that grows into that many new nodes, above one for each. Notes the longest chain there. */
uint64_t alea__lua_growth_cost(alea__lua *, uint64_t nodes);
/* The number of a table or function, from 1, in the order in which they were made. */
uint64_t alea__lua_number(const void *object);
/* Lua's allocator; its first argument is the host. */
void *alea__lua_allocate(void *host, void *block, size_t old, size_t size);
/* Bytes that one call may allocate, in total. Work with memory takes time in proportion to it, and hides inside single
   instructions (a table that grows, a full collection), so that counting instructions alone does not bound the time. */
uint64_t alea__lua_toil_limit(const alea__lua *);
/* The line that is being run, 0 unknown. */
int alea__lua_current_line(lua_State *);
/* Leaves the table of the globals that a sandboxed chunk sees. Called protected. */
void alea__lua_push_globals(lua_State *);
/* The status and message of a failed call with the result `result` and its error value on top of the stack. `before`
   precedes Lua's text. */
alea_status alea__lua_say(alea__lua *, int result, const char *before, alea_failure *why, alea_error *);
/* The hint for a message about a missing function that Lua has elsewhere; "" otherwise. */
const char *alea__lua_hint(const char *message);
/* The line where `table` was made according to Lua, 0 if unknown. */
int alea__lua_table_line(const alea__lua *, const void *table);
/* The line of the first `field =` from the constructor of the table at stack index `at` on, else that of the constructor. */
int alea__lua_field_line(const alea__lua *, int at, const char *field);
/* The number of the source's last line, from 1. */
int alea__lua_last_line(const alea__lua *);
/* Implement table.sort, and iteration over tables in order: see lua_order.c. */
int alea__lua_sort(lua_State *);
int alea__lua_pairs(lua_State *);
int alea__lua_next(lua_State *);
