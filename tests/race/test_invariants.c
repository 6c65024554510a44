/* Internal properties of every game of race: positions, tables and bots, over many parameter sets. tests/conformance has
   the properties that can be seen from outside. */
#include "race/race_test.h"

static const char *const specs[] = {
    "pig",
    "pig(players=3)",
    "pig(players=8,goal=30)",
    "pig(goal=1)",
    "pig(goal=10000,players=2)",
    "pig(dice=2)",
    "pig(dice=3,sides=4,goal=40)",
    "pig(dice=6,goal=60)",
    "pig(sides=2,goal=5)",
    "pig(sides=257)",
    "pig(sides=1000,goal=5000)",
    "piglet",
    "piglet(goal=10,players=8)",
    "two-dice-pig",
    "two-dice-pig(double_one=bust,players=4)",
    "two-dice-pig(forced_doubles=true)",
    "two-dice-pig(forced_doubles=true,double_one=bust,goal=20,players=8)",
    "pig-solitaire",
    "pig-solitaire(turns=0,goal=30)",
    "pig-solitaire(turns=1)",
    "pig-solitaire(turns=10000,goal=20)",
    "pig-pen",
    "pig-pen(over_goal=hold)",
    "pig-pen(players=3,goal=10)",
    "pig-pen(players=4,goal=1000)",
    "pig-pen(players=8,goal=20,over_goal=hold)",
    "pig-pen(players=8)",
    "tests/rules/race-chase-memory.lua(players=1)",
    "tests/rules/race-chase-memory.lua(players=2)",
    "tests/rules/race-chase-memory.lua(players=4)",
    "tests/rules/race-free-roll.lua(players=1)",
    "tests/rules/race-free-roll.lua(players=2)",
    "tests/rules/race-free-roll.lua(players=4)",
    "tests/rules/race-free-roll.lua(players=1,chase=true)",
    "tests/rules/race-free-roll.lua(players=2,chase=true)",
    "tests/rules/race-free-roll.lua(players=4,chase=true)",
    "tests/rules/race-money.lua(players=1)",
    "tests/rules/race-money.lua(players=2)",
    "tests/rules/race-money.lua(players=4)",
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

static void check_position(const alea_game *game, const alea_state *state)
{
    race_state s = look(state);
    assert_that(s.mover, <, alea_game_players(game));
    assert_that(s.turns, <, RACE_LIMIT);
    assert_that(s.rolls, <, RACE_LIMIT);
    assert_int_equal(s.forfeited >> s.mover & 1, 0);
    if (s.leader == RACE_NOBODY) return;
    assert_int_not_equal(s.mover, s.leader);
    for (uint32_t seat = 0; seat < alea_game_players(game); seat++)
        assert_true(s.score[seat] <= s.score[s.leader] && s.score[s.leader] > rules_of(game)->goal);
}

/* One game of players who roll three times in four; now and then one of them fails. */
static void play_at_random(const alea_game *game, uint64_t seed, bool failures)
{
    uint64_t random = seed;
    alea_state state = alea_game_start(game);
    while (!is_over(game, &state)) {
        check_position(game, &state);
        if (alea_game_to_move(game, &state) == ALEA_CHANCE)
            play(game, &state, draw(&random, alea_game_chance_count(game, &state)));
        else if (failures && draw(&random, 40) == 0)
            give_up(game, &state);
        else
            play(game, &state, draw(&random, 4) > 0);
    }
}

static void positions_make_sense(const alea_game *game)
{
    for (uint64_t seed = 1; seed <= 20; seed++) play_at_random(game, seed, seed % 2 == 0);
}

static void in_every_position_the_mover_is_in_the_game_and_the_leader_leads(void **unused)
{
    (void)unused;
    for_every_game(positions_make_sense);
}

static void tables_are_within_bounds(const alea_game *game)
{
    const race_rules *rules = rules_of(game);
    for (uint32_t i = 0; i < rules->memories * rules->outcomes; i++) {
        assert_that(rules->effect[i].kind, <=, RACE_WIPE);
        assert_that(rules->effect[i].memory, <, rules->memories);
    }
    for (uint32_t i = 0; i <= rules->goal; i++)
        assert_true(rules->landing[i] <= RACE_WIPE && rules->pay[i] >= 0);
    assert_int_equal(rules->how.sides, rules->sides);
}

static void the_tables_of_every_game_stay_within_bounds(void **unused)
{
    (void)unused;
    for_every_game(tables_are_within_bounds);
}

static void bots_can_be_asked(const alea_game *game)
{
    static const char *const policies[] = {"hold(20)",    "hold(0)",     "hold-at-total(50)", "turns(4)",
                                           "random(0.5)", "always-roll", "forfeit(3)"};
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        alea__policy *policy = open_policy(game, policies[i]);
        alea_state state;
        bool sampled;
        uint64_t asked = 0;
        alea__stream own;
        alea__stream_start(&own, 1, 0, ALEA__SEAT, 0);
        for (uint64_t index = 0;
             asked < 5000 && game->family->text->sample_state(game->rules, index, &state, &sampled);
             index += 7) {
            alea__memo memo = {{0}};
            assert_int_equal(alea_game_move_count(game, &state), 2);
            check_position(game, &state);
            assert_that(game->family->policy->decide(game->rules, policy, &state, &memo, &own), <=,
                        RACE_ROLL_MOVE);
            asked++;
        }
        assert_that(asked, >, 10);
        game->family->policy->free(policy);
    }
}

static void every_policy_answers_in_every_state_of_the_bot_check(void **unused)
{
    (void)unused;
    for_every_game(bots_can_be_asked);
}

static void the_bot_check_of_pig_asks_every_pair_of_scores_once(void **unused)
{
    (void)unused;
    static bool seen[201][100];
    alea_game *game = open_game("pig");
    alea_state state;
    bool sampled = true;
    memset(seen, 0, sizeof seen);
    for (uint64_t i = 0; game->family->text->sample_state(game->rules, i, &state, &sampled); i++) {
        race_state s = look(&state);
        assert_false(seen[race_total(&s)][s.score[1]]);
        assert_that(s.score[0], <, 100);
        seen[race_total(&s)][s.score[1]] = true;
    }
    assert_false(sampled);
    for (int total = 0; total <= 200; total++)
        for (int other = 0; other < 100; other++) assert_true(seen[total][other]);
    alea_game_free(game);
}

static void the_bot_check_of_pig_pen_asks_in_the_chase_too(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen"), *three = open_game("pig-pen(players=3)");
    alea_state state;
    bool sampled;
    uint64_t chases = 0, asked = 0;
    for (; game->family->text->sample_state(game->rules, asked, &state, &sampled); asked++) {
        race_state s = look(&state);
        chases += s.leader == 1;
        assert_int_equal(s.leader == 1, s.score[1] > 100);
        assert_int_not_equal(race_total(&s), 100);
        assert_int_not_equal(s.score[1], 100);
    }
    assert_int_equal(asked, 201 * 201);
    assert_int_equal(chases, 201 * 101);
    assert_true(three->family->text->sample_state(three->rules, 0, &state, &sampled));
    assert_true(sampled);
    alea_game_free(three);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_every_position_the_mover_is_in_the_game_and_the_leader_leads),
        cmocka_unit_test(the_tables_of_every_game_stay_within_bounds),
        cmocka_unit_test(every_policy_answers_in_every_state_of_the_bot_check),
        cmocka_unit_test(the_bot_check_of_pig_asks_every_pair_of_scores_once),
        cmocka_unit_test(the_bot_check_of_pig_pen_asks_in_the_chase_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
