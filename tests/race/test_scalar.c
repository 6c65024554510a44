/* The scalar simulator plays the games of the plain referee, to the game: the ends of turns that it looks up, and turns roll
   by roll, whatever the dice, the rules and the policies. */
#include "base/random.h"
#include "race_test.h"

enum { SCALAR = 1 };

/* Plays one game by the rules: a question for each decision, one die at a time. */
static void play_by_referee(const alea__policy_match *match, uint64_t number, alea__tally *tally)
{
    const race_rules *rules = race_rules_of(match->rules);
    race_memo memo[RACE_SEATS] = {{0}};
    alea__stream own[RACE_SEATS];
    alea__dice_stream dice;
    race_state s;
    for (uint32_t seat = 0; seat < rules->players; seat++)
        alea__stream_start(&own[seat], match->seed, 0, ALEA__SEAT + seat, number);
    alea__dice_start(&dice, match->seed, 0, number);
    race_start(rules, &s);
    while (s.phase != RACE_FINISHED) {
        if (s.phase == RACE_ROLL) {
            race_roll(rules, &s, alea__roll_dice(&dice, &rules->how, rules->dice));
            continue;
        }
        const uint32_t bot = alea__bot_in_seat(match->rotate, rules->players, number, s.mover);
        const race_answer answer =
            race_decide(rules, race_policy_of(match->policy[bot]), &s, &memo[s.mover], &own[s.mover]);
        race_choose(rules, &s, answer == RACE_ANSWER_ROLL ? RACE_ROLL_MOVE : RACE_HOLD_MOVE);
    }
    race_count(rules, &s, number, match->rotate, tally);
}

static alea__policy *policy_of(const alea_game *game, const char *text)
{
    alea__policy *policy = NULL;
    alea__spec spec;
    OK(alea__spec_parse(text, &spec, &test_error));
    OK(game->family->policy->open(game->rules, &spec, &policy, &test_error));
    alea__spec_free(&spec);
    return policy;
}

/* The tally of a match, one by one and by the referee. */
static void compare(const char *game_spec, const char *const *names, unsigned players, uint64_t games)
{
    const uint64_t first = UINT64_C(0x2FFFFFFF0);
    alea_game *game = open_game_for(game_spec, players);
    alea__policy_match match = {
        .rules = game->rules, .seed = UINT64_C(0x7654321089), .rotate = players > 1, .most_lanes = SCALAR};
    alea__policy *policy[ALEA_MAX_SEATS];
    alea__tally want = {0}, got = {0};
    for (unsigned i = 0; i < players; i++) match.policy[i] = policy[i] = policy_of(game, names[i]);
    for (uint64_t number = first; number < first + games; number++) play_by_referee(&match, number, &want);
    game->family->simulation->simulate(&match, first, games, &got);
    assert_int_equal(got.games, games);
    if (memcmp(&got, &want, sizeof want) != 0)
        fail_msg("%s, %s: %llu turns, and %llu by the referee", game_spec, names[0],
                 (unsigned long long)got.turns, (unsigned long long)want.turns);
    for (unsigned i = 0; i < players; i++) game->family->policy->free(policy[i]);
    alea_game_free(game);
}

/* Each policy against the one that follows it in the list. */
static void compare_all(const char *game, uint64_t games)
{
    const char *const policies[] = {"hold(20)",    "random(0.8)", "turns(4)",     "hold-at-total(50)",
                                    "always-roll", "hold(0)",     "random(0.97)", "hold-at-total(1000)",
                                    "turns(30)",   "bank(9)",     "hold(100)"};
    const size_t count = sizeof policies / sizeof *policies;
    for (size_t i = 0; i < count; i++)
        compare(game, (const char *const[]){policies[i], policies[(i + 1) % count]}, 2, games);
}

static void turns_end_as_the_referee_has_them(void **unused)
{
    (void)unused;
    const char *const games[] = {"pig",
                                 "pig(goal=300)",
                                 "pig(goal=1)",
                                 "pig(sides=2)",
                                 "pig(sides=3,goal=30)",
                                 "pig(sides=4)",
                                 "pig(sides=20)",
                                 "pig(sides=31)",
                                 "pig(sides=40)",
                                 "pig(sides=200)",
                                 "piglet",
                                 "pig(sides=6,goal=128)",
                                 "pig-pen",
                                 "pig-pen(goal=300)",
                                 "pig-pen(over_goal=hold)",
                                 "two-dice-pig",
                                 "pig(dice=2)",
                                 "pig(dice=3)",
                                 "pig(dice=2,sides=4)"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) compare_all(games[g], 200);
}

static void plans_play_as_the_referee_has_them(void **unused)
{
    (void)unused;
    const char *const games[] = {"pig", "pig(goal=150)", "pig(sides=4)", "two-dice-pig(goal=60)",
                                 "pig-pen(goal=30)"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        compare(games[g], (const char *const[]){"optimal", "hold(20)"}, 2, 3000);
        compare(games[g], (const char *const[]){"optimal", "optimal"}, 2, 3000);
    }
}

static void any_number_of_players_has_turns(void **unused)
{
    (void)unused;
    const char *const names[] = {"hold(20)", "turns(4)",    "random(0.7)", "hold-at-total(40)",
                                 "hold(10)", "always-roll", "hold(25)",    "random(0.9)"};
    for (unsigned players = 3; players <= RACE_SEATS; players++) {
        compare("pig", names, players, 300);
        compare("pig-pen", names, players, 300);
    }
    compare("pig-solitaire", (const char *const[]){"hold(20)"}, 1, 300);
    compare("pig-solitaire", (const char *const[]){"random(0.8)"}, 1, 300);
}

/* A turn that nothing else ends is ended by the limit on its rolls, and a game without progress by that on its turns. */
static void limits_end_games_as_the_referee_has_them(void **unused)
{
    (void)unused;
    const char *const always[] = {"always-roll", "random(1)"}, *const mixed[] = {"hold(7)", "always-roll"};
    write_rules(
        "dice=1, sides=6, goal=50, first_roll='forced', ending='bank', roll=function(a) return add(a) end");
    compare("mine.lua", always, 2, 3);
    compare("mine.lua", mixed, 2, 50);
    compare("mine.lua", (const char *const[]){"hold-at-total(60000)", "random(0.9999)"}, 2, 20);
    write_rules(
        "dice=1, sides=20, goal=5000, first_roll='forced', ending='bank', roll=function(a) if a==1 then "
        "return bust() end return add(a % 9 + 1) end");
    compare("mine.lua", always, 2, 2);
    compare("mine.lua", mixed, 2, 10);
    write_rules("dice=1, sides=6, goal=50, first_roll='free', ending='bank', roll=function(a) if a==1 then "
                "return bust() end return add(a) end");
    compare("mine.lua", (const char *const[]){"turns(3)", "hold(9)"}, 2, 200);
    compare("mine.lua", (const char *const[]){"random(0.5)", "hold(9)"}, 2, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_end_as_the_referee_has_them),
        cmocka_unit_test(plans_play_as_the_referee_has_them),
        cmocka_unit_test(any_number_of_players_has_turns),
        cmocka_unit_test(limits_end_games_as_the_referee_has_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
