/* Blocks of games without the referee: the same games, one by one, and as many of each score as the exact distribution
   gives. */
#include "base/memory.h"
#include "bot/bot.h"
#include "despirala/despirala_test.h"
#include "family/despirala/solve/plan.h"

enum { SCORES = 1000 };

/* Plays a game by the referee, with the dice of the game's own stream. */
static void referee(const alea_game *game, const alea__policy_match *match, uint64_t number,
                    alea__tally *tally, uint64_t *scores)
{
    const despirala_rules *rules = despirala_rules_of(game->rules);
    alea_state state = alea_game_start(game);
    alea__dice_stream dice;
    alea__stream own[ALEA_MAX_SEATS];
    alea__memo memo = {{0}};
    alea_error error;
    alea__dice_start(&dice, match->seed, 0, number);
    for (uint32_t seat = 0; seat < rules->seats; seat++)
        alea__stream_start(&own[seat], match->seed, 0, ALEA__SEAT + seat, number);
    for (int seat; (seat = alea_game_to_move(game, &state)) != ALEA_OVER;) {
        uint32_t what;
        if (seat == ALEA_CHANCE) {
            what = alea__roll_dice(&dice, &rules->how, despirala_state_of(&state).rolled);
        } else {
            const uint32_t bot = alea__bot_in_seat(match->rotate, rules->seats, number, (uint32_t)seat);
            what = game->family->policy->decide(game->rules, match->policy[bot], &state, &memo, &own[seat]);
        }
        assert_int_equal(alea_game_apply(game, &state, what, &error), ALEA_OK);
    }
    alea_outcome o;
    assert_int_equal(alea_game_outcome(game, &state, &o, &error), ALEA_OK);
    tally->games++;
    tally->turns += o.turns;
    scores[o.score[0]]++;
    if (o.winner >= 0)
        tally->wins[alea__bot_in_seat(match->rotate, rules->seats, number, (uint32_t)o.winner)][o.winner]++;
}

static void assert_same(const alea_game *game, const alea__policy_match *match, uint64_t first,
                        uint64_t games)
{
    uint64_t wanted_scores[SCORES] = {0}, scores[SCORES] = {0};
    alea__tally wanted, got;
    memset(&wanted, 0, sizeof wanted);
    memset(&got, 0, sizeof got);
    for (uint64_t n = first; n < first + games; n++) referee(game, match, n, &wanted, wanted_scores);
    alea__policy_match counted = *match;
    counted.scores = scores;
    assert_true(game->family->simulation->can_simulate(&counted));
    game->family->simulation->simulate(&counted, first, games / 3, &got);
    game->family->simulation->simulate(&counted, first + games / 3, games - games / 3, &got);
    assert_int_equal(got.games, wanted.games);
    assert_int_equal(got.turns, wanted.turns);
    assert_memory_equal(got.wins, wanted.wins, sizeof got.wins);
    assert_memory_equal(scores, wanted_scores, sizeof scores);
}

/* Game for game: one at a time, so that two errors cannot make up for each other. */
static void assert_each_same(const alea_game *game, const alea__policy_match *match, uint64_t first,
                             uint64_t games)
{
    for (uint64_t n = first; n < first + games; n++) assert_same(game, match, n, 1);
}

static void small_games_are_the_referees(void **unused)
{
    (void)unused;
    static const char *const parameters[] = {"", "misere=true", "gain=0", "gain=5,good_points=2"};
    static const char *const bots[] = {"optimal", "greedy", "optimal(ties=go-on)", "random", "sampled(1,3)"};
    for (unsigned players = 1; players <= 8; players++)
        for (size_t p = 0; p < sizeof parameters / sizeof *parameters; p++) {
            alea_game *game = open_small(parameters[p], players);
            alea_bot *bot[ALEA_MAX_SEATS];
            alea__policy_match match = {.rules = game->rules, .seed = 20251 + p, .rotate = p % 2};
            for (unsigned plans = 0; plans < 2; plans++) { /* all of them plans; others among them */
                for (unsigned i = 0; i < players; i++) {
                    bot[i] = open_bot(game, plans ? bots[2 * (i % 3)] : bots[i % 5]);
                    match.policy[i] = bot[i]->policy;
                }
                assert_same(game, &match, 1000, 300);
                assert_each_same(game, &match, UINT64_C(1) << 40, 20);
                for (unsigned i = 0; i < players; i++) alea_bot_free(bot[i]);
            }
            alea_game_free(game);
        }
}

static void despiralas_games_are_the_referees(void **unused)
{
    (void)unused;
    if (is_sanitized()) skip();
    alea_game *game = open_game_for("despirala", 0);
    alea_bot *bot = open_bot(game, "optimal");
    const alea__policy_match match = {.rules = game->rules, .policy = {bot->policy}, .seed = 5};
    assert_each_same(game, &match, 0, 200);
    assert_same(game, &match, 4096, 3000);
    alea_bot_free(bot);
    alea_game_free(game);
}

/* A plan decides the same before and after all decisions are computed. */
static void a_plan_that_is_filled_decides_as_before(void **unused)
{
    (void)unused;
    alea_game *game = open_small("gain=3", 1);
    alea_bot *bot = open_bot(game, "optimal"), *fresh = open_bot(game, "optimal");
    const alea__policy_match match = {.rules = game->rules, .policy = {bot->policy}, .seed = 9};
    assert_true(game->family->simulation->can_simulate(&match));
    bool sampled;
    alea_state state;
    for (uint64_t i = 0; i < 20000 && game->family->text->sample_state(game->rules, i, &state, &sampled);
         i++) {
        alea__memo memo = {{0}};
        assert_int_equal(game->family->policy->decide(game->rules, bot->policy, &state, &memo, NULL),
                         game->family->policy->decide(game->rules, fresh->policy, &state, &memo, NULL));
    }
    alea_bot_free(bot);
    alea_bot_free(fresh);
    alea_game_free(game);
}

static alea_sample *sample(const alea_game *game, alea_bot *bot, alea_stats_options options)
{
    alea_sample *out = NULL;
    OK(alea_stats_simulate(game, bot, &options, &out, &test_error));
    return out;
}

static void assert_inside_errors(const char *parameters, alea_ties ties)
{
    alea_error error;
    alea_game *game = open_small(parameters, 1);
    alea_bot *bot = open_bot(game, "optimal");
    alea_distribution *exact = NULL;
    assert_int_equal(alea_stats_compute(game, bot, &(alea_stats_options){.ties = ties}, &exact, &error),
                     ALEA_OK);
    alea_sample *s = sample(game, bot, (alea_stats_options){.games = 300000, .ties = ties});
    assert_int_equal(s->games, 300000);
    assert_true(s->block_path);
    assert_near(s->summary.mean, exact->summary.mean, 5 * s->mean_se);
    assert_near(s->summary.stdev, exact->summary.stdev, 5 * s->stdev_se);
    double chi = 0, cells = 0;
    for (uint32_t i = 0; i < exact->scores; i++) {
        const double wanted = 300000 * exact->probability[i], off = (double)s->count[i] - wanted;
        if (wanted < 10) continue;
        chi += off * off / wanted;
        cells++;
    }
    assert_that(chi, <, cells + 5 * sqrt(2 * cells)); /* chi-squared: mean `cells`, variance twice that */
    alea_sample_free(s);
    alea_distribution_free(exact);
    alea_bot_free(bot);
    alea_game_free(game);
}

static void simulated_statistics_are_inside_their_errors(void **unused)
{
    (void)unused;
    assert_inside_errors("", ALEA_TIES_STOP);
    assert_inside_errors("", ALEA_TIES_GO_ON);
    assert_inside_errors("misere=true,gain=3", ALEA_TIES_STOP);
}

static void threads_and_paths_do_not_change_a_game(void **unused)
{
    (void)unused;
    alea_game *game = open_small("", 1);
    alea_bot *bot = open_bot(game, "optimal"), *greedy = open_bot(game, "greedy");
    alea_sample *one = sample(game, bot, (alea_stats_options){.games = 30000, .threads = 1});
    alea_sample *three = sample(game, bot, (alea_stats_options){.games = 30000, .threads = 3});
    alea_sample *other = sample(game, greedy, (alea_stats_options){.games = 30000});
    assert_memory_equal(one->count, three->count, one->scores * sizeof *one->count);
    assert_true(memcmp(one->count, other->count, one->scores * sizeof *one->count) != 0);
    assert_true(other->block_path);
    assert_int_equal(other->ties, ALEA_TIES_OF_BOT);
    alea_sample_free(one);
    alea_sample_free(three);
    alea_sample_free(other);
    alea_bot_free(bot);
    alea_bot_free(greedy);
    alea_game_free(game);
}

static void every_failed_allocation_is_reported(void **unused)
{
    (void)unused;
    alea_game *game = open_small("", 1);
    bool done = false;
    for (long k = 0; !done; k++) {
        alea_sample *out = NULL;
        alea_bot *bot = open_bot(game, "optimal");
        alea__fail_allocation_after(k);
        alea_status status = alea_stats_simulate(
            game, bot, &(alea_stats_options){.games = 100, .threads = 1, .ties = ALEA_TIES_GO_ON}, &out,
            NULL);
        alea__fail_allocation_after(-1);
        done = status == ALEA_OK && out->block_path;
        assert_true(status == ALEA_OK || (status == ALEA_E_MEMORY && !out));
        alea_sample_free(out);
        alea_bot_free(bot);
    }
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_games_are_the_referees),
        cmocka_unit_test(despiralas_games_are_the_referees),
        cmocka_unit_test(a_plan_that_is_filled_decides_as_before),
        cmocka_unit_test(simulated_statistics_are_inside_their_errors),
        cmocka_unit_test(threads_and_paths_do_not_change_a_game),
        cmocka_unit_test(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
