#include "game/parameters.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "game/messages.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 80 };

alea_status alea__parameter_write(const alea__bound *bound, char **out, alea_error *error)
{
    char number[24];
    ALEA_ASSERT(bound->kind != ALEA__NUMBER || (bound->min <= bound->number && bound->number <= bound->max));
    ALEA_ASSERT(bound->kind == ALEA__NUMBER || (bound->one_of && bound->number >= 0));
    snprintf(number, sizeof number, "%" PRId64, bound->number);
    char *text = alea__copy_text(bound->kind == ALEA__NUMBER ? number : bound->one_of[bound->number]);
    if (!text) return alea__out_of_memory(error);
    alea__free(*out);
    *out = text;
    return ALEA_OK;
}

void alea__parameters_free(alea__bound *bound, size_t count)
{
    for (size_t i = 0; bound && i < count; i++) {
        alea__free(bound[i].name);
        alea__free(bound[i].help);
        alea__free(bound[i].value);
        alea__free(bound[i].default_value);
        alea__free(bound[i].one_of);
        alea__free(bound[i].words);
    }
    alea__free(bound);
}

/* ---- giving values ---- */

alea__bound *alea__parameter_find(alea__bound *bound, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(bound[i].name, name) == 0) return &bound[i];
    return NULL;
}

static void parameters_add_range(alea__text *out, const alea__bound *bound)
{
    ALEA_ASSERT(bound->kind == ALEA__NUMBER || (bound->one_of && bound->one_of[0]));
    if (bound->kind == ALEA__NUMBER) alea__text_add(out, "%" PRId64 " to %" PRId64, bound->min, bound->max);
    for (size_t i = 0; bound->kind != ALEA__NUMBER && bound->one_of[i]; i++)
        alea__text_add(out, "%s%s", i == 0 ? "" : bound->one_of[i + 1] ? ", " : " or ", bound->one_of[i]);
}

/* The failure for a value that is not a word of its parameter; offers the nearest one. */
static alea_status parameters_unknown_word(const alea__bound *bound, const char *value, const char *game,
                                           alea_error *error)
{
    char shown[SHOWN];
    alea__text range = {0};
    size_t count = 0;
    while (bound->one_of[count]) count++;
    alea__printable(shown, sizeof shown, value, strlen(value));
    parameters_add_range(&range, bound);
    const char *nearest = alea__nearest(value, bound->one_of, count);
    const char *words = range.data ? range.data : "one of its words";
    alea_status status =
        nearest ? alea__fail(error, ALEA_E_RANGE, GAME_UNKNOWN_WORD_NEAR, bound->name, game, words, shown,
                             nearest)
                : alea__fail(error, ALEA_E_RANGE, GAME_UNKNOWN_WORD, bound->name, game, words, shown);
    alea__text_free(&range);
    return status;
}

static alea_status parameters_choose_word(alea__bound *bound, const char *value, const char *game,
                                          alea_error *error)
{
    for (int64_t i = 0; bound->one_of[i]; i++) {
        if (strcmp(bound->one_of[i], value) != 0) continue;
        bound->number = i;
        return ALEA_OK;
    }
    return parameters_unknown_word(bound, value, game, error);
}

alea_status alea__parameter_set(alea__bound *bound, const char *value, const char *game, alea_error *error)
{
    char what[200];
    snprintf(what, sizeof what, GAME_PARAMETER_OF, bound->name, game);
    alea_status status =
        bound->kind == ALEA__NUMBER
            ? alea__parse_integer(value, what, (alea__range){bound->min, bound->max}, &bound->number, error)
            : parameters_choose_word(bound, value, game, error);
    return status == ALEA_OK ? alea__parameter_write(bound, &bound->value, error) : status;
}

static void parameters_add_all(alea__text *out, const alea__bound *bound, size_t count)
{
    alea__text_add(out, count == 0 ? GAME_NO_PARAMETERS : GAME_PARAMETERS_ARE);
    for (size_t i = 0; i < count; i++) {
        alea__text_add(out, "%s%s (", i ? ", " : "", bound[i].name);
        parameters_add_range(out, &bound[i]);
        alea__text_add(out, i + 1 < count ? ")" : ").");
    }
}

/* The failure for a parameter that the game does not have; offers the nearest one and lists them all. */
static alea_status parameters_unknown(const alea__bound *bound, size_t count, const char *name,
                                      const char *game, alea_error *error)
{
    char shown[SHOWN];
    const char *names[ALEA__MOST_PARAMETERS];
    alea__text all = {0};
    ALEA_ASSERT(count <= ALEA__MOST_PARAMETERS);
    for (size_t i = 0; i < count; i++) names[i] = bound[i].name;
    parameters_add_all(&all, bound, count);
    alea__printable(shown, sizeof shown, name, strlen(name));
    const char *nearest = alea__nearest(name, names, count);
    const char *list = all.data ? all.data : "";
    alea_status status =
        nearest ? alea__fail(error, ALEA_E_UNKNOWN, GAME_UNKNOWN_PARAMETER_NEAR, game, shown, nearest, list)
                : alea__fail(error, ALEA_E_UNKNOWN, GAME_UNKNOWN_PARAMETER, game, shown, list);
    alea__text_free(&all);
    return status;
}

alea_status alea__parameters_set(alea__bound *bound, size_t count, const alea__spec *spec, const char *game,
                                 alea_error *error)
{
    for (size_t i = 0; i < spec->count; i++) {
        const alea__argument *argument = &spec->argument[i];
        if (!argument->key)
            return alea__fail(error, ALEA_E_SPEC, GAME_PARAMETER_UNNAMED, game,
                              count ? bound[0].name : "goal", count ? bound[0].value : "50");
        alea__bound *named = alea__parameter_find(bound, count, argument->key);
        if (!named) return parameters_unknown(bound, count, argument->key, game, error);
        alea_status status = alea__parameter_set(named, argument->value, game, error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

/* ---- as a table for rules(p) ---- */

static int parameters_missing(lua_State *L)
{
    const alea__parameter_list *list = lua_touserdata(L, lua_upvalueindex(1));
    const char *names[ALEA__MOST_PARAMETERS];
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
    ALEA_ASSERT(list && list->count <= ALEA__MOST_PARAMETERS);
    for (size_t i = 0; i < list->count; i++) names[i] = list->bound[i].name;
    const char *nearest = alea__nearest(name, names, list->count);
    if (nearest) return luaL_error(L, GAME_LUA_NO_PARAMETER_NEAR, name, nearest);
    return luaL_error(L, GAME_LUA_NO_PARAMETER, name);
}

static void parameters_push_value(lua_State *L, const alea__bound *bound)
{
    if (bound->kind == ALEA__NUMBER)
        lua_pushinteger(L, bound->number);
    else if (bound->kind == ALEA__BOOLEAN)
        lua_pushboolean(L, bound->number != 0);
    else
        lua_pushstring(L, bound->value);
}

void alea__parameters_push(lua_State *L, const alea__parameter_list *list)
{
    lua_newtable(L);
    for (size_t i = 0; i < list->count; i++) {
        parameters_push_value(L, &list->bound[i]);
        lua_setfield(L, -2, list->bound[i].name);
    }
    lua_newtable(L);
    lua_pushlightuserdata(L, (void *)(uintptr_t)list);
    lua_pushcclosure(L, parameters_missing, 1);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}
