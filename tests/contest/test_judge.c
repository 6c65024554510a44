/* Judging one file: its table, or the reason why it has none. */
#include "base/memory.h"
#include "contest_test.h"

#include <unistd.h>

static alea_game *hog;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    hog = open_game("hog");
    sandbox = open_python_sandbox();
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(hog);
    return 0;
}

static alea_strategy *judge(const char *file, const char *text, uint64_t fuel)
{
    alea_strategy *s;
    alea_error error;
    if (text) write_file(file, text);
    if (alea_contest_judge(hog, file, sandbox, &(alea_contest_options){.fuel = fuel}, &s, &error) != ALEA_OK)
        fail_msg("%s: %s", file, error.message);
    return s;
}

static void is_disqualified(const char *file, const char *text, const char *what, const char *reason)
{
    alea_strategy *s = judge(file, text, 0);
    assert_false(s->ok);
    assert_null(s->moves);
    assert_string_equal(s->what, what);
    assert_text_says(s->reason, reason);
    assert_non_null(strchr(".?", s->reason[strlen(s->reason) - 1]));
    alea_strategy_free(s);
}

static void rolls(const char *file, const char *text, unsigned at_3_44)
{
    alea_strategy *s = judge(file, text, 0);
    if (!s->ok) fail_msg("%s", s->reason);
    assert_int_equal(s->side, 100);
    assert_int_equal(s->most, 10);
    assert_int_equal(s->moves[344], at_3_44);
    alea_strategy_free(s);
}

#define PYTHON(name, body) \
    "PLAYER_NAME = " name "\ndef final_strategy(score, opponent_score):\n    " body "\n"

/* ---- Python ---- */

static void python_is_asked_at_all_scores(void **state)
{
    (void)state;
    alea_strategy *s = judge("ada.py",
                             PYTHON("'Ada'", "print('hm') if score == 0 == opponent_score else 0\n    return "
                                             "(score + 2 * opponent_score) % 11"),
                             0);
    if (!s->ok) fail_msg("%s", s->reason);
    for (unsigned own = 0; own < SIDE; own++)
        for (unsigned other = 0; other < SIDE; other++)
            assert_int_equal(s->moves[own * SIDE + other], (own + 2 * other) % 11);
    assert_string_equal(s->name, "Ada");
    assert_string_equal(s->printed, "hm\n");
    assert_that(s->fuel, >, 0);
    assert_that(s->fuel, <, 3 * s->fuel_limit);
    assert_int_equal(s->fuel_limit, ALEA_PYTHON_FUEL);
    alea_strategy_free(s);
}

static void python_that_fails_is_disqualified_by_a_sentence(void **state)
{
    (void)state;
    is_disqualified("a.py", PYTHON("'A'", "return 11"), "answer", "final_strategy(0, 0) returned 11");
    is_disqualified("a.py", PYTHON("'A'", "return 4 +"), "syntax", "(line 3)");
    is_disqualified("a.py", "PLAYER_NAME = 'A'\n", "function", "There is no function final_strategy.");
    is_disqualified("a.py", "import random\n" PYTHON("'A'", "return random.randrange(11)"), "impure",
                    "called again, in another order");
}

static void the_fuel_of_the_contest_stops_a_loop(void **state)
{
    (void)state;
    alea_strategy *s = judge("loop.py", PYTHON("'A'", "while True: pass"), 1000000000);
    assert_false(s->ok);
    assert_string_equal(s->what, "fuel");
    assert_int_equal(s->fuel_limit, 1000000000);
    assert_that(s->fuel, <=, 1000000000);
    alea_strategy_free(s);
}

static void a_name_is_made_printable_and_cut(void **state)
{
    (void)state;
    alea_strategy *s = judge("n.py", PYTHON("'<b>\\x1b[2J\\n' + 'x' * 5000", "return 4"), 0);
    assert_true(s->ok);
    assert_memory_equal(s->name, "<b>\\x1B[2J\\x0Axxx", 17);
    assert_in_range(strlen(s->name), 190, 200);
    alea_strategy_free(s);
    s = judge("n.py", PYTHON("''", "return 4"), 0);
    assert_string_equal(s->name, "");
    alea_strategy_free(s);
}

static void without_a_name_the_file_gives_one(void **state)
{
    (void)state;
    alea_strategy *s = judge("broken.one.py", "syntax error\n", 0);
    assert_string_equal(s->name, "broken.one");
    alea_strategy_free(s);
}

/* ---- Lua ---- */

static void lua_is_asked_at_all_scores(void **state)
{
    (void)state;
    alea_strategy *s = judge("l.lua", "return function(v) return (v.own + 2 * v.opponent) % 11 end", 0);
    if (!s->ok) fail_msg("%s", s->reason);
    for (unsigned i = 0; i < CELLS; i++) assert_int_equal(s->moves[i], (i / SIDE + 2 * (i % SIDE)) % 11);
    assert_string_equal(s->name, "l");
    alea_strategy_free(s);
}

static void lua_that_remembers_is_disqualified_with_both_answers(void **state)
{
    (void)state;
    is_disqualified("c.lua", "local n = 0\nreturn function(v) n = n + 1 return n % 7 end", "impure",
                    "it answered 4, but a fresh instance that was asked in another order answered 1");
}

/* It looks pure in ascending and in descending order. */
static void lua_that_looks_at_the_last_question_is_detected(void **state)
{
    (void)state;
    is_disqualified("c.lua",
                    "local last\nreturn function(v)\n"
                    "  local jump = last and math.abs(v.own - last) > 1\n  last = v.own\n"
                    "  return jump and 5 or 4\nend",
                    "impure", "asked in another order");
}

static void lua_that_fails_is_disqualified_by_its_line(void **state)
{
    (void)state;
    is_disqualified("e.lua", "return function(v)\n  return v.nothing + 1\nend", "trap",
                    "Asked at own score 0, opponent's 0: line 2: ");
    is_disqualified("e.lua", "return function(v)\n  return 4.5\nend", "answer", "4.5");
    is_disqualified("e.lua", "return function(v\n", "bot", "Line 1: ");
    is_disqualified(
        "e.lua", "return function(v) while true do end end", "fuel",
        "it takes too long: one answer may take what a usual computer does in about 0.002 seconds");
    is_disqualified("e.lua", "", "bot", "The file is empty");
}

static void lua_has_the_fuel_of_the_contest_for_all_of_its_answers(void **state)
{
    (void)state;
    alea_strategy *s =
        judge("slow.lua", "return function(v) for i = 1, 2000 do end return 4 end", UINT64_C(10000000));
    assert_false(s->ok);
    assert_string_equal(s->what, "fuel");
    assert_text_says(s->reason, "it takes too long: all its answers together may take what a usual computer "
                                "does in about 0.001 seconds");
    alea_strategy_free(s);
    rolls("slow.lua", NULL, 4);
}

/* The report about a file does not depend on its folder. */
static void reasons_do_not_name_the_file(void **state)
{
    (void)state;
    alea_strategy *s = judge("named.lua", "error('no')", 0);
    assert_false(s->ok);
    assert_null(strstr(s->reason, "named"));
    assert_null(strstr(s->reason, ".lua"));
    alea_strategy_free(s);
}

/* ---- tables ---- */

static void a_table_is_read(void **state)
{
    (void)state;
    write_table("t.csv", mixed, 3);
    alea_strategy *s = judge("t.csv", NULL, 0);
    if (!s->ok) fail_msg("%s", s->reason);
    for (unsigned i = 0; i < CELLS; i++) assert_int_equal(s->moves[i], mixed(i / SIDE, i % SIDE, 3));
    assert_string_equal(s->name, "t");
    assert_int_equal(s->fuel, 0);
    alea_strategy_free(s);
}

static void a_table_that_is_wrong_is_disqualified_by_its_line(void **state)
{
    (void)state;
    is_disqualified(
        "w.csv", "4,5,11\n", "table",
        "Line 1: The entry for own 0, opponent 2 must be a whole number of dice from 0 to 10, not \"11\"");
    is_disqualified("w.csv", "", "table", "The file has 0 rows; it must have 100");
}

/* ---- files ---- */

static void files_that_cannot_be_read_are_judged_so(void **state)
{
    (void)state;
    make_folder("folder.py");
    assert_int_equal(symlink("gone", "lost.py"), 0);
    assert_int_equal(mkfifo("pipe.py", 0666), 0);
    is_disqualified("folder.py", NULL, "file", "It is a folder, not a file.");
    is_disqualified("lost.py", NULL, "file", "The file cannot be read: No such file or directory.");
    is_disqualified("pipe.py", NULL, "file", "It is not a regular file.");
}

/* Who asks about one file may name a link to it. */
static void a_single_file_may_be_a_link(void **state)
{
    (void)state;
    write_table("real.csv", always, 6);
    assert_int_equal(symlink("real.csv", "current.csv"), 0);
    rolls("current.csv", NULL, 6);
}

static void lines_of_a_table_may_end_in_cr_alone(void **state)
{
    (void)state;
    unsigned char *text;
    size_t size;
    write_table("cr.csv", mixed, 3);
    assert_int_equal(alea__read_file("cr.csv", 1 << 20, &text, &size, NULL), ALEA_OK);
    for (size_t i = 0; i < size; i++)
        if (text[i] == '\n') text[i] = '\r';
    write_bytes("cr.csv", text, size);
    alea__free(text);
    rolls("cr.csv", NULL, mixed(3, 44, 3));
}

static void ten_megabytes_are_too_much(void **state)
{
    (void)state;
    FILE *file = fopen("big.py", "wb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 10000000 - 1, SEEK_SET), 0);
    fputc('\n', file);
    fclose(file);
    is_disqualified("big.py", NULL, "size", "The file has 10000000 bytes; the limit is 1048576.");
}

static void other_files_are_not_strategies(void **state)
{
    (void)state;
    alea_strategy *s;
    alea_error error;
    assert_int_equal(alea_contest_judge(hog, "x.txt", sandbox, NULL, &s, &error), ALEA_E_USAGE);
    assert_says(error, "x.txt");
}

static void python_without_a_sandbox_is_not_the_files_fault(void **state)
{
    (void)state;
    alea_strategy *s;
    alea_error error;
    write_file("good.py", PYTHON("'A'", "return 4"));
    assert_int_equal(alea_contest_judge(hog, "good.py", NULL, NULL, &s, &error), ALEA_E_USAGE);
    assert_says(error, "sandbox");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(python_is_asked_at_all_scores),
        cmocka_unit_test(python_that_fails_is_disqualified_by_a_sentence),
        cmocka_unit_test(the_fuel_of_the_contest_stops_a_loop),
        cmocka_unit_test(a_name_is_made_printable_and_cut),
        cmocka_unit_test(without_a_name_the_file_gives_one),
        cmocka_unit_test(lua_is_asked_at_all_scores),
        cmocka_unit_test(lua_that_remembers_is_disqualified_with_both_answers),
        cmocka_unit_test(lua_that_looks_at_the_last_question_is_detected),
        cmocka_unit_test(lua_that_fails_is_disqualified_by_its_line),
        cmocka_unit_test(lua_has_the_fuel_of_the_contest_for_all_of_its_answers),
        cmocka_unit_test(reasons_do_not_name_the_file),
        cmocka_unit_test(a_table_is_read),
        cmocka_unit_test(a_table_that_is_wrong_is_disqualified_by_its_line),
        cmocka_unit_test(files_that_cannot_be_read_are_judged_so),
        cmocka_unit_test(a_single_file_may_be_a_link),
        cmocka_unit_test(lines_of_a_table_may_end_in_cr_alone),
        cmocka_unit_test(ten_megabytes_are_too_much),
        cmocka_unit_test(other_files_are_not_strategies),
        cmocka_unit_test(python_without_a_sandbox_is_not_the_files_fault),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
