/* The findings of alea_bot_check about bots of known nature. */
#include "bot/bot.h"
#include "play/fake_family.h"
#include "support/files.h"
#include "support/memory.h"

static uint64_t ticks; /* of the clock below: a millisecond a look */

static uint64_t clock_of_tests(void)
{
    return ticks += 1000000;
}

/* The report on a bot; the caller frees it. */
static alea_bot_report *check(const char *spec)
{
    FAKE_GAME(game, 2);
    alea_bot *bot;
    alea_bot_report *report = NULL;
    alea_error error;
    if (alea_bot_open(&game, spec, NULL, &bot, &error) != ALEA_OK) fail_msg("%s: %s", spec, error.message);
    const alea_check_options options = {.size = sizeof options, .seed = 1, .clock = clock_of_tests};
    if (alea_bot_check(bot, &options, &report, &error) != ALEA_OK) fail_msg("%s: %s", spec, error.message);
    alea_bot_free(bot);
    return report;
}

static alea_bot_report *check_lua(const char *text)
{
    write_file("bot.lua", text);
    return check("bot.lua");
}

static void a_threshold_is_a_pure_function_of_the_state(void **unused)
{
    (void)unused;
    alea_bot_report *r = check("hold(8)");
    assert_string_equal(r->kind, "built-in");
    assert_int_equal(r->states, 9000);
    assert_false(r->sampled);
    assert_true(r->answers_all);
    assert_true(r->deterministic);
    assert_false(r->depends_on_past);
    assert_false(r->depends_on_seed);
    assert_int_equal(r->failure, ALEA_NO_FAILURE);
    assert_string_equal(r->example, "");
    assert_null(r->imports[0]);
    alea_bot_report_free(r);
}

static void time_is_shared_out_over_the_decisions(void **unused)
{
    (void)unused;
    alea_bot_report *r = check("hold(8)");
    assert_float_equal(r->nanoseconds, 1000000.0 / 9000,
                       1e-9); /* two looks at the clock, a millisecond apart */
    assert_that(r->fuel, ==, 0);
    alea_bot_report_free(r);
}

static void a_coin_depends_on_its_seed_and_is_still_deterministic(void **unused)
{
    (void)unused;
    alea_bot_report *r = check("coin(128)");
    assert_true(r->deterministic);
    assert_true(r->depends_on_seed);
    assert_true(r->depends_on_past);
    assert_non_null(strstr(r->example, "with another seed"));
    alea_bot_report_free(r);
}

static void a_counting_bot_depends_on_the_past_but_not_on_the_seed(void **unused)
{
    (void)unused;
    alea_bot_report *r =
        check_lua("n = 0 return function(v) n = n + 1 return (n + v.turn) % 3 == 0 and 'hold' or 'roll' end");
    assert_string_equal(r->kind, "lua");
    assert_true(r->answers_all);
    assert_true(r->deterministic);
    assert_false(r->depends_on_seed);
    assert_true(r->depends_on_past);
    assert_non_null(strstr(r->example, "in another order"));
    assert_non_null(strstr(r->example, "scores "));
    alea_bot_report_free(r);
}

static alea_purity purity_of(const char *text, bool *answers_all)
{
    alea_bot_report *r = check_lua(text);
    const alea_purity purity = r->purity;
    assert_int_equal(r->depends_on_past, purity == ALEA_IMPURE);
    if (purity == ALEA_TESTED_PURE) assert_int_equal(r->pure_states, 8192);
    *answers_all = r->answers_all;
    alea_bot_report_free(r);
    return purity;
}

/* The third bot and the fourth are others only at their first question, which neither another order nor another seed shows. */
static void whether_a_bot_in_lua_is_pure_is_tested(void **unused)
{
    (void)unused;
    bool answers;
    assert_int_equal(purity_of("return function(v) return v.turn < 9 and 'roll' or 'hold' end", &answers),
                     ALEA_TESTED_PURE);
    assert_int_equal(
        purity_of("local n = 0 return function(v) n = n + 1 return n % 2 == 0 and 'roll' or 'hold' end",
                  &answers),
        ALEA_IMPURE);
    assert_int_equal(
        purity_of(
            "local n = 0 return function(v) n = n + 1 return v.own == 7 and n < 2 and 'roll' or 'hold' end",
            &answers),
        ALEA_IMPURE);
    assert_true(answers);
    assert_int_equal(
        purity_of("local n = 0 return function(v) n = n + 1 if v.own == 7 and n < 2 then error('new') end "
                  "return 'hold' end",
                  &answers),
        ALEA_IMPURE);
    assert_false(answers);
    assert_int_equal(purity_of("return function(v) error('no') end", &answers), ALEA_PURITY_UNKNOWN);
}

static void a_bot_in_lua_is_loaded_once_however_often_it_is_tested(void **unused)
{
    (void)unused;
    alea_bot_report *r = check_lua("for i = 1, 1e5 do end return function(v) return 'hold' end");
    assert_int_equal(r->purity, ALEA_TESTED_PURE);
    assert_int_equal(r->pure_states, 8192);
    alea_bot_report_free(r);
}

static void a_lua_bot_is_called_by_its_name(void **unused)
{
    (void)unused;
    alea_bot_report *r = check_lua("return { name = 'steady', decide = function() return 'hold' end }");
    assert_non_null(strstr(r->what, "steady"));
    assert_false(r->depends_on_past);
    assert_int_equal(r->states, 9000);
    alea_bot_report_free(r);
}

static void the_first_failure_is_shown_with_its_state(void **unused)
{
    (void)unused;
    alea_bot_report *r =
        check_lua("return function(v) if v.own == 20 and v.other == 7 and v.turn == 9 then error('ouch') end "
                  "return 'hold' end");
    assert_false(r->answers_all);
    assert_int_equal(r->states, 9000);
    assert_int_equal(r->failure, ALEA_TRAP);
    assert_non_null(strstr(r->failure_text, "ouch"));
    assert_string_equal(r->example, "scores 20,7 turn 9");
    assert_true(r->deterministic);
    assert_false(r->depends_on_past);
    alea_bot_report_free(r);
}

/* Asking it everywhere would take 9,000 times 20 million instructions. */
static void a_hopeless_bot_is_soon_given_up(void **unused)
{
    (void)unused;
    alea_bot_report *r = check_lua("return function() while true do end end");
    assert_false(r->answers_all);
    assert_int_equal(r->failure, ALEA_FUEL);
    assert_in_range(r->states, 1, 16);
    assert_true(r->sampled);
    assert_that(r->fuel, >=, 19e6);
    alea_bot_report_free(r);
}

static void a_bot_with_cheap_failures_is_given_up_after_sixteen(void **unused)
{
    (void)unused;
    alea_bot_report *r =
        check_lua("return function(v) if v.own > 5 then error('ouch') end return 'hold' end");
    assert_int_equal(r->states, 6 * 300 + 16);
    assert_string_equal(r->example, "scores 6,0 turn 2");
    alea_bot_report_free(r);
}

static void a_slow_bot_is_asked_in_a_sample_of_the_states(void **unused)
{
    (void)unused;
    alea_bot_report *r = check_lua("return function() for i = 1, 2.5e5 do end return 'hold' end");
    assert_true(r->sampled);
    assert_true(r->answers_all);
    assert_in_range(r->states, 50, 150);
    assert_false(r->depends_on_past);
    alea_bot_report_free(r);
}

/* The sample is spread over all states: it does not miss the second half. */
static void a_sample_reaches_the_last_states(void **unused)
{
    (void)unused;
    alea_bot_report *r = check_lua(
        "return function(v) for i = 1, 2.5e5 do end if v.own >= 28 then error('late') end return 'hold' end");
    assert_true(r->sampled);
    assert_non_null(strstr(r->failure_text, "late"));
    alea_bot_report_free(r);
}

/* ---- progress ---- */

typedef struct reports {
    uint64_t done, total, count, stop_at;
} reports;

/* Checks that the progress never decreases. Stops at the report `stop_at`. */
static int note_report(void *user, uint64_t done, uint64_t total)
{
    reports *r = user;
    assert_true(total >= r->total);
    assert_true(total == 0 || (done >= r->done && done <= total));
    r->done = total == 0 ? 0 : done;
    r->total = total;
    return ++r->count == r->stop_at;
}

static alea_status check_reporting(reports *r, alea_error *error)
{
    FAKE_GAME(game, 2);
    alea_bot *bot;
    alea_bot_report *report = NULL;
    const alea_check_options options = {.size = sizeof options,
                                        .progress = {.report = note_report, .user = r}};
    OK(alea_bot_open(&game, "hold(8)", NULL, &bot, error));
    const alea_status status = alea_bot_check(bot, &options, &report, error);
    alea_bot_report_free(report);
    alea_bot_free(bot);
    return status;
}

static void progress_is_reported_until_a_report_asks_to_stop(void **unused)
{
    (void)unused;
    alea_error error = {0};
    reports all = {0}, few = {.stop_at = 20};
    OK(check_reporting(&all, &error));
    assert_int_equal(all.total, 4 * 9000); /* in four passes */
    assert_that(all.done, >=, 4 * 9000 - 64);
    assert_int_equal(all.count, 1 + 4 * (9000 / 64 + 1)); /* one of the few states that are tried first */
    assert_int_equal(check_reporting(&few, &error), ALEA_E_STOPPED);
    assert_int_equal(error.status, ALEA_E_STOPPED);
    assert_int_equal(few.count, 20);
}

/* ---- a bot that does not even start, and one that nothing can be said about ---------------------------- */

static alea_status refuse_to_start(alea_bot *bot, const alea__instance_id *id, alea__instance **out,
                                   alea_error *error)
{
    (void)bot, (void)id, (void)out;
    return alea__fail(error, ALEA_E_BOT, "It does not want to.");
}

static void a_bot_that_does_not_start_fails_at_its_start(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    const alea__bot_ops ops = {.kind = "wasm", .start = refuse_to_start};
    alea_bot bot = {.ops = &ops, .game = &game};
    alea_bot_report *r;
    assert_int_equal(alea_bot_check(&bot, NULL, &r, NULL), ALEA_OK);
    assert_false(r->answers_all);
    assert_int_equal(r->states, 0);
    assert_int_equal(r->failure, ALEA_TRAP);
    assert_string_equal(r->failure_text, "It does not want to.");
    assert_string_equal(r->example, "its start");
    assert_string_equal(r->what, "A bot.");
    alea_bot_report_free(r);
}

static void running_out_of_memory_while_checking_is_an_error(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_bot *bot;
    assert_int_equal(alea_bot_open(&game, "hold(8)", NULL, &bot, NULL), ALEA_OK);
    alea_status status = ALEA_E_MEMORY;
    for (long successes = 0; status != ALEA_OK; successes++) {
        alea_bot_report *report = NULL;
        status = with_allocations(successes, alea_bot_check(bot, NULL, &report, NULL));
        alea_bot_report_free(report);
    }
    alea_bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_threshold_is_a_pure_function_of_the_state),
        cmocka_unit_test(time_is_shared_out_over_the_decisions),
        cmocka_unit_test(a_coin_depends_on_its_seed_and_is_still_deterministic),
        cmocka_unit_test(a_counting_bot_depends_on_the_past_but_not_on_the_seed),
        cmocka_unit_test(whether_a_bot_in_lua_is_pure_is_tested),
        cmocka_unit_test(a_bot_in_lua_is_loaded_once_however_often_it_is_tested),
        cmocka_unit_test(a_lua_bot_is_called_by_its_name),
        cmocka_unit_test(the_first_failure_is_shown_with_its_state),
        cmocka_unit_test(a_hopeless_bot_is_soon_given_up),
        cmocka_unit_test(a_bot_with_cheap_failures_is_given_up_after_sixteen),
        cmocka_unit_test(a_slow_bot_is_asked_in_a_sample_of_the_states),
        cmocka_unit_test(a_sample_reaches_the_last_states),
        cmocka_unit_test(a_bot_that_does_not_start_fails_at_its_start),
        cmocka_unit_test(progress_is_reported_until_a_report_asks_to_stop),
        cmocka_unit_test(running_out_of_memory_while_checking_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
