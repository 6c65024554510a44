/* Reports errors of Lua calls as sentences. */
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "game/lua_inside.h"
#include "game/messages.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Takes "lua:12: " from the front of a message; its line, or 0. */
static int error_take_place(const char **message)
{
    const size_t length = sizeof ALEA__LUA_CHUNK - 1;
    if (strncmp(*message, ALEA__LUA_CHUNK ":", length + 1) != 0) return 0;
    char *end;
    long line = strtol(*message + length + 1, &end, 10);
    if (end[0] != ':' || end[1] != ' ' || line < 1 || line > 1 << 24) return 0;
    *message = end + 2;
    return (int)line;
}

/* Copies the text of the error value on top of the stack, printable; stores its line in lua->line. */
static void error_text(alea__lua *lua, char *out, size_t size)
{
    lua_State *L = lua->state;
    size_t length = 0;
    const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    if (!message) {
        snprintf(out, size, GAME_LUA_ERROR_VALUE, luaL_typename(L, -1));
        return;
    }
    const char *text = message;
    int line = error_take_place(&text);
    int last = alea__lua_last_line(lua); /* the end of the file is, to Lua, on the line after it */
    if (line > 0) lua->line = line < last ? line : last;
    alea__printable(out, size, text, length - (size_t)(text - message));
}

/* Says which of the limits of memory was reached; without one, memory has really run out. */
static alea_status error_out_of_memory(const alea__lua *lua, alea_error *error)
{
    switch (lua->refusal) {
    case ALEA__REFUSED_STRING:
        return alea__fail_at(error, lua->failure, lua->file, lua->line, GAME_LUA_STRING, ALEA__LUA_STRING);
    case ALEA__REFUSED_TOIL:
        return alea__fail_at(error, lua->failure, lua->file, lua->line, GAME_LUA_TOIL,
                             alea__lua_toil_limit(lua) >> 20);
    case ALEA__REFUSED_HEAP:
        return alea__fail_at(error, lua->failure, lua->file, lua->line, GAME_LUA_HEAP,
                             lua->limits.memory >> 10);
    default: return alea__out_of_memory(error);
    }
}

static alea_status error_broken(alea__lua *lua, const char *before, alea_error *error)
{
    char text[600];
    error_text(lua, text, sizeof text);
    if (strstr(text, "stack overflow") || strstr(text, "C levels"))
        return alea__fail_at(error, lua->failure, lua->file, lua->line, GAME_LUA_DEPTH);
    bool ended = text[0] && strchr(".!?", text[strlen(text) - 1]);
    return alea__fail_at(error, lua->failure, lua->file, lua->line, "%s%s%s%s", before, text,
                         ended ? "" : ".", alea__lua_hint(text));
}

alea_status alea__lua_say(alea__lua *lua, int result, const char *before, alea_failure *why,
                          alea_error *error)
{
    ALEA_ASSERT(result != LUA_OK && !lua->calling);
    const bool memory = (result == LUA_ERRMEM && lua->why != ALEA_FUEL) || lua->why == ALEA_NO_ROOM;
    alea_failure kind = lua->why != ALEA_NO_FAILURE ? lua->why : ALEA_TRAP;
    if (memory) kind = ALEA_NO_ROOM;
    if (why) *why = kind;
    if (kind == ALEA_FUEL)
        return alea__fail_at(error, lua->failure, lua->file, lua->line, GAME_LUA_FUEL,
                             lua->limits.instructions);
    return memory ? error_out_of_memory(lua, error) : error_broken(lua, before, error);
}
