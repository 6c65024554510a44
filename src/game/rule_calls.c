#include "game/rule_calls.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "game/messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The call as the rule file would write it: "roll({1, 6})". */
static void call_write(const alea__call *k, char out[200])
{
    const size_t size = 200;
    ALEA_ASSERT(k->count >= 0 && (size_t)k->count <= sizeof k->argument / sizeof *k->argument);
    size_t at = (size_t)snprintf(out, size, k->array ? "%s({" : "%s(", k->name);
    for (int i = 0; i < k->count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, i ? ", %lld" : "%lld", (long long)k->argument[i]);
    if (k->array && at < size) at += (size_t)snprintf(out + at, size - at, "}");
    if (k->with_flag && at < size)
        at += (size_t)snprintf(out + at, size - at, ", %s", k->flag ? "true" : "false");
    for (int i = 0; i < k->more_count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, ", %lld", (long long)k->more[i]);
    if (at < size) snprintf(out + at, size - at, ")");
}

int alea__call_line(alea__calls *c, const alea__call *k)
{
    lua_Debug where;
    ALEA_ASSERT(lua_isfunction(c->L, k->function));
    lua_pushvalue(c->L, k->function);
    return lua_getinfo(c->L, ">S", &where) ? where.linedefined : 0;
}

unsigned alea__call_parameters(alea__calls *c, const alea__call *k)
{
    lua_Debug what;
    if (!k->function) return 0;
    lua_pushvalue(c->L, k->function);
    return lua_getinfo(c->L, ">u", &what) ? what.nparams : 0;
}

alea_status alea__call_wrong(alea__calls *c, const alea__call *k, const char *format, ...)
{
    char text[200], sentence[300];
    va_list arguments;
    va_start(arguments, format);
    alea__format(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    call_write(k, text);
    return alea__fail_at(c->error, ALEA_E_RULES, alea__lua_file(c->reader->lua), alea__call_line(c, k),
                         GAME_CALL_SENTENCE, text, sentence);
}

/* Arguments: the function, a call, how many results. An array is made here, where Lua may raise errors. */
static int call_in_lua(lua_State *L)
{
    const alea__call *k = lua_touserdata(L, 2);
    int results = (int)lua_tointeger(L, 3);
    lua_settop(L, 1);
    if (k->array) lua_createtable(L, k->count, 0);
    for (int i = 0; i < k->count; i++) {
        lua_pushinteger(L, k->argument[i]);
        if (k->array) lua_rawseti(L, -2, i + 1);
    }
    if (k->with_flag) lua_pushboolean(L, k->flag);
    for (int i = 0; i < k->more_count; i++) lua_pushinteger(L, k->more[i]);
    lua_call(L, lua_gettop(L) - 1, results);
    return results;
}

/* Keeps the message of a function that failed, and adds the call that led to it. */
alea_status alea__call_make(alea__calls *c, alea__call *k, int results)
{
    ALEA_ASSERT(k->function > 0 && lua_isfunction(c->L, k->function));
    lua_pushcfunction(c->L, call_in_lua);
    lua_pushvalue(c->L, k->function);
    lua_pushlightuserdata(c->L, k);
    lua_pushinteger(c->L, results);
    alea_status status = alea__lua_call(c->reader->lua, 3, results, NULL, c->error);
    if (status != ALEA_OK && c->error) {
        char text[200], *message = c->error->message;
        const size_t at = strlen(message);
        call_write(k, text);
        snprintf(message + at, sizeof c->error->message - at, GAME_CALL_FROM, text);
    }
    if (status != ALEA_OK) return status;
    c->used += alea__lua_used(c->reader->lua);
    if (c->used <= c->most) return ALEA_OK;
    return alea__call_wrong(c, k, GAME_CALL_TOO_MANY, c->most_text);
}

alea_status alea__call_number(alea__calls *c, const alea__call *k, int at, const alea__call_range *range,
                              uint16_t *out)
{
    int is_whole = 0;
    ALEA_ASSERT(range->min <= range->max);
    lua_Integer value = lua_type(c->L, at) == LUA_TNUMBER ? lua_tointegerx(c->L, at, &is_whole) : 0;
    if (is_whole && value >= range->min && value <= range->max) {
        *out = (uint16_t)value;
        return ALEA_OK;
    }
    char text[80];
    return alea__call_wrong(c, k, GAME_CALL_RETURNED, alea__lua_show(c->L, at, text), range->wanted);
}

alea_status alea__call_truth(alea__calls *c, const alea__call *k, int at, bool fallback, bool *out)
{
    if (lua_isnil(c->L, at)) {
        *out = fallback;
        return ALEA_OK;
    }
    if (!lua_isboolean(c->L, at)) {
        char text[80];
        return alea__call_wrong(c, k, GAME_CALL_TRUTH, alea__lua_show(c->L, at, text));
    }
    *out = lua_toboolean(c->L, at);
    return ALEA_OK;
}

alea_status alea__call_find(alea__calls *c, const char *field, bool required, int arguments, alea__call *out)
{
    bool present;
    *out = (alea__call){.name = field, .count = arguments};
    alea_status status = alea__read_function(c->reader, field, required, &present, c->error);
    if (status == ALEA_OK && present) out->function = lua_gettop(c->L);
    return status;
}

alea_status alea__calls_number(const alea__calls *c, const alea__number_field *f, uint32_t *out)
{
    int64_t value;
    alea_status status = alea__read_integer(c->reader, f, &value, c->error);
    if (status == ALEA_OK) *out = (uint32_t)value;
    return status;
}
