/* Which files are accepted as bots. */
#include "lab.h"

static alea_game *game;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    game = lab_game("pig-pen");
    sandbox = lab_sandbox(NULL);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    return 0;
}

static void refuses_bytes(const void *data, size_t size, const char *word)
{
    write_bytes("x.wasm", data, size);
    LAB_REFUSES(game, sandbox, "x.wasm", ALEA_E_BOT, "x.wasm: ", word);
}

/* ---- files that open ---- */

static void opens(const char *spec, const char *kind)
{
    alea_bot *bot = lab_bot(game, sandbox, spec);
    const char *const *imports = NULL;
    assert_string_equal(alea_bot_kind(bot), kind);
    assert_non_null(strstr(bot->ops->what(bot, &imports), "pig-pen:player/strategy@0.1.0"));
    assert_non_null(imports);
    alea_bot_free(bot);
}

static void the_original_components_open(void **state)
{
    (void)state;
    opens("wasm:original-mod30", "wasm");
    opens("wasm:original-random", "wasm");
}

static void core_modules_open_by_the_full_name_and_by_should_roll(void **state)
{
    (void)state;
    opens("wasm:two", "wasm");
    opens("wasm:plain_name", "wasm");
}

static void a_core_module_may_bring_its_own_realloc_and_may_import_abort(void **state)
{
    (void)state;
    opens("wasm:with_realloc", "wasm");
    opens("wasm:abort", "wasm");
}

static void a_component_made_by_hand_opens(void **state)
{
    (void)state;
    opens(lab_assemble_bot("component_good", "good.wasm"), "wasm");
}

static void a_bot_that_traps_at_its_start_is_a_bot_that_fails_in_every_game(void **state)
{
    (void)state;
    const char *const specs[] = {"wasm:initialize_traps", lab_assemble_bot("start_traps", "start.wasm")};
    for (int i = 0; i < 2; i++) {
        alea_bot *bot = lab_bot(game, sandbox, specs[i]);
        alea__instance *instance;
        alea_error error;
        assert_int_equal(bot->ops->start(bot, &(alea__instance_id){0}, &instance, &error), ALEA_E_BOT);
        assert_non_null(strstr(error.message, "unreachable"));
        alea_bot_free(bot);
    }
}

/* ---- what does not ---- */

static void a_missing_file_is_named(void **state)
{
    (void)state;
    LAB_REFUSES(game, sandbox, "nowhere.wasm", ALEA_E_FILE, "nowhere.wasm");
}

static void without_a_sandbox_webassembly_cannot_be_opened(void **state)
{
    (void)state;
    char path[LAB_PATH];
    LAB_REFUSES(game, NULL, lab_bot_path("two", path), ALEA_E_USAGE, "sandbox");
}

static void other_files_are_recognized(void **state)
{
    (void)state;
    refuses_bytes("", 0, "empty");
    refuses_bytes("hello\nworld", 11, "text, not WebAssembly; it begins with \"hello\"");
    refuses_bytes("  (module)", 10, "text form");
    refuses_bytes("\x7f"
                  "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
                  16, "ELF");
    refuses_bytes("PK\3\4\0\0\0\0\0\0", 10, "zip");
    refuses_bytes("\1\2\3\4\5\6\7\10\11", 9, "not WebAssembly");
    refuses_bytes("\0asm\2\0\0\0", 8, "version 2");
}

static void relaxed_simd_is_named(void **state)
{
    (void)state;
    static const char text[] =
        "(module (memory (export \"memory\") 1) (func (param v128) (result v128) (i8x16.relaxed_swizzle "
        "(local.get 0) (local.get 0)))"
        " (func (export \"should_roll\") (param i32 i32 i32) (result i32) i32.const 0))";
    LAB_REFUSES(game, sandbox, lab_assemble("x.wasm", text, sizeof text - 1), ALEA_E_BOT,
                "x.wasm: it uses relaxed SIMD");
}

static void text_cannot_upset_a_terminal(void **state)
{
    (void)state;
    const char text[] = "caf\xe9 \x7f\xc2\x9b";
    write_bytes("x.wasm", text, sizeof text - 1);
    LAB_REFUSES(game, sandbox, "x.wasm", ALEA_E_BOT, "caf\\xE9 \\x7F\\xC2\\x9B");
}

/* Every cut of a component and of a module is refused, and never as something else than WebAssembly. */
static void cut_files_are_refused_wherever_they_are_cut(void **state)
{
    (void)state;
    const char *const names[] = {"original-mod30", "two"};
    for (int n = 0; n < 2; n++) {
        char path[LAB_PATH];
        unsigned char *data;
        size_t size;
        assert_int_equal(alea__read_file(lab_bot_path(names[n], path), 1 << 20, &data, &size, NULL), ALEA_OK);
        for (size_t cut = 1; cut < size; cut += n == 0 ? 7 : 3) {
            alea_bot *bot;
            alea_error error;
            write_bytes("cut.wasm", data, cut);
            alea_status status = alea_bot_open(game, "cut.wasm", sandbox, &bot, &error);
            if (status == ALEA_OK)
                alea_bot_free(bot); /* the bytes cut off were notes of the tools */
            else
                assert_int_equal(status, ALEA_E_BOT);
            if (cut < 100) assert_int_equal(status, ALEA_E_BOT);
        }
        alea__free(data);
    }
}

static void a_cut_section_is_reported_with_its_place(void **state)
{
    (void)state;
    char path[LAB_PATH];
    unsigned char *data;
    size_t size;
    assert_int_equal(alea__read_file(lab_bot_path("original-mod30", path), 1 << 20, &data, &size, NULL),
                     ALEA_OK);
    refuses_bytes(data, 100, "cut off or damaged: its section 1 at byte 8 should have 544 bytes, but has 89");
    alea__free(data);
}

static void damaged_code_is_refused(void **state)
{
    (void)state;
    char path[LAB_PATH];
    unsigned char *data;
    size_t size;
    assert_int_equal(alea__read_file(lab_bot_path("original-mod30", path), 1 << 20, &data, &size, NULL),
                     ALEA_OK);
    data[0xc0] ^= 0xff;
    refuses_bytes(data, size, "not valid WebAssembly");
    alea__free(data);
}

static void another_interface_is_refused_with_the_right_one(void **state)
{
    (void)state;
    LAB_REFUSES(game, sandbox, lab_assemble_bot("other_interface", "k.wasm"), ALEA_E_BOT,
                "tea:kettle/boil@2.0.0", "pig-pen:player/strategy@0.1.0");
    LAB_REFUSES(game, sandbox, lab_assemble_bot("other_version", "v.wasm"), ALEA_E_BOT,
                "pig-pen:player/strategy@0.2.0", "pig-pen:player/strategy@0.1.0");
}

static void the_right_interface_with_another_function_is_refused(void **state)
{
    (void)state;
    LAB_REFUSES(game, sandbox, lab_assemble_bot("wrong_type", "w.wasm"), ALEA_E_BOT, "list<u32>");
}

static void a_component_that_imports_something_unknown_is_refused_with_its_name(void **state)
{
    (void)state;
    LAB_REFUSES(game, sandbox, lab_assemble_bot("component_import", "i.wasm"), ALEA_E_BOT,
                "house:lock/door@1.0.0");
}

static void a_component_that_imports_wasi_of_another_age_is_refused_with_its_name(void **state)
{
    (void)state;
    static const char text[] =
        "(component (import \"wasi:random/random@0.9.0\" (instance (export \"get-random-u64\" (func (result "
        "u64)))))\n"
        "(core module $m (memory (export \"memory\") 1)\n"
        "  (func (export \"r\") (param i32 i32 i32 i32) (result i32) i32.const 64)\n"
        "  (func (export \"q\") (param i32 i32 i32) (result i32) i32.const 0))\n"
        "(core instance $i (instantiate $m))\n"
        "(func $q (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool)\n"
        "  (canon lift (core func $i \"q\") (memory (core memory $i \"memory\")) (realloc (core func $i "
        "\"r\"))))\n"
        "(instance $s (export \"should-roll\" (func $q)))\n"
        "(export \"pig-pen:player/strategy@0.1.0\" (instance $s)))";
    LAB_REFUSES(game, sandbox, lab_assemble("old.wasm", text, sizeof text - 1), ALEA_E_BOT,
                "wasi:random/random@0.9.0");
}

static void a_module_without_the_function_is_refused_with_its_exports(void **state)
{
    (void)state;
    char path[LAB_PATH];
    LAB_REFUSES(game, sandbox, lab_bot_path("other_export", path), ALEA_E_BOT, "should-hold",
                "pig-pen:player/strategy@0.1.0#should-roll", "should_roll");
}

static void a_function_of_another_type_is_refused_with_both_types(void **state)
{
    (void)state;
    char path[LAB_PATH];
    LAB_REFUSES(game, sandbox, lab_bot_path("wrong_signature", path), ALEA_E_BOT, "(f32) -> (i64)",
                "(i32, i32, i32) -> (i32)");
}

static void a_module_that_imports_something_unknown_is_refused_with_its_name(void **state)
{
    (void)state;
    char path[LAB_PATH];
    LAB_REFUSES(game, sandbox, lab_bot_path("unknown_import", path), ALEA_E_BOT, "env.open_door",
                "env.abort");
    LAB_REFUSES(game, sandbox, lab_assemble_bot("imported_memory", "m.wasm"), ALEA_E_BOT, "env.memory");
}

static void a_module_needs_a_memory_that_can_hold_the_list(void **state)
{
    (void)state;
    LAB_REFUSES(game, sandbox, lab_assemble_bot("no_memory", "n.wasm"), ALEA_E_BOT, "has no memory");
    LAB_REFUSES(game, sandbox, lab_assemble_bot("hidden_memory", "h.wasm"), ALEA_E_BOT,
                "does not export its memory");
    LAB_REFUSES(game, sandbox, lab_assemble_bot("full_memory", "f.wasm"), ALEA_E_BOT, "cannot grow");
}

static const char large_module[] =
    "(module (memory (export \"memory\") 100)"
    "(func (export \"should_roll\") (param i32 i32 i32) (result i32) i32.const 0))";
static const char large_component[] =
    "(component (core module $m (memory (export \"memory\") 100)\n"
    "  (func (export \"r\") (param i32 i32 i32 i32) (result i32) i32.const 64)\n"
    "  (func (export \"q\") (param i32 i32 i32) (result i32) i32.const 0))\n"
    "(core instance $i (instantiate $m))\n"
    "(func $q (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool)\n"
    "  (canon lift (core func $i \"q\") (memory (core memory $i \"memory\")) (realloc (core func $i "
    "\"r\"))))\n"
    "(instance $s (export \"should-roll\" (func $q)))\n"
    "(export \"pig-pen:player/strategy@0.1.0\" (instance $s)))";

static void a_memory_larger_than_the_limit_is_refused_when_opened(void **state)
{
    (void)state;
    alea_sandbox *small = lab_sandbox(&(alea_sandbox_options){.memory = 99 * 65536});
    LAB_REFUSES(game, small, lab_assemble("l.wasm", large_module, sizeof large_module - 1), ALEA_E_BOT,
                "6400 KiB", "6336 KiB");
    LAB_REFUSES(game, small, lab_assemble("l.wasm", large_component, sizeof large_component - 1), ALEA_E_BOT,
                "6400 KiB", "6336 KiB");
    alea_sandbox_free(small);
    opens(lab_assemble("l.wasm", large_component, sizeof large_component - 1), "wasm");
}

static void a_limit_below_one_page_is_refused(void **state)
{
    (void)state;
    alea_sandbox *none;
    assert_int_equal(
        alea_sandbox_open(&(alea_sandbox_options){.memory = 65535, .no_isolation = true}, &none, NULL),
        ALEA_E_RANGE);
}

static void threads_and_other_proposals_are_not_offered(void **state)
{
    (void)state;
    static const char text[] =
        "(module (memory (export \"memory\") 1 2 shared)"
        "(func (export \"should_roll\") (param i32 i32 i32) (result i32) i32.const 0))";
    LAB_REFUSES(game, sandbox, lab_assemble("t.wasm", text, sizeof text - 1), ALEA_E_BOT,
                "not valid WebAssembly");
}

static void when_no_memory_is_left_opening_says_so_and_leaks_nothing(void **state)
{
    (void)state;
    char path[LAB_PATH];
    lab_bot_path("abort", path);
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
        cmocka_unit_test(the_original_components_open),
        cmocka_unit_test(core_modules_open_by_the_full_name_and_by_should_roll),
        cmocka_unit_test(a_core_module_may_bring_its_own_realloc_and_may_import_abort),
        cmocka_unit_test(a_component_made_by_hand_opens),
        cmocka_unit_test(a_bot_that_traps_at_its_start_is_a_bot_that_fails_in_every_game),
        cmocka_unit_test(a_missing_file_is_named),
        cmocka_unit_test(without_a_sandbox_webassembly_cannot_be_opened),
        cmocka_unit_test(other_files_are_recognized),
        cmocka_unit_test(relaxed_simd_is_named),
        cmocka_unit_test(text_cannot_upset_a_terminal),
        cmocka_unit_test(cut_files_are_refused_wherever_they_are_cut),
        cmocka_unit_test(a_cut_section_is_reported_with_its_place),
        cmocka_unit_test(damaged_code_is_refused),
        cmocka_unit_test(another_interface_is_refused_with_the_right_one),
        cmocka_unit_test(the_right_interface_with_another_function_is_refused),
        cmocka_unit_test(a_component_that_imports_something_unknown_is_refused_with_its_name),
        cmocka_unit_test(a_component_that_imports_wasi_of_another_age_is_refused_with_its_name),
        cmocka_unit_test(a_module_without_the_function_is_refused_with_its_exports),
        cmocka_unit_test(a_function_of_another_type_is_refused_with_both_types),
        cmocka_unit_test(a_module_that_imports_something_unknown_is_refused_with_its_name),
        cmocka_unit_test(a_module_needs_a_memory_that_can_hold_the_list),
        cmocka_unit_test(a_memory_larger_than_the_limit_is_refused_when_opened),
        cmocka_unit_test(a_limit_below_one_page_is_refused),
        cmocka_unit_test(threads_and_other_proposals_are_not_offered),
        cmocka_unit_test(when_no_memory_is_left_opening_says_so_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
