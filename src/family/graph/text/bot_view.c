/* The view of Lua bots, and the meaning of their answers. */
#include "base/assert.h"
#include "base/text.h"
#include "family/graph/graph.h"
#include "family/graph/messages.h"

#include <stdio.h>
#include <string.h>

static void view_push_moves(const graph_rules *g, uint32_t node, lua_State *L)
{
    uint32_t count = g->graph.kind[node] == ALEA__DECIDE ? alea__edges_of(&g->graph, node) : 0;
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_pushstring(L, graph_name_of(g, g->graph.mark[g->graph.first[node] + i]));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* Pushes a Lua bot's view: `state` in the form of the rule file, `moves`, names of the legal moves, `seat`, from 0, and
   `players`. */
void graph_push_view(const alea__rules *rules, const alea_state *state, lua_State *L)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_state s = graph_state_of(state);
    graph_key key;
    lua_createtable(L, 0, 4);
    graph_key_of(&g->index, s.node, &key);
    graph_push_key(L, &key);
    lua_setfield(L, -2, "state");
    view_push_moves(g, s.node, L);
    lua_setfield(L, -2, "moves");
    alea__lua_set_integer(L, "seat", s.seat);
    alea__lua_set_integer(L, "players", g->graph.players);
}

/* Writes what was returned, and as many legal moves as fit: "hold", "roll". */
static uint32_t view_refuse(const graph_rules *g, uint32_t node, const char *what, char *why, size_t size)
{
    char moves[160] = "";
    size_t at = 0;
    for (uint32_t edge = g->graph.first[node]; edge < g->graph.first[node + 1] && at < sizeof moves; edge++)
        at += (size_t)snprintf(moves + at, sizeof moves - at, "%s\"%s\"", at ? ", " : "",
                               graph_name_of(g, g->graph.mark[edge]));
    snprintf(why, size, GRAPH_BAD_ANSWER, what, moves);
    return ALEA__NO_MOVE;
}

/* The move whose name is on top of the stack; ALEA__NO_MOVE, and the reason, for anything else. */
static uint32_t view_move(const graph_rules *g, uint32_t node, lua_State *L, char *why, size_t size)
{
    char shown[60], quoted[64];
    if (lua_type(L, -1) != LUA_TSTRING) {
        snprintf(quoted, sizeof quoted, "%s%s", lua_isnil(L, -1) ? "nothing" : "a ",
                 lua_isnil(L, -1) ? "" : luaL_typename(L, -1));
        return view_refuse(g, node, quoted, why, size);
    }
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    for (uint32_t edge = g->graph.first[node]; edge < g->graph.first[node + 1]; edge++) {
        const char *name = graph_name_of(g, g->graph.mark[edge]);
        if (strlen(name) == length && memcmp(name, text, length) == 0) return g->graph.mark[edge];
    }
    alea__printable(shown, sizeof shown, text, length);
    snprintf(quoted, sizeof quoted, "\"%s\"", shown);
    return view_refuse(g, node, quoted, why, size);
}

uint32_t graph_lua_answer(const alea__rules *rules, const alea_state *state, lua_State *L, char *why,
                          size_t size)
{
    ALEA_ASSERT(graph_rules_of(rules)->graph.kind[graph_state_of(state).node] == ALEA__DECIDE);
    uint32_t answer = view_move(graph_rules_of(rules), graph_state_of(state).node, L, why, size);
    lua_pop(L, 1);
    return answer;
}
