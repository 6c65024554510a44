/* The host of a Lua state, and the budget of a call. */
#include "base/assert.h"
#include "game/lua_inside.h"

#include <lauxlib.h>
#include <string.h>

alea__lua *alea__lua_host(lua_State *L)
{
    alea__lua *lua;
    memcpy(&lua, lua_getextraspace(L), sizeof lua);
    return lua;
}

void alea__lua_spend(lua_State *L, uint64_t instructions)
{
    alea__lua *lua = alea__lua_host(L);
    ALEA_ASSERT(lua->used <= lua->limits.instructions);
    uint64_t left = lua->limits.instructions - lua->used;
    /* Comparing two strings, or finding a key among many with the same hash, is one instruction to Lua and takes time
       with their size. Rule files and bots of an honest size weigh 1 to 10. */
    uint64_t heavy = 1 + lua->longest_string / 512 + lua->largest_hash / 4096;
    bool enough = instructions < left / heavy;
    lua->used += enough ? instructions * heavy : left;
    if (enough) return;
    lua->why = ALEA_FUEL;
    luaL_error(L, "out of fuel");
}
