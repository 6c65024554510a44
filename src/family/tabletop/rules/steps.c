/* Lists the states of a turn: asks the rule file's functions in each of them, in the order of discovery, and stores what they
   return as nodes, entries and outcomes. */
#include "base/error.h"
#include "base/stopping.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"

#include <inttypes.h>
#include <stdio.h>

enum { POLL_EVERY = 1024, DEEPEST_STACK = 200 };
#define MOST_INSTRUCTIONS UINT64_C(4000000000) /* of all calls together */
#define MOST_WEIGHTS      (UINT32_C(1) << 31)

/* ---- steps ---- */

/* chance(list): each a list of weight, step and, perhaps, a name. */
static uint32_t steps_read_chance(tabletop_reading *r, int word)
{
    lua_State *L = r->L;
    char name[60], shown[80];
    snprintf(name, sizeof name, "(chance)=%" PRIu32, r->g->nodes);
    if (tabletop_push_index(L, word, 1) != LUA_TTABLE || lua_rawlen(L, -1) < 1)
        tabletop_wrong(r, TABLETOP_BAD_CHANCE, tabletop_show(L, -1, shown));
    const int list = lua_gettop(L);
    const uint32_t count = (uint32_t)lua_rawlen(L, list);
    if (count > TABLETOP_MOST_OUTCOMES) tabletop_wrong(r, TABLETOP_MANY_OUTCOMES, TABLETOP_MOST_OUTCOMES);
    const uint32_t node = tabletop_node_of(r, name, true),
                   first = tabletop_reserve(r, TABLETOP_OUTCOMES, count);
    uint64_t weights = 0;
    for (uint32_t i = 0; i < count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        const int entry = lua_gettop(L);
        if (!lua_istable(L, entry)) tabletop_wrong(r, TABLETOP_BAD_CHANCE, tabletop_show(L, entry, shown));
        tabletop_push_index(L, entry, 1);
        const int64_t weight = tabletop_whole(r, -1, 1, MOST_WEIGHTS, "the weight of an outcome");
        uint32_t label = TABLETOP_NONE;
        if (tabletop_push_index(L, entry, 3) != LUA_TNIL)
            label = tabletop_keep_word(r, tabletop_name_at(r, -1, "an outcome"));
        tabletop_push_index(L, entry, 2);
        const tabletop_step step = tabletop_read_step(r, lua_gettop(L));
        r->g->outcome[first + i] = (tabletop_outcome){(uint32_t)weight, label, step};
        weights += (uint64_t)weight;
        lua_settop(L, list);
    }
    if (weights > MOST_WEIGHTS) tabletop_wrong(r, TABLETOP_LARGE_WEIGHTS);
    r->g->node[node].first = first;
    r->g->node[node].count = count;
    r->g->node[node].weights = (uint32_t)weights;
    return node;
}

tabletop_step tabletop_read_step(tabletop_reading *r, int at)
{
    lua_State *L = r->L;
    char shown[80], name[TABLETOP_LONGEST_STATE];
    const int top = lua_gettop(L);
    const char *word = tabletop_word_of(L, at);
    tabletop_step step = {.node = TABLETOP_DONE};
    if (top > DEEPEST_STACK) tabletop_wrong(r, TABLETOP_DEEP_CHANCE);
    luaL_checkstack(L, 30, NULL);
    if (word && strcmp(word, "roll") == 0) {
        tabletop_push_index(L, at, 3);
        step.effects = tabletop_read_effects(r, -1, false);
        tabletop_push_index(L, at, 1);
        tabletop_push_index(L, at, 2);
        step.node = tabletop_read_roll(r, top + 2, top + 3);
    } else if (word && strcmp(word, "go") == 0) {
        tabletop_state_words state;
        tabletop_push_index(L, at, 2);
        step.effects = tabletop_read_effects(r, -1, false);
        tabletop_push_index(L, at, 1);
        tabletop_read_state(r, top + 2, &state);
        if (!tabletop_write_state(&state, name))
            tabletop_wrong(r, TABLETOP_LONG_STATE, TABLETOP_LONGEST_STATE);
        step.node = tabletop_node_of(r, name, false);
    } else if (word && strcmp(word, "done") == 0) {
        tabletop_push_index(L, at, 1);
        step.effects = tabletop_read_effects(r, -1, true);
    } else if (word && strcmp(word, "chance") == 0) {
        step.node = steps_read_chance(r, at);
    } else {
        tabletop_wrong(r, TABLETOP_NO_STEP, tabletop_show(L, at, shown));
    }
    lua_settop(L, top);
    return step;
}

/* ---- moves ---- */

static uint32_t steps_move(tabletop_reading *r, int at)
{
    const char *name = tabletop_name_at(r, at, "a move");
    const uint32_t move = alea__intern_add(&r->t->move, name);
    if (move == ALEA__NOT_INTERNED) tabletop_no_memory(r);
    if (move >= TABLETOP_MOST_MOVES) tabletop_wrong(r, TABLETOP_MANY_MOVES, name, TABLETOP_MOST_MOVES);
    return move;
}

/* { "name", step, when = … }, { step, when = … } or a step. */
static tabletop_entry steps_read_entry(tabletop_reading *r, int at)
{
    lua_State *L = r->L;
    char shown[80];
    tabletop_entry entry = {.move = TABLETOP_NONE};
    if (tabletop_word_of(L, at)) {
        entry.step = tabletop_read_step(r, at);
        return entry;
    }
    if (!lua_istable(L, at)) tabletop_wrong(r, TABLETOP_BAD_ENTRY, tabletop_show(L, at, shown));
    for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
        const bool when = lua_type(L, -2) == LUA_TSTRING && strcmp(lua_tostring(L, -2), "when") == 0;
        if (!when && !(lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && lua_tointeger(L, -2) <= 2))
            tabletop_wrong(r, TABLETOP_ENTRY_FIELD, tabletop_show(L, -2, shown));
    }
    const bool named = tabletop_push_index(L, at, 1) == LUA_TSTRING;
    if (named) {
        entry.move = steps_move(r, lua_gettop(L));
        tabletop_push_index(L, at, 2);
    }
    const int step = lua_gettop(L);
    tabletop_push_raw(L, at, "when");
    entry.when = tabletop_read_tests(r, -1);
    entry.step = tabletop_read_step(r, step);
    return entry;
}

/* Moves in the order of their numbers, then what has no name; otherwise as the rule file has them. */
static void steps_sort(tabletop_entry *entry, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && entry[j - 1].move > entry[j].move; j--) {
            const tabletop_entry later = entry[j - 1];
            entry[j - 1] = entry[j];
            entry[j] = later;
        }
}

/* What moves(s) has returned is on top of the stack. */
static void steps_read_moves(tabletop_reading *r)
{
    lua_State *L = r->L;
    char shown[80];
    const int list = lua_gettop(L);
    const bool step = tabletop_word_of(L, list);
    const uint32_t count = step ? 1 : lua_istable(L, list) ? (uint32_t)lua_rawlen(L, list) : 0;
    if (count == 0) tabletop_wrong(r, TABLETOP_NO_MOVES, tabletop_show(L, list, shown));
    if (count > TABLETOP_MOST_OUTCOMES) tabletop_wrong(r, TABLETOP_MANY_ENTRIES, TABLETOP_MOST_OUTCOMES);
    const uint32_t first = tabletop_reserve(r, TABLETOP_ENTRIES, count);
    for (uint32_t i = 0; i < count; i++) {
        if (!step) lua_rawgeti(L, list, (lua_Integer)i + 1);
        const tabletop_entry entry = steps_read_entry(r, lua_gettop(L));
        r->g->entry[first + i] = entry;
        lua_settop(L, list);
    }
    steps_sort(r->g->entry + first, count);
    r->g->node[r->node].first = first;
    r->g->node[r->node].count = count;
}

/* ---- asking ---- */

/* Argument 1 is the reading, 2 turn, 3 moves. */
static int steps_ask_turn(lua_State *L)
{
    tabletop_reading *r = lua_touserdata(L, 1);
    r->asks_turn = true;
    lua_pushvalue(L, 2);
    lua_call(L, 0, 1);
    r->g->begin = tabletop_read_step(r, lua_gettop(L));
    if (r->g->begin.node == TABLETOP_DONE) tabletop_wrong(r, TABLETOP_EMPTY_TURN);
    r->asks_turn = false;
    return 0;
}

static int steps_ask_moves(lua_State *L)
{
    tabletop_reading *r = lua_touserdata(L, 1);
    lua_settop(L, 3);
    tabletop_push_state(L, alea__intern_text(&r->t->node, r->node));
    lua_call(L, 1, 1);
    steps_read_moves(r);
    return 0;
}

/* ---- whether every state comes to an end ---- */

static bool steps_step_ends(const tabletop_step *step, const uint8_t *ends)
{
    return step->node == TABLETOP_DONE || ends[step->node];
}

static bool steps_node_ends(const tabletop_game *g, uint32_t node, const uint8_t *ends)
{
    const tabletop_node *n = &g->node[node];
    for (uint32_t i = n->first; i < n->first + n->count; i++)
        if (steps_step_ends(n->chance ? &g->outcome[i].step : &g->entry[i].step, ends)) return true;
    return false;
}

/* Raises an error that names a state from which the turn cannot end. Argument 1 is the reading. */
static int steps_check_ends(lua_State *L)
{
    tabletop_reading *r = lua_touserdata(L, 1);
    const tabletop_game *g = r->g;
    uint8_t *ends = lua_newuserdatauv(L, g->nodes, 0);
    memset(ends, 0, g->nodes);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t node = g->nodes; node-- > 0;)
            if (!ends[node] && steps_node_ends(g, node, ends)) {
                ends[node] = 1;
                more = true;
            }
    }
    for (r->node = 0; r->node < g->nodes; r->node++)
        if (!ends[r->node]) tabletop_wrong(r, TABLETOP_ENDLESS);
    r->node = TABLETOP_NONE;
    return 0;
}

static alea_status steps_too_long(const tabletop_reading *r, alea_error *error)
{
    return alea__fail_at(error, ALEA_E_RULES, alea__lua_file(r->reader->lua), r->line, TABLETOP_SLOW,
                         MOST_INSTRUCTIONS, r->g->nodes);
}

alea_status tabletop_list_turns(tabletop_reading *r, alea_error *error)
{
    alea_status status = tabletop_protect(r, steps_ask_turn, error);
    uint64_t used = 0;
    for (uint32_t node = 0; status == ALEA_OK && node < r->g->nodes; node++) {
        if (r->g->node[node].chance) continue;
        r->node = node;
        status = tabletop_protect(r, steps_ask_moves, error);
        used += alea__lua_used(r->reader->lua);
        if (status == ALEA_OK && used > MOST_INSTRUCTIONS) status = steps_too_long(r, error);
        if (status == ALEA_OK && node % POLL_EVERY == 0)
            status = alea__tell(alea__listing_progress(), node, 0, error);
    }
    r->node = TABLETOP_NONE;
    status = alea__end_listing(r->g->nodes, status);
    return status == ALEA_OK ? tabletop_protect(r, steps_check_ends, error) : status;
}
