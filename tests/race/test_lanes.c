/* Vector lanes play the same games as the referee, to the game: whatever the rules, the policies, the players, where the
   games start and how wide the lanes are. */
#include "race_test.h"

enum { SCALAR = 1, V128 = 16, AVX2 = 32, WIDEST = 0 };

/* A CSV table whose thresholds depend on both scores; `lowest` is the least turn total at which it holds. */
static const char *table_file(uint32_t goal, bool chase, uint32_t lowest)
{
    static char path[64];
    snprintf(path, sizeof path, "t%u-%d-%u.csv", goal, chase, lowest);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "own,other,hold_at\n");
    uint32_t scores = chase ? goal + 1 : goal;
    for (uint32_t own = 0; own < scores; own++)
        for (uint32_t other = 0; other < scores; other++)
            fprintf(file, "%u,%u,%u\n", own, other, lowest + (own * 7 + other * 3) % 11);
    assert_int_equal(fclose(file), 0);
    return path;
}

static alea__policy *policy_of(const alea_game *game, const char *text)
{
    alea__policy *policy = NULL;
    alea_error error;
    alea__spec spec;
    unsigned lowest;
    if (sscanf(text, "table:%u", &lowest) == 1) {
        const race_rules *rules = rules_of(game);
        const char *path = table_file(rules->goal, rules->ending == RACE_CHASE, lowest);
        static char csv[1 << 20];
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        size_t size = fread(csv, 1, sizeof csv - 1, file);
        fclose(file);
        csv[size] = 0;
        if (game->family->csv->open(game->rules, &(alea__csv_text){path, csv, size}, &policy, &error) !=
            ALEA_OK)
            fail_msg("%s", error.message);
        return policy;
    }
    assert_int_equal(alea__spec_parse(text, &spec, &error), ALEA_OK);
    if (game->family->policy->open(game->rules, &spec, &policy, &error) != ALEA_OK)
        fail_msg("%s", error.message);
    alea__spec_free(&spec);
    return policy;
}

/* The tally of every width is that of one game at a time, with seats fixed and rotated. */
static void agree_among(const char *game_spec, const char *const *names, unsigned players, uint64_t first,
                        uint64_t games)
{
    alea_game *game = open_game_for(game_spec, players);
    alea__policy_match match = {.rules = game->rules, .seed = first ^ UINT64_C(0x123456789ABCDEF)};
    alea__policy *policy[ALEA_MAX_SEATS];
    char line[200] = "";
    assert_int_equal(game->players, players);
    for (unsigned i = 0; i < players; i++) {
        match.policy[i] = policy[i] = policy_of(game, names[i]);
        snprintf(line + strlen(line), sizeof line - strlen(line), " %s", names[i]);
    }
    assert_true(game->family->simulation->can_simulate(&match));
    for (int rotate = 0; rotate < 2; rotate++) {
        alea__tally want = {0};
        match.rotate = rotate;
        match.most_lanes = SCALAR;
        game->family->simulation->simulate(&match, first, games, &want);
        assert_int_equal(want.games, games);
        const unsigned widths[] = {V128, AVX2, WIDEST};
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            alea__tally got = {0};
            match.most_lanes = widths[w];
            game->family->simulation->simulate(&match, first, games, &got);
            if (memcmp(&got, &want, sizeof want) != 0)
                fail_msg("%s:%s from game %llu, rotate %d, at most %u lanes: another tally than one by one",
                         game_spec, line, (unsigned long long)first, rotate, widths[w]);
        }
    }
    for (unsigned i = 0; i < players; i++) game->family->policy->free(policy[i]);
    alea_game_free(game);
}

static void agree(const char *game_spec, const char *a, const char *b, uint64_t first, uint64_t games)
{
    agree_among(game_spec, (const char *const[]){a, b}, 2, first, games);
}

static const char *const policies[] = {"hold(20)",          "hold(25)",
                                       "hold(0)",           "hold(1)",
                                       "hold(1000)",        "table:20",
                                       "table:4",           "table:0",
                                       "hold-at-total(50)", "hold-at-total(100)",
                                       "random(0.8)",       "turns(4)",
                                       "always-roll",       "bank(9)"};
enum { POLICIES = sizeof policies / sizeof *policies };

static void every_pair(const char *game, uint64_t games)
{
    for (int a = 0; a < POLICIES; a++)
        for (int b = 0; b < POLICIES; b++) {
            bool endless = strcmp(policies[a], "always-roll") == 0 && strcmp(policies[b], "always-roll") == 0;
            agree(game, policies[a], policies[b], 3, endless ? 2 : games);
        }
}

static void lanes_play_pig_as_the_referee_does(void **unused)
{
    (void)unused;
    every_pair("pig", 700);
    agree("pig", "keep-pace", "hold(20)", 1, 50000);
    agree("pig", "hold(20)", "hold(25)", 0, 200000);
}

static void lanes_play_pig_pen_as_the_referee_does(void **unused)
{
    (void)unused;
    every_pair("pig-pen", 500);
    every_pair("pig-pen(over_goal=hold)", 300);
    agree("pig-pen", "hold(20)", "hold(25)", 0, 200000);
    agree("pig-pen(over_goal=hold)", "hold(30)", "table:17", 0, 100000);
}

static void lanes_play_two_dice_pig_as_the_referee_does(void **unused)
{
    (void)unused;
    every_pair("two-dice-pig", 500);
    every_pair("two-dice-pig(forced_doubles=true,double_one=bust)", 300);
}

static void lanes_play_other_dice_and_goals_as_the_referee_does(void **unused)
{
    (void)unused;
    const char *const games[] = {
        "piglet",           "pig(sides=4)",         "pig(sides=8)",          "pig(sides=10)",
        "pig(sides=20)",    "pig(sides=6,goal=10)", "pig(sides=6,goal=121)", "pig(goal=127)",
        "pig(goal=128)",    "pig(goal=300)",        "pig(sides=30)",         "pig(sides=64)",
        "pig-pen(goal=10)", "pig-pen(goal=127)",    "pig-pen(goal=200)",     "two-dice-pig(goal=30)"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        agree(games[g], "hold(20)", "hold(9)", 5, 3000);
        agree(games[g], "table:5", "hold(12)", 5, 3000);
        agree(games[g], "hold-at-total(9)", "table:1", 5, 3000);
    }
}

static void lanes_number_games_beyond_32_bits(void **unused)
{
    (void)unused;
    agree("pig", "hold(20)", "hold(25)", UINT64_C(0xFFFFFF00), 1000);
    agree("pig", "table:20", "hold(25)", UINT64_C(0x7FFFFFFFFFFFFF00), 1000);
    agree("pig-pen", "hold(20)", "hold(25)", UINT64_C(0x1FFFFFFFF), 1000);
}

static void lanes_play_any_number_of_games(void **unused)
{
    (void)unused;
    for (uint64_t games = 0; games < 200; games += 13) agree("pig", "hold(20)", "hold(25)", games, games);
}

/* Money is paid, a wipe by landing, a bust by landing, large rolls: what lanes must take or must leave alone. */
static void lanes_take_or_leave_any_rules(void **unused)
{
    (void)unused;
    const char *const rules[] = {
        "dice=1, sides=6, goal=50, first_roll='forced', ending='bank', roll=function(a) if a==1 then return "
        "bust() end "
        "return add(a) end, payoff={money={per_point=function(s) return s//10 end}}",
        "dice=1, sides=6, goal=50, first_roll='forced', ending='bank', roll=function(a) if a==1 then return "
        "bust() end "
        "return add(a) end, landing=function(s) if s==30 then return wipe() end end",
        "dice=1, sides=6, goal=50, first_roll='forced', ending='bank', roll=function(a) if a==1 then return "
        "bust() end "
        "return add(a) end, landing=function(s) if s==30 then return bust() end end",
        "dice=1, sides=6, goal=50, first_roll='forced', ending='chase', roll=function(a) if a==1 then return "
        "bust() end "
        "return add(a) end, landing=function(s) if s%7==3 then return wipe() end end",
        "dice=1, sides=6, goal=100, first_roll='forced', ending='bank', roll=function(a) if a==1 then return "
        "bust() end "
        "return add(40*a) end",
        "dice=1, sides=6, goal=100, first_roll='forced', ending='bank', roll=function(a) if a==1 then return "
        "bust() end "
        "return add(5*a) end",
        "dice=2, sides=6, goal=60, first_roll='forced', ending='chase', roll=function(a,b,m) if a+b==7 then "
        "return bust() end "
        "return add(a+b,{forced=a==b, memory=a==b and math.min(m+1,5) or 0}) end",
        "dice=2, sides=6, goal=60, first_roll='forced', ending='chase', roll=function(a,b,m) if a+b==7 then "
        "return bust() end "
        "return add(a+b+m,{forced=a==b, memory=a==b and math.min(m+1,3) or 0}) end",
        "dice=3, sides=4, goal=60, first_roll='forced', ending='bank', roll=function(a,b,c) if a+b+c==7 then "
        "return bust() end "
        "return add(a+b+c) end",
        "dice=1, sides=6, goal=50, first_roll='free', ending='bank', roll=function(a) if a==1 then return "
        "bust() end "
        "return add(a) end",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        write_rules(rules[i]);
        agree("mine.lua", "hold(20)", "hold(11)", 9, 5000);
        agree("mine.lua", "table:7", "hold(15)", 9, 2000);
        agree("mine.lua", "hold(200)", "always-roll", 9, 100);
    }
}

/* Every number of players, with as many different mixtures as there are policies: bot i plays policy m + i. */
static void any_number_of_players_has_lanes(void **unused)
{
    (void)unused;
    const char *const games[] = {"pig",          "pig(goal=30)", "pig-pen", "pig-pen(over_goal=hold)",
                                 "two-dice-pig", "pig(sides=4)"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (unsigned players = 3; players <= RACE_SEATS; players++)
            for (int m = 0; m < POLICIES; m++) {
                const char *names[RACE_SEATS];
                for (unsigned i = 0; i < players; i++) names[i] = policies[(m + (int)i) % POLICIES];
                agree_among(games[g], names, players, 1 + (uint64_t)m, 150);
            }
}

static void many_games_of_one_kind_of_policy_agree(void **unused)
{
    (void)unused;
    const char *const kinds[] = {"hold(20)",  "keep-pace", "random(0.7)", "random(0.97)",
                                 "random(1)", "turns(4)",  "turns(9)",    "table:6"};
    const char *const games[] = {"pig", "pig-pen"};
    for (size_t g = 0; g < 2; g++)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            for (unsigned players = 2; players <= RACE_SEATS; players += 2) {
                const char *names[RACE_SEATS];
                if (strcmp(kinds[i], "random(1)") == 0 && players > 2) continue; /* endless */
                if (g == 1 && strcmp(kinds[i], "keep-pace") == 0) continue;
                for (unsigned p = 0; p < players; p++) names[p] = kinds[i];
                agree_among(games[g], names, players, 77, strcmp(kinds[i], "random(1)") == 0 ? 3 : 2000);
            }
}

/* Pig has rows of a plan without a threshold: each is a table's answer at any total. */
static void plans_have_lanes(void **unused)
{
    (void)unused;
    const char *const games[] = {"pig", "pig(goal=40)", "two-dice-pig(goal=60)", "pig-pen(goal=30)"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        agree(games[g], "optimal", "hold(20)", 4, 20000);
        agree(games[g], "optimal", "optimal", 4, 20000);
        agree(games[g], "random(0.8)", "optimal", 4, 3000);
        agree(games[g], "optimal", "turns(4)", 4, 3000);
    }
}

static void lanes_of_many_players_number_games_beyond_32_bits(void **unused)
{
    (void)unused;
    const char *const names[] = {"hold(20)", "random(0.8)", "turns(4)", "table:9",
                                 "hold(10)", "always-roll", "hold(25)"};
    for (unsigned players = 3; players <= 7; players++) {
        agree_among("pig", names, players, UINT64_C(0xFFFFFF00), 600);
        agree_among("pig-pen", names, players, UINT64_C(0x7FFFFFFFFFFFFF00), 600);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_play_pig_as_the_referee_does),
        cmocka_unit_test(lanes_play_pig_pen_as_the_referee_does),
        cmocka_unit_test(lanes_play_two_dice_pig_as_the_referee_does),
        cmocka_unit_test(lanes_play_other_dice_and_goals_as_the_referee_does),
        cmocka_unit_test(lanes_number_games_beyond_32_bits),
        cmocka_unit_test(lanes_play_any_number_of_games),
        cmocka_unit_test(lanes_take_or_leave_any_rules),
        cmocka_unit_test(any_number_of_players_has_lanes),
        cmocka_unit_test(many_games_of_one_kind_of_policy_agree),
        cmocka_unit_test(plans_have_lanes),
        cmocka_unit_test(lanes_of_many_players_number_games_beyond_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
