#ifndef ALEA_SANDBOX_BOT_INTERFACE_H
#define ALEA_SANDBOX_BOT_INTERFACE_H
/* The function that a WebAssembly bot must export, which depends on its game's family. wit/ has the same for
   readers. */
#include "base/text.h"
#include "game/family.h"

typedef struct alea__bot_interface {
    const char *interface, *name; /* of a component */
    const char *type;             /* as WIT writes it */
    /* Names in a core module: "INTERFACE#NAME", a plain name that is accepted too, and an optional function
       that is called after each answer. */
    const char *exact, *plain, *post_return;
    const char *core_type; /* there, in words */
    unsigned parameters;   /* there */
    /* The second argument is a list, which needs space in the bot's memory, and the answer is a bool. If
       false, both arguments and the answer are numbers. */
    bool lists;
} alea__bot_interface;

/* NULL: bots for this game cannot be WebAssembly. */
const alea__bot_interface *alea__bot_interface_of(const alea_game *);

/* Writes the types of the interface as a type section spells them, the function's last, and returns their
   number. */
unsigned alea__put_types_of(const alea__bot_interface *, alea__text *);
#endif
