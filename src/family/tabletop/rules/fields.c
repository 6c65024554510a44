/* Fields: those of each player, of all players together, and of the turn. */
#include "base/text.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"

#include <stdio.h>

static const char *const owners[] = {"player", "common", "counter"};

/* ---- reading ---- */

static tabletop_field *fields_add(tabletop_reading *r, const char *name)
{
    tabletop_game *g = r->g;
    const uint32_t word = tabletop_keep_word(r, name);
    for (uint32_t i = 0; i < g->fields; i++)
        if (g->field[i].name == word) tabletop_wrong(r, TABLETOP_FIELD_TWICE, name);
    if (g->fields == TABLETOP_MOST_FIELDS) tabletop_wrong(r, TABLETOP_MANY_FIELDS, TABLETOP_MOST_FIELDS);
    g->field[g->fields] = (tabletop_field){.name = word, .label = TABLETOP_NONE, .by = 1};
    return &g->field[g->fields++];
}

/* upto(n), upto(n, { by = 50, start = 100 }) */
static void fields_read_number(tabletop_reading *r, int at, tabletop_field *f)
{
    lua_State *L = r->L;
    int64_t by = 1, start = 0;
    tabletop_push_index(L, at, 1);
    const int64_t top = tabletop_whole(r, -1, 1, TABLETOP_MOST_TOP, "the limit of upto");
    if (tabletop_push_index(L, at, 2) == LUA_TTABLE) {
        const int options = lua_gettop(L);
        for (lua_pushnil(L); lua_next(L, options); lua_pop(L, 1))
            if (lua_type(L, -2) != LUA_TSTRING ||
                (strcmp(lua_tostring(L, -2), "by") != 0 && strcmp(lua_tostring(L, -2), "start") != 0))
                tabletop_wrong(r, TABLETOP_BAD_OPTIONS);
        if (tabletop_push_raw(L, options, "by") != LUA_TNIL) by = tabletop_whole(r, -1, 1, top, "by");
        if (tabletop_push_raw(L, options, "start") != LUA_TNIL)
            start = tabletop_whole(r, -1, 0, top, "start");
    } else if (!lua_isnil(L, -1)) {
        tabletop_wrong(r, TABLETOP_BAD_OPTIONS);
    }
    if (top % by || start % by) tabletop_wrong(r, TABLETOP_NO_MULTIPLE, top % by ? top : start, by);
    f->kind = TABLETOP_NUMBER;
    f->by = (uint32_t)by;
    f->top = (uint32_t)(top / by);
    f->start = (uint32_t)(start / by);
}

/* set {…} or sheet {…}: all members are there at the start. */
static void fields_read_members(tabletop_reading *r, int at, tabletop_field *f)
{
    lua_State *L = r->L;
    char shown[80];
    if (tabletop_push_index(L, at, 1) != LUA_TTABLE)
        tabletop_wrong(r, TABLETOP_NO_MEMBERS, tabletop_show(L, -1, shown));
    const int list = lua_gettop(L);
    const uint32_t members = (uint32_t)lua_rawlen(L, list);
    if (members < 1 || members > TABLETOP_MOST_MEMBERS)
        tabletop_wrong(r, TABLETOP_MANY_MEMBERS, members, TABLETOP_MOST_MEMBERS);
    for (uint32_t i = 0; i < members; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        const uint32_t word = tabletop_keep_word(r, tabletop_name_at(r, -1, "a member"));
        for (uint32_t k = 0; k < i; k++)
            if (f->member[k] == word) tabletop_wrong(r, TABLETOP_MEMBER_TWICE, tabletop_word(r->t, word));
        f->member[i] = word;
        lua_pop(L, 1);
    }
    f->members = members;
    f->top = f->start = (uint32_t)((UINT64_C(1) << members) - 1);
}

/* Declares the field that the word at `at` describes. */
static void fields_read_one(tabletop_reading *r, const char *name, int at, tabletop_owner owner)
{
    char shown[80];
    tabletop_field *f = fields_add(r, name);
    f->owner = owner;
    if (tabletop_is_word(r->L, at, "upto")) {
        fields_read_number(r, at, f);
    } else if (tabletop_is_word(r->L, at, "flag")) {
        f->kind = TABLETOP_FLAG;
        f->members = f->top = 1;
    } else if (tabletop_is_word(r->L, at, "set") || tabletop_is_word(r->L, at, "sheet")) {
        f->kind = tabletop_is_word(r->L, at, "set") ? TABLETOP_SET : TABLETOP_SHEET;
        fields_read_members(r, at, f);
    } else {
        tabletop_wrong(r, TABLETOP_BAD_FIELD, name, tabletop_show(r->L, at, shown));
    }
}

int tabletop_push_names(tabletop_reading *r, int table)
{
    lua_State *L = r->L;
    char shown[80];
    lua_Integer count = 0;
    lua_newtable(L);
    const int names = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table);) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING) tabletop_wrong(r, TABLETOP_NO_NAME, tabletop_show(L, -1, shown));
        lua_Integer at = ++count;
        for (; at > 1; at--) { /* moves those that come later */
            lua_rawgeti(L, names, at - 1);
            if (strcmp(lua_tostring(L, -1), lua_tostring(L, -2)) < 0) {
                lua_pop(L, 1);
                break;
            }
            lua_rawseti(L, names, at);
        }
        lua_pushvalue(L, -1);
        lua_rawseti(L, names, at);
    }
    return names;
}

bool tabletop_is_name(const char *name)
{
    size_t length = 0;
    while (alea__is_word(name[length])) length++;
    return length > 0 && length <= TABLETOP_LONGEST_NAME && name[length] == 0 && !alea__is_digit(name[0]);
}

/* The table of all fields of one kind of owner, in the order of their names. */
static void fields_read_owner(tabletop_reading *r, int rules, tabletop_owner owner)
{
    lua_State *L = r->L;
    char shown[80];
    r->field = owners[owner];
    const int type = tabletop_push_raw(L, rules, owners[owner]);
    if (type == LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    if (type != LUA_TTABLE) tabletop_wrong(r, TABLETOP_NO_TABLE, tabletop_show(L, -1, shown));
    const int table = lua_gettop(L), names = tabletop_push_names(r, table);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, names); i++) {
        lua_rawgeti(L, names, i);
        const char *name = lua_tostring(L, -1);
        if (!tabletop_is_name(name)) tabletop_wrong(r, TABLETOP_BAD_FIELD_NAME, tabletop_show(L, -1, shown));
        if (tabletop_is_reserved(r, name, true)) tabletop_wrong(r, TABLETOP_FIELD_RESERVED, name);
        tabletop_push_raw(L, table, name);
        fields_read_one(r, name, lua_gettop(L), owner);
        lua_settop(L, names);
    }
    lua_settop(L, table - 1);
}

void tabletop_read_fields(tabletop_reading *r, int rules)
{
    tabletop_field *total = fields_add(r, "total");
    total->kind = TABLETOP_TOTAL;
    total->owner = TABLETOP_PLAYER;
    total->top = (UINT32_C(1) << TABLETOP_TOTAL_BITS) - 1;
    total->start = UINT32_C(1) << (TABLETOP_TOTAL_BITS - 1);
    for (int owner = TABLETOP_PLAYER; owner <= TABLETOP_COUNTER; owner++)
        fields_read_owner(r, rules, (tabletop_owner)owner);
    r->field = NULL;
}

/* ---- finding ---- */

/* The seat in front of a name: "other.", "next.", "next2."; goes behind it. */
static uint32_t fields_seat(const tabletop_reading *r, const char **name)
{
    unsigned seat = 1;
    int used = 0;
    if (strncmp(*name, "other.", 6) == 0 && r->g->players == 2) used = 6;
    if (strncmp(*name, "next.", 5) == 0 && r->g->players > 2) used = 5;
    if (used == 0 && sscanf(*name, "next%u.%n", &seat, &used) == 1 && (seat < 2 || seat >= r->g->players))
        used = 0;
    *name += used;
    return used > 0 ? seat : 0;
}

tabletop_place tabletop_find_place(tabletop_reading *r, const char *name)
{
    const char *field = name;
    const uint32_t seat = fields_seat(r, &field);
    const uint32_t word = alea__intern_find(&r->t->word, field);
    for (uint32_t i = 0; i < r->g->fields; i++) {
        if (r->g->field[i].name != word) continue;
        if (seat > 0 && r->g->field[i].owner != TABLETOP_PLAYER) break;
        return (tabletop_place){(uint8_t)i, (uint8_t)seat};
    }
    char known[200] = "";
    for (uint32_t i = 0; i < r->g->fields; i++) {
        const size_t at = strlen(known);
        snprintf(known + at, sizeof known - at, "%s%s", i ? ", " : "",
                 tabletop_word(r->t, r->g->field[i].name));
    }
    tabletop_wrong(r, TABLETOP_UNKNOWN_FIELD, name, known);
}

/* ---- where they lie ---- */

void tabletop_lay_out(tabletop_reading *r)
{
    tabletop_game *g = r->g;
    uint32_t bits[2] = {0, 0}; /* of each player; of the rest */
    g->total = r->totals ? 0 : TABLETOP_NONE;
    if (!r->totals) g->field[0].start = 0;
    for (int pass = 0; pass < 2; pass++) {
        const uint32_t before = pass ? g->players * bits[0] : 0;
        for (uint32_t i = r->totals ? 0 : 1; i < g->fields; i++) {
            tabletop_field *f = &g->field[i];
            if ((f->owner == TABLETOP_PLAYER) == (pass == 1)) continue;
            f->width = tabletop_width(f->top);
            f->bit = (uint16_t)(before + bits[pass]);
            bits[pass] += f->width;
            f->shown_width = tabletop_width(f->shown_most);
            f->shown_bit = (uint16_t)(before + bits[pass]);
            bits[pass] += f->kind == TABLETOP_SHEET ? f->members * f->shown_width : 0;
        }
    }
    g->player_bits = bits[0];
    const uint32_t all = g->players * bits[0] + bits[1];
    if (all > 64 * TABLETOP_FIELD_WORDS)
        tabletop_wrong(r, TABLETOP_LARGE_STATE, all, 64 * TABLETOP_FIELD_WORDS, bits[0], g->players);
}
