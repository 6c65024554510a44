/* WASI without a world: the same in every run, and only what the seed says is random. */
#include "lab.h"

static alea_game *game;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    game = lab_game("pig-pen");
    sandbox = lab_sandbox(&(alea_sandbox_options){.fuel = 1000000});
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    return 0;
}

/* A component that imports what a test needs of WASI 0.2.PATCH; its question is answered by `body`, which
   may call $u64, $bytes (how many, where to), $now, $wall (where to) and $seed (where to), and use the
   memory from 0 to 1023. */
static const char *component(const char *file, unsigned patch, const char *body)
{
    char text[4000];
    int size = snprintf(
        text, sizeof text,
        "(component\n"
        "(import \"wasi:random/random@0.2.%u\" (instance $r (export \"get-random-u64\" (func (result u64)))\n"
        "  (export \"get-random-bytes\" (func (param \"len\" u64) (result (list u8))))))\n"
        "(import \"wasi:random/insecure-seed@0.2.%u\" (instance $i (export \"insecure-seed\" (func (result "
        "(tuple u64 u64))))))\n"
        "(import \"wasi:clocks/monotonic-clock@0.2.%u\" (instance $c (export \"now\" (func (result u64)))))\n"
        "(import \"wasi:clocks/wall-clock@0.2.%u\" (instance $w (type $t' (record (field \"seconds\" u64)\n"
        "  (field \"nanoseconds\" u32))) (export \"datetime\" (type $t (eq $t'))) (export \"now\" (func "
        "(result $t)))))\n"
        "(core module $memory (memory (export \"m\") 2)\n"
        "  (func (export \"r\") (param i32 i32 i32 i32) (result i32) i32.const 1024))\n"
        "(core instance $m (instantiate $memory))\n"
        "(core func $u64 (canon lower (func $r \"get-random-u64\")))\n"
        "(core func $bytes (canon lower (func $r \"get-random-bytes\") (memory (core memory $m \"m\")) "
        "(realloc (core func $m \"r\"))))\n"
        "(core func $now (canon lower (func $c \"now\")))\n"
        "(core func $wall (canon lower (func $w \"now\") (memory (core memory $m \"m\"))))\n"
        "(core func $seed (canon lower (func $i \"insecure-seed\") (memory (core memory $m \"m\"))))\n"
        "(core module $bot (import \"w\" \"m\" (memory 2)) (import \"w\" \"u\" (func $u64 (result i64)))\n"
        "  (import \"w\" \"b\" (func $bytes (param i64 i32))) (import \"w\" \"n\" (func $now (result i64)))\n"
        "  (import \"w\" \"t\" (func $wall (param i32))) (import \"w\" \"s\" (func $seed (param i32)))\n"
        "  (func (export \"q\") (param i32 i32 i32) (result i32) %s))\n"
        "(core instance $b (instantiate $bot (with \"w\" (instance (export \"m\" (memory $m \"m\"))\n"
        "  (export \"u\" (func $u64)) (export \"b\" (func $bytes)) (export \"n\" (func $now)) (export \"t\" "
        "(func $wall))\n"
        "  (export \"s\" (func $seed))))))\n"
        "(func $q (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool)\n"
        "  (canon lift (core func $b \"q\") (memory (core memory $m \"m\")) (realloc (core func $m "
        "\"r\"))))\n"
        "(instance $s (export \"should-roll\" (func $q)))\n"
        "(export \"pig-pen:player/strategy@0.1.0\" (instance $s)))\n",
        patch, patch, patch, patch, body);
    assert_in_range(size, 1, sizeof text - 1);
    return lab_assemble(file, text, (size_t)size);
}

static const char low_bit[] = "(i32.wrap_i64 (i64.and (call $u64) (i64.const 1)))";

static bool ask(alea_bot *bot, alea__instance *instance)
{
    alea__decision decision = lab_ask(bot, instance, 0);
    if (decision.failure != ALEA_NO_FAILURE) fail_msg("%s", decision.text);
    return decision.move == game->family->roll_or_hold->move(true);
}

/* The stream of a bot in a block: base/random.h, stream ALEA__SANDBOX + bot, the block in the place of the
   game. */
static alea__stream expected(uint64_t seed, uint64_t block)
{
    alea__stream stream;
    alea__stream_start(&stream, seed, 0, ALEA__SANDBOX, block);
    return stream;
}

/* Whatever 0.2.x a component was built for: 12 is what the engine itself has. */
static void random_words_come_from_seed_and_block(void **state)
{
    (void)state;
    const unsigned patches[] = {0, 3, 9, 12, 40};
    for (size_t p = 0; p < sizeof patches / sizeof *patches; p++) {
        alea_bot *bot = lab_bot(game, sandbox, component("u.wasm", patches[p], low_bit));
        assert_string_equal(alea_bot_kind(bot), "wasm+wasi");
        for (uint64_t block = 0; block < 3; block++) {
            alea__instance *instance = lab_start(bot, LAB_SEED, block);
            alea__stream stream = expected(LAB_SEED, block);
            for (int i = 0; i < 100; i++) {
                bool bit = alea__next_word(&stream) & 1;
                alea__next_word(&stream);
                assert_int_equal(ask(bot, instance), bit);
            }
            bot->ops->end(instance);
        }
        alea_bot_free(bot);
    }
}

static void random_bytes_come_from_the_same_stream(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(
        game, sandbox,
        component("b.wasm", 0,
                  "(call $bytes (i64.const 3) (i32.const 0))"
                  "(if (i32.ne (i32.load (i32.const 4)) (i32.const 3)) (then unreachable))"
                  "(i32.and (i32.load8_u (i32.add (i32.load (i32.const 0)) (i32.const 2))) (i32.const 1))"));
    alea__instance *instance = lab_start(bot, LAB_SEED, 1);
    alea__stream stream = expected(LAB_SEED, 1);
    for (int i = 0; i < 50; i++) {
        alea__next_byte(&stream);
        alea__next_byte(&stream);
        assert_int_equal(ask(bot, instance), alea__next_byte(&stream) & 1);
    }
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void the_insecure_seed_is_the_next_sixteen_bytes(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(
        game, sandbox,
        component("s.wasm", 0,
                  "(call $seed (i32.const 64))"
                  "(i32.and (i32.xor (i32.load (i32.const 64)) (i32.load (i32.const 72))) (i32.const 1))"));
    alea__instance *instance = lab_start(bot, LAB_SEED, 1);
    alea__stream stream = expected(LAB_SEED, 1);
    for (int i = 0; i < 50; i++) {
        uint32_t word[4];
        for (int w = 0; w < 4; w++) word[w] = alea__next_word(&stream);
        assert_int_equal(ask(bot, instance), (word[0] ^ word[2]) & 1);
    }
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void clocks_stand_still_at_zero(void **state)
{
    (void)state;
    alea_bot *bot =
        lab_bot(game, sandbox,
                component("c.wasm", 12,
                          "(call $wall (i32.const 32))"
                          "(i32.and (i64.eqz (call $now)) (i32.and (i64.eqz (i64.load (i32.const 32)))"
                          "  (i32.eqz (i32.load (i32.const 40)))))"));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    for (int i = 0; i < 3; i++) assert_true(ask(bot, instance));
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void two_runs_take_the_same_fuel(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(game, sandbox, component("u.wasm", 9, low_bit));
    alea__instance *one = lab_start(bot, LAB_SEED, 5), *two = lab_start(bot, LAB_SEED, 5);
    for (int i = 0; i < 100; i++) {
        alea__decision a = lab_ask(bot, one, 0), b = lab_ask(bot, two, 0);
        assert_int_equal(a.move, b.move);
        assert_int_equal(a.fuel, b.fuel);
        assert_in_range(a.fuel, 2500, 2700); /* the host's own work is paid for */
    }
    bot->ops->end(one);
    bot->ops->end(two);
    alea_bot_free(bot);
}

static void fails(const char *body, alea_failure failure, const char *text)
{
    alea_bot *bot = lab_bot(game, sandbox, component("f.wasm", 0, body));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea__decision decision = lab_ask(bot, instance, 0);
    if (decision.failure != failure || !strstr(decision.text, text))
        fail_msg("%s: %s", alea_failure_name(decision.failure), decision.text);
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void too_many_random_bytes_are_refused(void **state)
{
    (void)state;
    fails("(call $bytes (i64.const 65537) (i32.const 0)) i32.const 1", ALEA_TRAP, "65536");
    fails("(call $bytes (i64.const 0xffffffffffffffff) (i32.const 0)) i32.const 1", ALEA_TRAP, "65536");
    fails("(call $bytes (i64.const 65536) (i32.const 0)) i32.const 1", ALEA_FUEL, "1000000");
}

/* So that who asks for nothing else takes no longer than the fuel says: 6000 bytes fit into a million, 7000 do not. */
static void random_bytes_cost_fuel(void **state)
{
    (void)state;
    fails("(call $bytes (i64.const 7000) (i32.const 0)) i32.const 1", ALEA_FUEL, "1000000");
    alea_bot *bot = lab_bot(
        game, sandbox, component("f.wasm", 0, "(call $bytes (i64.const 6000) (i32.const 0)) i32.const 1"));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    assert_int_equal(lab_ask(bot, instance, 0).failure, ALEA_NO_FAILURE);
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void a_component_with_wasi_takes_the_step_path(void **state)
{
    (void)state;
    alea_bot *bots[2] = {lab_bot(game, sandbox, component("u.wasm", 9, low_bit)),
                         lab_bot(game, sandbox, "wasm:two")};
    alea__arena *arena;
    alea_error error;
    const alea__arena_match match = {.game = game, .bots = bots, .seed = LAB_SEED, .rotate = true};
    assert_int_equal(alea__arena_open(&match, &arena, &error), ALEA_E_REFUSED);
    assert_non_null(strstr(error.message, "WASI"));
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

/* ---- what it said last ---- */

static void says(const char *said, const char *line)
{
    alea__wasi wasi = {0};
    char out[100];
    wasi.length = strlen(said);
    memcpy(wasi.said, said, wasi.length);
    alea__wasi_last_line(&wasi, out, sizeof out);
    assert_string_equal(out, line);
}

static void the_last_line_is_kept_without_what_is_not_printable(void **state)
{
    (void)state;
    says("", "");
    says("\n\n", "");
    says("ValueError: bad", "ValueError: bad");
    says("Traceback\n  File\nValueError: bad\n", "ValueError: bad");
    says("a\n\x1b[31mred\r\n", "\\x1B[31mred");
}

static void what_a_runtime_adds_below_the_reason_is_left_out(void **state)
{
    (void)state;
    says("Traceback (most recent call last):\n  File \"b.py\", line 5\nRecursionError: too deep\n\nthread "
         "'<unnamed>' (1) "
         "panicked at lib.rs:1280:25:\nPython function threw an unexpected exception\nnote: run with "
         "`RUST_BACKTRACE=1`\n",
         "RecursionError: too deep");
    says("note: only this\n", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_words_come_from_seed_and_block),
        cmocka_unit_test(random_bytes_come_from_the_same_stream),
        cmocka_unit_test(the_insecure_seed_is_the_next_sixteen_bytes),
        cmocka_unit_test(clocks_stand_still_at_zero),
        cmocka_unit_test(two_runs_take_the_same_fuel),
        cmocka_unit_test(too_many_random_bytes_are_refused),
        cmocka_unit_test(random_bytes_cost_fuel),
        cmocka_unit_test(a_component_with_wasi_takes_the_step_path),
        cmocka_unit_test(the_last_line_is_kept_without_what_is_not_printable),
        cmocka_unit_test(what_a_runtime_adds_below_the_reason_is_left_out),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
