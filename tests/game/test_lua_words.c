/* What a sandboxed chunk can and cannot do, and that its results are always the same. */
#include "game/lua_test.h"

static void dangerous_words_do_not_exist(void **state)
{
    (void)state;
    static const char *const names[] = {"print",
                                        "load",
                                        "loadstring",
                                        "loadfile",
                                        "dofile",
                                        "require",
                                        "setmetatable",
                                        "warn",
                                        "collectgarbage",
                                        "io",
                                        "os",
                                        "debug",
                                        "package",
                                        "coroutine",
                                        "utf8",
                                        "string.format",
                                        "string.find",
                                        "string.match",
                                        "string.gmatch",
                                        "string.gsub",
                                        "string.rep",
                                        "string.dump",
                                        "string.pack",
                                        "string.unpack",
                                        "math.random",
                                        "math.randomseed",
                                        "string.packsize"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[100];
        snprintf(text, sizeof text, "return %s == nil and 'absent' or 'there'", names[i]);
        gives(text, "absent");
    }
}

static void a_missing_word_is_named_and_explained(void **state)
{
    (void)state;
    fails("return ('x'):rep(1e9)", 1, "'rep'");
    fails("return ('x'):rep(1e9)", 1, "left out");
    fails("\nreturn string.gsub('a', 'a', 'b')", 2, "left out");
    fails("return math.random(6)", 1, "left out");
    fails("return io.open('x')", 1, "left out");
    fails("return require 'socket'", 1, "left out");
}

static void strings_keep_their_cheap_methods_only(void **state)
{
    (void)state;
    gives("return ('abc'):upper() .. ('ABC'):lower() .. ('abc'):sub(2, 3) .. #'xyz'", "ABCabcbc3");
    gives("return tostring(getmetatable(''))", "false");
    fails("return '10' + 1", 1, "arithmetic");
    fails("return ('x').y.z", 1, "nil value");
}

static void keys_come_as_numbers_then_texts_then_booleans(void **state)
{
    (void)state;
    gives("local t = { [3] = 1, [1] = 1, [2.5] = 1, b = 1, B = 1, aa = 1, a = 1, [true] = 1, [false] = 1, "
          "[-1] = 1 }\n"
          "local s = '' for k in pairs(t) do s = s .. tostring(k) .. ' ' end return s",
          "-1 1 2.5 3 B a aa b false true ");
    gives("local s = '' for k, v in pairs({}) do s = 'something' end return s", "");
}

static void next_walks_in_the_same_order_as_pairs(void **state)
{
    (void)state;
    gives("local t, s = { 5, 6, y = 1, x = 2, [-3] = 0 }, ''\n"
          "local k, v = next(t)\n"
          "while k ~= nil do s = s .. tostring(k) .. '=' .. v .. ' ' k, v = next(t, k) end\n"
          "return s",
          "-3=0 1=5 2=6 x=2 y=1 ");
    gives("return tostring(next({}))", "nil");
}

static void a_walk_survives_changes_to_its_table(void **state)
{
    (void)state;
    gives("local t, s = { a = 1, b = 2, c = 3, d = 4 }, ''\n"
          "for k, v in pairs(t) do s = s .. k t.b = nil t[k] = v * 2 t['new' .. k] = 1 end return s",
          "acd");
}

static void keys_without_an_order_cannot_be_walked(void **state)
{
    (void)state;
    fails("for k in pairs({ [{}] = 1 }) do end", 1, "numbers or strings");
    fails("next({ [next] = 1 })", 1, "numbers or strings");
}

/* 200 keys inserted in two orders, with others removed in between: Lua's own walk would differ. */
static void order_does_not_depend_on_history(void **state)
{
    (void)state;
    gives("local function walk(t) local s = '' for k in pairs(t) do s = s .. k .. ',' end return s end\n"
          "local one, two = {}, {}\n"
          "for i = 1, 200 do one['k' .. i] = i end\n"
          "for i = 300, 1, -1 do two['k' .. i] = i end\n"
          "for i = 201, 300 do two['k' .. i] = nil end\n"
          "return tostring(walk(one) == walk(two))",
          "true");
}

static void no_address_is_ever_shown(void **state)
{
    (void)state;
    gives("return tostring({}) .. ' ' .. tostring(pairs) .. ' ' .. tostring(function() end)",
          "table function function");
    gives("return tostring(1.5) .. tostring(2) .. tostring(nil) .. tostring(true) .. tostring('x')",
          "1.52niltruex");
    gives("local ok, m = pcall(table.concat, { {} }) return m",
          "invalid value (table) at index 1 in table for 'concat'");
    fails("error({})", 1, "error was called with a table");
}

static void sorting_is_stable_and_does_not_trust_its_order(void **state)
{
    (void)state;
    gives("local t = {} for i = 1, 300 do t[i] = (i * 7919) % 311 end table.sort(t)\n"
          "for i = 2, 300 do if t[i - 1] > t[i] then return 'wrong' end end return 'sorted'",
          "sorted");
    gives("local t = {} for i = 1, 100 do t[i] = { i % 7, i } end\n"
          "table.sort(t, function(a, b) return a[1] < b[1] end)\n"
          "for i = 2, 100 do if t[i - 1][1] == t[i][1] and t[i - 1][2] > t[i][2] then return 'unstable' end "
          "end\n"
          "return 'stable'",
          "stable");
    gives("local t = { 'b', 'a', 'c' } table.sort(t, function(a, b) return a > b end) return table.concat(t)",
          "cba");
    gives("local t, n = { 3, 1, 2 }, 0\n"
          "table.sort(t, function(a, b) n = n + 1 for i = 1, 3 do t[i] = nil end return n % 2 == 0 end)\n"
          "local s = 0 for i = 1, 3 do s = s + t[i] end return s",
          "6");
    fails("\ntable.sort({ 2, 1 }, function(a, b) return a <= b end)", 2, "use < and not <=");
    fails("table.sort({ 1, 'a' })", 1, "compare");
    fails("table.sort({ 2, 1 }, 3)", 1, "function expected");
}

/* Four units for each of 2^62 entries are 2^64, which is 0. */
static void long_ranges_cost_what_they_take(void **state)
{
    (void)state;
    fails("local t = { 1, 2, 3, 4, 5 } t[9] = 1 for i = 0, 62 do t[1 << i] = 1 end table.sort(t)", 1,
          "too many entries");
    fails("table.move({}, 1, 1000000000000, 2)", 1, "instructions");
    fails("table.move({}, '1', '1000000000000', 2)", 1, "instructions");
    fails("table.move({}, '1', 1e12, 2)", 1, "instructions");
}

static void errors_can_be_caught_but_not_fuel_or_memory(void **state)
{
    (void)state;
    gives("local ok, m = pcall(error, 'no', 0) return tostring(ok) .. m", "falseno");
    gives("return tostring(select('#', pcall(function(...) return ... end, 1, nil, 3)))", "4");
    gives("local ok, m = xpcall(function() error('no', 0) end, function(m) return 'oh ' .. m end) return m",
          "oh no");
    gives("local ok, a, b = xpcall(function(...) return ... end, error, 1, 2) return a .. ',' .. b", "1,2");
    fails("while true do pcall(function() while true do end end) end", 1, "instructions");
    fails("xpcall(function() while true do end end, function() while true do end end)", 1, "instructions");
    fails("local s = 'x' while true do pcall(function() s = s .. s end) end", 1, "longer than");
}

static void numbers_and_tables_work_as_in_lua(void **state)
{
    (void)state;
    gives("return 7 // 2 .. ' ' .. 2 ^ 3 .. ' ' .. math.floor(2.7) .. ' ' .. math.max(1, 5, 3)", "3 8.0 2 5");
    gives("return tostring(tonumber('0x10')) .. tostring(tonumber('z', 36)) .. tostring(tonumber('x'))",
          "1635nil");
    gives("local t = { 1, 2, 3 } table.insert(t, 1, 0) table.remove(t) table.insert(t, 9) return "
          "table.concat(t, ',')",
          "0,1,2,9");
    gives("return table.concat(table.move({ 1, 2, 3 }, 2, 3, 1), ',') .. select('#', table.unpack({ 1, 2, "
          "nil, 4 }, 1, 4))",
          "2,3,34");
    gives("local n = 0 for i, v in ipairs({ 5, 6, nil, 7 }) do n = n + v end return n", "11");
    gives("return tostring(_G.pairs == pairs) .. tostring(rawequal(_G, _G)) .. type(math.pi) .. _VERSION",
          "truetruenumberLua 5.4");
}

/* The last digit of these depends on the processor and on its C library. */
static void functions_that_differ_between_machines_say_so(void **state)
{
    (void)state;
    static const char *const names[] = {"acos", "asin", "atan", "cos", "exp", "log", "sin", "tan"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[100], sentence[100];
        snprintf(text, sizeof text, "local f = math.%s\nreturn f(0.5)", names[i]);
        snprintf(sentence, sizeof sentence, "math.%s is left out", names[i]);
        fails(text, 2, sentence);
        fails(text, 2, "math.sqrt");
    }
}

static void powers_take_whole_exponents(void **state)
{
    (void)state;
    gives(
        "local x, n = -2, 3 return x ^ n .. ' ' .. x ^ -n .. ' ' .. x ^ 0 .. ' ' .. x ^ 62 .. ' ' .. x ^ 4.0",
        "-8.0 -0.125 1.0 4.6116860184274e+18 16.0");
    gives("return -2 ^ 2 .. ' ' .. 2 ^ -1 .. ' ' .. 2 ^ 3 ^ 2 .. ' ' .. 10 ^ 15 .. ' ' .. 2 ^ 1024 .. ' ' .. "
          "2 ^ -1023",
          "-4.0 0.5 512.0 1e+15 inf 1.1125369292536e-308");
    gives("local z, n = 0.0, -3 return z ^ n .. ' ' .. (-z) ^ n .. ' ' .. (-z) ^ 2 .. ' ' .. z ^ 0 .. ' ' .. "
          "(-z) ^ 3",
          "inf -inf 0.0 1.0 -0.0");
    gives("local i, n = 1 / 0, 0 / 0 return i ^ -2 .. ' ' .. (-i) ^ 3 .. ' ' .. n ^ 0 .. ' ' .. n ^ 2",
          "0.0 -inf 1.0 nan");
    gives("local h, x = 1.7976931348623157e308, 1 - 2 ^ -53 return x ^ h .. ' ' .. (-1) ^ h .. ' ' .. 1 ^ h",
          "0.0 1.0 1.0");
    gives("local h, x = 1.7976931348623157e308, 1 + 2 ^ -52 return x ^ h .. ' ' .. x ^ -h", "inf 0.0");
    /* as 1.1 * 1.1 ^ 2 * (1.1 ^ 2) ^ 2, whether Lua computes it while it reads or later */
    gives(
        "local x, n = 1.1, 7 local y = x * x return tostring(x ^ n == x * y * (y * y) and 1.1 ^ 7 == x ^ n)",
        "true");
}

static void other_powers_are_refused(void **state)
{
    (void)state;
    static const char *const exponents[] = {"0.5", "-0.5", "2 + 1e-9", "1 / 0", "-1 / 0", "0 / 0", "1e-320"};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        char text[100];
        snprintf(text, sizeof text, "local x = 2\nlocal n = %s\nreturn x ^ n", exponents[i]);
        fails(text, 3, "exponent of ^ must be a whole number");
        snprintf(text, sizeof text, "local x = 2\n\nreturn x ^ (%s)", exponents[i]);
        fails(text, 3, "math.sqrt");
        snprintf(text, sizeof text, "\n\nreturn 2 ^ (%s)", exponents[i]);
        fails(text, 3, "multiplication");
    }
}

static void no_number_is_spelled_by_the_machine(void **state)
{
    (void)state;
    gives("local z = 0 return 0 / z .. ' ' .. -(0 / z) .. ' ' .. 1 / z - 1 / z .. ' ' .. math.huge * z .. ' "
          "' .. math.sqrt(-1)",
          "nan nan nan nan nan");
    gives(
        "return tostring(0 / 0) .. ' ' .. tostring(-(0 / 0)) .. ' ' .. 1 / 0 .. ' ' .. -1 / 0 .. ' ' .. -0.0",
        "nan nan inf -inf -0.0");
    gives("local ok, m = pcall(error, -(0 / 0)) return tostring(m) .. table.concat({ -(0 / 0), 0 / 0 }, ' ')",
          "nannan nan");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dangerous_words_do_not_exist),
        cmocka_unit_test(a_missing_word_is_named_and_explained),
        cmocka_unit_test(strings_keep_their_cheap_methods_only),
        cmocka_unit_test(keys_come_as_numbers_then_texts_then_booleans),
        cmocka_unit_test(next_walks_in_the_same_order_as_pairs),
        cmocka_unit_test(a_walk_survives_changes_to_its_table),
        cmocka_unit_test(keys_without_an_order_cannot_be_walked),
        cmocka_unit_test(order_does_not_depend_on_history),
        cmocka_unit_test(no_address_is_ever_shown),
        cmocka_unit_test(sorting_is_stable_and_does_not_trust_its_order),
        cmocka_unit_test(long_ranges_cost_what_they_take),
        cmocka_unit_test(errors_can_be_caught_but_not_fuel_or_memory),
        cmocka_unit_test(numbers_and_tables_work_as_in_lua),
        cmocka_unit_test(functions_that_differ_between_machines_say_so),
        cmocka_unit_test(powers_take_whole_exponents),
        cmocka_unit_test(other_powers_are_refused),
        cmocka_unit_test(no_number_is_spelled_by_the_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
