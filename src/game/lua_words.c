/* The words that a sandboxed chunk has: Lua's own where they are cheap and deterministic, ours in their place where not.
   C functions run outside the instruction count, so each one that works through a range pays for it in alea__lua_spend, and looks at
   the budget at each step (alea__lua_look; in Lua's own, lua_geti and lua_seti of lua_meter.c do). */
#include "base/assert.h"
#include "game/lua_inside.h"
#include "game/messages.h"

#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

enum { LONGEST_NUMERAL = 100 };

/* ---- errors ---- */

/* A program cannot catch running out of fuel or memory. To name the variable in a message, Lua scans the code of its function,
   which has less than two bytes of source per instruction; to find the position and the used stack, it scans the calls. */
static int words_pass_on(lua_State *L, int result)
{
    alea__lua *lua = alea__lua_host(L);
    lua->pending += 16 + lua->source_size / 4 + alea__lua_depth(L);
    ALEA_ASSERT(result != LUA_OK);
    if (result == LUA_ERRMEM && lua->why == ALEA_NO_FAILURE) lua->why = ALEA_NO_ROOM;
    if (lua->why != ALEA_NO_FAILURE) return lua_error(L);
    return 0;
}

/* Counts moving all values of this call, and returns how many there are. */
static int words_count_values(lua_State *L)
{
    const int values = lua_gettop(L);
    alea__lua_host(L)->pending += (unsigned)values / 2;
    return values;
}

static int base_pcall(lua_State *L)
{
    luaL_checkany(L, 1);
    int result = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
    if (result != LUA_OK) words_pass_on(L, result);
    lua_pushboolean(L, result == LUA_OK);
    lua_insert(L, 1);
    return words_count_values(L);
}

/* Calls its handler after the failed call has ended. In Lua it runs inside that call, where instructions are not counted if
   the error came from the counter, so it could run forever. */
static int base_xpcall(lua_State *L)
{
    luaL_checktype(L, 2, LUA_TFUNCTION);
    words_count_values(L);
    lua_pushvalue(L, 2);
    lua_insert(L, 1); /* handler, function, handler, arguments */
    lua_remove(L, 3);
    int result = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
    if (result != LUA_OK) {
        words_pass_on(L, result);
        lua_pushvalue(L, 1);
        lua_insert(L, -2);
        lua_call(L, 1, 1);
    }
    lua_pushboolean(L, result == LUA_OK);
    lua_replace(L, 1);
    return words_count_values(L);
}

/* ---- text and numbers ---- */

/* Lua's own shows the address of a table or function. */
static int base_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    if (lua_type(L, 1) == LUA_TBOOLEAN || lua_type(L, 1) <= LUA_TNIL || lua_isstring(L, 1))
        luaL_tolstring(L, 1, NULL);
    else
        lua_pushstring(L, luaL_typename(L, 1));
    return 1;
}

/* Upvalue 1 of the functions below is Lua's original function, which has no upvalues itself. */
static int words_original(lua_State *L)
{
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int base_tonumber(lua_State *L)
{
    if (lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) > LONGEST_NUMERAL) {
        lua_pushnil(L);
        return 1;
    }
    return words_original(L);
}

static int string_byte(lua_State *L)
{
    int count = words_original(L);
    alea__lua_spend(L, (uint64_t)count);
    return count;
}

/* Upper and lower case, and backwards: byte by byte. */
static int string_rewrite(lua_State *L)
{
    if (lua_type(L, 1) == LUA_TSTRING) alea__lua_spend(L, lua_rawlen(L, 1) / 4);
    return words_original(L);
}

/* Argument `at` if it is a whole number; otherwise the function itself reports an error, or the argument is left out. */
static lua_Integer words_number_at(lua_State *L, int at, lua_Integer otherwise)
{
    int is_number = 0;
    lua_Integer value = lua_tointegerx(L, at, &is_number); /* of a text as well: Lua's functions take these */
    return is_number ? value : otherwise;
}

static lua_Integer words_length_at(lua_State *L, int at)
{
    return lua_type(L, at) == LUA_TTABLE ? (lua_Integer)lua_rawlen(L, at) : 0;
}

/* Counts each place of a range as this many units. */
static void words_spend_range(lua_State *L, lua_Integer first, lua_Integer last, unsigned units)
{
    if (first > last) return;
    const uint64_t count = (uint64_t)last - (uint64_t)first;
    alea__lua_spend(L, count < UINT64_MAX / 16 ? units * (count + 1) : UINT64_MAX / 2);
}

static int table_concat(lua_State *L)
{
    words_spend_range(L, words_number_at(L, 3, 1), words_number_at(L, 4, words_length_at(L, 1)), 4);
    return words_original(L);
}

static int table_unpack(lua_State *L)
{
    words_spend_range(L, words_number_at(L, 2, 1), words_number_at(L, 3, words_length_at(L, 1)), 2);
    return words_original(L);
}

static int table_move(lua_State *L)
{
    words_spend_range(L, words_number_at(L, 2, 1), words_number_at(L, 3, 0), 4);
    return words_original(L);
}

static int table_insert(lua_State *L)
{
    if (lua_gettop(L) > 2) words_spend_range(L, words_number_at(L, 2, 1), words_length_at(L, 1), 4);
    return words_original(L);
}

static int table_remove(lua_State *L)
{
    if (lua_gettop(L) > 1) words_spend_range(L, words_number_at(L, 2, 1), words_length_at(L, 1), 4);
    return words_original(L);
}

/* ---- functions whose last digit depends on the C library and the processor ---- */

static int words_refuse(lua_State *L, const char *name)
{
    return luaL_error(L, GAME_LUA_MATHEMATICS, name);
}

#define NOT_THE_SAME(name)               \
    static int math_##name(lua_State *L) \
    {                                    \
        return words_refuse(L, #name);   \
    }
NOT_THE_SAME(acos)
NOT_THE_SAME(asin)
NOT_THE_SAME(atan)
NOT_THE_SAME(cos)
NOT_THE_SAME(exp)
NOT_THE_SAME(log)
NOT_THE_SAME(sin)
NOT_THE_SAME(tan)

/* ---- the libraries ---- */

/* A word: ours when `ours` is set, with Lua's as its upvalue; else Lua's. */
typedef struct lua_word {
    const char *name;
    lua_CFunction ours;
} lua_word;

static const lua_word base_words[] = {{"assert", NULL},
                                      {"error", NULL},
                                      {"getmetatable", NULL},
                                      {"ipairs", NULL},
                                      {"next", alea__lua_next},
                                      {"pairs", alea__lua_pairs},
                                      {"pcall", base_pcall},
                                      {"rawequal", NULL},
                                      {"rawget", NULL},
                                      {"rawlen", NULL},
                                      {"rawset", NULL},
                                      {"select", NULL},
                                      {"tonumber", base_tonumber},
                                      {"tostring", base_tostring},
                                      {"type", NULL},
                                      {"xpcall", base_xpcall},
                                      {"_VERSION", NULL},
                                      {NULL, NULL}};

static const lua_word table_words[] = {
    {"concat", table_concat}, {"insert", table_insert}, {"move", table_move},     {"pack", NULL},
    {"remove", table_remove}, {"sort", alea__lua_sort}, {"unpack", table_unpack}, {NULL, NULL}};

static const lua_word string_words[] = {{"byte", string_byte},
                                        {"char", NULL},
                                        {"len", NULL},
                                        {"lower", string_rewrite},
                                        {"reverse", string_rewrite},
                                        {"sub", NULL},
                                        {"upper", string_rewrite},
                                        {NULL, NULL}};

static const lua_word math_words[] = {
    {"abs", NULL},  {"ceil", NULL}, {"deg", NULL},        {"floor", NULL}, {"fmod", NULL},
    {"huge", NULL}, {"max", NULL},  {"maxinteger", NULL}, {"min", NULL},   {"mininteger", NULL},
    {"modf", NULL}, {"pi", NULL},   {"rad", NULL},        {"sqrt", NULL},  {"tointeger", NULL},
    {"type", NULL}, {"ult", NULL},  {NULL, NULL}};

/* Functions that only report what to use instead. */
static const luaL_Reg math_refused[] = {{"acos", math_acos}, {"asin", math_asin}, {"atan", math_atan},
                                        {"cos", math_cos},   {"exp", math_exp},   {"log", math_log},
                                        {"sin", math_sin},   {"tan", math_tan},   {NULL, NULL}};

/* Functions of Lua that are left out, for error messages. */
static const char *const left_out[] = {
    "print",          "load",   "loadstring", "loadfile", "dofile", "require", "setmetatable",
    "collectgarbage", "warn",   "io",         "os",       "debug",  "package", "coroutine",
    "utf8",           "random", "randomseed", "format",   "find",   "match",   "gmatch",
    "gsub",           "rep",    "dump",       "packsize", "unpack"};

const char *alea__lua_hint(const char *message)
{
    const char *name = strstr(message, "a nil value (");
    if (!name) return "";
    name = strchr(name, '\'');
    size_t length = name ? strcspn(++name, "'") : 0;
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (strlen(left_out[i]) == length && strncmp(name, left_out[i], length) == 0)
            return GAME_LUA_LEFT_OUT;
    return "";
}

/* Copies words from the library at `from` into the table on top of the stack. */
static void words_take(lua_State *L, int from, const lua_word *words)
{
    ALEA_ASSERT(lua_istable(L, from) && lua_istable(L, -1));
    for (; words->name; words++) {
        lua_getfield(L, from, words->name);
        if (words->ours) lua_pushcclosure(L, words->ours, 1);
        lua_setfield(L, -2, words->name);
    }
}

/* Adds a library to the globals on top of the stack. */
static void words_add_library(lua_State *L, const char *name, lua_CFunction open, const lua_word *words)
{
    int globals = lua_gettop(L);
    lua_pushcfunction(L, open);
    lua_call(L, 0, 1);
    lua_newtable(L);
    words_take(L, globals + 1, words);
    lua_setfield(L, globals, name);
    lua_settop(L, globals);
}

/* `text:upper()` works, with our string table; nothing else of the original metatable stays, such as "1" + 1. */
static void words_set_string_methods(lua_State *L)
{
    lua_pushliteral(L, "");
    lua_createtable(L, 0, 2);
    lua_getfield(L, -3, "string");
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

void alea__lua_push_globals(lua_State *L)
{
    lua_pushcfunction(L, luaopen_base);
    lua_call(L, 0, 1);
    lua_newtable(L);
    words_take(L, lua_gettop(L) - 1, base_words);
    lua_remove(L, -2);
    words_add_library(L, "table", luaopen_table, table_words);
    words_add_library(L, "string", luaopen_string, string_words);
    words_add_library(L, "math", luaopen_math, math_words);
    lua_getfield(L, -1, "math");
    luaL_setfuncs(L, math_refused, 0);
    lua_pop(L, 1);
    words_set_string_methods(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "_G");
}
