/* Instructions cost fuel by their time, and keep their effect; names are left out. */
#include "lab.h"
#include "sandbox/charge.h"
#include "sandbox/prepare.h"
#include "sandbox/wasm_code.h"
#include "value/solver_ops.h"

#include <inttypes.h>

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

static const char *hog_module(const char *declarations, const char *body)
{
    char text[4000];
    int size = snprintf(
        text, sizeof text,
        "(module %s (func (export \"final_strategy\") (param i32 i32) (result i32) (local $i i32) %s))",
        declarations, body);
    assert_in_range(size, 1, sizeof text - 1);
    return lab_assemble("g.wasm", text, (size_t)size);
}

static alea__decision ask_hog(const char *file)
{
    alea_bot *bot = lab_bot(hog, sandbox, file);
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea__decision decision = {0};
    alea_state state = {0};
    state = lab_state(hog, 0);
    bot->ops->decide(instance, &state, &decision);
    bot->ops->end(instance);
    alea_bot_free(bot);
    return decision;
}

/* The answer is a number of dice, so a bot can report what it saw. */
static void answers(const char *declarations, const char *body, int dice, uint64_t least, uint64_t most)
{
    alea__decision d = ask_hog(hog_module(declarations, body));
    if (d.failure != ALEA_NO_FAILURE) fail_msg("%s", d.text);
    assert_int_equal(d.move, hog->family->contest->move(hog->rules, (uint32_t)dice, d.text, sizeof d.text));
    assert_in_range(d.fuel, least, most);
}

static void a_memory_grows_as_before_and_costs_fuel(void **state)
{
    (void)state;
    answers("(memory 3)", "(memory.grow (i32.const 2))", 3, 2500, 2700);
    answers("(memory 3)", "(drop (memory.grow (i32.const 2))) (memory.size)", 5, 2500, 2700);
    answers("(memory 3)", "(i32.sub (i32.const 4) (memory.grow (i32.const 60000)))", 5, 2500, 2700); /* -1 */
    answers("(memory 3)", "(memory.grow (i32.const 0))", 3, 2500, 2700);
    answers("(memory 1) (memory 4)", "(drop (memory.grow 1 (i32.const 1))) (memory.size 1)", 5, 2500, 2700);
    answers("(memory 1) (memory 4)",
            "(drop (memory.grow 1 (i32.const 1))) (drop (memory.grow 0 (i32.const 5))) "
            "(memory.size 0)",
            6, 5000, 5200);
}

static void a_table_grows_as_before_and_costs_fuel(void **state)
{
    (void)state;
    answers("(table 3 funcref)", "(table.grow (ref.null func) (i32.const 2))", 3, 2500, 2700);
    answers("(table 3 funcref)", "(drop (table.grow (ref.null func) (i32.const 2))) (table.size)", 5, 2500,
            2700);
    answers("(table 3 4 funcref)", "(i32.sub (i32.const 4) (table.grow (ref.null func) (i32.const 2)))", 5,
            2500, 2700);
    /* What the entries are filled with arrives. */
    answers("(table 1 funcref) (table $t 1 funcref) (func $f (result i32) i32.const 7) (type $r (func "
            "(result i32))) "
            "(elem declare func $f)",
            "(drop (table.grow $t (ref.func $f) (i32.const 2))) (call_indirect $t (type $r) (i32.const 2))",
            7, 2825, 2925); /* with a function's reference and an indirect call */
}

/* It was 100 times a plain loop's time for the same fuel. */
static void growing_in_a_loop_runs_out_of_fuel(void **state)
{
    (void)state;
    static const char *const grows[] = {"(drop (memory.grow (i32.const 60000)))",
                                        "(drop (memory.grow (i32.const 0)))",
                                        "(drop (table.grow (ref.null func) (i32.const 0)))"};
    for (int g = 0; g < 3; g++) {
        char body[400];
        for (unsigned times = 390; times <= 400;
             times += 10) { /* 390 x 2500 fit into a million, 400 do not */
            snprintf(body, sizeof body,
                     "(local.set $i (i32.const %u)) (loop %s (br_if 0 (local.tee $i (i32.sub (local.get $i) "
                     "(i32.const 1))))) (i32.const 5)",
                     times, grows[g]);
            alea__decision d = ask_hog(hog_module("(memory 1) (table 1 funcref)", body));
            assert_int_equal(d.failure, times == 390 ? ALEA_NO_FAILURE : ALEA_FUEL);
        }
    }
}

static const char growing_component[] =
    "(component (component $inner\n"
    "  (core module $bot (memory (export \"memory\") 1)\n"
    "    (func (export \"r\") (param i32 i32 i32 i32) (result i32) (i32.const 1024))\n"
    "    (func (export \"q\") (param i32 i32 i32) (result i32) (local $i i32)\n"
    "      (local.set $i (i32.const 100))\n"
    "      (loop (drop (memory.grow (i32.const 60000)))\n"
    "        (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))\n"
    "      (i32.lt_u (i32.rem_u (local.get 0) (i32.const 30)) (i32.const 25))))\n"
    "  (core instance $b (instantiate $bot))\n"
    "  (func $q (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool)\n"
    "    (canon lift (core func $b \"q\") (memory (core memory $b \"memory\")) (realloc (core func $b "
    "\"r\"))))\n"
    "  (instance $s (export \"should-roll\" (func $q)))\n"
    "  (export \"pig-pen:player/strategy@0.1.0\" (instance $s)))\n"
    "(instance $i (instantiate $inner))\n"
    "(export \"pig-pen:player/strategy@0.1.0\" (instance $i \"pig-pen:player/strategy@0.1.0\")))";

static void modules_inside_components_are_charged_too(void **state)
{
    (void)state;
    alea_bot *bot =
        lab_bot(pig_pen, sandbox, lab_assemble("c.wasm", growing_component, sizeof growing_component - 1));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea__decision d = lab_ask(bot, instance, 0);
    assert_int_equal(d.failure, ALEA_NO_FAILURE);
    assert_in_range(d.fuel, 250000, 255000);
    bot->ops->end(instance);
    alea_bot_free(bot);
}

/* In a block the bots form one component with the referee, made from the same bytes. A decision costs 250,000: with much
   more for a turn the block is clean, with less it is not, as on the step path. If grows were free, a turn would cost less
   than 20,000. */
static void blocks_charge_the_same(void **state)
{
    (void)state;
    static const uint64_t fuel[] = {20000000, 200000};
    const char *file = lab_assemble("c.wasm", growing_component, sizeof growing_component - 1);
    for (int f = 0; f < 2; f++) {
        alea_sandbox *own = lab_sandbox(&(alea_sandbox_options){.fuel = fuel[f]});
        alea_bot *bots[2] = {lab_bot(pig_pen, own, file), lab_bot(pig_pen, own, "wasm:two")};
        alea__arena *arena;
        alea__tally tally = {0};
        const alea__arena_match match = {.game = pig_pen, .bots = bots, .seed = LAB_SEED, .rotate = true};
        OK(alea__arena_open(&match, &arena, &test_error));
        assert_int_equal(alea__arena_play(arena, (alea__arena_blocks){0, 20, 1}, &tally), f == 0);
        alea__instance *instance = lab_start(bots[0], LAB_SEED, 0);
        assert_int_equal(lab_ask(bots[0], instance, 0).failure, f == 0 ? ALEA_NO_FAILURE : ALEA_FUEL);
        bots[0]->ops->end(instance);
        alea__arena_free(arena);
        alea_bot_free(bots[0]);
        alea_bot_free(bots[1]);
        alea_sandbox_free(own);
    }
}

static void prepare(const unsigned char *data, size_t size, alea__text *out)
{
    alea__measured measured;
    const alea__bot_text text = {"good.wasm", data, size};
    OK(alea__wasm_check_limits(&text, NULL, &measured, &test_error));
    OK(alea__prepare(&text, &measured, 1 << 20, out, &test_error));
}

static void custom_sections_are_left_out(void **state)
{
    (void)state;
    unsigned char *data;
    size_t size;
    alea__text out, again;
    static const unsigned char custom[] = {0, 6, 4, 'n', 'a', 'm', 'e', 0};
    OK(alea__read_file(lab_assemble_bot("component_good", "good.wasm"), 1 << 20, &data, &size, &test_error));
    prepare(data, size, &out);
    unsigned char *longer = malloc(size + sizeof custom);
    memcpy(longer, data, size);
    memcpy(longer + size, custom, sizeof custom);
    prepare(longer, size + sizeof custom, &again);
    assert_int_equal(again.size, out.size);
    assert_memory_equal(again.data, out.data, out.size);
    free(longer);
    alea__text_free(&again);
    alea__text_free(&out);
    alea__free(data);
}

/* ---- instructions slower than an addition ---- */

/* Each of these instructions, a hundred times, with its least cost: its time in nanoseconds, times 0.3. */
static void slow_instructions_cost_as_much_as_they_take(void **state)
{
    (void)state;
    static const struct {
        const char *instruction;
        unsigned least;
    } rows[] = {
        {"(drop (f64.sqrt (f64.const 2)))", 30},
        {"(drop (f32.div (f32.const 2) (f32.const 3)))", 20},
        {"(drop (i64.rem_s (i64.const 7) (i64.const 3)))", 20},
        {"(drop (f64.nearest (f64.const 2)))", 10},
        {"(drop (i64.trunc_sat_f64_u (f64.const 2)))", 10},
        {"(drop (f32.convert_i64_u (i64.const 2)))", 9},
        {"(drop (f64x2.sqrt (v128.const i32x4 1 2 3 4)))", 28},
        {"(call $f)", 9},
        {"(call_indirect (type $t) (i32.const 0))", 18},
        {"(table.init $e (i32.const 0) (i32.const 0) (i32.const 0))", 60},
        {"(table.copy (i32.const 0) (i32.const 0) (i32.const 0))", 30},
        {"(memory.copy (i32.const 0) (i32.const 0) (i32.const 0))", 20},
        {"(loop)", 5},
        {"(drop (i32.load (i32.const 0)))", 4},
        {"(drop (i64x2.extend_low_i32x4_s (v128.const i32x4 1 2 3 4)))", 3},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        char body[12000] = "";
        for (int i = 0; i < 100; i++) strcat(body, rows[row].instruction);
        strcat(body, "(i32.const 3)");
        static const char declarations[] =
            "(type $t (func)) (func $f) (table 3 funcref) (elem $e func $f) (elem (i32.const 0) func $f) "
            "(memory 1)";
        char *text = malloc(16000);
        const int size = snprintf(
            text, 16000, "(module %s (func (export \"final_strategy\") (param i32 i32) (result i32) %s))",
            declarations, body);
        alea__decision d = ask_hog(lab_assemble("s.wasm", text, (size_t)size));
        free(text);
        if (d.failure != ALEA_NO_FAILURE || d.fuel < 100 * (uint64_t)rows[row].least)
            fail_msg("%s: %s %" PRIu64, rows[row].instruction, d.text, d.fuel);
    }
}

/* A round looks whether there is fuel, which took 2 nanoseconds where nothing else happens. */
static void every_round_of_a_loop_costs_fuel(void **state)
{
    (void)state;
    uint64_t fuel[2];
    for (int more = 0; more < 2; more++) {
        char body[200];
        snprintf(
            body, sizeof body,
            "(local.set $i (i32.const %d)) (loop (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const "
            "1))))) (i32.const 3)",
            more ? 2000 : 1000);
        fuel[more] = ask_hog(hog_module("", body)).fuel;
    }
    assert_in_range(fuel[1] - fuel[0], 1000 * (5 + 4), 1000 * 20); /* with the five instructions */
}

/* Entries of tables are copied one by one: ten thousand cost some nine each. Too many trap as they did. */
static void tables_are_copied_for_fuel(void **state)
{
    (void)state;
    static const char table[] = "(table 20000 funcref)";
    answers(table, "(table.copy (i32.const 0) (i32.const 10000) (i32.const 10000)) (i32.const 3)", 3, 40000,
            110000);
    for (const char *const *n = (const char *const[]){"20001", "262144", "-1", NULL}; *n; n++) {
        char body[200];
        snprintf(body, sizeof body, "(table.copy (i32.const 0) (i32.const 0) (i32.const %s)) (i32.const 3)",
                 *n);
        assert_int_equal(ask_hog(hog_module(table, body)).failure, ALEA_TRAP);
    }
}

/* Tables are filled for fuel too. */
static void tables_are_filled_for_fuel(void **state)
{
    (void)state;
    answers("(table 20000 funcref)",
            "(table.fill (i32.const 0) (ref.null func) (i32.const 10000)) (i32.const 3)", 3, 80000, 110000);
}

/* The cost of calling such a function, beyond that of an empty one. */
static uint64_t entry_costs(const char *function, const char *call)
{
    char declarations[1200], body[2500];
    uint64_t fuel[2];
    snprintf(declarations, sizeof declarations, "(func $empty) %s", function);
    for (int which = 0; which < 2; which++) {
        snprintf(body, sizeof body, "%s (i32.const 3)", which ? call : "(call $empty)");
        alea__decision d = ask_hog(hog_module(declarations, body));
        if (d.failure != ALEA_NO_FAILURE) fail_msg("%s", d.text);
        fuel[which] = d.fuel;
    }
    return fuel[1] - fuel[0];
}

/* A variable takes 0.35 nanoseconds to set to zero (i64), a parameter or result 1: so they were measured. A unit of fuel stands for 0.1, and
   may be six times too little. */
static void entering_a_function_costs_fuel(void **state)
{
    (void)state;
    char function[1000] = "(func $f (local", call[3000] = "";
    for (int i = 0; i < 200; i++) strcat(function, " i64");
    strcat(function, "))");
    assert_in_range(entry_costs(function, "(call $f)"), 200 * 0.35 / 0.1 / 6, 400);
    strcpy(function, "(func $f (param");
    for (int i = 0; i < 100; i++) strcat(function, " i64");
    for (int i = 0; i < 100; i++) strcat(call, "(i64.const 1)");
    strcat(function, "))");
    strcat(call, "(call $f)");
    assert_in_range(entry_costs(function, call), 100 + 100 * 1 / 0.1 / 6, 500); /* with the constants */
    /* Usual functions cost nothing more: five are the constants, and what is in the function. */
    assert_int_equal(entry_costs("(func $f (local i64 i64 i64 i64 f64 f64))", "(call $f)"), 0);
    assert_int_equal(entry_costs("(func $f (param i32 i32 i32 i32) (result i32) local.get 0)",
                                 "(i32.const 1) (i32.const 1) (i32.const 1) (i32.const 1) (call $f) drop"),
                     5);
}

/* Every instruction that is charged has one row: rows are sorted and do not overlap. */
static void every_row_of_charges_is_found(void **state)
{
    (void)state;
    assert_int_equal(alea__charge_of(0x9F),
                     alea__charge_of(0x91) + 8); /* f64.sqrt takes longer than f32.sqrt */
    assert_int_equal(alea__charge_of(ALEA__OP_MEMORY_GROW), ALEA__CHARGE_GROW);
    assert_int_equal(alea__charge_of(0x6A), 0); /* i32.add */
    assert_int_equal(alea__charge_of(ALEA__OP_DROP), 0);
    assert_int_equal(alea__charge_of(ALEA__SIMD + 0x50), 0); /* v128.or */
    uint32_t charged = 0;
    for (uint32_t code = 0; code <= ALEA__OP_RELAXED; code++) charged += alea__charge_of(code) > 0;
    assert_in_range(charged, 310, 410);
}

/* ---- instructions that call the host, and names ---- */

/* Each was as cheap as an addition, and took 60 to 200 times as long. */
static void instructions_that_call_the_host_cost_fuel(void **state)
{
    (void)state;
    static const char functions[] = "(func $f) (elem $e func $f $f) (table 3 funcref)";
    answers(functions, "(drop (ref.func $f)) (i32.const 3)", 3, 300, 350);
    answers(functions, "(ref.is_null (ref.func $f)) (i32.const 3) (i32.add)", 3, 300, 350);
    answers(functions, "(elem.drop $e) (elem.drop $e) (i32.const 3)", 3, 200, 240);
    /* The instructions still do what WebAssembly specifies. */
    answers("(func $f (result i32) i32.const 7) (elem declare func $f) (type $r (func (result i32))) (table "
            "$t 3 funcref)",
            "(table.set $t (i32.const 2) (ref.func $f)) (call_indirect $t (type $r) (i32.const 2))", 7, 300,
            400);
    alea__decision d = ask_hog(
        hog_module(functions, "(elem.drop $e) (table.init $e (i32.const 0) (i32.const 0) (i32.const 1)) "
                              "(i32.const 3)"));
    assert_int_equal(d.failure, ALEA_TRAP);
}

/* The name of a C++ function whose last parameter has twice the length of the one before, and so on: the engine decoded the
   names of functions when it reported a trap, and wrote 2^60 bytes. */
static void names_of_functions_are_not_decoded(void **state)
{
    (void)state;
    char name[1000] = "_Z1f1a1bIS_S_E", declarations[1200];
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int level = 0; level < 60; level++) {
        const int last = level + 1;
        char number[4] = {digits[last / 36], digits[last % 36], 0};
        const char *shown = number + (last < 36);
        sprintf(name + strlen(name), "S0_IS%s_S%s_E", shown, shown);
    }
    snprintf(declarations, sizeof declarations, "(func $\"%s\" unreachable)", name);
    alea__decision d = ask_hog(hog_module(declarations, "(call 0) (i32.const 3)"));
    assert_int_equal(d.failure, ALEA_TRAP);
    assert_string_equal(d.text, "wasm `unreachable` instruction executed");
}

/* ---- tables, globals and instances count as memory ---- */

static void tables_count_as_memory(void **state)
{
    (void)state;
    alea_sandbox *small = lab_sandbox(&(alea_sandbox_options){.memory = 1 << 20});
    static const char two_tables[] =
        "(module (table 262144 funcref) (table 131072 funcref) (memory 1)"
        "(func (export \"final_strategy\") (param i32 i32) (result i32) i32.const 4))";
    /* 393,216 entries of 16 bytes are 6 MiB, of which 4 are free; a megabyte does not hold the other two. */
    LAB_REFUSES(hog, small, lab_assemble("t.wasm", two_tables, sizeof two_tables - 1), ALEA_E_BOT,
                "its tables", "1024 KiB");
    alea_bot_free(lab_bot(hog, sandbox, "t.wasm"));
    alea_sandbox_free(small);
    /* A table that grows counts as large as it may become, 262,144 entries. */
    small = lab_sandbox(&(alea_sandbox_options){.memory = 1 << 20});
    static const char growing[] =
        "(module (table 1 funcref) (table 1 funcref) (func (export \"final_strategy\") (param i32 i32) "
        "(result i32) (table.grow (ref.null func) (i32.const 1))))";
    LAB_REFUSES(hog, small, lab_assemble("t.wasm", growing, sizeof growing - 1), ALEA_E_BOT, "its tables");
    alea_sandbox_free(small);
}

/* 100 tables of a million took 791 MB, and were valid. */
static void many_large_tables_are_refused(void **state)
{
    (void)state;
    alea_sandbox *usual = lab_sandbox(NULL);
    char declarations[4000] = "";
    for (int i = 0; i < 70; i++) strcat(declarations, "(table 262144 funcref)");
    LAB_REFUSES(hog, usual, hog_module(declarations, "(i32.const 4)"), ALEA_E_BOT, "its tables",
                "262144 KiB");
    alea_sandbox_free(usual);
}

/* No table grows beyond 262,144 entries. */
static void a_table_stops_growing(void **state)
{
    (void)state;
    answers("(table 1 funcref)",
            "(drop (table.grow (ref.null func) (i32.const 262143))) (i32.sub (i32.const 4) (table.grow "
            "(ref.null func) "
            "(i32.const 1)))",
            5, 5000, 1000000);
}

/* What tables take is missing from memory: 16 MiB less 4 leave 192 pages. */
static void memory_is_what_tables_leave(void **state)
{
    (void)state;
    answers("(memory 1) (table 262144 funcref) (table 262144 funcref)",
            "(i32.add (i32.const 3) (i32.eq (i32.const -1) (memory.grow (i32.const 192))))", 4, 2500, 2700);
    answers("(memory 1) (table 262144 funcref) (table 262144 funcref)",
            "(i32.add (i32.const 3) (i32.eq (i32.const -1) (memory.grow (i32.const 180))))", 3, 2500, 2800);
}

/* The function has type 2 of the first list; the second one is shorter. */
static void a_second_section_of_a_kind_is_refused(void **unused)
{
    (void)unused;
    static const unsigned char module[] = {0, 'a', 's',  'm',  1, 0,    0,  0, 1, 10, 3, 0x60,
                                           0, 0,   0x60, 0,    0, 0x60, 0,  0, 3, 2,  1, 2,
                                           1, 4,   1,    0x60, 0, 0,    10, 4, 1, 2,  0, 0x0B};
    static const size_t second = 24, length = 6; /* where the second list is */
    unsigned char without[sizeof module];
    alea__text out = {0};
    memcpy(without, module, second);
    memcpy(without + second, module + second + length, sizeof module - second - length);
    assert_true(alea__charge((alea__slice){without, sizeof module - length}, &out));
    alea__text_free(&out);
    assert_false(alea__charge((alea__slice){module, sizeof module}, &out));
    alea__text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_section_of_a_kind_is_refused),
        cmocka_unit_test(a_memory_grows_as_before_and_costs_fuel),
        cmocka_unit_test(a_table_grows_as_before_and_costs_fuel),
        cmocka_unit_test(growing_in_a_loop_runs_out_of_fuel),
        cmocka_unit_test(modules_inside_components_are_charged_too),
        cmocka_unit_test(blocks_charge_the_same),
        cmocka_unit_test(custom_sections_are_left_out),
        cmocka_unit_test(slow_instructions_cost_as_much_as_they_take),
        cmocka_unit_test(every_round_of_a_loop_costs_fuel),
        cmocka_unit_test(tables_are_filled_for_fuel),
        cmocka_unit_test(entering_a_function_costs_fuel),
        cmocka_unit_test(tables_are_copied_for_fuel),
        cmocka_unit_test(every_row_of_charges_is_found),
        cmocka_unit_test(instructions_that_call_the_host_cost_fuel),
        cmocka_unit_test(names_of_functions_are_not_decoded),
        cmocka_unit_test(tables_count_as_memory),
        cmocka_unit_test(many_large_tables_are_refused),
        cmocka_unit_test(a_table_stops_growing),
        cmocka_unit_test(memory_is_what_tables_leave),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
