/* The memory of a Lua state: its limit, and an estimate of Lua's work from the blocks that it asks for. */
#include "base/assert.h"
#include "base/memory.h"
#include "game/lua_inside.h"
#include "game/lua_sizes.h"

#include <lfunc.h>
#include <lparser.h>
#include <lstate.h>
#include <ltable.h>
#include <stddef.h>

/* With 8-byte pointers, Lua's records have the sizes of lua_sizes.h; otherwise they are smaller. */
#define SAME(size, counted) \
    _Static_assert(sizeof(void *) == 8 ? (size) == (counted) : (size) <= (counted), #counted)
SAME(sizeof(CallInfo), ALEA__SIZE_CALL);
SAME(sizeof(Labeldesc), ALEA__SIZE_LABEL);
SAME(sizeof(LocVar), ALEA__SIZE_LOCAL);
SAME(sizeof(Proto), ALEA__SIZE_PROTOTYPE);
SAME(sizeof(Table), ALEA__SIZE_TABLE);
SAME(sizeof(UpVal), ALEA__SIZE_UPVALUE);
SAME(sizeof(Upvaldesc), ALEA__SIZE_CAPTURED);
SAME(offsetof(CClosure, upvalue), ALEA__SIZE_CLOSURE);
SAME(offsetof(LClosure, upvals), ALEA__SIZE_CLOSURE);
SAME(offsetof(TString, contents), ALEA__SIZE_TEXT);
SAME(offsetof(Udata0, bindata), ALEA__SIZE_USERDATA);
/* These have the same size everywhere. */
_Static_assert(sizeof(TValue) == 16 && sizeof(StackValue) == 16 && sizeof(Node) == 24 &&
                   sizeof(Vardesc) == 24,
               "values");

enum { STRING_HEADER = 64 };

int alea__lua_current_line(lua_State *L)
{
    lua_Debug at;
    for (int level = 0; level < 20 && lua_getstack(L, level, &at); level++)
        if (lua_getinfo(L, "l", &at) && at.currentline > 0) return at.currentline;
    return 0;
}

uint64_t alea__lua_toil_limit(const alea__lua *lua)
{
    return 16 * lua->limits.instructions + 8 * lua->limits.memory;
}

/* The header of each block. Its size keeps blocks aligned. */
typedef union memory_head {
    uint64_t number; /* for a table or function, its number in the order of creation; 0: another block */
    max_align_t aligned;
} memory_head;

uint64_t alea__lua_number(const void *object)
{
    const uint64_t number = ((const memory_head *)object)[-1].number;
    ALEA_ASSERT(number > 0);
    return number;
}

/* Finds the table by its number, because a new table may reuse the address of a collected one. */
int alea__lua_table_line(const alea__lua *lua, const void *table)
{
    const uint64_t number = alea__lua_number(table);
    for (size_t i = lua->places; i > 0; i--)
        if (lua->place[i - 1].table == number) return lua->place[i - 1].line;
    return 0;
}

static alea__refusal memory_refusal(const alea__lua *lua, size_t kind, size_t old, size_t size)
{
    if (!lua->calling || size <= old) return ALEA__NOT_REFUSED;
    if (kind == LUA_TSTRING && size > ALEA__LUA_STRING + STRING_HEADER) return ALEA__REFUSED_STRING;
    if (size - old > lua->limits.memory || lua->held > lua->limits.memory - (size - old))
        return ALEA__REFUSED_HEAP;
    return lua->toil > alea__lua_toil_limit(lua) ? ALEA__REFUSED_TOIL : ALEA__NOT_REFUSED;
}

/* Units of work; see lua_meter.c. The cost of a block includes the collector's work on it. */
enum {
    NEW_BLOCK = 8,
    BYTES_A_UNIT = 32, /* copied or cleared */
    NODE = 24,         /* bytes of a hash entry; each costs a unit when its table grows */
    CAPTURE = 24,      /* for each captured variable: Lua looks it up in a list of up to 200 */
    MOST_FAR = 12
};

/* Charges for a new or moved block. To replace a hash part, Lua counts all entries of the table's array, and then
   inserts every key again. */
static void memory_count(alea__lua *lua, size_t kind, const void *block, size_t size)
{
    uint64_t units = size / BYTES_A_UNIT;
    if (!block) units += NEW_BLOCK;
    if (kind == LUA_TFUNCTION && size > ALEA__SIZE_CLOSURE)
        units += CAPTURE * ((size - ALEA__SIZE_CLOSURE) / ALEA__SIZE_POINTER);
    if (kind == 0 && !block) units += size / NODE + lua->largest_array / (4 * BYTES_A_UNIT);
    lua->pending += units;
    const uint64_t far = lua->held >> 21;
    lua->far = far < MOST_FAR ? far : MOST_FAR;
}

/* Lua responds with a full collection and tries again; the collection's cost is proportional to the memory held. */
static void *memory_refuse(alea__lua *lua, alea__refusal reason)
{
    lua->pending += lua->held / 4;
    lua->refusal = reason;
    int line = lua->calling ? alea__lua_current_line(lua->state) : 0;
    if (line > 0) lua->line = line;
    lua->toil += 4 * lua->held;
    return NULL;
}

/* Records Lua's stack, the first block that is not an object. Later Lua resizes it, or (5.4.4) allocates a
   larger one and frees the old one immediately. */
static void memory_set_stack(alea__lua *lua, const void *block, size_t size)
{
    lua->stack = block;
    lua->stack_size = size;
}

static void memory_raise(size_t *most, size_t size)
{
    if (size > *most) *most = size;
}

/* Records a new or resized block and charges for it. Of the blocks that are not objects, hash parts are always
   allocated anew and arrays are resized; to make a hash part, Lua also scans the array of its table. */
static void memory_note(alea__lua *lua, size_t kind, const void *block, void *made, size_t size)
{
    lua->toil += size;
    memory_count(lua, kind, block, size);
    if (kind == LUA_TTABLE && lua->places < ALEA__LUA_PLACES && lua->calling)
        lua->place[lua->places++] =
            (alea__lua_place){alea__lua_number(made), alea__lua_current_line(lua->state)};
    if (kind != 0) return;
    if (!lua->stack || (block && block == lua->stack)) memory_set_stack(lua, made, size);
    if (!block) {
        lua->newest = made;
        lua->newest_size = size;
        lua->largest_hash_before = lua->largest_hash;
    }
    memory_raise(block ? &lua->largest_array : &lua->largest_hash, size);
    if (!block) lua->toil += lua->largest_array / 16;
}

/* Charges for growing a table, which is slow if many of its keys have the same hash. Returns false if the cost
   exceeds the remaining fuel. */
static bool memory_may_grow(alea__lua *lua, size_t kind, const void *block, size_t size)
{
    if (!lua->growing || kind != 0 || block || size % NODE != 0) return true;
    const uint64_t units = alea__lua_growth_cost(lua, size / NODE),
                   left = lua->limits.instructions - lua->used;
    if (units > left) lua->why = ALEA_FUEL;
    lua->pending += units;
    return units <= left;
}

/* ---- blocks ---- */

static void *memory_resize(alea__lua *lua, size_t kind, void *block, size_t old, size_t size)
{
    const bool object = !block && (kind == LUA_TTABLE || kind == LUA_TFUNCTION);
    memory_head *head = block ? (memory_head *)block - 1 : NULL;
    memory_head *made = lua->restorable
                            ? alea__pool_resize(&lua->pool, head, sizeof *head + old, sizeof *head + size)
                            : alea__resize(head, sizeof *head + size);
    if (!made) return NULL;
    if (!block) made->number = object ? ++lua->objects : 0;
    return made + 1;
}

static void memory_return(alea__lua *lua, void *block, size_t size)
{
    memory_head *head = (memory_head *)block - 1;
    if (lua->restorable)
        alea__pool_return(&lua->pool, head, sizeof *head + size);
    else
        alea__free(head);
}

/* Lua's allocator (manual, lua_Alloc): for a new block, `old` is the kind of object that it is for. */
void *alea__lua_allocate(void *user, void *block, size_t old, size_t size)
{
    alea__lua *lua = user;
    size_t kind = block ? 0 : old;
    if (!block) old = 0;
    ALEA_ASSERT(old <= lua->held);
    if (size == 0) {
        lua->held -= old;
        if (block && block == lua->stack) {
            memory_set_stack(lua, lua->newest, lua->newest_size);
            lua->largest_hash = lua->largest_hash_before; /* the newest block was not a hash part */
        }
        if (block) memory_return(lua, block, old);
        return NULL;
    }
    alea__refusal reason = memory_refusal(lua, kind, old, size);
    if (reason == ALEA__NOT_REFUSED && !memory_may_grow(lua, kind, block, size)) reason = ALEA__REFUSED_TOIL;
    if (reason != ALEA__NOT_REFUSED) return memory_refuse(lua, reason);
    void *made = memory_resize(lua, kind, block, old, size);
    if (!made && size <= old) made = block; /* Lua relies on blocks being able to shrink */
    if (!made) {
        lua->exhausted = true;
        return memory_refuse(lua, ALEA__REFUSED_REALLY);
    }
    lua->held = lua->held + size - old; /* the difference alone may be negative */
    memory_note(lua, kind, block, made, size);
    return made;
}
