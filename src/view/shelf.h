#ifndef ALEA_VIEW_SHELF_H
#define ALEA_VIEW_SHELF_H
/* All the games inside the library, opened; and what is asked of a game in more than one view. */
#include "base/text.h"
#include <alea/view.h>

typedef struct alea__shelf {
    alea_game **game;
    size_t count;
} alea__shelf;

alea_status alea__shelf_open(alea__shelf *, alea_error *);
void alea__shelf_close(alea__shelf *);

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
#endif
