/* Functions for rule files that make the results of a roll or a landing. */
#include "base/assert.h"
#include "family/race/messages.h"
#include "family/race/rules/compile.h"

#include <string.h>

/* An effect travels through Lua as a light userdata, which no Lua code can make by itself: its kind in two bits, where that of
   forced points is FORCED, its points in 14, and the turn's memory in 16. */
enum { FORCED = 3, KIND_BITS = 2, AMOUNT_BITS = 14 };
_Static_assert((int)RACE_WIPE < (int)FORCED && (int)RACE_MOST_POINTS < 1 << AMOUNT_BITS &&
                   sizeof(void *) >= sizeof(uint32_t),
               "an effect fits in a pointer");

static void push_effect(lua_State *L, race_effect e)
{
    ALEA_ASSERT(e.kind == RACE_ADD || (e.amount == 0 && e.memory == 0 && e.forced == 0));
    const uint32_t kind = e.forced ? (uint32_t)FORCED : e.kind;
    lua_pushlightuserdata(L, (void *)(uintptr_t)(kind | (uint32_t)e.amount << KIND_BITS |
                                                 (uint32_t)e.memory << (KIND_BITS + AMOUNT_BITS)));
}

bool race_read_effect(lua_State *L, int at, race_effect *out)
{
    if (!lua_islightuserdata(L, at)) return false;
    const uint32_t bits = (uint32_t)(uintptr_t)lua_touserdata(L, at), kind = bits & FORCED;
    *out = (race_effect){.kind = (uint16_t)(kind == FORCED ? (uint32_t)RACE_ADD : kind),
                         .forced = kind == FORCED,
                         .amount = (uint16_t)(bits >> KIND_BITS & ((1u << AMOUNT_BITS) - 1)),
                         .memory = (uint16_t)(bits >> (KIND_BITS + AMOUNT_BITS))};
    ALEA_ASSERT(out->kind <= RACE_WIPE && out->amount <= RACE_MOST_POINTS);
    return true;
}

static uint16_t effect_whole(lua_State *L, int at, const char *what, lua_Integer most)
{
    int is_integer;
    lua_Integer value = lua_tointegerx(L, at, &is_integer);
    if (lua_type(L, at) != LUA_TNUMBER || !is_integer)
        luaL_error(L, RACE_ADD_NOT_WHOLE, what, lua_isnoneornil(L, at) ? "" : "a ",
                   lua_type(L, at) == LUA_TNUMBER ? "fraction"
                   : lua_isnoneornil(L, at)       ? "nil"
                                                  : luaL_typename(L, at));
    if (value < 0 || value > most) luaL_error(L, RACE_ADD_RANGE, what, most, value);
    return (uint16_t)value;
}

/* Reads the table of options at index 2 of the stack into the effect; raises a Lua error if one is wrong. */
static void read_options(lua_State *L, race_effect *e)
{
    luaL_argcheck(L, lua_istable(L, 2), 2, RACE_ADD_NO_TABLE);
    alea__lua_spend_walk(L);
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1))
        if (lua_type(L, -2) != LUA_TSTRING ||
            !(strcmp(lua_tostring(L, -2), "forced") == 0 || strcmp(lua_tostring(L, -2), "memory") == 0))
            luaL_error(L, RACE_ADD_NO_OPTION,
                       lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : alea__lua_key_kind(L, -2));
    lua_getfield(L, 2, "forced");
    if (!lua_isnil(L, -1) && !lua_isboolean(L, -1)) luaL_error(L, RACE_ADD_FORCED, luaL_typename(L, -1));
    e->forced = lua_toboolean(L, -1) != 0;
    if (lua_getfield(L, 2, "memory") != LUA_TNIL)
        e->memory = effect_whole(L, -1, RACE_ADD_MEMORY, RACE_MOST_RAW_MEMORY);
}

/* add(n) or add(n, { forced = true, memory = m }) */
static int word_add(lua_State *L)
{
    race_effect e = {.kind = RACE_ADD};
    e.amount = effect_whole(L, 1, RACE_ADD_POINTS, RACE_MOST_POINTS);
    if (!lua_isnoneornil(L, 2)) read_options(L, &e);
    push_effect(L, e);
    return 1;
}

static int word_bust(lua_State *L)
{
    if (lua_gettop(L) > 0) return luaL_error(L, RACE_TAKES_NO_ARGUMENT, "bust");
    push_effect(L, (race_effect){.kind = RACE_BUST});
    return 1;
}

static int word_wipe(lua_State *L)
{
    if (lua_gettop(L) > 0) return luaL_error(L, RACE_TAKES_NO_ARGUMENT, "wipe");
    push_effect(L, (race_effect){.kind = RACE_WIPE});
    return 1;
}

const struct luaL_Reg race_words[] = {
    {"add", word_add}, {"bust", word_bust}, {"wipe", word_wipe}, {NULL, NULL}};
