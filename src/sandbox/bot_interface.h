#pragma once
/* The functions of which a WebAssembly bot must export one; they depend on the game's family. wit/ describes them for readers. */
#include "base/text.h"
#include "game/family.h"
#include "sandbox/inspect.h"

typedef struct alea__bot_interface {
    /* Another accepted one with the same names but another type, which distinguishes them; NULL: none. */
    const struct alea__bot_interface *other;
    const char *interface, *name; /* of a component */
    const char *type;             /* as WIT writes it; of the first interface: the other's, too */
    /* Names in a core module: "INTERFACE#NAME", a plain name that is accepted too, and an optional function
       that is called after each answer. */
    const char *exact, *plain, *post_return;
    const char *core_type; /* there, in words; of the first interface: the other's, too */
    unsigned parameters;   /* there */
    /* The second argument is a list, which needs space in the bot's memory, and the answer is a bool. If
       false, both arguments and the answer are numbers. */
    bool lists;
    /* The one argument is the record game-state, with every roll of the game; the answer is a bool. `lists` is true as well. */
    bool rolls;
} alea__bot_interface;

/* The custom section by which a file declares that the bot remembers nothing. */
#define ALEA__PURE_SECTION "alea:pure"

/* The first of a chain of `other`. NULL if bots for this game cannot be WebAssembly. */
const alea__bot_interface *alea__bot_interface_of(const alea_game *);
/* The one of the chain that takes this many i32 in a core module, or NULL. */
const alea__bot_interface *alea__bot_interface_with(const alea__bot_interface *first,
                                                    const alea__signature *);

/* Writes the types of the interface as a type section spells them, the function's last, and returns their
   number. The one before it is the record, if there is one. */
unsigned alea__put_types_of(const alea__bot_interface *, alea__text *);

/* The record of the interface with rolls: its name, and its fields in order. */
#define ALEA__GAME_STATE "game-state"
enum {
    ALEA__FIELD_SEAT,
    ALEA__FIELD_BANKED,
    ALEA__FIELD_TOTAL,
    ALEA__FIELD_ALL_BANKED,
    ALEA__FIELD_ROLLS,
    ALEA__GAME_STATE_FIELDS
};
/* Limit for reported rolls, which no sensible game comes near. A turn is limited to the same number (RACE_LIMIT). */
enum { ALEA__MOST_ROLLS = 10000 };
extern const char *const alea__game_state_field[ALEA__GAME_STATE_FIELDS];
