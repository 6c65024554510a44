/* Budgets, hostile files, errors with their place, and failing allocation. */
#include "base/memory.h"
#include "game/lua_test.h"

#include <lauxlib.h>
#include <locale.h>
#include <stdio.h>
#include <time.h>

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- files that are wrong ---- */

static void syntax_errors_name_file_and_line(void **state)
{
    (void)state;
    fails("x = = 3", 1, "rules/x.lua:1: Lua cannot read this: unexpected symbol near '='.");
    fails("local a\n\nreturn {", 3, "near <eof>");
    fails("return\n\n'unfinished", 3, "unfinished string");
}

static void runtime_errors_name_file_and_line(void **state)
{
    (void)state;
    fails("\nlocal x\nreturn x.y", 3, "attempt to index a nil value (local 'x')");
    fails("\n\nerror('a number is wanted')", 3, "rules/x.lua:3: a number is wanted.");
    fails("\nerror('no place', 0)", 2, "no place.");
    fails("local function f(t)\n  t()\nend\n\nf(3)", 2, "attempt to call a number value");
}

static void messages_cannot_write_to_the_terminal(void **state)
{
    (void)state;
    fails("error('\\27[2Jboo\\0')", 1, "\\x1B[2Jboo\\x00");
}

static void compiled_chunks_are_refused(void **state)
{
    (void)state;
    fails("\033LuaT", 1, "give the text of the program");
}

/* The bytes of a program as text of `width` bytes a character, the first character a byte order mark if `marked`. */
static void wide_fails(unsigned width, bool big, bool marked, const char *encoding)
{
    static const char program[] = "?return 'read'";
    char text[4 * sizeof program] = {0};
    size_t size = 0;
    for (size_t i = marked ? 0 : 1; i < sizeof program - 1; i++, size += width) {
        text[size + (big ? width - 1 : 0)] = (char)(i == 0 ? 0xFF : program[i]);
        if (i == 0) text[size + (big ? width - 2 : 1)] = (char)0xFE;
    }
    if (marked && big) text[width - 1] = (char)0xFF, text[width - 2] = (char)0xFE;
    alea__lua *lua = NULL;
    alea_error error;
    assert_int_equal(
        alea__lua_open(
            &(alea__lua_program){.file = "x.lua", .text = text, .size = size, .failure = ALEA_E_RULES}, &lua,
            &error),
        ALEA_E_RULES);
    contains(error.message, "x.lua: the file is text in ");
    contains(error.message, encoding);
    contains(error.message, "save it as UTF-8");
}

static void text_of_wide_characters_is_named(void **state)
{
    (void)state;
    for (int form = 0; form < 4; form++) {
        wide_fails(2, form & 1, form & 2, "UTF-16");
        wide_fails(4, form & 1, form & 2, "UTF-32");
    }
}

static void a_first_line_with_a_number_sign_is_skipped(void **state)
{
    (void)state;
    gives("#!/usr/bin/lua\nreturn 'read'", "read");
    gives("\xEF\xBB\xBF# a comment\r\nreturn 'read'", "read");
    fails("#!/usr/bin/lua\n\nerror('no')", 3, "no");
    fails("return 1\n#!/usr/bin/lua\n", 2, "#");
    fails("\n# no comment of Lua", 2, "#");
    fails("#\n\033LuaT", 2, "unexpected symbol");
}

static void a_file_with_a_long_path_is_named_in_full(void **state)
{
    (void)state;
    static const char path[] =
        "a/very/long/path/that/lua/would/cut/in/the/middle/because/it/does/not/fit/sixty/bytes/"
        "and-a-long-name-too-that-is-longer-than-forty-eight.lua";
    static const char text[] = "\nerror('no')";
    alea__lua *lua = NULL;
    alea_error error;
    assert_int_equal(
        alea__lua_open(
            &(alea__lua_program){.file = path, .text = text, .size = strlen(text), .failure = ALEA_E_BOT},
            &lua, &error),
        ALEA_E_BOT);
    assert_int_equal(error.line, 2);
    assert_string_equal(error.file, path);
    contains(error.message, "forty-eight.lua:2: no.");
}

static void zero_bytes_and_byte_order_marks_do_no_harm(void **state)
{
    (void)state;
    gives("\xEF\xBB\xBFreturn 'read'", "read");
    alea__lua *lua = NULL;
    alea_error error;
    assert_int_equal(
        alea__lua_open(
            &(alea__lua_program){.file = "x.lua", .text = "return \0 1", .size = 10, .failure = ALEA_E_RULES},
            &lua, &error),
        ALEA_E_RULES);
    assert_int_equal(error.line, 1);
    assert_int_equal(
        alea__lua_open(&(alea__lua_program){.file = "x.lua", .text = "", .size = 0, .failure = ALEA_E_RULES},
                       &lua, NULL),
        ALEA_OK);
    alea__lua_close(lua);
}

static void a_file_of_more_than_a_mebibyte_is_refused(void **state)
{
    (void)state;
    size_t size = (1 << 20) + 1;
    char *text = alea__alloc(size);
    alea__lua *lua = NULL;
    alea_error error;
    memset(text, ' ', size);
    assert_int_equal(
        alea__lua_open(
            &(alea__lua_program){.file = "x.lua", .text = text, .size = size, .failure = ALEA_E_RULES}, &lua,
            &error),
        ALEA_E_RULES);
    contains(error.message, "1048577 bytes");
    alea__free(text);
}

/* ---- files that mean harm ---- */

static const struct {
    const char *text, *part;
} hostile[] = {
    {"while true do end", "instructions"},
    {"while true do pcall(error) end", "instructions"},
    {"local function f() pcall(f) pcall(f) end f()", "instructions"},
    {"local function f() return f() end f()", "instructions"},
    {"local t = {} while true do t[#t + 1] = {} end", "memory"},
    {"local t, i = {}, 1 while true do t[i] = i i = i + 1 end", "memory"},
    {"while true do local t = { 1, 2, 3 } end", ""},
    {"local s = 'x' while true do s = s .. s end", "longer than the limit of 16384 bytes"},
    {"local t = {} for i = 1, 2000 do t[i] = 'abcdefghijklmnop' end return table.concat(t)", "longer than"},
    {"local function f() return 1 + f() end return f()", "nested too deeply"},
    {"local function f() f() end f()", "nested too deeply"},
    {"local function f(...) return f(1, ...) end f()", "more than 64 values"},
    {"table.move({}, 1, math.maxinteger, 2)", "instructions"},
    {"table.move({}, math.mininteger, 0, 2)", ""},
    {"table.concat({}, '', 1, 1e15)", "instructions"},
    {"table.unpack({}, 1, 1e8)", ""},
    {"local t = {} for i = 1, 100000 do table.insert(t, 1, i) end", "instructions"},
    {"local s = 'x' for i = 1, 13 do s = s .. s end local a, b = s .. 'y', s .. 'z' while true do local x = "
     "a < b end",
     "instructions"},
    {"local s = ' ' for i = 1, 12 do s = s .. s end while true do tonumber(s) end", "instructions"},
    {"local s = 'x' for i = 1, 12 do s = s .. s end while true do local x = { s:byte(1, -1) } end", ""},
    {"local t = {} for i = 1, 1e6 do t[i] = i end for i = 1, 1e6 do t[i] = nil end while true do pairs(t) "
     "end",
     "instructions"},
    {"local t = {} for i = 1, 4096 do t['k' .. i] = i end local k = 0\n"
     "while true do k = k + 1 t['k' .. k] = nil t['n' .. k] = k end",
     ""},
    {"local t = {} for i = 1, 100000 do t[i] = -i end table.sort(t, function(a, b) while true do end end)",
     "instructions"},
};

static void hostile_files_are_stopped_in_seconds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        double start = cpu_seconds();
        alea__lua *lua = NULL;
        alea_error error;
        alea_status status = alea__lua_open(&(alea__lua_program){.file = "rules/x.lua",
                                                                 .text = hostile[i].text,
                                                                 .size = strlen(hostile[i].text),
                                                                 .failure = ALEA_E_RULES},
                                            &lua, &error);
        double seconds = cpu_seconds() - start;
        if (status != ALEA_E_RULES) fail_msg("%s ends with status %d", hostile[i].text, status);
        contains(error.message, hostile[i].part);
        contains(error.message, "rules/x.lua:");
        if (seconds > 60) fail_msg("%s took %.1f s", hostile[i].text, seconds); /* a sanitizer's seconds */
    }
}

static void nested_source_is_refused_with_its_line(void **state)
{
    (void)state;
    static char text[30000];
    memset(text, '(', sizeof text - 1);
    memcpy(text, "return\n", 7);
    fails(text, 2, "nested too deeply");
    memset(text, 'a', sizeof text - 1);
    memcpy(text, "\n\nx = '", 7);
    text[sizeof text - 2] = '\'';
    fails(text, 3, "longer than");
}

/* ---- files that take long to read ---- */

static char long_source[1 << 20];

typedef struct repeated {
    const char *before, *front, *back, *after;
    int count;
    long long factor;
} repeated;

/* The text with `count` pieces, each with its index times `factor` between `front` and `back`. */
static const char *many(const repeated *r)
{
    char *to = long_source + sprintf(long_source, "%s", r->before);
    for (int i = 1; i <= r->count; i++) {
        to += sprintf(to, "%s%lld%s", r->front, i * r->factor, r->back);
        assert_that(to - long_source, <, (1 << 20) - 100);
    }
    sprintf(to, "%s", r->after);
    return long_source;
}

/* 60 functions inside each other, each with 190 variables, and in the innermost `count` uses of a global one. */
static const char *many_variables(int count)
{
    char *to = long_source;
    for (int depth = 0; depth < 60; depth++) {
        to += sprintf(to, "local function f() local v");
        for (int i = 1; i < 190; i++) to += sprintf(to, ",v%d", i);
        to += sprintf(to, "\n");
    }
    for (int i = 0; i < count; i++) to += sprintf(to, "g=g ");
    for (int depth = 0; depth < 60; depth++) to += sprintf(to, " end");
    return long_source;
}

/* Each of these takes Lua's parser 10 s or more. */
static void files_that_take_long_to_read_are_refused(void **state)
{
    (void)state;
    static const char said[] = "takes too long to read";
    const double start = cpu_seconds();
    fails(many(&(repeated){"\nlocal t = {", "", ",", "}", 65000, 65535}), 2,
          said); /* all in one place of a table */
    fails(many(&(repeated){"\nlocal t = {", "", ",", "}", 75000, 131071}), 2, said);
    fails(many_variables(100000), 61, said);
    fails(many(&(repeated){"local x\nif x then", " elseif x==", " then", " end", 43000, 1}), 2, said);
    const double seconds = cpu_seconds() - start;
    if (!is_sanitized() && seconds > 8) fail_msg("%.1f s", seconds);
}

static void long_files_are_read(void **state)
{
    (void)state;
    alea__lua_close(
        run(many(&(repeated){"return function() return {", "", ",", "} end", 60000, 1000000007})));
    alea__lua_close(run(many(&(repeated){"return function() return {", "a", "=1,", "} end", 90000, 1})));
    alea__lua_close(
        run(many(&(repeated){"return function(x) if x then", " elseif x==", " then", " end end", 10000, 1})));
    alea__lua_close(run(many_variables(1000)));
}

/* A host for a bot of these limits. */
static alea__lua *opened(const char *text, const alea__lua_limits *limits)
{
    alea__lua *lua = NULL;
    const alea__lua_program program = {
        .file = "x.lua", .text = text, .size = strlen(text), .limits = limits, .failure = ALEA_E_BOT};
    assert_int_equal(alea__lua_open(&program, &lua, NULL), ALEA_OK);
    return lua;
}

/* ---- calls ---- */

static alea_failure failure_of(const char *text, const alea__lua_limits *limits)
{
    alea__lua *lua;
    alea_failure why = ALEA_FAILURE_KINDS;
    alea_error error;
    lua = opened(text, limits);
    lua_pushinteger(alea__lua_state(lua), 5);
    alea_status status = alea__lua_call(lua, 1, 1, &why, &error);
    assert_int_equal(status, why == ALEA_NO_FAILURE ? ALEA_OK : ALEA_E_BOT);
    assert_int_equal(lua_gettop(alea__lua_state(lua)), why == ALEA_NO_FAILURE ? 1 : 0);
    alea__lua_close(lua);
    return why;
}

static void a_call_says_how_it_failed(void **state)
{
    (void)state;
    const alea__lua_limits small = {.instructions = 100000, .memory = 200000};
    assert_int_equal(failure_of("return function(n) return n end", &small), ALEA_NO_FAILURE);
    assert_int_equal(failure_of("return function(n) while true do end end", &small), ALEA_FUEL);
    assert_int_equal(
        failure_of("return function(n) local t = {} for i = 1, 5000 do t[i] = {} end end", &small),
        ALEA_NO_ROOM);
    assert_int_equal(failure_of("return function(n) local s = 'x' while true do s = s .. s end end", &small),
                     ALEA_NO_ROOM);
    assert_int_equal(failure_of("return function(n) return n.x.y end", &small), ALEA_TRAP);
    assert_int_equal(failure_of("local function f(n) return 1 + f(n) end return f", NULL), ALEA_TRAP);
}

static void every_call_has_its_own_budget(void **state)
{
    (void)state;
    const alea__lua_limits limits = {.instructions = 30000};
    static const char text[] = "return function() for i = 1, 20000 do end end";
    alea__lua *lua;
    lua = opened(text, &limits);
    for (int i = 0; i < 10; i++) {
        lua_pushvalue(alea__lua_state(lua), -1);
        assert_int_equal(alea__lua_call(lua, 0, 0, NULL, NULL), ALEA_OK);
        assert_in_range(alea__lua_used(lua), 19000, 21500);
    }
    alea__lua_close(lua);
}

static void the_count_of_instructions_is_the_same_every_time(void **state)
{
    (void)state;
    static const char text[] =
        "local t = {} for i = 1, 3000 do t['k' .. i % 700] = i % 3 == 0 and i or nil end\n"
        "local s = 0 for k, v in pairs(t) do s = s + v end return s";
    uint64_t used = 0;
    for (int i = 0; i < 20; i++) {
        alea__lua *lua = run(text);
        if (i > 0) assert_int_equal(alea__lua_used(lua), used);
        used = alea__lua_used(lua);
        alea__lua_close(lua);
    }
    assert_that(used, >, 10000);
}

/* The stack of one call does not make the next one more expensive. */
static void deep_recursion_fails_the_same_way_again(void **state)
{
    (void)state;
    const alea__lua_limits limits = {.instructions = 300000};
    static const char text[] = "local function f() return 1 + f() end return f";
    alea__lua *lua;
    alea_failure why;
    lua = opened(text, &limits);
    for (int i = 0; i < 3; i++) {
        lua_pushvalue(alea__lua_state(lua), -1);
        assert_int_equal(alea__lua_call(lua, 0, 1, &why, NULL), ALEA_E_BOT);
        assert_int_equal(why, ALEA_TRAP);
    }
    alea__lua_close(lua);
}

static int twice(lua_State *L)
{
    lua_pushinteger(L, 2 * luaL_checkinteger(L, 1));
    return 1;
}

static void words_are_there_before_the_chunk_runs(void **state)
{
    (void)state;
    const luaL_Reg words[] = {{"twice", twice}, {NULL, NULL}};
    alea__lua *lua;
    alea_error error;
    assert_int_equal(alea__lua_open(&(alea__lua_program){.file = "x.lua",
                                                         .text = "return twice(21)",
                                                         .size = 16,
                                                         .words = words,
                                                         .failure = ALEA_E_RULES},
                                    &lua, NULL),
                     ALEA_OK);
    assert_int_equal(lua_tointeger(alea__lua_state(lua), -1), 42);
    alea__lua_close(lua);
    assert_int_equal(
        alea__lua_open(
            &(alea__lua_program){
                .file = "x.lua", .text = "\ntwice('a')", .size = 11, .words = words, .failure = ALEA_E_RULES},
            &lua, &error),
        ALEA_E_RULES);
    contains(error.message, "x.lua:2: bad argument #1 to 'twice' (number expected, got string).");
}

static void the_users_locale_changes_nothing(void **state)
{
    (void)state;
    char text[8];
    write_file("comma.locale", "LC_NUMERIC\ndecimal_point \"<U002C>\"\nthousands_sep \"<U002E>\"\n"
                               "grouping 3;3\nEND LC_NUMERIC\n");
    if (system("localedef --no-archive -c -i ./comma.locale ./comma >localedef.log 2>&1") == -1) fail();
    setenv("LOCPATH", ".", 1);
    locale_t comma = newlocale(LC_NUMERIC_MASK, "comma", (locale_t)0);
    if (!comma) cannot_run("localedef makes no locale with a decimal comma");
    locale_t before = uselocale(comma);
    snprintf(text, sizeof text, "%g", 1.5);
    assert_string_equal(text, "1,5");
    gives("return tostring(tonumber('1.5')) .. tostring('B' < 'a') .. tostring(0.5)", "1.5true0.5");
    uselocale(before);
    freelocale(comma);
}

/* ---- no memory ---- */

static alea_status open_after(long successes, const char *text, alea_error *error)
{
    alea__lua *lua = NULL;
    alea__fail_allocation_after(successes);
    alea_status status = alea__lua_open(
        &(alea__lua_program){.file = "x.lua", .text = text, .size = strlen(text), .failure = ALEA_E_RULES},
        &lua, error);
    alea__fail_allocation_after(-1);
    assert_int_equal(lua != NULL, status == ALEA_OK);
    alea__lua_close(lua);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const char text[] = "local t = { a = 1, b = 2, 3 } for k in pairs(t) do t[k] = k .. 'abc' end\n"
                               "table.sort({ 3, 2, 1 }) return function() return { t } end";
    alea_error error;
    long k = 0;
    for (; open_after(k, text, &error) != ALEA_OK; k++) assert_int_equal(error.status, ALEA_E_MEMORY);
    assert_that(k, >, 100);
}

/* Units for 1,000 calls without arguments of a function with this many parameters, 0 to 190. */
static uint64_t used_by_calls(int parameters, const char *more)
{
    char text[4000], *to = text;
    to += sprintf(to, "local function f(");
    for (int i = 0; i < parameters; i++) to += sprintf(to, "%sa%d", i > 0 ? "," : "", i);
    sprintf(to, "%s) end for i = 1, 1000 do f() end return 1", more);
    alea__lua *lua = run(text);
    const uint64_t used = alea__lua_used(lua);
    alea__lua_close(lua);
    return used;
}

static void a_call_counts_four_parameters_as_an_instruction(void **state)
{
    (void)state;
    assert_int_equal(used_by_calls(3, ""), used_by_calls(0, ""));
    assert_int_equal(used_by_calls(4, ""), used_by_calls(0, "") + 1000);
    /* The stack grows, too. */
    assert_in_range(used_by_calls(190, "") - used_by_calls(0, ""), 47000, 49000);
    assert_in_range(used_by_calls(190, ",...") - used_by_calls(0, "..."), 47000, 49000);
}

/* Stops after this many questions. */
static bool at_the_end(void *user)
{
    int *left = user;
    return --*left < 0;
}

static void reading_and_the_first_run_can_be_stopped(void **state)
{
    (void)state;
    static const char *const text[] = {
        "local t = {} for i = 1, 1e7 do t[i % 10] = i end return t",
        "for i = 1, 100 do pcall(function() while true do end end) end return 1"};
    for (size_t i = 0; i < 2; i++) {
        alea__lua *lua = NULL;
        alea_error error;
        int left = 100;
        const alea__lua_program program = {.file = "x.lua",
                                           .text = text[i],
                                           .size = strlen(text[i]),
                                           .failure = ALEA_E_BOT,
                                           .stopped = at_the_end,
                                           .user = &left};
        assert_int_equal(alea__lua_open(&program, &lua, &error), ALEA_E_STOPPED);
        assert_string_equal(error.message, "x.lua: stopped while it was read.");
        assert_null(lua);
        assert_int_equal(left, -1); /* the stop takes effect at once, and is not asked again */
    }
}

static void a_long_file_can_be_stopped_while_it_is_parsed(void **state)
{
    (void)state;
    alea__lua *lua = NULL;
    alea_error error;
    int left = 3;
    const char *text = many_variables(100);
    const alea__lua_program program = {.file = "x.lua",
                                       .text = text,
                                       .size = strlen(text),
                                       .failure = ALEA_E_BOT,
                                       .stopped = at_the_end,
                                       .user = &left};
    assert_int_equal(alea__lua_open(&program, &lua, &error), ALEA_E_STOPPED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(syntax_errors_name_file_and_line),
        cmocka_unit_test(runtime_errors_name_file_and_line),
        cmocka_unit_test(messages_cannot_write_to_the_terminal),
        cmocka_unit_test(compiled_chunks_are_refused),
        cmocka_unit_test(text_of_wide_characters_is_named),
        cmocka_unit_test(a_first_line_with_a_number_sign_is_skipped),
        cmocka_unit_test(a_file_with_a_long_path_is_named_in_full),
        cmocka_unit_test(zero_bytes_and_byte_order_marks_do_no_harm),
        cmocka_unit_test(a_file_of_more_than_a_mebibyte_is_refused),
        cmocka_unit_test(files_that_take_long_to_read_are_refused),
        cmocka_unit_test(long_files_are_read),
        cmocka_unit_test(hostile_files_are_stopped_in_seconds),
        cmocka_unit_test(nested_source_is_refused_with_its_line),
        cmocka_unit_test(a_call_says_how_it_failed),
        cmocka_unit_test(every_call_has_its_own_budget),
        cmocka_unit_test(the_count_of_instructions_is_the_same_every_time),
        cmocka_unit_test(deep_recursion_fails_the_same_way_again),
        cmocka_unit_test(words_are_there_before_the_chunk_runs),
        cmocka_unit_test(the_users_locale_changes_nothing),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_call_counts_four_parameters_as_an_instruction),
        cmocka_unit_test(reading_and_the_first_run_can_be_stopped),
        cmocka_unit_test(a_long_file_can_be_stopped_while_it_is_parsed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
