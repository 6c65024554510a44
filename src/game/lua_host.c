#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "game/lua_inside.h"
#include "game/messages.h"

#include <lauxlib.h>
#include <string.h>

enum { DEFAULT_INSTRUCTIONS = 100000000, DEFAULT_MEMORY = 64 << 20 };

lua_State *alea__lua_state(alea__lua *lua)
{
    return lua->state;
}

const char *alea__lua_file(const alea__lua *lua)
{
    return lua->file;
}

uint64_t alea__lua_used(const alea__lua *lua)
{
    return lua->used;
}

/* ---- the budget ---- */

/* Parameters that a call sets for one unit. A function with `...` copies them, before Lua looks at its first instruction. */
enum { PARAMETERS_A_UNIT = 4 };

/* Runs when ALEA__LUA_GRAIN units are pending, and at every call. */
static void host_watch(lua_State *L, lua_Debug *event)
{
    if (event->event == LUA_HOOKCOUNT) {
        alea__lua_spend(L, 0);
        return;
    }
    alea__lua *lua = alea__lua_host(L);
    alea__lua_spend(L, ALEA__LUA_CALL + alea__lua_parameters(event) / PARAMETERS_A_UNIT);
    if (lua->stack_size > ALEA__LUA_STACK) {
        lua->why = ALEA_TRAP;
        luaL_error(L, "stack overflow");
    }
    if (lua_getlocal(L, event, -ALEA__LUA_EXTRA_ARGUMENTS - 1))
        luaL_error(L, GAME_LUA_ARGUMENTS, ALEA__LUA_EXTRA_ARGUMENTS);
}

/* ---- calling ---- */

static int host_note_place(lua_State *L)
{
    alea__lua_host(L)->line = alea__lua_current_line(L);
    return 1;
}

static void host_begin(alea__lua *lua)
{
    lua->used = lua->toil = lua->pending = lua->conditions = 0;
    lua->why = ALEA_NO_FAILURE;
    lua->refusal = ALEA__NOT_REFUSED;
    lua->growing = NULL;
    lua->line = 0;
    lua->calling = true;
    lua_sethook(lua->state, host_watch, LUA_MASKCOUNT | LUA_MASKCALL, 1);
}

/* Calls under the budget and in the plain locale; returns the result of lua_pcall, with the error value on the stack. */
static int host_call(alea__lua *lua, int arguments, int results)
{
    lua_State *L = lua->state;
    int handler = lua_gettop(L) - arguments;
    lua_pushcfunction(L, host_note_place);
    lua_insert(L, handler);
    host_begin(lua);
    locale_t before = uselocale(lua->plain);
    alea__lua *outer = alea__lua_meter(lua);
    int result = lua_pcall(L, arguments, results, handler);
    alea__lua_meter(outer);
    uselocale(before);
    lua->calling = false;
    const uint64_t left = lua->limits.instructions - lua->used;
    lua->used += lua->pending < left ? lua->pending : left;
    lua_remove(L, handler);
    return result;
}

alea_status alea__lua_call(alea__lua *lua, int arguments, int results, alea_failure *why, alea_error *error)
{
    lua_State *L = lua->state;
    ALEA_ASSERT(!lua->calling && lua_gettop(L) > arguments);
    if (why) *why = ALEA_NO_FAILURE;
    if (!lua_checkstack(L, 2)) {
        lua_pop(L, arguments + 1);
        return alea__out_of_memory(error);
    }
    const int below = lua_gettop(L) - arguments - 1;
    int result = host_call(lua, arguments, results);
    if (lua->exhausted) {
        if (why) *why = ALEA_NO_ROOM;
        lua_settop(L, below);
        return alea__out_of_memory(error);
    }
    if (result == LUA_OK) return ALEA_OK;
    alea_status status = alea__lua_say(lua, result, "", why, error);
    lua_pop(L, 1);
    return status;
}

void alea__lua_set_integer(lua_State *L, const char *name, lua_Integer value)
{
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

uint64_t alea__lua_allow(alea__lua *lua, uint64_t instructions)
{
    const uint64_t allowed = lua->limits.instructions;
    lua->limits.instructions = instructions;
    lua->used = 0;
    return allowed;
}

/* ---- keeping ---- */

alea_status alea__lua_keep(alea__lua *lua, alea_error *error)
{
    ALEA_ASSERT(lua->restorable && !lua->calling);
    alea__free(lua->kept);
    alea__free(lua->kept_host);
    lua->kept_host = alea__alloc(sizeof *lua);
    lua->kept = alea__pool_copy(&lua->pool);
    if (!lua->kept || !lua->kept_host) return alea__out_of_memory(error);
    *lua->kept_host = *lua;
    return ALEA_OK;
}

void alea__lua_restore(alea__lua *lua)
{
    const alea__pool now = lua->pool; /* it may have more pieces */
    ALEA_ASSERT(lua->kept && !lua->calling);
    *lua = *lua->kept_host;
    lua->pool = now;
    alea__pool_put_back(&lua->pool, &lua->kept_host->pool, lua->kept);
}

/* ---- opening ---- */

static int host_furnish(lua_State *L)
{
    const luaL_Reg *words = lua_touserdata(L, 1);
    alea__lua_push_globals(L);
    for (; words && words->name; words++) {
        lua_pushcfunction(L, words->func);
        lua_setfield(L, -2, words->name);
    }
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    return 0;
}

/* The rest of the source. */
typedef struct source_rest {
    const char *text;
    size_t size;
} source_rest;

/* Passes the source to Lua line by line, so that the line of any failure is known. */
static const char *host_next_line(lua_State *L, void *user, size_t *size)
{
    source_rest *left = user;
    const char *line = left->text, *end = left->size ? memchr(line, '\n', left->size) : NULL;
    *size = end ? (size_t)(end - line) + 1 : left->size;
    left->text += *size;
    left->size -= *size;
    if (*size) alea__lua_host(L)->line++;
    return line;
}

/* Reads the source in the plain locale, within the budget for reading. Returns the result of lua_load, with the chunk or
   the error value on the stack. Leaves the limits of calls unchanged. */
static int host_read(alea__lua *lua, size_t size)
{
    source_rest left = {lua->source, size};
    const alea__lua_limits limits = lua->limits;
    const uint64_t longest_chain = lua->longest_chain;
    lua->limits.instructions = ALEA__LUA_READING;
    host_begin(lua);
    locale_t before = uselocale(lua->plain);
    alea__lua *outer = alea__lua_meter(lua);
    int result = lua_load(lua->state, host_next_line, &left, "=" ALEA__LUA_CHUNK, "t");
    alea__lua_meter(outer);
    uselocale(before);
    lua->calling = false;
    lua->limits = limits;
    lua->used = lua->toil = lua->pending = 0;
    lua->longest_chain = longest_chain;
    return result;
}

/* Compiles the source; the chunk stays on the stack. */
static alea_status host_load(alea__lua *lua, size_t size, alea_error *error)
{
    const int result = host_read(lua, size);
    if (result == LUA_OK) return ALEA_OK;
    if (lua->why == ALEA_FUEL)
        return alea__fail_at(error, lua->failure, lua->file, lua->line, GAME_LUA_READING);
    return alea__lua_say(lua, result, GAME_LUA_SYNTAX, NULL, error);
}

static alea_status host_check_source(const alea__lua_program *program, alea_error *error)
{
    const unsigned char *text = program->text;
    if (program->size > ALEA__LUA_SOURCE)
        return alea__fail_at(error, program->failure, program->file, 0, GAME_LUA_TOO_LONG, program->size,
                             ALEA__LUA_SOURCE);
    alea_status status = alea__refuse_wide_text(program->file, text, program->size, program->failure, error);
    if (status != ALEA_OK) return status;
    if (program->size > 0 && text[0] == LUA_SIGNATURE[0])
        return alea__fail_at(error, program->failure, program->file, 1, GAME_LUA_COMPILED);
    return ALEA_OK;
}

/* The places of texts in tables, and so when tables grow and what that costs, depends on a seed, which Lua takes from the clock and
   from addresses. Here it depends on the program (FNV-1a), so that costs are the same every time. */
static uint32_t host_seed(const unsigned char *text, size_t size)
{
    uint32_t seed = UINT32_C(2166136261);
    for (size_t i = 0; i < size; i++) seed = (seed ^ text[i]) * UINT32_C(16777619);
    return seed;
}

/* Blanks a first line that begins with #, such as one that names the interpreter for Unix. */
static void host_blank_comment(char *source, size_t size)
{
    if (size == 0 || source[0] != '#') return;
    const char *end = memchr(source, '\n', size);
    memset(source, ' ', end ? (size_t)(end - source) : size);
}

/* Makes a host without its Lua state, which is NULL. Drops a byte order mark at the start of the text; `*size` becomes the
   remaining length. Without memory some parts are missing: host_start checks. */
static alea__lua *host_make(const alea__lua_program *program, size_t *size)
{
    alea__lua *lua = alea__alloc(sizeof *lua);
    if (!lua) return NULL;
    const unsigned char *text = program->text;
    const size_t skip = program->size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    *size = program->size - skip;
    lua->file = alea__copy_text(program->file);
    lua->source = alea__alloc(*size + 1);
    lua->source_size = *size;
    if (lua->source && *size) memcpy(lua->source, text + skip, *size);
    if (lua->source) host_blank_comment(lua->source, *size);
    lua->seed = host_seed(text + skip, *size);
    lua->failure = program->failure;
    lua->restorable = program->restorable;
    lua->place = alea__alloc_bare(ALEA__LUA_PLACES, sizeof *lua->place);
    if (program->limits) lua->limits = *program->limits;
    if (!lua->limits.instructions) lua->limits.instructions = DEFAULT_INSTRUCTIONS;
    if (!lua->limits.memory) lua->limits.memory = DEFAULT_MEMORY;
    if (lua->limits.memory > UINT64_C(1) << 40) lua->limits.memory = UINT64_C(1) << 40;
    if (lua->limits.instructions > UINT64_C(1) << 50) lua->limits.instructions = UINT64_C(1) << 50;
    lua->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return lua;
}

/* Reads the program and runs it, and polls for a stop meanwhile. */
static alea_status host_open(alea__lua *lua, const alea__lua_program *program, size_t size, alea_error *error)
{
    lua->stopped = program->stopped;
    lua->user = program->user;
    alea_status status = host_load(lua, size, error);
    if (status == ALEA_OK) status = alea__lua_call(lua, 0, 1, NULL, error);
    lua->stopped = NULL;
    return lua->was_stopped ? alea__fail(error, ALEA_E_STOPPED, GAME_LUA_STOPPED, lua->file) : status;
}

static alea_status host_start(alea__lua *lua, const luaL_Reg *words, alea_error *error)
{
    if (!lua->file || !lua->source || !lua->plain || !lua->place) return alea__out_of_memory(error);
    alea__lua *outer = alea__lua_meter(lua); /* for its seed */
    lua->state = lua_newstate(alea__lua_allocate, lua);
    alea__lua_meter(outer);
    if (!lua->state) return alea__out_of_memory(error);
    memcpy(lua_getextraspace(lua->state), &lua, sizeof lua);
    lua_pushcfunction(lua->state, host_furnish);
    lua_pushlightuserdata(lua->state, (void *)(uintptr_t)words);
    return lua_pcall(lua->state, 1, 0, 0) == LUA_OK ? ALEA_OK : alea__out_of_memory(error);
}

alea_status alea__lua_open(const alea__lua_program *program, alea__lua **out, alea_error *error)
{
    size_t size;
    alea_status status = host_check_source(program, error);
    if (status != ALEA_OK) return status;
    alea__lua *lua = host_make(program, &size);
    if (!lua) return alea__out_of_memory(error);
    status = host_start(lua, program->words, error);
    if (status == ALEA_OK) status = host_open(lua, program, size, error);
    ALEA_ASSERT(status != ALEA_OK || lua_gettop(lua->state) == 1);
    if (status != ALEA_OK) {
        alea__lua_close(lua);
        return status;
    }
    *out = lua;
    return ALEA_OK;
}

void alea__lua_close(alea__lua *lua)
{
    if (!lua) return;
    if (lua->state) lua_close(lua->state);
    if (lua->plain) freelocale(lua->plain);
    alea__pool_free(&lua->pool);
    alea__free(lua->kept);
    alea__free(lua->kept_host);
    alea__free(lua->file);
    alea__free(lua->source);
    alea__free(lua->place);
    alea__free(lua);
}
