/* Opening games of the families that there are. */
#include "base/error.h"
#include "base/text.h"
#include "family/messages.h"
#include "game/family.h"
#include "value/values.h"

#include <string.h>

alea_status alea_game_open(const char *spec, alea_game **out, alea_error *error)
{
    return alea__game_open(spec, 0, alea__families, out, error);
}

alea_status alea__game_open_expected(const char *spec, alea__expected_rules *expected, alea_game **out,
                                     alea_error *error)
{
    return alea__game_open_as(spec, expected, alea__families, out, error);
}

alea_status alea__game_open_again(const alea_game *same, const char *spec, alea_game **out, alea_error *error)
{
    const alea__rule_file file = {.text = same->source, .size = same->source_size};
    return same->source ? alea__game_open_file(spec, &file, alea__families, out, error)
                        : alea_game_open(spec, out, error);
}

alea_status alea_game_open_for(const char *spec, unsigned players, alea_game **out, alea_error *error)
{
    return alea__game_open(spec, players, alea__families, out, error);
}

alea_status alea_table_open(const alea_game *game, const char *path, alea_table **out, alea_error *error)
{
    return alea__table_open(game, alea__game_open_expected, path, out, error);
}

bool alea_bot_builtin(const char *family, size_t index, alea_builtin *out)
{
    *out = (alea_builtin){0};
    for (size_t i = 0; alea__families[i]; i++)
        if (strcmp(alea__families[i]->name, family) == 0) *out = alea__families[i]->policy->builtin(index);
    return out->usage != NULL;
}

/* The canonical spec with another number of players. */
static void add_spec_alone(alea__text *out, const char *spec)
{
    static const char key[] = "players=";
    const char *players = strstr(spec, key);
    if (!players) {
        alea__text_add(out, "%s", spec);
        return;
    }
    players += sizeof key - 1;
    alea__text_add_bytes(out, spec, (size_t)(players - spec));
    alea__text_add(out, "1%s", players + strspn(players, "0123456789"));
}

alea_status alea_game_single_player(const alea_game *game, alea_game **out, alea_error *error)
{
    alea__text spec = {0};
    if (!game->family->solitary) return alea__fail(error, ALEA_E_REFUSED, FAMILY_NOT_SOLITARY, game->name);
    add_spec_alone(&spec, game->spec);
    alea_status status =
        spec.failed ? alea__out_of_memory(error) : alea__game_open_again(game, spec.data, out, error);
    alea__text_free(&spec);
    return status;
}

bool alea_game_single_player_state(const alea_game *game, const alea_state *state, unsigned seat,
                                   alea_state *out)
{
    if (!game->family->solitary || alea_game_turn_of(game, state) != (int)seat) return false;
    game->family->solitary->alone(game->rules, state, seat, out);
    return true;
}
