/* What the files of this folder share: errors, memory, and values on the stack. */
#include "family/tabletop/rules/reading.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/tabletop/messages.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- errors, memory, small values ---- */

/* "lua:12: moves(dice=1,5 rolls=2) …": what stands in front of a sentence. */
static void reading_write_place(const tabletop_reading *r, char *out, size_t size)
{
    if (r->field)
        alea__print(out, size, "The field `%s` ", r->field);
    else if (r->asks_turn)
        alea__print(out, size, "turn() ");
    else if (r->node != TABLETOP_NONE)
        alea__print(out, size, "moves(%s) ", alea__intern_text(&r->t->node, r->node));
    else
        out[0] = 0;
}

void tabletop_wrong(tabletop_reading *r, const char *sentence, ...)
{
    char place[TABLETOP_LONGEST_STATE + 40], text[600];
    va_list arguments;
    va_start(arguments, sentence);
    alea__format(text, sizeof text, sentence, arguments);
    va_end(arguments);
    reading_write_place(r, place, sizeof place);
    if (r->line > 0)
        lua_pushfstring(r->L, "lua:%d: %s%s", r->line, place, text);
    else
        lua_pushfstring(r->L, "%s%s", place, text);
    lua_error(r->L);
    __builtin_unreachable();
}

void tabletop_no_memory(tabletop_reading *r)
{
    luaL_error(r->L, "not enough memory");
    __builtin_unreachable();
}

const char *tabletop_show(lua_State *L, int at, char out[80])
{
    const char *word = tabletop_word_of(L, at);
    if (!word) return alea__lua_show(L, at, out);
    snprintf(out, 80, "a %s(…)", word);
    return out;
}

uint32_t tabletop_reserve(tabletop_reading *r, tabletop_array which, uint32_t more)
{
    tabletop_game *g = r->g;
    struct {
        void *array;
        uint32_t *count;
        size_t size;
    } const all[TABLETOP_ARRAYS] = {
        {&g->node, &g->nodes, sizeof *g->node},          {&g->entry, &g->entries, sizeof *g->entry},
        {&g->outcome, &g->outcomes, sizeof *g->outcome}, {&g->effect, &g->effects, sizeof *g->effect},
        {&g->test, &g->tests, sizeof *g->test},          {&g->face, &g->faces, sizeof *g->face}};
    const uint32_t first = *all[which].count;
    if (!alea__grow(all[which].array, &r->capacity[which], (size_t)first + more, all[which].size))
        tabletop_no_memory(r);
    *all[which].count += more;
    return first;
}

uint32_t tabletop_keep_word(tabletop_reading *r, const char *text)
{
    const uint32_t word = alea__intern_add(&r->t->word, text);
    if (word == ALEA__NOT_INTERNED) tabletop_no_memory(r);
    return word;
}

bool tabletop_is_text(const char *text, size_t length)
{
    char shown[4 * TABLETOP_LONGEST_NAME + 1];
    if (length == 0 || length > TABLETOP_LONGEST_NAME || strlen(text) != length) return false;
    alea__printable(shown, sizeof shown, text, length);
    return strcmp(shown, text) == 0 && !strpbrk(text, ",;=[]\"\\'");
}

const char *tabletop_name_at(tabletop_reading *r, int at, const char *what)
{
    char shown[80];
    size_t length = 0;
    const char *name = lua_type(r->L, at) == LUA_TSTRING ? lua_tolstring(r->L, at, &length) : NULL;
    if (!name || !tabletop_is_text(name, length))
        tabletop_wrong(r, TABLETOP_BAD_NAME, what, tabletop_show(r->L, at, shown));
    return name;
}

int tabletop_push_raw(lua_State *L, int table, const char *name)
{
    table = lua_absindex(L, table);
    lua_pushstring(L, name);
    return lua_rawget(L, table);
}

int tabletop_push_index(lua_State *L, int table, lua_Integer index)
{
    return lua_rawgeti(L, table, index);
}

int64_t tabletop_whole(tabletop_reading *r, int at, int64_t min, int64_t max, const char *what)
{
    char shown[80];
    int whole = 0;
    const lua_Integer n = lua_type(r->L, at) == LUA_TNUMBER ? lua_tointegerx(r->L, at, &whole) : 0;
    if (!whole || n < min || n > max)
        tabletop_wrong(r, TABLETOP_NO_NUMBER, what, tabletop_show(r->L, at, shown), min, max);
    return n;
}

const char *tabletop_word_of(lua_State *L, int at)
{
    if (!lua_istable(L, at)) return NULL;
    const bool text = tabletop_push_raw(L, at, "word") == LUA_TSTRING;
    const char *word = text ? lua_tostring(L, -1) : NULL; /* the table keeps it */
    lua_pop(L, 1);
    return word;
}

bool tabletop_is_word(lua_State *L, int at, const char *word)
{
    const char *there = tabletop_word_of(L, at);
    return there && strcmp(there, word) == 0;
}

uint32_t tabletop_node_of(tabletop_reading *r, const char *name, bool chance)
{
    const uint32_t node = alea__intern_add(&r->t->node, name);
    if (node == ALEA__NOT_INTERNED) tabletop_no_memory(r);
    if (node < r->g->nodes) return node;
    if (node >= alea__most_states(TABLETOP_MOST_NODES))
        tabletop_wrong(r, TABLETOP_MANY_STATES, alea__most_states(TABLETOP_MOST_NODES));
    const uint32_t place = tabletop_reserve(r, TABLETOP_NODES, 1);
    ALEA_ASSERT(place == node);
    r->g->node[place] = (tabletop_node){.chance = chance};
    return node;
}

/* ---- protected calls ---- */

int tabletop_line_of(lua_State *L, int function)
{
    lua_Debug where;
    lua_pushvalue(L, function);
    return lua_getinfo(L, ">S", &where) ? where.linedefined : 0;
}

alea_status tabletop_protect(tabletop_reading *r, lua_CFunction function, alea_error *error)
{
    lua_State *L = r->L;
    char place[TABLETOP_LONGEST_STATE + 40];
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, r);
    lua_pushvalue(L, r->turn);
    lua_pushvalue(L, r->moves);
    lua_pushvalue(L, r->reader->at);
    const alea_status status = alea__lua_call(r->reader->lua, 4, 0, NULL, error);
    if (status == ALEA_OK || status == ALEA_E_MEMORY || !error) return status;
    reading_write_place(r, place, sizeof place);
    const size_t length = strlen(error->message);
    if (r->node != TABLETOP_NONE && !strstr(error->message, place))
        alea__print(error->message + length, sizeof error->message - length, TABLETOP_IN_CALL, place);
    return status;
}
