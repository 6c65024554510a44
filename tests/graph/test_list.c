/* Rule files of the family graph: what they may contain, and the messages for everything else. */
#include "graph/graph_test.h"

/* ---- valid rule files ---- */

#define COUNTDOWN                                                          \
    "start = function() return 3 end,\n"                                   \
    "moves = function(s) if s > 0 then return { 'one', 'two' } end end,\n" \
    "apply = function(s, move, i) return math.max(0, s - i) end,\n"        \
    "payoff = function(s) return { score = s } end"

static void every_state_that_can_be_reached_is_listed_once(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(1, COUNTDOWN);
    const graph_rules *g = graph_of(game);
    assert_int_equal(g->graph.nodes, 4); /* 3, 2, 1, 0 */
    assert_int_equal(g->graph.edges, 6);
    assert_int_equal(g->graph.decisions, 3);
    assert_string_equal(alea_game_move_name(game, 0), "one");
    assert_string_equal(alea_game_move_name(game, 1), "two");
    alea_game_free(game);
}

static void states_may_be_numbers_texts_and_lists(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(1, "start = function() return 7 end,\n"
                                    "moves = function(s)\n"
                                    "  if s == 7 then return { 'a' } end\n"
                                    "  if s == 'a text' then return { 'b' } end\n"
                                    "end,\n"
                                    "apply = function(s) return s == 7 and 'a text' or { 1, -2, 3 } end,\n"
                                    "payoff = function(s) return { score = s[2] } end");
    static const char *const texts[] = {"7", "a text", "1,-2,3", " 1, -2 ,3"};
    static const uint32_t nodes[] = {0, 1, 2, 2};
    for (int i = 0; i < 4; i++) {
        alea_state state = state_of(game, texts[i]);
        assert_int_equal(graph_state_of(&state).node, nodes[i]);
    }
    char shown[100];
    alea_state last = state_of(game, "1,-2,3");
    game->family->text->describe(game->rules, &last, shown, sizeof shown);
    assert_string_equal(shown, "state 1,-2,3, over");
    alea_game_free(game);
}

static void fact_is(const alea_game *game, const char *state, unsigned seat, size_t index, const char *label,
                    const char *value)
{
    alea_fact fact;
    alea_state at = state_of(game, state);
    bool there = game->family->text->fact(game->rules, &at, seat, index, &fact);
    assert_int_equal(there, label != NULL);
    if (!label) return;
    assert_string_equal(fact.label, label);
    assert_string_equal(fact.value, value);
}

static void states_are_shown_as_the_file_says(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(
        2,
        "start = function() return { 4, 1 } end,\n"
        "moves = function(s) if s[1] > 0 then return { 'take' } end end,\n"
        "apply = function(s) return pass { s[1] - 4, s[2] } end,\n"
        "payoff = function() return { win = false } end,\n"
        "show = function(s) if s[1] > 0 then return 'things left ' .. s[1] .. ', more 1', 'score 7' end end");
    fact_is(game, "4,1", 0, 0, "things left", "4");
    fact_is(game, "4,1", 0, 1, "more", "1");
    fact_is(game, "4,1", 0, 2, NULL, NULL);
    fact_is(game, "4,1", 1, 0, "score", "7");
    fact_is(game, "4,1", 1, 1, NULL, NULL);
    fact_is(game, "0,1", 0, 0, NULL, NULL);
    fact_is(game, "0,1", 1, 0, NULL, NULL);
    char shown[100];
    alea_state state = state_of(game, "4,1");
    game->family->text->describe(game->rules, &state, shown, sizeof shown);
    assert_string_equal(shown, "state 4,1 (things left 4, more 1), seat 0 to move");
    alea_game_free(game);
}

static void without_show_the_state_is_shown_to_the_player_to_move(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(2, "start = function() return 3 end,\n"
                                    "moves = function(s) if s > 0 then return { 'a' } end end,\n"
                                    "apply = function(s) return pass(s - 3) end,\n"
                                    "payoff = function() return { win = true } end");
    fact_is(game, "3", 0, 0, "state", "3");
    fact_is(game, "3", 0, 1, NULL, NULL);
    fact_is(game, "3", 1, 0, NULL, NULL);
    alea_game_free(game);
}

static void a_list_given_to_a_function_is_its_own(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(1, "start = function() return { 2 } end,\n"
                                    "moves = function(s) if s[1] > 0 then return { 'a', 'b' } end end,\n"
                                    "apply = function(s) s[1] = s[1] - 1; return s end,\n"
                                    "payoff = function() return { win = true } end");
    assert_int_equal(graph_of(game)->graph.nodes, 3);
    alea_game_free(game);
}

static void targets_may_stand_beside_moves_and_chances(void **unused)
{
    (void)unused;
    alea_game *game =
        open_rules(2, "start = function() return 0 end,\n"
                      "moves = function(s) if s == 0 then return { 'x', 'y' }, { pass(1), 2 } end end,\n"
                      "chances = function(s) if s == 1 then return { 3, 1 }, { 5, pass(6) } end end,\n"
                      "payoff = function(s) return { win = s == 5 } end");
    const graph_rules *g = graph_of(game);
    static const uint32_t to[] = {1 * 2 + 1, 2 * 2, 3 * 2, 4 * 2 + 1}, mark[] = {0, 1, 3, 1};
    assert_int_equal(g->graph.edges, 4);
    assert_memory_equal(g->graph.to, to, sizeof to);
    assert_memory_equal(g->graph.mark, mark, sizeof mark);
    alea_game_free(game);
}

static void moves_ascend_whatever_the_order_in_which_a_state_has_them(void **unused)
{
    (void)unused;
    alea_game *game = open_rules(1, "start = function() return 0 end,\n"
                                    "moves = function(s)\n"
                                    "  if s == 0 then return { 'x', 'y', 'z' }, { 1, 2, 3 } end\n"
                                    "  if s == 1 then return { 'z', 'x' }, { 2, 3 } end\n"
                                    "end,\n"
                                    "payoff = function(s) return { score = s } end");
    alea_state state = state_of(game, "1");
    assert_int_equal(alea_game_move_count(game, &state), 2);
    assert_string_equal(alea_game_move_name(game, alea_game_move(game, &state, 0)), "x");
    assert_string_equal(alea_game_move_name(game, alea_game_move(game, &state, 1)), "z");
    alea_error error;
    assert_int_equal(alea_game_apply(game, &state, 2, &error), ALEA_OK);
    assert_int_equal(graph_state_of(&state).node, 2);
    alea_game_free(game);
}

/* ---- errors in rule files ---- */

static void refused(int players, const char *rules, const char *sentence)
{
    alea_game *game;
    alea_error error;
    alea_status status = alea_game_open(write_rules(players, rules), &game, &error);
    if (status == ALEA_OK) fail_msg("opened, but should say \"%s\"", sentence);
    assert_int_equal(status, ALEA_E_RULES);
    assert_says(error, sentence);
    assert_says(error, "mine.lua:");
}

#define START0 "start = function() return 0 end,\n"
#define OVER   "payoff = function() return { win = true } end"

static void functions_that_are_missing_are_named(void **unused)
{
    (void)unused;
    refused(1, "moves = 3", "`start` is missing");
    refused(1, START0 "moves = 3, " OVER, "`moves` must be a function, not 3");
    refused(1, START0 "moves = function() end", "`payoff` is missing");
    refused(1, START0 "move = function() end, " OVER, "no field `move`; did you mean `moves`?");
    refused(1, START0 "moves = function() return { 'a' } end, " OVER,
            "moves(0) does not return the successor states");
    refused(3, START0 "moves = function() end, " OVER, "The family graph supports 1 or 2 players, not 3.");
    refused(2, START0 "turns = true, moves = function() end, " OVER,
            "`turns` is only for games of one player");
}

static void nonsense_is_named_with_the_state(void **unused)
{
    (void)unused;
    refused(1, "start = function() end, moves = function() end, " OVER,
            "start() returned nothing; a state must be");
    refused(1, "start = function() return 1.5 end, moves = function() end, " OVER,
            "start() returned 1.5; a state");
    refused(1, "start = function() return {} end, moves = function() end, " OVER,
            "start() returned a table; a state");
    refused(2, "start = function() return pass(1) end, moves = function() end, " OVER,
            "start() must not pass");
    refused(1, START0 "moves = function() return 'hold' end, " OVER,
            "moves(0) returned \"hold\"; it must return a list of names");
    refused(1, START0 "moves = function() return { 7 } end, apply = function() return 1 end, " OVER,
            "moves(0) returned a list with 7 at place 1");
    refused(1, START0 "moves = function() return { 'a b' } end, apply = function() return 1 end, " OVER,
            "moves(0) returned a list with \"a b\" at place 1");
    refused(1, START0 "moves = function() return { 'a', 'a' } end, apply = function() return 1 end, " OVER,
            "moves(0) names the move \"a\" twice");
    refused(1, START0 "moves = function() return { 'a' }, { 1, 2 } end, " OVER,
            "moves(0) has a list of another length as its second result; it must be a list of 1 states");
    refused(1, START0 "moves = function() return { 'go' } end,\napply = function() return true end, " OVER,
            "mine.lua:5: apply(0, \"go\") returned true; a state must be");
    refused(1, START0 "moves = function() return { 'go' } end, apply = function() return pass() end, " OVER,
            "pass takes one state");
    refused(1, START0 "moves = function(s) return { 'go' } end, apply = function(s) return s.x.y end, " OVER,
            "This was in the call apply(0, \"go\").");
}

static void chances_must_have_whole_weights(void **unused)
{
    (void)unused;
    static const char rules[] = START0 "moves = function() end, apply = function() return 1 end, " OVER
                                       ",\nchances = function(s) if s == 0 then return %s end end";
    static const char *const cases[][2] = {
        {"0", "chances(0) returned 0; it must return the sides of a die"},
        {"{}", "chances(0) returned a table that is empty"},
        {"'six'", "chances(0) returned \"six\"; it must return the sides of a die"},
        {"65537", "chances(0) returned 65537"},
        {"{ 1, 0 }", "chances(0) gives outcome 2 the weight 0; it must be a whole number from 1"},
        {"{ 1, 0.5 }", "gives outcome 2 the weight 0.5"},
        {"{ 4294967295, 1 }", "weights that sum to more than 4,294,967,295"},
        {"{ 4294967296 }", "a whole number from 1 to 4,294,967,295"},
        {"2, { 1 }", "a list of another length as its second result"},
        {"2, 7", "has 7 as its second result; it must be a list of 2 states"},
        {"2, { 1, {} }", "chances(0) for 2 returned a table; a state must be"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        snprintf(text, sizeof text, rules, cases[i][0]);
        refused(1, text, cases[i][1]);
    }
}

static void payoffs_must_be_known_and_alike(void **unused)
{
    (void)unused;
    static const char rules[] =
        START0 "moves = function(s) if s == 0 then return { 'a', 'b' }, { 1, 2 } end end,\n"
               "payoff = function(s) %s end";
    static const struct {
        int players;
        const char *body, *sentence;
    } cases[] = {
        {1, "", "payoff(1) returned nothing. That state has no moves and no chances"},
        {1, "return {}", "payoff(1) has no field; the fields are win and score"},
        {1, "return { money = 3 }",
         "payoff(1) has an unknown field \"money\"; for 1 player the fields are win and score"},
        {2, "return { score = 3 }",
         "payoff(1) has an unknown field \"score\"; for 2 players the fields are win and money"},
        {2, "return { win = 1 }", "payoff(1) has win = 1; it must be true or false"},
        {2, "return { money = 0.5 }", "payoff(1) has money = 0.5; it must be a whole number"},
        {2, "return s == 1 and { win = true } or { win = true, money = 1 }",
         "payoff(2) has a field `money`, but earlier ends do not"},
        {2, "return s == 1 and { win = true, money = 1 } or { win = true }",
         "payoff(2) has no field `money`, but earlier ends do;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        snprintf(text, sizeof text, rules, cases[i].body);
        refused(cases[i].players, text, cases[i].sentence);
    }
}

static void functions_that_remember_are_found_out(void **unused)
{
    (void)unused;
    refused(1,
            "start = (function() n = 0; return function() return 0 end end)(),\n"
            "moves = function(s) if s < 5 then return { 'a' } end end,\n"
            "apply = function(s) n = n + 1; return n end,\n" OVER,
            "returned something else when it was called again");
}

static void games_without_bounds_are_given_up(void **unused)
{
    (void)unused;
    if (is_sanitized()) return; /* five million states take too long */
    refused(1, START0 "moves = function() return { 'on' } end, apply = function(s) return s + 1 end, " OVER,
            "leads to one state too many: a game can have at most 5000000");
}

static void games_without_an_end_are_no_games(void **unused)
{
    (void)unused;
    refused(1, START0 "moves = function() return { 'on' } end, apply = function(s) return 1 - s end, " OVER,
            "The game never ends: each of the 2 states");
}

static void a_game_has_so_many_different_moves_at_most(void **unused)
{
    (void)unused;
    refused(1,
            START0 "moves = function(s) if s < 300 then local t = {} for i = 1, 250 do t[i] = tostring(i + "
                   "250 * s) end\n"
                   "return t end end, apply = function(s) return s + 1 end, " OVER,
            "adds the move \"65536\", which is one too many: a game can have at most 65535 different moves");
    refused(1,
            START0 "moves = function() local t = {} for i = 1, 300 do t[i] = tostring(i) end return t end,\n"
                   "apply = function(s) return s + 1 end, " OVER,
            "moves(0) returned a list of 300");
}

static void what_show_must_not_return(void **unused)
{
    (void)unused;
    refused(1, START0 "show = 3, moves = function() end, " OVER, "`show` must be a function, not 3");
    refused(1, START0 "show = function() return 3 end, moves = function() end, " OVER, "show(0) returned 3;");
    refused(1, START0 "show = function() return 'won' end, moves = function() end, " OVER,
            "show(0) returned \"won\"; it must return names with values");
    refused(1, START0 "show = function() return 'a 1,, b 2' end, moves = function() end, " OVER,
            "it must return names with values");
    refused(1, START0 "show = function() return nil, 'score ' end, moves = function() end, " OVER,
            "show(0) returned \"score \"");
    refused(1,
            START0 "show = function() local t = 'a 1' for i = 1, 6 do t = t .. t end return t end, moves = "
                   "function() end, " OVER,
            "strings of at most 120 bytes");
    refused(1, START0 "show = function() return nil .. 1 end, moves = function() end, " OVER,
            "This was in the call show(0).");
}

static void an_endless_function_is_stopped(void **unused)
{
    (void)unused;
    refused(1, START0 "moves = function() while true do end end, apply = function(s) return s end, " OVER,
            "This was in the call moves(0).");
}

/* ---- failures ---- */

static void every_allocation_may_fail(void **unused)
{
    (void)unused;
    const char *path = write_rules(1, COUNTDOWN ", show = function(s) return 'left ' .. s end");
    alea_status status = ALEA_E_MEMORY;
    long failed = 0;
    for (long k = 0; status != ALEA_OK; k++) {
        alea_game *game = NULL;
        alea_error error;
        alea__fail_allocation_after(k);
        status = alea_game_open(path, &game, &error);
        alea__fail_allocation_after(-1);
        if (status == ALEA_OK) alea_game_free(game);
        failed += status != ALEA_OK;
        assert_that(k, <, 100000);
    }
    assert_that(failed, >, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_that_can_be_reached_is_listed_once),
        cmocka_unit_test(states_may_be_numbers_texts_and_lists),
        cmocka_unit_test(states_are_shown_as_the_file_says),
        cmocka_unit_test(without_show_the_state_is_shown_to_the_player_to_move),
        cmocka_unit_test(what_show_must_not_return),
        cmocka_unit_test(a_list_given_to_a_function_is_its_own),
        cmocka_unit_test(targets_may_stand_beside_moves_and_chances),
        cmocka_unit_test(moves_ascend_whatever_the_order_in_which_a_state_has_them),
        cmocka_unit_test(functions_that_are_missing_are_named),
        cmocka_unit_test(nonsense_is_named_with_the_state),
        cmocka_unit_test(chances_must_have_whole_weights),
        cmocka_unit_test(payoffs_must_be_known_and_alike),
        cmocka_unit_test(functions_that_remember_are_found_out),
        cmocka_unit_test(games_without_bounds_are_given_up),
        cmocka_unit_test(games_without_an_end_are_no_games),
        cmocka_unit_test(a_game_has_so_many_different_moves_at_most),
        cmocka_unit_test(an_endless_function_is_stopped),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
