#ifndef FUZZ_SUPPORT_ARENA_MATCH_H
#define FUZZ_SUPPORT_ARENA_MATCH_H
/* A few games of three bots, some of them WebAssembly, in the arena. */
#include "support/sandbox.h"

enum { FUZZ_PLAYERS = 3 };

typedef struct fuzz_arena {
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *counter, *holder; /* a module that rolls, but at every third question; hold(25) */
} fuzz_arena;

/* Aborts on failure. */
void fuzz_arena_open(fuzz_arena *);

/* Plays `bot` in seats that `who` chooses, with the others in the rest. The engine must take the composition, and a block without
   failures must hold the games of the step path; else it aborts. */
void fuzz_arena_compare(const fuzz_arena *, alea_bot *bot, unsigned who);
#endif
