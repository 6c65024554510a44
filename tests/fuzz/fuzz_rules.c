/* Any text as a rule file: it is refused with one sentence that names the file, or it is a game whose start, moves and
   dice can be asked for. Nothing crashes, nothing hangs.

   Opening a game calls its functions with every argument, so the inputs to start from are the rules of the library with small
   goals and few dice, and the limits are small: that is what makes this fast. */
#include "game/family.h"

#include <stdlib.h>
#include <string.h>

extern const alea__family alea__race_family, alea__hog_family, alea__tabletop_family;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void walk(const alea_game *game)
{
    alea_state state = alea_game_start(game);
    for (uint32_t i = 0; i < 50; i++) {
        int mover = alea_game_to_move(game, &state);
        if (mover == ALEA_OVER) return;
        uint32_t count =
            mover == ALEA_CHANCE ? alea_game_chance_count(game, &state) : alea_game_move_count(game, &state);
        if (count == 0) abort();
        uint32_t choice = i * 7919 % count;
        uint32_t action = mover == ALEA_CHANCE ? choice : alea_game_move(game, &state, choice);
        if (alea_game_apply(game, &state, action, NULL) != ALEA_OK) abort();
    }
}

static void open_again(const alea_game *game, const alea__rule_file *file,
                       const alea__family *const *families)
{
    alea_game *again;
    if (alea__game_open_file(alea_game_spec(game), file, families, &again, NULL) != ALEA_OK) abort();
    if (strcmp(alea_game_spec(game), alea_game_spec(again)) != 0) abort();
    alea_game_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const alea__family *const families[] = {&alea__race_family, &alea__hog_family,
                                                   &alea__tabletop_family, NULL};
    const alea__lua_limits limits = {.instructions = 20000, .memory = 1 << 20};
    const alea__rule_file file = {.text = data, .size = size, .limits = &limits};
    alea_game *game;
    alea_error error;
    alea_status status = alea__game_open_file("x.lua", &file, families, &game, &error);
    if (status == ALEA_OK) {
        walk(game);
        if (size % 8 == 0) open_again(game, &file, families); /* which takes as long as all the rest */
        alea_game_free(game);
    } else if (status != ALEA_E_RULES || strncmp(error.message, "x.lua", 5) != 0) {
        abort();
    }
    return 0;
}
