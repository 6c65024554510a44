/* Reading the parameters that a rule file declares. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "game/messages.h"
#include "game/parameters.h"

#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 64, LONGEST_NAME = 40 };

/* ---- names and words: what a spec can carry ---- */

static bool declare_is_name(const char *text)
{
    size_t length = strlen(text);
    return length >= 1 && length <= LONGEST_NAME && text[0] >= 'a' && text[0] <= 'z' &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-") == length;
}

/* ---- reading the declarations ---- */

/* A parameter that is a whole number: its range, and the default, which is its number at first. */
static alea_status declare_read_number(alea__bound *bound, const alea__reader *reader, alea_error *error)
{
    static const char *const known[] = {"[1]", "default", "min", "max", "help", NULL};
    alea_status status = alea__read_only(reader, known, error);
    if (status == ALEA_OK)
        status = alea__read_integer(reader, &(alea__number_field){"min", INT32_MIN, INT32_MAX, NULL},
                                    &bound->min, error);
    if (status == ALEA_OK)
        status = alea__read_integer(reader, &(alea__number_field){"max", bound->min, INT32_MAX, NULL},
                                    &bound->max, error);
    if (status == ALEA_OK)
        status = alea__read_integer(reader, &(alea__number_field){"default", bound->min, bound->max, NULL},
                                    &bound->number, error);
    return status;
}

/* Makes one_of from consecutive words in bound->words, each with its zero byte. */
static alea_status declare_list_words(alea__bound *bound, size_t count, alea_error *error)
{
    ALEA_ASSERT(bound->words && !bound->one_of && count > 0);
    bound->one_of = alea__alloc_array(count + 1, sizeof *bound->one_of);
    if (!bound->one_of) return alea__out_of_memory(error);
    const char *word = bound->words;
    for (size_t i = 0; i < count; i++, word += strlen(word) + 1) bound->one_of[i] = word;
    return ALEA_OK;
}

/* A boolean parameter: its words are "false" and "true", so that the number of a word is its value. */
static alea_status declare_read_boolean(alea__bound *bound, const alea__reader *reader, alea_error *error)
{
    static const char *const known[] = {"[1]", "default", "help", NULL};
    static const char words[] = "false\0true";
    bool value;
    alea_status status = alea__read_only(reader, known, error);
    if (status == ALEA_OK) status = alea__read_boolean(reader, "default", false, &value, error);
    if (status != ALEA_OK) return status;
    bound->number = value;
    bound->words = alea__alloc(sizeof words);
    if (!bound->words) return alea__out_of_memory(error);
    memcpy(bound->words, words, sizeof words);
    return declare_list_words(bound, 2, error);
}

/* Word `index` of the list on top of the stack, checked and added to `words`. */
static alea_status declare_add_word(const alea__reader *reader, lua_Integer index, alea__text *words,
                                    alea_error *error)
{
    lua_State *L = alea__lua_state(reader->lua);
    int type = lua_rawgeti(L, -1, index);
    ALEA_ASSERT(index >= 1 && lua_istable(L, -2));
    const char *word = type == LUA_TSTRING ? lua_tostring(L, -1) : "";
    bool good = declare_is_name(word) && strlen(word) == lua_rawlen(L, -1);
    if (good) alea__text_add_bytes(words, word, strlen(word) + 1);
    lua_pop(L, 1); /* the list keeps it */
    if (good) return words->failed ? alea__out_of_memory(error) : ALEA_OK;
    return alea__read_fail(reader, "one_of", error, GAME_PARAMETER_BAD_WORD, index);
}

/* Reads the words of `one_of`, the list on top of the stack. On failure the bound keeps nothing. */
static alea_status declare_read_list(alea__bound *bound, const alea__reader *reader, alea_error *error)
{
    alea__text words = {0};
    size_t count = lua_rawlen(alea__lua_state(reader->lua), -1);
    if (count < 1 || count > MOST_WORDS)
        return alea__read_fail(reader, "one_of", error, GAME_PARAMETER_WORDS, MOST_WORDS, count);
    for (size_t i = 1; i <= count; i++) {
        alea_status status = declare_add_word(reader, (lua_Integer)i, &words, error);
        if (status == ALEA_OK) continue;
        alea__text_free(&words);
        return status;
    }
    bound->words = words.data;
    return declare_list_words(bound, count, error);
}

/* A parameter that is one of some words; its number is the index of its word. */
static alea_status declare_read_word(alea__bound *bound, const alea__reader *reader, alea_error *error)
{
    static const char *const known[] = {"[1]", "default", "one_of", "help", NULL};
    alea__reader list;
    int choice;
    alea_status status = alea__read_only(reader, known, error);
    if (status != ALEA_OK) return status;
    status = alea__read_table(reader, "one_of", true, &list, error);
    if (status != ALEA_OK) return status;
    status = declare_read_list(bound, reader, error);
    lua_pop(alea__lua_state(reader->lua), 1);
    const alea__choice_field field = {"default", bound->one_of, -1};
    if (status == ALEA_OK) status = alea__read_choice(reader, &field, &choice, error);
    if (status == ALEA_OK) bound->number = choice;
    return status;
}

/* The kind of the default decides. */
static alea_status declare_read_kind(alea__bound *bound, const alea__reader *reader, alea_error *error)
{
    int kind;
    alea_status status = alea__read_kind(reader, "default", &kind, error);
    if (status != ALEA_OK) return status;
    switch (kind) {
    case LUA_TNUMBER: bound->kind = ALEA__NUMBER; return ALEA_OK;
    case LUA_TBOOLEAN: bound->kind = ALEA__BOOLEAN; return ALEA_OK;
    case LUA_TSTRING: bound->kind = ALEA__WORD; return ALEA_OK;
    default:
        return alea__read_fail(reader, "default", error,
                               kind == LUA_TNIL ? GAME_PARAMETER_NO_DEFAULT : GAME_PARAMETER_BAD_DEFAULT);
    }
}

/* Reads one declaration: its name, its help, and the fields of its kind. The caller frees the bound, also after a failure. */
static alea_status declare_read_parts(alea__bound *bound, const alea__reader *reader, alea_error *error)
{
    static alea_status (*const read[])(alea__bound *, const alea__reader *,
                                       alea_error *) = {[ALEA__NUMBER] = declare_read_number,
                                                        [ALEA__BOOLEAN] = declare_read_boolean,
                                                        [ALEA__WORD] = declare_read_word};
    const char *name, *help;
    alea_status status = alea__read_text(reader, "[1]", NULL, &name, error);
    if (status == ALEA_OK && !declare_is_name(name))
        status = alea__read_fail(reader, "[1]", error, GAME_PARAMETER_BAD_NAME);
    if (status == ALEA_OK) status = alea__read_text(reader, "help", "", &help, error);
    if (status != ALEA_OK) return status;
    bound->name = alea__copy_text(name);
    bound->help = alea__copy_text(help);
    if (!bound->name || !bound->help) return alea__out_of_memory(error);
    status = declare_read_kind(bound, reader, error);
    if (status == ALEA_OK) status = read[bound->kind](bound, reader, error);
    if (status == ALEA_OK) status = alea__parameter_write(bound, &bound->value, error);
    if (status == ALEA_OK) status = alea__parameter_write(bound, &bound->default_value, error);
    return status;
}

/* `game` is the file's table; its field `params` is the table at stack index `at`. */
static alea_status declare_read_entry(const alea__reader *game, int at, alea__bound *bound, size_t index,
                                      alea_error *error)
{
    lua_State *L = alea__lua_state(game->lua);
    char path[40];
    ALEA_ASSERT(lua_istable(L, at));
    snprintf(path, sizeof path, "params[%zu].", index + 1);
    if (lua_rawgeti(L, at, (lua_Integer)index + 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        return alea__read_fail(game, "params", error, GAME_PARAMETER_ENTRY, index + 1);
    }
    alea__reader reader = {game->lua, lua_gettop(L), path};
    alea_status status = declare_read_parts(bound, &reader, error);
    lua_pop(L, 1);
    return status;
}

static alea_status declare_read_entries(const alea__reader *game, int at, alea__bound *bound, size_t count,
                                        alea_error *error)
{
    for (size_t i = 0; i < count; i++) {
        alea_status status = declare_read_entry(game, at, &bound[i], i, error);
        if (status != ALEA_OK) return status;
        if (alea__parameter_find(bound, i, bound[i].name))
            return alea__read_fail(game, "params", error, GAME_PARAMETER_TWICE, bound[i].name);
    }
    return ALEA_OK;
}

/* Every key must be one of 1 … count. */
static bool declare_is_list(lua_State *L, int at, size_t count)
{
    size_t found = 0;
    lua_pushnil(L);
    while (lua_next(L, at)) {
        lua_pop(L, 1);
        found++;
    }
    return found == count;
}

/* Reads the list at stack index `at` into a new array of bounds, which the caller owns. */
static alea_status declare_read_all(const alea__reader *game, int at, alea__bound **out, size_t *count,
                                    alea_error *error)
{
    lua_State *L = alea__lua_state(game->lua);
    size_t found = lua_rawlen(L, at);
    if (!declare_is_list(L, at, found))
        return alea__read_fail(game, "params", error, GAME_PARAMETERS_NO_LIST);
    if (found > ALEA__MOST_PARAMETERS)
        return alea__read_fail(game, "params", error, GAME_PARAMETERS_TOO_MANY, found, ALEA__MOST_PARAMETERS);
    alea__bound *bound = alea__alloc_array(found, sizeof *bound);
    if (!bound) return alea__out_of_memory(error);
    alea_status status = declare_read_entries(game, at, bound, found, error);
    if (status != ALEA_OK) {
        alea__parameters_free(bound, found);
        return status;
    }
    *out = bound;
    *count = found;
    return ALEA_OK;
}

alea_status alea__parameters_read(const alea__reader *game, alea__bound **out, size_t *count,
                                  alea_error *error)
{
    alea__reader params;
    alea_status status = alea__read_table(game, "params", false, &params, error);
    if (status != ALEA_OK) return status;
    if (params.at == 0) {
        *out = NULL;
        *count = 0;
        return ALEA_OK;
    }
    status = declare_read_all(game, params.at, out, count, error);
    lua_pop(alea__lua_state(game->lua), 1);
    return status;
}
