/* The view of Lua bots, and the meaning of their answers. */
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"

#include <stdio.h>

/* A number, true or false, or a table of the members that a set has. */
static void view_push_field(const tabletop_rules *t, const alea_state *state, uint32_t seat, uint32_t index,
                            lua_State *L)
{
    const tabletop_field *f = &t->game.field[index];
    const int32_t value = tabletop_value(&t->game, state, seat, (tabletop_place){(uint8_t)index, 0});
    if (f->kind == TABLETOP_FLAG) {
        lua_pushboolean(L, value);
    } else if (f->kind == TABLETOP_NUMBER || f->kind == TABLETOP_TOTAL) {
        lua_pushinteger(L, value);
    } else {
        lua_newtable(L);
        for (uint32_t i = 0; i < f->members; i++)
            if ((uint32_t)value >> i & 1) {
                lua_pushboolean(L, true);
                lua_setfield(L, -2, tabletop_word(t, f->member[i]));
            }
    }
}

static void view_push_moves(const alea__rules *rules, const alea_state *state, lua_State *L)
{
    const unsigned count = tabletop_move_count(rules, state);
    lua_createtable(L, (int)count, 0);
    for (unsigned i = 0; i < count; i++) {
        lua_pushstring(L, tabletop_move_name(rules, tabletop_move(rules, state, i)));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* Pushes the view: `state` as the rule file's functions get it; the fields of the mover, of all and of the turn by name; `others`, the
   fields of each other player in the order of turns; `moves`, `seat` from 0, and `players`. */
void tabletop_push_view(const alea__rules *rules, const alea_state *state, lua_State *L)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    const tabletop_game *g = &t->game;
    const tabletop_head head = tabletop_head_of(state);
    const uint32_t first = g->total == TABLETOP_NONE ? 1 : 0;
    lua_newtable(L);
    for (uint32_t i = first; i < g->fields; i++) {
        view_push_field(t, state, head.seat, i, L);
        lua_setfield(L, -2, tabletop_word(t, g->field[i].name));
    }
    lua_newtable(L);
    for (uint32_t k = 1; k < g->players; k++) {
        lua_newtable(L);
        for (uint32_t i = first; i < g->fields; i++) {
            if (g->field[i].owner != TABLETOP_PLAYER) continue;
            view_push_field(t, state, (head.seat + k) % g->players, i, L);
            lua_setfield(L, -2, tabletop_word(t, g->field[i].name));
        }
        lua_rawseti(L, -2, k);
    }
    lua_setfield(L, -2, "others");
    tabletop_push_state(L, alea__intern_text(&t->node, head.node));
    lua_setfield(L, -2, "state");
    view_push_moves(rules, state, L);
    lua_setfield(L, -2, "moves");
    alea__lua_set_integer(L, "seat", head.seat);
    alea__lua_set_integer(L, "players", g->players);
}

uint32_t tabletop_lua_answer(const alea__rules *rules, const alea_state *state, lua_State *L, char *why,
                             size_t size)
{
    char moves[200] = "", shown[80];
    const unsigned count = tabletop_move_count(rules, state);
    for (unsigned i = 0; i < count; i++) {
        const uint32_t move = tabletop_move(rules, state, i);
        const char *name = tabletop_move_name(rules, move);
        const size_t used = strlen(moves);
        if (lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), name) == 0) {
            lua_pop(L, 1);
            return move;
        }
        snprintf(moves + used, sizeof moves - used, "%s\"%s\"", used ? ", " : "", name);
    }
    snprintf(why, size, TABLETOP_BAD_ANSWER, tabletop_show(L, lua_gettop(L), shown), moves);
    lua_pop(L, 1);
    return ALEA__NO_MOVE;
}
