/* The word of a graph's rule file: pass(s), the state s with the other player to move. */
#include "family/graph/graph.h"
#include "family/graph/messages.h"

/* The result of pass(s). A number is a light userdata if pointers are large enough, anything else is inside a full
   userdata. Lua code in the sandbox cannot make either, and other families use light userdata only in their own rule files. */
enum { NUMBERS_FIT = sizeof(void *) >= sizeof(uint64_t) };

/* pass(s) in a rule file. Raises an error where s is no state. */
static int word_pass(lua_State *L)
{
    graph_key key;
    if (lua_gettop(L) != 1 || !graph_take_key(L, 1, &key)) return luaL_error(L, "%s", GRAPH_BAD_PASS);
    if (NUMBERS_FIT && key.form == GRAPH_NUMBER) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)((uint64_t)key.number[0] << 1 | 1));
        return 1;
    }
    lua_newuserdatauv(L, 0, 1);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    return 1;
}

bool graph_take_state(lua_State *L, int at, graph_key *out, bool *passes)
{
    int type = lua_type(L, at);
    *passes = type == LUA_TLIGHTUSERDATA || type == LUA_TUSERDATA;
    if (type == LUA_TLIGHTUSERDATA) {
        uint64_t bits = (uint64_t)(uintptr_t)lua_touserdata(L, at);
        out->form = GRAPH_NUMBER;
        out->size = 1;
        out->number[0] = (int64_t)(bits >> 1 | (bits & UINT64_C(1) << 63)); /* moves the sign bit back */
        return true;
    }
    if (type != LUA_TUSERDATA) return graph_take_key(L, at, out);
    lua_getiuservalue(L, at, 1);
    bool good = graph_take_key(L, -1, out);
    lua_pop(L, 1); /* the userdata keeps it */
    return good;
}

const struct luaL_Reg graph_words[] = {{"pass", word_pass}, {NULL, NULL}};
