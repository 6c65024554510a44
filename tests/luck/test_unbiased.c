/* Adjusted results have the mean of plain ones: within four standard errors, for all lineups of some very different bots, and
   within four of their own small errors of exact values, where there are some. */
#include "bot/bot.h"
#include "luck/luck_test.h"
#include "sandbox/lab.h"

#include <alea/exact.h>

#include <time.h>

static const char *const race_bots[] = {"hold(20)",    "hold(25)",    "keep-pace",
                                        "always-roll", "random(0.5)", "optimal"};
enum { RACE_BOTS = sizeof race_bots / sizeof *race_bots };

/* Plain against adjusted, for each bot. The luck of bots that hardly ever win is far from normal in short runs, so that errors of the
   mean are no guide there: a bot must have won 20 games. */
static void check_means(const alea__luck_sums *s, unsigned players, const char *const *specs, bool wins)
{
    assert_int_equal(s->unknown, 0);
    for (unsigned i = 0; i < players; i++) {
        if (wins && s->plain[i] < 20) continue;
        const double apart = luck_apart(s, i);
        if (apart <= 4) continue;
        print_error("%s among %u players: the means are %.2f standard errors apart\n",
                    specs[i] ? specs[i] : "nobody", players, apart);
        fail();
    }
}

/* The mean over both seats, from play without a game. */
static void check_exact(const alea_game *game, alea_objective objective, alea_bot *const *bots,
                        const alea__luck_sums *s)
{
    alea_evaluation exact;
    const alea__luck_estimate adjusted = alea__luck_of_bot(s, ALEA__LUCK_ADJUSTED, 0);
    OK(alea_bot_evaluate(game, bots[0], bots[1], objective, NULL, &exact, &test_error));
    const double mean = (exact.mean.value.lower + exact.mean.value.upper) / 2;
    assert_near(adjusted.mean, mean, 4 * adjusted.error + 1e-9);
}

/* Plays a match; `specs` are the names of the bots. */
static void check_match(const alea_game *game, const alea__luck *luck, alea_objective objective,
                        alea_bot *const *bots, uint64_t games)
{
    const unsigned players = game->players;
    const char *specs[ALEA_MAX_SEATS];
    /* Pairs of Pig-Pen take a second each. */
    const bool exact = players == 2 && (getenv("ALEA_SOAK") || strcmp(game->name, "pig-pen") != 0);
    const alea__luck_sums sums = play_luck(luck, bots, games, false);
    for (unsigned i = 0; i < players; i++) specs[i] = alea_bot_name(bots[i]);
    check_means(&sums, players, specs, objective == ALEA_WIN);
    if (exact) check_exact(game, objective, bots, &sums);
}

static void check_lineup(const alea_game *game, const alea__luck *luck, alea_objective objective,
                         const char *const *specs, uint64_t games)
{
    lineup l = open_lineup(game, specs, game->players);
    check_match(game, luck, objective, l.bot, games);
    close_lineup(&l);
}

/* All choices of as many bots as there are players, each at most once; `optimal`, the last one, is for two. */
static void check_all_lineups(const char *spec, unsigned players, alea_objective objective, uint64_t games)
{
    alea_game *game = open_game_for(spec, players);
    alea__luck *luck = open_luck(game, objective, NULL);
    lineup all = open_lineup(game, race_bots, players == 2 ? RACE_BOTS : RACE_BOTS - 1);
    for (unsigned set = 0; set < 1u << all.count; set++) {
        alea_bot *bots[RACE_BOTS];
        unsigned count = 0;
        for (unsigned i = 0; i < all.count; i++)
            if (set >> i & 1) bots[count++] = all.bot[i];
        if (count == players) check_match(game, luck, objective, bots, games);
    }
    close_lineup(&all);
    alea__luck_close(luck);
    alea_game_free(game);
}

static void pairs_in_races(void **state)
{
    (void)state;
    const uint64_t games = luck_games(3000);
    check_all_lineups("pig", 2, ALEA_WIN, games);
    check_all_lineups("pig-pen", 2, ALEA_WIN, games);
    check_all_lineups("pig-pen", 2, ALEA_MONEY, games);
}

static void threes_and_fours_in_races(void **state)
{
    (void)state;
    const uint64_t games = luck_games(1000);
    for (unsigned players = 3; players <= 4; players++) {
        check_all_lineups("pig", players, ALEA_WIN, games);
        check_all_lineups("pig-pen", players, ALEA_WIN, games);
        check_all_lineups("pig-pen", players, ALEA_MONEY, games);
    }
}

/* The values of another policy's play are as unbiased, near or far. */
static void references_in_races(void **state)
{
    (void)state;
    static const char *const references[] = {"hold(22)", "random(0.5)", "keep-pace"};
    for (unsigned i = 0; i < 3; i++) {
        alea_game *game = open_game_for("pig-pen", 2);
        alea__luck *luck = open_luck(game, ALEA_WIN, references[i]);
        check_lineup(game, luck, ALEA_WIN, (const char *[]){"hold(20)", "random(0.5)"}, luck_games(3000));
        check_lineup(game, luck, ALEA_WIN, (const char *[]){"hold(25)", "always-roll"}, luck_games(3000));
        alea__luck_close(luck);
        alea_game_free(game);
    }
}

static void pairs_in_hog(void **state)
{
    (void)state;
    static const char *const bots[] = {"always(4)", "always(6)", "always(0)", "random", "optimal"};
    alea_game *game = open_game_for("hog", 0);
    for (unsigned reference = 0; reference < 2; reference++) {
        alea__luck *luck = open_luck(game, ALEA_WIN, reference ? "always(5)" : NULL);
        for (unsigned a = 0; a < 5; a++)
            for (unsigned b = a + 1; b < 5; b++)
                check_lineup(game, luck, ALEA_WIN, (const char *[]){bots[a], bots[b]}, luck_games(2000));
        alea__luck_close(luck);
    }
    alea_game_free(game);
}

/* One player, and three who compare scores. Means of best play are exact. */
static void scores_in_despirala(void **state)
{
    (void)state;
    static const char *const bots[] = {"greedy", "random", "optimal"};
    for (unsigned players = 1; players <= 3; players += 2) {
        alea_game *game = open_game_for("despirala", players);
        alea__luck *luck = open_luck(game, ALEA_SCORE, NULL);
        lineup l = open_lineup(game, bots, players);
        const alea__luck_sums sums = play_luck(luck, l.bot, luck_games(300), false);
        check_means(&sums, players, bots, false);
        if (players == 3)
            assert_near(alea__luck_of_bot(&sums, ALEA__LUCK_ADJUSTED, 2).mean, 443.616365582862, 1e-6);
        close_lineup(&l);
        alea__luck_close(luck);
        alea_game_free(game);
    }
}

/* ---- programs, failures, common dice ---- */

static const char lua_bot[] =
    "local calls = 0\n"
    "return { decide = function(view)\n"
    "  calls = calls + 1\n" /* it remembers earlier games */
    "  return view.turn < 18 + calls % 9 and view.total < view.goal and 'roll' or 'hold'\n"
    "end }\n";

static alea_bot *open_program(const alea_game *game, const char *name, alea_sandbox *sandbox)
{
    char path[LAB_PATH];
    alea_bot *bot;
    OK(alea_bot_open(game, strstr(name, ".lua") ? name : lab_bot_path(name, path), sandbox, &bot,
                     &test_error));
    return bot;
}

/* Programs among policies; those that fail stay in the sums, and are counted. */
static void check_programs(const char *first, const char *second, const char *third, bool fails)
{
    alea_sandbox *sandbox = lab_sandbox(NULL);
    const unsigned players = third ? 3 : 2;
    alea_game *game = open_game_for("pig-pen", players);
    alea__luck *luck = open_luck(game, ALEA_WIN, NULL);
    alea_bot *bots[3] = {open_program(game, first, sandbox), open_bot(game, second),
                         open_bot(game, third ? third : second)};
    for (unsigned common = 0; common < 2; common++) {
        const alea__luck_sums sums = play_luck(luck, bots, luck_games(1998) / 6 * 6, common);
        check_means(&sums, players, (const char *[]){first, second, third ? third : "nobody"}, true);
        assert_int_equal(sums.forfeits[0] > 0, fails);
        assert_int_equal(sums.forfeits[1], 0);
    }
    for (unsigned i = 0; i < 3; i++) alea_bot_free(bots[i]);
    alea__luck_close(luck);
    alea_game_free(game);
    alea_sandbox_free(sandbox);
}

static void programs_and_their_failures(void **state)
{
    (void)state;
    OK(alea__write_file("remembers.lua", lua_bot, sizeof lua_bot - 1, &test_error));
    check_programs("threshold25", "hold(20)", NULL, false);
    check_programs("stateful", "random(0.5)", NULL, false);
    check_programs("remembers.lua", "hold(20)", NULL, false);
    check_programs("remembers.lua", "hold(20)", "random(0.5)", false);
    check_programs("trap_third_game", "hold(20)", NULL, true);
    check_programs("trap_third_game", "hold(20)", "hold(25)", true);
}

/* A bot that fails in its k-th decision of each game, in all kinds of positions. */
static void forfeits_are_unbiased(void **state)
{
    (void)state;
    static const char *const fails[] = {"forfeit(1)", "forfeit(7)", "forfeit(30)"};
    for (unsigned players = 2; players <= 4; players++)
        for (unsigned money = 0; money < 2; money++) {
            alea_game *game = open_game_for("pig-pen", players);
            alea__luck *luck = open_luck(game, money ? ALEA_MONEY : ALEA_WIN, NULL);
            for (unsigned k = 0; k < 3; k++) {
                const char *const specs[] = {"hold(20)", fails[k], "hold(25)", "random(0.5)"};
                lineup l = open_lineup(game, specs, players);
                const alea__luck_sums sums = play_luck(luck, l.bot, luck_games(1000), false);
                check_means(&sums, players, specs, !money);
                assert_that(sums.forfeits[1], >, 0);
                close_lineup(&l);
            }
            alea__luck_close(luck);
            alea_game_free(game);
        }
}

/* Both kinds of means agree for groups, too. */
static void common_dice_are_unbiased(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 4; players++) {
        const char *const specs[] = {"hold(20)", "random(0.5)", "hold(25)", "keep-pace"};
        alea_game *game = open_game_for("pig", players);
        alea__luck *luck = open_luck(game, ALEA_WIN, NULL);
        lineup l = open_lineup(game, specs, players);
        const alea__luck_sums sums = play_luck(luck, l.bot, luck_games(6000) / 12 * 12, true);
        check_means(&sums, players, specs, true);
        if (players == 2) check_exact(game, ALEA_WIN, l.bot, &sums);
        close_lineup(&l);
        alea__luck_close(luck);
        alea_game_free(game);
    }
}

/* ---- how much it helps, and what it costs ---- */

typedef struct measured {
    const char *spec;
    unsigned players;
    alea_objective objective;
    const char *reference, *bots[4];
    double factor; /* that src/luck/README.md gives: plain variance by adjusted variance, of the first bot */
    uint64_t games;
} measured;

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Prints the factor, and the time of an adjusted game in those of a plain one, all on one thread. */
static void measure(const measured *m)
{
    alea_game *game = open_game_for(m->spec, m->players);
    alea__luck *luck = open_luck(game, m->objective, m->reference);
    lineup l = open_lineup(game, m->bots, game->players);
    const uint64_t games = luck_games(m->games);
    alea__luck_sums sums;
    alea_run_result *run;
    const alea__luck_match match = {.bots = l.bot, .seed = LUCK_SEED};
    const alea_run_options options = {.size = sizeof options,
                                      .games = games,
                                      .seed = LUCK_SEED,
                                      .seed_given = true,
                                      .threads = 1,
                                      .path = ALEA_PATH_STEP};
    const double begun = seconds();
    OK(alea__luck_play(luck, &match, (alea__luck_span){0, games}, 1, &sums, &test_error));
    const double adjusted = seconds();
    OK(alea_run_match(game, l.bot, game->players, &options, &run, &test_error));
    const double plain = seconds();
    const double factor = alea__luck_of_bot(&sums, ALEA__LUCK_PLAIN, 0).variance /
                          alea__luck_of_bot(&sums, ALEA__LUCK_ADJUSTED, 0).variance;
    print_message("%-9s %u %-5s by %-9s %s, %s: factor %.1f, time %.1f\n", m->spec, game->players,
                  alea_objective_name(m->objective), m->reference ? m->reference : "best play", m->bots[0],
                  game->players > 1 ? m->bots[1] : "alone", factor, (adjusted - begun) / (plain - adjusted));
    assert_that(factor, >, m->factor * (is_sanitized() ? 0.5 : 0.8));
    assert_that(factor, <, m->factor * (is_sanitized() ? 2 : 1.25));
    alea_run_result_free(run);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

static void factors_are_those_of_the_readme(void **state)
{
    (void)state;
    static const measured all[] = {
        {"pig", 2, ALEA_WIN, NULL, {"hold(20)", "hold(22)"}, 9.8, 20000},
        {"pig", 2, ALEA_WIN, "hold(20)", {"hold(20)", "hold(22)"}, 255, 20000},
        {"pig", 2, ALEA_WIN, "hold(22)", {"hold(20)", "hold(22)"}, 1440, 20000},
        {"pig", 2, ALEA_WIN, NULL, {"hold(20)", "keep-pace"}, 44, 20000},
        {"pig-pen", 2, ALEA_WIN, NULL, {"hold(20)", "hold(25)"}, 268, 20000},
        {"pig-pen", 2, ALEA_MONEY, NULL, {"hold(20)", "hold(25)"}, 4.4, 20000},
        {"pig-pen", 2, ALEA_MONEY, "hold(22)", {"hold(20)", "hold(25)"}, 637, 20000},
        {"pig", 3, ALEA_WIN, NULL, {"hold(20)", "hold(25)", "keep-pace"}, 25, 10000},
        {"pig-pen", 3, ALEA_WIN, NULL, {"hold(20)", "hold(25)", "random(0.5)"}, 14.6, 10000},
        {"pig-pen", 3, ALEA_MONEY, NULL, {"hold(20)", "hold(25)", "random(0.5)"}, 5.5, 10000},
        {"pig-pen", 4, ALEA_WIN, NULL, {"hold(20)", "hold(25)", "hold(30)", "hold(15)"}, 15.7, 10000},
        {"hog", 2, ALEA_WIN, NULL, {"always(4)", "always(6)"}, 3.7, 10000},
        {"hog", 2, ALEA_WIN, "always(6)", {"always(4)", "always(6)"}, 15.8, 10000},
        {"hog", 2, ALEA_WIN, NULL, {"optimal", "always(6)"}, 3.0, 10000},
        {"despirala", 1, ALEA_SCORE, NULL, {"greedy"}, 29, 2000},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) measure(&all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_in_races),
        cmocka_unit_test(threes_and_fours_in_races),
        cmocka_unit_test(references_in_races),
        cmocka_unit_test(pairs_in_hog),
        cmocka_unit_test(scores_in_despirala),
        cmocka_unit_test(programs_and_their_failures),
        cmocka_unit_test(forfeits_are_unbiased),
        cmocka_unit_test(common_dice_are_unbiased),
        cmocka_unit_test(factors_are_those_of_the_readme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
