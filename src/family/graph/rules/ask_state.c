/* Asks the rule file about one state: its moves or outcomes of chance, and their targets. */
#include "base/assert.h"
#include "base/memory.h"
#include "family/graph/messages.h"
#include "family/graph/rules/enumerate.h"

#include <string.h>

enum { LEAST_EDGES = 256 };

/* ---- capacity ---- */

bool graph_grow(void *array, size_t capacity, size_t size)
{
    void *old;
    memcpy(&old, array, sizeof old);
    void *wider = alea__resize(old, capacity * size);
    if (wider) memcpy(array, &wider, sizeof wider);
    return wider;
}

/* Reserves memory for the labels of outcomes; 0 means that the file gives none. */
static bool ask_grow_outcomes(graph_lister *l, uint32_t capacity)
{
    graph_rules *g = l->g;
    const uint32_t known = g->outcome ? l->edges_capacity : 0;
    if (!graph_grow(&g->outcome, capacity, sizeof *g->outcome)) return false;
    memset(g->outcome + known, 0, (capacity - known) * sizeof *g->outcome);
    return true;
}

/* Makes room for this many more edges. Returns false if there are too many for a game, or if memory runs out. */
static bool ask_reserve_edges(graph_lister *l, uint32_t more)
{
    graph_rules *g = l->g;
    if (g->graph.edges + more > l->most_edges) return graph_wrong(l, GRAPH_MANY_EDGES, l->most_edges);
    uint32_t capacity = l->edges_capacity ? l->edges_capacity : LEAST_EDGES;
    while (capacity < g->graph.edges + more) capacity *= 2;
    if (capacity == l->edges_capacity) return true;
    if (!graph_grow(&g->graph.to, capacity, sizeof *g->graph.to) ||
        !graph_grow(&g->graph.mark, capacity, sizeof *g->graph.mark) ||
        (g->outcome && !ask_grow_outcomes(l, capacity)))
        return graph_no_memory(l);
    l->edges_capacity = capacity;
    return true;
}

static void ask_add_edge(graph_lister *l, graph_answer *a, uint32_t to, uint32_t mark)
{
    ALEA_ASSERT(l->g->graph.edges + a->edges < l->edges_capacity && alea__target(to) < l->g->index.count);
    l->g->graph.to[l->g->graph.edges + a->edges] = to;
    l->g->graph.mark[l->g->graph.edges + a->edges] = mark;
    if (l->g->outcome) l->g->outcome[l->g->graph.edges + a->edges] = 0;
    a->edges++;
}

/* ---- moves ---- */

static bool ask_is_name(const char *text, size_t length)
{
    return length >= 1 && length <= GRAPH_LONGEST_NAME && strlen(text) == length &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-.:") == length;
}

/* The number of a name, a new one if it is new. */
static bool ask_take_name(graph_lister *l, const char *text, size_t length, uint32_t *out)
{
    graph_index *moves = &l->g->moves;
    const graph_key key = {.form = GRAPH_TEXT, .size = (uint32_t)length + 1, .text = text};
    *out = graph_find_key(moves, &key);
    if (*out != ALEA__NO_NODE) return true;
    if (!ask_is_name(text, length)) return false;
    if (moves->count == GRAPH_MOST_MOVES) return graph_wrong(l, GRAPH_MANY_MOVES, text, GRAPH_MOST_MOVES);
    *out = graph_add_key(moves, &key);
    return *out != ALEA__NO_NODE || graph_no_memory(l);
}

/* The name at place `index` of the list `names`, from 1, is pushed. */
static bool ask_push_name(graph_lister *l, const graph_answer *a, int names, uint32_t index, uint32_t *out)
{
    char shown[80];
    lua_rawgeti(l->L, names, index);
    size_t length = 0;
    const char *text = lua_type(l->L, -1) == LUA_TSTRING ? lua_tolstring(l->L, -1, &length) : NULL;
    const bool known = text && length <= GRAPH_LONGEST_NAME && ask_take_name(l, text, length, out);
    if (!known && l->status == ALEA_OK)
        return graph_wrong(l, GRAPH_BAD_MOVE_NAME, alea__lua_show(l->L, -1, shown), index);
    if (!known) return false;
    for (uint32_t i = 0; i < a->edges; i++)
        if (l->g->graph.mark[l->g->graph.edges + i] == *out) return graph_wrong(l, GRAPH_MOVE_TWICE, text);
    return true;
}

/* The target of entry `index`, from the list `states` or else from apply, whose second argument is on top of the stack. */
static bool ask_find_target(graph_lister *l, int states, uint32_t index, uint32_t *to)
{
    lua_State *L = l->L;
    graph_function asked = l->asked;
    uint32_t action = l->action;
    if (lua_istable(L, states)) {
        lua_rawgeti(L, states, index);
    } else {
        graph_push_call(l, GRAPH_APPLY);
        l->action = action;
        lua_pushvalue(L, -3);
        lua_pushinteger(L, index);
        lua_call(L, 3, 1);
    }
    if (!graph_take_target(l, to)) return false;
    l->asked = asked;
    l->action = 0;
    return true;
}

/* Beside a list of names or weights there may be one of states, as long. */
static bool ask_check_states(graph_lister *l, int states, uint32_t count)
{
    char shown[80];
    lua_State *L = l->L;
    if (lua_isnil(L, states) && lua_isnil(L, 2 + GRAPH_APPLY)) return graph_wrong(l, GRAPH_NO_STATES);
    if (lua_isnil(L, states) || (lua_istable(L, states) && lua_rawlen(L, states) == count)) return true;
    return graph_wrong(l, GRAPH_BAD_STATES,
                       lua_istable(L, states) ? GRAPH_OTHER_LENGTH : alea__lua_show(L, states, shown), count);
}

/* In the order of their numbers. */
static void ask_sort_moves(graph_rules *g, uint32_t count)
{
    uint32_t *to = g->graph.to + g->graph.edges, *mark = g->graph.mark + g->graph.edges;
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && mark[j - 1] > mark[j]; j--) {
            uint32_t t = to[j], m = mark[j];
            to[j] = to[j - 1];
            mark[j] = mark[j - 1];
            to[j - 1] = t;
            mark[j - 1] = m;
        }
}

/* The two results of moves are on top of the stack. */
static bool ask_take_moves(graph_lister *l, graph_answer *a)
{
    int states = lua_gettop(l->L), names = states - 1;
    size_t count = lua_rawlen(l->L, names);
    if (count > ALEA__MOST_NODE_MOVES) return graph_wrong(l, GRAPH_LONG_MOVES, count, ALEA__MOST_NODE_MOVES);
    if (count == 0) return true;
    if (!ask_check_states(l, states, (uint32_t)count) || !ask_reserve_edges(l, (uint32_t)count)) return false;
    l->is_move = true;
    for (uint32_t i = 1; i <= count; i++) {
        uint32_t move = 0, to = 0;
        if (!ask_push_name(l, a, names, i, &move)) return false;
        l->action = move + 1;
        if (!ask_find_target(l, states, i, &to)) return false;
        lua_pop(l->L, 1);
        ask_add_edge(l, a, to, move);
    }
    ask_sort_moves(l->g, a->edges);
    a->kind = ALEA__DECIDE;
    return true;
}

bool graph_ask_moves(graph_lister *l, graph_answer *a)
{
    char shown[80];
    lua_State *L = l->L;
    graph_push_call(l, GRAPH_MOVES);
    lua_call(L, 1, 2);
    if (!lua_isnil(L, -2) && !lua_istable(L, -2))
        return graph_wrong(l, GRAPH_BAD_MOVES, alea__lua_show(L, -2, shown));
    if (lua_istable(L, -2) && !ask_take_moves(l, a)) return false;
    lua_pop(L, 2);
    return true;
}

/* ---- chances ---- */

/* A die of n sides, or a list of weights: how many outcomes. */
static bool ask_count_outcomes(graph_lister *l, int weights, uint32_t *out)
{
    char shown[80];
    lua_State *L = l->L;
    int is_whole = 0;
    bool weighted = lua_istable(L, weights);
    lua_Integer sides = lua_type(L, weights) == LUA_TNUMBER ? lua_tointegerx(L, weights, &is_whole) : 0;
    if (weighted) sides = (lua_Integer)lua_rawlen(L, weights);
    if ((!weighted && !is_whole) || sides < 1 || sides > GRAPH_MOST_OUTCOMES)
        return graph_wrong(l, GRAPH_BAD_CHANCES, alea__lua_show(L, weights, shown),
                           !weighted   ? ""
                           : sides > 0 ? GRAPH_CHANCES_LONG
                                       : GRAPH_CHANCES_EMPTY);
    *out = (uint32_t)sides;
    return true;
}

/* The weight of outcome `index`, from 1: the list's, or 1 for a die. Adds it to the sum; false where either is too large or no
   whole number. */
static bool ask_take_weight(graph_lister *l, int weights, uint32_t index, uint64_t *sum, uint32_t *out)
{
    char shown[80];
    lua_State *L = l->L;
    *out = 1;
    if (lua_istable(L, weights)) {
        int is_whole = 0;
        lua_rawgeti(L, weights, index);
        lua_Integer weight = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &is_whole) : 0;
        if (!is_whole || weight < 1 || weight > GRAPH_MOST_WEIGHT)
            return graph_wrong(l, GRAPH_BAD_WEIGHT, index, alea__lua_show(L, -1, shown));
        lua_pop(L, 1);
        *out = (uint32_t)weight;
    }
    *sum += *out;
    if (*sum > GRAPH_MOST_WEIGHT) return graph_wrong(l, GRAPH_LARGE_WEIGHTS);
    return true;
}

/* The three results of chances are on top of the stack. */
static bool ask_take_outcomes(graph_lister *l, graph_answer *a)
{
    const int called = lua_gettop(l->L), states = called - 1, weights = called - 2;
    uint32_t count = 0, weight = 0, to = 0;
    uint64_t sum = 0;
    if (!ask_count_outcomes(l, weights, &count) || !ask_check_states(l, states, count) ||
        !ask_reserve_edges(l, count))
        return false;
    l->is_move = false;
    for (uint32_t i = 1; i <= count; i++) {
        if (!ask_take_weight(l, weights, i, &sum, &weight)) return false;
        l->action = i;
        lua_pushinteger(l->L, i);
        if (!ask_find_target(l, states, i, &to)) return false;
        lua_pop(l->L, 1);
        ask_add_edge(l, a, to, sum == 1 && count == 1 ? 2 : weight); /* a die has two sides at least */
    }
    a->kind = ALEA__ROLL;
    if (lua_isnil(l->L, called)) return true;
    if (!l->g->outcome && !ask_grow_outcomes(l, l->edges_capacity)) return graph_no_memory(l);
    return graph_ask_outcomes(l, a, called);
}

bool graph_ask_chances(graph_lister *l, graph_answer *a)
{
    lua_State *L = l->L;
    if (lua_isnil(L, 2 + GRAPH_CHANCES)) return true;
    graph_push_call(l, GRAPH_CHANCES);
    lua_call(L, 1, 3);
    if (!lua_isnil(L, -3) && !ask_take_outcomes(l, a)) return false;
    lua_pop(L, 3);
    return true;
}
