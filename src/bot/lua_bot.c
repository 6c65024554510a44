/* Bots written in Lua. A file returns `decide`, a function of the view, or a table { name =, decide = }. Each
   instance has its own Lua state, so a bot's globals live for one block. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "bot/bot.h"
#include "bot/messages.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <string.h>

/* An instruction of Lua does the work of about forty of WebAssembly, in which fuel is counted. */
enum { FUEL_PER_INSTRUCTION = 40 };

enum { LARGEST_FILE = 4 << 20 };

typedef struct lua_bot {
    alea_bot base;
    char *file;
    unsigned char *text;
    size_t size;
    alea__lua_limits limits;
    bool (*stopped)(void *user); /* of the sandbox's options; may be NULL */
    void *user;
    char what[200];
} lua_bot;

typedef struct lua_instance {
    const lua_bot *bot;
    alea__lua *lua;
    bool restored; /* before each question */
    bool asked;    /* since the file was loaded, or its state put back */
} lua_instance;

/* Passed through Lua's stack to lua_bot_ask and back. */
typedef struct lua_question {
    const alea_game *game;
    const alea_state *state;
    uint32_t move;
    char why[256];
} lua_question;

/* The registry's key of `decide`: a number, since what looking for an address costs would depend on it. */
enum { DECIDE_KEY = 100 };

/* Lua raises its errors through every C function that is not inside a protected call, and making a table or a
   string can raise one. So only the functions below, called by alea__lua_call, touch a bot's stack. */

/* The value that the file returned is argument 1; the place for its name is argument 2. */
static int lua_bot_adopt(lua_State *L)
{
    char *name = lua_touserdata(L, 2);
    lua_settop(L, 1);
    if (lua_istable(L, 1)) {
        int type = lua_getfield(L, 1, "name");
        if (type != LUA_TNIL && type != LUA_TSTRING)
            return luaL_error(L, BOT_LUA_WRONG_NAME, luaL_typename(L, -1));
        if (type == LUA_TSTRING) alea__printable(name, 64, lua_tostring(L, -1), strlen(lua_tostring(L, -1)));
        if (lua_getfield(L, 1, "decide") != LUA_TFUNCTION)
            return luaL_error(L, BOT_LUA_WRONG_DECIDE, luaL_typename(L, -1));
    } else if (!lua_isfunction(L, 1)) {
        return luaL_error(L, BOT_LUA_WRONG_RESULT, luaL_typename(L, 1));
    }
    lua_rawseti(L, LUA_REGISTRYINDEX, DECIDE_KEY);
    return 0;
}

static int lua_bot_ask(lua_State *L)
{
    lua_question *q = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, DECIDE_KEY);
    q->game->family->text->push_view(q->game->rules, q->state, L);
    lua_call(L, 1, 1);
    q->move = q->game->family->text->lua_answer(q->game->rules, q->state, L, q->why, sizeof q->why);
    return 0;
}

/* Makes a Lua state and runs the file in it, which leaves `decide` in the registry. `name` receives the name that the bot gives
   itself. */
static alea_status lua_bot_load(const lua_bot *bot, bool restored, char name[64], alea__lua **out,
                                alea_error *error)
{
    alea__lua *lua;
    const alea__lua_program program = {.file = bot->file,
                                       .text = bot->text,
                                       .size = bot->size,
                                       .limits = &bot->limits,
                                       .failure = ALEA_E_BOT,
                                       .stopped = bot->stopped,
                                       .user = bot->user,
                                       .restorable = restored};
    alea_status status = alea__lua_open(&program, &lua, error);
    if (status != ALEA_OK) return status;
    lua_State *L = alea__lua_state(lua);
    ALEA_ASSERT(lua_gettop(L) == 1); /* the file's result */
    lua_pushcfunction(L, lua_bot_adopt);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, name);
    status = alea__lua_call(lua, 2, 0, NULL, error);
    if (status == ALEA_OK && restored) status = alea__lua_keep(lua, error);
    if (status != ALEA_OK)
        alea__lua_close(lua);
    else
        *out = lua;
    return status;
}

/* Each instance loads the file. */
static alea_status lua_bot_start(alea_bot *opaque, const alea__instance_id *id, alea__instance **out,
                                 alea_error *error)
{
    char name[64]; /* the other fields of `id` do not matter: Lua bots have no random numbers */
    lua_instance *instance = alea__alloc(sizeof *instance);
    if (!instance) return alea__out_of_memory(error);
    instance->bot = (const lua_bot *)opaque;
    instance->restored = id->restored;
    alea_status status = lua_bot_load(instance->bot, id->restored, name, &instance->lua, error);
    if (status != ALEA_OK)
        alea__free(instance);
    else
        *out = (alea__instance *)instance;
    return status;
}

static void lua_bot_end(alea__instance *opaque)
{
    lua_instance *instance = (lua_instance *)opaque;
    alea__lua_close(instance->lua);
    alea__free(instance);
}

static void lua_bot_begin_game(alea__instance *instance, uint64_t game, unsigned seat)
{
    (void)instance, (void)game, (void)seat;
}

/* Leaves the folders of the file out of a text that would be cut off. */
static void lua_bot_fail(const lua_bot *bot, alea__decision *out, alea_failure failure, const char *text)
{
    const char *name = strrchr(bot->file, '/');
    const bool long_path =
        name && strlen(text) >= sizeof out->text && strncmp(text, bot->file, strlen(bot->file)) == 0;
    out->failure = failure;
    if (long_path) text += name + 1 - bot->file;
    alea__printable(out->text, sizeof out->text, text, strlen(text));
}

/* Asks for one move. Every error of the bot is its failure and never ends the program. */
static void lua_bot_decide(alea__instance *opaque, const alea_state *state, alea__decision *out)
{
    lua_instance *instance = (lua_instance *)opaque;
    if (instance->restored && instance->asked) alea__lua_restore(instance->lua);
    instance->asked = true;
    lua_State *L = alea__lua_state(instance->lua);
    lua_question q = {.game = instance->bot->base.game, .state = state, .move = ALEA__NO_MOVE};
    alea_failure why = ALEA_TRAP;
    alea_error error;
    const int top = lua_gettop(L);
    lua_pushcfunction(L, lua_bot_ask);
    lua_pushlightuserdata(L, &q);
    alea_status status = alea__lua_call(instance->lua, 1, 0, &why, &error);
    ALEA_ASSERT(lua_gettop(L) == top);
    out->move = q.move;
    out->fuel = FUEL_PER_INSTRUCTION * alea__lua_used(instance->lua);
    out->exhausted = status == ALEA_E_MEMORY;
    if (status != ALEA_OK)
        lua_bot_fail(instance->bot, out, why, error.message);
    else if (q.move == ALEA__NO_MOVE)
        lua_bot_fail(instance->bot, out, ALEA_ILLEGAL, q.why);
}

static void lua_bot_free(alea_bot *opaque)
{
    lua_bot *bot = (lua_bot *)opaque;
    alea__free(bot->text);
    alea__free(bot->file);
    alea__free(bot->base.name);
    alea__free(bot);
}

static const char *lua_bot_what(const alea_bot *bot, const char *const **imports)
{
    (void)imports;
    return ((const lua_bot *)bot)->what;
}

/* The options from which lua_bot_limits makes this bot's limits. */
static void lua_bot_source(const alea_bot *opaque, alea__bot_source *out)
{
    const lua_bot *bot = (const lua_bot *)opaque;
    *out = (alea__bot_source){.text = {bot->file, bot->text, bot->size},
                              .fuel = bot->limits.instructions * FUEL_PER_INSTRUCTION,
                              .memory = bot->limits.memory};
}

static const alea__bot_ops lua_bot_ops = {
    .kind = "lua",
    .free = lua_bot_free,
    .start = lua_bot_start,
    .end = lua_bot_end,
    .begin_game = lua_bot_begin_game,
    .decide = lua_bot_decide,
    .what = lua_bot_what,
    .source = lua_bot_source,
    .restores = true,
};

/* Runs the file once, so that its mistakes are reported before the first game. */
static alea_status lua_bot_check(lua_bot *bot, const char *file, alea_error *error)
{
    alea__lua *lua;
    char *name = bot->base.title;
    bot->file = alea__copy_text(file);
    if (!bot->file) return alea__out_of_memory(error);
    if (bot->size == 0) return alea__fail_at(error, ALEA_E_BOT, file, 0, BOT_LUA_EMPTY);
    alea_status status = lua_bot_load(bot, false, name, &lua, error);
    if (status != ALEA_OK) return status;
    alea__lua_close(lua);
    if (*name)
        snprintf(bot->what, sizeof bot->what, "A Lua bot that calls itself \"%s\".", name);
    else
        snprintf(bot->what, sizeof bot->what, "A Lua bot.");
    return ALEA_OK;
}

/* `options` may be NULL. At least one instruction is allowed, because zero means the host's default. By default a Lua bot
   gets less memory than others: filling it takes time, and a bot that fails does it 16 times a block. */
static alea__lua_limits lua_bot_limits(const alea_sandbox_options *options)
{
    const uint64_t fuel = options && options->fuel ? options->fuel : ALEA_DEFAULT_FUEL;
    const uint64_t memory = options && options->memory ? options->memory : ALEA_DEFAULT_MEMORY;
    return (alea__lua_limits){.instructions = fuel > FUEL_PER_INSTRUCTION ? fuel / FUEL_PER_INSTRUCTION : 1,
                              .memory = memory == ALEA_DEFAULT_MEMORY ? ALEA_DEFAULT_LUA_MEMORY : memory};
}

/* A bot without its text. `options` may be NULL. */
static lua_bot lua_bot_make(const alea_game *game, const alea_sandbox_options *options)
{
    lua_bot made = {.base = {.ops = &lua_bot_ops, .game = game}, .limits = lua_bot_limits(options)};
    if (options) {
        made.stopped = options->stopped;
        made.user = options->user;
    }
    return made;
}

/* Makes a bot from `made` and takes over its text, even on failure. */
static alea_status lua_bot_open_text(const lua_bot *made, const char *file, alea_bot **out, alea_error *error)
{
    lua_bot *bot = alea__alloc(sizeof *bot);
    if (!bot) {
        alea__free(made->text);
        return alea__out_of_memory(error);
    }
    *bot = *made;
    alea__bot_identify(&bot->base, bot->text, bot->size);
    alea_status status = lua_bot_check(bot, file, error);
    if (status != ALEA_OK)
        lua_bot_free(&bot->base);
    else
        *out = &bot->base;
    return status;
}

static alea_status lua_bot_check_family(const alea_game *game, alea_error *error)
{
    if (game->family->text->push_view && game->family->text->lua_answer) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, BOT_NO_LUA, game->family->name);
}

alea_status alea__lua_bot_open(const alea_game *game, const char *path, const alea_sandbox_options *options,
                               alea_bot **out, alea_error *error)
{
    lua_bot made = lua_bot_make(game, options);
    alea_status status = lua_bot_check_family(game, error);
    if (status == ALEA_OK) status = alea__read_file(path, LARGEST_FILE, &made.text, &made.size, error);
    return status == ALEA_OK ? lua_bot_open_text(&made, path, out, error) : status;
}

alea_status alea__lua_bot_read(const alea_game *game, const alea__bot_text *from,
                               const alea_sandbox_options *options, alea_bot **out, alea_error *error)
{
    lua_bot made = lua_bot_make(game, options);
    alea_status status = lua_bot_check_family(game, error);
    if (status != ALEA_OK) return status;
    made.size = from->size;
    made.text = alea__alloc(from->size + 1);
    if (!made.text) return alea__out_of_memory(error);
    if (from->size > 0) memcpy(made.text, from->data, from->size);
    return lua_bot_open_text(&made, from->file, out, error);
}
