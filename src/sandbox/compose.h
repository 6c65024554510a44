#pragma once
/* Builds one component from the bots of a match and the referee. Each keeps its own memory, and questions are
   copied from the referee's into the bot's. */
#include "base/text.h"
#include "sandbox/component_imports.h"
#include "sandbox/inspect.h"

enum { ALEA__BOT_IMPORTS = 8 }; /* bot0 … bot7 */

/* The exports of the referee, and of a composition: setup, play and tally. */
enum { ALEA__SETUP, ALEA__PLAY, ALEA__TALLY, ALEA__ARENA_EXPORTS };
extern const char *const alea__arena_export[ALEA__ARENA_EXPORTS];

/* The referee as a component, out of the core module `guest`, which is family/race/simulate/guest.c compiled. It imports
   bot0 … bot7, each of the bots' interface, and exports

       setup: func(words: list<u64>, first: u64, games: u64)   the match as its family packs it, which games of it
       play:  func(turns: u32) -> bool                         plays that many turns; whether games are left
       tally: func() -> list<u64>                              the words of an alea__tally */
alea_status alea__write_referee(const unsigned char *guest, size_t size, alea__text *out, alea_error *);

/* The bots' components, each once, and what they import; bot i of the match is `component[bot[i]]`. Their instances are made in
   the order of i, before the referee's. Where `asked[i]` is not set, no instance is made and `bot[i]` is ignored. A bot i that
   imports something gets it from the instance alea__wasi_bot[i], which the composition imports: so each has its own WASI. */
typedef struct alea__composition {
    const alea__slice *component;
    const alea__imports *imports; /* of each component */
    unsigned components;
    unsigned bot[ALEA__BOT_IMPORTS];
    bool asked[ALEA__BOT_IMPORTS];
    alea__slice referee;
} alea__composition;

/* The component that holds them all and exports setup, play and tally. The caller frees `out` on success. */
alea_status alea__compose(const alea__composition *, alea__text *out, alea_error *);

/* The component of one bot that receives every roll, with a *teller*: a module that takes what the host knows as one list of numbers,
   which costs the host little, and calls the bot with the record game-state, which costs little inside. `imports` are the bot's; if it
   has some, the composition imports alea__wasi_bot[0]. It exports

       ask: func(words: list<u64>) -> bool

   of which the words are the rolls, each seat, first and second die in 16 bits, the seat lowest; the banked scores, two in a word; and
   then how many players there are, the total, the banked score and the seat. The caller frees `out` on success. */
alea_status alea__compose_teller(alea__slice component, const alea__imports *, alea__text *out, alea_error *);
#define ALEA__ASK "ask"
enum { ALEA__TELLER_PAGES = 4 }; /* of the teller's memory */
