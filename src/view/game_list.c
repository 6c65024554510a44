#include "view/game_list.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Opens the games of the catalogue that are listed. On failure no game stays open. */
alea_status alea__game_list_open(alea__game_list *out, alea_error *error)
{
    alea__game_list games = {.game = alea__alloc_array(alea_catalog_size() + 1, sizeof *games.game)};
    if (!games.game) return alea__out_of_memory(error);
    for (size_t i = 0; i < alea_catalog_size(); i++) {
        alea_game *game;
        alea_known known;
        alea_status status = alea_game_open(alea_catalog_name(i), &game, error);
        if (status != ALEA_OK) {
            alea__game_list_close(&games);
            return status;
        }
        if (alea_game_known(game, &known))
            games.game[games.count++] = game;
        else
            alea_game_free(game);
    }
    *out = games;
    return ALEA_OK;
}

void alea__game_list_close(alea__game_list *games)
{
    for (size_t i = 0; i < games->count; i++) alea_game_free(games->game[i]);
    alea__free(games->game);
    *games = (alea__game_list){0};
}

alea__seats alea__seats_of(const alea_game *game)
{
    for (size_t i = 0; i < alea_game_parameter_count(game); i++) {
        alea_parameter p;
        alea_game_parameter(game, i, &p);
        if (strcmp(p.name, "players") == 0)
            return (alea__seats){.usual = strtoll(p.default_value, NULL, 10), .min = p.min, .max = p.max};
    }
    int64_t only = (int64_t)alea_game_players(game);
    ALEA_ASSERT(only >= 1 && only <= ALEA_MAX_SEATS);
    return (alea__seats){.usual = only, .min = only, .max = only};
}
