#include "support/arena_match.h"
#include "play/match.h"
#include "sandbox/sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 4 };

static const char counter_text[] =
    "(module (memory (export \"memory\") 1 2) (global $n (mut i32) (i32.const 0))"
    "(func (export \"should_roll\") (param i32 i32 i32) (result i32)"
    " (global.set $n (i32.add (global.get $n) (i32.const 1)))"
    " (i32.rem_u (global.get $n) (i32.const 3))))";

void fuzz_arena_open(fuzz_arena *a)
{
    if (alea_game_open("pig-pen(players=3)", &a->game, NULL) != ALEA_OK) abort();
    a->sandbox = fuzz_sandbox(20000, 1 << 20);
    a->counter = fuzz_open_wat(a->sandbox, a->game, counter_text);
    if (alea_bot_open(a->game, "hold(25)", NULL, &a->holder, NULL) != ALEA_OK) abort();
}

static void same_games(const alea_game *game, alea_bot *const *bots, const alea__tally *inside)
{
    const alea__match match = {.game = game, .bots = bots, .seed = 1, .rotate = true};
    alea__counts outside = {0};
    if (alea__match_play(&match, 0, GAMES, &outside, NULL) != ALEA_OK) abort();
    if (memcmp(&outside.tally, inside, sizeof outside.tally) != 0) abort();
    for (int bot = 0; bot < FUZZ_PLAYERS; bot++)
        for (int kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
            if (outside.failures.count[bot][kind] != 0) abort();
}

void fuzz_arena_compare(const fuzz_arena *a, alea_bot *bot, unsigned who)
{
    alea_bot *const all[] = {bot, a->counter, a->holder};
    alea_bot *bots[FUZZ_PLAYERS];
    const unsigned seat = who / 27 % FUZZ_PLAYERS;
    for (int place = 0; place < FUZZ_PLAYERS; place++, who /= 3) bots[place] = all[who % 3];
    bots[seat] = bot;
    alea__arena *arena;
    alea_error error = {0};
    alea__tally tally = {0};
    const alea__arena_match match = {.game = a->game, .bots = bots, .seed = 1, .rotate = true};
    const alea_status status = alea__arena_open(&match, &arena, &error);
    if (status == ALEA_E_REFUSED && strcmp(alea_bot_kind(bot), "wasm+wasi") == 0) return;
    if (status != ALEA_OK) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    if (alea__arena_play(arena, (alea__arena_blocks){0, GAMES, 1}, &tally)) same_games(a->game, bots, &tally);
    alea__arena_free(arena);
}
