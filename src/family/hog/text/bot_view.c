/* The view that bots receive, the meaning of their answers, and the positions in which `alea bot check` asks them. */
#include "base/assert.h"
#include "family/hog/hog.h"
#include "family/hog/messages.h"

#include <stdio.h>
#include <string.h>

/* Pushes a Lua bot's view: the mover's `own` score and the `opponent`'s, the `goal`, and the most `dice`. Strategies do not
   see whose turn it is or the game's memory. */
void hog_push_view(const alea__rules *opaque, const alea_state *state, lua_State *L)
{
    const hog_rules *rules = hog_rules_of(opaque);
    hog_state s = hog_state_of(state);
    ALEA_ASSERT(s.phase == HOG_DECIDE && s.mover < HOG_SEATS);
    lua_createtable(L, 0, 4);
    alea__lua_set_integer(L, "own", s.score[s.mover]);
    alea__lua_set_integer(L, "opponent", s.score[1 - s.mover]);
    alea__lua_set_integer(L, "goal", rules->goal);
    alea__lua_set_integer(L, "dice", rules->dice);
}

/* The value on top of the stack, as messages show it. */
static void answer_describe(lua_State *L, char *out, size_t size)
{
    char number[32];
    switch (lua_type(L, -1)) {
    case LUA_TNIL: snprintf(out, size, "nothing"); break;
    case LUA_TBOOLEAN: snprintf(out, size, "%s", lua_toboolean(L, -1) ? "true" : "false"); break;
    case LUA_TNUMBER:
        alea__lua_show_number(L, -1, number, sizeof number);
        snprintf(out, size, "%s%s", lua_isinteger(L, -1) ? "" : "a number with a decimal point, ", number);
        break;
    default: snprintf(out, size, "a %s", lua_typename(L, lua_type(L, -1)));
    }
}

uint32_t hog_lua_answer(const alea__rules *opaque, const alea_state *state, lua_State *L, char *why,
                        size_t size)
{
    const uint32_t most = hog_rules_of(opaque)->dice;
    uint32_t answer = ALEA__NO_MOVE;
    (void)state;
    if (lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 0 && lua_tointeger(L, -1) <= most) {
        answer = (uint32_t)lua_tointeger(L, -1);
    } else {
        char text[80];
        answer_describe(L, text, sizeof text);
        snprintf(why, size, HOG_LUA_RETURNED, text, (unsigned)most);
    }
    lua_pop(L, 1);
    return answer;
}

/* The same view for WebAssembly bots. */
void hog_scores_of(const alea__rules *rules, const alea_state *state, alea__scores *out)
{
    (void)rules;
    hog_state s = hog_state_of(state);
    *out = (alea__scores){.own = s.score[s.mover], .count = 1, .other = {s.score[1 - s.mover]}};
}

uint32_t hog_number_move(const alea__rules *rules, uint32_t answer, char *why, size_t size)
{
    const uint32_t most = hog_rules_of(rules)->dice;
    if (answer <= most) return answer;
    snprintf(why, size, HOG_ANSWERED, (unsigned)answer, (unsigned)most);
    return ALEA__NO_MOVE;
}

/* Every pair of scores below the goal. */
bool hog_sample_state(const alea__rules *opaque, uint64_t index, alea_state *out, bool *sampled)
{
    const hog_rules *rules = hog_rules_of(opaque);
    *sampled = false;
    if (index >= (uint64_t)rules->goal * rules->goal) return false;
    hog_state s;
    memset(out, 0, sizeof *out);
    hog_start(rules, &s);
    s.score[0] = (uint32_t)(index / rules->goal);
    s.score[1] = (uint32_t)(index % rules->goal);
    hog_store(&s, out);
    return true;
}

const char *hog_move_name(const alea__rules *rules, uint32_t m)
{
    static const char *const names[HOG_MOST_DICE + 1] = {"0", "1",  "2",  "3",  "4",  "5",  "6",  "7", "8",
                                                         "9", "10", "11", "12", "13", "14", "15", "16"};
    (void)rules;
    return m <= HOG_MOST_DICE ? names[m] : "?";
}
