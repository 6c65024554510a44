/* From rule file to game: parameters, players, specs, and messages about wrong files. The catalogue is the library's own. */
#include "game/fake_family.h"
#include "game/lua_test.h"
#include "support/facts.h"

#include <stdio.h>

#define COUNTING                                                                      \
    "return {\n"                                                                      \
    "  name = 'counting', family = 'fake', title = 'Counting', text = 'Count up.',\n" \
    "  params = {\n"                                                                  \
    "    { 'players', default = 2, min = 2, max = 4, help = 'how many' },\n"          \
    "    { 'goal', default = 21, min = 10, max = 100, help = 'where it ends' },\n"    \
    "    { 'steps', default = 'small', one_of = { 'small', 'large' } },\n"            \
    "    { 'swift', default = false },\n"                                             \
    "  },\n"                                                                          \
    "  rules = function(p) return { goal = p.swift and seven() or p.goal } end,\n"    \
    "}\n"

static alea_game *opened(const char *spec, unsigned players)
{
    alea_game *game = NULL;
    OK(alea__game_open(spec, players, fake_families, &game, &test_error));
    return game;
}

static void refuses(const char *spec, unsigned players, alea_status status, const char *part)
{
    alea_game *game = NULL;
    alea_error error;
    alea_status found = alea__game_open(spec, players, fake_families, &game, &error);
    if (found != status) fail_msg("%s: status %d: %s", spec, found, error.message);
    assert_null(game);
    contains(error.message, part);
}

/* The file is refused, at this line. */
static void file_fails(const char *text, int line, const char *part)
{
    alea_game *game = NULL;
    alea_error error;
    write_file("x.lua", text);
    assert_int_equal(alea__game_open("x.lua", 0, fake_families, &game, &error), ALEA_E_RULES);
    contains(error.message, part);
    assert_string_equal(error.file, "x.lua");
    if (error.line != line) fail_msg("line %d, not %d: %s", error.line, line, error.message);
}

static void fails_with(const char *params, const char *rules, int line, const char *part)
{
    char text[2000];
    snprintf(text, sizeof text,
             "return {\n  name = 'x', family = 'fake', title = 'X', text = 'x',\n  params = {\n    %s\n  },\n"
             "  rules = function(p)\n    return %s\n  end,\n}\n",
             params, rules);
    file_fails(text, line, part);
}

/* ---- results of good files ---- */

static void a_game_says_what_it_is(void **state)
{
    (void)state;
    write_file("x.lua", COUNTING);
    alea_game *game = opened("x.lua", 0);
    assert_string_equal(alea_game_name(game), "counting");
    assert_string_equal(alea_game_title(game), "Counting");
    assert_string_equal(alea_game_text(game), "Count up.");
    assert_string_equal(alea_game_family(game), "fake");
    assert_int_equal(alea_game_players(game), 2);
    assert_int_equal(game->rules->goal, 21);
    assert_int_equal(strlen(alea_game_rules_sha256(game)), 64);
    assert_true(alea_game_has_objective(game, ALEA_WIN) && !alea_game_has_objective(game, ALEA_MONEY));
    assert_string_equal(game_key(game, 0).name, "count");
    assert_null(game_key(game, 1).name);
    alea_game_free(game);
}

static void parameters_are_described(void **state)
{
    (void)state;
    write_file("x.lua", COUNTING);
    alea_game *game = opened("x.lua(steps=large,goal=0050)", 0);
    assert_int_equal(alea_game_parameter_count(game), 4);
    alea_parameter goal = game_parameter(game, 1), steps = game_parameter(game, 2),
                   swift = game_parameter(game, 3);
    assert_string_equal(goal.value, "50");
    assert_string_equal(goal.default_value, "21");
    assert_string_equal(goal.help, "where it ends");
    assert_that(goal.min, ==, 10);
    assert_that(goal.max, ==, 100);
    assert_true(!goal.one_of);
    assert_string_equal(steps.value, "large");
    assert_string_equal(steps.default_value, "small");
    assert_string_equal(steps.one_of[1], "large");
    assert_null(steps.one_of[2]);
    assert_string_equal(swift.value, "false");
    assert_string_equal(swift.one_of[1], "true");
    assert_null(game_parameter(game, 4).name);
    alea_game_free(game);
}

static void the_canonical_spec_has_everything_and_opens_the_same_game(void **state)
{
    (void)state;
    write_file("x.lua", COUNTING);
    alea_game *game = opened(" x.lua ( swift = true, players=3 ) ", 0);
    assert_string_equal(alea_game_spec(game), "x.lua(goal=21,players=3,steps=small,swift=true)");
    assert_int_equal(game->rules->goal, 7);
    alea_game *again = opened(alea_game_spec(game), 0);
    assert_string_equal(alea_game_spec(again), alea_game_spec(game));
    assert_string_equal(alea_game_rules_sha256(again), alea_game_rules_sha256(game));
    assert_int_equal(again->rules->goal, 7);
    assert_int_equal(again->rules->players, 3);
    alea_game_free(game);
    alea_game_free(again);
}

static void the_caller_can_set_the_players(void **state)
{
    (void)state;
    write_file("x.lua", COUNTING);
    alea_game *game = opened("x.lua", 4);
    assert_int_equal(alea_game_players(game), 4);
    assert_int_equal(game->rules->players, 4);
    alea_game_free(game);
    alea_game_free(opened("x.lua(players=3)", 3));
    refuses("x.lua", 5, ALEA_E_RANGE, "Counting is for 2 to 4 players, not for 5.");
    refuses("x.lua", 1, ALEA_E_RANGE, "2 to 4 players");
    refuses("x.lua(players=3)", 2, ALEA_E_USAGE, "x.lua(players=3) is for 3 players, but there are 2.");
    refuses("x.lua(players=9)", 2, ALEA_E_RANGE, "must be a whole number from 2 to 4, not \"9\"");
}

static void without_the_parameter_the_rules_say_how_many_play(void **state)
{
    (void)state;
    write_file("x.lua", "return { name = 'solo', family = 'fake', title = 'Solo', text = 'x',\n"
                        "  rules = function(p) return { players = 1, goal = 5 } end }");
    alea_game *game = opened("x.lua", 0);
    assert_int_equal(alea_game_players(game), 1);
    assert_string_equal(alea_game_spec(game), "x.lua");
    alea_game_free(game);
    alea_game_free(opened("x.lua", 1));
    refuses("x.lua", 2, ALEA_E_RANGE, "Solo is for 1 player, not for 2.");
    refuses("x.lua(goal=5)", 0, ALEA_E_UNKNOWN, "It has none.");
}

/* ---- specs that are wrong ---- */

static void wrong_parameters_are_told_names_and_ranges(void **state)
{
    (void)state;
    write_file("x.lua", COUNTING);
    refuses("x.lua(gaol=5)", 0, ALEA_E_UNKNOWN, "did you mean \"goal\"?");
    refuses("x.lua(gaol=5)", 0, ALEA_E_UNKNOWN,
            "players (2 to 4), goal (10 to 100), steps (small or large), swift (false or true)");
    refuses("x.lua(goal=5)", 0, ALEA_E_RANGE,
            "goal of counting must be a whole number from 10 to 100, not \"5\"");
    refuses("x.lua(goal=1e30)", 0, ALEA_E_RANGE, "from 10 to 100");
    refuses("x.lua(steps=lagre)", 0, ALEA_E_RANGE, "small or large, not \"lagre\"; did you mean \"large\"?");
    refuses("x.lua(swift=1)", 0, ALEA_E_RANGE, "false or true");
    refuses("x.lua(50)", 0, ALEA_E_SPEC, "by name");
    refuses("x.lua(goal=50", 0, ALEA_E_SPEC, "never closed");
}

static void unknown_games_and_missing_files_are_told_apart(void **state)
{
    (void)state;
    refuses("no/such/file.lua", 0, ALEA_E_FILE, "no/such/file.lua");
    refuses("no-such-game-at-all", 0, ALEA_E_UNKNOWN, "ends in .lua");
    refuses("", 0, ALEA_E_SPEC, "");
    for (size_t i = 0; i < alea_catalog_size(); i++)
        refuses("no-such-game-at-all", 0, ALEA_E_UNKNOWN, alea_catalog_name(i));
    assert_that(alea_catalog_size(), >=, 12);
    assert_null(alea_catalog_name(alea_catalog_size()));
}

/* ---- files that are wrong ---- */

static void a_file_must_return_a_table(void **state)
{
    (void)state;
    file_fails("", 1, "but returns nothing.");
    file_fails("local x = 1\nreturn 5\n", 2, "but returns a number.");
    file_fails("return {\n", 1, "cannot read this");
    file_fails("while true do end", 1, "instructions");
    file_fails("\nlocal t = {} while true do t[#t + 1] = {} end", 2, "memory");
    file_fails("\033Lua", 1, "compiled");
}

static void wrong_fields_are_named_with_their_line(void **state)
{
    (void)state;
    file_fails("return {\n  name = 'x',\n  titel = 'X',\n}", 3,
               "There is no field `titel`; did you mean `title`?");
    file_fails("return {\n  name = 'x', family = 'fake',\n}", 1,
               "The field `title` is missing; it must be a string.");
    file_fails("return {\n  family = 'fake',\n  name = 'Ex Ample', title = 'X', text = 'x' }", 3,
               "lowercase letters");
    file_fails("return {\n  name = 'x', title = 'X', text = 'x',\n  family = 'faek',\n}", 3,
               "must be \"fake\", not \"faek\"");
    file_fails("return {\n  name = 'x', title = 'X', text = 'x',\n  family = 'fake',\n  rules = 5,\n}", 4,
               "The field `rules` must be a function, not 5.");
    file_fails("return {\n  name = 'x', title = 'X', text = 'x',\n  family = 'fake',\n  params = 5,\n}", 4,
               "The field `params` must be a table, not 5.");
    file_fails("return { name = 'x', 'stray' }", 1, "[1]");
}

static void wrong_declarations_are_named_with_their_line(void **state)
{
    (void)state;
    static const char good[] = "{ players = 1, goal = 5 }";
    fails_with("{ 'goal', default = 5, min = 1 },", good, 4,
               "The field `params[1].max` is missing; it must be a whole number");
    fails_with("{ 'goal', default = 5, min = 9, max = 1 },", good, 4,
               "params[1].max` must be a whole number from 9");
    fails_with(
        "{ 'a', default = 5, min = 1, max = 9 },\n    { 'goal',\n      default = 0, min = 1, max = 9 },",
        good, 6, "params[2].default` must be a whole number from 1 to 9, not 0");
    fails_with(
        "{ 'a', default = 5, min = 1, max = 9 },\n    { 'b', default = 5, min = 1, max = 9, hlep = 'x' },",
        good, 5, "There is no field `params[2].hlep`; did you mean `help`?");
    fails_with("{ 'goal', default = 'x', one_of = { 'y' } },", good, 4, "must be \"y\", not \"x\"");
    fails_with("{ 'goal', default = 'x', one_of = { 'y', 'with blank' } },", good, 4,
               "entry 2 that a spec cannot hold");
    fails_with("{ 'goal', default = 'x', one_of = {} },", good, 4, "1 to 64 words, not 0");
    fails_with("{ 'goal', min = 1, max = 2 },", good, 4, "a whole number (with `min` and `max`)");
    fails_with("{ 'goal', default = {} },", good, 4, "must be a whole number (with `min` and `max`)");
    fails_with("{ default = 5, min = 1, max = 9 },", good, 4, "params[1].[1]");
    fails_with("{ 'Goal!', default = 5, min = 1, max = 9 },", good, 4, "is not a name for a parameter");
    fails_with("{ 'a', default = true }, { 'a', default = true },", good, 3, "two parameters named \"a\"");
    fails_with("goal = { default = 5, min = 1, max = 9 },", good, 3, "must be a list");
    fails_with("'goal',", good, 3, "entry 1 that is not a table");
    fails_with("{ 'players', default = 2, min = 0, max = 9 },", "{ goal = 5 }", 3,
               "not a whole number from 1 to 8");
}

static void wrong_rules_are_named_with_their_line(void **state)
{
    (void)state;
    fails_with("", "5", 6, "must return a table, not a number");
    fails_with("", "{ players = 1, goal = 5000 }", 7,
               "The field `goal` must be a whole number from 1 to 1000, not 5000.");
    fails_with("", "{ players = 1, goal = '5' }", 7, "not \"5\"");
    fails_with("", "{ players = 1, goal = 2.5 }", 7, "not 2.5");
    fails_with("", "{ players = 1,\n gaol = 5 }", 8, "did you mean `goal`");
    fails_with("", "{ goal = 5 }", 7,
               "The field `players` is missing; it must be a whole number from 1 to 8, or a parameter");
    fails_with("", "{ players = 9, goal = 5 }", 7, "not 9");
    fails_with("", "{ players = 1, goal = p.gaol }", 7, "there is no parameter 'gaol'");
    fails_with("{ 'goal', default = 5, min = 1, max = 9 }", "{ players = 1, goal = p.gaol }", 7,
               "did you mean 'goal'?");
    fails_with("", "nil + 1", 7, "arithmetic");
}

/* ---- playing by hand ---- */

static void illegal_moves_are_refused(void **state)
{
    (void)state;
    write_file("x.lua", COUNTING);
    alea_game *game = opened("x.lua(goal=10)", 0);
    alea_state at = alea_game_start(game), before;
    alea_outcome outcome;
    alea_error error;
    assert_int_equal(alea_game_to_move(game, &at), ALEA_CHANCE);
    assert_int_equal(alea_game_move_count(game, &at), 0);
    assert_int_equal(alea_game_chance_count(game, &at), 3);
    assert_int_equal(alea_game_chance_denominator(game, &at), 6);
    assert_int_equal(alea_game_chance_weight(game, &at, 3), 0);
    assert_int_equal(alea_game_apply(game, &at, 3, &error), ALEA_E_STATE);
    contains(error.message, "outcomes are 0 to 2");
    assert_int_equal(alea_game_apply(game, &at, 2, NULL), ALEA_OK);
    assert_int_equal(alea_game_to_move(game, &at), 0);
    assert_int_equal(alea_game_chance_count(game, &at), 0);
    before = at;
    assert_int_equal(alea_game_apply(game, &at, 0, &error), ALEA_E_STATE);
    assert_int_equal(alea_game_apply(game, &at, 3, &error), ALEA_E_STATE);
    assert_memory_equal(&at, &before, sizeof at);
    assert_int_equal(alea_game_outcome(game, &at, &outcome, &error), ALEA_E_STATE);
    for (int i = 0; i < 5; i++)
        assert_int_equal(alea_game_apply(game, &at, alea_game_move(game, &at, 1), NULL), ALEA_OK);
    assert_int_equal(alea_game_to_move(game, &at), ALEA_OVER);
    assert_int_equal(alea_game_apply(game, &at, 1, &error), ALEA_E_STATE);
    assert_int_equal(alea_game_outcome(game, &at, &outcome, NULL), ALEA_OK);
    assert_int_equal(outcome.winner, 0);
    alea_game_free(game);
}

/* ---- no memory ---- */

static void every_allocation_may_fail(void **state)
{
    (void)state;
    alea_game *game = NULL;
    alea_error error;
    alea_status status;
    long k = 0;
    write_file("x.lua", COUNTING);
    do {
        alea__fail_allocation_after(k++);
        status = alea__game_open("x.lua(goal=50)", 3, fake_families, &game, &error);
        alea__fail_allocation_after(-1);
        if (status != ALEA_OK && status != ALEA_E_MEMORY) fail_msg("allocation %ld: %s", k, error.message);
        assert_int_equal(game != NULL, status == ALEA_OK);
    } while (status != ALEA_OK);
    assert_that(k, >, 200);
    assert_string_equal(alea_game_spec(game), "x.lua(goal=50,players=3,steps=small,swift=false)");
    alea_game_free(game);
    alea_game_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_says_what_it_is),
        cmocka_unit_test(parameters_are_described),
        cmocka_unit_test(the_canonical_spec_has_everything_and_opens_the_same_game),
        cmocka_unit_test(the_caller_can_set_the_players),
        cmocka_unit_test(without_the_parameter_the_rules_say_how_many_play),
        cmocka_unit_test(wrong_parameters_are_told_names_and_ranges),
        cmocka_unit_test(unknown_games_and_missing_files_are_told_apart),
        cmocka_unit_test(a_file_must_return_a_table),
        cmocka_unit_test(wrong_fields_are_named_with_their_line),
        cmocka_unit_test(wrong_declarations_are_named_with_their_line),
        cmocka_unit_test(wrong_rules_are_named_with_their_line),
        cmocka_unit_test(illegal_moves_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
