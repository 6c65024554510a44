#include "bot/view_lua.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "bot/messages.h"
#include "game/lua_host.h"

#include <math.h>
#include <string.h>

enum { MOST_ANSWER = 200 }; /* limit for bytes of a text; all moves are shorter */

struct alea__view_lua {
    const alea_game *game;
    alea__lua *lua;
};

/* Data for the functions that Lua calls. */
typedef struct view_job {
    const alea_game *game;
    const alea_state *state;
    json_t *view; /* made here; NULL if memory ran out */
    const alea__view_answer *answer;
} view_job;

alea_status alea__view_lua_open(const alea_game *game, alea__view_lua **out, alea_error *error)
{
    static const char nothing[] = "return 0";
    const alea__lua_program program = {
        .file = "view", .text = nothing, .size = sizeof nothing - 1, .failure = ALEA_E_BOT};
    if (!game->family->text->push_view || !game->family->text->lua_answer)
        return alea__fail(error, ALEA_E_REFUSED, BOT_NO_VIEW, game->family->name);
    alea__view_lua *v = alea__alloc(sizeof *v);
    if (!v) return alea__out_of_memory(error);
    v->game = game;
    const alea_status status = alea__lua_open(&program, &v->lua, error);
    if (status == ALEA_OK)
        *out = v;
    else
        alea__free(v);
    return status;
}

void alea__view_lua_close(alea__view_lua *v)
{
    if (!v) return;
    alea__lua_close(v->lua);
    alea__free(v);
}

static json_t *view_value(lua_State *, int at);

/* Entries 1 to length of the table at `at`. NULL if memory runs out. */
static json_t *view_list(lua_State *L, int at, size_t length)
{
    json_t *list = json_array();
    for (size_t i = 1; i <= length; i++) {
        lua_rawgeti(L, at, (lua_Integer)i);
        if (json_array_append_new(list, view_value(L, lua_gettop(L))) != 0) {
            json_decref(list);
            list = NULL;
        }
        lua_pop(L, 1);
    }
    return list;
}

/* Tables of views are either lists or have names only; an empty one is a list, such as that of no other players. */
static json_t *view_table(lua_State *L, int at)
{
    const size_t length = lua_rawlen(L, at);
    if (length > 0) return view_list(L, at, length);
    json_t *object = json_object();
    bool empty = true;
    for (lua_pushnil(L); lua_next(L, at) != 0; lua_pop(L, 1)) {
        ALEA_ASSERT(lua_type(L, -2) == LUA_TSTRING);
        empty = false;
        if (json_object_set_new(object, lua_tostring(L, -2), view_value(L, lua_gettop(L))) != 0) {
            json_decref(object);
            object = NULL;
        }
    }
    if (!empty) return object;
    json_decref(object);
    return json_array();
}

/* The value at an index of the stack; NULL without memory. */
static json_t *view_value(lua_State *L, int at)
{
    switch (lua_type(L, at)) {
    case LUA_TBOOLEAN: return json_boolean(lua_toboolean(L, at));
    case LUA_TNUMBER:
        return lua_isinteger(L, at) ? json_integer(lua_tointeger(L, at)) : json_real(lua_tonumber(L, at));
    case LUA_TSTRING: return json_string(lua_tostring(L, at));
    case LUA_TTABLE: return view_table(L, at);
    default: return json_null();
    }
}

static int view_make(lua_State *L)
{
    view_job *job = lua_touserdata(L, 1);
    job->game->family->text->push_view(job->game->rules, job->state, L);
    job->view = view_value(L, lua_gettop(L));
    return 0;
}

alea_status alea__view_lua_make(alea__view_lua *v, const alea_state *state, json_t **out, alea_error *error)
{
    view_job job = {.game = v->game, .state = state};
    lua_State *L = alea__lua_state(v->lua);
    lua_pushcfunction(L, view_make);
    lua_pushlightuserdata(L, &job);
    const alea_status status = alea__lua_call(v->lua, 1, 0, NULL, error);
    *out = job.view;
    return status == ALEA_OK && !job.view ? alea__out_of_memory(error) : status;
}

alea_status alea__view_lua_write(alea__view_lua *v, const alea_state *state, alea__text *out,
                                 alea_error *error)
{
    json_t *view;
    const alea_status status = alea__view_lua_make(v, state, &view, error);
    if (status != ALEA_OK) return status;
    const bool made = json_dump_callback(view, alea__text_take_json, out, JSON_COMPACT | JSON_SORT_KEYS) == 0;
    json_decref(view);
    alea__text_add_bytes(out, "", 1);
    return made && !out->failed ? ALEA_OK : alea__out_of_memory(error);
}

/* Called by Lua: pushes the answer and has the family read it. Whole numbers of JavaScript are whole numbers of Lua. */
static int view_take(lua_State *L)
{
    const view_job *job = lua_touserdata(L, 1);
    const alea_outside_answer *a = job->answer->answer;
    switch (a->kind) {
    case ALEA_OUTSIDE_TRUTH: lua_pushboolean(L, a->number != 0); break;
    case ALEA_OUTSIDE_NUMBER:
        if (fabs(a->number) < 9007199254740992.0 && floor(a->number) == a->number)
            lua_pushinteger(L, (lua_Integer)a->number);
        else
            lua_pushnumber(L, a->number);
        break;
    case ALEA_OUTSIDE_TEXT: lua_pushlstring(L, a->text, strnlen(a->text, MOST_ANSWER)); break;
    default: lua_pushnil(L); break;
    }
    *job->answer->move = job->game->family->text->lua_answer(job->game->rules, job->state, L,
                                                             job->answer->why, job->answer->size);
    return 0;
}

alea_status alea__view_lua_take(alea__view_lua *v, const alea__view_answer *answer, alea_error *error)
{
    view_job job = {.game = v->game, .state = answer->state, .answer = answer};
    lua_State *L = alea__lua_state(v->lua);
    ALEA_ASSERT(answer->answer->kind != ALEA_OUTSIDE_FAILED);
    lua_pushcfunction(L, view_take);
    lua_pushlightuserdata(L, &job);
    return alea__lua_call(v->lua, 1, 0, NULL, error);
}
