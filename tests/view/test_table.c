/* Columns of text. */
#include "support/test.h"
#include "view/text/text_table.h"

static alea__table two_bots(const char *first_name)
{
    alea__table t = {0};
    alea__table_column(&t, ALEA__LEFT, "bot");
    alea__table_column(&t, ALEA__RIGHT, "wins");
    alea__table_text(&t, first_name);
    alea__table_number(&t, "%d", 7);
    alea__table_text(&t, "b");
    alea__table_number(&t, "%d", 12345);
    return t;
}

static void printed_is(alea__table t, unsigned width, const char *expected)
{
    alea__text out = {0};
    alea__table_finish(&t, &(alea_view_options){.width = width}, &out);
    assert_string_equal(out.data ? out.data : "", expected);
    alea__text_free(&out);
}

static void columns_line_up(void **state)
{
    (void)state;
    printed_is(two_bots("pig ± pen"), 80,
               "  bot         wins\n"
               "  pig ± pen      7\n"
               "  b          12345\n");
}

static void a_wide_table_shortens_its_first_column(void **state)
{
    (void)state;
    printed_is(two_bots("a/very/long/path/racer.wasm"), 27,
               "  bot                  wins\n"
               "  a/very/l…acer.wasm      7\n"
               "  b                   12345\n");
}

static void a_table_in_no_room_becomes_lists(void **state)
{
    (void)state;
    printed_is(two_bots("a/very/long/path/racer.wasm"), 20,
               "  a/very/long/path/racer.wasm\n"
               "    wins: 7\n"
               "  b\n"
               "    wins: 12345\n");
}

static void the_width_is_that_of_the_longest_line(void **state)
{
    (void)state;
    alea__table t = two_bots("pig ± pen");
    assert_int_equal(alea__table_width(&t), strlen("  pig + pen  12345"));
    alea__table_free(&t);
}

static void a_table_without_rows_prints_nothing(void **state)
{
    (void)state;
    alea__table t = {0};
    alea__table_column(&t, ALEA__LEFT, "bot");
    printed_is(t, 80, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_line_up),
        cmocka_unit_test(a_wide_table_shortens_its_first_column),
        cmocka_unit_test(a_table_in_no_room_becomes_lists),
        cmocka_unit_test(the_width_is_that_of_the_longest_line),
        cmocka_unit_test(a_table_without_rows_prints_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
