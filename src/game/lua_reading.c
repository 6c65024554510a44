/* What reading a program costs, before anything of it runs. Lua's parser takes time by the square of the file's length where it
   looks for a name among many variables, for a constant among many with the same hash, or for the end of a long chain of
   branches. Its calls from token to token and along a chain are counted here (cmake/lua.cmake); tables and texts count as always
   (lua_meter.c). */
#include "base/assert.h"
#include "game/lua_inside.h"

#if LUA_VERSION_NUM != 504
#error "The layouts and tokens below are those of Lua 5.4"
#endif

/* ---- the parser's records (llex.h, lparser.h, lobject.h) ---- */

typedef struct reading_list {
    void *entries;
    int count, capacity;
} reading_list;

/* All functions that are open have these lists together. */
typedef struct reading_names {
    reading_list variables, gotos, labels;
} reading_names;

typedef struct reading_prototype {
    void *next_object;
    uint8_t type, marked, parameters, variadic, stack;
    int sizes[9];
    void *constants;
    const uint32_t *code;
} reading_prototype;

typedef struct reading_function {
    const reading_prototype *prototype;
    const struct reading_function *outer;
    void *lexer, *block;
    int place, last_target, last_line, constants, functions, lines, first_variable, first_label;
    short debug_variables;
    uint8_t variables, captured;
} reading_function;

typedef struct reading_token {
    int kind;
    union {
        double number;
        void *text;
    } value;
} reading_token;

typedef struct reading_lexer {
    int character, line, last_line;
    reading_token token, ahead;
    const reading_function *function;
    lua_State *state;
    void *input, *buffer, *texts;
    const reading_names *names;
} reading_lexer;

enum { TOKEN = 2, AND = 256, OR = 271, NAME = 291, NAMES_A_UNIT = 3 };

/* ---- from token to token ---- */

/* The names that Lua may go through to find one: variables, labels and captured variables of the open functions. */
static uint64_t reading_names_open(const reading_lexer *lexer)
{
    const reading_names *names = lexer->names;
    uint64_t open = (uint64_t)names->variables.count + (uint64_t)names->gotos.count;
    open += (uint64_t)names->labels.count;
    for (const reading_function *f = lexer->function; f; f = f->outer) open += 1 + f->captured;
    return open;
}

void luaX_next(reading_lexer *);
void alea__meter_luaX_next(reading_lexer *);

void alea__meter_luaX_next(reading_lexer *lexer)
{
    alea__lua *lua = alea__lua_metered();
    luaX_next(lexer);
    if (!lua) return;
    lua->pending += TOKEN;
    if (lexer->token.kind == NAME) lua->pending += reading_names_open(lexer) / NAMES_A_UNIT;
    /* the jumps of `and` and `or` are chains too, which Lua follows where no call can be counted */
    if (lexer->token.kind == AND || lexer->token.kind == OR) lua->pending += lua->conditions++;
    if (lua->pending >= ALEA__LUA_GRAIN) alea__lua_spend(lexer->state, 0);
}

/* ---- chains of jumps ---- */

/* Where the jump at `place` goes on to; -1 at the end of its chain. */
static int reading_next_jump(const uint32_t *code, int place)
{
    enum { FIRST_BIT = 7, OFFSET = (1 << 24) - 1 };
    const int offset = (int)(code[place] >> FIRST_BIT) - OFFSET;
    return offset == -1 ? -1 : place + 1 + offset;
}

void luaK_concat(const reading_function *, int *, int);
void alea__meter_luaK_concat(const reading_function *, int *, int);

/* Lua appends to a chain by going to its end, once for each branch. */
void alea__meter_luaK_concat(const reading_function *function, int *chain, int more)
{
    alea__lua *lua = alea__lua_metered();
    const uint32_t *code = function->prototype->code;
    uint64_t steps = 0;
    if (lua && more != -1 && *chain != -1)
        for (int place = reading_next_jump(code, *chain); place != -1; place = reading_next_jump(code, place))
            steps++;
    ALEA_ASSERT(steps <= (uint64_t)function->place);
    if (lua) lua->pending += steps;
    luaK_concat(function, chain, more);
}
