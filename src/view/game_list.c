#include "view/game_list.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

alea_status alea__game_list_open(alea__game_list *out, alea_error *error)
{
    alea__game_list shelf = {.game = alea__alloc_array(alea_catalog_size() + 1, sizeof *shelf.game)};
    if (!shelf.game) return alea__out_of_memory(error);
    for (size_t i = 0; i < alea_catalog_size(); i++) {
        alea_status status = alea_game_open(alea_catalog_name(i), &shelf.game[i], error);
        if (status != ALEA_OK) {
            alea__game_list_close(&shelf);
            return status;
        }
        shelf.count++;
    }
    *out = shelf;
    return ALEA_OK;
}

void alea__game_list_close(alea__game_list *shelf)
{
    for (size_t i = 0; i < shelf->count; i++) alea_game_free(shelf->game[i]);
    alea__free(shelf->game);
    *shelf = (alea__game_list){0};
}

alea__seats alea__seats_of(const alea_game *game)
{
    for (size_t i = 0; i < alea_game_parameter_count(game); i++) {
        alea_parameter p = alea_game_parameter(game, i);
        if (strcmp(p.name, "players") == 0)
            return (alea__seats){.usual = strtoll(p.default_value, NULL, 10), .min = p.min, .max = p.max};
    }
    int64_t only = (int64_t)alea_game_players(game);
    return (alea__seats){.usual = only, .min = only, .max = only};
}
