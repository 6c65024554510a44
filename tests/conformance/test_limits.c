/* Games end: at 10,000 turns, and at 10,000 rolls in one turn, by players who do not want them to end. */
#include "conformance/conformance.h"

#include <alea/run.h>

/* How a game that was not to end has ended. */
typedef struct ending {
    alea_outcome outcome;
    uint32_t rolls, steps; /* in the last turn: rolls alone, and rolls and moves */
} ending;

enum { TRIED = 40 };

typedef enum wish { STAY_IN_THE_TURN, END_TURNS } wish;

/* Whether the game is over without reaching a limit, which these players try to reach. */
static bool has_ended(const alea_game *game, const alea_state *state)
{
    alea_outcome outcome;
    return alea_game_outcome(game, state, &outcome, NULL) == ALEA_OK && !outcome.unfinished;
}

/* The first move or outcome after which the game continues and the wish is fulfilled; else one after which it continues.
   Among many, only the first and the last are tried. */
static uint32_t choose_for(const alea_game *game, const alea_state *state, wish wanted)
{
    const uint32_t count = option_count(game, state), turns = alea_game_turns(game, state);
    uint32_t harmless = UINT32_MAX;
    for (uint32_t i = 0; i < count; i = i == TRIED && count > 2 * TRIED ? count - TRIED : i + 1) {
        const uint32_t what = option(game, state, i);
        alea_state next = *state;
        apply(game, &next, what);
        if (has_ended(game, &next)) continue;
        const bool stays = alea_game_turns(game, &next) == turns;
        if (stays == (wanted == STAY_IN_THE_TURN)) return what;
        if (harmless == UINT32_MAX) harmless = what;
    }
    return harmless == UINT32_MAX ? option(game, state, 0) : harmless;
}

static ending play_on(const alea_game *game, wish wanted)
{
    ending e = {0};
    alea_error error;
    uint32_t turns = 0;
    alea_state state = alea_game_start(game);
    conformance_at.state = &state;
    for (conformance_at.step = 0; alea_game_to_move(game, &state) != ALEA_OVER; conformance_at.step++) {
        const bool rolls = alea_game_to_move(game, &state) == ALEA_CHANCE;
        if (alea_game_turns(game, &state) != turns) e.rolls = e.steps = 0;
        turns = alea_game_turns(game, &state);
        apply(game, &state, choose_for(game, &state, wanted));
        e.rolls += rolls;
        e.steps++;
        must(turns < LIMIT && e.rolls <= LIMIT);
    }
    check_outcome(game, &state, false);
    must(alea_game_outcome(game, &state, &e.outcome, &error) == ALEA_OK);
    conformance_at.state = NULL;
    return e;
}

/* A game is cut where it reaches a limit, and only there. A graph also counts the moves of a turn. */
static void ends_within_the_limits(const alea_game *game)
{
    const char *family = alea_game_family(game);
    const bool graph = strcmp(family, "graph") == 0 || strcmp(family, "tabletop") == 0;
    for (wish wanted = STAY_IN_THE_TURN; wanted <= END_TURNS; wanted++) {
        const ending e = play_on(game, wanted);
        const bool reached = e.outcome.turns == LIMIT || (graph ? e.steps : e.rolls) == LIMIT;
        if (e.outcome.unfinished) must(reached);
    }
}

static void every_game_ends_within_the_limits(void **unused)
{
    (void)unused;
    for_every_game(ends_within_the_limits);
}

/* A coin that never lands: in the graph no end can be reached by heads alone. */
static const char endless_rules[] =
    "return { name = 'endless', family = 'graph', title = 'Endless', text = 'Heads for ever.',\n"
    "params = { { 'players', default = 1, min = 1, max = 1 } },\n"
    "rules = function() return {\n"
    "start = function() return 0 end, moves = function() end,\n"
    "chances = function(s) if s == 0 then return 2, { 0, 1 } end end,\n"
    "payoff = function() return { win = true } end } end }\n";

static void who_never_ends_a_turn_is_cut_after_10000_rolls(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"pig",
                                        "pig(players=8,goal=30)",
                                        "pig(dice=2)",
                                        "pig-pen",
                                        "pig-pen(players=8)",
                                        "pig-solitaire",
                                        "pig-solitaire(turns=0)",
                                        "piglet",
                                        "two-dice-pig",
                                        "two-dice-pig(forced_doubles=true)",
                                        "endless.lua"};
    write_file("endless.lua", endless_rules);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_game *game = open_game(specs[i]);
        conformance_at.game = game;
        const ending e = play_on(game, STAY_IN_THE_TURN);
        must(e.outcome.unfinished && e.outcome.winner == -1 && e.rolls == LIMIT);
        alea_game_free(game);
    }
}

static void moves_of_a_graph_count_as_rolls(void **unused)
{
    (void)unused;
    alea_game *game = open_game("red-and-black");
    conformance_at.game = game;
    const ending e = play_on(game, STAY_IN_THE_TURN);
    must(e.outcome.unfinished && e.outcome.turns == 0 && e.steps == LIMIT && e.rolls == LIMIT / 2);
    alea_game_free(game);
}

static void who_gets_nowhere_is_cut_after_10000_turns(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"pig",
                                        "pig(players=8,goal=30)",
                                        "pig-pen",
                                        "pig-pen(players=3,over_goal=hold)",
                                        "pig-solitaire(turns=0)",
                                        "piglet",
                                        "two-dice-pig",
                                        "coin-pig",
                                        "tests/rules/pig-graph.lua(goal=20)",
                                        "tests/rules/two-dice-pig-graph.lua",
                                        "tests/rules/chase-graph.lua",
                                        "tests/rules/solitaire-graph.lua",
                                        "tests/rules/race-free-roll.lua(players=1)"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_game *game = open_game(specs[i]);
        conformance_at.game = game;
        const ending e = play_on(game, END_TURNS);
        must(e.outcome.unfinished && e.outcome.winner == -1 && e.outcome.turns == LIMIT);
        alea_game_free(game);
    }
}

/* The last of 10,000 turns that the rules give is no turn too many. */
static void a_limit_of_the_rules_own_is_an_end(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        uint32_t turns;
    } games[] = {{"pig-solitaire", 10}, {"pig-solitaire(turns=1)", 1}, {"pig-solitaire(turns=10000)", 10000}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        alea_game *game = open_game(games[i].spec);
        alea_outcome outcome;
        alea_state state = alea_game_start(game);
        conformance_at.game = game;
        while (alea_game_to_move(game, &state) == ALEA_CHANCE) apply(game, &state, 0); /* a 1 ends the turn */
        must(alea_game_outcome(game, &state, &outcome, NULL) == ALEA_OK);
        must(!outcome.unfinished && outcome.winner == -1 && outcome.turns == games[i].turns);
        alea_game_free(game);
    }
}

/* A bot that never holds busts again and again. */
static void games_of_always_roll_are_unfinished(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"pig", "pig-pen", "two-dice-pig"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_game *game = open_game(specs[i]);
        alea_bot *bots[] = {open_bot(game, "always-roll"), open_bot(game, "always-roll")};
        alea_run_result *result;
        const alea_run_options options = {.games = 5, .seed = 1};
        OK(alea_run_match(game, bots, 2, &options, &result, &test_error));
        assert_int_equal(result->unfinished, 5);
        alea_run_result_free(result);
        alea_bot_free(bots[0]);
        alea_bot_free(bots[1]);
        alea_game_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_game_ends_within_the_limits, open_every_game, close_every_game),
        cmocka_unit_test(who_never_ends_a_turn_is_cut_after_10000_rolls),
        cmocka_unit_test(moves_of_a_graph_count_as_rolls),
        cmocka_unit_test(who_gets_nowhere_is_cut_after_10000_turns),
        cmocka_unit_test(a_limit_of_the_rules_own_is_an_end),
        cmocka_unit_test(games_of_always_roll_are_unfinished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
