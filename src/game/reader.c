/* Reading a table of rules. Lua raises its errors through unprotected C functions, and making the key to look up can raise
   one; so every look-up runs in a protected call. */
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "game/lua_inside.h"
#include "game/messages.h"

#include <lauxlib.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 80 };

/* A failure at the line of a field, whole sentences. */
__attribute__((format(printf, 4, 5))) static alea_status
reader_fail(const alea__reader *reader, const char *field, alea_error *error, const char *format, ...)
{
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    alea__format(text, sizeof text, format, arguments);
    va_end(arguments);
    return alea__fail_at(error, reader->lua->failure, reader->lua->file,
                         alea__lua_field_line(reader->lua, reader->at, field), "%s", text);
}

alea_status alea__read_fail(const alea__reader *reader, const char *field, alea_error *error,
                            const char *sentence, ...)
{
    char text[500];
    va_list arguments;
    va_start(arguments, sentence);
    alea__format(text, sizeof text, sentence, arguments);
    va_end(arguments);
    return reader_fail(reader, field, error, GAME_FIELD, reader->path, field, text);
}

/* ---- looking up ---- */

static int reader_look_up(lua_State *L)
{
    lua_pushstring(L, lua_touserdata(L, 2));
    lua_rawget(L, 1);
    return 1;
}

/* Pushes the field's value; nothing on failure. A field such as "[1]" is the entry of that number. */
static alea_status reader_fetch(const alea__reader *reader, const char *field, int *type, alea_error *error)
{
    lua_State *L = reader->lua->state;
    int at = lua_absindex(L, reader->at);
    if (!lua_checkstack(L, 4)) return alea__out_of_memory(error);
    ALEA_ASSERT(lua_istable(L, at));
    if (field[0] == '[') {
        *type = lua_rawgeti(L, at, field[1] - '0');
        return ALEA_OK;
    }
    lua_pushcfunction(L, reader_look_up);
    lua_pushvalue(L, at);
    lua_pushlightuserdata(L, (void *)(uintptr_t)field);
    alea_status status = alea__lua_call(reader->lua, 2, 1, NULL, error);
    if (status == ALEA_OK) *type = lua_type(L, -1);
    return status;
}

/* Fails because of the value on top of the stack, which it pops: it must be `wanted`, such as "a text". */
static alea_status reader_refuse(const alea__reader *reader, const char *field, const char *wanted,
                                 alea_error *error)
{
    char text[80];
    const bool missing = lua_isnil(reader->lua->state, -1);
    const char *value = alea__lua_show(reader->lua->state, -1, text);
    lua_pop(reader->lua->state, 1);
    if (missing) return alea__read_fail(reader, field, error, GAME_FIELD_MISSING, wanted);
    return alea__read_fail(reader, field, error, GAME_FIELD_WRONG, wanted, value);
}

/* ---- one kind of value each ---- */

alea_status alea__read_text(const alea__reader *reader, const char *field, const char *fallback,
                            const char **out, alea_error *error)
{
    int type = LUA_TNIL;
    alea_status status = reader_fetch(reader, field, &type, error);
    if (status != ALEA_OK) return status;
    lua_State *L = reader->lua->state;
    const char *text = type == LUA_TSTRING ? lua_tostring(L, -1) : type == LUA_TNIL ? fallback : NULL;
    if (!text) return reader_refuse(reader, field, GAME_A_TEXT, error);
    if (type == LUA_TSTRING && strlen(text) != lua_rawlen(L, -1))
        return reader_refuse(reader, field, GAME_A_TEXT_WITHOUT_ZEROS, error);
    lua_pop(L, 1); /* the table keeps it */
    *out = text;
    return ALEA_OK;
}

alea_status alea__read_integer(const alea__reader *reader, const alea__number_field *field, int64_t *out,
                               alea_error *error)
{
    int type = LUA_TNIL, is_whole = 0;
    ALEA_ASSERT(field->min <= field->max);
    alea_status status = reader_fetch(reader, field->name, &type, error);
    if (status != ALEA_OK) return status;
    lua_State *L = reader->lua->state;
    int64_t value = type == LUA_TNUMBER ? lua_tointegerx(L, -1, &is_whole) : 0;
    if (type == LUA_TNIL && field->fallback) {
        value = *field->fallback;
    } else if (!is_whole || value < field->min || value > field->max) {
        char wanted[100];
        snprintf(wanted, sizeof wanted, GAME_A_WHOLE_NUMBER, field->min, field->max);
        return reader_refuse(reader, field->name, wanted, error);
    }
    lua_pop(L, 1);
    *out = value;
    return ALEA_OK;
}

alea_status alea__read_boolean(const alea__reader *reader, const char *field, bool fallback, bool *out,
                               alea_error *error)
{
    int type = LUA_TNIL;
    alea_status status = reader_fetch(reader, field, &type, error);
    if (status != ALEA_OK) return status;
    if (type != LUA_TNIL && type != LUA_TBOOLEAN) return reader_refuse(reader, field, GAME_A_TRUTH, error);
    *out = type == LUA_TNIL ? fallback : lua_toboolean(reader->lua->state, -1);
    lua_pop(reader->lua->state, 1);
    return ALEA_OK;
}

static alea_status reader_refuse_choice(const alea__reader *reader, const alea__choice_field *field,
                                        alea_error *error)
{
    const char *const *choices = field->choices;
    char wanted[300] = "";
    for (size_t i = 0; choices[i]; i++) {
        size_t used = strlen(wanted);
        const char *before = i == 0 ? "" : choices[i + 1] ? ", " : " or ";
        snprintf(wanted + used, sizeof wanted - used, "%s\"%s\"", before, choices[i]);
    }
    return reader_refuse(reader, field->name, wanted, error);
}

alea_status alea__read_choice(const alea__reader *reader, const alea__choice_field *field, int *out,
                              alea_error *error)
{
    const char *const *choices = field->choices;
    int type = LUA_TNIL, choice = -1;
    ALEA_ASSERT(choices[0] && field->fallback >= -1);
    alea_status status = reader_fetch(reader, field->name, &type, error);
    if (status != ALEA_OK) return status;
    const char *text = type == LUA_TSTRING ? lua_tostring(reader->lua->state, -1) : NULL;
    if (type == LUA_TNIL) choice = field->fallback;
    for (int i = 0; text && choices[i]; i++)
        if (strcmp(text, choices[i]) == 0) choice = i;
    if (choice < 0) return reader_refuse_choice(reader, field, error);
    lua_pop(reader->lua->state, 1);
    *out = choice;
    return ALEA_OK;
}

alea_status alea__read_function(const alea__reader *reader, const char *field, bool required, bool *present,
                                alea_error *error)
{
    int type = LUA_TNIL;
    alea_status status = reader_fetch(reader, field, &type, error);
    if (status != ALEA_OK) return status;
    bool absent = type == LUA_TNIL && !required;
    if (!absent && type != LUA_TFUNCTION) return reader_refuse(reader, field, GAME_A_FUNCTION, error);
    if (absent) lua_pop(reader->lua->state, 1);
    *present = !absent;
    return ALEA_OK;
}

alea_status alea__read_kind(const alea__reader *reader, const char *field, int *kind, alea_error *error)
{
    alea_status status = reader_fetch(reader, field, kind, error);
    if (status == ALEA_OK) lua_pop(reader->lua->state, 1);
    return status;
}

alea_status alea__read_table(const alea__reader *reader, const char *field, bool required,
                             alea__reader *inner, alea_error *error)
{
    int type = LUA_TNIL;
    alea_status status = reader_fetch(reader, field, &type, error);
    if (status != ALEA_OK) return status;
    bool absent = type == LUA_TNIL && !required;
    if (!absent && type != LUA_TTABLE) return reader_refuse(reader, field, GAME_A_TABLE, error);
    if (absent) lua_pop(reader->lua->state, 1);
    *inner = (alea__reader){reader->lua, absent ? 0 : lua_gettop(reader->lua->state), ""};
    return ALEA_OK;
}

/* ---- unknown fields ---- */

static bool reader_knows(const char *name, const char *const *known)
{
    for (; *known; known++)
        if (strcmp(name, *known) == 0) return true;
    return false;
}

/* The key on top of the stack as a name: "[3]" for numbers. */
static void reader_name_key(lua_State *L, char out[SHOWN])
{
    if (lua_type(L, -1) == LUA_TSTRING)
        alea__printable(out, SHOWN, lua_tostring(L, -1), lua_rawlen(L, -1));
    else if (lua_isinteger(L, -1))
        snprintf(out, SHOWN, "[%lld]", lua_tointeger(L, -1));
    else
        snprintf(out, SHOWN, "[%s]", alea__lua_key_kind(L, -1));
}

/* The first unknown key, by name, so that the answer does not depend on the order inside Lua. */
static bool reader_find_unknown(const alea__reader *reader, const char *const *known, char out[SHOWN])
{
    lua_State *L = reader->lua->state;
    int at = lua_absindex(L, reader->at);
    bool found = false;
    lua_pushnil(L);
    while (lua_next(L, at)) {
        char name[SHOWN];
        lua_pop(L, 1);
        reader_name_key(L, name);
        if (reader_knows(name, known) || (found && strcmp(name, out) >= 0)) continue;
        memcpy(out, name, SHOWN);
        found = true;
    }
    return found;
}

alea_status alea__read_only(const alea__reader *reader, const char *const *known, alea_error *error)
{
    char name[SHOWN], all[300] = "";
    if (!lua_checkstack(reader->lua->state, 3)) return alea__out_of_memory(error);
    if (!reader_find_unknown(reader, known, name)) return ALEA_OK;
    size_t count = 0;
    for (; known[count]; count++) {
        size_t used = strlen(all);
        if (known[count][0] != '[')
            snprintf(all + used, sizeof all - used, "%s`%s`", used ? ", " : "", known[count]);
    }
    const char *nearest = alea__nearest(name, known, count);
    if (nearest)
        return reader_fail(reader, name, error, GAME_FIELD_UNKNOWN_NEAR, reader->path, name, nearest, all);
    return reader_fail(reader, name, error, GAME_FIELD_UNKNOWN, reader->path, name, all);
}
