/* Opens a game: finds, runs and reads its rule file, sets its parameters, and lets its family make tables of the rest. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "game/catalog.h"
#include "game/family.h"
#include "game/messages.h"
#include "game/narration.h"
#include "game/parameters.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20 };

/* Everything that lives while a game is opened. */
typedef struct game_opening {
    const alea__family *const *families;
    alea__spec spec;
    unsigned players;               /* requested number; 0: the rules decide */
    const alea__rule_file *given;   /* otherwise the spec names the file */
    alea__expected_rules *expected; /* NULL: any file is accepted */
    unsigned char *data;            /* the source, if it is not in the catalogue; the game takes it over */
    const unsigned char *source;
    size_t size;
    bool from_catalogue;
    luaL_Reg *words;
    alea__lua *lua;
    alea__reader top;          /* the table that the file returned */
    alea__parameter_list list; /* must outlive the Lua state, whose p refers to it */
    alea_game *game;
    alea_error *error;
} game_opening;

/* ---- the rule file ---- */

/* The source is part of the library and is not copied. */
static alea_status game_find_in_catalogue(game_opening *o)
{
    alea__text file = {0};
    const alea__rule_source *found;
    alea_status status = alea__catalog_find(o->spec.name, &found, o->error);
    if (status != ALEA_OK) return status;
    alea__text_add(&file, "rules/%s.lua", found->name);
    o->game->file = file.data;
    o->source = found->text;
    o->size = found->size;
    o->from_catalogue = true;
    return file.failed ? alea__out_of_memory(o->error) : ALEA_OK;
}

/* The source is a copy of the caller's text, or a file. */
static alea_status game_read_source(game_opening *o)
{
    o->game->file = alea__copy_text(o->spec.name);
    if (!o->game->file) return alea__out_of_memory(o->error);
    if (o->given) {
        o->size = o->given->size;
        o->source = o->data = alea__alloc(o->size + 1);
        if (!o->data) return alea__out_of_memory(o->error);
        if (o->size > 0) memcpy(o->data, o->given->text, o->size);
        return ALEA_OK;
    }
    alea_status status =
        o->expected ? alea__read_regular_file(o->spec.name, LARGEST_FILE, &o->data, &o->size, o->error)
                    : alea__read_file(o->spec.name, LARGEST_FILE, &o->data, &o->size, o->error);
    if (status == ALEA_OK) o->source = o->data;
    return status;
}

/* Computes the SHA-256 of the source, which must be the expected one. */
static alea_status game_check_source(game_opening *o)
{
    alea__sha256_hex(o->source, o->size, o->game->sha256);
    if (!o->expected || strcmp(o->expected->sha256, o->game->sha256) == 0) return ALEA_OK;
    memcpy(o->expected->found, o->game->sha256, sizeof o->expected->found);
    return alea__fail_at(o->error, ALEA_E_FILE, o->game->file, 0, GAME_OTHER_RULES);
}

/* ---- running it ---- */

const luaL_Reg alea__no_lua_functions[] = {{NULL, NULL}};

/* The words of all families, since a file names its family only when it has run. */
static alea_status game_gather_words(game_opening *o)
{
    size_t count = 0;
    ALEA_ASSERT(o->families && o->families[0]);
    for (size_t f = 0; o->families[f]; f++)
        for (const luaL_Reg *word = o->families[f]->rules->lua_functions; word->name; word++) count++;
    o->words = alea__alloc_array(count + 1, sizeof *o->words); /* ends in zeros */
    if (!o->words) return alea__out_of_memory(o->error);
    count = 0;
    for (size_t f = 0; o->families[f]; f++)
        for (const luaL_Reg *word = o->families[f]->rules->lua_functions; word->name; word++)
            o->words[count++] = *word;
    return ALEA_OK;
}

/* Runs the rule file; the table that it returns is left on the stack and read through `top`. */
static alea_status game_run_file(game_opening *o)
{
    alea_status status = game_gather_words(o);
    if (status != ALEA_OK) return status;
    const alea__lua_program program = {.file = o->game->file,
                                       .text = o->source,
                                       .size = o->size,
                                       .words = o->words,
                                       .limits = o->given ? o->given->limits : NULL,
                                       .failure = ALEA_E_RULES};
    status = alea__lua_open(&program, &o->lua, o->error);
    if (status != ALEA_OK) return status;
    lua_State *L = alea__lua_state(o->lua);
    o->top = (alea__reader){o->lua, lua_gettop(L), ""};
    if (lua_istable(L, -1)) return ALEA_OK;
    return alea__fail_at(o->error, ALEA_E_RULES, o->game->file, alea__lua_return_line(o->lua), GAME_RETURNS,
                         lua_isnil(L, -1) ? "" : "a ", lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1));
}

/* ---- the texts of the game ---- */

static alea_status game_read_copy(game_opening *o, const char *field, char **out)
{
    const char *text;
    alea_status status = alea__read_text(&o->top, field, NULL, &text, o->error);
    if (status != ALEA_OK) return status;
    if (text[0] == 0) return alea__read_fail(&o->top, field, o->error, GAME_TEXT_EMPTY);
    *out = alea__copy_text(text);
    return *out ? ALEA_OK : alea__out_of_memory(o->error);
}

/* Reads the name. A file of the catalogue must carry the name that it was found by. */
static alea_status game_read_name(game_opening *o)
{
    alea_status status = game_read_copy(o, "name", &o->game->name);
    if (status != ALEA_OK) return status;
    size_t length = strlen(o->game->name);
    if (length > 40 || strspn(o->game->name, "abcdefghijklmnopqrstuvwxyz0123456789-") != length)
        return alea__read_fail(&o->top, "name", o->error, GAME_BAD_NAME);
    if (o->from_catalogue && strcmp(o->game->name, o->spec.name) != 0)
        return alea__read_fail(&o->top, "name", o->error, GAME_NAME_OF_FILE, o->spec.name);
    return ALEA_OK;
}

static alea_status game_read_family(game_opening *o)
{
    const char *names[32] = {0};
    int family;
    for (size_t i = 0; i < 31 && o->families[i]; i++) names[i] = o->families[i]->name;
    alea_status status =
        alea__read_choice(&o->top, &(alea__choice_field){"family", names, -1}, &family, o->error);
    if (status == ALEA_OK) o->game->family = o->families[family];
    return status;
}

static alea_status game_read_objective(game_opening *o)
{
    const char *names[ALEA_TURNS + 2] = {0};
    int objective;
    for (alea_objective i = ALEA_WIN; i <= ALEA_TURNS; i++) names[i] = alea_objective_name(i);
    const alea__choice_field field = {"played_for", names, ALEA_TURNS + 1};
    alea_status status = alea__read_choice(&o->top, &field, &objective, o->error);
    if (status == ALEA_OK) o->game->played_for = (alea_objective)objective;
    return status;
}

/* Reads all fields of the table that a rule file returns but its rules, which need the arguments first. */
static alea_status game_read_file_table(game_opening *o)
{
    static const char *const known[] = {"name",   "title", "family", "text",  "played_for",
                                        "params", "rules", "words",  "small", NULL};
    alea_status status = alea__read_only(&o->top, known, o->error);
    if (status == ALEA_OK) status = game_read_name(o);
    if (status == ALEA_OK) status = game_read_copy(o, "title", &o->game->title);
    if (status == ALEA_OK) status = game_read_copy(o, "text", &o->game->text);
    if (status == ALEA_OK) status = game_read_family(o);
    if (status == ALEA_OK) status = game_read_objective(o);
    if (status == ALEA_OK) status = alea__words_read(&o->top, o->game, o->error);
    if (status == ALEA_OK) status = alea__words_check(&o->top, o->game, o->error);
    if (status == ALEA_OK)
        status = alea__parameters_read(&o->top, &o->game->parameters, &o->game->parameter_count, o->error);
    if (status == ALEA_OK) status = alea__read_small(&o->top, o->game, o->error);
    return status;
}

/* ---- players ---- */

static const char *game_plural(int64_t players)
{
    return players == 1 ? "" : "s";
}

static alea_status game_wrong_number(game_opening *o, int64_t min, int64_t max)
{
    if (min == max)
        return alea__fail(o->error, ALEA_E_RANGE, GAME_FOR_PLAYERS, o->game->title, min, game_plural(min),
                          o->players);
    return alea__fail(o->error, ALEA_E_RANGE, GAME_FOR_PLAYERS_RANGE, o->game->title, min, max, o->players);
}

/* The parameter `players` gets the number asked for. */
static alea_status game_seat_players(game_opening *o, alea__bound *bound)
{
    char number[16];
    if (bound->kind != ALEA__NUMBER || bound->min < 1 || bound->max > ALEA_MAX_SEATS)
        return alea__read_fail(&o->top, "params", o->error, GAME_BAD_PLAYERS, ALEA_MAX_SEATS);
    if (o->players == 0 || bound->number == o->players) return ALEA_OK;
    if (o->players < bound->min || o->players > bound->max)
        return game_wrong_number(o, bound->min, bound->max);
    bool given = false;
    for (size_t i = 0; i < o->spec.count; i++)
        if (o->spec.argument[i].key && strcmp(o->spec.argument[i].key, "players") == 0) given = true;
    if (given)
        return alea__fail(o->error, ALEA_E_USAGE, GAME_PLAYERS_GIVEN, o->spec.name, bound->value,
                          bound->value, game_plural(bound->number), o->players);
    snprintf(number, sizeof number, "%u", o->players);
    return alea__parameter_set(bound, number, o->game->name, o->error);
}

static alea_status game_bind_parameters(game_opening *o)
{
    alea_game *game = o->game;
    alea_status status =
        alea__parameters_set(game->parameters, game->parameter_count, &o->spec, game->name, o->error);
    if (status != ALEA_OK) return status;
    alea__bound *players = alea__parameter_find(game->parameters, game->parameter_count, "players");
    if (!players) return ALEA_OK;
    status = game_seat_players(o, players);
    game->players = (unsigned)players->number;
    return status;
}

static int game_remove_players(lua_State *L)
{
    ALEA_ASSERT(lua_istable(L, 1));
    lua_pushnil(L);
    lua_setfield(L, 1, "players");
    return 0;
}

/* Without a parameter `players` the rules have a field of that name, which is removed before the family reads them. */
static alea_status game_read_players(game_opening *o, const alea__reader *rules)
{
    static const alea__number_field field = {"players", 1, ALEA_MAX_SEATS, NULL};
    int64_t players;
    int kind;
    alea_status status = alea__read_kind(rules, "players", &kind, o->error);
    if (status == ALEA_OK && kind == LUA_TNIL)
        return alea__read_fail(rules, "players", o->error, GAME_PLAYERS_MISSING, ALEA_MAX_SEATS);
    if (status == ALEA_OK) status = alea__read_integer(rules, &field, &players, o->error);
    if (status != ALEA_OK) return status;
    if (o->players > 0 && o->players != players) return game_wrong_number(o, players, players);
    o->game->players = (unsigned)players;
    lua_State *L = alea__lua_state(o->lua);
    lua_pushcfunction(L, game_remove_players);
    lua_pushvalue(L, rules->at);
    return alea__lua_call(o->lua, 1, 0, NULL, o->error);
}

/* ---- the rules ---- */

/* Argument 1 is the file's function `rules`, 2 the parameters. */
static int game_call_rules(lua_State *L)
{
    const alea__parameter_list *list = lua_touserdata(L, 2);
    ALEA_ASSERT(list && lua_isfunction(L, 1));
    lua_settop(L, 1);
    alea__parameters_push(L, list);
    lua_call(L, 1, 1);
    return 1;
}

/* Leaves what rules(p) returns on the stack. */
static alea_status game_ask_rules(game_opening *o, alea__reader *out)
{
    lua_State *L = alea__lua_state(o->lua);
    bool present;
    alea_status status = alea__read_function(&o->top, "rules", true, &present, o->error);
    if (status != ALEA_OK) return status;
    o->list = (alea__parameter_list){o->game->parameters, o->game->parameter_count};
    lua_pushcfunction(L, game_call_rules);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, &o->list);
    status = alea__lua_call(o->lua, 2, 1, NULL, o->error);
    if (status != ALEA_OK) return status;
    if (!lua_istable(L, -1))
        return alea__read_fail(&o->top, "rules", o->error, GAME_RULES_RETURNED, luaL_typename(L, -1));
    *out = (alea__reader){o->lua, lua_gettop(L), ""};
    return ALEA_OK;
}

/* Has the family make its tables of the rules. The stack is as high afterwards as before. */
static alea_status game_compile(game_opening *o)
{
    alea__reader rules;
    alea_status status = game_ask_rules(o, &rules);
    if (status == ALEA_OK && o->game->players == 0) status = game_read_players(o, &rules);
    if (status != ALEA_OK) return status;
    lua_State *L = alea__lua_state(o->lua);
    if (!lua_checkstack(L, ALEA__COMPILE_STACK)) return alea__out_of_memory(o->error);
    ALEA_ASSERT(o->game->players >= 1 && o->game->players <= ALEA_MAX_SEATS);
    const int top = lua_gettop(L);
    status = o->game->family->rules->compile(&rules, o->game->players, &o->game->rules, o->error);
    ALEA_ASSERT((status == ALEA_OK) == (o->game->rules != NULL)); /* a compiler that fails leaves nothing */
    lua_settop(L, top);
    if (status == ALEA_OK && o->game->family->rules->prepare)
        status = o->game->family->rules->prepare(o->game->rules, o->error);
    return status == ALEA_OK ? alea__words_check_rules(&o->top, o->game, o->error) : status;
}

/* The name, or the path, and every parameter in the order of their names. */
static alea_status game_write_spec(game_opening *o)
{
    alea_game *game = o->game;
    alea__text spec = {0};
    const alea__bound *last = NULL;
    alea__text_add(&spec, "%s", o->spec.name);
    for (size_t written = 0; written < game->parameter_count; written++) {
        const alea__bound *next = NULL;
        for (const alea__bound *b = game->parameters; b < game->parameters + game->parameter_count; b++)
            if ((!last || strcmp(b->name, last->name) > 0) && (!next || strcmp(b->name, next->name) < 0))
                next = b;
        ALEA_ASSERT(next); /* no two parameters share a name */
        alea__text_add(&spec, "%s%s=%s", written ? "," : "(", next->name, next->value);
        last = next;
    }
    if (last) alea__text_add(&spec, ")");
    game->spec = spec.data;
    return spec.failed ? alea__out_of_memory(o->error) : ALEA_OK;
}

/* ---- opening ---- */

/* Every step from a spec to a game in `o->game`. The caller frees both and the contents of `o`, also after a failure. */
static alea_status game_open(game_opening *o, const char *spec)
{
    alea_status status = alea__spec_parse(spec, &o->spec, o->error);
    if (status != ALEA_OK) return status;
    const bool is_file = o->given || alea__ends_with(o->spec.name, ".lua");
    status = is_file ? game_read_source(o) : game_find_in_catalogue(o);
    if (status == ALEA_OK) status = game_check_source(o);
    if (status == ALEA_OK) status = game_run_file(o);
    if (status == ALEA_OK) status = game_read_file_table(o);
    if (status == ALEA_OK) status = game_bind_parameters(o);
    if (status == ALEA_OK) status = game_compile(o);
    if (status == ALEA_OK) status = game_write_spec(o);
    return status;
}

/* `o` has the caller's arguments. */
static alea_status game_open_and_clean_up(game_opening *o, const char *spec, alea_game **out)
{
    o->game = alea__alloc(sizeof *o->game);
    if (!o->game) return alea__out_of_memory(o->error);
    o->game->families = o->families;
    alea_status status = game_open(o, spec);
    alea__lua_close(o->lua);
    alea__spec_free(&o->spec);
    alea__free(o->words);
    o->game->source = o->data;
    o->game->source_size = o->data ? o->size : 0;
    if (status != ALEA_OK)
        alea_game_free(o->game);
    else
        *out = o->game;
    return status;
}

alea_status alea__game_open(const char *spec, unsigned players, const alea__family *const *families,
                            alea_game **out, alea_error *error)
{
    return game_open_and_clean_up(&(game_opening){.families = families, .players = players, .error = error},
                                  spec, out);
}

alea_status alea__game_open_as(const char *spec, alea__expected_rules *expected,
                               const alea__family *const *families, alea_game **out, alea_error *error)
{
    return game_open_and_clean_up(&(game_opening){.families = families, .expected = expected, .error = error},
                                  spec, out);
}

alea_status alea__game_open_file(const char *spec, const alea__rule_file *file,
                                 const alea__family *const *families, alea_game **out, alea_error *error)
{
    return game_open_and_clean_up(&(game_opening){.families = families, .given = file, .error = error}, spec,
                                  out);
}

void alea_game_free(alea_game *game)
{
    if (!game) return;
    if (game->rules) game->family->rules->free(game->rules);
    alea__parameters_free(game->parameters, game->parameter_count);
    alea__words_free(game);
    alea__free(game->name);
    alea__free(game->title);
    alea__free(game->text);
    alea__free(game->spec);
    alea__free(game->file);
    alea__free(game->source);
    alea__free(game->small);
    alea__free(game);
}
