/* Bots that are restored before each question are functions, wherever they store their memory. */
#include "lab.h"
#include "sandbox/restorable.h"
#include "value/solver_ops.h"

static alea_game *pig_pen, *hog;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    pig_pen = lab_game("pig-pen");
    hog = lab_game("hog");
    sandbox = lab_sandbox(&(alea_sandbox_options){.fuel = 1000000, .memory = 16 << 20});
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(pig_pen);
    alea_game_free(hog);
    return 0;
}

static alea__instance *start(alea_bot *bot, bool restored)
{
    alea__instance *instance;
    const alea__instance_id id = {.seed = LAB_SEED, .restored = restored};
    OK(bot->ops->start(bot, &id, &instance, &test_error));
    return instance;
}

/* The bot's answers to the same question five times, as digits. */
static const char *five_answers(alea_bot *bot, bool restored, char out[6])
{
    alea__instance *instance = start(bot, restored);
    for (int i = 0; i < 5; i++) {
        const alea__decision d = lab_ask(bot, instance, 0);
        if (d.failure) fail_msg("%s", d.text);
        out[i] = (char)('0' + d.move % 10);
    }
    out[5] = 0;
    bot->ops->end(instance);
    return out;
}

/* ---- hog: the answer is a number of dice, so the bot tells what it remembers ---- */

/* A bot with these declarations that answers `body`: 01234 unchanged, 00000 restored. */
static void counts_and_is_restored(const char *declarations, const char *body, bool cheaply)
{
    char text[4000], answers[6];
    const int size = snprintf(
        text, sizeof text, "(module %s (func (export \"final_strategy\") (param i32 i32) (result i32) %s))",
        declarations, body);
    alea_bot *bot = lab_bot(hog, sandbox, lab_assemble("h.wasm", text, (size_t)size));
    const uint32_t first = hog->family->contest->move(hog->rules, 0, answers, sizeof answers);
    assert_int_equal(first, 0);
    assert_string_equal(five_answers(bot, false, answers), "01234");
    assert_string_equal(five_answers(bot, true, answers), "00000");
    assert_int_equal(atomic_load(&bot->restored_cheaply), cheaply);
    alea_bot_free(bot);
}

static void memories_are_restored(void **state)
{
    (void)state;
    /* Pages that held zeros, that held something, and enough zeros in a row to be given back to the system. */
    counts_and_is_restored(
        "(memory 1)",
        "(i32.load (i32.const 5000)) (i32.store (i32.const 5000) (i32.add (i32.load (i32.const 5000)) "
        "(i32.const 1)))",
        true);
    counts_and_is_restored(
        "(memory 2) (data (i32.const 70000) \"\\07\\00\\00\\00\")",
        "(i32.sub (i32.load (i32.const 70000)) (i32.const 7)) (i32.store (i32.const 70000) (i32.add "
        "(i32.load (i32.const 70000)) (i32.const 1)))",
        true);
    counts_and_is_restored(
        "(memory 40)",
        "(i32.load (i32.const 2000000)) (i32.store (i32.const 2000000) (i32.add (i32.load (i32.const "
        "2000000)) (i32.const 1)))",
        true);
    counts_and_is_restored("(memory 1) (memory 3)",
                           "(i32.load 1 (i32.const 9)) (i32.store 1 (i32.const 9) (i32.add (i32.load 1 "
                           "(i32.const 9)) (i32.const 1)))",
                           true);
}

static void globals_are_restored(void **state)
{
    (void)state;
    counts_and_is_restored("(global i32 (i32.const 9)) (global $g (mut i32) (i32.const 0))",
                           "(global.get $g) (global.set $g (i32.add (global.get $g) (i32.const 1)))", true);
    counts_and_is_restored("(memory 1) (data \"passive\") (global $g (mut i64) (i64.const -3))",
                           "(i32.wrap_i64 (i64.add (global.get $g) (i64.const 3))) "
                           "(global.set $g (i64.add (global.get $g) (i64.const 1))) "
                           "(memory.init 0 (i32.const 0) (i32.const 0) (i32.const 7))",
                           true);
    counts_and_is_restored(
        "(global $f (mut f32) (f32.const 0.5)) (global $g (mut f64) (f64.const 1e10))",
        "(i32.trunc_f64_s (f64.sub (global.get $g) (f64.const 1e10))) "
        "(global.set $f (f32.add (global.get $f) (f32.const 1))) "
        "(global.set $g (f64.add (f64.const 9999999999.5) (f64.promote_f32 (global.get $f))))",
        true);
    /* Nobody else uses the export. */
    counts_and_is_restored("(global $g (export \"g\") (mut i32) (i32.const 0))",
                           "(global.get $g) (global.set $g (i32.add (global.get $g) (i32.const 1)))", true);
    /* A local of the function that is asked, which has the number of the global. */
    counts_and_is_restored("(global $g (mut i32) (i32.const 0)) (start $s) (func $s (global.set $g "
                           "(i32.sub (global.get $g) (i32.const 5))))",
                           "(i32.add (global.get $g) (i32.const 5)) (local.set 0 (i32.add (global.get $g) "
                           "(i32.const 1))) (global.set $g (local.get 0))",
                           true);
}

/* A bot that cannot be restored in place gets a fresh instance. */
static void everything_else_starts_anew(void **state)
{
    (void)state;
    counts_and_is_restored("(memory 0)", "(memory.grow (i32.const 1))", true); /* the file looks harmless */
    counts_and_is_restored("(table 0 funcref)", "(table.grow (ref.null func) (i32.const 1))", false);
    counts_and_is_restored(
        "(table $t 5 funcref) (elem declare func $f) (func $f) (func $n (result i32) (local $i i32) "
        "(block (loop (br_if 1 (ref.is_null (table.get $t (local.get $i)))) "
        "(local.set $i (i32.add (local.get $i) (i32.const 1))) (br 0))) (local.get $i))",
        "(call $n) (table.set $t (call $n) (ref.func $f))", false);
    counts_and_is_restored(
        "(global $g (mut funcref) (ref.null func)) (global $n (mut i32) (i32.const 0)) (elem declare func "
        "$f) (func $f)",
        "(global.get $n) (global.set $g (ref.func $f)) (global.set $n (i32.add (global.get $n) (i32.const "
        "1)))",
        false);
}

/* What a question to a bot with this many pages costs more if it is restored: the same each time. */
static uint64_t restoring_costs(unsigned pages)
{
    char text[400];
    const int size =
        snprintf(text, sizeof text,
                 "(module (memory %u) (func (export \"final_strategy\") (param i32 i32) (result i32) "
                 "(i32.const 4)))",
                 pages);
    alea_bot *bot = lab_bot(hog, sandbox, lab_assemble("f.wasm", text, (size_t)size));
    alea__instance *plain = start(bot, false), *restored = start(bot, true);
    const uint64_t asked = lab_ask(bot, plain, 0).fuel, first = lab_ask(bot, restored, 0).fuel;
    assert_int_equal(lab_ask(bot, restored, 0).fuel, first);
    bot->ops->end(plain);
    bot->ops->end(restored);
    alea_bot_free(bot);
    return first - asked;
}

/* A byte of a large memory counts as more, since copying it takes longer. */
static void restoring_counts_as_fuel(void **state)
{
    (void)state;
    assert_int_equal(restoring_costs(0), 0);
    assert_int_equal(restoring_costs(3), 3 * 1024);
    assert_int_equal(restoring_costs(64), 64 * 1024);
    assert_int_equal(restoring_costs(65), 65 * 1024 + 2 * 65536);
}

/* ---- modules that cannot be rewritten ---- */

static bool can_rewrite(const char *text, uint32_t *memories)
{
    wasm_byte_vec_t binary;
    alea__text out = {0};
    wasmtime_error_t *failure = wasmtime_wat2wasm(text, strlen(text), &binary);
    if (failure) fail_msg("not valid: %s", text);
    const bool can =
        alea__make_restorable((alea__slice){(const unsigned char *)binary.data, binary.size}, &out, memories);
    alea__text_free(&out);
    wasm_byte_vec_delete(&binary);
    return can;
}

static void only_what_can_be_restored_is_rewritten(void **state)
{
    (void)state;
    uint32_t memories;
    assert_true(can_rewrite("(component)", &memories));
    assert_int_equal(memories, 0);
    assert_true(can_rewrite("(component (core module (global (mut i32) (i32.const 1))))", &memories));
    assert_int_equal(memories, 0);
    assert_true(
        can_rewrite("(component (component (core module (global (mut i32) (i32.const 1)) (func "
                    "(global.set 0 (i32.const 2))))) (core module (global $g (mut f32) (f32.const 1)) "
                    "(func (global.set $g (f32.const 2)))))",
                    &memories));
    assert_int_equal(memories, 2);
    static const char *const cannot[] = {
        "(component (core module (import \"a\" \"b\" (global (mut i32)))))",
        "(component (core module (import \"a\" \"b\" (global $i i32)) (global $g (mut i32) (global.get $i)) "
        "(func (global.set $g (i32.const 2)))))",
        "(component (core module (global $g (mut v128) (v128.const i64x2 0 0)) (func (global.set $g "
        "(v128.const i64x2 1 1)))))",
        "(component (core module (table 1 funcref) (func (table.fill (i32.const 0) (ref.null func) "
        "(i32.const 1)))))",
        "(component (core module (table 1 funcref) (func (table.copy (i32.const 0) (i32.const 0) (i32.const "
        "0)))))",
        "(component (core module (table 1 funcref) (elem funcref) (func (table.init 0 (i32.const 0) "
        "(i32.const 0) (i32.const 0)))))",
        "(component (core module (elem funcref) (func (elem.drop 0))))",
        "(component (core module (memory 1) (data \"\") (func (data.drop 0))))",
        "(component (type $r (resource (rep i32))) (core func $n (canon resource.new $r)))",
    };
    for (size_t i = 0; i < sizeof cannot / sizeof *cannot; i++)
        if (can_rewrite(cannot[i], &memories)) fail_msg("was rewritten: %s", cannot[i]);
}

/* ---- pig-pen: the list of scores lies in the bot's memory ---- */

static void a_bot_in_c_is_restored(void **state)
{
    (void)state;
    char answers[6];
    alea_bot *bot = lab_bot(pig_pen, sandbox, "wasm:stateful");
    assert_string_equal(five_answers(bot, false, answers), "11101"); /* every fourth answer is to hold */
    assert_string_equal(five_answers(bot, true, answers), "11111");
    assert_true(atomic_load(&bot->restored_cheaply));
    alea_bot_free(bot);
}

/* WASI's random numbers begin anew, whatever the seed. */
static void a_bot_with_wasi_is_restored(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(pig_pen, sandbox, lab_assemble_bot("wasi_seeded", "w.wasm"));
    alea__decision first = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        alea__instance *instance;
        const alea__instance_id id = {.seed = seed, .block = seed, .restored = true};
        OK(bot->ops->start(bot, &id, &instance, &test_error));
        for (int i = 0; i < 20; i++) {
            const alea__decision d = lab_ask(bot, instance, (uint64_t)i % 3);
            assert_int_equal(d.failure, ALEA_NO_FAILURE);
            if (seed == 0 && i == 0) first = d;
            assert_int_equal(d.move, first.move);
        }
        bot->ops->end(instance);
    }
    alea_bot_free(bot);
}

/* Seventeen questions in a scattered order and their answers are those of fresh instances, failures included. */
static void answers_are_those_of_fresh_instances(void **state)
{
    (void)state;
    static const char *const names[] = {"wasm:stateful",     "wasm:threshold25", "wasm:plain_name",
                                        "wasm:with_realloc", "wasm:trap_always", "wasm:grow_quiet"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        alea_bot *bot = lab_bot(pig_pen, sandbox, names[n]);
        alea__instance *restored = start(bot, true);
        for (uint64_t i = 0; i < 17; i++) {
            alea__instance *fresh = start(bot, false);
            const uint64_t question = i * 977 % 1000;
            const alea__decision want = lab_ask(bot, fresh, question), got = lab_ask(bot, restored, question);
            assert_int_equal(got.failure, want.failure);
            if (!want.failure) assert_int_equal(got.move, want.move);
            bot->ops->end(fresh);
            if (!got.failure) continue;
            bot->ops->end(restored);
            restored = start(bot, true);
        }
        bot->ops->end(restored);
        alea_bot_free(bot);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memories_are_restored),
        cmocka_unit_test(globals_are_restored),
        cmocka_unit_test(everything_else_starts_anew),
        cmocka_unit_test(restoring_counts_as_fuel),
        cmocka_unit_test(only_what_can_be_restored_is_rewritten),
        cmocka_unit_test(a_bot_in_c_is_restored),
        cmocka_unit_test(a_bot_with_wasi_is_restored),
        cmocka_unit_test(answers_are_those_of_fresh_instances),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
