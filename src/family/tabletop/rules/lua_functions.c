/* The words of rule files. Nearly all of them only put their arguments into a table, which is read later: the list of the
   arguments, with the word in the field `word`. */
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"

enum { MOST_ARGUMENTS = 40, MOST_VALUES = 64, MOST_PARTS = 65536 };

static int word_make(lua_State *L, const char *word)
{
    const int count = lua_gettop(L);
    if (count > MOST_ARGUMENTS) return luaL_error(L, TABLETOP_MANY_ARGUMENTS, word, MOST_ARGUMENTS);
    lua_createtable(L, count, 1);
    lua_insert(L, 1);
    for (int i = count; i >= 1; i--) lua_rawseti(L, 1, i); /* what is nil leaves a hole */
    lua_pushstring(L, word);
    lua_setfield(L, 1, "word");
    return 1;
}

/* clang-format off */
#define WORDS(WORD) \
    WORD(upto) WORD(flag) WORD(set) WORD(sheet) WORD(die) WORD(roll) \
    WORD(go) WORD(done) WORD(chance) WORD(has) WORD(lacks) WORD(at_least) \
    WORD(at_most) WORD(above) WORD(below) WORD(plus) WORD(minus) WORD(to) \
    WORD(with) WORD(without) WORD(fill) WORD(most) WORD(least)
/* clang-format on */
#define DEFINE(name)                     \
    static int word_##name(lua_State *L) \
    {                                    \
        return word_make(L, #name);      \
    }
WORDS(DEFINE)

/* ---- parts(list), parts(list, n) ---- */

typedef struct parts_list {
    lua_State *L;
    uint32_t values, size;
    uint32_t count[MOST_VALUES], taken[MOST_VALUES]; /* of each different value */
} parts_list;

/* Notes the different values of the list at 1; each is left on the stack, from 3 on. */
static void parts_read(parts_list *p)
{
    lua_State *L = p->L;
    if (!lua_istable(L, 1)) luaL_error(L, TABLETOP_PARTS_LIST);
    p->size = (uint32_t)lua_rawlen(L, 1);
    luaL_checkstack(L, MOST_VALUES + 10, NULL);
    for (uint32_t i = 1; i <= p->size; i++) {
        uint32_t at = 0;
        const int type = lua_rawgeti(L, 1, i);
        if (type != LUA_TSTRING && !lua_isinteger(L, -1)) luaL_error(L, TABLETOP_PARTS_LIST);
        while (at < p->values && !lua_rawequal(L, -1, 3 + (int)at)) at++;
        if (at == MOST_VALUES) luaL_error(L, TABLETOP_PARTS_MANY, MOST_PARTS);
        if (at < p->values)
            lua_pop(L, 1);
        else
            p->values++;
        p->count[at]++;
    }
}

/* Pushes the list of the values that are taken, or of the others. */
static void parts_push_values(const parts_list *p, bool taken)
{
    lua_Integer size = 0;
    lua_newtable(p->L);
    for (uint32_t v = 0; v < p->values; v++)
        for (uint32_t k = taken ? p->taken[v] : p->count[v] - p->taken[v]; k > 0; k--) {
            lua_pushvalue(p->L, 3 + (int)v);
            lua_rawseti(p->L, -2, ++size);
        }
}

/* Pushes "5 5 6", or "none". */
static void parts_push_name(const parts_list *p)
{
    luaL_Buffer name;
    bool any = false;
    luaL_buffinit(p->L, &name);
    for (uint32_t v = 0; v < p->values; v++)
        for (uint32_t k = 0; k < p->taken[v]; k++) {
            if (any) luaL_addchar(&name, ' ');
            any = true;
            lua_pushvalue(p->L, 3 + (int)v);
            luaL_addvalue(&name);
        }
    if (!any) luaL_addstring(&name, "none");
    luaL_pushresult(&name);
}

/* In how many ways the part can be drawn. */
static lua_Integer parts_weight(const parts_list *p)
{
    double weight = 1;
    for (uint32_t v = 0; v < p->values; v++)
        for (uint32_t k = 0; k < p->taken[v]; k++) weight = weight * (p->count[v] - k) / (k + 1);
    if (weight > UINT32_MAX) luaL_error(p->L, TABLETOP_PARTS_MANY, MOST_PARTS);
    return (lua_Integer)(weight + 0.5);
}

/* Pushes the table of a part: taken, rest, name and weight. */
static void parts_push(const parts_list *p)
{
    lua_State *L = p->L;
    lua_createtable(L, 0, 4);
    parts_push_values(p, true);
    lua_setfield(L, -2, "taken");
    parts_push_values(p, false);
    lua_setfield(L, -2, "rest");
    parts_push_name(p);
    lua_setfield(L, -2, "name");
    lua_pushinteger(L, parts_weight(p));
    lua_setfield(L, -2, "weight");
}

/* The next part; false after the last. */
static bool parts_next(parts_list *p)
{
    for (uint32_t v = p->values; v-- > 0;) {
        if (p->taken[v] < p->count[v]) {
            p->taken[v]++;
            return true;
        }
        p->taken[v] = 0;
    }
    return false;
}

/* parts(list), parts(list, n): every different part, the first value changing last. */
static int word_parts(lua_State *L)
{
    parts_list p = {.L = L};
    lua_Integer found = 0, wanted = luaL_optinteger(L, 2, -1);
    uint64_t all = 1;
    lua_settop(L, 2);
    parts_read(&p);
    for (uint32_t v = 0; v < p.values; v++)
        if ((all *= p.count[v] + 1) > MOST_PARTS) return luaL_error(L, TABLETOP_PARTS_MANY, MOST_PARTS);
    lua_newtable(L);
    do {
        lua_Integer size = 0;
        for (uint32_t v = 0; v < p.values; v++) size += p.taken[v];
        if (wanted >= 0 && size != wanted) continue;
        parts_push(&p);
        lua_rawseti(L, -2, ++found);
    } while (parts_next(&p));
    return 1;
}

#define ROW(name) {#name, word_##name},
const luaL_Reg tabletop_words[] = {WORDS(ROW){"parts", word_parts}, {NULL, NULL}};
