/* Order that does not depend on the run: table.sort, pairs and next of the sandbox. */
#include "base/assert.h"
#include "game/lua_inside.h"
#include "game/messages.h"

#include <lauxlib.h>
#include <limits.h>
#include <string.h>

/* ---- sorting: a stable merge sort, whatever the comparison answers ----
   Lua's own is unstable, takes its pivots from the clock, and works on a table that the comparison may change. */

/* Whether the value at stack index a comes before the one at b. */
typedef bool comes_before(lua_State *, int a, int b);

static bool order_right_is_first(lua_State *L, int list, lua_Integer left, lua_Integer right,
                                 comes_before *before)
{
    lua_rawgeti(L, list, left);
    lua_rawgeti(L, list, right);
    int top = lua_gettop(L);
    bool answer = before(L, top, top - 1);
    lua_settop(L, top - 2);
    return answer;
}

/* Entries low … middle - 1 and middle … high - 1 of `from`, each sorted, become low … high - 1 of `to`. */
static void order_merge(lua_State *L, int from, int to, const lua_Integer bound[3], comes_before *before)
{
    lua_Integer left = bound[0], right = bound[1], high = bound[2];
    ALEA_ASSERT(left <= right && right <= high);
    for (lua_Integer at = bound[0]; at < high; at++) {
        alea__lua_look(L);
        bool take_right =
            right < high && (left >= bound[1] || order_right_is_first(L, from, left, right, before));
        lua_rawgeti(L, from, take_right ? right++ : left++);
        lua_rawseti(L, to, at);
    }
    alea__lua_spend(L, 8 * (uint64_t)(high - bound[0]));
}

static lua_Integer order_smaller(lua_Integer a, lua_Integer b)
{
    return a < b ? a : b;
}

/* Sorts entries 1 … count of the table at `list`; the sorted table is left on top of the stack (`list` is used up). */
static void order_sort(lua_State *L, int list, lua_Integer count, comes_before *before)
{
    lua_createtable(L, 0, 0);
    int spare = lua_gettop(L);
    for (lua_Integer width = 1; width < count; width *= 2) {
        for (lua_Integer low = 1; low <= count; low += 2 * width)
            order_merge(L, list, spare,
                        (lua_Integer[]){low, order_smaller(low + width, count + 1),
                                        order_smaller(low + 2 * width, count + 1)},
                        before);
        lua_pushvalue(L, list); /* swaps: the list that was written is read next */
        lua_pushvalue(L, spare);
        lua_replace(L, list);
        lua_replace(L, spare);
    }
    lua_pushvalue(L, list);
}

static bool order_by_value(lua_State *L, int a, int b)
{
    return lua_compare(L, a, b, LUA_OPLT);
}

/* The order function is argument 2. */
static bool order_by_function(lua_State *L, int a, int b)
{
    lua_pushvalue(L, 2);
    lua_pushvalue(L, a);
    lua_pushvalue(L, b);
    lua_call(L, 2, 1);
    return lua_toboolean(L, -1);
}

static void order_copy(lua_State *L, int from, int to, lua_Integer count)
{
    alea__lua_spend(L, 4 * (uint64_t)count);
    for (lua_Integer i = 1; i <= count; i++) {
        alea__lua_look(L);
        lua_rawgeti(L, from, i);
        lua_rawseti(L, to, i);
    }
}

int alea__lua_sort(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    bool ordered = !lua_isnoneornil(L, 2);
    if (ordered) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_Integer count = luaL_len(L, 1); /* any border of a table with gaps, which may be 2^62 */
    if (count >= INT_MAX) return luaL_error(L, GAME_LUA_SORT_LONG);
    lua_createtable(L, 0, 0);
    order_copy(L, 1, 3, count);
    if (ordered && count > 0 && order_right_is_first(L, 3, 1, 1, order_by_function))
        return luaL_error(L, GAME_LUA_SORT_ORDER);
    order_sort(L, 3, count, ordered ? order_by_function : order_by_value);
    order_copy(L, lua_gettop(L), 1, count);
    return 0;
}

/* ---- tables in sorted order: numbers ascending, then texts by their bytes, then false, then true ---- */

static int order_rank(lua_State *L, int key)
{
    switch (lua_type(L, key)) {
    case LUA_TNUMBER: return 0;
    case LUA_TSTRING: return 1;
    case LUA_TBOOLEAN: return 2;
    default: return luaL_error(L, GAME_LUA_KEY_ORDER, alea__lua_key_kind(L, key));
    }
}

static bool order_text_before(lua_State *L, int a, int b)
{
    size_t left, right;
    const char *x = lua_tolstring(L, a, &left), *y = lua_tolstring(L, b, &right);
    alea__lua_host(L)->pending += (left < right ? left : right) / 64;
    int difference = memcmp(x, y, left < right ? left : right);
    return difference < 0 || (difference == 0 && left < right);
}

static bool order_key_before(lua_State *L, int a, int b)
{
    int left = order_rank(L, a), right = order_rank(L, b);
    if (left != right) return left < right;
    if (left == 0) return lua_compare(L, a, b, LUA_OPLT);
    if (left == 1) return order_text_before(L, a, b);
    ALEA_ASSERT(lua_isboolean(L, a) && lua_isboolean(L, b));
    return !lua_toboolean(L, a) && lua_toboolean(L, b);
}

void alea__lua_spend_walk(lua_State *L)
{
    const alea__lua *lua = alea__lua_host(L);
    alea__lua_spend(L, (lua->largest_array + lua->largest_hash) / 64);
}

/* To find the key after another, Lua looks for that one first, among those with the same hash. */
static void order_spend_key(lua_State *L)
{
    alea__lua_spend(L, 8 + alea__lua_host(L)->longest_chain / 4);
}

/* Leaves a list of the keys of the table at 1, sorted. */
static void order_push_keys(lua_State *L)
{
    lua_Integer count = 0;
    alea__lua_spend_walk(L);
    lua_createtable(L, 0, 0);
    int keys = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        order_rank(L, -1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, keys, ++count);
        order_spend_key(L);
    }
    order_sort(L, keys, count, order_key_before);
}

/* One step of a walk: upvalue 1 is the list of keys, upvalue 2 the place in it. Keys removed on the way are passed over. */
static int order_step(lua_State *L)
{
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
    luaL_checktype(L, 1, LUA_TTABLE);
    for (;;) {
        lua_settop(L, 1);
        if (lua_rawgeti(L, lua_upvalueindex(1), ++at) == LUA_TNIL) return 1;
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 1) != LUA_TNIL) break;
        alea__lua_spend(L, 4);
    }
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(2));
    return 2;
}

int alea__lua_pairs(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    order_push_keys(L);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, order_step, 2);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

/* The key that follows argument 2 (nil: the first) and its value. Looks through the whole table. */
int alea__lua_next(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    bool first = lua_isnil(L, 2);
    alea__lua_spend_walk(L);
    if (!first) order_rank(L, 2);
    lua_pushnil(L); /* 3: the least so far */
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        order_rank(L, 4);
        bool after = first || order_key_before(L, 2, 4);
        if (after && (lua_isnil(L, 3) || order_key_before(L, 4, 3))) lua_copy(L, 4, 3);
        order_spend_key(L);
    }
    if (lua_isnil(L, 3)) return 1;
    lua_pushvalue(L, 3);
    lua_rawget(L, 1);
    return 2;
}
