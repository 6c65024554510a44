/* Policies, tables in CSV, and the view and answers of Lua bots. */
#include "hog/hog_test.h"

static alea_game *hog;

static int open_hog(void **unused)
{
    (void)unused;
    hog = open_game("hog");
    return 0;
}

static int close_hog(void **unused)
{
    (void)unused;
    alea_game_free(hog);
    return 0;
}

static uint32_t ask(const alea__policy *policy, uint32_t own, uint32_t opponent, uint32_t memory)
{
    alea_state state = position(hog, own, opponent, memory);
    alea__memo memo = {{0}};
    alea__stream stream;
    alea__stream_start(&stream, 1, 0, ALEA__SEAT, 0);
    return hog->family->policy->decide(hog->rules, policy, &state, &memo, &stream);
}

static void always_rolls_the_same_dice(void **unused)
{
    (void)unused;
    alea__policy *seven = open_policy(hog, "always(7)");
    assert_int_equal(ask(seven, 0, 0, 0), 7);
    assert_int_equal(ask(seven, 99, 99, 15), 7);
    hog->family->policy->free(seven);
}

/* 46 gives 5 points of bacon, 28 gives 7, 99 gives 2. */
static void bacon_takes_what_earns_the_margin(void **unused)
{
    (void)unused;
    alea__policy *bacon = open_policy(hog, "bacon(5, 6)"), *named = open_policy(hog, "bacon(n=6,margin=5)");
    assert_int_equal(ask(bacon, 10, 46, 0), 0);
    assert_int_equal(ask(bacon, 10, 28, 0), 0);
    assert_int_equal(ask(bacon, 10, 99, 0), 6);
    assert_int_equal(ask(named, 10, 46, 0), 0);
    assert_int_equal(ask(named, 10, 99, 0), 6);
    hog->family->policy->free(bacon);
    hog->family->policy->free(named);
}

static void random_rolls_every_number_of_dice(void **unused)
{
    (void)unused;
    alea__policy *random = open_policy(hog, "random");
    alea_state state = position(hog, 3, 4, 0);
    alea__memo memo = {{0}};
    alea__stream stream;
    unsigned count[11] = {0};
    alea__stream_start(&stream, 1, 0, ALEA__SEAT, 0);
    for (int i = 0; i < 11000; i++)
        count[hog->family->policy->decide(hog->rules, random, &state, &memo, &stream)]++;
    for (int n = 0; n <= 10; n++) assert_true(count[n] > 850 && count[n] < 1150); /* 5 standard deviations */
    hog->family->policy->free(random);
}

static void the_optimum_looks_at_the_turn(void **unused)
{
    (void)unused;
    alea__policy *optimal = open_policy(hog, "optimal");
    bool differs = false;
    for (uint32_t memory = 1; memory < 8; memory++)
        differs |= ask(optimal, 0, 0, memory) != ask(optimal, 0, 0, 0);
    assert_true(differs);
    hog->family->policy->free(optimal);
}

static void assert_no_policy(const char *text, alea_status status, const char *sentence)
{
    alea__spec spec;
    alea__policy *policy;
    alea_error error;
    assert_int_equal(alea__spec_parse(text, &spec, &error), ALEA_OK);
    assert_int_equal(hog->family->policy->open(hog->rules, &spec, &policy, &error), status);
    assert_says(error, sentence);
    alea__spec_free(&spec);
}

static void wrong_specs_say_what_is_wanted(void **unused)
{
    (void)unused;
    assert_no_policy("alway(4)", ALEA_E_UNKNOWN, "did you mean \"always\"");
    assert_no_policy("always", ALEA_E_SPEC, "always(n) needs exactly 1 number.");
    assert_no_policy("always(3,4)", ALEA_E_SPEC, "always(n) needs exactly 1 number.");
    assert_no_policy("always(11)", ALEA_E_RANGE, "n of always(n)");
    assert_no_policy("always(m=1)", ALEA_E_SPEC, "always(n) needs exactly 1 number.");
    assert_no_policy("bacon(5)", ALEA_E_SPEC, "bacon(margin,n) needs exactly 2 numbers.");
    assert_no_policy("bacon(5,11)", ALEA_E_RANGE, "n of bacon(margin,n)");
    assert_no_policy("optimal(3)", ALEA_E_SPEC, "takes no arguments");
}

/* ---- CSV ---- */

static char *csv_of(const alea__policy *policy)
{
    char *text;
    OK(hog_policy_csv(hog->rules, policy, &text, &test_error));
    return text;
}

static void a_table_comes_back_from_its_csv(void **unused)
{
    (void)unused;
    hog_bot *bot = hog_bot_new(rules_of(hog), HOG_TABLE);
    alea__policy *again;
    fill_table(bot->dice, rules_of(hog), 3);
    char *text = csv_of((alea__policy *)bot);
    assert_int_equal(hog_table_open(hog->rules, &(alea__csv_text){"t.csv", text, strlen(text)}, &again, NULL),
                     ALEA_OK);
    assert_memory_equal(hog_policy_of(again)->dice, bot->dice, 10000);
    alea__free(text);
    hog_policy_free(again);
    hog_policy_free((alea__policy *)bot);
}

static void csv_may_have_comments_spaces_and_a_byte_order_mark(void **unused)
{
    (void)unused;
    static const char text[] = "\xEF\xBB\xBF# own by opponent\r\n 1, 2,\t10\r\n\r\n3,4,5\n6,7,8";
    alea_game *game = open_game("hog(goal=3)");
    alea__policy *policy;
    OK(hog_table_open(game->rules, &(alea__csv_text){"t.csv", text, strlen(text)}, &policy, &test_error));
    const uint8_t wanted[] = {1, 2, 10, 3, 4, 5, 6, 7, 8};
    assert_memory_equal(hog_policy_of(policy)->dice, wanted, 9);
    hog_policy_free(policy);
    alea_game_free(game);
}

static void wrong_csv_says_where(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *sentence;
    } wrong[] = {{"", "t.csv: The file has 0 rows; it must have 3"},
                 {"1,2,3\n1,2\n", "t.csv:2: The row for own 1 has 2 numbers; it must have 3"},
                 {"1,2,3,4\n", "t.csv:1: The row for own 0 has more than 3 numbers"},
                 {"1,2,3\n1,2,11\n", "t.csv:2: The entry for own 1, opponent 2 must be"},
                 {"1,2,3\n1,,3\n", "t.csv:2: The entry for own 1, opponent 1 must be"},
                 {"1,2,x\n", "own 0, opponent 2 must be a whole number of dice from 0 to 10, not \"x\"."},
                 {"1,2,-1\n", "not \"-1\""},
                 {"1,2,3\n1,2,3\n1,2,3\n1,2,3\n", "t.csv:4: The file has more than 3 rows"}};
    alea_game *game = open_game("hog(goal=3)");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        alea__policy *policy;
        alea_error error;
        assert_int_equal(hog_table_open(game->rules,
                                        &(alea__csv_text){"t.csv", wrong[i].text, strlen(wrong[i].text)},
                                        &policy, &error),
                         ALEA_E_BOT);
        assert_says(error, wrong[i].sentence);
    }
    alea_game_free(game);
}

static void only_tables_have_a_csv(void **unused)
{
    (void)unused;
    char *text;
    alea_error error;
    alea__policy *random = open_policy(hog, "random");
    assert_int_equal(hog_policy_csv(hog->rules, random, &text, &error), ALEA_E_REFUSED);
    hog_policy_free(random);
}

/* ---- bytes ---- */

static void policies_come_back_from_their_bytes(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"always(3)", "random", "optimal"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea__policy *policy = open_policy(hog, specs[i]), *again;
        unsigned char *data;
        size_t size;
        assert_int_equal(hog_pack_policy(hog->rules, policy, &data, &size, NULL), ALEA_OK);
        assert_int_equal(hog_unpack_policy(hog->rules, data, size, &again, NULL), ALEA_OK);
        assert_int_equal(hog_policy_of(again)->kind, hog_policy_of(policy)->kind);
        if (size > 1) assert_memory_equal(hog_policy_of(again)->dice, hog_policy_of(policy)->dice, size - 1);
        assert_int_equal(hog_unpack_policy(hog->rules, data, size - 1, &again, NULL), ALEA_E_FILE);
        data[size - 1] = 11;
        assert_int_equal(hog_unpack_policy(hog->rules, data, size, &again, NULL), ALEA_E_FILE);
        alea__free(data);
        hog_policy_free(again);
        hog_policy_free(policy);
    }
}

/* ---- Lua ---- */

/* The value of `expression`, a Lua expression of the view v, used as an answer. */
static uint32_t answer(const char *expression, uint32_t own, uint32_t opponent, char why[256])
{
    char text[200];
    alea__lua *lua;
    alea_state state = position(hog, own, opponent, 5);
    snprintf(text, sizeof text, "return function(v) return %s end", expression);
    OK(alea__lua_open(
        &(alea__lua_program){.file = "bot.lua", .text = text, .size = strlen(text), .failure = ALEA_E_BOT},
        &lua, &test_error));
    lua_State *L = alea__lua_state(lua);
    hog_push_view(hog->rules, &state, L);
    OK(alea__lua_call(lua, 1, 1, NULL, &test_error));
    uint32_t move = hog_lua_answer(hog->rules, &state, L, why, 256);
    alea__lua_close(lua);
    return move;
}

static void a_lua_bot_sees_both_scores_and_no_turn(void **unused)
{
    (void)unused;
    char why[256];
    assert_int_equal(
        answer("v.own == 12 and v.opponent == 34 and v.goal == 100 and v.dice == 10 and 6", 12, 34, why), 6);
    assert_int_equal(answer("(v.turn == nil and v.memory == nil and v.seat == nil) and 1 or 2", 1, 2, why),
                     1);
    assert_int_equal(answer("0", 1, 2, why), 0);
    assert_int_equal(answer("v.dice", 1, 2, why), 10);
}

static void assert_illegal(const char *expression, const char *sentence)
{
    char why[256] = "";
    assert_int_equal(answer(expression, 0, 0, why), ALEA__NO_MOVE);
    if (!strstr(why, sentence)) fail_msg("\"%s\" is not in \"%s\"", sentence, why);
}

static void other_answers_are_illegal(void **unused)
{
    (void)unused;
    assert_illegal("11", "decide returned 11; it must return a whole number of dice from 0 to 10.");
    assert_illegal("-1", "decide returned -1;");
    assert_illegal("4.0", "a number with a decimal point, 4");
    assert_illegal("nil", "decide returned nothing;");
    assert_illegal("true", "decide returned true;");
    assert_illegal("'4'", "decide returned a string;");
}

/* ---- positions ---- */

static void a_bot_is_checked_at_every_pair_of_scores(void **unused)
{
    (void)unused;
    alea_state state;
    bool sampled, seen[100][100] = {{false}};
    uint64_t index = 0;
    for (; hog_sample_state(hog->rules, index, &state, &sampled); index++) {
        hog_state s = look(&state);
        assert_false(sampled);
        assert_int_equal(alea_game_to_move(hog, &state), 0);
        seen[s.score[0]][s.score[1]] = true;
    }
    assert_int_equal(index, 10000);
    for (int i = 0; i < 10000; i++) assert_true(seen[i / 100][i % 100]);
}

static void a_position_is_told_in_words(void **unused)
{
    (void)unused;
    alea_state state;
    alea_error error;
    char text[100];
    assert_int_equal(hog_parse_state(hog->rules, (alea_setting[]){{"scores", "22, 35"}, {"memory", "9"}}, 2,
                                     &state, &error),
                     ALEA_OK);
    hog->family->text->describe(hog->rules, &state, text, sizeof text);
    assert_string_equal(text, "scores 22,35, memory 9, seat 0 to move");
    assert_int_equal(hog_parse_state(hog->rules, (alea_setting[]){{"scores", "22,100"}}, 1, &state, &error),
                     ALEA_E_STATE);
    assert_int_equal(hog_parse_state(hog->rules, (alea_setting[]){{"scores", "22"}}, 1, &state, &error),
                     ALEA_E_RANGE);
    assert_int_equal(hog_parse_state(hog->rules, (alea_setting[]){{"memory", "16"}}, 1, &state, &error),
                     ALEA_E_RANGE);
    assert_int_equal(hog_parse_state(hog->rules, (alea_setting[]){{"score", "1,2"}}, 1, &state, &error),
                     ALEA_E_USAGE);
    assert_says(error, "did you mean \"scores\"");
    assert_int_equal(
        hog_parse_state(hog->rules, (alea_setting[]){{"memory", "1"}, {"memory", "1"}}, 2, &state, &error),
        ALEA_E_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(always_rolls_the_same_dice),
        cmocka_unit_test(bacon_takes_what_earns_the_margin),
        cmocka_unit_test(random_rolls_every_number_of_dice),
        cmocka_unit_test(the_optimum_looks_at_the_turn),
        cmocka_unit_test(wrong_specs_say_what_is_wanted),
        cmocka_unit_test(a_table_comes_back_from_its_csv),
        cmocka_unit_test(csv_may_have_comments_spaces_and_a_byte_order_mark),
        cmocka_unit_test(wrong_csv_says_where),
        cmocka_unit_test(only_tables_have_a_csv),
        cmocka_unit_test(policies_come_back_from_their_bytes),
        cmocka_unit_test(a_lua_bot_sees_both_scores_and_no_turn),
        cmocka_unit_test(other_answers_are_illegal),
        cmocka_unit_test(a_bot_is_checked_at_every_pair_of_scores),
        cmocka_unit_test(a_position_is_told_in_words),
    };
    return cmocka_run_group_tests(tests, open_hog, close_hog);
}
