/* Finding bots by their specs, and the messages if a spec is wrong. */
#include "bot/bot.h"
#include "play/fake_family.h"
#include "support/files.h"
#include "support/memory.h"

#include <sys/stat.h>
#include <unistd.h>

/* Checks that the spec opens as a bot of this kind, with the spec as its name. */
static void opens(const char *spec, const char *kind)
{
    FAKE_GAME(game, 2);
    alea_bot *bot = NULL;
    alea_error error;
    if (alea_bot_open(&game, spec, NULL, &bot, &error) != ALEA_OK) fail_msg("%s: %s", spec, error.message);
    assert_string_equal(alea_bot_kind(bot), kind);
    assert_string_equal(alea_bot_name(bot), spec);
    alea_bot_free(bot);
}

/* The spec fails with this status, and the message has this in it. */
static void fails(const char *spec, alea_status status, const char *part)
{
    FAKE_GAME(game, 2);
    alea_bot *bot = NULL;
    alea_error error;
    assert_int_equal(alea_bot_open(&game, spec, NULL, &bot, &error), status);
    assert_int_equal(error.status, status);
    assert_null(bot);
    if (!strstr(error.message, part)) fail_msg("%s: \"%s\" is not in: %s", spec, part, error.message);
}

static void built_in_policies_open_with_and_without_arguments(void **unused)
{
    (void)unused;
    opens("hold(20)", "built-in");
    opens("hold( 20 )", "built-in");
    opens("always-roll", "built-in");
}

static void files_open_by_their_ending(void **unused)
{
    (void)unused;
    write_file("seven.csv", "7\n");
    write_file("bot.lua", "return function(view) return 'hold' end\n");
    opens("table:seven.csv", "table");
    opens("table:./seven.csv", "table");
    opens("bot.lua", "lua");
    opens("./bot.lua", "lua");
}

static void an_unknown_name_is_answered_with_the_nearest_built_in(void **unused)
{
    (void)unused;
    fails("hodl(20)", ALEA_E_UNKNOWN, "did you mean \"hold\"?");
    fails("allways-roll", ALEA_E_UNKNOWN, "did you mean \"always-roll\"?");
    fails("quetzalcoatl", ALEA_E_UNKNOWN, "hold(n), forfeit(k), coin(p), always-roll");
    fails("table(3)", ALEA_E_UNKNOWN, "table:FILE.csv");
}

static void an_empty_spec_is_an_error(void **unused)
{
    (void)unused;
    fails("", ALEA_E_SPEC, "missing");
    fails("table:", ALEA_E_SPEC, "table:FILE.csv");
    fails("hold(20", ALEA_E_SPEC, "");
}

static void paths_that_do_not_exist_are_named(void **unused)
{
    (void)unused;
    fails("nowhere.lua", ALEA_E_FILE, "nowhere.lua");
    fails("table:nowhere.csv", ALEA_E_FILE, "nowhere.csv");
    fails("bots/racer", ALEA_E_FILE, "There is no file bots/racer");
    fails("racer.exe", ALEA_E_FILE, "There is no file racer.exe");
    fails("nowhere.py", ALEA_E_FILE, "There is no file nowhere.py");
}

static void sources_say_how_they_become_bots(void **unused)
{
    (void)unused;
    write_file("racer.py", "import random\n");
    write_file("random.c", "int x;\n");
    fails("racer.py", ALEA_E_BOT, "alea bot build FILE.py");
    fails("racer.py", ALEA_E_BOT, "FILE.wasm");
    fails("random.c", ALEA_E_BOT, "alea bot build FILE.c");
}

static void a_table_without_its_word_is_explained(void **unused)
{
    (void)unused;
    write_file("seven.csv", "7\n");
    fails("seven.csv", ALEA_E_BOT, "table:seven.csv");
}

static void folders_and_other_files_are_not_bots(void **unused)
{
    (void)unused;
    mkdir("folder", 0777);
    mkdir("folder.lua", 0777);
    write_file("notes.txt", "hello\n");
    fails("folder", ALEA_E_BOT, "is a folder");
    fails("folder.lua", ALEA_E_FILE, "folder");
    fails("notes.txt", ALEA_E_BOT, "a bot's file is FILE.lua");
}

static void files_take_no_arguments(void **unused)
{
    (void)unused;
    fails("racer.lua(3)", ALEA_E_SPEC, "racer.lua is a file");
}

static void webassembly_needs_a_sandbox(void **unused)
{
    (void)unused;
    fails("racer.wasm", ALEA_E_USAGE, "needs a sandbox");
}

static void terminal_codes_never_reach_a_message(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    static const char *const specs[] = {"\033[2Jx/y", "\033[2Jx.lua", "\033[2J", "\033[2J.wasm",
                                        "table:\033[2J"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_bot *bot = NULL;
        alea_error error;
        assert_int_not_equal(alea_bot_open(&game, specs[i], NULL, &bot, &error), ALEA_OK);
        assert_null(strchr(error.message, '\033'));
    }
}

/* Replaces src/sandbox, as far as the tests of this room need it. */
static alea_status open_fake_wasm(alea_sandbox *sandbox, const alea_game *game, const char *path,
                                  alea_bot **out, alea_error *error)
{
    (void)sandbox, (void)path;
    return alea__policy_bot_open(game, "hold(20)", out, error);
}

static void webassembly_is_opened_by_the_sandbox(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_sandbox sandbox = {.open_wasm = open_fake_wasm};
    alea_bot *bot;
    assert_int_equal(alea_bot_open(&game, "some/racer.wasm", &sandbox, &bot, NULL), ALEA_OK);
    assert_string_equal(alea_bot_name(bot), "some/racer.wasm");
    alea_bot_free(bot);
}

static void freeing_nothing_is_fine(void **unused)
{
    (void)unused;
    alea_bot_free(NULL);
    alea_bot_report_free(NULL);
}

static void every_failure_has_a_name(void **unused)
{
    (void)unused;
    assert_string_equal(alea_failure_name(ALEA_TRAP), "trap");
    assert_string_equal(alea_failure_name(ALEA_FUEL), "fuel");
    assert_string_equal(alea_failure_name(ALEA_NO_ROOM), "memory");
    assert_string_equal(alea_failure_name(ALEA_ILLEGAL), "illegal");
    assert_string_equal(alea_failure_name(ALEA_SKIPPED), "skipped");
}

/* Whichever allocation fails, the error says so and nothing is lost (the sanitizer looks). */
static void running_out_of_memory_while_opening_is_an_error(void **unused)
{
    (void)unused;
    write_file("bot.lua", "return function(view) return 'hold' end\n");
    write_file("seven.csv", "7\n");
    static const char *const specs[] = {"hold(20)", "table:seven.csv", "bot.lua"};
    FAKE_GAME(game, 2);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_status status = ALEA_E_MEMORY;
        for (long successes = 0; status != ALEA_OK; successes++) {
            alea_bot *bot = NULL;
            status = with_allocations(successes, alea_bot_open(&game, specs[i], NULL, &bot, NULL));
            alea_bot_free(bot);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_policies_open_with_and_without_arguments),
        cmocka_unit_test(files_open_by_their_ending),
        cmocka_unit_test(an_unknown_name_is_answered_with_the_nearest_built_in),
        cmocka_unit_test(an_empty_spec_is_an_error),
        cmocka_unit_test(paths_that_do_not_exist_are_named),
        cmocka_unit_test(sources_say_how_they_become_bots),
        cmocka_unit_test(a_table_without_its_word_is_explained),
        cmocka_unit_test(folders_and_other_files_are_not_bots),
        cmocka_unit_test(files_take_no_arguments),
        cmocka_unit_test(webassembly_needs_a_sandbox),
        cmocka_unit_test(terminal_codes_never_reach_a_message),
        cmocka_unit_test(webassembly_is_opened_by_the_sandbox),
        cmocka_unit_test(freeing_nothing_is_fine),
        cmocka_unit_test(every_failure_has_a_name),
        cmocka_unit_test(running_out_of_memory_while_opening_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
