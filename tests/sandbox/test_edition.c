/* The edition of asking names the versions of what alea is built with. */
#include "bot/asking.h"
#include "lab.h"

#include <lua.h>

static void the_edition_names_lua_and_the_engine(void **state)
{
    (void)state;
    assert_text_says(alea__asking, LUA_RELEASE);
    assert_text_says(alea__asking, "wasmtime " WASMTIME_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_edition_names_lua_and_the_engine)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
