/* Luck-adjusted play: it plays the games of a run, takes out the luck that a review finds, and gives the same bytes for any
   number of threads. */
#include "luck/luck_test.h"
#include "play/common_dice.h"
#include "support/files.h"
#include "support/memory.h"

#include <alea/exact.h>
#include <alea/review.h>

static void same_bytes(const alea__luck_sums *a, const alea__luck_sums *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

/* ---- the games ---- */

static void check_games_of_a_run(const char *spec, unsigned players, alea_objective objective,
                                 const char *const *specs)
{
    const uint64_t games = luck_games(6000);
    alea_game *game = open_game_for(spec, players);
    alea__luck *luck = open_luck(game, objective, NULL);
    lineup l = open_lineup(game, specs, players);
    alea_run_result *run;
    const alea_run_options options = {
        .size = sizeof options, .games = games, .seed = LUCK_SEED, .seed_given = true};
    OK(alea_run_match(game, l.bot, players, &options, &run, &test_error));
    const alea__luck_sums sums = play_luck(luck, l.bot, games, false);
    assert_int_equal(sums.games, games);
    assert_int_equal(sums.units, games);
    assert_int_equal(sums.unfinished, run->unfinished);
    for (unsigned i = 0; i < players; i++) {
        const alea_standing *standing = &run->standing[i];
        const double expected = objective == ALEA_WIN     ? (double)standing->wins
                                : objective == ALEA_MONEY ? (double)standing->money_total
                                                          : standing->score * (double)games;
        assert_near(sums.plain[i], expected, 1e-6);
        assert_int_equal(sums.forfeits[i], standing->forfeits);
    }
    alea_run_result_free(run);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

static void the_games_are_those_of_a_run(void **state)
{
    (void)state;
    check_games_of_a_run("pig", 2, ALEA_WIN, (const char *[]){"hold(20)", "random(0.7)"});
    check_games_of_a_run("pig-pen", 3, ALEA_MONEY, (const char *[]){"hold(20)", "forfeit(9)", "random(0.5)"});
    check_games_of_a_run("hog", 2, ALEA_WIN, (const char *[]){"always(4)", "random"});
    check_games_of_a_run("tests/rules/small-despirala.lua", 2, ALEA_SCORE,
                         (const char *[]){"greedy", "random"});
}

/* Adding up spans that begin with a block gives the bytes of the whole. */
static void any_number_of_threads_gives_the_same_bytes(void **state)
{
    (void)state;
    const uint64_t block = ALEA__BLOCK, games = 3 * block + 600;
    alea_game *game = open_game_for("pig", 3);
    alea__luck *luck = open_luck(game, ALEA_WIN, NULL);
    lineup l = open_lineup(game, (const char *[]){"hold(20)", "hold(25)", "random(0.5)"}, 3);
    for (unsigned common = 0; common < 2; common++) {
        const alea__luck_match match = {.bots = l.bot, .seed = 9, .common_dice = common};
        alea__luck_sums one, more, part, sum = {0};
        const uint64_t step = block * alea__luck_unit(luck, &match);
        OK(alea__luck_play(luck, &match, (alea__luck_span){0, games}, 1, &one, &test_error));
        for (unsigned threads = 2; threads <= 5; threads += 3) {
            OK(alea__luck_play(luck, &match, (alea__luck_span){0, games}, threads, &more, &test_error));
            same_bytes(&one, &more);
        }
        for (uint64_t first = 0; first < games; first += step) {
            const alea__luck_span span = {first, games - first < step ? games - first : step};
            OK(alea__luck_play(luck, &match, span, 2, &part, &test_error));
            alea__luck_add(&sum, &part);
        }
        same_bytes(&one, &sum);
    }
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

/* ---- the luck ---- */

/* In each game the difference equals the luck in a review of the record. Seats are fixed, so there is no seat advantage. */
static void check_luck_of_a_review(const char *spec, unsigned players, alea_objective objective,
                                   const char *const *specs)
{
    enum { GAMES = 40 };
    alea_game *game = open_game_for(spec, players);
    alea__luck *luck = open_luck(game, objective, NULL);
    lineup l = open_lineup(game, specs, players);
    alea__luck_player *player;
    alea__luck_sums sums;
    double plain[GAMES * ALEA_MAX_SEATS], adjusted[GAMES * ALEA_MAX_SEATS];
    const alea__luck_match match = {.bots = l.bot, .seed = 4, .seats = ALEA_FIXED};
    OK(alea__luck_player_open(luck, &player, &test_error));
    OK(alea__luck_play_block(player, &match, (alea__luck_span){0, GAMES},
                             &(alea__luck_results){plain, adjusted}, &sums, &test_error));
    alea__luck_player_close(player);

    alea_run_result *run;
    alea_reviewer *reviewer;
    alea_record *record;
    const alea_run_options options = {.size = sizeof options,
                                      .games = GAMES,
                                      .seed = 4,
                                      .seed_given = true,
                                      .seats = ALEA_FIXED,
                                      .record = "luck.jsonl"};
    OK(alea_run_match(game, l.bot, players, &options, &run, &test_error));
    alea_run_result_free(run);
    OK(alea_record_open("luck.jsonl", &record, &test_error));
    OK(alea_reviewer_open(&(alea_review_options){.size = sizeof(alea_review_options),
                                                 .objective_given = true,
                                                 .objective = objective},
                          &reviewer, &test_error));
    for (size_t i = 0; i < GAMES; i++) {
        alea_review *review;
        OK(alea_review_game(reviewer, record, i, &review, &test_error));
        assert_false(review->estimated);
        for (unsigned seat = 0; seat < players; seat++) {
            const size_t at = i * players + seat;
            assert_near(plain[at], review->seat[seat].result, 1e-9);
            assert_near(plain[at] - adjusted[at], review->sign * review->seat[seat].luck, 1e-6);
        }
        alea_review_free(review);
    }
    alea_reviewer_free(reviewer);
    alea_record_free(record);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

static void the_luck_is_that_of_a_review(void **state)
{
    (void)state;
    check_luck_of_a_review("pig", 2, ALEA_WIN, (const char *[]){"hold(20)", "random(0.5)"});
    check_luck_of_a_review("pig-pen", 2, ALEA_MONEY, (const char *[]){"hold(20)", "keep-pace"});
    check_luck_of_a_review("hog", 2, ALEA_WIN, (const char *[]){"always(4)", "random"});
    check_luck_of_a_review("despirala", 1, ALEA_SCORE, (const char *[]){"greedy"});
    check_luck_of_a_review("despirala(misere=true)", 2, ALEA_SCORE, (const char *[]){"greedy", "random"});
}

/* Who plays best makes no mistakes, so nothing is left but the value. */
static void best_play_leaves_no_variance(void **state)
{
    (void)state;
    alea_game *game = open_game_for("pig", 2);
    alea__luck *luck = open_luck(game, ALEA_WIN, NULL);
    lineup l = open_lineup(game, (const char *[]){"optimal", "optimal"}, 2);
    const alea__luck_sums sums = play_luck(luck, l.bot, luck_games(2000), false);
    const alea__luck_estimate plain = alea__luck_of_bot(&sums, ALEA__LUCK_PLAIN, 0),
                              adjusted = alea__luck_of_bot(&sums, ALEA__LUCK_ADJUSTED, 0);
    assert_near(plain.variance, 0.25, 0.01);
    assert_near(adjusted.mean, 0.5, 1e-9);
    assert_that(adjusted.variance, <, 1e-12);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

/* The same for a reference that both bots play by. */
static void the_bots_own_play_leaves_no_variance(void **state)
{
    (void)state;
    alea_game *game = open_game_for("pig", 2);
    alea__luck *luck = open_luck(game, ALEA_WIN, "hold(20)");
    lineup l = open_lineup(game, (const char *[]){"hold(20)", "hold(20)"}, 2);
    const alea__luck_sums sums = play_luck(luck, l.bot, luck_games(2000), false);
    const alea__luck_estimate adjusted = alea__luck_of_bot(&sums, ALEA__LUCK_ADJUSTED, 1);
    assert_near(adjusted.mean, 0.5, 1e-9);
    assert_that(adjusted.variance, <, 1e-12);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

/* The nearest to the bots' own play leaves the least. */
static void the_best_values_are_chosen(void **state)
{
    (void)state;
    static const char *const references[] = {NULL, "random(0.5)", "hold(22)", "keep-pace"};
    alea_game *game = open_game_for("pig", 2);
    alea__luck *luck[4];
    size_t best;
    for (unsigned i = 0; i < 4; i++) luck[i] = open_luck(game, ALEA_WIN, references[i]);
    lineup l = open_lineup(game, (const char *[]){"hold(20)", "hold(24)", "keep-pace", "optimal"}, 4);
    const alea__luck_match near_22 = {.bots = l.bot, .seed = 1}, good = {.bots = l.bot + 2, .seed = 1};
    OK(alea__luck_choose(luck, 4, &near_22, luck_games(1000), 0, &best, &test_error));
    assert_int_equal(best, 2);
    OK(alea__luck_choose(luck, 4, &good, luck_games(1000), 0, &best, &test_error));
    assert_int_equal(best, 0);
    OK(alea__luck_choose(luck + 1, 2, &good, luck_games(1000), 0, &best, &test_error));
    assert_int_equal(best, 1);
    close_lineup(&l);
    for (unsigned i = 0; i < 4; i++) alea__luck_close(luck[i]);
    alea_game_free(game);
}

/* Best play and the family's references: for two weak bots a reference is chosen, and distinguishes them in a hundredth of
   the games that plain play needs. */
static void references_are_at_hand(void **state)
{
    (void)state;
    alea_game *game = open_game_for("pig", 2), *despirala = open_game_for("despirala", 1);
    alea__luck *luck[8] = {open_luck(game, ALEA_WIN, NULL)};
    lineup l = open_lineup(game, (const char *[]){"hold(20)", "hold(22)"}, 2);
    const alea__luck_match match = {.bots = l.bot, .seed = 1};
    size_t count = 1, best;
    for (const char *const *r = alea__luck_references(game); *r; r++)
        luck[count++] = open_luck(game, ALEA_WIN, *r);
    assert_that(count, >, 2);
    OK(alea__luck_choose(luck, count, &match, luck_games(500), 0, &best, &test_error));
    assert_that(best, >, 0);
    const alea__luck_sums sums = play_luck(luck[best], l.bot, luck_games(4000), false);
    assert_that(alea__luck_of_bot(&sums, ALEA__LUCK_PLAIN, 0).variance, >,
                100 * alea__luck_of_bot(&sums, ALEA__LUCK_ADJUSTED, 0).variance);
    assert_null(*alea__luck_references(despirala));
    for (size_t i = 0; i < count; i++) alea__luck_close(luck[i]);
    close_lineup(&l);
    alea_game_free(despirala);
    alea_game_free(game);
}

/* Without values, in a game that has none. */
static void plain_play_takes_nothing_out(void **state)
{
    (void)state;
    alea_game *game = open_game_for("tests/rules/race-free-roll.lua", 3);
    alea__luck *luck;
    OK(alea__luck_open(game, &(alea__luck_options){.objective = ALEA_WIN, .plain = true}, &luck,
                       &test_error));
    lineup l = open_lineup(game, (const char *[]){"hold(3)", "hold(5)", "random(0.5)"}, 3);
    const alea__luck_sums sums = play_luck(luck, l.bot, 3000, true);
    assert_int_equal(sums.unknown, 0);
    assert_that(sums.rolls, >, 3000);
    for (unsigned i = 0; i < 3; i++) {
        assert_that(sums.plain[i], >, 0);
        assert_near(sums.adjusted[i], sums.plain[i], 0);
        assert_near(sums.adjusted_products[i][i], sums.plain_products[i][i], 0);
    }
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

/* Players who never bank reach the limit of 10,000 turns, which the table does not contain: one roll per game. */
static void the_ends_of_unfinished_games_are_counted(void **state)
{
    (void)state;
    enum { GAMES = 4 };
    alea_game *game = open_game("pig-solitaire(turns=0)");
    alea__luck *luck = open_luck(game, ALEA_TURNS, NULL);
    lineup l = open_lineup(game, (const char *[]){"always-roll"}, 1);
    const alea__luck_sums sums = play_luck(luck, l.bot, GAMES, false);
    assert_int_equal(sums.unfinished, GAMES);
    assert_int_equal(sums.unknown, GAMES);
    assert_near(sums.plain[0], GAMES * 10000.0, 0);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

/* ---- common dice ---- */

/* The games of rotation r are a run with fixed seats in which the bots are turned by r. */
static void common_dice_are_rotations_of_a_run(void **state)
{
    (void)state;
    enum { PLAYERS = 3 };
    const uint64_t groups = ALEA__BLOCK + 100;
    alea_game *game = open_game_for("pig-pen", PLAYERS);
    alea__luck *luck = open_luck(game, ALEA_MONEY, NULL);
    lineup l = open_lineup(game, (const char *[]){"hold(20)", "hold(25)", "random(0.5)"}, PLAYERS);
    const alea__luck_sums sums = play_luck(luck, l.bot, groups * PLAYERS, true);
    double money[PLAYERS] = {0};
    for (unsigned r = 0; r < PLAYERS; r++) {
        alea_bot *by_seat[PLAYERS];
        alea_run_result *run;
        const alea_run_options options = {.size = sizeof options,
                                          .games = groups,
                                          .seed = LUCK_SEED,
                                          .seed_given = true,
                                          .seats = ALEA_FIXED};
        alea__common_dice_seats(l.bot, PLAYERS, r, by_seat);
        OK(alea_run_match(game, by_seat, PLAYERS, &options, &run, &test_error));
        for (unsigned seat = 0; seat < PLAYERS; seat++) {
            const unsigned bot = (seat + PLAYERS - r) % PLAYERS; /* docs/randomness.md */
            assert_ptr_equal(by_seat[seat], l.bot[bot]);
            money[bot] += (double)run->standing[seat].money_total;
        }
        alea_run_result_free(run);
    }
    assert_int_equal(sums.units, groups);
    assert_int_equal(sums.games, groups * PLAYERS);
    for (unsigned bot = 0; bot < PLAYERS; bot++) assert_near(sums.plain[bot] * PLAYERS, money[bot], 1e-6);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

/* Pairs of two equal bots always end 1:1, with the same dice; others are counted by the first bot's result. */
static void pairs_are_counted(void **state)
{
    (void)state;
    enum { PAIRS = 500 };
    alea_game *game = open_game_for("pig", 2);
    alea__luck *luck = open_luck(game, ALEA_WIN, NULL);
    lineup l = open_lineup(game, (const char *[]){"hold(20)", "hold(20)", "hold(25)"}, 3);
    alea__luck_sums sums = play_luck(luck, l.bot, 2 * PAIRS, true);
    assert_int_equal(sums.pentanomial[2], PAIRS);
    assert_near(alea__luck_of_bot(&sums, ALEA__LUCK_PLAIN, 0).variance, 0, 0);
    assert_near(alea__luck_of_bot(&sums, ALEA__LUCK_ADJUSTED, 0).mean, 0.5, 1e-12);

    alea__luck_player *player;
    double plain[2 * PAIRS], adjusted[2 * PAIRS];
    uint64_t counts[5] = {0};
    const alea__luck_match match = {.bots = l.bot + 1, .seed = LUCK_SEED, .common_dice = true};
    OK(alea__luck_player_open(luck, &player, &test_error));
    OK(alea__luck_play_block(player, &match, (alea__luck_span){0, 2 * PAIRS},
                             &(alea__luck_results){plain, adjusted}, &sums, &test_error));
    alea__luck_player_close(player);
    for (unsigned i = 0; i < PAIRS; i++) counts[(unsigned)(4 * plain[2 * i])]++;
    assert_that(counts[0], >, 0);
    assert_that(counts[4], >, 0);
    assert_memory_equal(counts, sums.pentanomial, sizeof counts);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

/* ---- estimates ---- */

static void estimates_are_those_of_the_results(void **state)
{
    (void)state;
    const double plain[4][2] = {{1, 4}, {2, 2}, {4, 8}, {5, 2}},
                 adjusted[4][2] = {{2, 4}, {2, 6}, {4, 4}, {4, 6}};
    alea__luck_sums sums = {0};
    for (unsigned i = 0; i < 4; i++) alea__luck_sum_unit(&sums, 2, plain[i], adjusted[i]);
    alea__luck_estimate e = alea__luck_of_bot(&sums, ALEA__LUCK_PLAIN, 0);
    assert_near(e.mean, 3, 0);
    assert_near(e.variance, 10.0 / 3, 1e-15);
    assert_near(e.error, sqrt(10.0 / 12), 1e-15);
    e = alea__luck_of_bot(&sums, ALEA__LUCK_ADJUSTED, 1);
    assert_near(e.mean, 5, 0);
    assert_near(e.variance, 4.0 / 3, 1e-15);
    sums = (alea__luck_sums){0};
    assert_near(alea__luck_of_bot(&sums, ALEA__LUCK_PLAIN, 0).mean, 0, 0);
}

/* ---- failures ---- */

static void fails_to_open(const char *spec, unsigned players, const alea__luck_options *options,
                          alea_status status, const char *words)
{
    alea_error error = {0};
    alea__luck *luck = NULL;
    alea_game *game = open_game_for(spec, players);
    assert_int_equal(alea__luck_open(game, options, &luck, &error), status);
    assert_null(luck);
    assert_says(error, words);
    alea_game_free(game);
}

static void games_without_values_are_refused(void **state)
{
    (void)state;
    fails_to_open("tests/rules/race-money.lua", 2, &(alea__luck_options){.objective = ALEA_MONEY},
                  ALEA_E_REFUSED, "add nothing");
    fails_to_open("tests/rules/race-free-roll.lua", 3, &(alea__luck_options){.objective = ALEA_WIN},
                  ALEA_E_REFUSED, "pass without a roll");
    fails_to_open("pig(goal=2000)", 3, &(alea__luck_options){.objective = ALEA_WIN}, ALEA_E_REFUSED, "1024");
    fails_to_open("pig", 2, &(alea__luck_options){.objective = ALEA_WIN, .reference = "turns(4)"},
                  ALEA_E_REFUSED, "remembers");
    fails_to_open("pig", 2, &(alea__luck_options){.objective = ALEA_WIN, .reference = "hold"}, ALEA_E_SPEC,
                  "hold");
    fails_to_open("despirala", 1, &(alea__luck_options){.objective = ALEA_SCORE, .reference = "greedy"},
                  ALEA_E_REFUSED, "despirala");
    fails_to_open("hog", 2, &(alea__luck_options){.objective = ALEA_MONEY}, ALEA_E_USAGE, "win");
    fails_to_open("pig", 2, &(alea__luck_options){.objective = ALEA_MONEY}, ALEA_E_USAGE, "money");
}

static void wrong_spans_are_refused(void **state)
{
    (void)state;
    alea_game *game = open_game_for("pig", 3);
    alea__luck *luck = open_luck(game, ALEA_WIN, NULL);
    lineup l = open_lineup(game, (const char *[]){"hold(20)", "hold(25)", "random(0.5)"}, 3);
    alea__luck_match match = {.bots = l.bot, .common_dice = true};
    alea__luck_sums sums, none = {0};
    alea_error error;
    assert_int_equal(alea__luck_play(luck, &match, (alea__luck_span){0, 100}, 1, &sums, &error),
                     ALEA_E_RANGE);
    assert_says(error, "multiples of 3");
    assert_int_equal(alea__luck_play(luck, &match, (alea__luck_span){1, 99}, 1, &sums, &error), ALEA_E_RANGE);
    match.seats = ALEA_FIXED;
    assert_int_equal(alea__luck_play(luck, &match, (alea__luck_span){0, 99}, 1, &sums, &error), ALEA_E_USAGE);
    match.seats = ALEA_ROTATE;
    OK(alea__luck_play(luck, &match, (alea__luck_span){0, 0}, 1, &sums, &test_error));
    same_bytes(&sums, &none);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

static bool stops_at_once(void *user)
{
    return ++*(unsigned *)user > ALEA__BLOCK + 50;
}

/* It holds the blocks that were finished. */
static void a_stop_leaves_whole_blocks(void **state)
{
    (void)state;
    unsigned asked = 0;
    alea_game *game = open_game_for("pig", 2);
    alea__luck *luck = open_luck(game, ALEA_WIN, NULL);
    lineup l = open_lineup(game, (const char *[]){"hold(20)", "hold(25)"}, 2);
    const alea_progress progress = {.stopped = stops_at_once, .user = &asked};
    const alea__luck_match match = {.bots = l.bot, .seed = LUCK_SEED, .progress = &progress};
    alea__luck_sums sums;
    assert_int_equal(
        alea__luck_play(luck, &match, (alea__luck_span){0, 3 * ALEA__BLOCK}, 1, &sums, &test_error),
        ALEA_E_STOPPED);
    const alea__luck_sums block = play_luck(luck, l.bot, ALEA__BLOCK, false);
    same_bytes(&sums, &block);
    close_lineup(&l);
    alea__luck_close(luck);
    alea_game_free(game);
}

/* Opening and a few games, for two players by race's own values, and by a table. */
static alea_status open_and_play(const alea_game *game, alea_objective objective, const char *reference,
                                 alea_bot *const *bots)
{
    alea__luck *luck;
    alea__luck_sums sums;
    const alea__luck_options options = {.objective = objective, .reference = reference};
    const alea__luck_match match = {.bots = bots, .seed = 1};
    alea_status status = alea__luck_open(game, &options, &luck, NULL);
    if (status != ALEA_OK) return status;
    status = alea__luck_play(luck, &match, (alea__luck_span){0, 3}, 1, &sums, NULL);
    alea__luck_close(luck);
    return status;
}

static void running_out_of_memory_is_an_error(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *reference, *bots[3];
        unsigned players;
    } games[] = {{"piglet", NULL, {"hold(1)", "hold(2)"}, 2},
                 {"tests/rules/race-tiny.lua", "hold(3)", {"hold(1)", "hold(2)", "hold(3)"}, 3},
                 {"hog(goal=20)", NULL, {"always(1)", "always(2)"}, 2},
                 {"pig-solitaire(goal=10,turns=2)", NULL, {"hold(5)"}, 1}};
    for (unsigned g = 0; g < sizeof games / sizeof *games; g++) {
        alea_game *game = open_game_for(games[g].spec, games[g].players);
        lineup l = open_lineup(game, games[g].bots, games[g].players);
        alea_status status = ALEA_E_MEMORY;
        for (long k = 0; status != ALEA_OK; k += 1 + k / 30) /* Lua makes thousands */
            status = with_allocations(k, open_and_play(game, ALEA_WIN, games[g].reference, l.bot));
        close_lineup(&l);
        alea_game_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_games_are_those_of_a_run),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bytes),
        cmocka_unit_test(the_luck_is_that_of_a_review),
        cmocka_unit_test(best_play_leaves_no_variance),
        cmocka_unit_test(the_bots_own_play_leaves_no_variance),
        cmocka_unit_test(the_best_values_are_chosen),
        cmocka_unit_test(the_ends_of_unfinished_games_are_counted),
        cmocka_unit_test(references_are_at_hand),
        cmocka_unit_test(plain_play_takes_nothing_out),
        cmocka_unit_test(common_dice_are_rotations_of_a_run),
        cmocka_unit_test(pairs_are_counted),
        cmocka_unit_test(estimates_are_those_of_the_results),
        cmocka_unit_test(games_without_values_are_refused),
        cmocka_unit_test(wrong_spans_are_refused),
        cmocka_unit_test(a_stop_leaves_whole_blocks),
        cmocka_unit_test(running_out_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
