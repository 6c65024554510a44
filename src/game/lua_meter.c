/* What Lua's work costs: called by Lua itself, whose sources are changed for it (cmake/lua.patch).

   Lua calls luaG_traceexec before every instruction while a hook is set. Here that call counts the instruction, by its weight. What
   an instruction calls and what may take longer than the instruction itself is counted on top: looking for a key among others
   with the same hash, the length of a table, comparing texts, numbers as texts and back, the remainder of floats. Memory is
   counted by the allocator (lua_memory.c), functions in C by their words (lua_words.c) and by the call hook.

   One unit is an instruction of a plain loop, about 3 ns. A weight is at least a third of what was measured for the costliest
   operands (tests/game/test_lua_costs.c), so that no program takes three times as long as a plain loop that counts as much.

   All counts depend on the program alone. Texts are hashed with a seed that does. Tables and functions as keys are replaced by their
   numbers, in the order in which they were made: Lua would hash their addresses, on which then depends what chain a key is in, and when
   a table grows. This replaces Lua's own key, which is unused: sandboxed tables have no metatables, and next refuses such keys. */
#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "game/lua_hooks.h"
#include "game/lua_inside.h"

#include <lauxlib.h>
#include <ldebug.h>
#include <lopcodes.h>
#include <lstate.h>
#include <lstring.h>
#include <ltable.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

/* The host whose call is running in this thread. */
static _Thread_local __attribute__((tls_model("initial-exec"))) alea__lua *meter_host;

alea__lua *alea__lua_meter(alea__lua *host)
{
    alea__lua *before = meter_host;
    meter_host = host;
    return before;
}

alea__lua *alea__lua_metered(void)
{
    return meter_host;
}

static void meter_count(uint64_t units)
{
    if (meter_host) meter_host->pending += units;
}

/* ---- instructions ---- */

enum {
    TINY = 4,        /* floats near zero take a processor 50 ns */
    OPERANDS = 0x40, /* its operands count too */
    WEIGHT = OPERANDS - 1,
    MEMORY = 0x80 /* the instruction goes to a table, which may be far away in memory */
};

/* Units above 1. */
static const uint8_t meter_weight[NUM_OPCODES] = {
    [OP_LOADNIL] = OPERANDS,
    [OP_GETTABUP] = MEMORY,
    [OP_GETTABLE] = MEMORY | 1,
    [OP_GETI] = MEMORY,
    [OP_GETFIELD] = MEMORY | 1,
    [OP_SETTABUP] = MEMORY,
    [OP_SETTABLE] = MEMORY | 1,
    [OP_SETI] = MEMORY,
    [OP_SETFIELD] = MEMORY | 1,
    [OP_NEWTABLE] = OPERANDS | 8,
    [OP_SELF] = MEMORY | 1,
    [OP_MULK] = TINY,
    [OP_POWK] = TINY,
    [OP_DIVK] = TINY,
    [OP_IDIVK] = TINY,
    [OP_MUL] = TINY,
    [OP_POW] = TINY,
    [OP_DIV] = TINY,
    [OP_IDIV] = TINY,
    [OP_LEN] = MEMORY | 1,
    [OP_CONCAT] = OPERANDS | 4,
    [OP_CALL] = OPERANDS | 1,
    [OP_TAILCALL] = OPERANDS | 1,
    [OP_RETURN] = OPERANDS | 1,
    [OP_SETLIST] = OPERANDS,
    [OP_CLOSURE] = 4,
    [OP_VARARG] = 6,
};

/* The additional cost of an instruction with long operands. B is their number; for lists 0 means all values up to the top
   of the stack. */
static uint64_t meter_operands(lua_State *L, Instruction instruction)
{
    const int b = GETARG_B(instruction);
    switch (GET_OPCODE(instruction)) {
    case OP_LOADNIL: return (uint64_t)b / 10;
    case OP_CONCAT: return (uint64_t)b;
    case OP_CALL:
    case OP_TAILCALL:
    case OP_RETURN:
    case OP_SETLIST: return b == 0 ? (uint64_t)lua_gettop(L) : 0;
    default: return 0;
    }
}

/* Lua's own looks at its count of instructions, which is 1, and calls the hook, which looks at the budget. */
__attribute__((noinline)) static int meter_look(lua_State *L, const Instruction *next)
{
    return luaG_traceexec(L, next);
}

/* Before Lua makes a table it does not store its position, which the allocator needs for the line; luaG_traceexec stores it. */
__attribute__((noinline)) static int meter_with_operands(lua_State *L, const Instruction *next)
{
    meter_host->pending += meter_operands(L, *next);
    const bool wanted = GET_OPCODE(*next) == OP_NEWTABLE || meter_host->pending >= ALEA__LUA_GRAIN;
    return wanted ? meter_look(L, next) : 1;
}

/* Returns 1 to trace the next instruction too. */
int alea__meter_luaG_traceexec(lua_State *L, const Instruction *next)
{
    alea__lua *lua = meter_host;
    if (!lua) return meter_look(L, next);
    const uint8_t weight = meter_weight[GET_OPCODE(*next)];
    uint64_t pending = lua->pending + 1 + (weight & WEIGHT);
    if (weight & MEMORY) pending += lua->far;
    lua->pending = pending;
    if (weight & OPERANDS) return meter_with_operands(L, next);
    return pending < ALEA__LUA_GRAIN ? 1 : meter_look(L, next);
}

/* ---- functions ---- */

unsigned alea__lua_parameters(const lua_Debug *event)
{
    const TValue *f = s2v(event->i_ci->func);
    return ttisLclosure(f) ? clLvalue(f)->p->numparams : 0;
}

unsigned alea__lua_depth(const lua_State *L)
{
    return L->nci;
}

/* ---- tables ---- */

/* Half units for passing this many keys of a chain. If the table fits in a processor's first cache, two of the first keys
   of a chain count as one unit, because a processor prefetches them. */
static uint64_t meter_passed(const alea__lua *lua, uint64_t keys, uint32_t log2_nodes)
{
    enum { NEAR = 10, FAR = 15, SHORT = 32 };
    ALEA_ASSERT(lua->calling || lua->pending < UINT64_MAX / 2);
    if (log2_nodes <= NEAR) return keys > SHORT ? 2 * keys - SHORT : keys;
    return keys * (log2_nodes > FAR ? 12 : 6);
}

/* There is a chain that takes this many half units. */
static void meter_longest(alea__lua *lua, uint64_t half_units)
{
    if (half_units > lua->longest_chain) lua->longest_chain = half_units;
}

/* Counts the keys from this place of a table on. */
static void meter_walk(const Table *table, uint64_t place)
{
    alea__lua *lua = meter_host;
    const Node *node = gnode(table, place);
    if (!lua || gnext(node) == 0) return;
    uint64_t length = 1;
    for (; gnext(node) != 0; node += gnext(node)) length++;
    ALEA_ASSERT(length <= (uint64_t)sizenode(table));
    length = meter_passed(lua, length, table->lsizenode);
    meter_longest(lua, length);
    lua->pending += length / 2;
}

/* Where Lua puts an integer or a float in a table with 2^log2_nodes places. */
static uint64_t meter_integer_place(int64_t key, uint32_t log2_nodes)
{
    const uint64_t hash = (uint64_t)key;
    const uint32_t by = ((UINT32_C(1) << log2_nodes) - 1) | 1;
    return hash <= INT32_MAX ? (uint32_t)hash % by : hash % by;
}

/* Lua stores these under the integer. */
static bool meter_is_whole(double key)
{
    return key == floor(key) && fabs(key) < 0x1p63;
}

static uint64_t meter_float_place(double key, uint32_t log2_nodes)
{
    int exponent;
    if (meter_is_whole(key)) return meter_integer_place((int64_t)key, log2_nodes);
    const double scaled = frexp(key, &exponent) * 0x1p31;
    if (!(scaled >= -0x1p63 && scaled < 0x1p63)) return 0; /* infinite */
    const uint32_t hash = (uint32_t)exponent + (uint32_t)(int64_t)scaled;
    return meter_integer_place(hash <= INT32_MAX ? hash : ~hash, log2_nodes);
}

static void meter_integer(const Table *table, int64_t key)
{
    if (table->lsizenode >= 3 && (uint64_t)key - 1 >= table->alimit)
        meter_walk(table, meter_integer_place(key, table->lsizenode));
}

/* ---- tables and functions as keys ---- */

enum { KEY_IS_TABLE, KEY_IS_FUNCTION, KEY_IS_OWN, KEY_KINDS };

/* The number of a function in C: its address depends on how the program was linked. */
static unsigned meter_own(lua_CFunction function)
{
    alea__lua *lua = meter_host;
    unsigned i = 0;
    ALEA_ASSERT(lua);
    while (i < lua->owned && lua->own[i] != function) i++;
    ALEA_ASSERT(i < ALEA__LUA_OWN);
    if (i == lua->owned) lua->own[lua->owned++] = function;
    meter_count(i / 4);
    return i;
}

/* The key itself, or what represents it in a table: light userdata, which programs have none of, in `made`. Counts a unit. */
static const TValue *meter_stands_for(const TValue *key, TValue *made)
{
    uint64_t number;
    unsigned kind;
    switch (ttypetag(key)) {
    case LUA_VTABLE: kind = KEY_IS_TABLE; break;
    case LUA_VLCL:
    case LUA_VCCL: kind = KEY_IS_FUNCTION; break;
    case LUA_VLCF: kind = KEY_IS_OWN; break;
    default: return key;
    }
    meter_count(1);
    number = kind == KEY_IS_OWN ? meter_own(fvalue(key)) : alea__lua_number(gcvalue(key));
    setpvalue(made, (void *)(uintptr_t)(KEY_KINDS * number + kind));
    return made;
}

const char *alea__lua_key_kind(lua_State *L, int at)
{
    if (lua_type(L, at) != LUA_TLIGHTUSERDATA) return luaL_typename(L, at);
    const bool table = (uintptr_t)lua_touserdata(L, at) % KEY_KINDS == KEY_IS_TABLE;
    return lua_typename(L, table ? LUA_TTABLE : LUA_TFUNCTION);
}

/* ---- looking for keys ---- */

enum { NOWHERE = -1, BY_CHANCE = 16 /* no more keys or texts come to one place by chance */ };

/* The place where Lua puts a value with this hash. */
static uint64_t meter_place(uint32_t hash, uint32_t log2_nodes)
{
    return hash & ((UINT32_C(1) << log2_nodes) - 1);
}

/* The place where Lua puts a key of this type; NOWHERE for other types. */
static int64_t meter_key_place(const Value *key, int type, uint32_t log2_nodes)
{
    switch (type) {
    case LUA_VNUMINT: return (int64_t)meter_integer_place(key->i, log2_nodes);
    case LUA_VNUMFLT: return (int64_t)meter_float_place(key->n, log2_nodes);
    case LUA_VSHRSTR:
    case LUA_VLNGSTR: return (int64_t)meter_place(gco2ts(key->gc)->hash, log2_nodes);
    case LUA_VFALSE:
    case LUA_VTRUE: return (int64_t)meter_place(type == LUA_VTRUE, log2_nodes);
    case LUA_VLIGHTUSERDATA: return (uint32_t)(uintptr_t)key->p % (((INT64_C(1) << log2_nodes) - 1) | 1);
    default: return NOWHERE;
    }
}

/* The same for the key of a node; NOWHERE for an empty one. */
static int64_t meter_node_place(const Node *node, uint32_t log2_nodes)
{
    return isempty(gval(node)) ? NOWHERE
                               : meter_key_place(&keyval(node), keytt(node) & ~BIT_ISCOLLECTABLE, log2_nodes);
}

static void meter_short(const Table *table, const TString *key)
{
    meter_walk(table, meter_place(key->hash, table->lsizenode));
}

/* A long text's hash is made at its first use as a key, and counted then. Lua's general search counts two units. */
static void meter_long(const Table *table, TString *key)
{
    meter_count(2);
    if (!key->extra) alea__meter_luaS_hashlongstr(key);
    meter_short(table, key);
}

/* Counts looking for a key. */
static void meter_key(const Table *table, const TValue *key)
{
    if (ttisinteger(key))
        meter_integer(table, ivalue(key));
    else if (ttisfloat(key) && meter_is_whole(fltvalue(key)))
        meter_integer(table, (int64_t)fltvalue(key));
    else if (ttislngstring(key))
        meter_long(table, tsvalue(key));
    else {
        const int64_t place = meter_key_place(&key->value_, ttypetag(key), table->lsizenode);
        if (ttisfloat(key)) meter_count(3);
        if (place != NOWHERE) meter_walk(table, (uint64_t)place);
    }
}

/* Charges for inserting a new key in place of one from another chain. Lua moves that one, and follows its chain from the
   start to do so. */
static void meter_displace(const Table *table, const TValue *key)
{
    const int64_t place = meter_key_place(&key->value_, ttypetag(key), table->lsizenode);
    if (!meter_host || place == NOWHERE) return;
    const Node *there = gnode(table, place);
    const int64_t start = meter_node_place(there, table->lsizenode);
    if (start == NOWHERE) return;
    uint64_t passed = 0;
    for (const Node *node = gnode(table, start); node != there; node += gnext(node)) {
        ALEA_ASSERT(gnext(node) != 0);
        passed++;
    }
    meter_count(meter_passed(meter_host, passed, table->lsizenode) / 2);
}

/* A place of a table that grows. */
typedef struct meter_slot {
    uint32_t holds; /* a key that belongs there, plus 1; 0: none */
    uint32_t keys;  /* that belong here */
} meter_slot;

/* Inserts a key like Lua: if its place is taken by a key of the same chain, it goes to the last free place; otherwise that
   key moves there. Returns the number of keys passed. */
static uint64_t meter_put(meter_slot *slots, uint64_t *free, uint64_t place)
{
    meter_slot *slot = &slots[place];
    uint64_t passed = 0;
    if (slot->holds != 0) {
        passed = slots[slot->holds - 1].keys;
        while (*free > 0 && slots[*free - 1].holds != 0) --*free;
        if (*free > 0) slots[--*free].holds = slot->holds;
    }
    slot->holds = (uint32_t)place + 1;
    slot->keys++;
    return passed;
}

uint64_t alea__lua_growth_cost(alea__lua *lua, uint64_t nodes)
{
    const Table *table = lua->growing;
    uint32_t log2_nodes = 0;
    while (UINT64_C(1) << log2_nodes < nodes) log2_nodes++;
    uint64_t free = UINT64_C(1) << log2_nodes, keys = 0, passed = 0, longest = 0;
    meter_slot *slots = alea__alloc_array(free, sizeof *slots);
    for (int i = 0; slots && i < sizenode(table); i++) {
        const int64_t place = meter_node_place(gnode(table, i), log2_nodes);
        if (place == NOWHERE) continue;
        passed += meter_put(slots, &free, (uint64_t)place);
        if (slots[place].keys > longest) longest = slots[place].keys;
        keys++;
    }
    alea__free(slots);
    /* An array that ends puts its keys first. Which keys it has is unknown, so any other key may come to the place of a chain. */
    if (table->alimit > 0 && longest > BY_CHANCE) passed += keys * longest;
    meter_longest(lua, meter_passed(lua, longest, log2_nodes));
    return meter_passed(lua, passed, log2_nodes) / 2;
}

const TValue *alea__meter_luaH_getint(Table *table, lua_Integer key)
{
    meter_integer(table, key);
    return luaH_getint(table, key);
}

const TValue *alea__meter_luaH_get(Table *table, const TValue *key)
{
    TValue made;
    key = meter_stands_for(key, &made);
    meter_key(table, key);
    return luaH_get(table, key);
}

const TValue *alea__meter_luaH_getshortstr(Table *table, TString *key)
{
    meter_short(table, key);
    return luaH_getshortstr(table, key);
}

/* Long texts with the same hash are distinguished by comparing them, which is counted below. */
const TValue *alea__meter_luaH_getstr(Table *table, TString *key)
{
    if (key->tt == LUA_VSHRSTR)
        meter_short(table, key);
    else
        meter_long(table, key);
    return luaH_getstr(table, key);
}

/* The table that may grow now, which tells the allocator the cost of growing; NULL again afterwards. An error leaves it
   set, and the next call resets it. */
static void meter_grow(const Table *table)
{
    if (meter_host) meter_host->growing = table;
}

/* `slot` is where Lua found the key, or an absent key. It makes no key for nil. */
void alea__meter_luaH_finishset(lua_State *L, Table *table, const TValue *key, const TValue *slot,
                                TValue *value)
{
    TValue made;
    key = meter_stands_for(key, &made);
    if (isabstkey(slot) && !ttisnil(value)) meter_displace(table, key);
    meter_grow(table);
    luaH_finishset(L, table, key, slot, value);
    meter_grow(NULL);
}

void alea__meter_luaH_set(lua_State *L, Table *table, const TValue *key, TValue *value)
{
    TValue made;
    key = meter_stands_for(key, &made);
    alea__meter_luaH_finishset(L, table, key, alea__meter_luaH_get(table, key), value);
}

void alea__meter_luaH_setint(lua_State *L, Table *table, lua_Integer key, TValue *value)
{
    TValue k;
    setivalue(&k, key);
    alea__meter_luaH_finishset(L, table, &k, alea__meter_luaH_getint(table, key), value);
}

void alea__meter_luaH_resizearray(lua_State *L, Table *table, unsigned size)
{
    meter_grow(table);
    luaH_resizearray(L, table, size);
    meter_grow(NULL);
}

static uint32_t meter_bits(uint64_t number)
{
    uint32_t bits = 0;
    for (; number > 0; number >>= 1) bits++;
    return bits;
}

/* The length is searched for by halving: in the array, or beyond it among the keys with a hash, after doubling. */
lua_Unsigned alea__meter_luaH_getn(Table *table)
{
    const uint64_t length = luaH_getn(table);
    const uint32_t bits = meter_bits(length > table->alimit ? length : table->alimit);
    const alea__lua *lua = meter_host;
    if (!lua) return length;
    if (table->lsizenode > 0 && length > table->alimit)
        meter_count(2 * bits * (1 + lua->longest_chain / 3 + lua->far));
    else
        meter_count(bits / 3);
    return length;
}

/* Metamethods; here only those of texts. */
const TValue *alea__meter_luaT_gettmbyobj(lua_State *L, const TValue *value, TMS event)
{
    meter_count(3);
    return luaT_gettmbyobj(L, value, event);
}

/* C functions iterate over ranges of a table, and each step may be slow, so they check the budget as they go. */
int alea__meter_lua_geti(lua_State *L, int at, lua_Integer key)
{
    alea__lua_look(L);
    return lua_geti(L, at, key);
}

void alea__meter_lua_seti(lua_State *L, int at, lua_Integer key)
{
    alea__lua_look(L);
    lua_seti(L, at, key);
}

/* ---- texts and numbers ---- */

enum {
    TEXT_OF_NUMBER = 24, /* units; a float takes longer: lua_numbers.c */
    NUMBER_OF_TEXT = 20,
    REMAINDER = 4,
    BITS_A_UNIT = 2, /* of a quotient */
    HASHED_A_UNIT = 6,
    COMPARISON = 2,
    BYTES_A_UNIT = 64
};

/* Lua compares texts piece by piece, between zero bytes. In the plain locale, which is set, strcoll is strcmp. */
int alea__meter_strcoll(const char *a, const char *b)
{
    meter_count(COMPARISON + strlen(a) / BYTES_A_UNIT);
    return strcmp(a, b);
}

int alea__meter_memcmp(const void *a, const void *b, size_t size)
{
    const uint64_t units = COMPARISON + size / BYTES_A_UNIT;
    meter_count(units);
    if (meter_host) meter_host->compared += units;
    return memcmp(a, b, size);
}

/* Charges for searching a short text in its hash chain, if that is longer than chance explains. The chain may include the
   text of a file's name, which must not matter. */
static void meter_text_made(const lua_State *L, const TString *text)
{
    const stringtable *texts = &G(L)->strt;
    uint64_t passed = 0;
    if (!meter_host || text->tt != LUA_VSHRSTR) return;
    ALEA_ASSERT(texts->nuse <= texts->size && (texts->size & (texts->size - 1)) == 0);
    for (const TString *t = texts->hash[lmod(text->hash, texts->size)]; t; t = t->u.hnext) passed++;
    if (passed > BY_CHANCE)
        meter_count(meter_passed(meter_host, passed, meter_bits((uint32_t)texts->size) - 1) / 2);
}

TString *alea__meter_luaS_newlstr(lua_State *L, const char *text, size_t size)
{
    TString *made = luaS_newlstr(L, text, size);
    meter_text_made(L, made);
    return made;
}

/* Makes a Lua string from a C string. Lua caches some by address and compares the others with known strings; nothing is
   counted that depends on where the linker put a string. */
TString *alea__meter_luaS_new(lua_State *L, const char *text)
{
    alea__lua *host = meter_host;
    const uint64_t before = host ? host->compared : 0;
    TString *made = luaS_new(L, text);
    if (host) host->pending -= host->compared - before;
    meter_text_made(L, made);
    return made;
}

static int meter_exponent(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (int)(bits >> 52 & 0x7ff);
}

/* Done bit by bit of the quotient. */
double alea__meter_fmod(double a, double b)
{
    const int bits = meter_exponent(a) - meter_exponent(b);
    meter_count(REMAINDER + (bits > 0 ? (unsigned)bits / BITS_A_UNIT : 0));
    return fmod(a, b);
}

/* The hash of a long text, computed and stored when it becomes a key. */
unsigned alea__meter_luaS_hashlongstr(TString *text)
{
    if (text->extra == 0) meter_count(text->u.lnglen / HASHED_A_UNIT);
    return luaS_hashlongstr(text);
}

size_t alea__meter_luaO_str2num(const char *text, TValue *out)
{
    meter_count(NUMBER_OF_TEXT + strlen(text) / 4);
    return luaO_str2num(text, out);
}

/* Lua calls it for one number at a time. */
int alea__meter_snprintf(char *out, size_t size, const char *format, ...)
{
    va_list arguments;
    meter_count(TEXT_OF_NUMBER);
    va_start(arguments, format);
    const int length = alea__format(out, size, format, arguments);
    va_end(arguments);
    return length;
}

/* ---- the seed ---- */

unsigned alea__meter_seed(void)
{
    return meter_host ? meter_host->seed : 0;
}
