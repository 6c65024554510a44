/* Conditions and effects. */
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"

static const tabletop_field *conditions_field(const tabletop_reading *r, tabletop_place place)
{
    return &r->g->field[place.field];
}

static const char *conditions_name(const tabletop_reading *r, tabletop_place place)
{
    return tabletop_word(r->t, conditions_field(r, place)->name);
}

/* The place that the text at `at` names. */
static tabletop_place conditions_place(tabletop_reading *r, int at)
{
    char shown[80];
    if (lua_type(r->L, at) != LUA_TSTRING)
        tabletop_wrong(r, TABLETOP_NO_FIELD, tabletop_show(r->L, at, shown));
    return tabletop_find_place(r, lua_tostring(r->L, at));
}

/* ---- members ---- */

static uint32_t conditions_member(tabletop_reading *r, tabletop_place place, int at)
{
    const tabletop_field *f = conditions_field(r, place);
    char shown[80];
    const char *name = lua_type(r->L, at) == LUA_TSTRING ? lua_tostring(r->L, at) : NULL;
    const uint32_t word = name ? alea__intern_find(&r->t->word, name) : ALEA__NOT_INTERNED;
    for (uint32_t i = 0; name && i < f->members; i++)
        if (f->member[i] == word) return i;
    tabletop_wrong(r, TABLETOP_NO_MEMBER, conditions_name(r, place), tabletop_show(r->L, at, shown));
}

/* The bits of the members behind argument `first`; each is a name or a list of names. */
static uint32_t conditions_members(tabletop_reading *r, tabletop_place place, int word, int first)
{
    lua_State *L = r->L;
    const tabletop_field *f = conditions_field(r, place);
    uint32_t bits = 0;
    if (f->kind == TABLETOP_FLAG) return 1;
    if (f->kind != TABLETOP_SET && f->kind != TABLETOP_SHEET)
        tabletop_wrong(r, TABLETOP_NO_SET, conditions_name(r, place));
    for (int i = first; i <= (int)lua_rawlen(L, word); i++) {
        const int type = tabletop_push_index(L, word, i), at = lua_gettop(L);
        const lua_Integer size = type == LUA_TTABLE ? (lua_Integer)lua_rawlen(L, at) : 0;
        for (lua_Integer k = 1; k <= size; k++) {
            lua_rawgeti(L, at, k);
            bits |= UINT32_C(1) << conditions_member(r, place, lua_gettop(L));
            lua_pop(L, 1);
        }
        if (type != LUA_TTABLE) bits |= UINT32_C(1) << conditions_member(r, place, at);
        lua_pop(L, 1);
    }
    if (!bits) tabletop_wrong(r, TABLETOP_WHICH_MEMBERS, conditions_name(r, place));
    return bits;
}

/* ---- conditions ---- */

/* A number to compare; fields of other kinds cannot be, nor can the total, on which no decision depends. */
static tabletop_place conditions_number(tabletop_reading *r, int at)
{
    const tabletop_place place = conditions_place(r, at);
    if (conditions_field(r, place)->kind != TABLETOP_NUMBER)
        tabletop_wrong(r, TABLETOP_NO_COMPARISON, conditions_name(r, place));
    return place;
}

/* The arguments of at_least, at_most, above or below: a field or the sum of two; a number or a field. */
static void conditions_compare(tabletop_reading *r, int word, const char *name, tabletop_test *t)
{
    lua_State *L = r->L;
    const bool below = strcmp(name, "below") == 0, above = strcmp(name, "above") == 0;
    if (tabletop_push_index(L, word, 1) == LUA_TTABLE) { /* the sum of two */
        const int sum = lua_gettop(L);
        if (lua_rawlen(L, sum) != 2) tabletop_wrong(r, TABLETOP_BAD_SUM);
        tabletop_push_index(L, sum, 1);
        t->a = conditions_number(r, -1);
        tabletop_push_index(L, sum, 2);
        t->b = conditions_number(r, -1);
        t->sum = true;
    } else {
        t->a = conditions_number(r, -1);
    }
    if (tabletop_push_index(L, word, 2) == LUA_TSTRING) {
        t->c = conditions_number(r, -1);
        t->versus = true;
    } else {
        t->n = (int32_t)tabletop_whole(r, -1, -1000000000, 1000000000, "the number to compare with");
    }
    t->n += above ? 1 : below ? -1 : 0;
    t->comparison = above || strcmp(name, "at_least") == 0 ? TABLETOP_AT_LEAST : TABLETOP_AT_MOST;
}

/* Adds the condition at `at`, or all conditions of a list, to the tests. */
static void conditions_add(tabletop_reading *r, int at)
{
    lua_State *L = r->L;
    char shown[80];
    const int top = lua_gettop(L);
    const char *word = tabletop_word_of(L, at);
    tabletop_test test = {.n = 0};
    luaL_checkstack(L, 20, NULL);
    if (!word && lua_istable(L, at)) { /* a list of conditions; holes are left out */
        lua_Integer last = 0;
        for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
            if (!lua_isinteger(L, -2)) tabletop_wrong(r, TABLETOP_BAD_CONDITION, tabletop_show(L, -2, shown));
            if (lua_tointeger(L, -2) > last) last = lua_tointeger(L, -2);
        }
        if (last > 64) tabletop_wrong(r, TABLETOP_MANY_CONDITIONS, 64);
        for (lua_Integer i = 1; i <= last; i++) {
            if (tabletop_push_index(L, at, i) != LUA_TNIL) conditions_add(r, lua_gettop(L));
            lua_settop(L, top);
        }
        return;
    }
    const bool has = word && strcmp(word, "has") == 0, lacks = word && strcmp(word, "lacks") == 0;
    if (has || lacks) {
        tabletop_push_index(L, at, 1);
        test.a = conditions_place(r, -1);
        test.n = (int32_t)conditions_members(r, test.a, at, 2);
        test.comparison = has ? TABLETOP_HAS : TABLETOP_LACKS;
    } else if (word &&
               (strncmp(word, "at_", 3) == 0 || strcmp(word, "above") == 0 || strcmp(word, "below") == 0)) {
        conditions_compare(r, at, word, &test);
    } else {
        tabletop_wrong(r, TABLETOP_BAD_CONDITION, tabletop_show(L, at, shown));
    }
    const uint32_t place = tabletop_reserve(r, TABLETOP_TESTS, 1); /* may move the array */
    r->g->test[place] = test;
    lua_settop(L, top);
}

tabletop_list tabletop_read_tests(tabletop_reading *r, int at)
{
    const uint32_t first = r->g->tests;
    if (!lua_isnil(r->L, at)) conditions_add(r, lua_absindex(r->L, at));
    return (tabletop_list){first, r->g->tests - first};
}

/* ---- effects ---- */

/* fill(box, n) */
static void effects_fill(tabletop_reading *r, int word, tabletop_effect *e)
{
    tabletop_field *f = &r->g->field[e->place.field];
    if (f->kind != TABLETOP_SHEET || e->place.seat > 0)
        tabletop_wrong(r, TABLETOP_NO_SHEET, conditions_name(r, e->place));
    tabletop_push_index(r->L, word, 1);
    e->box = (uint8_t)conditions_member(r, e->place, lua_gettop(r->L));
    tabletop_push_index(r->L, word, 2);
    e->n = (int32_t)tabletop_whole(r, -1, 0, TABLETOP_MOST_TOP, "the points of a box");
    e->operation = TABLETOP_FILL;
    if ((uint32_t)e->n > f->shown_most) f->shown_most = (uint32_t)e->n;
    r->totals = true;
}

/* plus(n), minus(n), to(n) of a number or the total; n may name a counter. */
static void effects_number(tabletop_reading *r, int word, tabletop_effect *e)
{
    const tabletop_field *f = conditions_field(r, e->place);
    if (tabletop_push_index(r->L, word, 1) == LUA_TSTRING) {
        const tabletop_place counter = conditions_number(r, -1);
        const tabletop_field *from = conditions_field(r, counter);
        if (from->owner != TABLETOP_COUNTER)
            tabletop_wrong(r, TABLETOP_NO_COUNTER, conditions_name(r, counter));
        if (from->by % f->by)
            tabletop_wrong(r, TABLETOP_OTHER_STEP, conditions_name(r, counter), from->by, f->by);
        e->counter = (uint8_t)(counter.field + 1);
    } else {
        e->n = (int32_t)tabletop_whole(r, -1, -1000000, 1000000, "the number of an effect");
        if (e->n % (int32_t)f->by) tabletop_wrong(r, TABLETOP_NO_MULTIPLE, (int64_t)e->n, (int64_t)f->by);
    }
    if (f->kind == TABLETOP_TOTAL && e->operation == TABLETOP_TO) tabletop_wrong(r, TABLETOP_TOTAL_TO);
    if (f->kind == TABLETOP_TOTAL) r->totals = true;
}

static void effects_set(tabletop_reading *r, int word, tabletop_effect *e)
{
    const tabletop_field *f = conditions_field(r, e->place);
    if (e->operation != TABLETOP_TO) {
        e->n = (int32_t)conditions_members(r, e->place, word, 1);
        return;
    }
    if (f->kind != TABLETOP_FLAG || tabletop_push_index(r->L, word, 1) != LUA_TBOOLEAN)
        tabletop_wrong(r, TABLETOP_SET_TO, conditions_name(r, e->place));
    e->operation = lua_toboolean(r->L, -1) ? TABLETOP_WITH : TABLETOP_WITHOUT;
    e->n = 1;
}

/* The operation at the top of the stack on the field of that name. */
static void effects_read_one(tabletop_reading *r, const char *name, bool ends_turn)
{
    static const char *const operations[] = {"plus", "minus", "to", "with", "without", "fill"};
    lua_State *L = r->L;
    char shown[80];
    const int at = lua_gettop(L);
    const char *word = tabletop_word_of(L, at);
    tabletop_effect e = {.place = tabletop_find_place(r, name)};
    const tabletop_field *f = conditions_field(r, e.place);
    uint32_t operation = 0;
    while (operation < 6 && (!word || strcmp(word, operations[operation]) != 0)) operation++;
    if (operation == 6) tabletop_wrong(r, TABLETOP_BAD_EFFECT, name, tabletop_show(L, at, shown));
    if (ends_turn && f->owner == TABLETOP_COUNTER) tabletop_wrong(r, TABLETOP_COUNTER_ENDS, name);
    if (!ends_turn && f->owner != TABLETOP_COUNTER && f->kind != TABLETOP_TOTAL)
        tabletop_wrong(r, TABLETOP_FIELD_WITHIN, name);
    e.operation = (uint8_t)operation;
    const bool number = f->kind == TABLETOP_NUMBER || f->kind == TABLETOP_TOTAL;
    if (number ? operation > TABLETOP_TO : operation < TABLETOP_TO)
        tabletop_wrong(r, TABLETOP_WRONG_EFFECT, word, name);
    if (operation == TABLETOP_FILL)
        effects_fill(r, at, &e);
    else if (number)
        effects_number(r, at, &e);
    else
        effects_set(r, at, &e);
    const uint32_t place = tabletop_reserve(r, TABLETOP_EFFECTS, 1);
    r->g->effect[place] = e;
    lua_settop(L, at);
}

tabletop_list tabletop_read_effects(tabletop_reading *r, int at, bool ends_turn)
{
    lua_State *L = r->L;
    char shown[80];
    const int table = lua_absindex(L, at), top = lua_gettop(L);
    const uint32_t first = r->g->effects;
    if (lua_isnil(L, table)) return (tabletop_list){first, 0};
    if (!lua_istable(L, table) || tabletop_word_of(L, table))
        tabletop_wrong(r, TABLETOP_BAD_EFFECTS, tabletop_show(L, table, shown));
    luaL_checkstack(L, 20, NULL);
    const int names = tabletop_push_names(r, table);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, names); i++) {
        lua_rawgeti(L, names, i);
        const char *name = lua_tostring(L, -1);
        if (strcmp(name, "when") == 0) continue; /* of a bonus at the end */
        tabletop_push_raw(L, table, name);
        effects_read_one(r, name, ends_turn);
        lua_settop(L, names);
    }
    lua_settop(L, top);
    if (r->g->effects - first > TABLETOP_MOST_EFFECTS)
        tabletop_wrong(r, TABLETOP_MANY_EFFECTS, TABLETOP_MOST_EFFECTS);
    return (tabletop_list){first, r->g->effects - first};
}
