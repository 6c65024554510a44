/* Exact results of bots: freezing, asking, evaluating, and tables that play. The family's part is a stub. */
#include "base/file.h"
#include "bot/bot.h"
#include "play/scripted_bot.h"
#include "support/facts.h"
#include "support/test.h"
#include "value/stub_exact.h"

#include <stdatomic.h>
#include <unistd.h>

static const char threshold_8[] =
    "return function(v) return (v.turn >= 8 or v.own + v.turn >= 30) and 'hold' or 'roll' end";

static alea_bot *open_lua(const alea_game *game, const char *text)
{
    assert_int_equal(alea__write_file("bot.lua", text, strlen(text), NULL), ALEA_OK);
    return open_bot(game, "bot.lua");
}

static alea_state position(uint32_t own, uint32_t other, uint32_t turn)
{
    alea_state state;
    fake_state s = {.winner = FAKE_NOBODY, .phase = FAKE_DECIDE, .turn = turn};
    s.score[0] = own;
    s.score[1] = other;
    fake_store(&state, s);
    return state;
}

/* ---- asking ---- */

static void a_bot_of_any_kind_is_asked_in_one_position(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *bots[] = {open_bot(&game, "hold(8)"), open_lua(&game, threshold_8)};
    const alea_state low = position(0, 0, 7), high = position(0, 0, 8);
    for (int i = 0; i < 2; i++) {
        uint32_t move;
        assert_int_equal(alea_bot_ask(bots[i], &low, &move, NULL), ALEA_OK);
        assert_int_equal(move, FAKE_ROLL);
        assert_int_equal(alea_bot_ask(bots[i], &high, &move, NULL), ALEA_OK);
        assert_int_equal(move, FAKE_HOLD);
        alea_bot_free(bots[i]);
    }
}

static void where_nobody_decides_nobody_is_asked(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *bot = open_bot(&game, "hold(8)");
    alea_state state;
    uint32_t move = 77;
    alea_error error;
    fake_store(&state, (fake_state){.phase = FAKE_OVER});
    assert_int_equal(alea_bot_ask(bot, &state, &move, &error), ALEA_E_STATE);
    assert_string_equal(error.message, "Nobody decides in this position: the game is over.");
    fake_store(&state, (fake_state){.phase = FAKE_CHANCE});
    assert_int_equal(alea_bot_ask(bot, &state, &move, &error), ALEA_E_STATE);
    assert_string_equal(error.message, "Nobody decides in this position: the dice must be rolled first.");
    assert_int_equal(move, 77);
    alea_bot_free(bot);
}

static void a_bot_that_fails_when_asked_says_why(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    const alea_state state = position(0, 0, 7);
    uint32_t move;
    alea_error error;
    alea_bot *lua = open_lua(&game, "return function(v) return 'fold' end"),
             *policy = open_bot(&game, "forfeit(1)");
    assert_int_equal(alea_bot_ask(lua, &state, &move, &error), ALEA_E_BOT);
    assert_string_equal(error.message,
                        "bot.lua fails in this position (illegal): decide returned a string, \"fold\".");
    assert_int_equal(alea_bot_ask(policy, &state, &move, &error), ALEA_E_BOT);
    assert_string_equal(error.message,
                        "forfeit(1) fails in this position (illegal): it forfeits on purpose.");
    alea_bot_free(lua);
    alea_bot_free(policy);
}

/* ---- freezing ---- */

static void a_program_is_frozen_into_the_policy_that_it_is(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *bot = open_lua(&game, threshold_8), *back;
    const alea_state low = position(5, 3, 7), high = position(5, 3, 8);
    const char *const files[] = {"frozen.h5", "frozen.csv"};
    for (int i = 0; i < 2; i++) {
        char spec[40];
        uint32_t move;
        snprintf(spec, sizeof spec, "table:%s", files[i]);
        OK(alea_bot_freeze(bot, NULL, files[i], &test_error));
        back = open_bot(&game, spec);
        assert_string_equal(alea_bot_kind(back), "table");
        assert_string_equal(alea_bot_name(back), spec);
        assert_int_equal(alea_bot_ask(back, &low, &move, NULL), ALEA_OK);
        assert_int_equal(move, FAKE_ROLL);
        assert_int_equal(alea_bot_ask(back, &high, &move, NULL), ALEA_OK);
        assert_int_equal(move, FAKE_HOLD);
        alea_bot_free(back);
        unlink(files[i]);
    }
    alea_bot_free(bot);
}

static void does_not_freeze(alea_bot *bot, const char *file, alea_status expected, const char *why)
{
    alea_error error;
    assert_int_equal(alea_bot_freeze(bot, NULL, file, &error), expected);
    if (!strstr(error.message, why)) fail_msg("\"%s\" does not say \"%s\"", error.message, why);
    assert_int_not_equal(access(file, F_OK), 0);
}

static void a_file_of_another_ending_is_refused_before_anybody_is_asked(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    scripted_bot bot = SCRIPTED_BOT(&game, holds_at_8);
    does_not_freeze(&bot.base, "frozen.txt", ALEA_E_USAGE, "frozen.txt must end in .h5, .csv or .npy");
    assert_int_equal(bot.starts, 0);
}

static void a_csv_file_holds_only_thresholds(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *bot = open_bot(&game, "always-roll");
    does_not_freeze(bot, "frozen.csv", ALEA_E_REFUSED, "It does not hold from some turn total on.");
    assert_int_equal(alea_bot_freeze(bot, NULL, "frozen.h5", NULL), ALEA_OK);
    unlink("frozen.h5");
    does_not_freeze(bot, "nowhere/frozen.h5", ALEA_E_WRITE, "nowhere/frozen.h5: the file cannot be written");
    alea_bot_free(bot);
}

static void a_policy_without_exact_results_is_refused_with_the_reason(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *bot = open_bot(&game, "forfeit(3)");
    does_not_freeze(bot, "frozen.h5", ALEA_E_REFUSED,
                    "forfeit(3) has no exact results. It remembers how often it was asked.");
    alea_bot_free(bot);
}

static void a_bot_that_contradicts_itself_is_refused_with_position_and_answers(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *counts = open_lua(
        &game, "local n = 0 return function(v) n = n + 1 return n % 1000 == 0 and 'hold' or 'roll' end");
    does_not_freeze(counts, "frozen.h5", ALEA_E_REFUSED,
                    "bot.lua has no exact results, because it contradicts itself: at scores ");
    alea_bot_free(counts);
    alea_bot *once = open_lua(
        &game, "local last = 0 return function(v)\n"
               "  local before = last last = v.turn return before == v.turn and 'hold' or 'roll' end");
    does_not_freeze(once, "frozen.h5", ALEA_E_REFUSED, "it answers ");
    alea_bot_free(once);
}

/* Only at 17–4 with 9 in the turn, and only when asked the second time. */
static void contradicts_in_one_place(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    static atomic_int asked;
    holds_at_8(instance, s, out);
    if (s->score[0] == 17 && s->score[1] == 4 && s->turn == 9 && atomic_fetch_add(&asked, 1) == 1)
        out->move = FAKE_ROLL;
}

static void one_contradiction_in_all_positions_is_found(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    scripted_bot bot = SCRIPTED_BOT(&game, contradicts_in_one_place);
    bot.silent = true;
    does_not_freeze(
        &bot.base, "frozen.h5", ALEA_E_REFUSED,
        "scripted has no exact results, because it contradicts itself: at scores 17,4 turn "
        "9, it answers hold, but when it is asked there again, after other positions and with another "
        "seed, it answers roll.");
}

static void fails_at_29(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    holds_at_8(instance, s, out);
    if (s->score[0] == 29 && s->score[1] == 29) scripted_fail(out, ALEA_TRAP, "unreachable");
}

static void a_failed_decision_is_refused_with_its_position(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    scripted_bot bot = SCRIPTED_BOT(&game, fails_at_29);
    bot.silent = true;
    does_not_freeze(
        &bot.base, "frozen.h5", ALEA_E_REFUSED,
        "scripted has no exact results: asked at scores 29,29 turn 2, it fails (trap): unreachable.");
    bot.start_fails = ALEA_E_BOT;
    does_not_freeze(&bot.base, "frozen.h5", ALEA_E_REFUSED,
                    "scripted has no exact results, because it does not start: It does not want to.");
    bot.start_fails = ALEA_E_SANDBOX;
    does_not_freeze(&bot.base, "frozen.h5", ALEA_E_SANDBOX, "It does not want to.");
}

/* Records the calls of the progress callback. */
typedef struct watcher {
    uint64_t last, total, stop_at;
    bool at_once;
} watcher;

static int watch(void *user, uint64_t done, uint64_t total)
{
    watcher *w = user;
    assert_that(done, >, w->last);
    assert_that(done, <=, total);
    w->last = done;
    w->total = total;
    return w->stop_at > 0 && done >= w->stop_at;
}

static bool stops_at_once(void *user)
{
    return ((const watcher *)user)->at_once;
}

static void progress_counts_both_times_and_can_stop(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    scripted_bot bot = SCRIPTED_BOT(&game, holds_at_8);
    bot.silent = true;
    watcher w = {0};
    alea_solve_options options = {.progress = {.report = watch, .user = &w, .stopped = stops_at_once}};
    assert_int_equal(alea_bot_freeze(&bot.base, &options, "frozen.h5", NULL), ALEA_OK);
    assert_int_equal(w.total, 18000);
    assert_int_equal(w.last, 18000);
    unlink("frozen.h5");
    w = (watcher){.stop_at = 1};
    options.threads =
        1; /* with more, all blocks may have begun before the first report: then nothing is left to stop */
    alea_error error;
    assert_int_equal(alea_bot_freeze(&bot.base, &options, "frozen.h5", &error), ALEA_E_STOPPED);
    assert_string_equal(error.message, "Stopped on request while asking scripted.");
    w = (watcher){.at_once = true};
    assert_int_equal(alea_bot_freeze(&bot.base, &options, "frozen.h5", NULL), ALEA_E_STOPPED);
    assert_int_not_equal(access("frozen.h5", F_OK), 0);
}

static unsigned times_asked[30][30][12], in_the_same_place, all_asked;

/* Records whether it is asked in the order of the positions. */
static void counts_positions(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    holds_at_8(instance, s, out);
    unsigned position = s->score[0] * 300 + s->score[1] * 10 + s->turn - 2;
    times_asked[s->score[0]][s->score[1]][s->turn]++;
    in_the_same_place += position == all_asked++ % STUB_POSITIONS;
}

static void every_position_is_asked_twice_in_two_orders(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    scripted_bot bot = SCRIPTED_BOT(&game, counts_positions);
    const alea_solve_options options = {.threads = 1};
    assert_int_equal(alea_bot_freeze(&bot.base, &options, "frozen.h5", NULL), ALEA_OK);
    assert_int_equal(bot.starts, 4); /* 9,000 positions are two blocks */
    assert_int_equal(bot.ends, 4);
    assert_int_not_equal(bot.id.seed, 1);
    for (int i = 0; i < STUB_POSITIONS; i++)
        assert_int_equal(times_asked[i / 300][i / 10 % 30][2 + i % 10], 2);
    assert_in_range(in_the_same_place, STUB_POSITIONS, STUB_POSITIONS + 10);
    unlink("frozen.h5");
}

static void memory_for_the_answers_is_asked_for_first(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    scripted_bot bot = SCRIPTED_BOT(&game, holds_at_8);
    alea_error error;
    assert_int_equal(alea_bot_freeze(&bot.base, &(alea_solve_options){.memory = 8999}, "frozen.h5", &error),
                     ALEA_E_REFUSED);
    assert_string_equal(error.message,
                        "Freezing scripted takes about 9000 bytes of memory; the limit is 8999 bytes.");
    assert_int_equal(bot.starts, 0);
}

static void takes_ten_of_fuel(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    holds_at_8(instance, s, out);
    out->fuel = 10;
}

static void a_program_that_needs_more_fuel_than_allowed_is_refused(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_error error;
    scripted_bot bot = SCRIPTED_BOT(&game, takes_ten_of_fuel);
    bot.silent = true;
    const uint64_t all = UINT64_C(10) * 2 * STUB_POSITIONS;
    alea_solve_options options = {.fuel = all - 1};
    assert_int_equal(alea_bot_freeze(&bot.base, &options, "frozen.h5", &error), ALEA_E_REFUSED);
    assert_string_equal(error.message,
                        "scripted has no exact results, because its answers in all positions take "
                        "more fuel than the limit of 179999.");
    options.fuel = all;
    OK(alea_bot_freeze(&bot.base, &options, "frozen.h5", &test_error));
    OK(alea_bot_freeze(&bot.base, NULL, "frozen.h5", &test_error));
    /* its cost is now known, so it is not asked again */
    bot.silent = false;
    options.fuel = all - 1;
    assert_int_equal(alea_bot_freeze(&bot.base, &options, "frozen.h5", &error), ALEA_E_REFUSED);
    assert_int_equal(bot.starts, 0);
    unlink("frozen.h5");
}

/* ---- evaluating ---- */

static void both_orders_are_averaged_outward(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *a = open_bot(&game, "hold(61)"), *b = open_bot(&game, "hold(33)");
    alea_evaluation e;
    assert_int_equal(alea_bot_evaluate(&game, a, b, ALEA_WIN, NULL, &e, NULL), ALEA_OK);
    long double lower = ((long double)e.first.value.lower + e.second.value.lower) / 2;
    long double upper = ((long double)e.first.value.upper + e.second.value.upper) / 2;
    assert_that(e.mean.value.lower, <=, lower);
    assert_that(lower - e.mean.value.lower, <, 2e-16L);
    assert_that(upper, <=, e.mean.value.upper);
    assert_that(e.mean.value.upper - upper, <, 2e-16L);
    assert_that(e.mean.loss.lower, ==, 0.33);
    assert_that(e.mean.loss.upper, ==, 0.33); /* exact stays exact */
    assert_true(e.mean.turns.lower == 20.5 && isinf(e.mean.turns.upper));
    alea_bot_free(a);
    alea_bot_free(b);
}

static void a_program_counts_as_the_policy_that_it_is(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *bot = open_lua(&game, threshold_8), *b = open_bot(&game, "hold(33)");
    alea_evaluation e;
    assert_int_equal(alea_bot_evaluate(&game, bot, b, ALEA_MONEY, NULL, &e, NULL), ALEA_OK);
    assert_that(e.first.value.lower, ==, 0.08);
    assert_that(e.first.loss.lower, ==, 0.33);
    assert_int_equal(alea_bot_evaluate(&game, bot, bot, ALEA_MONEY, NULL, &e, NULL), ALEA_OK);
    assert_that(e.first.value.lower, ==, 0.08);
    assert_that(e.first.loss.lower, ==, 0.08);
    alea_bot_free(bot);
    alea_bot_free(b);
}

static void alone_both_orders_are_the_same(void **unused)
{
    (void)unused;
    STUB_GAME(game, 1);
    alea_bot *bot = open_bot(&game, "hold(61)");
    alea_evaluation e;
    assert_int_equal(alea_bot_evaluate(&game, bot, NULL, ALEA_WIN, NULL, &e, NULL), ALEA_OK);
    assert_memory_equal(&e.first, &e.second, sizeof e.first);
    assert_memory_equal(&e.first, &e.mean, sizeof e.first);
    alea_bot_free(bot);
}

static void impossible_matches_are_refused_with_the_reason(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    STUB_GAME(alone, 1);
    STUB_GAME(crowd, 3);
    FAKE_GAME(plain, 2);
    STUB_GAME(other, 2);
    char spec[] = "fake(goal=31)";
    other.spec = spec;
    alea_bot *bot = open_bot(&game, "hold(8)"), *one = open_bot(&alone, "hold(8)"),
             *elsewhere = open_bot(&other, "hold(8)");
    alea_bot *forfeits = open_bot(&game, "forfeit(1)");
    alea_evaluation e;
    alea_error error;
    assert_int_equal(alea_bot_evaluate(&game, bot, NULL, ALEA_WIN, NULL, &e, &error), ALEA_E_USAGE);
    assert_string_equal(error.message,
                        "fake(goal=30) has two players with these parameters: give two bots, not one.");
    assert_int_equal(alea_bot_evaluate(&alone, one, one, ALEA_WIN, NULL, &e, &error), ALEA_E_USAGE);
    assert_string_equal(error.message,
                        "fake(goal=30) has one player with these parameters: give one bot, not two.");
    assert_int_equal(alea_bot_evaluate(&crowd, bot, bot, ALEA_WIN, NULL, &e, &error), ALEA_E_USAGE);
    assert_string_equal(
        error.message,
        "fake(goal=30) has 3 players with these parameters; exact results are for one or two.");
    assert_int_equal(alea_bot_evaluate(&plain, bot, bot, ALEA_WIN, NULL, &e, &error), ALEA_E_REFUSED);
    assert_int_equal(alea_bot_evaluate(&game, bot, bot, ALEA_TURNS, NULL, &e, &error), ALEA_E_USAGE);
    assert_int_equal(alea_bot_evaluate(&game, bot, elsewhere, ALEA_WIN, NULL, &e, &error), ALEA_E_USAGE);
    assert_string_equal(error.message, "hold(8) was opened for fake(goal=31), not for fake(goal=30).");
    assert_int_equal(alea_bot_evaluate(&game, bot, forfeits, ALEA_WIN, NULL, &e, &error), ALEA_E_REFUSED);
    assert_string_equal(error.message,
                        "forfeit(1) has no exact results. It remembers how often it was asked.");
    alea_bot_free(bot);
    alea_bot_free(one);
    alea_bot_free(elsewhere);
    alea_bot_free(forfeits);
}

/* ---- the best reply ---- */

static void the_best_response_is_a_table_that_names_its_opponent(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *bot = open_bot(&game, "hold(8)"), *back;
    alea_table *table, *read;
    alea_best_response reply;
    uint32_t move;
    assert_int_equal(alea_table_best_response(&game, bot, ALEA_WIN, NULL, &table, &reply, NULL), ALEA_OK);
    assert_near(reply.mean.lower, 0.55, 1e-15);
    assert_near(reply.mean.upper, 0.575, 1e-15);
    assert_near(reply.exploitability.lower, 0.05, 1e-15);
    assert_near(reply.exploitability.upper, 0.075, 1e-15);
    assert_that(reply.exploitability.lower, <=, reply.mean.lower - 0.5);
    assert_string_equal(table_facts(table).against, "hold(8)");
    assert_int_equal(alea_table_write(table, "reply.h5", NULL), ALEA_OK);
    alea_table_free(table);
    assert_int_equal(alea_table_open(&game, "reply.h5", &read, NULL), ALEA_OK);
    const alea__values *values = alea__table_values(read);
    assert_int_equal(values->opponent_size, 2);
    assert_memory_equal(values->opponent, "h\x08", 2);
    alea_table_free(read);
    back = open_bot(&game, "table:reply.h5");
    const alea_state state = position(0, 0, 7);
    assert_int_equal(alea_bot_ask(back, &state, &move, NULL), ALEA_OK);
    assert_int_equal(move, FAKE_HOLD);
    alea_bot_free(back);
    alea_bot_free(bot);
}

static void for_money_the_exploitability_is_what_the_best_response_earns(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_bot *bot = open_bot(&game, "hold(8)");
    alea_table *table;
    alea_best_response reply;
    assert_int_equal(alea_table_best_response(&game, bot, ALEA_MONEY, NULL, &table, &reply, NULL), ALEA_OK);
    assert_memory_equal(&reply.mean, &reply.exploitability, sizeof reply.mean);
    alea_table_free(table);
    alea_bot_free(bot);
}

static void a_game_for_one_player_has_no_best_response(void **unused)
{
    (void)unused;
    STUB_GAME(alone, 1);
    alea_bot *bot = open_bot(&alone, "hold(8)");
    alea_table *table = NULL;
    alea_best_response reply;
    alea_error error;
    assert_int_equal(alea_table_best_response(&alone, bot, ALEA_WIN, NULL, &table, &reply, &error),
                     ALEA_E_USAGE);
    assert_string_equal(
        error.message,
        "fake(goal=30) has one player with these parameters; there is no opponent to respond to.");
    assert_null(table);
    alea_bot_free(bot);
}

/* ---- tables that play ---- */

static void does_not_open(const alea_game *game, const char *spec, alea_status expected, const char *why)
{
    alea_bot *bot = NULL;
    alea_error error;
    assert_int_equal(alea_bot_open(game, spec, NULL, &bot, &error), expected);
    if (!strstr(error.message, why)) fail_msg("\"%s\" does not say \"%s\"", error.message, why);
    assert_null(bot);
}

static void write_values(alea_game *game, unsigned from, const char *path)
{
    alea__values *values = stub_values(ALEA_MONEY, from);
    alea__values_file file = {.game = game->spec, .rules_sha256 = STUB_HASH, .values = values};
    assert_int_equal(alea__values_write(path, &file, NULL), ALEA_OK);
    alea__values_free(values);
}

static void values_play_whatever_their_file_is_called(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    write_values(&game, 0, "values.csv");
    alea_bot *bot = open_bot(&game, "table:values.csv");
    uint32_t move;
    const alea_state low = position(0, 0, 8), high = position(0, 0, 9); /* the stub makes hold(9) of money */
    assert_int_equal(alea_bot_ask(bot, &low, &move, NULL), ALEA_OK);
    assert_int_equal(move, FAKE_ROLL);
    assert_int_equal(alea_bot_ask(bot, &high, &move, NULL), ALEA_OK);
    assert_int_equal(move, FAKE_HOLD);
    alea_bot_free(bot);
}

static void tables_that_do_not_fit_do_not_play(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    write_values(&game, 10, "values.h5");
    does_not_open(&game, "table:values.h5", ALEA_E_REFUSED,
                  "values.h5: the table is unfinished (20 of 30 layers)");
    alea__values *values = stub_values(ALEA_WIN, 0);
    values->matrix[0].upper[65] -= 1e-6;
    alea__values_file file = {.game = game.spec, .rules_sha256 = STUB_HASH, .values = values};
    assert_int_equal(alea__values_write("values.h5", &file, NULL), ALEA_OK);
    alea__values_free(values);
    does_not_open(
        &game, "table:values.h5", ALEA_E_REFUSED,
        "values.h5: the table is wrong. In `mover`, at own 2, other 5, the bounds are out of order: ");
    write_values(&game, 0, "values.h5");
    STUB_GAME(edited, 2);
    edited.sha256[0] = 'f';
    does_not_open(&edited, "table:values.h5", ALEA_E_FILE,
                  "values.h5: the rule file of fake(goal=30) has changed");
    char spec[] = "fake(goal=31)";
    game.spec = spec;
    does_not_open(&game, "table:values.h5", ALEA_E_FILE,
                  "this is a table of fake(goal=30), not of fake(goal=31)");
    does_not_open(&game, "values.h5", ALEA_E_BOT, "Give a table as table:values.h5.");
    FAKE_GAME(plain, 2);
    does_not_open(&plain, "table:values.h5", ALEA_E_REFUSED, "do not support tables in HDF5 files");
}

static void a_frozen_bot_that_is_damaged_is_refused_with_the_file_in_front(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    unsigned char policy[] = "abc";
    char name[] = "bot.lua";
    alea__values_file file = {
        .game = game.spec, .rules_sha256 = STUB_HASH, .policy = policy, .policy_size = 3, .bot = name};
    assert_int_equal(alea__values_write("bot.h5", &file, NULL), ALEA_OK);
    does_not_open(&game, "table:bot.h5", ALEA_E_FILE, "bot.h5: the policy has 3 bytes, not 2.");
    assert_int_equal(alea__write_file("bot.h5", "7\n", 2, NULL), ALEA_OK);
    does_not_open(&game, "table:bot.h5", ALEA_E_FILE,
                  "bot.h5: this is a file, but not a table written by alea");
    assert_int_equal(alea__write_file("bot.h5", "", 0, NULL), ALEA_OK);
    does_not_open(&game, "table:bot.h5", ALEA_E_FILE, "bot.h5: the file is empty");
    does_not_open(&game, "table:none.h5", ALEA_E_FILE,
                  "none.h5: the file cannot be read: No such file or directory.");
}

static void without_memory_no_bot_is_frozen_and_none_leaks(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    scripted_bot bot = SCRIPTED_BOT(&game, holds_at_8);
    alea_status status = ALEA_E_MEMORY;
    for (long successes = 0; status != ALEA_OK && successes < 100; successes++) {
        alea__fail_allocation_after(successes);
        status = alea_bot_freeze(&bot.base, &(alea_solve_options){.threads = 1}, "frozen.h5", NULL);
        alea__fail_allocation_after(-1);
        assert_true(status == ALEA_OK || access("frozen.h5", F_OK) != 0);
    }
    assert_int_equal(status, ALEA_OK);
}

static int remove_files(void **unused)
{
    static const char *const files[] = {"bot.lua",  "bot.h5",    "values.h5", "values.csv",
                                        "reply.h5", "frozen.h5", "frozen.csv"};
    (void)unused;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) unlink(files[i]);
    return 0;
}

#define TEST(test) cmocka_unit_test_teardown(test, remove_files)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_bot_of_any_kind_is_asked_in_one_position),
        TEST(where_nobody_decides_nobody_is_asked),
        TEST(a_bot_that_fails_when_asked_says_why),
        TEST(a_program_is_frozen_into_the_policy_that_it_is),
        TEST(a_file_of_another_ending_is_refused_before_anybody_is_asked),
        TEST(a_csv_file_holds_only_thresholds),
        TEST(a_policy_without_exact_results_is_refused_with_the_reason),
        TEST(a_bot_that_contradicts_itself_is_refused_with_position_and_answers),
        TEST(one_contradiction_in_all_positions_is_found),
        TEST(a_failed_decision_is_refused_with_its_position),
        TEST(progress_counts_both_times_and_can_stop),
        TEST(every_position_is_asked_twice_in_two_orders),
        TEST(memory_for_the_answers_is_asked_for_first),
        TEST(a_program_that_needs_more_fuel_than_allowed_is_refused),
        TEST(both_orders_are_averaged_outward),
        TEST(a_program_counts_as_the_policy_that_it_is),
        TEST(alone_both_orders_are_the_same),
        TEST(impossible_matches_are_refused_with_the_reason),
        TEST(the_best_response_is_a_table_that_names_its_opponent),
        TEST(for_money_the_exploitability_is_what_the_best_response_earns),
        TEST(a_game_for_one_player_has_no_best_response),
        TEST(values_play_whatever_their_file_is_called),
        TEST(tables_that_do_not_fit_do_not_play),
        TEST(a_frozen_bot_that_is_damaged_is_refused_with_the_file_in_front),
        TEST(without_memory_no_bot_is_frozen_and_none_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
