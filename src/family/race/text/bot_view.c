/* What bots that are not policies are told, and what their answers mean. */
#include "base/text.h"
#include "family/race/text/text.h"

#include <stdio.h>
#include <string.h>

static void set_others(lua_State *L, const race_rules *rules, const race_state *s)
{
    uint32_t others[RACE_SEATS];
    uint32_t count = race_others_after(rules, s, others);
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_pushinteger(L, others[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "others");
}

/* A Lua bot's view: `own` banked, `turn` not yet, `total` both; `others` from the seat after the mover;
   `goal`, `players`; `seat`, from 0 as everywhere in alea; `rolls` of this turn; `leader`, the leader's
   score in a chase, else nil. */
void race_push_view(const alea__rules *opaque, const alea_state *state, lua_State *L)
{
    const race_rules *rules = race_rules_of(opaque);
    race_state s = race_state_of(state);
    lua_createtable(L, 0, 9);
    alea__lua_set_integer(L, "own", s.score[s.mover]);
    alea__lua_set_integer(L, "turn", s.turn);
    alea__lua_set_integer(L, "total", race_total(&s));
    set_others(L, rules, &s);
    alea__lua_set_integer(L, "goal", rules->goal);
    alea__lua_set_integer(L, "players", rules->players);
    alea__lua_set_integer(L, "seat", s.mover);
    alea__lua_set_integer(L, "rolls", s.rolls);
    if (s.leader != RACE_NOBODY) alea__lua_set_integer(L, "leader", s.score[s.leader]);
}

static const char wanted[] = "\"roll\", \"hold\", true (roll) or false (hold) is wanted";

static uint32_t refuse_text(const char *text, size_t length, char *why, size_t size)
{
    char shown[60];
    alea__printable(shown, sizeof shown, text, length);
    snprintf(why, size, "decide returned \"%s\"; %s.", shown, wanted);
    return ALEA__NO_MOVE;
}

static uint32_t refuse_type(const char *type, char *why, size_t size)
{
    if (strcmp(type, "nil") == 0)
        snprintf(why, size, "decide returned nothing; %s.", wanted);
    else
        snprintf(why, size, "decide returned a %s; %s.", type, wanted);
    return ALEA__NO_MOVE;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

/* The move that the value on top of the stack means. */
static uint32_t move_of(lua_State *L, char *why, size_t size)
{
    int type = lua_type(L, -1);
    if (type == LUA_TBOOLEAN) return race_should_roll_move(lua_toboolean(L, -1));
    if (type != LUA_TSTRING) return refuse_type(lua_typename(L, type), why, size);
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    if (is_word(text, length, "roll")) return RACE_ROLL_MOVE;
    if (is_word(text, length, "hold")) return RACE_HOLD_MOVE;
    return refuse_text(text, length, why, size);
}

uint32_t race_lua_answer(const alea__rules *rules, const alea_state *state, lua_State *L, char *why,
                         size_t size)
{
    (void)rules, (void)state;
    uint32_t answer = move_of(L, why, size);
    lua_pop(L, 1);
    return answer;
}

void race_scores(const alea__rules *rules, const alea_state *state, alea__scores *out)
{
    race_state s = race_state_of(state);
    out->own = race_total(&s);
    out->count = race_others(race_rules_of(rules), &s, out->other);
}

uint32_t race_should_roll_move(bool roll)
{
    return roll ? RACE_ROLL_MOVE : RACE_HOLD_MOVE;
}
