/* Calling a rule file's functions, and taking what they return. */
#include "base/error.h"
#include "family/hog/rules/compile.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* All calls of a rule file's functions together may take this many instructions, to the budget's grain. */
#define MOST_INSTRUCTIONS UINT64_C(1000000000)

static int line_of(hog_compiler *c, int function)
{
    lua_Debug where;
    lua_pushvalue(c->L, function);
    return lua_getinfo(c->L, ">S", &where) ? where.linedefined : 0;
}

static void write_call(const hog_call *k, char *out, size_t size)
{
    size_t at = (size_t)snprintf(out, size, k->array ? "%s({" : "%s(", k->name);
    for (int i = 0; i < k->count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, i ? ", %lld" : "%lld", (long long)k->argument[i]);
    if (k->with_flag && at < size)
        at += (size_t)snprintf(out + at, size - at, ", %s", k->flag ? "true" : "false");
    if (at < size) snprintf(out + at, size - at, k->array ? "})" : ")");
}

alea_status hog_wrong_call(hog_compiler *c, const hog_call *k, const char *format, ...)
{
    char text[200], sentence[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    write_call(k, text, sizeof text);
    return alea__fail_at(c->error, ALEA_E_RULES, alea__lua_file(c->reader->lua), line_of(c, k->function),
                         "%s %s", text, sentence);
}

/* What the function said itself is kept, and the call that led to it is added. */
static void name_call(hog_compiler *c, const hog_call *k)
{
    char text[200];
    write_call(k, text, sizeof text);
    if (!c->error) return;
    size_t at = strlen(c->error->message);
    snprintf(c->error->message + at, sizeof c->error->message - at, " This was in the call %s.", text);
}

/* Arguments: the function, a call, how many results. An array is made here, where Lua may raise errors. */
static int make_call(lua_State *L)
{
    const hog_call *k = lua_touserdata(L, 2);
    int results = (int)lua_tointeger(L, 3);
    lua_settop(L, 1);
    if (k->array) lua_createtable(L, k->count, 0);
    for (int i = 0; i < k->count; i++) {
        lua_pushinteger(L, k->argument[i]);
        if (k->array) lua_rawseti(L, -2, i + 1);
    }
    if (k->with_flag) lua_pushboolean(L, k->flag);
    lua_call(L, lua_gettop(L) - 1, results);
    return results;
}

/* Calls; the results are on top of the stack. */
alea_status hog_call_it(hog_compiler *c, hog_call *k, int results)
{
    lua_pushcfunction(c->L, make_call);
    lua_pushvalue(c->L, k->function);
    lua_pushlightuserdata(c->L, k);
    lua_pushinteger(c->L, results);
    alea_status status = alea__lua_call(c->reader->lua, 3, results, NULL, c->error);
    if (status != ALEA_OK) {
        name_call(c, k);
        return status;
    }
    c->used += alea__lua_used(c->reader->lua);
    if (c->used <= MOST_INSTRUCTIONS) return ALEA_OK;
    return hog_wrong_call(
        c, k, "comes too late: the calls before it took more than 1,000,000,000 instructions together.");
}

static void name_result(hog_compiler *c, int at, char *out, size_t size)
{
    if (lua_type(c->L, at) == LUA_TNUMBER && lua_isinteger(c->L, at))
        snprintf(out, size, "%lld", (long long)lua_tointeger(c->L, at));
    else if (lua_type(c->L, at) == LUA_TNUMBER)
        snprintf(out, size, "%.14g", (double)lua_tonumber(c->L, at));
    else if (lua_isnil(c->L, at))
        snprintf(out, size, "nothing");
    else
        snprintf(out, size, "a %s", lua_typename(c->L, lua_type(c->L, at)));
}

/* The whole number at a place of the stack; `wanted` says which. */
alea_status hog_take_number(hog_compiler *c, const hog_call *k, int at, int64_t min, int64_t max,
                            const char *wanted, uint16_t *out)
{
    int is_whole = 0;
    lua_Integer value = lua_type(c->L, at) == LUA_TNUMBER ? lua_tointegerx(c->L, at, &is_whole) : 0;
    if (is_whole && value >= min && value <= max) {
        *out = (uint16_t)value;
        return ALEA_OK;
    }
    char text[60];
    name_result(c, at, text, sizeof text);
    return hog_wrong_call(c, k, "returned %s; %s", text, wanted);
}

/* true, false, or nothing, which is `fallback`. */
alea_status hog_take_truth(hog_compiler *c, const hog_call *k, int at, bool fallback, bool *out)
{
    if (lua_isnil(c->L, at)) {
        *out = fallback;
        return ALEA_OK;
    }
    if (!lua_isboolean(c->L, at)) {
        char text[60];
        name_result(c, at, text, sizeof text);
        return hog_wrong_call(c, k, "returned %s where true or false is wanted.", text);
    }
    *out = lua_toboolean(c->L, at);
    return ALEA_OK;
}

/* The function of a field, if there is one; it then stays on the stack. */
alea_status hog_find_call(hog_compiler *c, const char *field, bool required, int arguments, hog_call *out)
{
    bool present;
    *out = (hog_call){.name = field, .count = arguments};
    alea_status status = alea__read_function(c->reader, field, required, &present, c->error);
    if (status == ALEA_OK && present) out->function = lua_gettop(c->L);
    return status;
}
