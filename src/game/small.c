/* Reads the field `small` of a rule file: parameters that make the game so small that all its states can be listed. */
#include "base/error.h"
#include "base/text.h"
#include "game/family.h"
#include "game/parameters.h"

#include <inttypes.h>

/* Adds "goal=20" if the table has the parameter. */
static alea_status small_add(const alea__reader *table, const alea__bound *b, alea__text *out,
                             alea_error *error)
{
    const alea__number_field field = {b->name, b->min, b->max, NULL};
    int64_t number = 0;
    bool truth = false;
    int kind, word = 0;
    alea_status status = alea__read_kind(table, b->name, &kind, error);
    if (status != ALEA_OK || kind == LUA_TNIL) return status;
    if (b->kind == ALEA__NUMBER) status = alea__read_integer(table, &field, &number, error);
    if (b->kind == ALEA__BOOLEAN) status = alea__read_boolean(table, b->name, false, &truth, error);
    if (b->kind == ALEA__WORD)
        status = alea__read_choice(table, &(alea__choice_field){b->name, b->one_of, -1}, &word, error);
    alea__text_add(out, "%s%s=", out->size ? "," : "", b->name);
    if (b->kind == ALEA__NUMBER)
        alea__text_add(out, "%" PRId64, number);
    else
        alea__text_add(out, "%s", b->kind == ALEA__WORD ? b->one_of[word] : truth ? "true" : "false");
    return status;
}

alea_status alea__read_small(const alea__reader *top, alea_game *game, alea_error *error)
{
    const char *names[ALEA__MOST_PARAMETERS + 1] = {0};
    alea__reader table;
    alea__text small = {0};
    alea_status status = alea__read_table(top, "small", false, &table, error);
    if (status != ALEA_OK || table.at == 0) return status;
    for (size_t i = 0; i < game->parameter_count; i++) names[i] = game->parameters[i].name;
    status = alea__read_only(&table, names, error);
    for (size_t i = 0; i < game->parameter_count && status == ALEA_OK; i++)
        status = small_add(&table, &game->parameters[i], &small, error);
    if (status == ALEA_OK && small.failed) status = alea__out_of_memory(error);
    if (status == ALEA_OK)
        game->small = small.data;
    else
        alea__text_free(&small);
    return status;
}

const char *alea_game_small(const alea_game *game)
{
    return game->small ? game->small : "";
}
