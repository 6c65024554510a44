#ifndef TESTS_GAME_LUA_TEST_H
#define TESTS_GAME_LUA_TEST_H
/* Running scraps of Lua in the sandbox. */
#include "game/lua_host.h"
#include "support/files.h"

static inline alea__lua *run(const char *text)
{
    alea__lua *lua = NULL;
    alea_error error;
    if (alea__lua_open(
            &(alea__lua_program){
                .file = "rules/x.lua", .text = text, .size = strlen(text), .failure = ALEA_E_RULES},
            &lua, &error) != ALEA_OK)
        fail_msg("%s: %s", text, error.message);
    return lua;
}

/* The chunk returns this text. */
static inline void gives(const char *text, const char *wanted)
{
    alea__lua *lua = run(text);
    const char *result = lua_tostring(alea__lua_state(lua), -1);
    if (!result || strcmp(result, wanted) != 0)
        fail_msg("%s gives %s, not %s", text, result ? result : "no text", wanted);
    alea__lua_close(lua);
}

static inline void contains(const char *message, const char *part)
{
    if (!strstr(message, part)) fail_msg("\"%s\" is not in: %s", part, message);
}

/* The chunk fails at this line, and the message has this in it. */
static inline void fails(const char *text, int line, const char *part)
{
    alea__lua *lua = NULL;
    alea_error error;
    alea_status status = alea__lua_open(
        &(alea__lua_program){
            .file = "rules/x.lua", .text = text, .size = strlen(text), .failure = ALEA_E_RULES},
        &lua, &error);
    if (status != ALEA_E_RULES) fail_msg("%s: status %d", text, status);
    assert_null(lua);
    contains(error.message, part);
    if (error.line != line) fail_msg("line %d, not %d: %s", error.line, line, error.message);
    assert_string_equal(error.file, "rules/x.lua");
}
#endif
