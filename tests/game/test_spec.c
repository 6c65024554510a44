/* Specs such as pig(goal=50): parsing and error messages. */
#include "game/spec.h"
#include "support/memory.h"

static void reads(const char *text, const char *wanted)
{
    alea__spec spec;
    char shown[500];
    if (alea__spec_parse(text, &spec, NULL) != ALEA_OK) fail_msg("%s is refused", text);
    size_t at = (size_t)snprintf(shown, sizeof shown, "%s", spec.name);
    for (size_t i = 0; i < spec.count; i++)
        at += (size_t)snprintf(shown + at, sizeof shown - at, "|%s:%s",
                               spec.argument[i].key ? spec.argument[i].key : "", spec.argument[i].value);
    assert_string_equal(shown, wanted);
    alea__spec_free(&spec);
}

static void refuses(const char *text, int column)
{
    alea__spec spec;
    alea_error error;
    if (alea__spec_parse(text, &spec, &error) != ALEA_E_SPEC) fail_msg("%s is read", text);
    if (error.column != column)
        fail_msg("%s: column %d, not %d: %s", text, error.column, column, error.message);
    assert_non_null(strstr(error.message, "column"));
}

static void names_arguments_and_blanks_are_read(void **state)
{
    (void)state;
    reads("pig", "pig");
    reads("pig()", "pig");
    reads("pig( )", "pig");
    reads("pig(goal=50)", "pig|goal:50");
    reads("  pig ( goal = 50 , over_goal =roll-on )  ", "pig|goal:50|over_goal:roll-on");
    reads("hold(25)", "hold|:25");
    reads("f(1,b=two,three)", "f|:1|b:two|:three");
    reads("my rules/pig.lua(goal=50)", "my rules/pig.lua|goal:50");
    reads("random(0.75)", "random|:0.75");
}

/* Arguments in the form that shells accept without quotes. */
static void arguments_without_brackets_are_read(void **state)
{
    (void)state;
    reads("hold:20", "hold|:20");
    reads("hold=20", "hold|:20");
    reads("pig:goal=50", "pig|goal:50");
    reads("pig:goal=50,players=3", "pig|goal:50|players:3");
    reads("random:0.75", "random|:0.75");
    reads("optimal:for=money", "optimal|for:money");
    reads(" pig : goal = 50 ", "pig|goal:50");
    reads("a:b/pig.lua", "a:b/pig.lua");
    reads("a=b.lua", "a=b.lua");
    reads("a:b/pig.lua:goal=50", "a:b/pig.lua|goal:50");
    reads("a:b/pig.lua(goal=50)", "a:b/pig.lua|goal:50");
}

static void what_is_wrong_is_shown_with_its_column(void **state)
{
    (void)state;
    refuses("", 1);
    refuses("   ", 4);
    refuses("(goal=50)", 1);
    refuses("pig(", 4);
    refuses("pig(goal=50", 4);
    refuses("pig)", 4);
    refuses("pig(goal=50))", 13);
    refuses("pig(goal=50) x", 13);
    refuses("pig(goal=(5))", 10);
    refuses("pig(goal=)", 10);
    refuses("pig(=50)", 5);
    refuses("pig(goal=50,)", 13);
    refuses("pig(,goal=50)", 5);
    refuses("pig(goal=50=60)", 12);
    refuses("pig(goal=50,goal=60)", 13);
    refuses("pig\n", 4);
    refuses("pig(goal=\t5)", 10);
    refuses("hold:", 6);
    refuses(":20", 1);
    refuses("pig:goal=", 10);
    refuses("pig:goal=50,", 13);
    refuses("pig:goal=50)", 12);
}

static void sixty_five_values_are_too_many(void **state)
{
    (void)state;
    char text[400] = "f(";
    for (int i = 0; i < 63; i++) strcat(text, "1,");
    alea__spec spec;
    strcat(text, "1)");
    assert_int_equal(alea__spec_parse(text, &spec, NULL), ALEA_OK);
    assert_int_equal(spec.count, 64);
    alea__spec_free(&spec);
    strcpy(text + strlen(text) - 1, ",1)");
    refuses(text, 131);
}

static void whole_numbers_only(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "-",
                                        "+",
                                        "1.0",
                                        "1e3",
                                        "0x10",
                                        "5x",
                                        "x",
                                        "1 0",
                                        "9",
                                        "101",
                                        "1_000",
                                        "99999999999999999999",
                                        "-99999999999999999999"};
    int64_t value = 0;
    alea_error error;
    assert_int_equal(alea__parse_integer("10", "n", (alea__range){10, 100}, &value, NULL), ALEA_OK);
    assert_int_equal(alea__parse_integer("+0100", "n", (alea__range){10, 100}, &value, NULL), ALEA_OK);
    assert_int_equal(value, 100);
    assert_int_equal(alea__parse_integer("-5", "n", (alea__range){-5, 100}, &value, NULL), ALEA_OK);
    assert_int_equal(value, -5);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(alea__parse_integer(wrong[i], "the goal", (alea__range){10, 100}, &value, &error),
                         ALEA_E_RANGE);
        assert_non_null(strstr(error.message, "the goal must be a whole number from 10 to 100"));
    }
    assert_int_equal(value, -5);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    alea__spec spec;
    alea_status status;
    long k = 0;
    do {
        status = with_allocations(k++, alea__spec_parse("pig(goal=50,players=2,3)", &spec, NULL));
    } while (status != ALEA_OK);
    assert_int_equal(k, 8); /* the name, the list, two keys, three values; then success */
    alea__spec_free(&spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_arguments_and_blanks_are_read),
        cmocka_unit_test(arguments_without_brackets_are_read),
        cmocka_unit_test(what_is_wrong_is_shown_with_its_column),
        cmocka_unit_test(sixty_five_values_are_too_many),
        cmocka_unit_test(whole_numbers_only),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
