/* Rule files of Despirala: errors are reported with file, line and field, and another combination is one more line. */
#include "despirala/despirala_test.h"

#define NUMBERS "players = 1, dice = 6, sides = 6, gain = 5"

/* Opens a rule file whose rules(p) returns these fields, from line 2 on. */
static alea_status opened(const char *fields, alea_game **game, alea_error *error)
{
    char text[4000];
    snprintf(text, sizeof text,
             "return { name = \"mine\", title = \"Mine\", family = \"despirala\", text = \"A game.\", rules "
             "= function() "
             "return {\n%s\n} end }\n",
             fields);
    write_file("mine.lua", text);
    return alea_game_open("mine.lua", game, error);
}

static void refuses(const char *fields, int line, const char *sentence)
{
    alea_game *game = NULL;
    alea_error error;
    const alea_status status = opened(fields, &game, &error);
    if (status != ALEA_E_RULES) fail_msg("%s: status %d", fields, status);
    assert_null(game);
    assert_says(error, sentence);
    if (error.line != line) fail_msg("line %d, not %d: %s", error.line, line, error.message);
    assert_string_equal(error.file, "mine.lua");
}

/* One combination, in line 3 of the file. */
static void refuses_one(const char *combination, const char *sentence)
{
    char fields[1000];
    snprintf(fields, sizeof fields, NUMBERS ", combinations = {\n{ %s } }", combination);
    refuses(fields, 3, sentence);
}

static void what_can_never_be_completed_is_refused(void **unused)
{
    (void)unused;
    refuses_one(
        "name = 'Seven', pattern = 'XXXXXXX', points = 1",
        "The field `combinations[1].pattern` needs 7 dice, but there are 6: it can never be completed.");
    refuses_one("name = 'High', pattern = '67', points = 1",
                "is \"67\", which can never be completed: the dice show 1 to 6, never 7.");
    refuses_one("name = 'Zero', pattern = '0', points = 1", "the dice show 1 to 6, never 0");
    refuses("players = 1, dice = 6, sides = 4, gain = 5, combinations = {\n{ name = 'Five', pattern = "
            "'ABCD1', points "
            "= 1 } }",
            3, "needs 5 different faces, but the dice have 4 sides");
}

static void patterns_are_capital_letters_and_digits(void **unused)
{
    (void)unused;
    refuses_one("name = 'A', pattern = 'xx', points = 1",
                "`combinations[1].pattern` is \"xx\"; it must consist of capital letters");
    refuses_one("name = 'A', pattern = '', points = 1", "`combinations[1].pattern` is empty");
    refuses_one("name = 'A', pattern = '1\\n', points = 1", "is \"1\\x0A\"; it must");
    refuses_one("name = 'A', points = 1", "`combinations[1].pattern` is missing");
    refuses_one("name = 'A', pattern = 'X', collect = 1",
                "`combinations[1].pattern` cannot be given with `collect`");
}

static void points_are_a_number_or_sum(void **unused)
{
    (void)unused;
    refuses_one("name = 'A', pattern = 'X'", "`combinations[1].points` is missing");
    refuses_one("name = 'A', pattern = 'X', points = 1001",
                "`combinations[1].points` must be a whole number from 0 to 1000, not 1001");
    refuses_one("name = 'A', pattern = 'X', points = -1",
                "`combinations[1].points` must be a whole number from 0 to 1000, not -1");
    refuses_one("name = 'A', pattern = 'X', points = 'all'",
                "`combinations[1].points` must be \"sum\", not \"all\"");
    refuses_one("name = 'A', collect = 1, points = 3",
                "`combinations[1].points` must be left out of a collect");
}

static void names_are_words_and_differ(void **unused)
{
    (void)unused;
    refuses_one("pattern = 'X', points = 1", "`combinations[1].name` is missing");
    for (const char *const *name = (const char *const[]){"", " A", "A ", "A  B", "A,B", "A1", "\\195\\164h",
                                                         "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", NULL};
         *name; name++) {
        char combination[200];
        snprintf(combination, sizeof combination, "name = '%s', pattern = 'X', points = 1", *name);
        refuses_one(combination, "1 to 40 letters");
    }
    refuses(NUMBERS
            ", combinations = {\n{ name = 'Pair', pattern = 'XX', points = 1 },\n{ name = 'PAIR', pattern = "
            "'YY', points = 2 } }",
            4, "`combinations[2].name` gives the name \"PAIR\", which combination 1 already has");
    refuses(NUMBERS ", combinations = { { name = 'Reroll', pattern = '1', points = 1 } }", 2,
            "gives two moves the name \"Reroll\"");
}

static void a_face_is_collected_once(void **unused)
{
    (void)unused;
    refuses(NUMBERS
            ", combinations = {\n{ name = 'Collect', collect = 2 },\n{ name = 'Take', collect = 2 } }",
            4, "`combinations[2].collect` is 2, but combination 1 already collects that face");
    refuses_one("name = 'Collect', collect = 7",
                "`combinations[1].collect` must be a whole number from 1 to 6, not 7");
}

static void there_are_1_to_16_combinations(void **unused)
{
    (void)unused;
    refuses(NUMBERS ", combinations = {}", 2, "has 0 combinations; it must have 1 to 16");
    refuses(NUMBERS, 1, "`combinations` is missing");
    refuses(NUMBERS
            ", combinations = (function() local l = {} for i = 1, 17 do l[i] = {} end return l end)()",
            2, "has 17 combinations");
    refuses(NUMBERS ", combinations = { 5 }", 2, "has a number at place 1");
    refuses_one("name = 'A', pattern = 'X', points = 1, colour = 'red'",
                "There is no field `combinations[1].colour`");
}

/* ABCDE on eight sides: 8 over 5 = 56 targets; four of these. */
static void too_many_targets_are_counted(void **unused)
{
    (void)unused;
    refuses("players = 1, dice = 6, sides = 8, gain = 5, combinations = {\n{ name = 'A', pattern = 'ABCDE', "
            "points = 1 "
            "},\n{ name = 'B', pattern = 'ABCDE', points = 1 },\n{ name = 'C', pattern = 'ABCDE', points = 1 "
            "},\n{ name = "
            "'D', pattern = 'ABCDE', points = 1 } }",
            2, "has combinations with 224 targets in all");
}

/* With n of 16 combinations attempted 0 to 5 (n + 1) goods, and 6435 rolls of eight dice with eight sides: the sum of (16
   over n) (5 n + 6) is 5 * 16 * 2^15 + 6 * 2^16, less 86 for n = 16. */
static void too_many_positions_are_counted_before_anything_begins(void **unused)
{
    (void)unused;
    char sentence[100];
    snprintf(sentence, sizeof sentence, "makes a game of %llu positions",
             (5ULL * 16 * 32768 + 6ULL * 65536 - 86) * 6435);
    refuses(
        "players = 1, dice = 8, sides = 8, gain = 5, combinations = (function() local l = {}\n"
        "for i = 1, 16 do l[i] = { name = ('ABCDEFGHIJKLMNOP'):sub(i, i), pattern = '1', points = 1 } end\n"
        "return l end)()",
        2, sentence);
}

static void numbers_have_ranges(void **unused)
{
    (void)unused;
    refuses("players = 1, dice = 9, sides = 6, gain = 5, combinations = {}", 2,
            "`dice` must be a whole number from 1 to 8, not 9");
    refuses("players = 1, dice = 6, sides = 9, gain = 5, combinations = {}", 2,
            "`sides` must be a whole number from 2 to 8, not 9");
    refuses("players = 1, dice = 6, sides = 6, gain = 21, combinations = {}", 2,
            "`gain` must be a whole number from 0 to 20, not 21");
    refuses("players = 9, dice = 6, sides = 6, gain = 5, combinations = {}", 2,
            "`players` must be a whole number from 1 to 8, not 9");
    refuses(NUMBERS ", objective = 'many', combinations = {}", 2,
            "`objective` must be \"most\" or \"least\", not \"many\"");
}

static void a_combination_more_is_one_line(void **unused)
{
    (void)unused;
    alea_game *game;
    OK(opened("players = 1, dice = 5, sides = 6, gain = 3, combinations = {\n"
              "{ name = 'Full house', pattern = 'XXXYY', points = 'sum' },\n"
              "{ name = 'Sixes and a pair', pattern = '66XX', points = 30 } }",
              &game, &test_error));
    assert_int_equal(rules_of(game)->targets, 6 * 5 + 5);
    const uint32_t full = despirala_move_called(despirala_game_of(game->rules), "Full house 5 3");
    assert_string_equal(alea_game_move_name(game, full), "Full house 5 3");
    assert_int_equal(rules_of(game)->target[full - DESPIRALA_TARGET].points, 21);
    assert_int_equal(rules_of(game)->target[full - DESPIRALA_TARGET].required[5 - 1], 3);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_never_be_completed_is_refused),
        cmocka_unit_test(patterns_are_capital_letters_and_digits),
        cmocka_unit_test(points_are_a_number_or_sum),
        cmocka_unit_test(names_are_words_and_differ),
        cmocka_unit_test(a_face_is_collected_once),
        cmocka_unit_test(there_are_1_to_16_combinations),
        cmocka_unit_test(too_many_targets_are_counted),
        cmocka_unit_test(too_many_positions_are_counted_before_anything_begins),
        cmocka_unit_test(numbers_have_ranges),
        cmocka_unit_test(a_combination_more_is_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
