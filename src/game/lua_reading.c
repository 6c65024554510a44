/* What reading a program costs, before anything of it runs. Lua's parser takes time by the square of the file's length where it
   looks for a name among many variables, for a constant among many with the same hash, or for the end of a long chain of
   branches. Its calls from token to token and along a chain are counted here (cmake/lua.patch); tables and texts count as always
   (lua_meter.c). */
#include "base/assert.h"
#include "game/lua_hooks.h"
#include "game/lua_inside.h"

#include <lcode.h>
#include <lopcodes.h>

enum { TOKEN = 2, NAMES_A_UNIT = 3 };

/* ---- from token to token ---- */

/* The names that Lua may go through to find one: variables, labels and captured variables of the open functions. */
static uint64_t reading_names_open(const LexState *lexer)
{
    const Dyndata *names = lexer->dyd;
    uint64_t open = (uint64_t)names->actvar.n + (uint64_t)names->gt.n;
    open += (uint64_t)names->label.n;
    for (const FuncState *f = lexer->fs; f; f = f->prev) open += 1 + f->nups;
    return open;
}

void alea__meter_luaX_next(LexState *lexer)
{
    alea__lua *lua = alea__lua_metered();
    luaX_next(lexer);
    if (!lua) return;
    const int token = lexer->t.token;
    lua->pending += TOKEN;
    if (token == TK_NAME) lua->pending += reading_names_open(lexer) / NAMES_A_UNIT;
    /* the jumps of `and` and `or` are also chains, and Lua follows them without a call that could be counted */
    if (token == TK_AND || token == TK_OR) lua->pending += lua->conditions++;
    if (lua->pending >= ALEA__LUA_GRAIN) alea__lua_spend(lexer->L, 0);
}

/* ---- chains of jumps ---- */

/* The target of the jump at `place`; NO_JUMP at the end of its chain. */
static int reading_next_jump(const Instruction *code, int place)
{
    const int offset = GETARG_sJ(code[place]);
    return offset == NO_JUMP ? NO_JUMP : place + 1 + offset;
}

/* Lua appends to a chain by going to its end, once for each branch. */
void alea__meter_luaK_concat(FuncState *function, int *chain, int more)
{
    alea__lua *lua = alea__lua_metered();
    const Instruction *code = function->f->code;
    uint64_t steps = 0;
    if (lua && more != NO_JUMP && *chain != NO_JUMP)
        for (int place = reading_next_jump(code, *chain); place != NO_JUMP;
             place = reading_next_jump(code, place))
            steps++;
    ALEA_ASSERT(steps <= (uint64_t)function->pc);
    if (lua) lua->pending += steps;
    luaK_concat(function, chain, more);
}
