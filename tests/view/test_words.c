/* Text measured, cut and filled. */
#include "support/test.h"
#include "view/words.h"

static void shortened_is(const char *text, size_t width, bool ascii, const char *expected)
{
    alea__text out = {0};
    alea__add_shortened(&out, text, width, ascii);
    assert_string_equal(out.data, expected);
    alea__text_free(&out);
}

static void wrapped_is(const char *text, size_t indent, size_t width, const char *expected)
{
    alea__text out = {0};
    alea__add_wrapped(&out, text, indent, width);
    assert_string_equal(out.data ? out.data : "", expected);
    alea__text_free(&out);
}

static void entry_is(const char *name, const char *text, const char *expected)
{
    alea__text out = {0};
    alea__add_entry(&out, name, text, 10, 24);
    assert_string_equal(out.data, expected);
    alea__text_free(&out);
}

static void characters_are_counted_and_not_bytes(void **state)
{
    (void)state;
    assert_int_equal(alea__columns(""), 0);
    assert_int_equal(alea__columns("± 0.5"), 5);
    assert_int_equal(alea__columns("日本"), 2);
}

static void a_long_name_loses_its_middle(void **state)
{
    (void)state;
    shortened_is("short.wasm", 10, false, "short.wasm");
    shortened_is("folder/racer.wasm", 10, false, "fold….wasm");
    shortened_is("folder/racer.wasm", 10, true, "fol...wasm");
}

static void a_cut_never_splits_a_character(void **state)
{
    (void)state;
    shortened_is("ééééééé", 5, false, "éé…éé");
}

static void words_fill_lines(void **state)
{
    (void)state;
    wrapped_is("one two three four", 0, 9, "one two\nthree\nfour\n");
    wrapped_is("one\ntwo\nthree", 2, 80, "  one two three\n");
}

static void a_word_longer_than_a_line_stands_alone(void **state)
{
    (void)state;
    wrapped_is("a verylongword b", 0, 6, "a\nverylongword\nb\n");
}

static void blank_lines_part_paragraphs(void **state)
{
    (void)state;
    wrapped_is("\n\none\n\n\ntwo\n\n", 0, 80, "one\n\ntwo\n");
}

static void items_keep_their_lines_and_hang(void **state)
{
    (void)state;
    wrapped_is("These:\n  - one two\n    three\n  - four\nThen five", 0, 9,
               "These:\n- one two\n  three\n- four\nThen five\n");
}

static void nothing_makes_nothing(void **state)
{
    (void)state;
    wrapped_is("", 2, 80, "");
    wrapped_is(" \n  \n", 2, 80, "");
}

static void entries_stand_in_two_columns(void **state)
{
    (void)state;
    entry_is("goal", "the score to reach or pass", "  goal    the score to\n          reach or pass\n");
}

static void a_long_name_gets_a_line_of_its_own(void **state)
{
    (void)state;
    entry_is("hold-at-total(n)", "holds", "  hold-at-total(n)\n          holds\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_counted_and_not_bytes),
        cmocka_unit_test(a_long_name_loses_its_middle),
        cmocka_unit_test(a_cut_never_splits_a_character),
        cmocka_unit_test(words_fill_lines),
        cmocka_unit_test(a_word_longer_than_a_line_stands_alone),
        cmocka_unit_test(blank_lines_part_paragraphs),
        cmocka_unit_test(items_keep_their_lines_and_hang),
        cmocka_unit_test(nothing_makes_nothing),
        cmocka_unit_test(entries_stand_in_two_columns),
        cmocka_unit_test(a_long_name_gets_a_line_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
