/* Makes programs in Lua of costly operations, and reports those that take more than three times as long as a plain loop that counts
   as much. The bytes of an input choose values and operations; every input is a valid program. A program that is found is
   printed; it belongs into tests/game/costly.lua. */
#include "game/lua_cost.h"
#include "support/input.h"

#include <stdarg.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { UNITS = 300000, MOST_TEXT = 1 << 14, TRIES = 20 };

typedef struct maker {
    fuzz_input in;
    size_t length;
    char text[MOST_TEXT];
} maker;

static unsigned choose(maker *m, size_t among)
{
    return fuzz_number(&m->in, (unsigned)among);
}

__attribute__((format(printf, 2, 3))) static void add(maker *m, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(m->text + m->length, MOST_TEXT - m->length, format, arguments);
    va_end(arguments);
    if (length > 0 && m->length + (size_t)length < MOST_TEXT) m->length += (size_t)length;
}

#define ONE_OF(m, list) (list)[choose(m, sizeof(list) / sizeof *(list))]

/* ---- values: three numbers a, b, c, three texts r, s, t, three tables T, U, V, and the functions of the sandbox ---- */

static const char *const numbers[] = {
    "0",
    "1",
    "2",
    "-1",
    "7",
    "1000",
    "math.maxinteger",
    "math.mininteger",
    "1 << 62",
    "0.5",
    "1.5",
    "-0.0",
    "1e15",
    "1e300",
    "1e-300",
    "5e-324",
    "3e-310",
    "1.7e308",
    "0 / 0",
    "math.huge",
    "2.0 ^ 53",
    "3.14159",
    "1e9 | 0",
    "65535",
    "1.0000001",
    "0.9999999999",
};
static const char *const texts[] = {
    "''",
    "'x'",
    "'abcdefghijklmnopqrstuvwxyz'",
    "'12345'",
    "'0x1.8p-1000'",
    "' 1e300 '",
    "long('x', 6)",
    "long('x', 13)",
    "long('x', 13) .. 'y'",
    "long('\\0', 5)",
    "long('\\0', 13)",
    "long('\\0x', 12) .. 'y'",
    "long('7', 7)",
    "long('7', 13)",
    "long(' ', 13) .. '1'",
    "'.' .. long('3', 13)",
    "'a\\0b'",
};
static const char *const tables[] = {
    "{}",           "{ 1, 2, 3 }",    "{ x = 1, y = 2 }", "list(100)",        "list(5000)",
    "keys(100, 1)", "keys(100, 127)", "keys(1000, 1023)", "keys(3000, 4095)", "keys(60, 2.0 ^ -40)",
    "keys(15, 15)", "powers(1)",      "powers(3)",        "emptied(4096)",    "emptied(300)",
    "names(30)",    "names(1000)",    "nested(500)",      "mixed(200)",       "roomy(255, 1)",
    "roomy(255)",   "roomy(127)",
};
#define X4   "x=nil,x=nil,x=nil,x=nil,"
#define X16  X4 X4 X4 X4
#define X64  X16 X16 X16 X16
#define X256 X64 X64 X64 X64
static const char prelude[] =
    "local function long(s, n) for i = 1, n do s = s .. s end return s end "
    "local function list(n) local t = {} for i = 1, n do t[i] = i end return t end "
    "local function keys(n, by) local t = {} for i = 1, n do t[i * by] = i end return t end "
    "local function powers(n) local t = list(n + 1) for i = 0, 62 do t[n << i] = 1 t[1 << i] = 1 end return "
    "t end "
    "local function emptied(n) local t = list(n) for i = n, n // 50, -1 do t[i] = nil end return t end "
    "local function names(n) local t = {} for i = 1, n do t['k' .. i] = i end return t end "
    "local function nested(n) local t = {} for i = 1, n do t = { t } end return t end "
    "local function mixed(n) local t = list(n) for i = 1, n do t[i + .5] = i t['k' .. i] = i t[-i] = i end "
    "return t end "
    /* room for 256 keys, of which a quarter have the same hash */
    "local function roomy(by, last) local t = { " X256
    " } for i = last or 64, 1, -1 do t[i * by] = i end return t end "
    "local function f(...) return ... end local function g(x, y) return y, x end local n, z = 0 ";

static const char *number(maker *m)
{
    static const char *const all[] = {"a", "b", "c", "a", "b", "c", "n"};
    return ONE_OF(m, all);
}

static const char *text(maker *m)
{
    static const char *const all[] = {"r", "s", "t"};
    return ONE_OF(m, all);
}

static const char *table(maker *m)
{
    static const char *const all[] = {"T", "U", "V"};
    return ONE_OF(m, all);
}

/* A key that a table may have: neither nil nor NaN. */
static const char *key(maker *m)
{
    static const char *const all[] = {"n", "n * 127", "n * 1023", "n % 100",      "r",           "s",
                                      "t", "-1",      "1.5",      "n + 0.5",      "1 << n % 63", "'k' .. n",
                                      "T", "n % 7",   "#T + 1",   "(1 << 40) - n"};
    return ONE_OF(m, all);
}

/* ---- operations ---- */

static void add_arithmetic(maker *m)
{
    static const char *const any[] = {"+", "-", "*", "/", "%", "^ 1e18 -", "^ -7 +", "//", "==", "<", "<="};
    const char *x = number(m), *y = number(m), *sign = ONE_OF(m, any);
    const bool by = *sign == '%' || (*sign == '/' && sign[1]);
    add(m, "z = %s %s %s ", x, sign, by ? "(b ~= 0 and b or 3)" : y);
}

static void add_text(maker *m)
{
    const char *x = text(m), *y = text(m);
    switch (choose(m, 6)) {
    case 0: add(m, "z = %s < %s ", x, y); break;
    case 1: add(m, "z = %s <= %s ", x, y); break;
    case 2: add(m, "z = %s == %s ", x, y); break;
    case 3: add(m, "z = %s:sub(1, 8000) .. %s:sub(1, 8000) ", x, y); break;
    case 4: add(m, "z = n .. %s:sub(-30) ", y); break;
    default: add(m, "z = a .. b .. c "); break;
    }
}

static void add_table(maker *m)
{
    const char *t = table(m);
    switch (choose(m, 10)) {
    case 0: add(m, "z = #%s ", t); break;
    case 1: add(m, "z = %s[%s] ", t, key(m)); break;
    case 2: add(m, "z = %s[%s] z = %s[%s] ", t, key(m), t, key(m)); break;
    case 3: add(m, "%s[%s] = n ", t, key(m)); break;
    case 4: add(m, "%s[%s] = nil ", t, key(m)); break;
    case 5: add(m, "z = { %s, %s, n } ", table(m), number(m)); break;
    case 6: add(m, "z = { [%s] = 1, [%s] = 2 } ", key(m), key(m)); break;
    case 7: add(m, "z = %s.x z = %s.y ", t, t); break;
    case 8: add(m, "%s = { %s } ", t, table(m)); break;
    default: add(m, "for i = 1, 20 do %s[n + i] = i end ", t); break;
    }
}

/* Functions that go through a range. */
static void add_range(maker *m)
{
    static const char *const starts[] = {"1", "n", "-n", "(1 << 40)", "n * 127", "#T"};
    static const char *const lengths[] = {"n % 50", "20", "500", "20000"};
    const char *t = table(m), *start = ONE_OF(m, starts), *length = ONE_OF(m, lengths);
    switch (choose(m, 5)) {
    case 0:
        add(m, "pcall(table.move, %s, %s, %s + %s, %s, %s) ", t, start, start, length, key(m), table(m));
        break;
    case 1: add(m, "pcall(table.unpack, %s, %s, %s + %s) ", t, start, start, length); break;
    case 2: add(m, "pcall(table.concat, %s, '', %s, %s + %s) ", t, start, start, length); break;
    case 3: add(m, "pcall(table.insert, %s, #%s - %s, n) ", t, t, length); break;
    default: add(m, "pcall(table.remove, %s, #%s - %s) ", t, t, length); break;
    }
}

/* Calls that may fail are caught, which costs little beside them. */
static void add_call(maker *m)
{
    static const char *const of_numbers[] = {
        "math.fmod", "math.floor", "math.sqrt",      "math.max",    "math.modf",
        "tostring",  "math.ult",   "math.tointeger", "string.char", "select",
    };
    static const char *const of_texts[] = {
        "string.upper", "string.reverse", "string.len", "tonumber", "math.floor",
        "string.byte",  "tostring",       "error",      "math.max", "rawlen",
    };
    static const char *const of_tables[] = {
        "table.concat", "table.unpack", "table.sort", "pairs",    "next",  "ipairs",
        "rawlen",       "table.remove", "table.pack", "tostring", "error",
    };
    switch (choose(m, 10)) {
    case 0: add(m, "pcall(%s, %s, %s) ", ONE_OF(m, of_numbers), number(m), number(m)); break;
    case 1: add(m, "pcall(%s, %s) ", ONE_OF(m, of_texts), text(m)); break;
    case 2: add(m, "pcall(%s, %s) ", ONE_OF(m, of_tables), table(m)); break;
    case 3: add(m, "pcall(%s, %s, %s, %s) ", ONE_OF(m, of_texts), text(m), number(m), number(m)); break;
    case 4: add(m, "pcall(table.move, %s, 1, n %% 500, n %% 50) ", table(m)); break;
    case 5: add(m, "pcall(table.insert, %s, 1 + n %% 3, n) ", table(m)); break;
    case 6: add(m, "pcall(f, table.unpack(%s, 1, 60)) ", table(m)); break;
    case 7: add(m, "pcall(pcall, pcall, xpcall, table.unpack, f, %s, 1, %s) ", table(m), number(m)); break;
    case 8: add(m, "pcall(error, %s, %s) ", text(m), number(m)); break;
    default: add(m, "pcall(rawset, %s, %s, n) ", table(m), key(m)); break;
    }
}

static void add_other(maker *m)
{
    switch (choose(m, 9)) {
    case 0: add(m, "z = function() return a, b, c, r, s, t, T, U, V end "); break;
    case 1: add(m, "z = f(f(1, 2, 3), g(a, b)) "); break;
    case 2: add(m, "for k, v in pairs(%s) do z = v if n %% 3 == 0 then break end end ", table(m)); break;
    case 3: add(m, "pcall(function() for i = 1, %s do break end end) ", text(m)); break;
    case 4: add(m, "pcall(function() return n.x.y end) "); break;
    case 5:
        add(m, "do local a0, a1, a2, a3, a4, a5, a6, a7, a8, a9 z = function() return a0, a9 end end ");
        break;
    case 6: add(m, "z = { f(1, 2, 3, 4, 5, 6, 7, 8, 9) } "); break;
    case 7:
        add(m, "table.sort({ %s, %s, %s, r, s }, function(x, y) return n %% 3 == 0 end) ", text(m), text(m),
            text(m));
        break;
    default: add(m, "z = { table.unpack(%s, 1, 200) } ", table(m)); break;
    }
}

static void make(maker *m)
{
    static void (*const kinds[])(maker *) = {add_arithmetic, add_text,  add_table,
                                             add_call,       add_range, add_other};
    add(m, "%s", prelude);
    for (int i = 0; i < 3; i++) add(m, "local %c = %s ", "abc"[i], ONE_OF(m, numbers));
    for (int i = 0; i < 3; i++) add(m, "local %c = %s ", "rst"[i], ONE_OF(m, texts));
    for (int i = 0; i < 3; i++) add(m, "local %c = %s ", "TUV"[i], ONE_OF(m, tables));
    const bool deep = choose(m, 4) == 0; /* inside many calls */
    if (deep) add(m, "local function deep(k) if k > 0 then return 1 + deep(k - 1) end ");
    add(m, "\nwhile true do n = n + 1 ");
    const unsigned operations = 1 + choose(m, 8), again = 1 + choose(m, 6);
    const size_t first = m->length;
    for (unsigned i = 0; i < operations; i++) ONE_OF(m, kinds)(m);
    const size_t length = m->length - first;
    for (unsigned i = 1; i < again && m->length + length < MOST_TEXT - 30; i++) {
        memcpy(m->text + m->length, m->text + first, length);
        m->length += length;
    }
    m->text[m->length] = 0;
    add(m, deep ? "end end deep(1500)" : "end");
}

/* Times a plain loop, at the least when both the program and the machine are quick. */
static double ratio_of(const char *program)
{
    static const char plain[] = "local x = 0 for i = 1, 1e15 do x = x + i end";
    const alea__lua_limits limits = {.instructions = UNITS, .memory = ALEA_DEFAULT_LUA_MEMORY};
    double least = 1e9;
    for (int i = 0; i < TRIES && least > 3; i++) {
        lua_cost beside, cost;
        if (!lua_cost_of(plain, &limits, &beside)) abort();
        if (!lua_cost_of(program, &limits, &cost)) {
            fprintf(stderr, "%s\n%s\n", program, cost.message);
            abort();
        }
        const double rate = beside.seconds / (double)beside.units;
        const double ratio = cost.seconds / (rate * (double)(cost.units + UNITS / 10));
        if (ratio < least) least = ratio;
    }
    return least;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    maker m = {.in = fuzz_input_of(data, size)};
    make(&m);
    const double ratio = ratio_of(m.text);
    if (ratio <= 3) return 0;
    fprintf(stderr, "%.1f times a plain loop: %s\n", ratio, m.text + strlen(prelude));
    abort();
}
