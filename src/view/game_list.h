#pragma once
/* All games inside the library, opened, and facts about a game that several views need. */
#include "base/text.h"
#include <alea/view.h>

typedef struct alea__game_list {
    alea_game **game;
    size_t count;
} alea__game_list;

alea_status alea__game_list_open(alea__game_list *, alea_error *);
void alea__game_list_close(alea__game_list *);

/* How many may play: from the parameter `players`, or the one number that the game has. */
typedef struct alea__seats {
    int64_t usual, min, max;
} alea__seats;
alea__seats alea__seats_of(const alea_game *);

/* The built-in bots of a game's family, as entries of a list. */
void alea__add_builtins(alea__text *, const char *family, size_t width);

typedef struct alea__families {
    const char *const *name;
    size_t count;
} alea__families;
