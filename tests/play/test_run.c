/* Runs: valid options, the choice of the path, and the numbers of a result. */
#include "play/match.h"
#include "play/scripted_bot.h"
#include "play/totals.h"
#include "support/files.h"
#include "support/memory.h"

/* A game of two or three players and bots for it. */
typedef struct table {
    fake_rules rules;
    alea_game game;
    alea_bot *bots[3];
    scripted_bot scripted;
    unsigned players;
} table;

static char spec_text[] = "fake(goal=30)";

static void set_table(table *t, unsigned players, const char *const *specs)
{
    memset(t, 0, sizeof *t);
    t->rules = (fake_rules){.players = players, .goal = 30};
    t->game = (alea_game){
        .family = &fake_family, .rules = (alea__rules *)&t->rules, .spec = spec_text, .players = players};
    t->scripted = (scripted_bot)SCRIPTED_BOT(&t->game, holds_at_8);
    t->scripted.silent = true;
    t->players = players;
    for (unsigned i = 0; i < players; i++) {
        if (strcmp(specs[i], "scripted") == 0)
            t->bots[i] = &t->scripted.base;
        else
            OK(alea_bot_open(&t->game, specs[i], NULL, &t->bots[i], &test_error));
    }
}

static void clear_table(table *t)
{
    for (unsigned i = 0; i < t->players; i++)
        if (t->bots[i] != &t->scripted.base) alea_bot_free(t->bots[i]);
}

static alea_run_result *run(const table *t, const alea_run_options *options)
{
    alea_run_result *result;
    OK(alea_run_match(&t->game, t->bots, t->players, options, &result, &test_error));
    return result;
}

/* The run is refused with this status, and the message has this in it. */
static void refuses(const table *t, unsigned count, alea_run_options options, alea_status status,
                    const char *part)
{
    alea_run_result *result = NULL;
    alea_error error;
    assert_int_equal(alea_run_match(&t->game, t->bots, count, &options, &result, &error), status);
    assert_null(result);
    if (!strstr(error.message, part)) fail_msg("\"%s\" is not in: %s", part, error.message);
}

static void assert_same_standing(const alea_standing *a, const alea_standing *b)
{
    assert_string_equal(a->bot, b->bot);
    assert_int_equal(a->wins, b->wins);
    assert_int_equal(a->money_total, b->money_total);
    assert_that(a->win_rate, ==, b->win_rate);
    assert_that(a->win_rate_se, ==, b->win_rate_se);
    assert_that(a->money, ==, b->money);
    assert_that(a->money_se, ==, b->money_se);
    assert_int_equal(a->forfeits, b->forfeits);
    assert_memory_equal(a->failures, b->failures, sizeof a->failures);
    assert_string_equal(a->failure_text, b->failure_text);
    assert_int_equal(a->failure_game, b->failure_game);
    assert_memory_equal(a->seat_games, b->seat_games, sizeof a->seat_games);
    assert_memory_equal(a->seat_wins, b->seat_wins, sizeof a->seat_wins);
    assert_memory_equal(a->seat_money, b->seat_money, sizeof a->seat_money);
}

/* Equal apart from the fields that may differ: threads, path, blocks replayed. */
static void assert_same(const alea_run_result *a, const alea_run_result *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->unfinished, b->unfinished);
    assert_int_equal(a->turns, b->turns);
    assert_int_equal(a->money_sum, b->money_sum);
    assert_int_equal(a->se_from_blocks, b->se_from_blocks);
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++)
        if (i < a->players) assert_same_standing(&a->standing[i], &b->standing[i]);
}

static const char *const policies[] = {"hold(8)", "hold(5)", "hold(12)"};
static const char *const with_script[] = {"hold(8)", "scripted", "coin(150)"};
static const char *const with_forfeit[] = {"hold(8)", "forfeit(2)", "coin(99)"};

/* ---- what may be asked for ----------------------------------------------------------------------------- */

static void wrong_numbers_and_wrong_bots_are_refused(void **unused)
{
    (void)unused;
    table t, other;
    set_table(&t, 2, policies);
    set_table(&other, 2, policies);
    refuses(&t, 1, (alea_run_options){0}, ALEA_E_USAGE, "is for 2 players, not 1");
    refuses(&t, 3, (alea_run_options){0}, ALEA_E_USAGE, "is for 2 players, not 3");
    refuses(&t, 2, (alea_run_options){.games = UINT64_C(1000000000001)}, ALEA_E_RANGE, "1000000000000");
    refuses(&t, 2, (alea_run_options){.games = UINT64_MAX}, ALEA_E_RANGE, "1 to 1000000000000");
    refuses(&t, 2, (alea_run_options){.threads = 1000000}, ALEA_E_RANGE, "threads");
    refuses(&t, 2, (alea_run_options){.games = 10, .record = "r", .record_games = 11}, ALEA_E_RANGE,
            "1 to 10");
    refuses(&t, 2, (alea_run_options){.games = 10, .record_games = 5}, ALEA_E_USAGE, "without a file");
    refuses(&t, 2, (alea_run_options){.path = (alea_path)9}, ALEA_E_RANGE, "path");
    refuses(&t, 2, (alea_run_options){.seats = (alea_seats)9}, ALEA_E_RANGE, "fixed");
    alea_bot *own = t.bots[1];
    t.bots[1] = other.bots[1];
    refuses(&t, 2, (alea_run_options){0}, ALEA_E_USAGE, "a game other than");
    t.bots[1] = own;
    clear_table(&other);
    clear_table(&t);
}

static void the_defaults_are_a_million_games_and_the_documented_seed(void **unused)
{
    (void)unused;
    table t;
    set_table(&t, 2, policies);
    alea_run_result *r = run(&t, NULL);
    assert_int_equal(r->games, 1000000);
    assert_int_equal(r->asked, 1000000);
    assert_int_equal(r->seed, ALEA_DEFAULT_SEED);
    assert_int_equal(r->seats, ALEA_ROTATE);
    assert_string_equal(r->game, "fake(goal=30)");
    assert_string_equal(r->standing[1].bot, "hold(5)");
    assert_string_equal(r->standing[1].kind, "built-in");
    assert_true(r->has_money);
    assert_false(r->stopped);
    alea_run_result_free(r);
    alea_run_result_free(NULL);
    clear_table(&t);
}

static void seed_zero_is_a_seed(void **unused)
{
    (void)unused;
    table t;
    set_table(&t, 2, policies);
    alea_run_result *r = run(&t, &(alea_run_options){.games = 10, .seed_given = true});
    assert_int_equal(r->seed, 0);
    alea_run_result_free(r);
    clear_table(&t);
}

/* ---- paths --------------------------------------------------------------------------------------------- */

static void policies_take_the_block_path_and_both_paths_agree(void **unused)
{
    (void)unused;
    for (unsigned players = 2; players <= 3; players++)
        for (int seats = ALEA_ROTATE; seats <= ALEA_FIXED; seats++) {
            table t;
            set_table(&t, players, policies);
            alea_run_options options = {.games = 70001, .seats = (alea_seats)seats};
            alea_run_result *by_itself = run(&t, &options);
            options.path = ALEA_PATH_BLOCK;
            alea_run_result *block = run(&t, &options);
            options.path = ALEA_PATH_STEP;
            alea_run_result *step = run(&t, &options);
            assert_int_equal(by_itself->path, ALEA_PATH_BLOCK);
            assert_int_equal(block->path, ALEA_PATH_BLOCK);
            assert_int_equal(step->path, ALEA_PATH_STEP);
            assert_same(block, step);
            alea_run_result_free(by_itself);
            alea_run_result_free(block);
            alea_run_result_free(step);
            clear_table(&t);
        }
}

static void the_block_path_is_refused_with_its_reason(void **unused)
{
    (void)unused;
    table t;
    write_file("eight.lua", "return function(view) return view.turn < 8 and 'roll' or 'hold' end\n");
    set_table(&t, 2, (const char *const[]){"hold(8)", "forfeit(1)"});
    refuses(&t, 2, (alea_run_options){.path = ALEA_PATH_BLOCK}, ALEA_E_REFUSED, "without the referee");
    alea_run_result *r = run(&t, &(alea_run_options){.games = 10});
    assert_int_equal(r->path, ALEA_PATH_STEP);
    alea_run_result_free(r);
    clear_table(&t);
    set_table(&t, 2, (const char *const[]){"hold(8)", "eight.lua"});
    refuses(&t, 2, (alea_run_options){.path = ALEA_PATH_BLOCK}, ALEA_E_REFUSED, "Lua");
    clear_table(&t);
    set_table(&t, 2, with_script);
    refuses(&t, 2, (alea_run_options){.path = ALEA_PATH_BLOCK}, ALEA_E_REFUSED, "");
    clear_table(&t);
}

static void a_lua_bot_plays_as_the_policy_that_it_imitates(void **unused)
{
    (void)unused;
    table a, b;
    write_file(
        "eight.lua",
        "return function(view) return view.turn < 8 and view.own + view.turn < view.goal and 'roll' or "
        "'hold' end\n");
    set_table(&a, 2, (const char *const[]){"eight.lua", "hold(5)"});
    set_table(&b, 2, policies);
    alea_run_result *lua = run(&a, &(alea_run_options){.games = 10000});
    alea_run_result *policy = run(&b, &(alea_run_options){.games = 10000});
    assert_int_equal(lua->standing[0].wins, policy->standing[0].wins);
    assert_int_equal(lua->standing[0].money_total, policy->standing[0].money_total);
    assert_int_equal(lua->turns, policy->turns);
    assert_int_equal(lua->standing[0].forfeits, 0);
    assert_string_equal(lua->standing[0].kind, "lua");
    alea_run_result_free(lua);
    alea_run_result_free(policy);
    clear_table(&a);
    clear_table(&b);
}

/* ---- threads ------------------------------------------------------------------------------------------- */

static void one_thread_and_eight_give_the_same_result(void **unused)
{
    (void)unused;
    static const char *const *const line_ups[] = {policies, with_script, with_forfeit};
    for (size_t i = 0; i < sizeof line_ups / sizeof *line_ups; i++) {
        table t;
        set_table(&t, 3, line_ups[i]);
        alea_run_options options = {.games = 200000, .threads = 1};
        alea_run_result *one = run(&t, &options);
        options.threads = 8;
        alea_run_result *eight = run(&t, &options);
        assert_same(one, eight);
        assert_int_equal(one->threads, 1);
        alea_run_result_free(one);
        alea_run_result_free(eight);
        clear_table(&t);
    }
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

/* Statistics from single games: the mean and deviation of a bot's money and wins, by the textbook method (Welford). */
typedef struct moments {
    unsigned bot;
    unsigned seat;
    long double n, mean[2], m2[2];
} moments;

static void learn(moments *m, int which, long double x)
{
    long double before = x - m->mean[which];
    m->mean[which] += before / m->n;
    m->m2[which] += before * (x - m->mean[which]);
}

static void saw_begin(void *user, uint64_t game, const unsigned *bot_in_seat)
{
    moments *m = user;
    (void)game;
    for (unsigned seat = 0; seat < 3; seat++)
        if (bot_in_seat[seat] == m->bot) m->seat = seat;
}

static void saw_end(void *user, const alea_outcome *outcome)
{
    moments *m = user;
    m->n++;
    learn(m, 0, outcome->winner == (int)m->seat);
    learn(m, 1, outcome->money[m->seat]);
}

static void assert_close(double a, long double b)
{
    assert_that(fabsl((long double)a - b), <=, 1e-12L * fabsl(b));
}

static void errors_of_policies_are_those_of_single_games(void **unused)
{
    (void)unused;
    table t;
    set_table(&t, 3, policies);
    alea_run_result *r = run(&t, &(alea_run_options){.games = 5000});
    assert_false(r->se_from_blocks);
    for (unsigned bot = 0; bot < 3; bot++) {
        moments m = {.bot = bot};
        alea__counts counts = {0};
        const alea__observer observer = {.user = &m, .begin = saw_begin, .end = saw_end};
        const alea__match match = {.game = &t.game,
                                   .bots = t.bots,
                                   .seed = ALEA_DEFAULT_SEED,
                                   .rotate = true,
                                   .observer = &observer};
        assert_int_equal(alea__match_play(&match, 0, ALEA__BLOCK, &counts, NULL), ALEA_OK);
        assert_int_equal(alea__match_play(&match, ALEA__BLOCK, 5000 - ALEA__BLOCK, &counts, NULL), ALEA_OK);

        assert_close(r->standing[bot].win_rate, m.mean[0]);
        assert_close(r->standing[bot].money, m.mean[1]);
        assert_close(r->standing[bot].win_rate_se, sqrtl(m.m2[0] / (m.n - 1) / m.n));
        assert_close(r->standing[bot].money_se, sqrtl(m.m2[1] / (m.n - 1) / m.n));
    }
    alea_run_result_free(r);
    clear_table(&t);
}

static void errors_of_other_bots_are_those_of_full_blocks(void **unused)
{
    (void)unused;
    enum { BLOCKS = 16, GAMES = BLOCKS * ALEA__BLOCK + 100 };
    table t;
    set_table(&t, 3, with_script);
    alea_run_result *r = run(&t, &(alea_run_options){.games = GAMES});
    assert_true(r->se_from_blocks);
    moments m = {0};
    for (unsigned block = 0; block < BLOCKS; block++) {
        alea__counts counts = {0};
        const alea__match match = {
            .game = &t.game, .bots = t.bots, .seed = ALEA_DEFAULT_SEED, .rotate = true};
        assert_int_equal(alea__match_play(&match, block * ALEA__BLOCK, ALEA__BLOCK, &counts, NULL), ALEA_OK);
        const alea__tally tally = counts.tally;

        uint64_t wins = tally.wins[1][0] + tally.wins[1][1] + tally.wins[1][2];
        int64_t money = tally.money[1][0] + tally.money[1][1] + tally.money[1][2];
        m.n++;
        learn(&m, 0, (long double)wins / (long double)ALEA__BLOCK);
        learn(&m, 1, (long double)money / (long double)ALEA__BLOCK);
    }
    assert_close(r->standing[1].win_rate_se,
                 sqrtl(m.m2[0] / (long double)(BLOCKS - 1) / (long double)BLOCKS));
    assert_close(r->standing[1].money_se, sqrtl(m.m2[1] / (long double)(BLOCKS - 1) / (long double)BLOCKS));
    alea_run_result_free(r);
    r = run(&t, &(alea_run_options){.games = 15 * ALEA__BLOCK + 4000});
    assert_false(r->se_from_blocks); /* too few blocks */
    alea_run_result_free(r);
    clear_table(&t);
}

static void a_standard_error_is_exact_where_floating_sums_are_not(void **unused)
{
    (void)unused;
    /* 10^12 numbers, half of them 10^6, half 10^6 + 2: the deviation is 1. */
    alea__wide half = INT64_C(500000000000), a = 1000000, b = 1000002;
    double error =
        alea__standard_error(UINT64_C(1000000000000), half * a + half * b, half * a * a + half * b * b);
    assert_near(error, 1e-6, 1e-15);
    assert_that(alea__standard_error(1, 5, 25), ==, 0);
    assert_that(alea__standard_error(0, 0, 0), ==, 0);
}

static void seats_wins_and_money_add_up(void **unused)
{
    (void)unused;
    for (int seats = ALEA_ROTATE; seats <= ALEA_FIXED; seats++) {
        table t;
        set_table(&t, 3, policies);
        alea_run_result *r = run(&t, &(alea_run_options){.games = 10001, .seats = (alea_seats)seats});
        uint64_t wins = 0;
        for (unsigned bot = 0; bot < 3; bot++) {
            const alea_standing *s = &r->standing[bot];
            uint64_t games = 0, seat_wins = 0;
            int64_t money = 0;
            for (unsigned seat = 0; seat < 3; seat++) {
                uint64_t expected = 0;
                for (uint64_t n = 0; n < 10001; n++)
                    expected += (seats == ALEA_ROTATE ? (bot + n) % 3 : bot) == seat;
                assert_int_equal(s->seat_games[seat], expected);
                games += s->seat_games[seat];
                seat_wins += s->seat_wins[seat];
                money += s->seat_money[seat];
            }
            assert_int_equal(games, 10001);
            assert_int_equal(seat_wins, s->wins);
            assert_int_equal(money, s->money_total);
            wins += s->wins;
        }
        assert_int_equal(wins + r->unfinished, 10001);
        assert_int_equal(r->money_sum, 0);
        alea_run_result_free(r);
        clear_table(&t);
    }
}

static void forfeits_are_counted_by_reason_with_the_first_text(void **unused)
{
    (void)unused;
    table t;
    set_table(&t, 2, (const char *const[]){"hold(8)", "forfeit(3)"});
    alea_run_result *r = run(&t, &(alea_run_options){.games = 2 * ALEA__BLOCK});
    const alea_standing *s = &r->standing[1];
    assert_int_equal(s->failures[ALEA_ILLEGAL], 32);
    assert_int_equal(s->forfeits, s->failures[ALEA_ILLEGAL] + s->failures[ALEA_SKIPPED]);
    assert_string_equal(s->failure_text, "forfeits on purpose");
    assert_int_equal(r->standing[0].forfeits, 0);
    assert_string_equal(r->standing[0].failure_text, "");
    alea_run_result_free(r);
    clear_table(&t);
}

/* ---- stopping ------------------------------------------------------------------------------------------ */

static int stop_at(void *user, uint64_t done, uint64_t total)
{
    uint64_t *limit = user;
    assert_int_equal(total, 1000000000);
    return done >= *limit;
}

static void a_stopped_run_holds_what_was_played(void **unused)
{
    (void)unused;
    static const char *const *const line_ups[] = {policies, with_script};
    for (size_t i = 0; i < 2; i++) {
        table t;
        uint64_t limit = 100000;
        set_table(&t, 2, line_ups[i]);
        alea_run_result *r =
            run(&t, &(alea_run_options){
                        .games = 1000000000, .threads = 2, .progress = {.report = stop_at, .user = &limit}});
        assert_true(r->stopped);
        assert_in_range(r->games, limit, 20 * limit);
        assert_int_equal(r->asked, 1000000000);
        alea_run_result *whole = run(&t, &(alea_run_options){.games = r->games, .threads = 1});
        for (unsigned bot = 0; bot < 2; bot++) {
            assert_int_equal(r->standing[bot].wins, whole->standing[bot].wins);
            assert_int_equal(r->standing[bot].money_total, whole->standing[bot].money_total);
            assert_that(r->standing[bot].money_se, ==, whole->standing[bot].money_se);
        }
        alea_run_result_free(r);
        alea_run_result_free(whole);
        clear_table(&t);
    }
}

/* Any thread may ask, so the count is atomic. */
static bool stop_after(void *user)
{
    _Atomic int64_t *left = user;
    return --*left < 0;
}

static void a_run_stopped_within_a_block_holds_its_first_games(void **unused)
{
    (void)unused;
    static const int64_t asks[] = {0, 1, 700, 4096, 4097, 9000};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
        for (unsigned threads = 1; threads <= 3; threads++) {
            table t;
            _Atomic int64_t left = asks[i];
            set_table(&t, 2, with_script);
            const alea_progress progress = {.user = &left, .stopped = stop_after};
            alea_run_result *r =
                run(&t, &(alea_run_options){.games = 100000, .threads = threads, .progress = progress});
            assert_true(r->stopped);
            assert_that(r->games, <=, (uint64_t)asks[i]);
            if (threads == 1) assert_int_equal(r->games, asks[i]);
            if (r->games > 0) {
                alea_run_result *whole = run(&t, &(alea_run_options){.games = r->games, .threads = 1});
                assert_int_equal(r->standing[0].wins, whole->standing[0].wins);
                assert_int_equal(r->standing[0].money_total, whole->standing[0].money_total);
                alea_run_result_free(whole);
            }
            alea_run_result_free(r);
            clear_table(&t);
        }
}

static int count_up(void *user, uint64_t done, uint64_t total)
{
    uint64_t *last = user;
    assert_that(done, >=, *last);
    assert_that(done, <=, total);
    *last = done;
    return 0;
}

static void progress_goes_up_to_the_number_of_games(void **unused)
{
    (void)unused;
    table t;
    uint64_t last = 0;
    set_table(&t, 2, policies);
    alea_run_result_free(
        run(&t, &(alea_run_options){.games = 200001, .progress = {.report = count_up, .user = &last}}));
    assert_int_equal(last, 200001);
    clear_table(&t);
}

/* ---- faults -------------------------------------------------------------------------------------------- */

static void an_engine_that_fails_ends_the_run(void **unused)
{
    (void)unused;
    table t;
    set_table(&t, 2, with_script);
    t.scripted.start_fails = ALEA_E_SANDBOX;
    refuses(&t, 2, (alea_run_options){.games = 10000}, ALEA_E_SANDBOX, "It does not want to.");
    clear_table(&t);
}

static void running_out_of_memory_is_an_error(void **unused)
{
    (void)unused;
    static const char *const *const line_ups[] = {policies, with_script};
    for (size_t i = 0; i < 2; i++) {
        table t;
        set_table(&t, 2, line_ups[i]);
        alea_status status = ALEA_E_MEMORY;
        for (long successes = 0; status != ALEA_OK; successes++) {
            alea_run_result *result = NULL;
            status = with_allocations(
                successes, alea_run_match(&t.game, t.bots, 2,
                                          &(alea_run_options){.games = 5000, .threads = 1}, &result, NULL));
            alea_run_result_free(result);
        }
        clear_table(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_numbers_and_wrong_bots_are_refused),
        cmocka_unit_test(the_defaults_are_a_million_games_and_the_documented_seed),
        cmocka_unit_test(seed_zero_is_a_seed),
        cmocka_unit_test(policies_take_the_block_path_and_both_paths_agree),
        cmocka_unit_test(the_block_path_is_refused_with_its_reason),
        cmocka_unit_test(a_lua_bot_plays_as_the_policy_that_it_imitates),
        cmocka_unit_test(one_thread_and_eight_give_the_same_result),
        cmocka_unit_test(errors_of_policies_are_those_of_single_games),
        cmocka_unit_test(errors_of_other_bots_are_those_of_full_blocks),
        cmocka_unit_test(a_standard_error_is_exact_where_floating_sums_are_not),
        cmocka_unit_test(seats_wins_and_money_add_up),
        cmocka_unit_test(forfeits_are_counted_by_reason_with_the_first_text),
        cmocka_unit_test(a_stopped_run_holds_what_was_played),
        cmocka_unit_test(a_run_stopped_within_a_block_holds_its_first_games),
        cmocka_unit_test(progress_goes_up_to_the_number_of_games),
        cmocka_unit_test(an_engine_that_fails_ends_the_run),
        cmocka_unit_test(running_out_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
