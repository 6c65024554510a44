/* The name in the text of a program that did not come to saying it. */
#include "base/memory.h"
#include "contest/contest.h"
#include "support/test.h"

#include <string.h>

static void finds(alea__language language, const char *text, const char *expected)
{
    char *name;
    assert_int_equal(alea__name_in_text(language, text, strlen(text), &name, NULL), ALEA_OK);
    if (!name != !expected || (name && expected && strcmp(name, expected) != 0))
        fail_msg("found %s instead of %s in:\n%s", name ? name : "nothing", expected ? expected : "nothing",
                 text);
    alea__free(name);
}

static void python_says_it_at_the_beginning_of_a_line(void **state)
{
    (void)state;
    finds(ALEA__PYTHON, "PLAYER_NAME = 'Fay'\n", "Fay");
    finds(ALEA__PYTHON, "\xef\xbb\xbfPLAYER_NAME=\"It's me\"", "It's me");
    finds(ALEA__PYTHON, "x = 1\nPLAYER_NAME\t= 'A'\nPLAYER_NAME = ''\n", "");
    finds(ALEA__PYTHON, "# PLAYER_NAME = 'A'\nOLD_PLAYER_NAME = 'B'\n    PLAYER_NAME = 'C'\n", NULL);
    finds(ALEA__PYTHON, "PLAYER_NAMES = 'A'\n", NULL);
    finds(ALEA__PYTHON, "x = 1\nTEAM_NAME = 'Two'\n", "Two");
    finds(ALEA__PYTHON, "PLAYER_NAME = 'One'\nTEAM_NAME = 'Two'\n", "One");
}

static void what_only_python_can_read_is_left_alone(void **state)
{
    (void)state;
    finds(ALEA__PYTHON,
          "PLAYER_NAME = f'{x}'\nPLAYER_NAME = 61\nPLAYER_NAME = 'a\\n'\nPLAYER_NAME = 'open\n'", NULL);
    finds(ALEA__PYTHON, "PLAYER_NAME", NULL);
    finds(ALEA__PYTHON, "PLAYER_NAME =", NULL);
    finds(ALEA__PYTHON, "PLAYER_NAME = '", NULL);
    finds(ALEA__PYTHON, "", NULL);
}

static void lua_says_it_in_a_table(void **state)
{
    (void)state;
    finds(ALEA__LUA, "return { name = \"Moonshine\", decide = }", "Moonshine");
    finds(ALEA__LUA, "return {name='A'}", "A");
    finds(ALEA__LUA, "rename = 'A'; view.name = 'B'; names = 'C'", NULL);
}

static void other_files_have_none(void **state)
{
    (void)state;
    finds(ALEA__CSV, "name = 'A'", NULL);
    finds(ALEA__WASM, "PLAYER_NAME = 'A'", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(python_says_it_at_the_beginning_of_a_line),
        cmocka_unit_test(what_only_python_can_read_is_left_alone),
        cmocka_unit_test(lua_says_it_in_a_table),
        cmocka_unit_test(other_files_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
