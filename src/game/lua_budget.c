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

void alea__lua_spend(lua_State *L, uint64_t units)
{
    alea__lua *lua = alea__lua_host(L);
    ALEA_ASSERT(lua->used <= lua->limits.instructions);
    const uint64_t left = lua->limits.instructions - lua->used;
    if (lua->stopped && !lua->was_stopped) lua->was_stopped = lua->stopped(lua->user);
    const bool enough = units < left && lua->pending < left - units && !lua->was_stopped;
    lua->used += enough ? units + lua->pending : left;
    lua->pending = 0;
    if (enough) return;
    lua->why = ALEA_FUEL;
    luaL_error(L, "out of fuel");
}

void alea__lua_look(lua_State *L)
{
    if (alea__lua_host(L)->pending >= ALEA__LUA_GRAIN) alea__lua_spend(L, 0);
}
