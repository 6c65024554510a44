/* The view that bots receive, and the meaning of their answers. */
#include "base/assert.h"
#include "base/text.h"
#include "family/race/messages.h"
#include "family/race/text/text.h"

#include <stdio.h>
#include <string.h>

/* A Lua bot's view: `own` banked, `turn` not yet, `total` both; `others` from the seat after the mover;
   `goal`, `players`; `seat`, from 0 as everywhere in alea; `rolls` of this turn; `leader`, the leader's
   score in a chase, else nil. */
void race_push_view(const alea__rules *opaque, const alea_state *state, lua_State *L)
{
    const race_rules *rules = race_rules_of(opaque);
    race_state s = race_state_of(state);
    ALEA_ASSERT(s.phase == RACE_DECIDE && s.mover < rules->players);
    lua_createtable(L, 0, 9);
    alea__lua_set_integer(L, "own", s.score[s.mover]);
    alea__lua_set_integer(L, "turn", s.turn);
    alea__lua_set_integer(L, "total", race_total(&s));
    uint32_t others[RACE_SEATS];
    uint32_t count = race_others_after(rules, &s, others);
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_pushinteger(L, others[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "others");
    alea__lua_set_integer(L, "goal", rules->goal);
    alea__lua_set_integer(L, "players", rules->players);
    alea__lua_set_integer(L, "seat", s.mover);
    alea__lua_set_integer(L, "rolls", s.rolls);
    if (s.leader != RACE_NOBODY) alea__lua_set_integer(L, "leader", s.score[s.leader]);
}

/* The move that the value on top of the stack means. */
static uint32_t lua_move(lua_State *L, char *why, size_t size)
{
    const int type = lua_type(L, -1);
    size_t length = 0;
    char shown[60];
    const char *text = type == LUA_TSTRING ? lua_tolstring(L, -1, &length) : "";
    if (type == LUA_TBOOLEAN) return race_should_roll_move(lua_toboolean(L, -1));
    if (length == 4 && memcmp(text, "roll", length) == 0) return RACE_ROLL_MOVE;
    if (length == 4 && memcmp(text, "hold", length) == 0) return RACE_HOLD_MOVE;
    alea__printable(shown, sizeof shown, text, length);
    if (type == LUA_TSTRING)
        snprintf(why, size, RACE_LUA_RETURNED_STRING, shown);
    else if (type == LUA_TNIL)
        snprintf(why, size, RACE_LUA_RETURNED_NOTHING);
    else
        snprintf(why, size, RACE_LUA_RETURNED_TYPE, lua_typename(L, type));
    return ALEA__NO_MOVE;
}

uint32_t race_lua_answer(const alea__rules *rules, const alea_state *state, lua_State *L, char *why,
                         size_t size)
{
    (void)rules, (void)state;
    uint32_t answer = lua_move(L, why, size);
    lua_pop(L, 1);
    return answer;
}

void race_scores(const alea__rules *rules, const alea_state *state, alea__scores *out)
{
    race_state s = race_state_of(state);
    out->own = race_total(&s);
    out->count = race_others(race_rules_of(rules), &s, out->other);
    out->seat = s.mover;
    out->banked = s.score[s.mover];
}

uint32_t race_dice(const alea__rules *rules)
{
    return race_rules_of(rules)->dice;
}

uint32_t race_should_roll_move(bool roll)
{
    return roll ? RACE_ROLL_MOVE : RACE_HOLD_MOVE;
}
