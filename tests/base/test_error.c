#include "base/error.h"
#include "support/test.h"

#include <ctype.h>

static void every_status_has_a_sentence_of_its_own(void **state)
{
    (void)state;
    static const struct {
        alea_status status;
        const char *sentence;
    } all[] = {
#define ROW(code, number, sentence) {code, sentence},
        ALEA_STATUS_TABLE(ROW)
#undef ROW
    };
    const int count = sizeof all / sizeof all[0];
    for (int i = 0; i < count; i++) {
        assert_int_equal(all[i].status, -i); /* 0, -1, … without gaps */
        assert_string_equal(alea_status_sentence(all[i].status), all[i].sentence);
        for (int j = 0; j < i; j++) assert_string_not_equal(all[i].sentence, all[j].sentence);
    }
    assert_string_equal(alea_status_sentence((alea_status)-count), "an unknown status");
    assert_string_equal(alea_status_sentence((alea_status)1), "an unknown status");
}

static void the_version_is_three_numbers(void **state)
{
    (void)state;
    const char *version = alea_version();
    int dots = 0;
    for (const char *c = version; *c != 0; c++) {
        assert_true(*c == '.' || isdigit((unsigned char)*c));
        dots += *c == '.';
    }
    assert_int_equal(dots, 2);
}

static void a_failure_returns_its_status_and_says_its_sentence(void **state)
{
    (void)state;
    alea_error error = {.line = 7, .column = 8, .file = "old", .message = "old"};
    assert_int_equal(alea__fail(&error, ALEA_E_RANGE, "goal=%d is not in 1 … %s.", 0, "1000"), ALEA_E_RANGE);
    assert_int_equal(error.status, ALEA_E_RANGE);
    assert_string_equal(error.message, "goal=0 is not in 1 … 1000.");
    assert_string_equal(error.file, "");
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
}

static void the_error_may_be_null(void **state)
{
    (void)state;
    assert_int_equal(alea__fail(NULL, ALEA_E_BOT, "%d", 1), ALEA_E_BOT);
    assert_int_equal(alea__fail_at(NULL, ALEA_E_RULES, "f", 1, "%d", 1), ALEA_E_RULES);
    assert_int_equal(alea__out_of_memory(NULL), ALEA_E_MEMORY);
}

static void a_place_stands_in_front_and_in_fields_of_its_own(void **state)
{
    (void)state;
    alea_error error;
    assert_int_equal(alea__fail_at(&error, ALEA_E_RULES, "rules/pig.lua", 12, "`goal` is missing."),
                     ALEA_E_RULES);
    assert_string_equal(error.message, "rules/pig.lua:12: `goal` is missing.");
    assert_string_equal(error.file, "rules/pig.lua");
    assert_int_equal(error.line, 12);
    alea__fail_at(&error, ALEA_E_FILE, "rules/pig.lua", 0, "no line.");
    assert_string_equal(error.message, "rules/pig.lua: no line.");
    assert_int_equal(error.line, 0);
}

static void a_message_may_be_made_of_the_one_before(void **state)
{
    (void)state;
    alea_error error;
    alea__fail_at(&error, ALEA_E_FILE, "a.lua", 3, "first.");
    alea__fail_at(&error, ALEA_E_BOT, error.file, error.line, "%s Then second.", error.message);
    assert_string_equal(error.message, "a.lua:3: a.lua:3: first. Then second.");
    alea__fail(&error, ALEA_E_BOT, "%s Third.", error.message);
    assert_string_equal(error.message, "a.lua:3: a.lua:3: first. Then second. Third.");
}

static void a_name_that_would_move_the_cursor_is_shown_by_its_bytes(void **state)
{
    (void)state;
    alea_error error;
    alea__fail_at(&error, ALEA_E_FILE, "a\n\033[2Jb", 0, "bad.");
    assert_string_equal(error.message, "a\\x0A\\x1B[2Jb: bad.");
    assert_string_equal(error.file, "a\n\033[2Jb");
}

static void a_long_message_is_cut_between_characters_with_an_ellipsis(void **state)
{
    (void)state;
    char text[1300];
    for (size_t shift = 0; shift < 4;
         shift++) { /* every way in which the cut can meet a character of four bytes */
        memset(text, 0, sizeof text);
        memset(text, 'x', shift);
        for (size_t i = 0; i < 300; i++) memcpy(text + shift + 4 * i, "🐖", 4);
        alea_error error;
        alea__fail(&error, ALEA_E_BOT, "%s", text);
        size_t length = strlen(error.message);
        assert_in_range(length, 990, 999);
        assert_string_equal(error.message + length - 3, "…");
        assert_int_equal((length - 3 - shift) % 4, 0);
        assert_memory_equal(error.message, text, length - 3);
    }
}

static void a_message_that_just_fits_is_not_cut(void **state)
{
    (void)state;
    char text[1001] = {0};
    alea_error error;
    memset(text, 'x', 999);
    alea__fail(&error, ALEA_E_BOT, "%s", text);
    assert_string_equal(error.message, text);
    text[999] = 'x';
    alea__fail(&error, ALEA_E_BOT, "%s", text);
    assert_int_equal(strlen(error.message), 999);
    assert_string_equal(error.message + 996, "…");
}

static void a_long_name_leaves_room_for_the_sentence(void **state)
{
    (void)state;
    char name[5001] = {0};
    memset(name, 'n', 5000);
    alea_error error;
    alea__fail_at(&error, ALEA_E_FILE, name, 5, "the sentence.");
    assert_string_equal(error.message + strlen(error.message) - 17, ":5: the sentence.");
    assert_int_equal(strlen(error.file), 255);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_sentence_of_its_own),
        cmocka_unit_test(the_version_is_three_numbers),
        cmocka_unit_test(a_failure_returns_its_status_and_says_its_sentence),
        cmocka_unit_test(the_error_may_be_null),
        cmocka_unit_test(a_place_stands_in_front_and_in_fields_of_its_own),
        cmocka_unit_test(a_message_may_be_made_of_the_one_before),
        cmocka_unit_test(a_name_that_would_move_the_cursor_is_shown_by_its_bytes),
        cmocka_unit_test(a_long_message_is_cut_between_characters_with_an_ellipsis),
        cmocka_unit_test(a_message_that_just_fits_is_not_cut),
        cmocka_unit_test(a_long_name_leaves_room_for_the_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
