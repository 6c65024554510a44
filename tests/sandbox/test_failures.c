/* Failures of bots when the host asks them, and the messages. */
#include "lab.h"

static alea_game *game;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    game = lab_game("pig-pen");
    sandbox = lab_sandbox(&(alea_sandbox_options){.fuel = 1000000, .memory = 16 << 20});
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    return 0;
}

/* Asks in state after state until the bot fails. */
static alea__decision first_failure(const char *spec)
{
    alea_bot *bot = lab_bot(game, sandbox, spec);
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea__decision decision = {0};
    for (uint64_t n = 0; n < 40000 && decision.failure == ALEA_NO_FAILURE; n += 97)
        decision = lab_ask(bot, instance, n);
    bot->ops->end(instance);
    alea_bot_free(bot);
    return decision;
}

static void fails(const char *spec, alea_failure failure, const char *text)
{
    alea__decision decision = first_failure(spec);
    if (decision.failure != failure || !strstr(decision.text, text))
        fail_msg("%s: %s: %s", spec, alea_failure_name(decision.failure), decision.text);
    assert_null(strchr(decision.text, '\n'));
    assert_null(strstr(decision.text, "0x"));
}

static void traps_are_reported_in_their_own_words(void **state)
{
    (void)state;
    fails("wasm:trap_always", ALEA_TRAP, "unreachable");
    fails("wasm:divide", ALEA_TRAP, "divide by zero");
    fails("wasm:abort", ALEA_TRAP, "unreachable");
    fails("wasm:recurse", ALEA_FUEL, "1000000"); /* so much does not reach the end of the sum */
    fails("wasm:bad_realloc", ALEA_TRAP, "");
    fails("wasm:bad_realloc_outside", ALEA_TRAP, "");
}

static void an_endless_loop_runs_out_of_fuel(void **state)
{
    (void)state;
    fails("wasm:endless", ALEA_FUEL, "1000000");
}

static void a_bot_that_traps_since_it_gets_no_more_memory_fails_by_memory(void **state)
{
    (void)state;
    fails("wasm:grow", ALEA_NO_ROOM, "the limit is 16384");
}

static void a_bot_that_gets_no_memory_and_plays_on_does_not_fail(void **state)
{
    (void)state;
    assert_int_equal(first_failure("wasm:grow_quiet").failure, ALEA_NO_FAILURE);
}

/* The page of the list counts as the bot's; here none is left for it. */
static void a_bot_without_room_for_the_list_fails_by_memory(void **state)
{
    (void)state;
    static const char text[] =
        "(module (memory (export \"memory\") 256)"
        "(func (export \"should_roll\") (param i32 i32 i32) (result i32) i32.const 0))";
    fails(lab_assemble("full.wasm", text, sizeof text - 1), ALEA_NO_ROOM, "the limit is 16384");
}

/* Two memories of 8 MiB each are 16 MiB. */
static void the_limit_is_for_all_memories_together(void **state)
{
    (void)state;
    static const char text[] =
        "(module (memory (export \"memory\") 100) (memory 100)"
        "(func (export \"should_roll\") (param i32 i32 i32) (result i32)"
        " (if (i32.eq (memory.grow 1 (i32.const 100)) (i32.const -1)) (then unreachable))"
        " i32.const 0))";
    fails(lab_assemble("both.wasm", text, sizeof text - 1), ALEA_NO_ROOM, "the limit is 16384");
}

static void a_failure_long_after_a_refused_growth_is_a_trap(void **state)
{
    (void)state;
    static const char text[] =
        "(module (memory (export \"memory\") 1) (global $asked (mut i32) (i32.const 0))"
        "(func (export \"should_roll\") (param i32 i32 i32) (result i32)"
        " (if (global.get $asked) (then unreachable))"
        " (global.set $asked (i32.const 1))"
        " (i32.eq (memory.grow (i32.const 1000)) (i32.const -1))))";
    fails(lab_assemble("late.wasm", text, sizeof text - 1), ALEA_TRAP, "unreachable");
}

static void every_decision_has_its_own_fuel(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(game, sandbox, "wasm:two");
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    uint64_t sum = 0;
    for (uint64_t n = 0; sum < 2500000; n = (n + 1) % 40000) {
        alea__decision decision = lab_ask(bot, instance, n);
        assert_int_equal(decision.failure, ALEA_NO_FAILURE);
        assert_in_range(decision.fuel, 1, 1000);
        sum += decision.fuel;
    }
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void two_is_true(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(game, sandbox, "wasm:two");
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea_state state0 = lab_state(game, 0);
    alea__scores scores;
    game->family->roll_or_hold->scores(game->rules, &state0, &scores);
    bool rolls = scores.own < 100 && scores.own % 30 < 25;
    assert_int_equal(lab_ask(bot, instance, 0).move, game->family->roll_or_hold->move(rolls));
    assert_true(rolls);
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void the_others_come_in_seat_order_without_the_mover(void **state)
{
    (void)state;
    /* rolls when the second of the others' scores is above the first */
    static const char text[] = "(module (memory (export \"memory\") 1)"
                               "(func (export \"should_roll\") (param i32 i32 i32) (result i32)"
                               " (if (i32.ne (local.get 2) (i32.const 2)) (then unreachable))"
                               " (i32.gt_u (i32.load offset=4 (local.get 1)) (i32.load (local.get 1)))))";
    alea_game *three = lab_game("pig-pen(players=3)");
    alea_bot *bot = lab_bot(three, sandbox, lab_assemble("order.wasm", text, sizeof text - 1));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    int rolled = 0, held = 0;
    for (uint64_t n = 0; n < 500; n++) {
        alea_state asked = lab_state(three, n);
        alea__scores scores;
        three->family->roll_or_hold->scores(three->rules, &asked, &scores);
        bool rolls = scores.other[1] > scores.other[0];
        assert_int_equal(lab_ask(bot, instance, n).move, three->family->roll_or_hold->move(rolls));
        rolled += rolls;
        held += !rolls;
    }
    assert_that(rolled, >, 0);
    assert_that(held, >, 0);
    bot->ops->end(instance);
    alea_bot_free(bot);
    alea_game_free(three);
}

/* A start is paid like ten decisions. */
static void a_start_that_never_ends_is_a_failure(void **state)
{
    (void)state;
    static const char text[] =
        "(module (memory (export \"memory\") 1) (func $s (loop br 0)) (start $s)"
        "(func (export \"should_roll\") (param i32 i32 i32) (result i32) i32.const 0))";
    alea_bot *bot = lab_bot(game, sandbox, lab_assemble("start.wasm", text, sizeof text - 1));
    alea__instance *instance;
    alea_error error;
    assert_int_equal(bot->ops->start(bot, &(alea__instance_id){0}, &instance, &error), ALEA_E_BOT);
    assert_non_null(strstr(error.message, "10000000"));
    alea_bot_free(bot);
}

static void reactors_are_initialized_once(void **state)
{
    (void)state;
    static const char text[] =
        "(module (memory (export \"memory\") 1) (global $n (mut i32) (i32.const 0))"
        "(func (export \"_initialize\") (global.set $n (i32.add (global.get $n) (i32.const 1))))"
        "(func (export \"should_roll\") (param i32 i32 i32) (result i32)"
        " (i32.eq (global.get $n) (i32.const 1))))";
    alea_bot *bot = lab_bot(game, sandbox, lab_assemble("reactor.wasm", text, sizeof text - 1));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    for (uint64_t n = 0; n < 3; n++)
        assert_int_equal(lab_ask(bot, instance, n).move, game->family->roll_or_hold->move(true));
    bot->ops->end(instance);
    alea_bot_free(bot);
}

/* cabi_realloc, _initialize and post-return together with abort: all that a module may have. */
static void a_module_with_everything_works(void **state)
{
    (void)state;
    static const char text[] =
        "(module (import \"env\" \"abort\" (func (param i32 i32 i32 i32)))"
        "(memory (export \"memory\") 1) (global $ready (mut i32) (i32.const 0)) (global $clean (mut i32) "
        "(i32.const 1))"
        "(func (export \"_initialize\") (global.set $ready (i32.const 1)))"
        "(func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) i32.const 4096)"
        "(func (export \"cabi_post_pig-pen:player/strategy@0.1.0#should-roll\") (param i32)"
        "  (global.set $clean (i32.const 1)))"
        "(func (export \"pig-pen:player/strategy@0.1.0#should-roll\") (param i32 i32 i32) (result i32)"
        "  (i32.and (i32.and (global.get $ready) (global.get $clean)) (i32.eq (local.get 1) (i32.const "
        "4096)))"
        "  (global.set $clean (i32.const 0))))";
    alea_bot *bot = lab_bot(game, sandbox, lab_assemble("all.wasm", text, sizeof text - 1));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    for (uint64_t n = 0; n < 3; n++)
        assert_int_equal(lab_ask(bot, instance, n).move, game->family->roll_or_hold->move(true));
    bot->ops->end(instance);
    alea_bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traps_are_reported_in_their_own_words),
        cmocka_unit_test(an_endless_loop_runs_out_of_fuel),
        cmocka_unit_test(a_bot_that_traps_since_it_gets_no_more_memory_fails_by_memory),
        cmocka_unit_test(a_bot_that_gets_no_memory_and_plays_on_does_not_fail),
        cmocka_unit_test(a_bot_without_room_for_the_list_fails_by_memory),
        cmocka_unit_test(the_limit_is_for_all_memories_together),
        cmocka_unit_test(a_failure_long_after_a_refused_growth_is_a_trap),
        cmocka_unit_test(every_decision_has_its_own_fuel),
        cmocka_unit_test(two_is_true),
        cmocka_unit_test(the_others_come_in_seat_order_without_the_mover),
        cmocka_unit_test(a_start_that_never_ends_is_a_failure),
        cmocka_unit_test(reactors_are_initialized_once),
        cmocka_unit_test(a_module_with_everything_works),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
