#include "base/memory.h"
#include "base/text.h"
#include "support/files.h"
#include "support/test.h"

#include <ctype.h>
#include <locale.h>
#include <strings.h>

/* ---- growing ---- */

static void a_new_text_holds_nothing_and_can_be_freed(void **state)
{
    (void)state;
    alea__text text = {0};
    alea__text_free(&text);
    assert_null(text.data);
}

static void additions_follow_each_other(void **state)
{
    (void)state;
    alea__text text = {0};
    alea__text_add(&text, "%s has %d", "Ann", 41);
    alea__text_add_bytes(&text, " points", 7);
    alea__text_add_bytes(&text, NULL, 0);
    alea__text_add(&text, "%s", "");
    assert_string_equal(text.data, "Ann has 41 points");
    assert_int_equal(text.size, 17);
    assert_false(text.failed);
    alea__text_free(&text);
}

static void a_text_grows_through_every_size_and_ends_in_a_zero_byte(void **state)
{
    (void)state;
    alea__text text = {0};
    for (size_t i = 0; i < 3000; i++) {
        alea__text_add(&text, "%c", 'a' + (int)(i % 26));
        assert_int_equal(text.size, i + 1);
        assert_int_equal(text.data[i + 1], 0);
    }
    for (size_t i = 0; i < 3000; i++) assert_int_equal(text.data[i], 'a' + (int)(i % 26));
    alea__text_free(&text);
}

static void a_long_addition_fits_at_once(void **state)
{
    (void)state;
    alea__text text = {0};
    alea__text_add(&text, "%70000d|", 7);
    assert_int_equal(text.size, 70001);
    assert_string_equal(text.data + 69999, "7|");
    alea__text_free(&text);
}

static void bytes_may_hold_zeros(void **state)
{
    (void)state;
    alea__text text = {0};
    alea__text_add_bytes(&text, "a\0b", 3);
    assert_int_equal(text.size, 3);
    assert_memory_equal(text.data, "a\0b", 4);
    alea__text_free(&text);
}

static void after_a_failed_allocation_a_text_stays_failed_and_as_it_was(void **state)
{
    (void)state;
    alea__text text = {0};
    alea__text_add(&text, "kept");
    alea__fail_allocation_after(0);
    alea__text_add(&text, "%200d", 1);
    alea__fail_allocation_after(-1);
    assert_true(text.failed);
    alea__text_add(&text, "more");
    alea__text_add_bytes(&text, "more", 4);
    assert_true(text.failed);
    assert_string_equal(text.data, "kept");
    alea__text_free(&text);
}

static void a_size_that_no_memory_has_is_a_failure(void **state)
{
    (void)state;
    alea__text text = {0};
    alea__text_add(&text, "x");
    alea__text_add_bytes(&text, "y", SIZE_MAX - 1);
    assert_true(text.failed);
    assert_string_equal(text.data, "x");
    alea__text_free(&text);
}

/* ---- endings ---- */

static void an_ending_is_the_last_part_of_a_text(void **state)
{
    (void)state;
    assert_true(alea__ends_with("bold.lua", ".lua"));
    assert_true(alea__ends_with(".lua", ".lua"));
    assert_true(alea__ends_with("bold", ""));
    assert_false(alea__ends_with("lua", ".lua"));
    assert_false(alea__ends_with("bold.lua ", ".lua"));
    assert_false(alea__ends_with("", ".lua"));
}

/* ---- the nearest name ---- */

static const char *const games[] = {"pig", "pig-pen", "pig-solitaire", "piglet", "two-dice-pig"};

static const char *nearest_game(const char *name)
{
    return alea__nearest(name, games, sizeof games / sizeof games[0]);
}

static void the_nearest_name_has_the_fewest_letters_wrong(void **state)
{
    (void)state;
    assert_string_equal(nearest_game("pgi"), "pig");
    assert_string_equal(nearest_game("pigg"), "pig");
    assert_string_equal(nearest_game("pigpen"), "pig-pen");
    assert_string_equal(nearest_game("pig_pen"), "pig-pen");
    assert_string_equal(nearest_game("piglets"), "piglet");
    assert_string_equal(nearest_game("pig-solitary"), "pig-solitaire");
    assert_string_equal(nearest_game("two-dice"), "two-dice-pig");
    assert_string_equal(nearest_game("PIG-PEN"), "pig-pen");
}

static void the_first_of_equally_near_names_is_taken(void **state)
{
    (void)state;
    const char *const names[] = {"bat", "cat", "rat"};
    assert_string_equal(alea__nearest("hat", names, 3), "bat");
    assert_string_equal(alea__nearest("rat", names, 3), "rat");
}

static void names_that_share_too_little_are_not_near(void **state)
{
    (void)state;
    assert_null(nearest_game("chess"));
    assert_null(nearest_game(""));
    assert_null(nearest_game("x"));
    assert_null(alea__nearest("x", (const char *const[]){"p"}, 1));
    assert_null(alea__nearest("p", NULL, 0));
}

static void names_may_have_any_length(void **state)
{
    (void)state;
    static char long_name[100001];
    memset(long_name, 'p', 100000);
    assert_null(nearest_game(long_name));
    char sixty_three[64] = {0}, other[65] = {0};
    memset(sixty_three, 'p', 63);
    memset(other, 'p', 64);
    const char *const names[] = {other, sixty_three};
    sixty_three[5] = 'q';
    char name[64] = {0};
    memset(name, 'p', 63);
    assert_ptr_equal(alea__nearest(name, names, 2), sixty_three);
}

/* The distance by its definition, for short names: no table, just all ways. */
static unsigned slow_distance(const char *a, const char *b)
{
    if (*a == 0 || *b == 0) return (unsigned)(strlen(a) + strlen(b));
    unsigned least = slow_distance(a + 1, b + 1) + (*a != *b);
    unsigned drop = slow_distance(a + 1, b) + 1, add = slow_distance(a, b + 1) + 1;
    if (drop < least) least = drop;
    if (add < least) least = add;
    if (a[1] != 0 && a[0] == b[1] && a[1] == b[0]) {
        unsigned swap = slow_distance(a + 2, b + 2) + 1;
        if (swap < least) least = swap;
    }
    return least;
}

/* Names of 6 letters out of 3: a name is suggested exactly if at most 2 letters are wrong. */
static void nearness_agrees_with_the_definition_on_random_names(void **state)
{
    (void)state;
    uint32_t x = 1;
    unsigned named = 0;
    for (int i = 0; i < 3000; i++) {
        char name[2][7] = {{0}};
        for (int j = 0; j < 12; j++)
            name[j / 6][j % 6] = (char)('a' + ((x = x * 1664525u + 1013904223u) >> 16) % 3);
        const char *const names[] = {name[1]};
        bool is_named = alea__nearest(name[0], names, 1) != NULL;
        assert_int_equal(is_named, slow_distance(name[0], name[1]) <= 2);
        named += is_named;
    }
    assert_that(named, >, 100);
    assert_that(named, <, 2900);
}

/* ---- printable text ---- */

static void shows_as(const char *text, size_t length, const char *expected)
{
    char out[200];
    alea__printable(out, sizeof out, text, length);
    assert_string_equal(out, expected);
}

#define SHOWS_AS(literal, expected) shows_as(literal, sizeof(literal) - 1, expected)

static void printable_text_stays_as_it_is(void **state)
{
    (void)state;
    SHOWS_AS("", "");
    SHOWS_AS("hold(25) ~ \\ 100 %", "hold(25) ~ \\ 100 %");
    SHOWS_AS("Grüße, 猪, 🐖", "Grüße, 猪, 🐖");
}

static void control_characters_show_as_their_bytes(void **state)
{
    (void)state;
    SHOWS_AS("a\nb\tc\rd", "a\\x0Ab\\x09c\\x0Dd");
    SHOWS_AS("\033[31mred\a\x7f", "\\x1B[31mred\\x07\\x7F");
    SHOWS_AS("zero\0byte", "zero\\x00byte");
    SHOWS_AS("\xC2\x85|\xC2\x9B|\xC2\xA0",
             "\\xC2\\x85|\\xC2\\x9B|\xC2\xA0"); /* C1 controls; the no-break space is fine */
    SHOWS_AS("\xE2\x80\xAE|\xE2\x81\xA6|\xE2\x80\xA8",
             "\\xE2\\x80\\xAE|\\xE2\\x81\\xA6|\\xE2\\x80\\xA8"); /* turn writing round */
}

static void what_cannot_be_seen_or_turns_writing_round_shows_as_bytes(void **state)
{
    (void)state;
    SHOWS_AS("c\xC2\x9B"
             "2J",
             "c\\xC2\\x9B2J"); /* U+009B, a C1 control */
    SHOWS_AS("A\xE2\x80\xAE"
             "B",
             "A\\xE2\\x80\\xAEB");                                          /* U+202E */
    SHOWS_AS("\xE2\x80\x8E\xE2\x80\x8F", "\\xE2\\x80\\x8E\\xE2\\x80\\x8F"); /* U+200E, U+200F */
    SHOWS_AS("\xD8\x9C", "\\xD8\\x9C");                                     /* U+061C */
    SHOWS_AS("\xE2\x81\xA6", "\\xE2\\x81\\xA6");                            /* U+2066 */
    SHOWS_AS("\xE2\x80\x8B", "\\xE2\\x80\\x8B");                            /* U+200B, no width */
    SHOWS_AS("\xEF\xBB\xBF", "\\xEF\\xBB\\xBF");                            /* U+FEFF */
    SHOWS_AS("\xF3\xA0\x81\x81", "\\xF3\\xA0\\x81\\x81");                   /* U+E0041, a tag */
}

static void what_joins_letters_and_emoji_stays(void **state)
{
    (void)state;
    SHOWS_AS("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80",
             "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80");                 /* U+200D */
    SHOWS_AS("\xD9\x86\xE2\x80\x8C\xD8\xA7", "\xD9\x86\xE2\x80\x8C\xD8\xA7"); /* U+200C */
    SHOWS_AS("\xE2\x9D\xA4\xEF\xB8\x8F", "\xE2\x9D\xA4\xEF\xB8\x8F");         /* U+FE0F */
}

static void whole_lines_keep_their_ends(void **state)
{
    (void)state;
    char out[40];
    const char text[] = "a\n\tb\r\nc\033\xC2\x9B";
    alea__printable_lines(out, sizeof out, text, sizeof text - 1);
    assert_string_equal(out, "a\n\tb\r\nc\\x1B\\xC2\\x9B");
    alea__text whole = {0};
    alea__text_add(&whole, "%s", text);
    alea__text_show(&whole);
    assert_string_equal(whole.data, out);
    alea__text_add(&whole, ".");
    assert_int_equal(whole.size, strlen(out) + 1);
    alea__text_free(&whole);
}

static void json_has_such_characters_as_escapes_in_utf16(void **state)
{
    (void)state;
    alea__text out = {0};
    const char json[] =
        "{\n  \"R\xC3\xA9ka\": \"\xC2\x9B|\xE2\x80\xAE|\xF3\xA0\x81\x81|\x7F|\xE2\x80\x8D\"\n}";
    assert_int_equal(alea__text_take_json(json, sizeof json - 1, &out), 0);
    assert_string_equal(out.data,
                        "{\n  \"R\xC3\xA9ka\": \"\\u009B|\\u202E|\\uDB40\\uDC41|\\u007F|\xE2\x80\x8D\"\n}");
    alea__text_free(&out);
}

static void bytes_that_are_not_utf8_show_as_bytes(void **state)
{
    (void)state;
    SHOWS_AS("\xFF\xFE", "\\xFF\\xFE");
    SHOWS_AS("\x80", "\\x80");
    SHOWS_AS("\xC3", "\\xC3"); /* cut short */
    SHOWS_AS("\xE2\x82", "\\xE2\\x82");
    SHOWS_AS("\xC3(", "\\xC3(");        /* not continued */
    SHOWS_AS("\xC0\xAF", "\\xC0\\xAF"); /* longer than need be */
    SHOWS_AS("\xE0\x80\xAF", "\\xE0\\x80\\xAF");
    SHOWS_AS("\xED\xA0\x80", "\\xED\\xA0\\x80");          /* half of a surrogate pair */
    SHOWS_AS("\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"); /* beyond U+10FFFF */
    SHOWS_AS("\xF8\x88\x80\x80\x80", "\\xF8\\x88\\x80\\x80\\x80");
}

static void a_character_cut_by_the_length_is_not_read_beyond_it(void **state)
{
    (void)state;
    shows_as("a\xC3\xBC", 2, "a\\xC3");
}

static void text_that_does_not_fit_ends_in_an_ellipsis_between_characters(void **state)
{
    (void)state;
    char out[16];
    alea__printable(out, 8, "1234567", 7);
    assert_string_equal(out, "1234567");
    alea__printable(out, 8, "12345678", 8);
    assert_string_equal(out, "1234…");
    alea__printable(out, 8, "123üüü", 9);
    assert_string_equal(out, "123…");
    alea__printable(out, 8, "1\n\n\n", 4);
    assert_string_equal(out, "1…");
}

static void a_buffer_may_have_any_size(void **state)
{
    (void)state;
    for (size_t size = 0; size < 12; size++) {
        char *out = malloc(size + 1); /* exact, so that a sanitizer sees a step too far */
        assert_non_null(out);
        out[size] = '#';
        alea__printable(out, size, "ü\nabc猪defgh", 14);
        assert_int_equal(out[size], '#');
        if (size > 0) assert_that(strlen(out), <, size);
        free(out);
    }
}

/* ---- letters ---- */

static const char small[] = "abcdefghijklmnopqrstuvwxyz", capital[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* All 256 bytes against lists. */
static void only_letters_of_ascii_are_letters(void)
{
    for (int byte = 1; byte < 256; byte++) {
        const char c = (char)byte, *place = strchr(capital, c);
        const bool letter = place || strchr(small, c);
        assert_int_equal(alea__is_letter(c), letter);
        assert_int_equal(alea__is_word(c), letter || strchr("0123456789_", c));
        assert_int_equal(alea__is_space(c), strchr(" \t\n\v\f\r", c) != NULL);
        assert_int_equal(alea__lower(c), place ? small[place - capital] : c);
    }
}

static void words_are_the_same_whatever_their_case(void)
{
    assert_true(alea__same_word(small, capital));
    assert_true(alea__same_word("", ""));
    assert_false(alea__same_word("zip", "zi"));
    assert_false(alea__same_word("zi", "zip"));
    assert_false(alea__same_word("[", "{")); /* as far from each other as letters of two cases */
    assert_false(alea__same_word("\xC4", "\xE4"));
    assert_true(alea__has_ending("class.ZIP", ".zip"));
    assert_true(alea__has_ending(".zip", ".zip"));
    assert_false(alea__has_ending("zip", ".zip"));
    assert_true(alea__same_letters("LATE_", "late", 4));
    assert_false(alea__same_letters("la", "late", 4)); /* does not read beyond the end */
    assert_true(alea__same_letters("", "x", 0));
    const char *text = "a Zip, a zIP";
    assert_ptr_equal(alea__find_letters(text, "zip"), text + 2);
    assert_ptr_equal(alea__find_letters(text, "P"), text + 4);
    assert_ptr_equal(alea__find_letters(text, ""), text);
    assert_null(alea__find_letters(text, "zips"));
    assert_null(alea__find_letters("\xC4", "\xE4"));
}

/* In the test's locale I is not the capital of i, as in Turkish, and 'e' is not a letter. */
static void letters_do_not_depend_on_the_locale(void **state)
{
    (void)state;
    only_letters_of_ascii_are_letters();
    words_are_the_same_whatever_their_case();
    write_file("other.locale", "LC_CTYPE\nupper <U0041>;<U0049>\nlower <U0061>;<U0069>\n"
                               "toupper (<U0061>,<U0041>)\nEND LC_CTYPE\n");
    if (system("localedef --no-archive -c -i ./other.locale ./other >localedef.log 2>&1") == -1) fail();
    setenv("LOCPATH", ".", 1);
    const locale_t other = newlocale(LC_CTYPE_MASK, "other", (locale_t)0);
    if (!other) cannot_run("localedef makes no locale with other letters");
    const locale_t before = uselocale(other);
    assert_false(isalpha('e') || tolower('I') == 'i');
    only_letters_of_ascii_are_letters();
    words_are_the_same_whatever_their_case();
    uselocale(before);
    freelocale(other);
}

/* In the locale that the test makes, half is 0,5. */
static void decimals_have_a_point_whatever_the_locale(void **state)
{
    (void)state;
    char half[8], out[8];
    write_file("comma.locale",
               "LC_NUMERIC\ndecimal_point \"<U002C>\"\nthousands_sep \"\"\ngrouping -1\nEND LC_NUMERIC\n");
    if (system("localedef --no-archive -c -i ./comma.locale ./comma >localedef.log 2>&1") == -1) fail();
    setenv("LOCPATH", ".", 1);
    const locale_t comma = newlocale(LC_NUMERIC_MASK, "comma", (locale_t)0);
    if (!comma) cannot_run("localedef makes no locale with a decimal comma");
    const locale_t before = uselocale(comma);
    alea__text text = {0};
    snprintf(half, sizeof half, "%.1f", 0.5);
    const int length = alea__print(out, sizeof out, "%.1f", 0.5);
    alea__text_add(&text, "%g", 0.5);
    uselocale(before);
    freelocale(comma);
    assert_string_equal(half, "0,5");
    assert_string_equal(out, "0.5");
    assert_string_equal(text.data, "0.5");
    assert_int_equal(length, 3);
    alea__text_free(&text);
}

static void a_part_hands_its_failure_to_the_whole_text_once(void **state)
{
    (void)state;
    alea__text whole = {0}, part = {0};
    alea__text_add(&part, "a part");
    alea__text_free_part(&part, &whole);
    assert_null(part.data);
    assert_false(whole.failed);
    part.failed = true;
    alea__text_free_part(&part, &whole);
    assert_true(whole.failed);
    assert_false(part.failed);
    alea__text_free_part(&part, &whole); /* a good part does not mend it */
    assert_true(whole.failed);
    alea__text_free(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_text_holds_nothing_and_can_be_freed),
        cmocka_unit_test(additions_follow_each_other),
        cmocka_unit_test(a_text_grows_through_every_size_and_ends_in_a_zero_byte),
        cmocka_unit_test(a_long_addition_fits_at_once),
        cmocka_unit_test(bytes_may_hold_zeros),
        cmocka_unit_test(after_a_failed_allocation_a_text_stays_failed_and_as_it_was),
        cmocka_unit_test(a_size_that_no_memory_has_is_a_failure),
        cmocka_unit_test(a_part_hands_its_failure_to_the_whole_text_once),
        cmocka_unit_test(an_ending_is_the_last_part_of_a_text),
        cmocka_unit_test(the_nearest_name_has_the_fewest_letters_wrong),
        cmocka_unit_test(the_first_of_equally_near_names_is_taken),
        cmocka_unit_test(names_that_share_too_little_are_not_near),
        cmocka_unit_test(names_may_have_any_length),
        cmocka_unit_test(nearness_agrees_with_the_definition_on_random_names),
        cmocka_unit_test(printable_text_stays_as_it_is),
        cmocka_unit_test(control_characters_show_as_their_bytes),
        cmocka_unit_test(what_cannot_be_seen_or_turns_writing_round_shows_as_bytes),
        cmocka_unit_test(what_joins_letters_and_emoji_stays),
        cmocka_unit_test(whole_lines_keep_their_ends),
        cmocka_unit_test(json_has_such_characters_as_escapes_in_utf16),
        cmocka_unit_test(bytes_that_are_not_utf8_show_as_bytes),
        cmocka_unit_test(a_character_cut_by_the_length_is_not_read_beyond_it),
        cmocka_unit_test(text_that_does_not_fit_ends_in_an_ellipsis_between_characters),
        cmocka_unit_test(a_buffer_may_have_any_size),
        IN_A_FOLDER(letters_do_not_depend_on_the_locale),
        IN_A_FOLDER(decimals_have_a_point_whatever_the_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
