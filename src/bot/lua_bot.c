/* Bots written in Lua. A file returns `decide`, a function of the view, or a table of functions, which docs/write-a-bot.md
   describes. Each instance has its own Lua state. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "bot/bot.h"
#include "bot/lua_saved.h"
#include "bot/messages.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <string.h>

/* An instruction of Lua does the work of about forty of WebAssembly, in which fuel is counted. */
enum { FUEL_PER_INSTRUCTION = 40 };

enum { LARGEST_FILE = 4 << 20 };

/* For what a bot knows, which may have millions of entries: about ten seconds. */
#define SAVING_INSTRUCTIONS UINT64_C(2500000000)

/* The functions that a bot may define. */
typedef enum lua_function { DECIDE, GAME_START, ROLLED, MOVED, GAME_END, SAVE, LOAD, FUNCTIONS } lua_function;
#define LUA_BOT_FUNCTIONS "decide, game_start, rolled, moved, game_end, save, load"
static const char *const lua_function_name[FUNCTIONS] = {"decide",   "game_start", "rolled", "moved",
                                                         "game_end", "save",       "load"};

typedef struct lua_bot {
    alea_bot base;
    char *file;
    unsigned char *text;
    size_t size;
    alea__lua_limits limits;
    bool (*stopped)(void *user); /* of the sandbox's options; may be NULL */
    void *user;
    bool has[FUNCTIONS];
    char what[200];
} lua_bot;

typedef struct lua_instance {
    const lua_bot *bot;
    alea__lua *lua;
    bool restored; /* before each question */
    bool asked;    /* since the file was loaded, or its state put back */
    bool begun;    /* a game: there are random numbers */
    bool paused;
    uint64_t seed;
    alea__stream chance;
    alea__decision failed; /* in an event; the next decision reports it */
} lua_instance;

/* Passed through Lua's stack to lua_bot_ask and back. */
typedef struct lua_question {
    const lua_instance *instance;
    const alea_state *state;
    uint32_t move;
    char why[256];
} lua_question;

/* What the file's result says about the bot. */
typedef struct lua_traits {
    char name[64]; /* that it gives itself; may be empty */
    alea_memory memory;
    bool has[FUNCTIONS];
    lua_instance *instance; /* NULL: the file is only read */
} lua_traits;

/* Keys of the registry: numbers, since what looking for an address costs would depend on it. The functions follow the first. */
enum { FUNCTION_KEY = 100, INSTANCE_KEY = 120 };

/* Lua raises its errors through every C function that is not inside a protected call, and making a table or a
   string can raise one. So only the functions below, called by alea__lua_call, touch a bot's stack. */

/* ---- the file's result ---- */

static alea_memory lua_bot_read_memory(lua_State *L)
{
    static const char *const names[] = {"position", "game", "match"};
    const int type = lua_getfield(L, 1, "memory");
    if (type == LUA_TNIL) return ALEA_MEMORY_UNDECLARED;
    for (int i = 0; i < 3 && type == LUA_TSTRING; i++)
        if (strcmp(lua_tostring(L, -1), names[i]) == 0) return (alea_memory)(ALEA_MEMORY_POSITION + i);
    return (alea_memory)luaL_error(L, BOT_LUA_WRONG_MEMORY);
}

/* Refuses what the bot would define in vain: an event without a memory, knowledge that ends with the game, a name that is none. */
static void lua_bot_check_table(lua_State *L, const lua_traits *t)
{
    for (int i = GAME_START; i < FUNCTIONS; i++) {
        if (!t->has[i]) continue;
        if (t->memory < ALEA_MEMORY_GAME) luaL_error(L, BOT_LUA_NO_MEMORY, lua_function_name[i]);
        if (t->memory < ALEA_MEMORY_MATCH && i >= SAVE) luaL_error(L, BOT_LUA_NO_MATCH, lua_function_name[i]);
    }
    if (t->has[SAVE] != t->has[LOAD]) luaL_error(L, BOT_LUA_ONE_WAY);
    if (t->memory == ALEA_MEMORY_UNDECLARED) return;
    lua_pushnil(L);
    for (; lua_next(L, 1); lua_pop(L, 1)) {
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "[…]";
        bool known = strcmp(key, "name") == 0 || strcmp(key, "memory") == 0;
        for (int i = 0; i < FUNCTIONS; i++) known |= strcmp(key, lua_function_name[i]) == 0;
        if (!known) luaL_error(L, BOT_LUA_UNKNOWN, key, LUA_BOT_FUNCTIONS);
    }
}

/* The value that the file returned is argument 1; the place for what it says is argument 2. */
static int lua_bot_adopt(lua_State *L)
{
    lua_traits *t = lua_touserdata(L, 2);
    lua_pushlightuserdata(L, t->instance);
    lua_rawseti(L, LUA_REGISTRYINDEX, INSTANCE_KEY);
    lua_settop(L, 1);
    if (lua_isfunction(L, 1)) {
        t->has[DECIDE] = true;
        lua_rawseti(L, LUA_REGISTRYINDEX, FUNCTION_KEY + DECIDE);
        return 0;
    }
    if (!lua_istable(L, 1)) return luaL_error(L, BOT_LUA_WRONG_RESULT, luaL_typename(L, 1));
    int type = lua_getfield(L, 1, "name");
    if (type != LUA_TNIL && type != LUA_TSTRING)
        return luaL_error(L, BOT_LUA_WRONG_NAME, luaL_typename(L, -1));
    if (type == LUA_TSTRING)
        alea__printable(t->name, sizeof t->name, lua_tostring(L, -1), strlen(lua_tostring(L, -1)));
    t->memory = lua_bot_read_memory(L);
    for (int i = 0; i < FUNCTIONS; i++) {
        type = lua_getfield(L, 1, lua_function_name[i]);
        if (type != LUA_TFUNCTION && (type != LUA_TNIL || i == DECIDE))
            return luaL_error(L, BOT_LUA_WRONG_FUNCTION, lua_function_name[i], luaL_typename(L, -1));
        t->has[i] = type == LUA_TFUNCTION;
        lua_rawseti(L, LUA_REGISTRYINDEX, FUNCTION_KEY + i);
    }
    lua_bot_check_table(L, t);
    return 0;
}

/* ---- questions and events ---- */

/* random(): a number from 0 to below 1; random(n): a whole number from 1 to n. */
static int lua_bot_random(lua_State *L)
{
    lua_settop(L, 1); /* nil, if nothing was passed */
    lua_rawgeti(L, LUA_REGISTRYINDEX, INSTANCE_KEY);
    lua_instance *instance = lua_touserdata(L, -1);
    if (!instance || !instance->begun || instance->bot->base.memory < ALEA_MEMORY_GAME)
        return luaL_error(L, BOT_LUA_CHANCE);
    if (instance->paused) return luaL_error(L, BOT_LUA_FROZEN);
    if (lua_isnil(L, 1)) {
        const uint64_t high = alea__next_word(&instance->chance) >> 5,
                       low = alea__next_word(&instance->chance) >> 6;
        lua_pushnumber(L, (double)(high << 26 | low) / 9007199254740992.0); /* 2^53 */
        return 1;
    }
    int is_whole;
    const lua_Integer limit = lua_tointegerx(L, 1, &is_whole);
    if (!is_whole || limit < 1 || limit > UINT32_MAX) return luaL_error(L, BOT_LUA_LIMIT);
    lua_pushinteger(L, 1 + (lua_Integer)alea__draw_below(&instance->chance, (uint32_t)limit));
    return 1;
}

static int lua_bot_ask(lua_State *L)
{
    lua_question *q = lua_touserdata(L, 1);
    const bool remembers = q->instance->bot->base.memory >= ALEA_MEMORY_GAME;
    const alea_game *game = q->instance->bot->base.game;
    lua_rawgeti(L, LUA_REGISTRYINDEX, FUNCTION_KEY + DECIDE);
    game->family->text->push_view(game->rules, q->state, L);
    if (remembers) lua_pushboolean(L, q->instance->paused);
    lua_call(L, remembers ? 2 : 1, 1);
    q->move = game->family->text->lua_answer(game->rules, q->state, L, q->why, sizeof q->why);
    return 0;
}

/* What is passed to a function other than `decide`. */
typedef struct lua_message {
    const lua_instance *instance;
    lua_function function;
    const alea__event *event;
    uint64_t number; /* of the game that starts */
    unsigned seat;
    const void *data; /* of `load` */
    size_t size;
    alea__text *saved;
} lua_message;

static void lua_bot_push_list(lua_State *L, const int64_t *value, unsigned count)
{
    lua_createtable(L, (int)count, 0);
    for (unsigned i = 0; i < count; i++) {
        lua_pushinteger(L, value[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

static void lua_bot_push_start(lua_State *L, const lua_message *m)
{
    const alea_game *game = m->instance->bot->base.game;
    lua_createtable(L, 0, 5);
    alea__lua_set_integer(L, "number", (lua_Integer)m->number);
    alea__lua_set_integer(L, "seat", m->seat);
    alea__lua_set_integer(L, "players", game->players);
    lua_pushstring(L, game->name);
    lua_setfield(L, -2, "game");
    lua_pushstring(L, game->spec);
    lua_setfield(L, -2, "spec");
}

/* Pushes the result: winner, scores and money by seat, and whether a limit stopped the game. */
static void lua_bot_push_end(lua_State *L, const lua_message *m)
{
    const alea_outcome *o = m->event->outcome;
    const unsigned players = m->instance->bot->base.game->players;
    lua_createtable(L, 0, 4);
    if (o->winner >= 0) alea__lua_set_integer(L, "winner", o->winner);
    lua_bot_push_list(L, o->score, players);
    lua_setfield(L, -2, "scores");
    lua_bot_push_list(L, o->money, players);
    lua_setfield(L, -2, "money");
    lua_pushboolean(L, o->unfinished);
    lua_setfield(L, -2, "unfinished");
}

/* Pushes seat and dice, or seat and the name of the move, which is nil if the seat forfeits. */
static void lua_bot_push_event(lua_State *L, const lua_message *m)
{
    const alea_game *game = m->instance->bot->base.game;
    const alea__event *e = m->event;
    int64_t face[16];
    lua_pushinteger(L, e->seat);
    if (e->kind == ALEA__ROLLED) {
        for (unsigned i = 0; i < e->count; i++) face[i] = e->faces[i];
        lua_bot_push_list(L, face, e->count);
    } else if (e->move == ALEA__NO_MOVE) {
        lua_pushnil(L);
    } else {
        lua_pushstring(L, game->family->play->move_name(game->rules, e->move));
    }
}

/* Calls one of the bot's functions. */
static int lua_bot_pass(lua_State *L)
{
    const lua_message *m = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, FUNCTION_KEY + m->function);
    const int base = lua_gettop(L);
    switch (m->function) {
    case GAME_START: lua_bot_push_start(L, m); break;
    case GAME_END: lua_bot_push_end(L, m); break;
    case ROLLED:
    case MOVED: lua_bot_push_event(L, m); break;
    case LOAD: alea__lua_read_value(L, m->data, m->size); break;
    default: break;
    }
    lua_call(L, lua_gettop(L) - base, m->function == SAVE ? 1 : 0);
    if (m->function == SAVE) alea__lua_write_value(L, -1, m->saved);
    return 0;
}

/* ---- instances ---- */

/* Makes a Lua state and runs the file in it, which leaves its functions in the registry. */
static alea_status lua_bot_load(const lua_bot *bot, bool restorable, lua_traits *traits, alea__lua **out,
                                alea_error *error)
{
    static const luaL_Reg words[] = {{"random", lua_bot_random}, {NULL, NULL}};
    alea__lua *lua;
    const alea__lua_program program = {.file = bot->file,
                                       .text = bot->text,
                                       .size = bot->size,
                                       .words = words,
                                       .limits = &bot->limits,
                                       .failure = ALEA_E_BOT,
                                       .stopped = bot->stopped,
                                       .user = bot->user,
                                       .restorable = restorable};
    alea_status status = alea__lua_open(&program, &lua, error);
    if (status != ALEA_OK) return status;
    lua_State *L = alea__lua_state(lua);
    ALEA_ASSERT(lua_gettop(L) == 1); /* the file's result */
    lua_pushcfunction(L, lua_bot_adopt);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, traits);
    status = alea__lua_call(lua, 2, 0, NULL, error);
    if (status == ALEA_OK && restorable) status = alea__lua_keep(lua, error);
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
    lua_instance *instance = alea__alloc(sizeof *instance);
    if (!instance) return alea__out_of_memory(error);
    instance->bot = (const lua_bot *)opaque;
    instance->restored = id->restored;
    instance->seed = id->seed;
    lua_traits traits = {.instance = instance};
    const bool restorable = id->restored || opaque->memory >= ALEA_MEMORY_GAME;
    alea_status status = lua_bot_load(instance->bot, restorable, &traits, &instance->lua, error);
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

/* Passes a message to the bot, if it has a function for it. Its errors count at its next decision. */
static void lua_bot_tell(lua_instance *instance, lua_message *m)
{
    alea_error error;
    alea_failure why = ALEA_TRAP;
    char text[sizeof error.message + 20];
    lua_State *L = alea__lua_state(instance->lua);
    if (!instance->bot->has[m->function] || instance->failed.failure) return;
    m->instance = instance;
    lua_pushcfunction(L, lua_bot_pass);
    lua_pushlightuserdata(L, m);
    const alea_status status = alea__lua_call(instance->lua, 1, 0, &why, &error);
    instance->failed.fuel += FUEL_PER_INSTRUCTION * alea__lua_used(instance->lua);
    if (status == ALEA_OK) return;
    instance->failed.exhausted = status == ALEA_E_MEMORY;
    snprintf(text, sizeof text, BOT_LUA_EVENT, lua_function_name[m->function], error.message);
    lua_bot_fail(instance->bot, &instance->failed, why, text);
}

/* A bot that remembers a game only is put back to its start. */
static void lua_bot_begin_game(alea__instance *opaque, uint64_t game, unsigned seat)
{
    lua_instance *instance = (lua_instance *)opaque;
    const alea_memory memory = instance->bot->base.memory;
    if (memory < ALEA_MEMORY_GAME) return;
    if (memory == ALEA_MEMORY_GAME && instance->begun) alea__lua_restore(instance->lua);
    instance->begun = true;
    alea__stream_start(&instance->chance, instance->seed, 0, ALEA__SEAT + seat, game);
    lua_bot_tell(instance, &(lua_message){.function = GAME_START, .number = game, .seat = seat});
}

static void lua_bot_receive(alea__instance *instance, const alea__event *event)
{
    static const lua_function function[] = {
        [ALEA__ROLLED] = ROLLED, [ALEA__MOVED] = MOVED, [ALEA__ENDED] = GAME_END};
    lua_bot_tell((lua_instance *)instance, &(lua_message){.function = function[event->kind], .event = event});
}

/* ---- what it has learned ---- */

static alea_status lua_bot_pause(alea__instance *opaque, bool paused, alea_error *error)
{
    lua_instance *instance = (lua_instance *)opaque;
    const bool begun = instance->begun;
    instance->paused = paused;
    instance->begun = true;
    if (paused) return alea__lua_keep(instance->lua, error);
    alea__lua_restore(instance->lua);
    instance->begun = begun;
    return ALEA_OK;
}

/* Calls `save` or `load`, which may take longer than a decision. */
static alea_status lua_bot_call(alea__instance *opaque, lua_message *m, alea_error *error)
{
    lua_instance *instance = (lua_instance *)opaque;
    lua_State *L = alea__lua_state(instance->lua);
    m->instance = instance;
    const uint64_t allowed = alea__lua_allow(instance->lua, SAVING_INSTRUCTIONS);
    lua_pushcfunction(L, lua_bot_pass);
    lua_pushlightuserdata(L, m);
    alea_status status = alea__lua_call(instance->lua, 1, 0, NULL, error);
    alea__lua_allow(instance->lua, allowed);
    return status;
}

static alea_status lua_bot_save(alea__instance *instance, alea__text *out, alea_error *error)
{
    alea_status status = lua_bot_call(instance, &(lua_message){.function = SAVE, .saved = out}, error);
    return status == ALEA_OK && out->failed ? alea__out_of_memory(error) : status;
}

static alea_status lua_bot_take_back(alea__instance *instance, const void *data, size_t size,
                                     alea_error *error)
{
    return lua_bot_call(instance, &(lua_message){.function = LOAD, .data = data, .size = size}, error);
}

/* ---- decisions ---- */

/* Asks for one move. Every error of the bot is its failure and never ends the program. */
static void lua_bot_decide(alea__instance *opaque, const alea_state *state, alea__decision *out)
{
    lua_instance *instance = (lua_instance *)opaque;
    const uint64_t fuel = instance->failed.fuel; /* of the events since the last decision */
    instance->failed.fuel = 0;
    if (instance->failed.failure) {
        *out = instance->failed;
        return;
    }
    if (instance->restored && instance->asked) alea__lua_restore(instance->lua);
    instance->asked = true;
    lua_State *L = alea__lua_state(instance->lua);
    lua_question q = {.instance = instance, .state = state, .move = ALEA__NO_MOVE};
    alea_failure why = ALEA_TRAP;
    alea_error error;
    const int top = lua_gettop(L);
    lua_pushcfunction(L, lua_bot_ask);
    lua_pushlightuserdata(L, &q);
    alea_status status = alea__lua_call(instance->lua, 1, 0, &why, &error);
    ALEA_ASSERT(lua_gettop(L) == top);
    out->move = q.move;
    out->fuel = fuel + FUEL_PER_INSTRUCTION * alea__lua_used(instance->lua);
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

#define LUA_BOT_OPS                                                                   \
    .kind = "lua", .free = lua_bot_free, .start = lua_bot_start, .end = lua_bot_end,  \
    .begin_game = lua_bot_begin_game, .decide = lua_bot_decide, .what = lua_bot_what, \
    .source = lua_bot_source
static const alea__bot_ops lua_bot_ops = {LUA_BOT_OPS, .restores = true};
/* For bots that remember a game or a match. */
static const alea__bot_ops lua_follower_ops = {LUA_BOT_OPS, .receive = lua_bot_receive,
                                               .pause = lua_bot_pause, .save = lua_bot_save,
                                               .load = lua_bot_take_back};

/* Runs the file once, so that its mistakes are reported before the first game. */
static alea_status lua_bot_check(lua_bot *bot, const char *file, alea_error *error)
{
    alea__lua *lua;
    lua_traits traits = {.name = ""};
    bot->file = alea__copy_text(file);
    if (!bot->file) return alea__out_of_memory(error);
    if (bot->size == 0) return alea__fail_at(error, ALEA_E_BOT, file, 0, BOT_LUA_EMPTY);
    alea_status status = lua_bot_load(bot, false, &traits, &lua, error);
    if (status != ALEA_OK) return status;
    alea__lua_close(lua);
    memcpy(bot->base.title, traits.name, sizeof traits.name);
    memcpy(bot->has, traits.has, sizeof traits.has);
    bot->base.memory = traits.memory;
    bot->base.saves = traits.has[SAVE];
    if (traits.memory >= ALEA_MEMORY_GAME) bot->base.ops = &lua_follower_ops;
    snprintf(bot->what, sizeof bot->what, *traits.name ? "A Lua bot that calls itself \"%s\"." : "A Lua bot.",
             traits.name);
    return traits.memory == ALEA_MEMORY_POSITION ? alea_bot_declare_pure(&bot->base, error) : ALEA_OK;
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
