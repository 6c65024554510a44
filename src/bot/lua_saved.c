/* A value is a letter and what belongs to it, in little-endian numbers: N nil, T true, F false; I a whole number and D another one,
   of eight bytes; S a length of eight bytes and a text; { keys, sorted, each with its value, and }. */
#include "bot/lua_saved.h"
#include "bot/messages.h"
#include "game/lua_inside.h"

#include <lauxlib.h>
#include <string.h>

enum { DEEPEST = 64 }; /* tables in each other */

static void saved_write(lua_State *L, int at, alea__text *out, int depth);

/* The sorted pairs of a table. */
static void saved_write_pairs(lua_State *L, int at, alea__text *out, int depth)
{
    if (depth == DEEPEST) luaL_error(L, BOT_LUA_SAVE_DEEP, DEEPEST);
    luaL_checkstack(L, 8, NULL);
    lua_pushcfunction(L, alea__lua_pairs);
    lua_pushvalue(L, at);
    lua_call(L, 1, 3); /* the step, the table, and the key before the first */
    const int step = lua_gettop(L) - 2;
    while (true) {
        lua_pushvalue(L, step);
        lua_insert(L, -2);
        lua_pushvalue(L, step + 1);
        lua_insert(L, -2);
        lua_call(L, 2, 2);
        if (lua_isnil(L, -2)) break;
        saved_write(L, lua_gettop(L) - 1, out, depth + 1);
        saved_write(L, lua_gettop(L), out, depth + 1);
        lua_pop(L, 1);
    }
    lua_settop(L, step - 1);
}

static void saved_write_number(lua_State *L, int at, alea__text *out)
{
    const lua_Integer whole = lua_tointeger(L, at);
    const lua_Number number = lua_tonumber(L, at);
    const bool is_whole = lua_isinteger(L, at);
    alea__text_add_bytes(out, is_whole ? "I" : "D", 1);
    alea__text_add_bytes(out, is_whole ? (const void *)&whole : (const void *)&number, 8);
}

/* Writes the value at an absolute stack index. */
static void saved_write(lua_State *L, int at, alea__text *out, int depth)
{
    size_t length;
    const char *text;
    switch (lua_type(L, at)) {
    case LUA_TNIL: alea__text_add_bytes(out, "N", 1); break;
    case LUA_TBOOLEAN: alea__text_add_bytes(out, lua_toboolean(L, at) ? "T" : "F", 1); break;
    case LUA_TNUMBER: saved_write_number(L, at, out); break;
    case LUA_TSTRING:
        text = lua_tolstring(L, at, &length);
        alea__text_add_bytes(out, "S", 1);
        alea__text_add_bytes(out, &(uint64_t){length}, 8);
        alea__text_add_bytes(out, text, length);
        break;
    case LUA_TTABLE:
        alea__text_add_bytes(out, "{", 1);
        saved_write_pairs(L, at, out, depth);
        alea__text_add_bytes(out, "}", 1);
        break;
    default: luaL_error(L, BOT_LUA_SAVE_KIND, luaL_typename(L, at));
    }
}

void alea__lua_write_value(lua_State *L, int at, alea__text *out)
{
    saved_write(L, lua_absindex(L, at), out, 0);
}

/* ---- back ---- */

typedef struct saved_reader {
    const unsigned char *at, *end;
} saved_reader;

static const unsigned char *saved_take(lua_State *L, saved_reader *r, uint64_t size)
{
    const unsigned char *taken = r->at;
    if (size > (uint64_t)(r->end - r->at)) luaL_error(L, BOT_LUA_SAVED_DAMAGED);
    r->at += size;
    return taken;
}

/* Pushes the value that begins where the reader is. */
static void saved_read(lua_State *L, saved_reader *r, int depth)
{
    uint64_t length;
    lua_Integer whole;
    lua_Number number;
    luaL_checkstack(L, 8, NULL);
    switch (*saved_take(L, r, 1)) {
    case 'N': lua_pushnil(L); return;
    case 'T': lua_pushboolean(L, true); return;
    case 'F': lua_pushboolean(L, false); return;
    case 'I':
        memcpy(&whole, saved_take(L, r, 8), 8);
        lua_pushinteger(L, whole);
        return;
    case 'D':
        memcpy(&number, saved_take(L, r, 8), 8);
        lua_pushnumber(L, number);
        return;
    case 'S':
        memcpy(&length, saved_take(L, r, 8), 8);
        lua_pushlstring(L, (const char *)saved_take(L, r, length), length);
        return;
    case '{':
        lua_newtable(L);
        while (depth < DEEPEST) {
            if (r->at < r->end && *r->at == '}') {
                r->at++;
                return;
            }
            saved_read(L, r, depth + 1);
            if (lua_isnil(L, -1)) break;
            saved_read(L, r, depth + 1);
            lua_rawset(L, -3);
        }
    }
    luaL_error(L, BOT_LUA_SAVED_DAMAGED);
}

void alea__lua_read_value(lua_State *L, const unsigned char *data, size_t size)
{
    saved_reader r = {data, data + size};
    saved_read(L, &r, 0);
    if (r.at != r.end) luaL_error(L, BOT_LUA_SAVED_DAMAGED);
}
