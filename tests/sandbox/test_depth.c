/* Calls may be nested as deep as a fixed sum allows, which is counted in the program: the same on every machine, whatever its stack.

   A frame's slots, by hand (sandbox/depth.h): 64, one for each parameter, variable and value that an instruction produces, and 4 for each
   parameter and result of the function called that has most. The sum is 2^25 slots. */
#include "lab.h"
#include "sandbox/depth.h"
#include "sandbox/messages.h"
#include "value/solver_ops.h"

enum { SUM = 1 << 25 };

static alea_game *hog;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    hog = lab_game("hog");
    sandbox = lab_sandbox(&(alea_sandbox_options){.fuel = UINT64_C(4000000000), .memory = 16 << 20});
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(hog);
    return 0;
}

static void ask(alea_bot *bot, alea__instance *instance, alea__decision *out)
{
    const alea_state asked = lab_state(hog, 0);
    *out = (alea__decision){0};
    bot->ops->decide(instance, &asked, out);
}

/* Asks a bot that answers 4 after `body`; in the text %u is the number. */
static alea__decision ask_with(const char *declarations, const char *body, unsigned number)
{
    char text[6000], shown[2000];
    alea__decision decision;
    const char *place = strstr(body, "%u");
    snprintf(shown, sizeof shown, "%.*s%u%s", (int)(place - body), body, number, place + 2);
    const int size = snprintf(text, sizeof text,
                              "(module %s (func (export \"final_strategy\") (param i32 i32) (result i32) %s "
                              "(i32.const 4)))",
                              declarations, shown);
    alea_bot *bot = lab_bot(hog, sandbox, lab_assemble("d.wasm", text, (size_t)size));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    ask(bot, instance, &decision);
    bot->ops->end(instance);
    alea_bot_free(bot);
    return decision;
}

static void is_too_deep(const alea__decision *d)
{
    if (d->failure != ALEA_TRAP || strcmp(d->text, SANDBOX_TOO_DEEP) != 0)
        fail_msg("%s: %s", alea_failure_name(d->failure), d->text);
}

/* The number `deepest` passes, and the next one does not. */
static void ends_after(const char *declarations, const char *body, unsigned deepest)
{
    alea__decision d = ask_with(declarations, body, deepest);
    if (d.failure != ALEA_NO_FAILURE) fail_msg("%u: %s", deepest, d.text);
    d = ask_with(declarations, body, deepest + 1);
    is_too_deep(&d);
}

/* $f calls itself $n times: 64, $n, eqz, sub, the result and add, and 4 for each of a parameter and a result. */
static const char counting[] = "(func $f (param $n i32) (result i32) (if (result i32) (i32.eqz (local.get "
                               "$n)) (then (i32.const 0)) (else "
                               "(i32.add (i32.const 1) (call $f (i32.sub (local.get $n) (i32.const 1)))))))";
enum { F = 64 + 1 + 4 + 8, MAIN = 64 + 2 + 1 + 8, F_DEEPEST = (SUM - MAIN) / F - 1 };

static void direct_calls_end_at_the_sum(void **state)
{
    (void)state;
    ends_after(counting, "(drop (call $f (i32.const %u)))", F_DEEPEST);
}

static void frames_are_given_back(void **state)
{
    (void)state;
    /* A hundred times a third, then the whole. */
    ends_after(counting,
               "(local $i i32) (loop (drop (call $f (i32.const 100000))) (br_if 0 (i32.lt_u (local.tee $i "
               "(i32.add (local.get $i) (i32.const 1))) (i32.const 20)))) (drop (call $f (i32.const %u)))",
               (SUM - (MAIN + 1 + 3)) / F - 1);
    /* $g returns in the middle, by a branch to its end, and at its end. */
    static const char returns[] =
        "(func $g (param $way i32) (result i32) (if (i32.eq (local.get $way) (i32.const 1)) (then (return "
        "(call $f (i32.const 5))))) (drop (br_if 0 (call $f (i32.const 6)) (i32.eq (local.get $way) "
        "(i32.const 2)))) (call $f (i32.const 7)))";
    char declarations[2000];
    snprintf(declarations, sizeof declarations, "%s %s", counting, returns);
    ends_after(declarations,
               "(local $i i32) (loop (drop (call $g (i32.rem_u (local.get $i) (i32.const 3)))) (br_if 0 "
               "(i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 300000)))) (drop "
               "(call $f (i32.const %u)))",
               (SUM - (MAIN + 1 + 5)) / F - 1);
}

/* The same frames, called through a table. */
static void indirect_calls_end_at_the_sum(void **state)
{
    (void)state;
    static const char indirect[] =
        "(type $t (func (param i32) (result i32))) (table 1 funcref) (elem (i32.const 0) func $f)"
        "(func $f (type $t) (if (result i32) (i32.eqz (local.get 0)) (then (i32.const 0)) (else (i32.add "
        "(i32.const 1) (call_indirect (type $t) (i32.sub (local.get 0) (i32.const 1)) (i32.const 0))))))";
    ends_after(indirect, "(drop (call_indirect (type $t) (i32.const %u) (i32.const 0)))", F_DEEPEST);
}

/* $g has ten more variables, two of which are vectors; every second frame belongs to it. */
static void mutual_calls_end_at_the_sum(void **state)
{
    (void)state;
    static const char mutual[] = "(func $f (param i32) (result i32) (if (result i32) (i32.eqz (local.get 0)) "
                                 "(then (i32.const 0)) (else "
                                 "(i32.add (i32.const 1) (call $g (i32.sub (local.get 0) (i32.const 1)))))))"
                                 "(func $g (param i32) (result i32) (local i32 i64 f32 f64 i32 i32 i32 i32 "
                                 "v128 v128) (if (result i32) "
                                 "(i32.eqz (local.get 0)) (then (i32.const 0)) (else (i32.add (i32.const 1) "
                                 "(call $f (i32.sub (local.get "
                                 "0) (i32.const 1)))))))";
    const unsigned pair = 2 * F + 8 + 2 * 2, left = SUM - MAIN;
    ends_after(mutual, "(drop (call $f (i32.const %u)))", left / pair * 2 + (left % pair >= F) - 1);
}

/* A tail call takes the place of its caller: ten million of them leave the sum as it was. */
static void tail_calls_take_the_place_of_their_caller(void **state)
{
    (void)state;
    static const char tail[] =
        "(type $t (func (param i32) (result i32))) (table 1 funcref) (elem (i32.const 0) func $loop)"
        "(func $loop (type $t) (if (i32.eqz (local.get 0)) (then (return (i32.const 1)))) (if (i32.and "
        "(local.get 0) (i32.const 1)) (then (return_call $loop (i32.sub (local.get 0) (i32.const 1))))) "
        "(return_call_indirect (type $t) (i32.sub (local.get 0) (i32.const 1)) (i32.const 0)))";
    char declarations[2000];
    snprintf(declarations, sizeof declarations, "%s %s", counting, tail);
    ends_after(declarations, "(drop (call $loop (i32.const 3000000))) (drop (call $f (i32.const %u)))",
               (SUM - (MAIN + 1)) / F - 1);
}

/* Three results, which are returned in a separate block. */
static void several_results_come_back(void **state)
{
    (void)state;
    static const char several[] =
        "(func $f (param i32) (result i32 i64 f32) (if (i32.eqz (local.get 0)) (then (return (i32.const 4) "
        "(i64.const 5) (f32.const 6)))) (call $f (i32.sub (local.get 0) (i32.const 1))))";
    /* 64, $n, eqz, f32.const, sub, three results, and 4 for each of a parameter and three results. */
    const unsigned each = 64 + 1 + 1 + 1 + 1 + 3 + 16, first = 64 + 2 + 3 + 16 + 8;
    ends_after(several,
               "(local i32 i64 f32) (call $f (i32.const %u)) (local.set 4) (local.set 3) (local.set 2) (if "
               "(i32.or (i32.ne (local.get 2) (i32.const 4)) (i32.or (i64.ne (local.get 3) (i64.const 5)) "
               "(f32.ne (local.get 4) (f32.const 6)))) (then unreachable))",
               (SUM - (first + 1)) / each - 1);
}

/* ---- left out, and later steps ---- */

/* Functions that call none keep within a small frame; a large one counts even so. */
static void small_functions_at_the_end_are_free(void **state)
{
    (void)state;
    static const char leaf[] = "(func $leaf (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))";
    alea__decision with = ask_with(leaf, "(drop (call $leaf (i32.const %u)))", 1);
    assert_int_equal(with.failure, ALEA_NO_FAILURE);
    assert_in_range(with.fuel, 5, 30); /* counting takes a dozen more, twice */
}

static void an_instance_can_be_asked_again(void **state)
{
    (void)state;
    char text[2000];
    alea__decision decision;
    /* Traps in its first call only: the next instance starts with the whole sum. */
    const int size =
        snprintf(text, sizeof text,
                 "(module %s (func (export \"final_strategy\") (param i32 i32) (result i32) (drop "
                 "(call $f (i32.const %u))) (i32.const 4)))",
                 counting, F_DEEPEST);
    alea_bot *bot = lab_bot(hog, sandbox, lab_assemble("d.wasm", text, (size_t)size));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    for (int i = 0; i < 3; i++) {
        ask(bot, instance, &decision);
        assert_int_equal(decision.failure, ALEA_NO_FAILURE);
    }
    bot->ops->end(instance);
    alea_bot_free(bot);
}

/* A bot whose start is nested too deep opens, like one that traps at its start, and reports the reason when it has to play. */
static void a_start_can_be_too_deep(void **state)
{
    (void)state;
    static const char text[] = "(module (func $f (call $f) (drop (i32.const 1))) (start $f) (func (export "
                               "\"final_strategy\") (param i32 "
                               "i32) (result i32) (i32.const 4)))";
    alea__instance *instance;
    const alea__instance_id id = {.seed = LAB_SEED};
    alea_error error = {0};
    alea_bot *bot = lab_bot(hog, sandbox, lab_assemble("d.wasm", text, sizeof text - 1));
    assert_int_not_equal(bot->ops->start(bot, &id, &instance, &error), ALEA_OK);
    if (!strstr(error.message, SANDBOX_TOO_DEEP)) fail_msg("%s", error.message);
    alea_bot_free(bot);
}

/* The compiler keeps a separate value for each product of a variable: a frame of 64 kB, and the engine's stack was too
   small for 1,000 of them. It is counted as at least that large. */
static void frames_of_many_values_are_counted(void **state)
{
    (void)state;
    enum { VALUES = 8000 };
    alea__text module = {0};
    alea__decision d;
    alea__text_add(&module,
                   "(module (func $f (param $n i32) (param $x i32) (result i32) (local $sum i32) (if "
                   "(i32.eqz (local.get $n)) (then (return (i32.const 0)))) (loop (local.get $sum)");
    for (int i = 0; i < VALUES; i++)
        alea__text_add(&module, "(i32.mul (local.get $x) (i32.const %d)) i32.xor ", 2 * i + 3);
    alea__text_add(&module,
                   "(local.set $sum) (br_if 0 (i32.eqz (call $f (i32.sub (local.get $n) (i32.const 1)) "
                   "(local.get $sum)))) (return (i32.const 1))) (i32.const 1)) (func (export "
                   "\"final_strategy\") (param i32 i32) (result i32) (drop (call $f (i32.const 100000) "
                   "(local.get 0))) (i32.const 4)))");
    alea_bot *bot = lab_bot(hog, sandbox, lab_assemble("d.wasm", module.data, module.size));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    ask(bot, instance, &d);
    is_too_deep(&d);
    bot->ops->end(instance);
    alea_bot_free(bot);
    alea__text_free(&module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_calls_end_at_the_sum),
        cmocka_unit_test(frames_are_given_back),
        cmocka_unit_test(indirect_calls_end_at_the_sum),
        cmocka_unit_test(mutual_calls_end_at_the_sum),
        cmocka_unit_test(tail_calls_take_the_place_of_their_caller),
        cmocka_unit_test(several_results_come_back),
        cmocka_unit_test(small_functions_at_the_end_are_free),
        cmocka_unit_test(an_instance_can_be_asked_again),
        cmocka_unit_test(a_start_can_be_too_deep),
        cmocka_unit_test(frames_of_many_values_are_counted),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
