/* Rule files of race: games from good ones, and messages about bad ones. */
#include "base/memory.h"
#include "race/race_test.h"
#include "support/facts.h"

static void pig_pen_becomes_three_rows_of_effects(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    const race_rules *rules = rules_of(game);
    assert_int_equal(rules->outcomes, 36);
    assert_int_equal(rules->memories, 3); /* none, one or two doubles in a row */
    for (uint32_t a = 1; a <= 6; a++)
        for (uint32_t memory = 0; memory < 3; memory++) {
            race_effect e = rules->effect[memory * 36 + (a - 1) * 7];
            bool wipes = a == 1 || memory == 2;
            assert_int_equal(e.kind, wipes ? RACE_WIPE : RACE_ADD);
            if (wipes) continue;
            assert_int_equal(e.amount, 2 * a);
            assert_int_equal(e.forced, 1);
            assert_int_equal(e.memory, memory + 1);
        }
    for (uint32_t score = 0; score <= 100; score++) {
        assert_int_equal(rules->landing[score], score == 100 ? RACE_WIPE : RACE_ADD);
        assert_int_equal(rules->pay[score], score == 0 ? 2 : 1);
    }
    alea_game_free(game);
}

static void roll_gets_the_faces_in_the_order_of_the_dice(void **unused)
{
    (void)unused;
    alea_game *game = open_game(
        write_rules("dice = 3, sides = 4, goal = 9,\n"
                    "roll = function(a, b, c, memory) return add(100 * a + 10 * b + c + memory) end"));
    uint32_t faces[16];
    alea_state state = alea_game_start(game);
    for (uint32_t outcome = 0; outcome < 64; outcome++) {
        alea_game_chance_faces(game, &state, outcome, faces);
        assert_int_equal(rules_of(game)->effect[outcome].amount, 100 * faces[0] + 10 * faces[1] + faces[2]);
    }
    alea_game_free(game);
}

static void memories_are_numbered_as_they_are_met(void **unused)
{
    (void)unused;
    alea_game *game =
        open_game(write_rules("dice = 1, sides = 2, goal = 9, roll = function(face, memory)\n"
                              "if memory == 0 then return add(1, { memory = face == 1 and 5000 or 70 }) end\n"
                              "return add(memory // 10, { memory = 0 }) end"));
    const race_rules *rules = rules_of(game);
    assert_int_equal(rules->memories, 3);
    assert_int_equal(rules->effect[0].memory, 1); /* 5000 */
    assert_int_equal(rules->effect[1].memory, 2); /* 70 */
    assert_int_equal(rules->effect[2].amount, 500);
    assert_int_equal(rules->effect[4].amount, 7);
    assert_int_equal(rules->effect[4].memory, 0);
    alea_game_free(game);
}

static void objectives_follow_from_the_rules(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        bool win, money, turns;
    } of[] = {{"pig", true, false, false},
              {"pig-pen", true, true, false},
              {"pig-solitaire(turns=5)", true, false, false},
              {"pig-solitaire(turns=0)", false, false, true}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        alea_game *game = open_game(of[i].spec);
        assert_int_equal(alea_game_has_objective(game, ALEA_WIN), of[i].win);
        assert_int_equal(alea_game_has_objective(game, ALEA_MONEY), of[i].money);
        assert_int_equal(alea_game_has_objective(game, ALEA_TURNS), of[i].turns);
        assert_false(alea_game_has_objective(game, ALEA_SCORE));
        alea_game_free(game);
    }
}

static void keys_name_what_a_state_is_made_of(void **unused)
{
    (void)unused;
    alea_game *pen = open_game("pig-pen"), *alone = open_game("pig-solitaire(turns=5)");
    assert_string_equal(game_key(pen, 0).name, "scores");
    assert_string_equal(game_key(pen, 1).name, "turn");
    assert_string_equal(game_key(pen, 2).name, "memory");
    assert_null(game_key(pen, 3).name);
    assert_string_equal(game_key(alone, 1).name, "turn");
    assert_string_equal(game_key(alone, 2).name, "turns");
    assert_null(game_key(alone, 3).name);
    alea_game_free(alone);
    alea_game_free(pen);
}

static void players_and_parameters_have_their_ranges(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        unsigned players;
        alea_status status;
    } at[] = {
        {"pig", 8, ALEA_OK},
        {"pig", 9, ALEA_E_RANGE},
        {"pig", 1, ALEA_E_RANGE},
        {"pig-pen", 8, ALEA_OK},
        {"pig-pen", 1, ALEA_E_RANGE},
        {"two-dice-pig", 8, ALEA_OK},
        {"pig-solitaire", 1, ALEA_OK},
        {"pig-solitaire", 2, ALEA_E_RANGE},
        {"pig(goal=0)", 0, ALEA_E_RANGE},
        {"pig-pen(goal=9)", 0, ALEA_E_RANGE},
        {"pig-pen(over_goal=maybe)", 0, ALEA_E_RANGE},
        {"two-dice-pig(double_one=double)", 0, ALEA_E_RANGE},
        {"two-dice-pig(forced_doubles=1)", 0, ALEA_E_RANGE},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        alea_game *game = NULL;
        alea_error error;
        assert_int_equal(alea_game_open_for(at[i].spec, at[i].players, &game, &error), at[i].status);
        alea_game_free(game);
    }
}

/* ---- bad files ---- */

#define DICE "dice = 2, sides = 6, goal = 10,\n"
#define ROLL "roll = function(a, b) return add(a + b) end,\n"

static void wrong_rules_are_refused_with_the_field_and_the_arguments(void **unused)
{
    (void)unused;
    static const struct {
        const char *rules, *sentence;
    } wrong[] = {
        {"sides = 6, goal = 10,\n" ROLL, "`dice`"},
        {"dice = 17, sides = 6, goal = 10,\n" ROLL, "`dice`"},
        {"dice = 1, sides = 1, goal = 10,\n" ROLL, "`sides`"},
        {"dice = 16, sides = 3, goal = 10,\n" ROLL,
         "`dice` is 16 and `sides` is 3: that makes more than 65,536 rolls"},
        {"dice = 2, sides = 6,\n" ROLL, "`goal`"},
        {"dice = 2, sides = 6, goal = 100001,\n" ROLL, "`goal`"},
        {DICE ROLL "turns = 3", "`turns` is only for one-player games"},
        {DICE ROLL "ending = 'stop'", "`ending`"},
        {DICE ROLL "first_roll = true", "`first_roll`"},
        {DICE ROLL "over_goal = 'on'", "`over_goal`"},
        {DICE ROLL "landings = 3", "did you mean `landing`?"},
        {DICE, "`roll`"},
        {DICE "roll = 3", "`roll`"},
        {DICE "roll = function(a, b, c, memory) return add(1) end",
         "mine.lua:5: roll has 4 parameters, but it receives at most 3 arguments"},
        {DICE "roll = function(a, b) return 'x' end",
         "mine.lua:5: roll(1, 1, 0) returned a string; it must return add(n), bust() or wipe()."},
        {DICE "roll = function(a, b) if a < 4 then return add(1) end end",
         "roll(4, 1, 0) returned nothing; it must return add(n)"},
        {DICE "roll = function(a, b, m) return m == 7 and 3 or add(1, { memory = 7 }) end",
         "roll(1, 1, 7) returned a number; it must return add(n)"},
        {DICE "roll = function(a, b) return add(a / 4) end",
         "mine.lua:5: the points of add must be a whole number, not a fraction. This was in the call roll(1, "
         "1, 0)."},
        {DICE "roll = function(a, b) return add(-1) end",
         "the points of add must be from 0 to 10000, not -1."},
        {DICE "roll = function(a, b) return add() end", "the points of add must be a whole number, not nil."},
        {DICE "roll = function(a, b) return add('3') end",
         "the points of add must be a whole number, not a string."},
        {DICE "roll = function(a, b) return add(3, true) end", "options must be a table"},
        {DICE "roll = function(a, b) return add(3, { force = true }) end", "add has no option 'force'"},
        {DICE "roll = function(a, b) return add(3, { forced = 1 }) end",
         "the option forced of add must be true or false"},
        {DICE "roll = function(a, b) return add(3, { memory = 65536 }) end",
         "the option memory of add must be from 0 to 65535"},
        {DICE "roll = function(a, b) return bust(3) end", "bust takes no arguments"},
        {DICE "roll = function(a, b) return wipe(3) end", "wipe takes no arguments"},
        {DICE "roll = function(a, b, m) return add(1, { memory = m + 1 }) end", "a 4,097th value"},
        {"dice = 4, sides = 16, goal = 10, roll = function(a, b, c, d, m) return add(1, { memory = m + 1 }) "
         "end",
         "their product must not exceed 1,048,576."},
        {DICE "roll = function(a, b) while true do end end", "roll(1, 1, 0)"},
        {DICE "roll = function(a, b) return nobody.knows end", "roll(1, 1, 0)"},
        {DICE "roll = function(a, b) for i = 1, 20000000 do end return add(1) end",
         "together, the calls have taken more than 600,000,000 instructions"},
        {DICE ROLL "landing = function(s) return 3 end",
         "landing(0) returned a number; it must return nil, bust() or wipe()."},
        {DICE ROLL "landing = function(s) return s == 9 and add(1) or nil end",
         "landing(9) returned add(n); it must return nil, bust() or wipe()."},
        {DICE ROLL "landing = 100", "`landing`"},
        {DICE ROLL "payoff = 3", "`payoff`"},
        {DICE ROLL "payoff = { points = 3 }", "`payoff.points`"},
        {DICE ROLL "payoff = { money = { per_points = 3 } }", "did you mean `per_point`?"},
        {DICE ROLL "payoff = { money = {} }", "`payoff.money.per_point`"},
        {DICE ROLL "payoff = { money = { per_point = function(s) return 0.5 end } }",
         "per_point(0) returned 0.5; it must return whole dollars from 0 to 1,000."},
        {DICE ROLL "payoff = { money = { per_point = function(s) return s - 1 end } }",
         "per_point(0) returned -1; it must return whole dollars"},
        {DICE ROLL "payoff = { money = { per_point = function(s) return s < 5 and 1 or '1' end } }",
         "per_point(5) returned \"1\"; it must return whole dollars"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        alea_game *game = NULL;
        alea_error error;
        if (alea_game_open(write_rules(wrong[i].rules), &game, &error) != ALEA_E_RULES)
            fail_msg("accepted: %s", wrong[i].rules);
        assert_says(error, wrong[i].sentence);
        assert_says(error, "mine.lua:");
        assert_null(game);
    }
}

static void a_rule_file_that_finds_no_memory_says_so(void **unused)
{
    (void)unused;
    alea_status status = ALEA_E_MEMORY;
    long successes = 0;
    for (; status != ALEA_OK && successes < 100000; successes++) {
        alea_game *game = NULL;
        alea_error error;
        alea__fail_allocation_after(successes);
        status = alea_game_open("pig-pen(goal=12)", &game, &error);
        alea__fail_allocation_after(-1);
        if (status != ALEA_OK && status != ALEA_E_MEMORY) fail_msg("after %ld: %s", successes, error.message);
        assert_int_equal(game != NULL, status == ALEA_OK);
        alea_game_free(game);
    }
    assert_int_equal(status, ALEA_OK);
    assert_that(successes, >, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pig_pen_becomes_three_rows_of_effects),
        cmocka_unit_test(roll_gets_the_faces_in_the_order_of_the_dice),
        cmocka_unit_test(memories_are_numbered_as_they_are_met),
        cmocka_unit_test(objectives_follow_from_the_rules),
        cmocka_unit_test(keys_name_what_a_state_is_made_of),
        cmocka_unit_test(players_and_parameters_have_their_ranges),
        cmocka_unit_test(wrong_rules_are_refused_with_the_field_and_the_arguments),
        cmocka_unit_test(a_rule_file_that_finds_no_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
