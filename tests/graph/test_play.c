/* Properties of every game of the family graph: many of them, played at random. */
#include "graph/graph_test.h"

#include <math.h>

static const char *const specs[] = {
    "coin-pig",
    "coin-pig(goal=7,heads=3,tails=2)",
    "red-and-black",
    "red-and-black(goal=16,fortune=5,win=1,lose=2)",
    "tests/rules/pig-graph.lua(goal=12)",
    "tests/rules/two-dice-pig-graph.lua(goal=10)",
    "tests/rules/chase-graph.lua(goal=10)",
    "tests/rules/solitaire-graph.lua(goal=15)",
    "tests/rules/solitaire-graph.lua(goal=15,turns=4)",
    "tests/rules/mixed-dice.lua",
};

typedef void property(const alea_game *);

static void for_every_game(property *holds)
{
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_game *game = open_game(specs[i]);
        holds(game);
        alea_game_free(game);
    }
}

/* Knuth's linear congruential generator (MMIX): any will do. */
static uint32_t draw(uint64_t *random, uint32_t count)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*random >> 33) % count);
}

static void play(const alea_game *game, alea_state *state, uint32_t action)
{
    OK(alea_game_apply(game, state, action, &test_error));
}

static void check_chance(const alea_game *game, const alea_state *state)
{
    uint32_t count = alea_game_chance_count(game, state), faces[16];
    uint64_t sum = 0;
    alea_error error;
    alea_state next = *state;
    for (uint32_t i = 0; i < count; i++) sum += alea_game_chance_weight(game, state, i);
    assert_that(count, >=, 2);
    assert_int_equal(sum, alea_game_chance_denominator(game, state));
    assert_int_equal(alea_game_chance_faces(game, state, count - 1, faces), 1);
    assert_int_equal(faces[0], count); /* one die, whose last face is its number of sides */
    assert_int_equal(alea_game_move_count(game, state), 0);
    assert_int_equal(alea_game_apply(game, &next, count, &error), ALEA_E_STATE);
}

static void check_moves(const alea_game *game, const alea_state *state)
{
    unsigned count = alea_game_move_count(game, state);
    assert_that(count, >, 0);
    assert_int_equal(alea_game_chance_count(game, state), 0);
    for (unsigned i = 0; i < count; i++) {
        alea_state next = *state;
        if (i > 0) assert_that(alea_game_move(game, state, i), >, alea_game_move(game, state, i - 1));
        assert_that(strlen(alea_game_move_name(game, alea_game_move(game, state, i))), >, 0);
        play(game, &next, alea_game_move(game, state, i));
        assert_memory_not_equal(&next, state, sizeof next);
    }
}

static void check_end(const alea_game *game, const alea_state *state, bool failed)
{
    alea_outcome o;
    alea_error error;
    alea_state again = *state;
    assert_int_equal(alea_game_outcome(game, state, &o, &error), ALEA_OK);
    int64_t sum = 0;
    for (unsigned seat = 0; seat < alea_game_players(game); seat++) sum += o.money[seat];
    assert_int_equal(sum, 0);
    assert_that(o.turns, >=, 1);
    assert_that(o.turns, <=, GRAPH_LIMIT);
    if (o.unfinished) assert_int_equal(o.winner, -1);
    if (alea_game_players(game) == 2 && alea_game_has_objective(game, ALEA_WIN))
        assert_true(o.winner >= 0 || o.unfinished);
    if (!failed && alea_game_players(game) == 1) assert_that(o.winner, <=, 0);
    assert_int_equal(alea_game_apply(game, &again, 0, &error), ALEA_E_STATE);
}

static void play_at_random(const alea_game *game, uint64_t seed, bool failures)
{
    uint64_t random = seed;
    bool failed = false;
    alea_state state = alea_game_start(game);
    for (int mover, step = 0; (mover = alea_game_to_move(game, &state)) != ALEA_OVER; step++) {
        if (mover == ALEA_CHANCE) {
            if (step < 30) check_chance(game, &state);
            play(game, &state, draw(&random, alea_game_chance_count(game, &state)));
        } else if (failures && draw(&random, 20) == 0) {
            game->family->play->forfeit(game->rules, &state);
            failed = true;
        } else {
            assert_in_range(mover, 0, alea_game_players(game) - 1);
            if (step < 30) check_moves(game, &state);
            play(game, &state,
                 alea_game_move(game, &state, draw(&random, alea_game_move_count(game, &state))));
        }
    }
    assert_int_equal(alea_game_to_move(game, &state), ALEA_OVER);
    check_end(game, &state, failed);
}

static void games_end(const alea_game *game)
{
    for (uint64_t seed = 0; seed < 60; seed++) play_at_random(game, seed, seed % 3 == 0);
}

static void every_game_of_random_players_ends_and_money_sums_to_zero(void **unused)
{
    (void)unused;
    for_every_game(games_end);
}

static void every_decision_is_asked(const alea_game *game)
{
    alea_state state;
    bool sampled = true;
    uint64_t asked = 0;
    alea_bot *bot = open_bot(game, "first");
    for (; game->family->text->sample_state(game->rules, asked, &state, &sampled); asked++) {
        uint32_t move;
        alea_error error;
        assert_int_equal(alea_game_to_move(game, &state), 0);
        assert_int_equal(alea_bot_ask(bot, &state, &move, &error), ALEA_OK);
        assert_int_equal(move, alea_game_move(game, &state, 0));
    }
    assert_false(sampled);
    assert_int_equal(asked, graph_of(game)->graph.decisions);
    alea_bot_free(bot);
}

static void the_bot_check_asks_in_every_decision_once(void **unused)
{
    (void)unused;
    for_every_game(every_decision_is_asked);
}

/* ---- limits and forfeits ---- */

static void a_game_of_ten_thousand_turns_is_unfinished(void **unused)
{
    (void)unused;
    alea_game *game =
        open_rules(2, "start = function() return 0 end,\n"
                      "moves = function(s) if s == 0 then return { 'pass', 'end' }, { pass(0), 1 } end end,\n"
                      "payoff = function() return { win = true } end");
    alea_state state = alea_game_start(game);
    for (int turn = 0; turn < 9999; turn++) {
        assert_int_equal(alea_game_to_move(game, &state), turn % 2);
        play(game, &state, 0);
    }
    assert_int_equal(alea_game_to_move(game, &state), 1);
    play(game, &state, 0);
    alea_outcome o;
    alea_error error;
    assert_int_equal(alea_game_outcome(game, &state, &o, &error), ALEA_OK);
    assert_true(o.unfinished);
    assert_int_equal(o.winner, -1);
    assert_int_equal(o.turns, 10000);
    alea_game_free(game);
}

static void ten_thousand_steps_in_a_turn_are_all_there_are(void **unused)
{
    (void)unused;
    alea_game *game =
        open_rules(1, "start = function() return 0 end,\n"
                      "moves = function(s) if s == 0 then return { 'stay', 'end' }, { 0, 1 } end end,\n"
                      "payoff = function() return { win = true } end");
    alea_state state = alea_game_start(game);
    for (int step = 0; step < 10000; step++) {
        assert_int_equal(alea_game_to_move(game, &state), 0);
        play(game, &state, 0);
    }
    assert_int_equal(alea_game_to_move(game, &state), ALEA_OVER);
    alea_game_free(game);
}

static void who_forfeits_loses_and_pays_the_most_that_can_be_paid(void **unused)
{
    (void)unused;
    alea_game *game = open_game("tests/rules/mixed-dice.lua");
    alea_state state = alea_game_start(game);
    alea_outcome o;
    alea_error error;
    play(game, &state, 1); /* the coin passes */
    assert_int_equal(alea_game_to_move(game, &state), 1);
    game->family->play->forfeit(game->rules, &state);
    assert_int_equal(alea_game_outcome(game, &state, &o, &error), ALEA_OK);
    assert_int_equal(o.winner, 0);
    assert_int_equal(o.money[0], 6);
    assert_int_equal(o.money[1], -6);
    assert_false(o.unfinished);
    alea_game_free(game);
}

static void the_winner_is_told_from_the_seat_at_the_end(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig(goal=1)");
    alea_state state = alea_game_start(game);
    alea_outcome o;
    alea_error error;
    play(game, &state, alea_game_move(game, &state, 0));
    play(game, &state, 1); /* tails */
    assert_int_equal(alea_game_to_move(game, &state), 1);
    play(game, &state, alea_game_move(game, &state, 0));
    play(game, &state, 0); /* heads */
    assert_int_equal(alea_game_outcome(game, &state, &o, &error), ALEA_OK);
    assert_int_equal(o.winner, 1);
    assert_int_equal(o.turns, 2);
    alea_game_free(game);
}

/* ---- bots ---- */

static uint32_t answer_of(const alea_game *game, const char *state_text, alea_error *error)
{
    uint32_t move = UINT32_MAX;
    alea_bot *bot = open_bot(game, "bot.lua");
    alea_state state = state_of(game, state_text);
    alea_status status = alea_bot_ask(bot, &state, &move, error);
    assert_int_equal(status == ALEA_OK, move != UINT32_MAX);
    alea_bot_free(bot);
    return move;
}

static void a_lua_bot_sees_the_state_and_the_moves_and_answers_by_name(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    alea_error error;
    write_file("bot.lua", "return function(view)\n"
                          "  assert(#view.state == 3 and view.seat == 0 and view.players == 2)\n"
                          "  return view.state[3] == 1 and view.moves[#view.moves] or view.moves[1] end");
    uint32_t flip = answer_of(game, "0,0,0", &error), other = answer_of(game, "0,0,1", &error);
    assert_string_equal(alea_game_move_name(game, flip), "flip");
    assert_string_equal(alea_game_move_name(game, other), "hold");
    write_file("bot.lua", "return function(view) return 'fold' end");
    assert_int_equal(answer_of(game, "0,0,1", &error), UINT32_MAX);
    assert_says(error, "decide returned \"fold\"; it must return one of view.moves: \"flip\", \"hold\".");
    write_file("bot.lua", "return function(view) return 1 end");
    assert_int_equal(answer_of(game, "0,0,1", &error), UINT32_MAX);
    assert_says(error, "decide returned a number; it must return one of view.moves");
    alea_game_free(game);
}

static void there_is_no_way_for_webassembly_and_none_for_blocks(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    alea_bot *bots[] = {open_bot(game, "random"), open_bot(game, "first")};
    alea_run_options options = {.games = 10, .path = ALEA_PATH_BLOCK};
    alea_run_result *result;
    alea_error error;
    assert_int_equal(alea_run_match(game, bots, 2, &options, &result, &error), ALEA_E_REFUSED);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
    alea_game_free(game);
}

static void unknown_policies_get_the_nearest(void **unused)
{
    (void)unused;
    alea_game *game = open_game("coin-pig");
    alea_bot *bot;
    alea_error error;
    assert_int_equal(alea_bot_open(game, "randon", NULL, &bot, &error), ALEA_E_UNKNOWN);
    assert_says(error, "did you mean \"random\"?");
    assert_int_equal(alea_bot_open(game, "first(2)", NULL, &bot, &error), ALEA_E_SPEC);
    assert_int_equal(alea_bot_open(game, "optimal(for=money)", NULL, &bot, &error), ALEA_E_USAGE);
    assert_int_equal(alea_bot_open(game, "optimal(by=win)", NULL, &bot, &error), ALEA_E_SPEC);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_of_random_players_ends_and_money_sums_to_zero),
        cmocka_unit_test(the_bot_check_asks_in_every_decision_once),
        cmocka_unit_test(a_game_of_ten_thousand_turns_is_unfinished),
        cmocka_unit_test(ten_thousand_steps_in_a_turn_are_all_there_are),
        cmocka_unit_test(who_forfeits_loses_and_pays_the_most_that_can_be_paid),
        cmocka_unit_test(the_winner_is_told_from_the_seat_at_the_end),
        cmocka_unit_test(a_lua_bot_sees_the_state_and_the_moves_and_answers_by_name),
        cmocka_unit_test(there_is_no_way_for_webassembly_and_none_for_blocks),
        cmocka_unit_test(unknown_policies_get_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
