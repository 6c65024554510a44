/* WebAssembly strategies for Hog: functions of two scores to a number of dice. */
#include "lab.h"

#include <alea/exact.h>

static alea_game *game;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    game = lab_game("hog");
    sandbox = lab_sandbox(&(alea_sandbox_options){.fuel = 100000, .memory = 1 << 20});
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    return 0;
}

/* A module whose final_strategy has this body; `more` precedes it. */
static const char *module(const char *more, const char *body)
{
    char text[1000];
    int size = snprintf(text, sizeof text,
                        "(module %s (func (export \"final_strategy\") (param i32 i32) (result i32) %s))",
                        more, body);
    assert_in_range(size, 0, sizeof text - 1);
    return lab_assemble("strategy.wasm", text, (size_t)size);
}

/* A component that exports this interface; its answer is the sum of both scores modulo 11. */
static const char *component(const char *interface, const char *second, const char *result)
{
    char text[1000];
    int size = snprintf(
        text, sizeof text,
        "(component (core module $m (func (export \"f\") (param i32 i32) (result i32)"
        " (i32.rem_u (i32.add (local.get 0) (local.get 1)) (i32.const 11))))"
        "(core instance $i (instantiate $m))"
        "(func $f (param \"own\" u32) (param \"other\" %s) (result %s) (canon lift (core func $i \"f\")))"
        "(instance $s (export \"final-strategy\" (func $f)))"
        "(export \"%s\" (instance $s)))",
        second, result, interface);
    assert_in_range(size, 0, sizeof text - 1);
    return lab_assemble("component.wasm", text, (size_t)size);
}

static alea__decision ask(const char *spec, uint32_t own, uint32_t opponent)
{
    alea_bot *bot = lab_bot(game, sandbox, spec);
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea__decision decision = lab_ask(bot, instance, own * 100 + opponent);
    bot->ops->end(instance);
    alea_bot_free(bot);
    return decision;
}

static void answers(const char *spec, uint32_t own, uint32_t opponent, uint32_t dice)
{
    alea__decision decision = ask(spec, own, opponent);
    if (decision.failure) fail_msg("%s", decision.text);
    assert_int_equal(decision.move, dice);
}

/* ---- files that open and answer ---- */

static void a_core_module_is_given_its_own_score_and_then_the_opponents(void **state)
{
    (void)state;
    const char *spec = module(
        "", "(i32.rem_u (i32.add (i32.mul (local.get 0) (i32.const 7)) (local.get 1)) (i32.const 11))");
    answers(spec, 0, 0, 0);
    answers(spec, 1, 0, 7);
    answers(spec, 0, 1, 1);
    answers(spec, 99, 98, (7 * 99 + 98) % 11);
}

static void the_full_name_is_preferred(void **state)
{
    (void)state;
    answers(module("(func (export \"hog:player/strategy@0.1.0#final-strategy\") (param i32 i32) (result i32)"
                   " i32.const 3)",
                   "i32.const 4"),
            0, 0, 3);
}

static void a_reactor_is_started_before_it_is_asked(void **state)
{
    (void)state;
    answers(module("(global $dice (mut i32) (i32.const 1))"
                   "(func (export \"_initialize\") (global.set $dice (i32.const 6)))",
                   "global.get $dice"),
            0, 0, 6);
}

static void abort_may_be_imported_and_an_answer_be_cleaned_up_after(void **state)
{
    (void)state;
    answers(module("(import \"env\" \"abort\" (func $abort (param i32 i32 i32 i32)))"
                   "(func (export \"cabi_post_hog:player/strategy@0.1.0#final-strategy\") (param i32))",
                   "i32.const 2"),
            0, 0, 2);
    assert_int_equal(
        ask(module("(import \"env\" \"abort\" (func $abort (param i32 i32 i32 i32)))",
                   "(call $abort (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)) i32.const 2"),
            0, 0)
            .failure,
        ALEA_TRAP);
}

static void a_component_answers(void **state)
{
    (void)state;
    const char *spec = component("hog:player/strategy@0.1.0", "u32", "u32");
    answers(spec, 20, 30, 50 % 11);
    alea_bot *bot = lab_bot(game, sandbox, spec);
    const char *const *imports = NULL;
    assert_non_null(strstr(bot->ops->what(bot, &imports), "component of "));
    assert_non_null(strstr(bot->ops->what(bot, &imports), "hog:player/strategy@0.1.0"));
    alea_bot_free(bot);
}

/* By the seed's rules: bacon is 1 + the last digit of the product of the opponent's digits. */
static uint32_t bacon_or_five(uint32_t own, uint32_t opponent)
{
    const uint32_t bacon = 1 + opponent / 10 * (opponent % 10) % 10, with = own + bacon;
    if (with % 10 == opponent / 10) return with < opponent ? 0 : 5;
    return with >= 100 || bacon >= 8 ? 0 : 5;
}

static void the_example_in_c_takes_bacon_where_it_pays(void **state)
{
    (void)state;
    char path[LAB_PATH / 2];
    snprintf(path, sizeof path, "%s/bots/c-bacon.wasm", getenv("ALEA_BUILD"));
    alea_bot *bot = lab_bot(game, sandbox, path);
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    for (uint32_t n = 0; n < 10000; n++)
        assert_int_equal(lab_ask(bot, instance, n).move, bacon_or_five(n / 100, n % 100));
    bot->ops->end(instance);
    alea_bot_free(bot);
}

/* ---- files that do not open ---- */

static void a_module_without_the_function_is_refused_with_its_names(void **state)
{
    (void)state;
    static const char text[] =
        "(module (func (export \"strategy\") (param i32 i32) (result i32) i32.const 4))";
    LAB_REFUSES(game, sandbox, lab_assemble("n.wasm", text, sizeof text - 1), ALEA_E_BOT, "exports strategy;",
                "hog:player/strategy@0.1.0#final-strategy", "final_strategy");
}

static void a_function_of_another_type_is_refused_with_both_types(void **state)
{
    (void)state;
    static const char text[] =
        "(module (func (export \"final_strategy\") (param i32) (result f64) f64.const 4))";
    LAB_REFUSES(game, sandbox, lab_assemble("t.wasm", text, sizeof text - 1), ALEA_E_BOT, "(i32) -> (f64)",
                "(i32, i32) -> (i32)", "number of dice");
}

static void a_component_of_another_type_is_refused_with_the_right_type(void **state)
{
    (void)state;
    static const char right[] = "final-strategy: func(score: u32, opponent-score: u32) -> u32";
    LAB_REFUSES(game, sandbox, component("hog:player/strategy@0.1.0", "u32", "bool"), ALEA_E_BOT, right);
    LAB_REFUSES(game, sandbox, component("hog:player/strategy@0.1.0", "s32", "u32"), ALEA_E_BOT, right);
    LAB_REFUSES(game, sandbox, component("hog:player/strategy@0.2.0", "u32", "u32"), ALEA_E_BOT,
                "hog:player/strategy@0.2.0", "hog:player/strategy@0.1.0");
}

static void a_bot_of_one_family_is_refused_by_another_with_what_it_needs(void **state)
{
    (void)state;
    char path[LAB_PATH];
    alea_game *pig = lab_game("pig");
    LAB_REFUSES(game, sandbox, lab_bot_path("original-mod30", path), ALEA_E_BOT,
                "exports pig-pen:player/strategy", "must export the interface hog:player/strategy@0.1.0");
    LAB_REFUSES(game, sandbox, lab_bot_path("two", path), ALEA_E_BOT,
                "hog:player/strategy@0.1.0#final-strategy");
    LAB_REFUSES(pig, sandbox, module("", "i32.const 4"), ALEA_E_BOT, "exports final_strategy;",
                "should_roll");
    alea_game_free(pig);
}

/* ---- how they fail ---- */

static void fails(const char *spec, alea_failure failure, const char *text)
{
    alea__decision decision = ask(spec, 10, 20);
    if (decision.failure != failure || !strstr(decision.text, text))
        fail_msg("%s: %s: %s", spec, alea_failure_name(decision.failure), decision.text);
}

static void an_answer_out_of_range_is_illegal_and_is_shown(void **state)
{
    (void)state;
    fails(module("", "i32.const 11"), ALEA_ILLEGAL,
          "it answered 11; the answer must be a number of dice from 0 to 10.");
    fails(module("", "i32.const -1"), ALEA_ILLEGAL,
          "it answered 4294967295; the answer must be a number of dice");
    answers(module("", "i32.const 10"), 0, 0, 10);
}

static void traps_endless_loops_and_greed_are_distinguished(void **state)
{
    (void)state;
    fails(module("", "unreachable"), ALEA_TRAP, "unreachable");
    fails(module("", "(loop $l (br $l)) unreachable"), ALEA_FUEL, "100000");
    fails(module("(memory 1)",
                 "(if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then unreachable)) i32.const 4"),
          ALEA_NO_ROOM, "the limit is 1024");
}

static alea_status evaluate(const char *spec, alea_evaluation *out, alea_error *error)
{
    alea_bot *bot = lab_bot(game, sandbox, spec), *four = lab_bot(game, sandbox, "always(4)");
    alea_status status = alea_bot_evaluate(game, bot, four, ALEA_WIN, NULL, out, error);
    alea_bot_free(bot);
    alea_bot_free(four);
    return status;
}

static void is_not_evaluated(const char *spec, const char *first, const char *second)
{
    alea_evaluation result;
    alea_error error = {0};
    assert_int_equal(evaluate(spec, &result, &error), ALEA_E_REFUSED);
    if (!strstr(error.message, first) || !strstr(error.message, second)) fail_msg("%s", error.message);
    assert_null(strstr(error.message, ".."));
}

static void six_dice_always_have_the_exact_result_that_is_known(void **state)
{
    (void)state;
    alea_evaluation result;
    assert_int_equal(evaluate(module("", "i32.const 6"), &result, NULL), ALEA_OK);
    assert_that(result.first.win.lower, >, 1 - 0.458273383590);
    assert_that(result.first.win.upper, <, 1 - 0.458273383588);
    assert_that(result.second.win.lower, >, 1 - 0.466272232012);
    assert_that(result.second.win.upper, <, 1 - 0.466272232010);
}

static void exact_results_need_a_function_of_the_scores(void **state)
{
    (void)state;
    is_not_evaluated(module("(global $asked (mut i32) (i32.const 0))",
                            "(global.set $asked (i32.add (global.get $asked) (i32.const 1)))"
                            "(i32.rem_u (global.get $asked) (i32.const 11))"),
                     "contradicts itself: at scores ", "asked there again");
    is_not_evaluated(module("", "(i32.add (i32.eq (local.get 0) (i32.const 57)) (i32.const 10))"),
                     "asked at scores 57,0", "it fails (illegal): it answered 11;");
    is_not_evaluated(module("", "(i32.div_u (i32.const 4) (i32.sub (local.get 1) (i32.const 99)))"),
                     "asked at scores 0,99", "it fails (trap)");
}

/* ---- playing ---- */

static void play(const char *spec, const alea_run_options *options, alea_run_result **out)
{
    alea_bot *bots[] = {lab_bot(game, sandbox, spec), lab_bot(game, sandbox, "always(5)")};
    OK(alea_run_match(game, bots, 2, options, out, &test_error));
    for (int i = 0; i < 2; i++) alea_bot_free(bots[i]);
}

static void it_plays_the_same_games_as_the_policy_that_it_is_equal_to(void **state)
{
    (void)state;
    alea_run_result *program, *policy;
    const alea_run_options options = {.games = 5000, .seed = 3, .seed_given = true};
    play(module("", "i32.const 6"), &options, &program);
    play("always(6)", &options, &policy);
    assert_int_equal(program->standing[0].wins, policy->standing[0].wins);
    assert_in_range(program->standing[0].wins, 1, 4999);
    alea_run_result_free(program);
    alea_run_result_free(policy);
}

static void a_strategy_that_fails_forfeits_its_games(void **state)
{
    (void)state;
    alea_run_result *result;
    play(module("", "i32.const 11"), &(alea_run_options){.games = 100, .seed = 3, .seed_given = true},
         &result);
    assert_int_equal(result->standing[0].wins, 0);
    assert_int_equal(result->standing[1].wins, 100);
    assert_int_equal(result->standing[0].failures[ALEA_ILLEGAL] + result->standing[0].failures[ALEA_SKIPPED],
                     100);
    alea_run_result_free(result);
}

static void when_no_memory_is_left_opening_says_so_and_leaks_nothing(void **state)
{
    (void)state;
    const char *path = module("(func (export \"_initialize\"))", "i32.const 4");
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK && k < 400; k++) {
        alea_bot *bot = NULL;
        alea__fail_allocation_after(k);
        status = alea_bot_open(game, path, sandbox, &bot, NULL);
        alea__fail_allocation_after(-1);
        if (status == ALEA_OK)
            alea_bot_free(bot);
        else if (status != ALEA_E_MEMORY && status != ALEA_E_BOT)
            fail_msg("allocation %ld: status %d", k, (int)status);
    }
    assert_int_equal(status, ALEA_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_core_module_is_given_its_own_score_and_then_the_opponents),
        cmocka_unit_test(the_full_name_is_preferred),
        cmocka_unit_test(a_reactor_is_started_before_it_is_asked),
        cmocka_unit_test(abort_may_be_imported_and_an_answer_be_cleaned_up_after),
        cmocka_unit_test(a_component_answers),
        cmocka_unit_test(the_example_in_c_takes_bacon_where_it_pays),
        cmocka_unit_test(a_module_without_the_function_is_refused_with_its_names),
        cmocka_unit_test(a_function_of_another_type_is_refused_with_both_types),
        cmocka_unit_test(a_component_of_another_type_is_refused_with_the_right_type),
        cmocka_unit_test(a_bot_of_one_family_is_refused_by_another_with_what_it_needs),
        cmocka_unit_test(an_answer_out_of_range_is_illegal_and_is_shown),
        cmocka_unit_test(traps_endless_loops_and_greed_are_distinguished),
        cmocka_unit_test(six_dice_always_have_the_exact_result_that_is_known),
        cmocka_unit_test(exact_results_need_a_function_of_the_scores),
        cmocka_unit_test(it_plays_the_same_games_as_the_policy_that_it_is_equal_to),
        cmocka_unit_test(a_strategy_that_fails_forfeits_its_games),
        cmocka_unit_test(when_no_memory_is_left_opening_says_so_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
