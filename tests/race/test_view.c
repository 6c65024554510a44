/* A Lua bot's view, and the meaning of its answers. */
#include "race/race_test.h"

#include <lauxlib.h>
#include <lua.h>

static lua_Integer field(lua_State *L, const char *name)
{
    assert_int_equal(lua_getfield(L, -1, name), LUA_TNUMBER);
    lua_Integer value = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return value;
}

static void the_view_has_the_scores_from_the_movers_side(void **unused)
{
    (void)unused;
    static const int others[] = {40, 10, 20};
    alea_game *game = open_game("pig-pen(players=4)");
    lua_State *L = luaL_newstate();
    alea_state s = start_of_turn(game, 2, SCORES(10, 20, 30, 40));
    roll2(game, &s, 3, 5);
    roll2(game, &s, 5, 6);
    game->family->text->push_view(game->rules, &s, L);
    assert_int_equal(field(L, "own"), 30);
    assert_int_equal(field(L, "turn"), 19);
    assert_int_equal(field(L, "total"), 49);
    assert_int_equal(field(L, "goal"), 100);
    assert_int_equal(field(L, "players"), 4);
    assert_int_equal(field(L, "seat"), 2); /* seats count from 0 */
    assert_int_equal(field(L, "rolls"), 2);
    assert_int_equal(lua_getfield(L, -1, "leader"), LUA_TNIL);
    lua_pop(L, 1);
    lua_getfield(L, -1, "others");
    assert_int_equal(lua_rawlen(L, -1), 3);
    for (int i = 1; i <= 3; i++) {
        lua_rawgeti(L, -1, i);
        assert_int_equal(lua_tointeger(L, -1), others[i - 1]);
        lua_pop(L, 1);
    }
    lua_close(L);
    alea_game_free(game);
}

static void in_a_chase_the_view_has_the_leaders_score(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    lua_State *L = luaL_newstate();
    alea_state s = start_of_turn(game, 0, SCORES(95, 20));
    roll2(game, &s, 5, 6);
    hold(game, &s);
    roll2(game, &s, 5, 6);
    game->family->text->push_view(game->rules, &s, L);
    assert_int_equal(field(L, "leader"), 106);
    lua_close(L);
    alea_game_free(game);
}

static uint32_t move_for(const char *expression, char why[200])
{
    alea_game *game = open_game("pig");
    lua_State *L = luaL_newstate();
    alea_state s = alea_game_start(game);
    char chunk[100];
    roll1(game, &s, 5);
    snprintf(chunk, sizeof chunk, "return %s", expression);
    assert_int_equal(luaL_dostring(L, chunk), LUA_OK);
    uint32_t move = game->family->text->lua_answer(game->rules, &s, L, why, 200);
    assert_int_equal(lua_gettop(L), 0);
    lua_close(L);
    alea_game_free(game);
    return move;
}

static void answers_are_words_or_booleans(void **unused)
{
    (void)unused;
    char why[200];
    assert_int_equal(move_for("'roll'", why), RACE_ROLL_MOVE);
    assert_int_equal(move_for("'hold'", why), RACE_HOLD_MOVE);
    assert_int_equal(move_for("true", why), RACE_ROLL_MOVE);
    assert_int_equal(move_for("false", why), RACE_HOLD_MOVE);
}

static void other_answers_are_illegal_and_named(void **unused)
{
    (void)unused;
    char why[200];
    assert_int_equal(move_for("nil", why), ALEA__NO_MOVE);
    assert_string_equal(
        why, "decide returned nothing; it must return \"roll\", \"hold\", true (roll) or false (hold).");
    assert_int_equal(move_for("1", why), ALEA__NO_MOVE);
    assert_non_null(strstr(why, "returned a number;"));
    assert_int_equal(move_for("'Roll'", why), ALEA__NO_MOVE);
    assert_non_null(strstr(why, "returned \"Roll\";"));
    assert_int_equal(move_for("'\\27[2J' .. '\\255'", why), ALEA__NO_MOVE);
    assert_non_null(strstr(why, "returned \"\\x1B[2J\\xFF\";"));
    assert_int_equal(move_for("'roll\\0'", why), ALEA__NO_MOVE);
    assert_int_equal(move_for("{}", why), ALEA__NO_MOVE);
    assert_non_null(strstr(why, "returned a table;"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_view_has_the_scores_from_the_movers_side),
        cmocka_unit_test(in_a_chase_the_view_has_the_leaders_score),
        cmocka_unit_test(answers_are_words_or_booleans),
        cmocka_unit_test(other_answers_are_illegal_and_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
