/* Tables of totals to hold at, from CSV. */
#include "base/text.h"
#include "race/race_test.h"
#include "support/memory.h"

static alea_status open_table(const alea_game *game, const char *text, size_t size, alea__policy **out,
                              alea_error *error)
{
    return game->family->csv->open(game->rules, &(alea__csv_text){"t.csv", text, size}, out, error);
}

/* A whole table for the goal: hold_at = own * 3 + other + 1. */
static void write_rows(alea__text *text, uint32_t last, const char *line_end)
{
    for (uint32_t own = 0; own <= last; own++)
        for (uint32_t other = 0; other <= last; other++)
            alea__text_add(text, "%u,%u,%u%s", (unsigned)own, (unsigned)other,
                           (unsigned)(own * 3 + other + 1), line_end);
}

static void assert_is_that_table(const alea_game *game, const alea__text *text)
{
    alea__policy *policy;
    OK(open_table(game, text->data, text->size, &policy, &test_error));
    const race_policy *p = race_policy_of(policy);
    assert_int_equal(p->kind, RACE_POLICY_TABLE);
    assert_int_equal(p->table_size, rules_of(game)->goal + 1);
    for (uint32_t own = 0; own < rules_of(game)->goal; own++)
        for (uint32_t other = 0; other < rules_of(game)->goal; other++)
            assert_int_equal(p->hold_at[own * p->table_size + other], own * 3 + other + 1);
    game->family->policy->free(policy);
}

static void a_table_names_where_to_hold_for_every_pair_of_scores(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea__text text = {0};
    alea__text_add(&text, "own,other,hold_at\n");
    write_rows(&text, 99, "\n");
    assert_is_that_table(pig, &text);
    alea__text_free(&text);
    alea_game_free(pig);
}

static void windows_line_ends_marks_comments_spaces_and_blank_lines_do_not_matter(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=5)");
    alea__text text = {0};
    alea__text_add(&text, "\xEF\xBB\xBF# my table\r\n own , other, hold_at \r\n");
    write_rows(&text, 4, " \r\n# more\r\n");
    alea__text_add(&text, "\r\n\n  \n");
    assert_is_that_table(pig, &text);
    text.size -= 3; /* and the last line may lack its end */
    assert_is_that_table(pig, &text);
    alea__text_free(&text);
    alea_game_free(pig);
}

static void the_order_of_lines_and_quotation_marks_do_not_matter(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=2)");
    alea__text text = {0};
    alea__text_add(&text, "own,\"other\", \"hold_at\" \n1,1,5\n\"0\",1,\"2\"\n1,\"0\",4\n0,0,1");
    assert_is_that_table(pig, &text);
    alea__text_free(&text);
    alea_game_free(pig);
}

static void in_a_chase_lines_for_the_goal_itself_may_be_there_or_not(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(goal=10)");
    for (uint32_t last = 9; last <= 10; last++) {
        alea__text text = {0};
        alea__text_add(&text, "own,other,hold_at\n");
        write_rows(&text, last, "\n");
        assert_is_that_table(game, &text);
        alea__text_free(&text);
    }
    alea_game_free(game);
}

static void a_single_player_has_others_at_0_only(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-solitaire(goal=3)");
    alea__policy *policy;
    alea_error error;
    const char good[] = "own,other,hold_at\n0,0,3\n1,0,2\n2,0,1\n";
    const char bad[] = "own,other,hold_at\n0,0,3\n1,0,2\n2,1,1\n";
    assert_int_equal(open_table(game, good, sizeof good - 1, &policy, &error), ALEA_OK);
    game->family->policy->free(policy);
    assert_int_equal(open_table(game, bad, sizeof bad - 1, &policy, &error), ALEA_E_BOT);
    assert_says(error, "t.csv:4: other must be from 0 to 0, not 1.");
    alea_game_free(game);
}

static void a_table_decides_and_wins_are_not_rolled_away(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=2)");
    alea__policy *policy;
    alea_error error;
    const char text[] = "own,other,hold_at\n0,0,9\n0,1,9\n1,0,9\n1,1,9\n";
    assert_int_equal(open_table(pig, text, sizeof text - 1, &policy, &error), ALEA_OK);
    alea_state state = alea_game_start(pig);
    alea__memo memo = {{0}};
    roll1(pig, &state, 2);
    assert_int_equal(pig->family->policy->decide(pig->rules, policy, &state, &memo, NULL), RACE_HOLD_MOVE);
    pig->family->policy->free(policy);
    alea_game_free(pig);
}

static void bad_tables_are_refused_by_file_and_line(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *sentence;
    } bad[] = {
        {"", "t.csv: The file has no lines"},
        {"# nothing\n\n", "t.csv: The file has no lines"},
        {"0,0,1\n", "t.csv:1: This line must be \"own,other,hold_at\", not \"0,0,1\"."},
        {"# a\nown,other\n", "t.csv:2: This line must be \"own,other"},
        {"own,other,hold_at,why\n", "t.csv:1: This line must be \"own,other"},
        {"own,other,hold_at\n0,0,1\n0,1,1\n1,0,1\n",
         "t.csv: Pairs of scores are missing: 1, the first own 1, other 1."},
        {"own,other,hold_at\n", "t.csv: Pairs of scores are missing: 4, the first own 0, other 0."},
        {"own,other,hold_at\n0,0,1\n0,0,2\n", "t.csv:3: own 0, other 0 appears for the second time"},
        {"own,other,hold_at\n0,0,1\n\n0,0,1\n", "t.csv:4: own 0, other 0 appears for the second time"},
        {"own,other,hold_at\n2,0,1\n", "t.csv:2: own must be from 0 to 1, not 2."},
        {"own,other,hold_at\n0,2,1\n", "t.csv:2: other must be from 0 to 1, not 2."},
        {"own,other,hold_at\n0,0,65535\n", "t.csv:2: hold_at must be from 0 to 65534, not 65535."},
        {"own,other,hold_at\n0,0,-1\n", "t.csv:2: This line must be three whole numbers"},
        {"own,other,hold_at\n0,0,1.5\n", "hold_at, not \"0,0,1.5\"."},
        {"own,other,hold_at\n0,0\n", "t.csv:2: This line must be three whole numbers"},
        {"own,other,hold_at\n0,0,1,1\n", "t.csv:2: This line must be three whole numbers"},
        {"own,other,hold_at\n0,0,\n", "t.csv:2: This line must be three whole numbers"},
        {"own,other,hold_at\n0;0;1\n", "t.csv:2: This line must be three whole numbers"},
        {"own;other;hold_at\n0;0;1\n",
         "t.csv:1: This line must be \"own,other,hold_at\", not \"own;other;hold_at\": it "
         "has semicolons in the place of commas."},
        {"own\tother\thold_at\n", "it has tabs in the place of commas."},
        {"own,other,hold_at\n0 0 1\n", "not \"0 0 1\": it has spaces in the place of commas."},
        {"own,other,hold_at\n\"0\",\"0\",\"1\n", "t.csv:2: This line must be three whole numbers"},
        {"own,other,hold_at\n\"0\",\"0\"x,1\n", "t.csv:2: This line must be three whole numbers"},
        {"own,other,hold_at\n\"0\"\"1\",0,1\n", "t.csv:2: This line must be three whole numbers"},
        {"own,other,hold_at\n0,0,99999999999999999999\n", "t.csv:2: This line must be three whole numbers"},
        {"own,other,hold_at\n\x1b[31m\n", "\\x1B"},
    };
    alea_game *pig = open_game("pig(goal=2)");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        alea__policy *policy = NULL;
        alea_error error;
        assert_int_equal(open_table(pig, bad[i].text, strlen(bad[i].text), &policy, &error), ALEA_E_BOT);
        assert_says(error, bad[i].sentence);
        assert_null(policy);
    }
    alea_game_free(pig);
}

static void a_zero_byte_in_a_table_is_refused(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=2)");
    alea__policy *policy;
    alea_error error;
    const char text[] = "own,other,hold_at\n0,0,1\n0,1\0,1\n1,0,1\n1,1,1\n";
    assert_int_equal(open_table(pig, text, sizeof text - 1, &policy, &error), ALEA_E_BOT);
    assert_says(error, "t.csv:3: This line contains a zero byte");
    alea_game_free(pig);
}

static void a_goal_too_high_for_a_table_is_refused(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=5000)");
    alea__policy *policy;
    alea_error error;
    assert_int_equal(open_table(pig, "own,other,hold_at\n", 18, &policy, &error), ALEA_E_REFUSED);
    assert_says(error, "up to 4096");
    alea_game_free(pig);
}

static void a_table_that_finds_no_memory_says_so(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=2)");
    const char text[] = "own,other,hold_at\n0,0,9\n0,1,9\n1,0,9\n1,1,9\n";
    long successes = 0;
    for (alea_status status = ALEA_E_MEMORY; status != ALEA_OK; successes++) {
        alea__policy *policy = NULL;
        alea_error error;
        status = with_allocations(successes, open_table(pig, text, sizeof text - 1, &policy, &error));
        assert_int_equal(policy != NULL, status == ALEA_OK);
        pig->family->policy->free(policy);
    }
    assert_int_equal(successes, 3);
    alea_game_free(pig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_names_where_to_hold_for_every_pair_of_scores),
        cmocka_unit_test(windows_line_ends_marks_comments_spaces_and_blank_lines_do_not_matter),
        cmocka_unit_test(the_order_of_lines_and_quotation_marks_do_not_matter),
        cmocka_unit_test(in_a_chase_lines_for_the_goal_itself_may_be_there_or_not),
        cmocka_unit_test(a_single_player_has_others_at_0_only),
        cmocka_unit_test(a_table_decides_and_wins_are_not_rolled_away),
        cmocka_unit_test(bad_tables_are_refused_by_file_and_line),
        cmocka_unit_test(a_zero_byte_in_a_table_is_refused),
        cmocka_unit_test(a_goal_too_high_for_a_table_is_refused),
        cmocka_unit_test(a_table_that_finds_no_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
