/* The simulator against its judge: for every pair of built-in policies the block path and the step path
   count the same. */
#include "play/match.h"
#include "support/files.h"

/* Odd numbers, so that neither the first game nor the last is the end of anything that lanes are counted
   in. */
enum { FIRST = 4099, GAMES = 301 };

static void assert_agrees(const alea__policy_match *match, alea_bot *const *bots, const alea__tally *steps)
{
    alea__tally lanes = {0};
    bots[0]->game->family->simulation->simulate(match, FIRST, GAMES, &lanes);
    if (memcmp(steps, &lanes, sizeof lanes) == 0) return;
    fail_msg("%s: %s and %s, %s seats, lanes %u: %llu and %llu turns", bots[0]->game->spec, bots[0]->name,
             bots[1]->name, match->rotate ? "rotating" : "fixed", match->most_lanes,
             (unsigned long long)steps->turns, (unsigned long long)lanes.turns);
}

/* Whether the match can be simulated; then its tallies must agree, with all lanes of the machine, with none, and with half
   of them. */
static bool agree(const alea_game *game, alea_bot *const *bots, bool rotate)
{
    const alea__match match = {.game = game, .bots = bots, .seed = 11, .rotate = rotate};
    alea__policy_match policies = {.rules = game->rules, .seed = 11, .rotate = rotate};
    for (unsigned i = 0; i < game->players; i++) policies.policy[i] = bots[i]->policy;
    if (!game->family->simulation->can_simulate(&policies)) return false;
    alea__counts steps = {0};
    assert_int_equal(alea__match_play(&match, FIRST, GAMES, &steps, NULL), ALEA_OK);
    assert_agrees(&policies, bots, &steps.tally);
    policies.most_lanes = 1;
    assert_agrees(&policies, bots, &steps.tally);
    policies.most_lanes = 16;
    assert_agrees(&policies, bots, &steps.tally);
    policies.most_lanes = 32;
    assert_agrees(&policies, bots, &steps.tally);
    return true;
}

static const char *const specs[] = {"hold(20)",  "hold(25)",    "hold-at-total(70)", "turns(4)",
                                    "keep-pace", "random(0.7)", "table:table.csv",   "bank(20)"};
enum { BOTS = sizeof specs / sizeof *specs };

/* A table without a rule behind it, for both endings. */
static void write_table(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "own,other,hold_at\n");
    for (int own = 0; own < 100; own++)
        for (int other = 0; other < 100; other++)
            fprintf(file, "%d,%d,%d\n", own, other, 1 + (own * 7 + other * 13) % 30);
    assert_int_equal(fclose(file), 0);
}

/* Returns how many of the pairs could be simulated. */
static unsigned agree_for_all_pairs(const char *spec, unsigned players)
{
    alea_game *game = open_game_for(spec, players);
    alea_bot *bot[BOTS];
    unsigned simulated = 0;
    for (unsigned i = 0; i < BOTS; i++) bot[i] = open_bot(game, specs[i]);
    for (unsigned i = 0; i < BOTS; i++)
        for (unsigned j = 0; j < BOTS; j++)
            for (int rotate = 0; rotate < 2; rotate++)
                simulated += agree(game, (alea_bot *[]){bot[i], bot[j], bot[(i + j) % BOTS]}, rotate);
    for (unsigned i = 0; i < BOTS; i++) alea_bot_free(bot[i]);
    alea_game_free(game);
    return simulated;
}

static void every_pair_of_built_ins_agrees(void **unused)
{
    (void)unused;
    static const char *const games[] = {"pig", "two-dice-pig", "pig-pen", "pig-pen(over_goal=hold)"};
    write_table("table.csv");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (unsigned players = 2; players <= 3; players++)
            assert_that(agree_for_all_pairs(games[i], players), >=, 9 * 2); /* the thresholds at least */
}

static alea_run_result *run(const char *spec, const char *const *names, unsigned count,
                            alea_run_options options)
{
    alea_game *game = open_game_for(spec, count);
    alea_bot *bots[ALEA_MAX_SEATS];
    alea_run_result *result;
    for (unsigned i = 0; i < count; i++) bots[i] = open_bot(game, names[i]);
    OK(alea_run_match(game, bots, count, &options, &result, &test_error));
    for (unsigned i = 0; i < count; i++) alea_bot_free(bots[i]);
    alea_game_free(game);
    return result;
}

static void always_roll_against_itself_leaves_every_game_unfinished(void **unused)
{
    (void)unused;
    static const char *const names[] = {"always-roll", "always-roll"};
    alea_run_result *r = run("pig", names, 2, (alea_run_options){.games = 20});
    assert_int_equal(r->games, 20);
    assert_int_equal(r->unfinished, 20);
    assert_int_equal(r->turns, 20 * 10000);
    assert_int_equal(r->standing[0].wins + r->standing[1].wins, 0);
    assert_int_equal(r->standing[0].forfeits, 0);
    alea_run_result_free(r);
}

/* RULES of Pig: hold-at-20 v hold-at-20, the first player wins 0.534698326238 of the games. */
static void hold_20_against_itself_wins_0_5347_when_first(void **unused)
{
    (void)unused;
    static const char *const names[] = {"hold(20)", "hold(20)"};
    const bool sanitized = is_sanitized();
    const alea_run_options options = {.games = sanitized ? 100000 : 2000000, .seats = ALEA_FIXED};
    alea_run_result *r = run("pig", names, 2, options);
    double difference = r->standing[0].win_rate - 0.534698326238;
    assert_that(difference, <, 4 * r->standing[0].win_rate_se);
    assert_that(-difference, <, 4 * r->standing[0].win_rate_se);
    assert_that(r->standing[0].win_rate_se, >, 0);
    alea_run_result_free(r);
}

/* All lines of a record but those that name the bots or say why one forfeited. */
static char *games_of(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *all = calloc(1, 16 << 20), *end = all, line[2000];
    while (fgets(line, sizeof line, file)) {
        char *reason = strstr(line, "\"forfeit\"");
        if (strstr(line, "\"alea\"")) continue;
        if (reason) strcpy(reason, "forfeit\n");
        end = stpcpy(end, line);
    }
    fclose(file);
    return all;
}

/* Record by record, and for all players: the failing bot plays with three that continue. */
static void an_endless_bot_leaves_the_others_games_as_a_native_forfeit_does(void **unused)
{
    (void)unused;
    write_file("endless.lua", "return function() while true do end end\n");
    write_file("confused.lua", "return function() return 'stay' end\n");
    static const char *const line_ups[][4] = {{"hold(20)", "forfeit(1)", "random(0.8)", "turns(4)"},
                                              {"hold(20)", "endless.lua", "random(0.8)", "turns(4)"},
                                              {"hold(20)", "confused.lua", "random(0.8)", "turns(4)"}};
    char *expected = NULL;
    for (int i = 0; i < 3; i++) {
        alea_run_result *r =
            run("pig-pen", line_ups[i], 4,
                (alea_run_options){.games = 3000, .record = "record.jsonl", .record_games = 3000});
        for (unsigned bot = 0; bot < 4; bot++)
            if (bot != 1) assert_int_equal(r->standing[bot].forfeits, 0);
        assert_in_range(r->standing[1].forfeits, 2990,
                        3000); /* in the rest it busts until the game is over */
        assert_int_equal(r->standing[1].failures[ALEA_SKIPPED], r->standing[1].forfeits - 16);
        assert_int_equal(r->money_sum, 0);
        alea_run_result_free(r);
        char *games = games_of("record.jsonl");
        if (!expected) expected = games;
        assert_string_equal(games, expected);
        if (games != expected) free(games);
    }
    free(expected);
}

static void a_lua_copy_of_hold_20_plays_its_games(void **unused)
{
    (void)unused;
    write_file("twenty.lua", "return function(view)\n"
                             "  if view.turn < 20 and view.total < view.goal then return 'roll' end\n"
                             "  return 'hold'\n"
                             "end\n");
    static const char *const lua[] = {"twenty.lua", "hold(25)"}, *const native[] = {"hold(20)", "hold(25)"};
    alea_run_result *a = run("pig", lua, 2, (alea_run_options){.games = 5000});
    alea_run_result *b = run("pig", native, 2, (alea_run_options){.games = 5000});
    assert_int_equal(a->standing[0].wins, b->standing[0].wins);
    assert_int_equal(a->turns, b->turns);
    assert_int_equal(a->path, ALEA_PATH_STEP);
    assert_int_equal(b->path, ALEA_PATH_BLOCK);
    alea_run_result_free(a);
    alea_run_result_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_built_ins_agrees),
        cmocka_unit_test(always_roll_against_itself_leaves_every_game_unfinished),
        cmocka_unit_test(hold_20_against_itself_wins_0_5347_when_first),
        cmocka_unit_test(an_endless_bot_leaves_the_others_games_as_a_native_forfeit_does),
        cmocka_unit_test(a_lua_copy_of_hold_20_plays_its_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
