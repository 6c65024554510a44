/* Asking the value of an end of the game. */
#include "family/graph/messages.h"
#include "family/graph/rules/enumerate.h"

#include <stdio.h>
#include <string.h>

static const char *const pay_names[ALEA__PAYOFFS] = {"win", "money", "score"};

static const char *payoff_fields_for(const graph_rules *g)
{
    return g->graph.players == 1 ? GRAPH_ONE_PLAYER_FIELDS : GRAPH_TWO_PLAYER_FIELDS;
}

/* The first unknown field by name. */
static bool payoff_check_fields(graph_lister *l)
{
    lua_State *L = l->L;
    char unknown[80] = "", name[80];
    int other = l->g->graph.players == 1 ? ALEA_MONEY : ALEA_SCORE;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *text = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        bool known = false;
        for (int i = 0; i < ALEA__PAYOFFS; i++)
            known = known || (i != other && strcmp(text, pay_names[i]) == 0);
        if (known) continue;
        const char *shown = alea__lua_show(L, -2, name);
        if (!*unknown || strcmp(shown, unknown) < 0) snprintf(unknown, sizeof unknown, "%s", shown);
    }
    if (*unknown)
        return graph_wrong(l, GRAPH_UNKNOWN_FIELD, unknown, l->g->graph.players,
                           l->g->graph.players == 1 ? "" : "s", payoff_fields_for(l->g));
    return true;
}

/* Adds a field of the table on top of the stack to the answer; skips a missing field. Returns false if the value is wrong. */
static bool payoff_take(graph_lister *l, graph_answer *a, alea_objective which)
{
    char shown[80];
    lua_State *L = l->L;
    int is_whole = 0;
    lua_getfield(L, -1, pay_names[which]);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return true;
    }
    lua_Integer pay = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &is_whole) : 0;
    const bool draw = which == ALEA_WIN && l->g->graph.players == 2 && lua_type(L, -1) == LUA_TSTRING &&
                      strcmp(lua_tostring(L, -1), "draw") == 0;
    if (which == ALEA_WIN && !lua_isboolean(L, -1) && !draw)
        return graph_wrong(l, GRAPH_BAD_WIN, alea__lua_show(L, -1, shown));
    if (which != ALEA_WIN && (!is_whole || pay < -GRAPH_MOST_PAY || pay > GRAPH_MOST_PAY))
        return graph_wrong(l, GRAPH_BAD_PAY, pay_names[which], alea__lua_show(L, -1, shown), GRAPH_MOST_PAY,
                           GRAPH_MOST_PAY);
    a->pay[which] = draw ? ALEA__DRAW : which == ALEA_WIN ? lua_toboolean(L, -1) : (int32_t)pay;
    l->g->graph.draws |= draw;
    a->pays |= 1U << which;
    lua_pop(L, 1);
    return true;
}

/* The first end decides which fields a game has. Returns false if this one has others, or none in a game without turns. */
static bool payoff_same_fields(graph_lister *l, const graph_answer *a)
{
    if (!l->any_end) {
        l->any_end = true;
        l->pays = a->pays;
    }
    if (a->pays == 0 && !l->g->graph.turns) return graph_wrong(l, GRAPH_NO_FIELDS, payoff_fields_for(l->g));
    for (int i = 0; i < ALEA__PAYOFFS; i++)
        if ((a->pays ^ l->pays) >> i & 1)
            return a->pays >> i & 1 ? graph_wrong(l, GRAPH_NEW_FIELD, pay_names[i])
                                    : graph_wrong(l, GRAPH_LOST_FIELD, pay_names[i]);
    return true;
}

bool graph_ask_payoff(graph_lister *l, graph_answer *a)
{
    char shown[80];
    lua_State *L = l->L;
    graph_push_call(l, GRAPH_PAYOFF);
    lua_call(L, 1, 1);
    if (!lua_istable(L, -1)) return graph_wrong(l, GRAPH_BAD_PAYOFF, alea__lua_show(L, -1, shown));
    if (!payoff_check_fields(l)) return false;
    for (int i = 0; i < ALEA__PAYOFFS; i++)
        if (!payoff_take(l, a, (alea_objective)i)) return false;
    lua_pop(L, 1);
    a->kind = ALEA__END;
    return payoff_same_fields(l, a);
}
