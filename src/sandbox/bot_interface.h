#ifndef ALEA_SANDBOX_BOT_INTERFACE_H
#define ALEA_SANDBOX_BOT_INTERFACE_H
/* What a WebAssembly bot is asked, by the family of its game, and under which names it answers. wit/ has the same for readers. */
#include "base/text.h"
#include "game/family.h"

typedef struct alea__bot_interface {
    const char *interface, *name; /* of a component */
    const char *type;             /* as WIT writes it */
    /* Names in a core module: "INTERFACE#NAME", a plain one that is taken as well, and the function that is called after an
       answer where there is one. */
    const char *exact, *plain, *post_return;
    const char *core_type; /* there, in words */
    unsigned parameters;   /* there */
    /* The second argument is a list, which needs a place in the bot's memory, and the answer a bool; else both arguments and the
       answer are numbers. */
    bool lists;
} alea__bot_interface;

/* NULL: bots for this game cannot be WebAssembly. */
const alea__bot_interface *alea__bot_interface_of(const alea_game *);

/* Its types, as a type section spells them, of which the last is the function's; how many there are. */
unsigned alea__put_types_of(const alea__bot_interface *, alea__text *);
#endif
