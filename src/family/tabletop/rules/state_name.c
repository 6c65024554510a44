/* States of a turn, which are Lua tables, as names: "dice=[1,5,5];rolls=2". A state that a function gets is always made from its
   name, so that functions cannot share tables. */
#include "base/text.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- values ---- */

/* Numbers are told from texts by their first sign. */
static bool name_is_text(const char *text, size_t length)
{
    if (!tabletop_is_text(text, length) || strcmp(text, "true") == 0) return false;
    return alea__is_letter(text[0]) || (text[0] & 0x80);
}

/* Appends a text if there is room for it. A game's states are written hundreds of thousands of times, so without printf. */
static bool name_append(char *out, size_t size, const char *text, size_t length)
{
    const size_t used = strlen(out);
    if (length >= size - used) return false;
    memcpy(out + used, text, length);
    out[used + length] = 0;
    return true;
}

/* Appends a number or a text. Returns false for any other value, or if it is too long. */
static bool name_add_simple(lua_State *L, int at, char *out, size_t size)
{
    char digit[24];
    int whole = 0;
    const lua_Integer number = lua_type(L, at) == LUA_TNUMBER ? lua_tointegerx(L, at, &whole) : 0;
    if (whole && number >= 0 && number < 10) {
        digit[0] = (char)('0' + number);
        return name_append(out, size, digit, 1);
    }
    if (whole)
        return name_append(out, size, digit,
                           (size_t)snprintf(digit, sizeof digit, "%" PRId64, (int64_t)number));
    if (lua_type(L, at) != LUA_TSTRING) return false;
    size_t length;
    const char *text = lua_tolstring(L, at, &length);
    return name_is_text(text, length) && name_append(out, size, text, length);
}

/* Writes "[1,5,5]". Returns false if the table is no list of numbers and texts. */
static bool name_add_list(lua_State *L, int at, char *out, size_t size)
{
    const lua_Integer length = (lua_Integer)lua_rawlen(L, at);
    lua_Integer others = 0;
    for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) others++;
    bool good = others == length;
    snprintf(out, size, "[");
    for (lua_Integer i = 1; i <= length && good; i++) {
        lua_rawgeti(L, at, i);
        if (i > 1 && strlen(out) + 1 < size) strcat(out, ",");
        good = name_add_simple(L, lua_gettop(L), out, size);
        lua_pop(L, 1);
    }
    if (!good || strlen(out) + 2 > size) return false;
    strcat(out, "]");
    return true;
}

static bool name_add_value(lua_State *L, int at, char *out, size_t size)
{
    out[0] = 0;
    if (lua_type(L, at) == LUA_TBOOLEAN && lua_toboolean(L, at)) return name_append(out, size, "true", 4);
    return lua_istable(L, at) ? name_add_list(L, at, out, size) : name_add_simple(L, at, out, size);
}

/* ---- states ---- */

/* Notes the numbers that a key has, or the words. */
static void name_note_value(tabletop_reading *r, tabletop_key *key, const char *value)
{
    char member[TABLETOP_LONGEST_NAME + 1];
    uint32_t length = 0;
    for (; tabletop_next_member(&value, member); length++) {
        const bool text = alea__is_letter(member[0]) || (member[0] & 0x80);
        const int64_t number = text ? tabletop_keep_word(r, member) : strtoll(member, NULL, 10);
        if (number < INT32_MIN || number > INT32_MAX) tabletop_wrong(r, TABLETOP_LARGE_NUMBER, member);
        if (number < key->least) key->least = (int32_t)number;
        if (number > key->most) key->most = (int32_t)number;
    }
    if (length > key->longest) key->longest = length;
}

/* Notes the key for the keys of positions; a key holds a list always or never. */
static void name_note_key(tabletop_reading *r, const char *name, const char *value)
{
    const bool list = value[0] == '[';
    tabletop_rules *t = r->t;
    const uint32_t word = tabletop_keep_word(r, name);
    uint32_t i = 0;
    while (i < t->keys && t->key[i].name != word) i++;
    if (i == t->keys && t->keys == TABLETOP_MOST_KEYS)
        tabletop_wrong(r, TABLETOP_MANY_KEYS, name, TABLETOP_MOST_KEYS);
    if (i == t->keys) t->key[t->keys++] = (tabletop_key){.name = word, .label = TABLETOP_NONE, .list = list};
    if (t->key[i].list != list) tabletop_wrong(r, TABLETOP_MIXED_KEY, name);
    name_note_value(r, &t->key[i], value);
}

void tabletop_put_word(tabletop_reading *r, tabletop_state_words *s, const char *name, const char *value)
{
    uint32_t i = s->count;
    name_note_key(r, name, value);
    if (s->count == TABLETOP_MOST_KEYS) tabletop_wrong(r, TABLETOP_MANY_KEYS, name, TABLETOP_MOST_KEYS);
    for (; i > 0 && strcmp(s->name[i - 1], name) > 0; i--) {
        memcpy(s->name[i], s->name[i - 1], sizeof s->name[i]);
        memcpy(s->value[i], s->value[i - 1], sizeof s->value[i]);
    }
    ALEA_ASSERT(i == 0 || strcmp(s->name[i - 1], name) < 0);
    s->name[i][0] = s->value[i][0] = 0;
    name_append(s->name[i], sizeof s->name[i], name, strlen(name));
    name_append(s->value[i], sizeof s->value[i], value, strlen(value));
    s->count++;
}

void tabletop_take_word(tabletop_state_words *s, const char *name, char out[TABLETOP_LONGEST_VALUE])
{
    uint32_t i = 0;
    out[0] = 0;
    while (i < s->count && strcmp(s->name[i], name) != 0) i++;
    if (i == s->count) return;
    memcpy(out, s->value[i], sizeof s->value[i]);
    s->count--;
    memmove(s->name[i], s->name[i + 1], (s->count - i) * sizeof s->name[i]);
    memmove(s->value[i], s->value[i + 1], (s->count - i) * sizeof s->value[i]);
}

bool tabletop_is_reserved(const tabletop_reading *r, const char *name, bool field)
{
    static const char *const words[] = {"roll",  "round",  "seat",  "last",    "leader", "word",
                                        "state", "others", "moves", "players", NULL};
    enum { OF_POSITIONS = 6 }; /* the others are in views, beside fields */
    for (uint32_t i = 0; words[i] && (field || i < OF_POSITIONS); i++)
        if (strcmp(words[i], name) == 0) return true;
    const uint32_t word = alea__intern_find(&r->t->word, name);
    for (uint32_t i = 0; !field && i < r->g->fields; i++)
        if (r->g->field[i].name == word) return true;
    return false;
}

/* Whether a state that was read before has the key; `roll` is a key that only alea gives. */
static bool name_is_known(const tabletop_reading *r, const char *name)
{
    if (strcmp(name, "roll") == 0) return false;
    const uint32_t word = alea__intern_find(&r->t->word, name);
    for (uint32_t i = 0; i < r->t->keys; i++)
        if (r->t->key[i].name == word) return true;
    return false;
}

/* Fails unless the field of a state may have this name. */
static void name_check_key(tabletop_reading *r, const char *name)
{
    char shown[80];
    if (name_is_known(r, name)) return;
    if (!tabletop_is_name(name)) tabletop_wrong(r, TABLETOP_BAD_KEY, tabletop_show(r->L, -2, shown));
    if (tabletop_is_reserved(r, name, false)) tabletop_wrong(r, TABLETOP_KEY_TAKEN, name);
}

void tabletop_read_state(tabletop_reading *r, int at, tabletop_state_words *out)
{
    lua_State *L = r->L;
    char shown[80], value[TABLETOP_LONGEST_VALUE];
    out->count = 0;
    if (!lua_istable(L, at) || tabletop_word_of(L, at))
        tabletop_wrong(r, TABLETOP_NO_STATE, tabletop_show(L, at, shown));
    for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        name_check_key(r, name);
        if (lua_type(L, -1) == LUA_TBOOLEAN && !lua_toboolean(L, -1)) continue; /* as if it were left out */
        if (!name_add_value(L, lua_gettop(L), value, sizeof value))
            tabletop_wrong(r, TABLETOP_BAD_VALUE, name, tabletop_show(L, -1, shown));
        tabletop_put_word(r, out, name, value);
    }
}

bool tabletop_write_state(const tabletop_state_words *s, char out[TABLETOP_LONGEST_STATE])
{
    bool fits = true;
    out[0] = 0;
    for (uint32_t i = 0; i < s->count && fits; i++)
        fits = name_append(out, TABLETOP_LONGEST_STATE, ";", i > 0) &&
               name_append(out, TABLETOP_LONGEST_STATE, s->name[i], strlen(s->name[i])) &&
               name_append(out, TABLETOP_LONGEST_STATE, "=", 1) &&
               name_append(out, TABLETOP_LONGEST_STATE, s->value[i], strlen(s->value[i]));
    return fits;
}

/* ---- reading names ---- */

/* Copies up to one of the signs, and goes behind it. */
static void name_copy(const char **from, const char *signs, char *out, size_t size)
{
    const size_t length = strcspn(*from, signs);
    ALEA_ASSERT(length < size);
    memcpy(out, *from, length);
    out[length] = 0;
    *from += length + ((*from)[length] != 0);
}

bool tabletop_next_word(const char **name, char key[TABLETOP_LONGEST_NAME + 1],
                        char value[TABLETOP_LONGEST_VALUE])
{
    if (!**name) return false;
    name_copy(name, "=", key, TABLETOP_LONGEST_NAME + 1);
    name_copy(name, ";", value, TABLETOP_LONGEST_VALUE);
    return true;
}

bool tabletop_next_member(const char **value, char member[TABLETOP_LONGEST_NAME + 1])
{
    if (**value == '[') ++*value;
    if (**value == ']' || !**value) return false;
    name_copy(value, ",]", member, TABLETOP_LONGEST_NAME + 1);
    return true;
}

static void name_push_simple(lua_State *L, const char *value)
{
    if (strcmp(value, "true") == 0)
        lua_pushboolean(L, true);
    else if (alea__is_letter(value[0]) || (value[0] & 0x80))
        lua_pushstring(L, value);
    else
        lua_pushinteger(L, (lua_Integer)strtoll(value, NULL, 10));
}

void tabletop_push_state(lua_State *L, const char *name)
{
    char key[TABLETOP_LONGEST_NAME + 1], value[TABLETOP_LONGEST_VALUE], member[TABLETOP_LONGEST_NAME + 1];
    lua_newtable(L);
    while (tabletop_next_word(&name, key, value)) {
        const char *rest = value;
        if (value[0] == '[') {
            lua_newtable(L);
            for (lua_Integer i = 1; tabletop_next_member(&rest, member); i++) {
                name_push_simple(L, member);
                lua_rawseti(L, -2, i);
            }
        } else {
            name_push_simple(L, value);
        }
        lua_setfield(L, -2, key);
    }
}
