/* Files refused before they are compiled. The limits are those of docs/write-a-bot.md. */
#include "lab.h"
#include "sandbox/wasm_limits.h"

static alea_game *game;

static int open_all(void **state)
{
    (void)state;
    game = lab_game("hog");
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_game_free(game);
    return 0;
}

/* ---- texts of which pieces are repeated ---- */

typedef struct piece {
    const char *before, *repeated, *after; /* %u in `repeated` is the number of the repetition */
} piece;

static wasm_byte_vec_t assemble(const alea__text *text)
{
    wasm_byte_vec_t binary;
    wasm_name_t message = {0};
    assert_false(text->failed);
    wasmtime_error_t *failure = wasmtime_wat2wasm(text->data, text->size, &binary);
    if (failure) wasmtime_error_message(failure, &message);
    if (failure) fail_msg("%.*s", (int)message.size, message.data);
    return binary;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static wasm_byte_vec_t repeat(const piece *p, unsigned times)
{
    alea__text text = {0};
    alea__text_add(&text, "%s", p->before);
    for (unsigned i = 0; i < times; i++) alea__text_add(&text, p->repeated, i);
    alea__text_add(&text, "%s", p->after);
    wasm_byte_vec_t binary = assemble(&text);
    alea__text_free(&text);
    return binary;
}
#pragma GCC diagnostic pop

static alea_status check(const wasm_byte_vec_t *binary, alea__measured *out, alea_error *error)
{
    const alea__bot_text file = {"x.wasm", binary->data, binary->size};
    return alea__wasm_check_limits(&file, NULL, out, error);
}

/* `most` repetitions pass, and one more is refused with these words. */
static void limited(const piece *p, unsigned most, const char *words)
{
    alea__measured measured;
    alea_error error = {0};
    wasm_byte_vec_t binary = repeat(p, most);
    if (check(&binary, &measured, &error) != ALEA_OK) fail_msg("%u: %s", most, error.message);
    wasm_byte_vec_delete(&binary);
    binary = repeat(p, most + 1);
    assert_int_equal(check(&binary, &measured, &error), ALEA_E_BOT);
    if (!strstr(error.message, words)) fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    assert_non_null(strstr(error.message, "the limit is"));
    wasm_byte_vec_delete(&binary);
}

#define LIMITED(before, repeated, after, most, words) limited(&(piece){before, repeated, after}, most, words)

static void functions_are_limited_in_number_and_size(void **state)
{
    (void)state;
    LIMITED("(module ", "(func)", ")", 10000, "10001 functions; the limit is 10000");
    /* A function begins with the number of its locals and ends with `end`. */
    LIMITED("(module (func ", "nop ", "))", 131070, "131073 bytes in one function; the limit is 131072");
    LIMITED("(module (func ", "(local i32) ", "))", 1000, "1001 local variables");
    LIMITED("(module (func (param", " i32", ")))", 100, "101 parameters");
    LIMITED("(module (type (func (result", " i32", "))))", 100, "101 parameters or results");
}

static void blocks_are_limited_in_depth(void **state)
{
    (void)state;
    static const char *const blocks[] = {"block ", "loop ", "i32.const 0 if "};
    for (int b = 0; b < 3; b++) {
        for (unsigned depth = 512; depth <= 513; depth++) {
            alea__text text = {0};
            alea__measured measured;
            alea_error error = {0};
            alea__text_add(&text, "(module (func ");
            for (unsigned i = 0; i < depth; i++) alea__text_add(&text, "%s", blocks[b]);
            for (unsigned i = 0; i < depth; i++) alea__text_add(&text, "end ");
            alea__text_add(&text, "))");
            wasm_byte_vec_t binary = assemble(&text);
            assert_int_equal(check(&binary, &measured, &error), depth == 512 ? ALEA_OK : ALEA_E_BOT);
            if (depth > 512) assert_non_null(strstr(error.message, "513 blocks inside each other"));
            wasm_byte_vec_delete(&binary);
            alea__text_free(&text);
        }
    }
}

static void what_a_module_declares_is_limited(void **state)
{
    (void)state;
    LIMITED("(module ", "(type (func))", ")", 10000, "10001 types");
    LIMITED("(module ", "(import \"a\" \"b\" (func))", ")", 5000, "5001 imports");
    LIMITED("(module (func) ", "(export \"%u\" (func 0))", ")", 10000, "10001 exports");
    LIMITED("(module ", "(global i32 (i32.const 0))", ")", 10000, "10001 global variables");
    LIMITED("(module ", "(data \"\")", ")", 10000, "10001 data and element segments");
    LIMITED("(module ", "(elem func)", ")", 10000, "10001 data and element segments");
    LIMITED("(module ", "(memory 0)", ")", 100, "101 memories");
    LIMITED("(module ", "(table 0 funcref)", ")", 100, "101 tables");
    LIMITED("(module (func block i32.const 0 br_table", " 0", " 0 end))", 100000, "100001 branches");
}

static void one_table_is_limited(void **state)
{
    (void)state;
    for (unsigned entries = 262144; entries <= 262145; entries++) {
        alea__text text = {0};
        alea__measured measured;
        alea_error error = {0};
        alea__text_add(&text, "(module (table %u funcref))", entries);
        wasm_byte_vec_t binary = assemble(&text);
        assert_int_equal(check(&binary, &measured, &error), entries == 262144 ? ALEA_OK : ALEA_E_BOT);
        wasm_byte_vec_delete(&binary);
        alea__text_free(&text);
    }
}

/* ---- the work of compiling ---- */

static uint64_t work_of(const piece *p, unsigned times)
{
    alea__measured measured = {0};
    wasm_byte_vec_t binary = repeat(p, times);
    check(&binary, &measured, NULL);
    wasm_byte_vec_delete(&binary);
    return measured.most[ALEA__LIMIT_WORK];
}

/* By hand: an instruction 2, a function 60, memory.fill 150 more, a place where control joins half of its locals and operands. */
static void the_estimate_follows_from_instructions_joins_and_locals(void **state)
{
    (void)state;
    assert_int_equal(work_of(&(piece){"(module (func ", "nop ", "))"}, 1000), 60 + 2 * 1001);
    const uint64_t fills = work_of(&(piece){"(module (memory 1) (func ",
                                            "(memory.fill (i32.const 0) (i32.const 0) (i32.const 0)) ", "))"},
                                   100);
    assert_in_range(fills, 60 + 100 * (150 + 8), 60 + 100 * (150 + 9)); /* and a little for operands */
    const uint64_t few = work_of(&(piece){"(module (func (local i32) ", "(loop) ", "))"}, 100);
    const uint64_t many = work_of(&(piece){"(module (func (local i32)", " (local i32)", "(loop) ))"}, 900);
    assert_in_range(few, 60 + 2 * 201 + 200, 60 + 2 * 201 + 1000);
    assert_in_range(many, 60 + 3 * 901 / 2 + 6, 60 + 3 * 901 / 2 + 60);
    /* Twice as many joins in one function take more than twice as long. */
    const piece loops = {"(module (func ", "(loop (br_if 0 (i32.const 0)))", "))"};
    assert_true(work_of(&loops, 20000) > 3 * work_of(&loops, 10000));
}

/* The bombs that took minutes and gigabytes. */
static void compile_bombs_are_refused(void **state)
{
    (void)state;
    static const piece bombs[] = {
        {"(module (memory 1) (func (result i32) (local i64)", "(i32.load (i32.const %u))", "unreachable))"},
        {"(module (func (param i32) (result i32) (local.get 0)",
         "(block (result i32) (br_if 0 (i32.const 1) (local.get 0)) (i32.add (local.get 0))) i32.add ", "))"},
        {"(module (type $t (func (param i64 i64 i64 i64 i64) (result i64 i64 i64 i64 i64))) (func "
         "(i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1)",
         "(loop (type $t) (br_if 0 (i32.const 0)))", "unreachable))"},
    };
    static const unsigned times[] = {18000, 5000, 3000};
    for (size_t b = 0; b < sizeof bombs / sizeof *bombs; b++) {
        alea__measured measured;
        alea_error error = {0};
        wasm_byte_vec_t binary = repeat(&bombs[b], times[b]);
        assert_int_equal(check(&binary, &measured, &error), ALEA_E_BOT);
        if (!strstr(error.message, "units of work for the compiler")) fail_msg("%zu: %s", b, error.message);
        wasm_byte_vec_delete(&binary);
    }
}

/* A thousand locals, each written in one loop and read in another: 2,000 loops inside each other took 22 seconds. In a row,
   20,000 took more than a minute. */
static void loops_over_many_locals_are_refused(void **state)
{
    (void)state;
    alea__text text = {0};
    alea__measured measured;
    alea_error error = {0};
    alea__text_add(&text, "(module (func (result i32) (local");
    for (int i = 0; i < 1000; i++) alea__text_add(&text, " i64");
    alea__text_add(&text, ")");
    for (unsigned i = 0; i < 4000; i++)
        alea__text_add(&text,
                       "(loop (local.set %u (i64.add (local.get %u) (i64.const 1))) (br_if 0 (i32.wrap_i64 "
                       "(local.get %u))))",
                       i % 1000, i % 1000, i * 7 % 1000);
    alea__text_add(&text, "i32.const 0))");
    wasm_byte_vec_t binary = assemble(&text);
    assert_int_equal(check(&binary, &measured, &error), ALEA_E_BOT);
    assert_non_null(strstr(error.message, "units of work for the compiler"));
    assert_non_null(strstr(error.message, "optimization for size")); /* the remedy */
    wasm_byte_vec_delete(&binary);
    alea__text_free(&text);
}

/* Loops within loops that change many locals: 300 by 300 took 0.8 s and 110 MB where 0.15 s was estimated, and thirty such
   functions were admitted. By hand: loop i changes i of the locals, at 20 units each. */
static void loops_count_the_locals_that_they_change(void **state)
{
    (void)state;
    enum { LOOPS = 300 };
    alea__text text = {0};
    alea__measured measured;
    alea_error error = {0};
    alea__text_add(&text, "(module (func (local");
    for (int i = 0; i < LOOPS; i++) alea__text_add(&text, " i64");
    alea__text_add(&text, ")");
    for (int i = 0; i < LOOPS; i++) alea__text_add(&text, "loop (local.set %d (i64.const 1))", i);
    for (int i = 0; i < LOOPS; i++) alea__text_add(&text, " end");
    alea__text_add(&text, "))");
    wasm_byte_vec_t binary = assemble(&text);
    assert_int_equal(check(&binary, &measured, &error), ALEA_E_BOT);
    assert_in_range(measured.most[ALEA__LIMIT_WORK], 20 * LOOPS * (LOOPS + 1) / 2,
                    26 * LOOPS * (LOOPS + 1) / 2);
    assert_int_equal(measured.most[ALEA__LIMIT_FUNCTION_WORK], measured.most[ALEA__LIMIT_WORK]);
    assert_non_null(
        strstr(error.message, "units of work for the compiler in one function; the limit is 900000"));
    wasm_byte_vec_delete(&binary);
    alea__text_free(&text);
}

/* By hand: a call costs 12 besides the instruction's 2, a global 10, a division 6, a load 3. */
static void what_takes_the_compiler_long_is_estimated_by_kind(void **state)
{
    (void)state;
    const uint64_t calls = work_of(&(piece){"(module (func $f) (func ", "(call $f) ", "))"}, 1000);
    assert_in_range(calls, 1000 * 14, 1000 * 14 + 200);
    const uint64_t globals = work_of(&(piece){"(module (global $g (mut i32) (i32.const 0)) (func ",
                                              "(global.set $g (global.get $g)) ", "))"},
                                     1000);
    assert_in_range(globals, 1000 * 24, 1000 * 24 + 200);
    const uint64_t divisions =
        work_of(&(piece){"(module (func ", "(drop (i32.div_u (i32.const 1) (i32.const 2))) ", "))"}, 1000);
    assert_in_range(divisions, 1000 * (4 * 2 + 6), 1000 * (4 * 2 + 6) + 200);
    const uint64_t loads =
        work_of(&(piece){"(module (memory 1) (func ", "(drop (i32.load (i32.const 1))) ", "))"}, 1000);
    assert_in_range(loads, 1000 * (3 * 2 + 3), 1000 * (3 * 2 + 3) + 200);
}

/* ---- components ---- */

/* Instances are counted as often as they are made: c(0) = 2, c(i) = 1 + 2 c(i - 1), and one for the whole. */
static void instances_are_counted_with_multiplicity(void **state)
{
    (void)state;
    const struct {
        unsigned levels, instances;
    } cases[] = {{0, 3}, {1, 6}, {4, 48}, {8, 768}, {9, 1536}, {23, 25165824}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        alea__text text = {0};
        alea__measured measured;
        alea_error error = {0};
        alea__text_add(&text, "(component (component $a0 (core module $m) (core instance (instantiate $m)))");
        for (unsigned i = 1; i <= cases[c].levels; i++)
            alea__text_add(&text,
                           "(component $a%u (alias outer 1 $a%u (component $x)) (instance (instantiate $x)) "
                           "(instance (instantiate $x)))",
                           i, i - 1);
        alea__text_add(&text, "(instance (instantiate $a%u)))", cases[c].levels);
        wasm_byte_vec_t binary = assemble(&text);
        assert_int_equal(check(&binary, &measured, &error),
                         cases[c].instances <= 1000 ? ALEA_OK : ALEA_E_BOT);
        assert_int_equal(measured.most[ALEA__LIMIT_INSTANCES], cases[c].instances);
        if (cases[c].instances > 1000) assert_non_null(strstr(error.message, "instances; the limit is 1000"));
        wasm_byte_vec_delete(&binary);
        alea__text_free(&text);
    }
}

static void what_components_make_is_limited(void **state)
{
    (void)state;
    LIMITED("(component (core module $m)", "(core instance (instantiate $m))", ")", 999, "1001 instances");
    LIMITED("(component (core module $m (table 5 funcref))", "(core instance (instantiate $m))", ")", 100,
            "101 tables, instances included");
    LIMITED("(component (core module $m (memory 1))", "(core instance (instantiate $m))", ")", 100,
            "101 memories, instances included");
    LIMITED("(component ", "(type (list u8))", ")", 10000, "10001 types");
    /* A definition counts both where it is defined and where it is instantiated. */
    LIMITED("(component (core module $m (func (export \"f\"))) (core instance $i (instantiate $m))",
            "(alias core export $i \"f\" (core func))", ")", 9999, "20002 definitions");
}

static void nesting_is_limited(void **state)
{
    (void)state;
    for (unsigned depth = 16; depth <= 17; depth++) {
        alea__text text = {0};
        alea__measured measured;
        alea_error error = {0};
        alea__text_add(&text, "(component ");
        for (unsigned i = 0; i < depth; i++) alea__text_add(&text, "(component ");
        for (unsigned i = 0; i <= depth; i++) alea__text_add(&text, ")");
        wasm_byte_vec_t binary = assemble(&text);
        assert_int_equal(check(&binary, &measured, &error), depth == 16 ? ALEA_OK : ALEA_E_BOT);
        if (depth > 16) assert_non_null(strstr(error.message, "17 components inside each other"));
        wasm_byte_vec_delete(&binary);
        alea__text_free(&text);
    }
}

/* Tuples of tuples: the type has 2^n parts, written in n lines. */
static void types_are_limited_in_size(void **state)
{
    (void)state;
    for (unsigned n = 12; n <= 13; n++) {
        alea__text text = {0};
        alea__measured measured;
        alea_error error = {0};
        alea__text_add(&text, "(component (type $t0 (tuple u8 u8))");
        for (unsigned i = 1; i < n; i++)
            alea__text_add(&text, "(type $t%u (tuple $t%u $t%u))", i, i - 1, i - 1);
        alea__text_add(&text, ")");
        wasm_byte_vec_t binary = assemble(&text);
        /* t(0) = 3, t(i) = 1 + 2 t(i - 1) = 2^(i + 2) - 1 */
        assert_int_equal(check(&binary, &measured, &error), n == 12 ? ALEA_OK : ALEA_E_BOT);
        assert_int_equal(measured.most[ALEA__LIMIT_TYPE_SIZE], (1u << (n + 1)) - 1);
        wasm_byte_vec_delete(&binary);
        alea__text_free(&text);
    }
}

static void segments_that_are_copied_count_as_often_as_they_are(void **state)
{
    (void)state;
    alea__text text = {0};
    alea__measured measured;
    alea__text_add(&text, "(component (core module $m (memory 16) (data (i32.const 0) \"");
    for (int i = 0; i < 100000; i++) alea__text_add(&text, "0123456789");
    alea__text_add(&text, "\"))");
    for (int i = 0; i < 67; i++) alea__text_add(&text, "(core instance (instantiate $m))");
    alea__text_add(&text, ")");
    wasm_byte_vec_t binary = assemble(&text);
    OK(check(&binary, &measured, &test_error));
    wasm_byte_vec_delete(&binary);
    text.data[--text.size] = ' ';
    alea__text_add(&text, "(core instance (instantiate $m)))");
    binary = assemble(&text);
    alea_error error = {0};
    assert_int_equal(check(&binary, &measured, &error), ALEA_E_BOT);
    assert_non_null(strstr(error.message, "bytes of segments to copy"));
    wasm_byte_vec_delete(&binary);
    alea__text_free(&text);
}

/* ---- strings between components ---- */

#define LIBC                                                                                             \
    "(core module $libc (memory (export \"m\") 1) (func (export \"r\") (param i32 i32 i32 i32) (result " \
    "i32) "                                                                                              \
    "i32.const 0) (func (export \"f\") (param i32 i32)))"

static alea_status check_text(const char *text, alea_error *error)
{
    alea__text whole = {0};
    alea__measured measured;
    alea__text_add(&whole, "%s", text);
    wasm_byte_vec_t binary = assemble(&whole);
    alea_status status = check(&binary, &measured, error);
    wasm_byte_vec_delete(&binary);
    alea__text_free(&whole);
    return status;
}

/* A component of which `type` is the parameter of a function that one inner component offers and the outer one calls. */
static alea_status pass_between(const char *type, alea_error *error)
{
    char text[2000];
    snprintf(
        text, sizeof text,
        "(component (component $inner " LIBC "(core instance $i (instantiate $libc))"
        "(func (export \"f\") (param \"a\" %s) (canon lift (core func $i \"f\") (memory (core memory $i "
        "\"m\")) "
        "(realloc (core func $i \"r\")))))"
        "(instance $made (instantiate $inner)) " LIBC "(core instance $o (instantiate $libc))"
        "(alias export $made \"f\" (func $f))"
        "(core func (canon lower (func $f) (memory (core memory $o \"m\")) (realloc (core func $o \"r\")))))",
        type);
    return check_text(text, error);
}

static void strings_may_not_go_from_one_component_to_another(void **state)
{
    (void)state;
    alea_error error = {0};
    OK(pass_between("(list u32)", &test_error));
    assert_int_equal(pass_between("string", &error), ALEA_E_BOT);
    assert_non_null(strstr(error.message, "its components pass strings to each other"));
    assert_int_equal(pass_between("(list string)", &error), ALEA_E_BOT);
    /* The host's are different: it charges for them. */
    OK(check_text("(component (import \"wasi:x/y@0.2.0\" (instance $h (export \"f\" (func (param \"a\" "
                  "string))))) " LIBC
                  "(core instance $o (instantiate $libc)) (alias export $h \"f\" (func $f))"
                  "(core func (canon lower (func $f) (memory (core memory $o \"m\")))))",
                  &test_error));
}

/* Its results differ from processor to processor. 0xFD 0x80 0x02 is the first of its instructions, 0xFD 0x93 0x02 the last. */
static void relaxed_simd_is_refused_by_its_name(void **state)
{
    (void)state;
    static const char *const relaxed[] = {
        "(func (param v128 v128) (result v128) (i8x16.relaxed_swizzle (local.get 0) (local.get 1)))",
        "(func (param v128) (result v128) (f32x4.relaxed_madd (local.get 0) (local.get 0) (local.get 0)))",
        ("(func (param v128) (result v128) local.get 0 local.get 0 local.get 0 "
         "i32x4.relaxed_dot_i8x16_i7x16_add_s)")};
    alea_error error = {0};
    char text[1000];
    for (size_t i = 0; i < sizeof relaxed / sizeof *relaxed; i++)
        for (int component = 0; component < 2; component++) {
            snprintf(text, sizeof text, component ? "(component (core module %s))" : "(module %s)",
                     relaxed[i]);
            assert_int_equal(check_text(text, &error), ALEA_E_BOT);
            assert_non_null(strstr(error.message, "it uses relaxed SIMD, whose results differ"));
        }
    OK(check_text("(module (func (param v128) (result v128) (i64x2.abs (local.get 0))))", &test_error));
    OK(check_text("(module (func (param v128) (result v128) (f64x2.convert_low_i32x4_u (local.get 0))))",
                  &test_error));
}

/* Otherwise the number of instances could not be determined. */
static void modules_and_components_may_not_be_handed_over(void **state)
{
    (void)state;
    alea_error error = {0};
    assert_int_equal(check_text("(component (component (import \"m\" (core module))))", &error), ALEA_E_BOT);
    assert_int_equal(check_text("(component (component (import \"c\" (component))))", &error), ALEA_E_BOT);
    assert_non_null(strstr(error.message, "is given another one"));
}

/* ---- before it is compiled ---- */

/* It would take seconds to compile, and is refused for its exports. */
static void exports_are_looked_at_before_anything_is_compiled(void **state)
{
    (void)state;
    alea_sandbox *sandbox = lab_sandbox(NULL);
    static const char text[] =
        "(component (component $c (core module $m (func (export \"f\") (result i32) (i32.const 1)))"
        " (core instance $i (instantiate $m)) (func (export \"f\") (result u32) (canon lift (core func $i "
        "\"f\"))))"
        "(instance $x (instantiate $c)) (export \"tea:kettle/boil@2.0.0\" (instance $x)))";
    LAB_REFUSES(game, sandbox, lab_assemble("k.wasm", text, sizeof text - 1), ALEA_E_BOT,
                "exports tea:kettle/boil@2.0.0", "hog:player/strategy@0.1.0");
    alea_sandbox_free(sandbox);
}

static void a_file_may_be_too_large(void **state)
{
    (void)state;
    static const char text[] =
        "(module (func (export \"final_strategy\") (param i32 i32) (result i32) i32.const 4))";
    const char *file = lab_assemble("s.wasm", text, sizeof text - 1);
    alea_sandbox *small = lab_sandbox(&(alea_sandbox_options){.max_size = 20});
    LAB_REFUSES(game, small, file, ALEA_E_BOT, "the limit for WebAssembly is 20", "--max-size");
    alea_sandbox_free(small);
    small = lab_sandbox(&(alea_sandbox_options){.max_size = 200});
    alea_bot_free(lab_bot(game, small, file));
    alea_sandbox_free(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_limited_in_number_and_size),
        cmocka_unit_test(blocks_are_limited_in_depth),
        cmocka_unit_test(what_a_module_declares_is_limited),
        cmocka_unit_test(one_table_is_limited),
        cmocka_unit_test(the_estimate_follows_from_instructions_joins_and_locals),
        cmocka_unit_test(compile_bombs_are_refused),
        cmocka_unit_test(loops_over_many_locals_are_refused),
        cmocka_unit_test(loops_count_the_locals_that_they_change),
        cmocka_unit_test(what_takes_the_compiler_long_is_estimated_by_kind),
        cmocka_unit_test(instances_are_counted_with_multiplicity),
        cmocka_unit_test(what_components_make_is_limited),
        cmocka_unit_test(nesting_is_limited),
        cmocka_unit_test(types_are_limited_in_size),
        cmocka_unit_test(segments_that_are_copied_count_as_often_as_they_are),
        cmocka_unit_test(strings_may_not_go_from_one_component_to_another),
        cmocka_unit_test(relaxed_simd_is_refused_by_its_name),
        cmocka_unit_test(modules_and_components_may_not_be_handed_over),
        cmocka_unit_test(exports_are_looked_at_before_anything_is_compiled),
        cmocka_unit_test(a_file_may_be_too_large),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
